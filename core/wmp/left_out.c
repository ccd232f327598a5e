/* What of a level a target has no place for, told once a kind. */
#include "core/wmp/writing.h"

#include <inttypes.h>

void wr_wmp_lose(struct wr_wmp_writing *writing, enum wr_wmp_loss loss)
{
    struct wr_wmp_lost *lost = &writing->lost[loss];
    if (lost->count++ == 0)
        lost->first = writing->where;
}

struct words {
    const char *one, *many, *why;
};

static const struct words words[WR_WMP_LOSSES] = {
    [WR_WMP_LOST_REGION] = {"region is", "regions are", "no text has regions"},
    [WR_WMP_LOST_SOUND] = {"sound is", "sounds are",
                           "how a build file has sounds is not known"},
    [WR_WMP_LOST_SETTINGS] = {"record of settings loses its fog, light and script",
                              "records of settings lose their fog, light and script",
                              "a build file has files and sun of a level only"},
    [WR_WMP_LOST_LIGHT_FLAGS] = {"light loses its flags", "lights lose their flags",
                                 "lights of a text have colour and range only"},
    [WR_WMP_LOST_MODEL_TEXTS] = {"model loses its material or texts",
                                 "models lose their materials or texts",
                                 "models of a text end with the entity they are attached to"},
    [WR_WMP_LOST_ATTACHED] = {"model is no longer attached to another",
                              "models are no longer attached to others",
                              "how a build file numbers entities is not known"},
    [WR_WMP_LOST_PICTURE] = {"face loses the places of its picture",
                             "faces lose the places of their pictures",
                             "faces of a text have vectors only"},
    [WR_WMP_LOST_SHEAR] = {"model is sheared by its groups, which angles cannot say",
                           "models are sheared by their groups, which angles cannot say",
                           "scale its groups alike in all directions"},
    [WR_WMP_LOST_LETTERS] = {"name has letters that a text cannot hold: they become _",
                             "names have letters that a text cannot hold: they become _",
                             "brackets, braces and // mean something else there"},
};

void wr_wmp_tell_lost(const struct wr_wmp_writing *writing)
{
    for (int i = 0; i < WR_WMP_LOSSES; i++) {
        const struct wr_wmp_lost *lost = &writing->lost[i];
        bool gone = i <= WR_WMP_LOST_SOUND;
        if (lost->count > 0)
            wr_warn(writing->context, lost->first, "wmp-left-out", words[i].why,
                    "%" PRIu32 " %s%s", lost->count,
                    lost->count == 1 ? words[i].one : words[i].many, gone ? " left out" : "");
    }
}
