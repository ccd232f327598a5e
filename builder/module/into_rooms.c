/* The rooms of both modules: what their layouts list. */
#include "builder/module/into_steps.h"

#include "core/format/lyt.h"

/* A layout that is replaced need not be whole: of one that is none nothing can be told. */
static enum wr_result read_layout(struct wr_putting *putting,
                                  const struct wr_resources *resources, struct wr_lyt *lyt)
{
    const wr_entry *entry = wr_resources_find(resources, putting->id, WR_RES_LYT);
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

static enum wr_result list_rooms(struct wr_putting *putting,
                                 const struct wr_resources *resources,
                                 struct wr_into_names *out)
{
    struct wr_lyt lyt = {0};
    enum wr_result result = read_layout(putting, resources, &lyt);
    if (result != WR_OK)
        return result;
    bool fine = wr_into_names_start(putting->arena, lyt.room_count, out);
    for (uint32_t i = 0; fine && i < lyt.room_count; i++)
        fine = wr_into_names_add(putting->arena, out, lyt.rooms[i].model);
    wr_into_names_sort(out);
    return fine ? WR_OK : wr_no_memory(putting->context);
}

/* Whether the edited module has a room of a name: its layout lists it, or that is lost and a
 * walkmesh is there. */
static bool had_room(const struct wr_putting *putting, const char *name)
{
    return wr_into_names_has(&putting->rooms, name) ||
           (putting->rooms.count == 0 && wr_resources_find(putting->old, name, WR_RES_WOK));
}

/* A room of the level must not take the place of something else that is called so. */
static enum wr_result check_room(struct wr_putting *putting, const char *name)
{
    static const uint16_t types[] = {WR_RES_WOK, WR_RES_MDL, WR_RES_MDX};
    uint32_t number;
    if (had_room(putting, name) || wr_name_numbered(name, putting->id, "_room", &number) ||
        !wr_resources_find(putting->fresh, name, WR_RES_WOK))
        return WR_OK;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const wr_entry *entry = wr_resources_find(putting->old, name, types[i]);
        if (entry)
            return wr_fail(putting->context, WR_INVALID, wr_putting_where(putting, entry),
                           "into-name-taken", "give the room of the map another 'resref'",
                           "the level has a room '%s', and the module has a '%s' that is no "
                           "room of its layout",
                           name, entry->file);
    }
    return WR_OK;
}

static enum wr_result list_replaced(struct wr_putting *putting)
{
    const struct wr_map *map = putting->level->map;
    uint32_t count = map ? map->replaces.room_count : 0;
    bool fine = wr_into_names_start(putting->arena, count, &putting->replaced);
    for (uint32_t i = 0; fine && i < count; i++)
        fine = wr_into_names_add(putting->arena, &putting->replaced, map->replaces.rooms[i]);
    wr_into_names_sort(&putting->replaced);
    return fine ? WR_OK : wr_no_memory(putting->context);
}

/* Rooms that somebody else put into the layout are no rooms of the module any more. */
static void tell_left(struct wr_putting *putting)
{
    for (uint32_t i = 0; i < putting->rooms.count; i++) {
        const char *name = putting->rooms.items[i];
        const wr_entry *wok = wr_resources_find(putting->old, name, WR_RES_WOK);
        if (wok && !wr_into_was_room(putting, name) &&
            !wr_into_names_has(&putting->fresh_rooms, name))
            wr_warn(putting->context, wr_putting_where(putting, wok), "into-room-left",
                    "place it in the map under this 'resref'",
                    "the module's layout has a room '%.64s' that the map does not know: it "
                    "leaves the layout, and its files stay",
                    name);
    }
}

bool wr_into_was_room(const struct wr_putting *putting, const char *name)
{
    uint32_t number;
    return wr_name_numbered(name, putting->id, "_room", &number) ||
           wr_into_names_has(&putting->replaced, name);
}

enum wr_result wr_into_rooms(struct wr_putting *putting)
{
    enum wr_result result = list_rooms(putting, putting->old, &putting->rooms), one;
    if (result == WR_OK)
        result = list_rooms(putting, putting->fresh, &putting->fresh_rooms);
    if (result == WR_OK)
        result = list_replaced(putting);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < putting->fresh_rooms.count; i++) {
        one = check_room(putting, putting->fresh_rooms.items[i]);
        result = result == WR_OK ? one : result;
    }
    if (result == WR_OK)
        tell_left(putting);
    return result;
}
