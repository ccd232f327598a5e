/* Models of rooms that are longer than their kit has them. */
#include "builder/module/sources.h"

#include "core/base/text.h"
#include "kits/kit.h"

static uint32_t lowest_of(uint32_t set)
{
    uint32_t bit = 0;
    while (!(set >> bit & 1))
        bit++;
    return bit;
}

static enum wr_result tell(struct wr_context *context, const struct wr_model *model,
                           const wr_room *room, const float *lengths, const wr_model_tear *tear)
{
    uint32_t s = lowest_of(tear->set);
    const char *node = wr_model_node_name(model, tear->node);
    wr_where where = wr_stretch_where(room, s);
    if (tear->what == WR_TEAR_FOLDS)
        return wr_fail(context, WR_INVALID, where, "stretch-folds",
                       "let 'from' be nearer to 0, or put the plane where the room is straight",
                       "a face of '%s' in the model of room '%s' turns over where this stretch "
                       "is %s m long",
                       node, room->name, wr_fixed(lengths[s], 3).text);
    return wr_fail(
        context, WR_INVALID, where, "stretch-node",
        tear->what == WR_TEAR_SOFT
            ? "put the plane beside it; a skin and its bones, or a cloth, stay whole"
            : "put the plane beside it, or hang it on a node that stands where it does",
        "'%s' in the model of room '%s' %s, and this stretch would part it", node, room->name,
        tear->what == WR_TEAR_SOFT ? "is a skin or a cloth" : "is moved by an animation");
}

static enum wr_result judge(struct wr_context *context, const struct wr_model *model,
                            const wr_room *room, const float *lengths, wr_vec3 offset)
{
    wr_pull pulls[WR_MOST_STRETCHES];
    wr_model_tear tear;
    wr_room_pulls(room, lengths, pulls);
    enum wr_result result =
        wr_model_judge_pull(context, model, pulls, room->stretch_count, offset, &tear);
    if (result != WR_OK || tear.what == WR_TEAR_NONE)
        return result;
    return tell(context, model, room, lengths, &tear);
}

enum wr_result wr_model_stretch_judge(struct wr_context *context, const struct wr_model *model,
                                      const wr_room *room, wr_vec3 offset)
{
    return judge(context, model, room, room->lengths, offset);
}

/* What a face turns by is linear in each length, so that all are fine where all ends are. */
enum wr_result wr_model_stretches_check(struct wr_context *context,
                                        const struct wr_model *model, const wr_room *room,
                                        wr_vec3 offset)
{
    enum wr_result result = WR_OK;
    for (uint32_t ends = 0; result == WR_OK && ends < 1u << room->stretch_count; ends++) {
        float lengths[WR_MOST_STRETCHES];
        for (uint32_t s = 0; s < room->stretch_count; s++)
            lengths[s] = ends >> s & 1 ? room->stretches[s].to : room->stretches[s].from;
        result = judge(context, model, room, lengths, offset);
    }
    return result;
}

enum wr_result wr_model_stretch(struct wr_context *context, struct wr_model *model,
                                const wr_room *room, wr_vec3 offset)
{
    wr_pull pulls[WR_MOST_STRETCHES];
    wr_room_pulls(room, room->lengths, pulls);
    return wr_model_pull(context, model, pulls, room->stretch_count, offset);
}
