/* What of an edited module is Warren's: known by type and name, and by what lists it. What only
 * bears such a name may be somebody's own, and stays. */
#include "builder/module/into_steps.h"

#include "core/base/text.h"
#include <stdio.h>
#include <string.h>

/* How it can be told that a resource is Warren's. */
enum proof {
    BY_NAME,   /* it has the name and type of nothing else */
    BY_LAYOUT, /* the module's LYT lists it */
    BY_RUN,    /* its number follows the others' */
    BY_IMAGE,  /* it goes with an image */
    BY_DOOR,   /* a door of the GIT is made of it, or a trigger */
};

/* `<before><id><behind>`, with a number behind that or without. */
struct form {
    const char *before, *behind;
    bool numbered;
    uint16_t type;
    enum proof proof;
};

static const struct form FORMS[] = {
    {"", "", false, WR_RES_LYT, BY_NAME},       {"", "", false, WR_RES_VIS, BY_NAME},
    {"", "", false, WR_RES_PTH, BY_NAME},       {"lbl_map", "", false, WR_RES_TGA, BY_NAME},
    {"", "_room", true, WR_RES_WOK, BY_LAYOUT}, {"", "_room", true, WR_RES_MDL, BY_LAYOUT},
    {"", "_room", true, WR_RES_MDX, BY_LAYOUT}, {"", "_pad", true, WR_RES_MDL, BY_LAYOUT},
    {"", "_pad", true, WR_RES_MDX, BY_LAYOUT},  {"", "_sky", false, WR_RES_MDL, BY_LAYOUT},
    {"", "_sky", false, WR_RES_MDX, BY_LAYOUT}, {"", "_tex", true, WR_RES_TGA, BY_RUN},
    {"", "_tex", true, WR_RES_TPC, BY_RUN},     {"", "_tex", true, WR_RES_TXI, BY_IMAGE},
    {"", "_lm", true, WR_RES_TGA, BY_RUN},      {"", "_lm", true, WR_RES_TPC, BY_RUN},
    {"", "_lm", true, WR_RES_TXI, BY_IMAGE},    {"", "_dor", true, WR_RES_UTD, BY_DOOR},
    {"", "_ext", true, WR_RES_UTT, BY_DOOR},
};

static bool bears(const struct form *form, const char *id, const wr_resource *item,
                  uint32_t *number)
{
    size_t head = strlen(form->before);
    char name[64];
    if (item->type != form->type || strncmp(item->name, form->before, head) != 0)
        return false;
    if (form->numbered)
        return wr_name_numbered(item->name + head, id, form->behind, number);
    *number = 0;
    snprintf(name, sizeof name, "%.16s%s", id, form->behind);
    return strcmp(item->name + head, name) == 0;
}

/* The form of a resource's name, or NULL where Warren makes no such. */
static const struct form *form_of(const char *id, const wr_resource *item, uint32_t *number)
{
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
        if (bears(&FORMS[i], id, item, number))
            return &FORMS[i];
    return NULL;
}

/* A part of a room, whatever that is called. */
static bool is_rooms(const struct wr_into_names *rooms, const wr_resource *item)
{
    return (item->type == WR_RES_WOK || item->type == WR_RES_MDL || item->type == WR_RES_MDX) &&
           wr_into_names_has(rooms, item->name);
}

bool wr_into_makes(const struct wr_putting *putting, const wr_resource *item)
{
    uint32_t number;
    return form_of(putting->id, item, &number) != NULL || is_rooms(&putting->fresh_rooms, item);
}

/* ---- Proofs ------------------------------------------------------------------------------ */

/* Which numbers below `most` an image of each type has; `run` of them follow each other from 0.
 */
struct images {
    bool *tga, *tpc;
    uint32_t most, run;
};

/* What the edited module says of its own parts. */
struct census {
    struct wr_putting *putting;
    struct wr_into_names blueprints; /* of the GIT's doors */
    struct images textures, lightmaps;
};

static enum wr_result list_blueprints(struct wr_putting *putting, struct wr_into_names *out)
{
    struct wr_gff *git = NULL;
    enum wr_result result =
        wr_putting_read(putting, putting->old, putting->id, WR_RES_GIT, &git);
    if (result != WR_OK && result != WR_NOT_FOUND)
        return result;
    const wr_gff_list *lists[2] = {git ? wr_gff_list_of(git->root, "Door List") : NULL,
                                   git ? wr_gff_list_of(git->root, "TriggerList") : NULL};
    uint32_t counts[2] = {lists[0] ? lists[0]->count : 0, lists[1] ? lists[1]->count : 0};
    bool fine = wr_into_names_start(putting->arena, counts[0] + counts[1], out);
    for (uint32_t i = 0; fine && i < counts[0] + counts[1]; i++) {
        const wr_gff_struct *row =
            i < counts[0] ? lists[0]->items[i] : lists[1]->items[i - counts[0]];
        const char *name = wr_gff_text_of(row, "TemplateResRef", putting->arena);
        fine = name && wr_into_names_add(putting->arena, out, name);
    }
    wr_into_names_sort(out);
    return fine ? WR_OK : wr_no_memory(putting->context);
}

static enum wr_result list_images(struct wr_putting *putting, const char *behind,
                                  struct images *out)
{
    const struct wr_archive *edited = putting->edited;
    uint32_t number, most = edited->count;
    *out = (struct images){.tga = WR_ZERO(putting->arena, bool, most),
                           .tpc = WR_ZERO(putting->arena, bool, most),
                           .most = most};
    if (!out->tga || !out->tpc)
        return wr_no_memory(putting->context);
    for (uint32_t i = 0; i < edited->count; i++) {
        const struct form *form = form_of(putting->id, &edited->items[i], &number);
        if (form && form->proof == BY_RUN && strcmp(form->behind, behind) == 0 && number < most)
            (form->type == WR_RES_TGA ? out->tga : out->tpc)[number] = true;
    }
    while (out->run < most && (out->tga[out->run] || out->tpc[out->run]))
        out->run++;
    return WR_OK;
}

static enum wr_result take_census(struct wr_putting *putting, struct census *census)
{
    *census = (struct census){.putting = putting};
    enum wr_result result = list_blueprints(putting, &census->blueprints);
    if (result == WR_OK)
        result = list_images(putting, "_tex", &census->textures);
    return result == WR_OK ? list_images(putting, "_lm", &census->lightmaps) : result;
}

static bool has_image(const struct wr_resources *resources, const char *name)
{
    return wr_resources_find(resources, name, WR_RES_TGA) ||
           wr_resources_find(resources, name, WR_RES_TPC);
}

/* An image of Warren's is one file: of two, somebody made the other. */
static bool is_proved(const struct census *census, const wr_resource *item,
                      const struct form *form, uint32_t number)
{
    const struct images *images =
        strcmp(form->behind, "_tex") == 0 ? &census->textures : &census->lightmaps;
    bool in_run = number < images->run;
    switch (form->proof) {
    case BY_NAME:
        return true;
    case BY_LAYOUT:
        return wr_into_names_has(&census->putting->rooms, item->name);
    case BY_RUN:
        return in_run && !(images->tga[number] && images->tpc[number]);
    case BY_IMAGE:
        return in_run && !has_image(census->putting->fresh, item->name);
    case BY_DOOR:
        return wr_into_names_has(&census->blueprints, item->name);
    }
    return false;
}

/* ---- Taking out -------------------------------------------------------------------------- */

static void tell_kept(const struct wr_putting *putting, const wr_resource *item)
{
    const wr_entry *entry = wr_resources_find(putting->old, item->name, item->type);
    wr_warn(
        putting->context, wr_putting_where(putting, entry), "into-kept",
        "take it out, or give it another name",
        "'%s.%s' is called like a part of the level, but nothing shows that Warren made it: "
        "it stays",
        item->name, wr_resource_suffix(item->type));
}

static void tell_gone(struct wr_putting *putting, const wr_resource *item)
{
    struct wr_bytes *names = putting->count->names;
    putting->count->removed++;
    if (!names)
        return;
    wr_bytes_print(names, "%s.%s", item->name, wr_resource_suffix(item->type));
    wr_bytes_char(names, '\0');
}

static void mark_gone(struct wr_putting *putting, const struct census *census, bool *gone)
{
    uint32_t number;
    for (uint32_t i = 0; i < putting->edited->count; i++) {
        const wr_resource *item = &putting->edited->items[i];
        const struct form *form = form_of(putting->id, item, &number);
        bool room = is_rooms(&putting->replaced, item);
        if (!(form || room) || wr_resources_find(putting->fresh, item->name, item->type))
            continue;
        gone[i] = room ? wr_into_names_has(&putting->rooms, item->name)
                       : is_proved(census, item, form, number);
        if (gone[i])
            tell_gone(putting, item);
        else
            tell_kept(putting, item);
    }
}

enum wr_result wr_into_leftovers(struct wr_putting *putting, bool **out)
{
    struct census census;
    enum wr_result result = take_census(putting, &census);
    if (result != WR_OK)
        return result;
    *out = WR_ZERO(putting->arena, bool, putting->edited->count);
    if (!*out)
        return wr_no_memory(putting->context);
    mark_gone(putting, &census, *out);
    return WR_OK;
}
