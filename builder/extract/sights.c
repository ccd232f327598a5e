/* Comparing the VIS of a module with what a build draws. */
#include "builder/extract/sights.h"

#include "builder/area/area.h"
#include "core/base/path.h"
#include "core/files/files.h"
#include "core/format/vis.h"

#include <stdlib.h>
#include <string.h>

/* Two rooms that see each other, the lower one first. */
struct sight {
    uint32_t low, high;
};

struct sights {
    struct sight *items;
    size_t count, capacity;
    bool failed;
};

static void add(struct sights *sights, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    sights->failed |=
        !wr_grow(&sights->items, &sights->capacity, sights->count + 1, sizeof *sights->items);
    if (!sights->failed)
        sights->items[sights->count++] = a < b ? (struct sight){a, b} : (struct sight){b, a};
}

static int order_sights(const void *a, const void *b)
{
    const struct sight *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return x->high < y->high ? -1 : x->high > y->high;
}

/* Sorts them, and keeps one of each. */
static void sort(struct sights *sights)
{
    size_t count = 0;
    if (sights->count > 1)
        qsort(sights->items, sights->count, sizeof *sights->items, order_sights);
    for (size_t i = 0; i < sights->count; i++)
        if (count == 0 || order_sights(&sights->items[count - 1], &sights->items[i]) != 0)
            sights->items[count++] = sights->items[i];
    sights->count = count;
}

/* ---- What the module says ---------------------------------------------------------------- */

struct named {
    const char *name;
    uint32_t room;
};

static int order_names(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return wr_text_order(x->name, y->name);
}

/* The rooms by name, which each has once. */
static struct named *sort_rooms(const struct wr_taking *taking)
{
    struct named *sorted = WR_TAKE(taking->arena, struct named, taking->room_count);
    for (uint32_t i = 0; sorted && i < taking->room_count; i++)
        sorted[i] = (struct named){taking->rooms[i].name, i};
    if (sorted && taking->room_count > 1)
        qsort(sorted, taking->room_count, sizeof *sorted, order_names);
    return sorted;
}

/* WR_NONE for what is no room that was taken: a backdrop, the sky. */
static uint32_t room_of(const struct wr_taking *taking, const struct named *sorted,
                        const char *name)
{
    char spelled[WR_RESREF + 1];
    struct named key = {spelled, 0};
    if (!wr_taken_name(name, spelled))
        return WR_NONE;
    const struct named *found =
        bsearch(&key, sorted, taking->room_count, sizeof *sorted, order_names);
    return found ? found->room : WR_NONE;
}

static bool say(const struct wr_taking *taking, const struct wr_vis *vis, struct sights *out)
{
    const struct named *sorted = sort_rooms(taking);
    for (uint32_t i = 0; sorted && i < vis->entry_count; i++) {
        const wr_vis_entry *entry = &vis->entries[i];
        uint32_t room = room_of(taking, sorted, entry->room);
        for (uint32_t k = 0; room != WR_NONE && k < entry->seen_count; k++) {
            uint32_t other = room_of(taking, sorted, entry->seen[k]);
            if (other != WR_NONE)
                add(out, room, other);
        }
    }
    sort(out);
    return sorted && !out->failed;
}

static enum wr_result read_vis(struct wr_taking *taking, struct wr_context *context,
                               struct wr_vis *out)
{
    struct wr_source source;
    const wr_entry *entry = wr_resources_find(&taking->resources, taking->area, WR_RES_VIS);
    if (!entry)
        return WR_NOT_FOUND;
    enum wr_result result = wr_entry_read(context, taking->arena, entry, &source);
    return result == WR_OK ? wr_vis_read(context, taking->arena, &source, out) : result;
}

/* ---- What a build draws ------------------------------------------------------------------ */

#define KIT "kit"

static enum wr_result put_file(struct wr_context *lenient, struct wr_arena *scratch,
                               const wr_taken_file *file, struct wr_memory *memory)
{
    struct wr_source source = {.data = file->data, .size = file->size};
    enum wr_result result = WR_OK;
    wr_arena_reset(scratch);
    if (file->entry)
        result = wr_entry_read(lenient, scratch, file->entry, &source);
    if (result == WR_NO_MEMORY || result == WR_STOPPED)
        return result;
    const char *path = wr_path_join(scratch, KIT, file->name);
    bool put =
        path && (result != WR_OK || wr_memory_put(memory, path, source.data, source.size));
    return put ? WR_OK : WR_NO_MEMORY;
}

/* Models are large, and block no sight. */
static bool matters(const wr_taken_file *file)
{
    bool model =
        file->entry && (file->entry->type == WR_RES_MDL || file->entry->type == WR_RES_MDX);
    return !*file->folder && !model;
}

/* What a kit's rooms are, as it will be: none of it is in its folder yet. */
static enum wr_result put_kit(const struct wr_taking *taking, struct wr_context *lenient,
                              struct wr_memory *memory)
{
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = scratch ? WR_OK : WR_NO_MEMORY;
    for (uint32_t i = 0; result == WR_OK && i < taking->file_count; i++)
        if (matters(&taking->files[i]))
            result = put_file(lenient, scratch, &taking->files[i], memory);
    wr_arena_destroy(scratch);
    return result;
}

static enum wr_result look_within(struct wr_taking *taking, struct wr_context *quiet,
                                  const struct wr_map *map, struct sights *out)
{
    const struct wr_build_options options = {.game = taking->game};
    struct wr_kits *kits = wr_kits_create(&taking->surfaces);
    struct wr_area *area = NULL;
    enum wr_result result = kits ? wr_kits_add(kits, KIT) : WR_NO_MEMORY;
    if (result == WR_OK)
        result = wr_area_make(quiet, map, kits, &options, &area);
    if (result == WR_OK)
        result = wr_area_look(quiet, area);
    for (uint32_t i = 0; result == WR_OK && area->seen && i < area->area_room_count; i++)
        for (uint32_t k = 0; k < area->seen[i].count; k++)
            add(out, i, area->seen[i].items[k]);
    wr_area_free(area);
    wr_kits_free(kits);
    sort(out);
    return out->failed ? WR_NO_MEMORY : result;
}

static enum wr_result look(struct wr_taking *taking, struct wr_context *quiet,
                           struct wr_context *lenient, const struct wr_map *map,
                           struct sights *out)
{
    struct wr_memory *memory = wr_memory_create(NULL);
    enum wr_result result = memory ? put_kit(taking, lenient, memory) : WR_NO_MEMORY;
    if (result == WR_OK) {
        wr_context_set_files(quiet, wr_memory_files(memory));
        result = look_within(taking, quiet, map, out);
        wr_context_set_files(quiet, NULL);
    }
    wr_memory_destroy(memory);
    return result;
}

/* ---- Both -------------------------------------------------------------------------------- */

static bool differ(struct wr_taking *taking, const struct sights *said,
                   const struct sights *drawn, struct wr_map *map)
{
    map->visible = WR_ZERO(taking->arena, wr_map_sight, said->count + drawn->count);
    for (size_t i = 0, k = 0; map->visible && (i < said->count || k < drawn->count);) {
        int order = i == said->count    ? 1
                    : k == drawn->count ? -1
                                        : order_sights(&said->items[i], &drawn->items[k]);
        const struct sight *sight = order <= 0 ? &said->items[i] : &drawn->items[k];
        if (order != 0)
            map->visible[map->visible_count++] =
                (wr_map_sight){.rooms = {sight->low, sight->high}, .seen = order < 0};
        i += order <= 0;
        k += order >= 0;
    }
    return map->visible != NULL;
}

static enum wr_result compare(struct wr_taking *taking, struct wr_context *quiet,
                              struct wr_context *lenient, struct wr_map *map)
{
    struct sights said = {0}, drawn = {0};
    struct wr_vis vis;
    enum wr_result result = read_vis(taking, lenient, &vis);
    if (result == WR_OK)
        result = look(taking, quiet, lenient, map, &drawn);
    if (result == WR_OK && (!say(taking, &vis, &said) || !differ(taking, &said, &drawn, map)))
        result = WR_NO_MEMORY;
    wr_free(said.items);
    wr_free(drawn.items);
    return result;
}

enum wr_result wr_taken_sights(struct wr_taking *taking, struct wr_map *map)
{
    struct wr_context *quiet = wr_context_within(taking->context, NULL, NULL);
    struct wr_context *lenient = quiet ? wr_taking_lenient(taking) : NULL;
    enum wr_result result =
        lenient ? compare(taking, quiet, lenient, map) : wr_no_memory(taking->context);
    wr_context_destroy(lenient);
    wr_context_destroy(quiet);
    if (result == WR_STOPPED)
        return result;
    return result == WR_NO_MEMORY ? wr_no_memory(taking->context) : WR_OK;
}
