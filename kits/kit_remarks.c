/* What the author of a kit should know, and who builds with it need not hear each time. */
#include "kits/kit.h"
#include "kits/kit_assets.h"
#include "kits/marker_row.h"

/* How many of something, in how many rooms, and the first of these. */
struct tally {
    uint32_t count, rooms;
    const char *first;
};

static void tally_add(struct tally *tally, const wr_room *room, uint32_t count)
{
    if (count == 0)
        return;
    if (tally->rooms++ == 0)
        tally->first = room->name;
    tally->count += count;
}

/* ---- Jambs ------------------------------------------------------------------------------- */

static uint32_t count_strays(const wr_room *room)
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        if (hook->id >= 0 && hook->foot != WR_NONE &&
            wr_room_transition(room, hook->foot) == hook->id)
            count += hook->stray_count;
    }
    return count;
}

/* Harmless, because only edges that meet a neighbour's keep a transition. */
static void tell_strays(struct wr_context *context, const struct wr_kit *kit, wr_where where)
{
    struct tally strays = {0};
    for (uint32_t r = 0; r < kit->room_count; r++)
        tally_add(&strays, &kit->rooms[r], count_strays(&kit->rooms[r]));
    if (strays.count > 0)
        wr_warn(context, where, "id-on-jamb",
                "only the edges of the threshold are linked; the others lead nowhere",
                "%u %s beside a threshold %s a hook's id, in %u %s of kit '%s', first in '%s'",
                (unsigned)strays.count, strays.count == 1 ? "edge" : "edges",
                strays.count == 1 ? "bears" : "bear", (unsigned)strays.rooms,
                strays.rooms == 1 ? "room" : "rooms", kit->name, strays.first);
}

/* ---- Markers ----------------------------------------------------------------------------- */

static uint32_t count_bare(const wr_room *room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < room->marker_count; i++)
        count += room->markers[i].kind != WR_WAYPOINT &&
                 !wr_marker_value(&room->markers[i], "blueprint") &&
                 wr_marker_becomes(&room->markers[i]) == WR_WAYPOINT;
    return count;
}

/* A kit for both games leaves blueprints to others. */
static void tell_bare(struct wr_context *context, const struct wr_kit *kit, wr_where where)
{
    struct tally bare = {0};
    for (uint32_t r = 0; r < kit->room_count; r++)
        tally_add(&bare, &kit->rooms[r], count_bare(&kit->rooms[r]));
    if (bare.count > 0)
        wr_note(context, where, "marker-without-blueprint",
                "name one with <set key=\"blueprint\" value=\"...\"/>",
                "%u %s without a blueprint %s, in %u %s of kit '%s', first in '%s'",
                (unsigned)bare.count, bare.count == 1 ? "marker" : "markers",
                bare.count == 1 ? "becomes a waypoint" : "become waypoints",
                (unsigned)bare.rooms, bare.rooms == 1 ? "room" : "rooms", kit->name,
                bare.first);
}

/* ---- Doors ------------------------------------------------------------------------------- */

static enum wr_result tell_door(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_kit *kit, uint32_t door, enum wr_game game)
{
    const struct wr_source source = {.name = kit->path};
    const wr_door *type = &kit->doors[door];
    const char *name = type->blueprints[game - 1], *path = NULL;
    if (!name || type->rows[game - 1])
        return WR_OK;
    enum wr_result result = wr_kit_blueprint_find(context, arena, kit, door, game, &path);
    if (result == WR_OK && !path)
        wr_warn(context, wr_at(&source, WR_WHOLE_FILE), "door-without-blueprint",
                "put the UTD into the kit's folder, or let the kit name a row of "
                "genericdoors.2da",
                "door '%s' of kit '%s' cannot hang in a module for K%d: there is no %s.utd",
                type->name, kit->name, (int)game, name);
    return result;
}

enum wr_result wr_kit_remark(struct wr_context *context, const struct wr_kit *kit)
{
    const struct wr_source source = {.name = kit->path};
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? WR_OK : wr_no_memory(context);
    tell_strays(context, kit, wr_at(&source, WR_WHOLE_FILE));
    tell_bare(context, kit, wr_at(&source, WR_WHOLE_FILE));
    for (uint32_t i = 0; result == WR_OK && i < 2 * kit->door_count; i++) {
        wr_arena_reset(arena);
        result = tell_door(context, arena, kit, i / 2, i % 2 ? WR_K2 : WR_K1);
    }
    wr_arena_destroy(arena);
    return result;
}
