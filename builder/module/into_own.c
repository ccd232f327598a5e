/* What of an edited module is Warren's: known by type and name, and by what lists it. What only
 * bears such a name may be somebody's own, and stays. */
#include "builder/module/into_steps.h"

#include "core/base/text.h"
#include "core/format/lyt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How it can be told that a resource is Warren's. */
enum proof {
    BY_NAME,   /* it has the name and type of nothing else */
    BY_LAYOUT, /* the module's LYT lists it */
    BY_RUN,    /* its number follows the others' */
    BY_IMAGE,  /* it goes with an image */
    BY_DOOR,   /* a door of the GIT is made of it */
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
};

static bool bears(const struct form *form, const char *id, const wr_resource *item,
                  uint32_t *number)
{
    size_t head = strlen(form->before);
    char name[64];
    if (item->type != form->type || strncmp(item->name, form->before, head) != 0)
        return false;
    if (form->numbered)
        return wr_putting_numbered(item->name + head, id, form->behind, number);
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

bool wr_into_makes(const struct wr_putting *putting, const wr_resource *item)
{
    uint32_t number;
    return form_of(putting->id, item, &number) != NULL;
}

/* ---- Proofs ------------------------------------------------------------------------------ */

/* Names in small letters, sorted. */
struct names {
    const char **items;
    uint32_t count;
};

/* Which numbers below `most` an image of each type has; `run` of them follow each other from 0.
 */
struct images {
    bool *tga, *tpc;
    uint32_t most, run;
};

/* What the edited module says of its own parts. */
struct census {
    struct wr_putting *putting;
    struct names rooms, blueprints; /* of the LYT, and of the GIT's doors */
    struct images textures, lightmaps;
};

static int order_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_name(const struct names *names, const char *name)
{
    return names->count > 0 &&
           bsearch(&name, names->items, names->count, sizeof *names->items, order_names);
}

/* Room for more than is put in is no harm. */
static bool start_names(struct wr_arena *arena, uint32_t most, struct names *out)
{
    *out = (struct names){.items = WR_TAKE(arena, const char *, most)};
    return out->items != NULL;
}

static bool add_name(struct wr_arena *arena, struct names *names, const char *name)
{
    char *copy = wr_arena_text(arena, name, strlen(name));
    for (char *c = copy; c && *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    names->items[names->count++] = copy;
    return copy != NULL;
}

static void sort_names(struct names *names)
{
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, order_names);
}

/* A layout that is replaced need not be whole: of one that is none nothing can be told. */
static enum wr_result read_layout(struct wr_putting *putting, struct wr_lyt *lyt)
{
    const wr_entry *entry = wr_resources_find(putting->old, putting->id, WR_RES_LYT);
    struct wr_context *silent = wr_context_within(putting->context, NULL, NULL);
    struct wr_source source;
    enum wr_result result = silent ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK && entry)
        result = wr_entry_read(silent, putting->arena, entry, &source);
    if (result == WR_OK && entry)
        result = wr_lyt_read(silent, putting->arena, &source, lyt);
    wr_context_destroy(silent);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(putting->context);
    if (result != WR_OK)
        *lyt = (struct wr_lyt){0};
    return WR_OK;
}

static enum wr_result list_rooms(struct wr_putting *putting, struct names *out)
{
    struct wr_lyt lyt = {0};
    enum wr_result result = read_layout(putting, &lyt);
    if (result != WR_OK)
        return result;
    bool fine = start_names(putting->arena, lyt.room_count, out);
    for (uint32_t i = 0; fine && i < lyt.room_count; i++)
        fine = add_name(putting->arena, out, lyt.rooms[i].model);
    sort_names(out);
    return fine ? WR_OK : wr_no_memory(putting->context);
}

static enum wr_result list_blueprints(struct wr_putting *putting, struct names *out)
{
    struct wr_gff *git = NULL;
    enum wr_result result =
        wr_putting_read(putting, putting->old, putting->id, WR_RES_GIT, &git);
    if (result != WR_OK && result != WR_NOT_FOUND)
        return result;
    const wr_gff_list *doors = git ? wr_gff_list_of(git->root, "Door List") : NULL;
    uint32_t count = doors ? doors->count : 0;
    bool fine = start_names(putting->arena, count, out);
    for (uint32_t i = 0; fine && i < count; i++) {
        const char *name = wr_gff_text_of(doors->items[i], "TemplateResRef", putting->arena);
        fine = name && add_name(putting->arena, out, name);
    }
    sort_names(out);
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
    enum wr_result result = list_rooms(putting, &census->rooms);
    if (result == WR_OK)
        result = list_blueprints(putting, &census->blueprints);
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
        return has_name(&census->rooms, item->name);
    case BY_RUN:
        return in_run && !(images->tga[number] && images->tpc[number]);
    case BY_IMAGE:
        return in_run && !has_image(census->putting->fresh, item->name);
    case BY_DOOR:
        return has_name(&census->blueprints, item->name);
    }
    return false;
}

/* ---- Taking out -------------------------------------------------------------------------- */

static void tell_kept(const struct wr_putting *putting, const wr_resource *item)
{
    wr_warn(
        putting->context, wr_at(putting->edited->source, item->offset), "into-kept",
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
        if (!form || wr_resources_find(putting->fresh, item->name, item->type))
            continue;
        gone[i] = is_proved(census, item, form, number);
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
