/* The rules a kit's rooms must keep, judged once hooks have found their edges. */
#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST = 480 };

struct check {
    struct wr_context *context;
    const struct wr_kit *kit;
    const struct wr_room_places *places; /* NULL: none */
    const wr_surfaces *surfaces;         /* NULL: not asked */
    enum wr_result result;
};

/* What the author of Warren's XML can mend is an error, what is wrong in a shipped foreign kit
 * a warning. */
static void find(struct check *check, wr_where where, const char *slug, const char *hint,
                 const char *format, ...) WR_PRINTF(5, 6);

static void find(struct check *check, wr_where where, const char *slug, const char *hint,
                 const char *format, ...)
{
    char text[LONGEST];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (check->kit->holocron)
        wr_warn(check->context, where, slug, hint, "%s", text);
    else
        check->result = wr_fail(check->context, WR_INVALID, where, slug, hint, "%s", text);
}

static wr_where hook_where(const struct check *check, uint32_t room, uint32_t hook)
{
    return check->places ? check->places[room].hooks[hook] : WR_NOWHERE;
}

/* ---- A hook and its edges ------------------------------------------------------------------
 */

static void tell_off_perimeter(struct check *check, uint32_t r, uint32_t h)
{
    const wr_room *room = &check->kit->rooms[r];
    const wr_hook *hook = &room->hooks[h];
    double distance;
    uint32_t edge = wr_room_edge_near(room, hook->position, -1, &distance);
    char hint[LONGEST];
    if (edge == WR_NONE) {
        find(
            check, hook_where(check, r, h), "hook-off-perimeter",
            "give the walkmesh a walkable face whose edge is the doorway",
            "hook '%s' of room '%s' has no edge to stand on: no walkable face has an open edge",
            hook->name, room->name);
        return;
    }
    wr_vec3 a = room->mesh->vertices[wr_edge_start(room->mesh, edge)];
    wr_vec3 b = room->mesh->vertices[wr_edge_end(room->mesh, edge)];
    snprintf(hint, sizeof hint, "the middle of the nearest open edge (%u) is at \"%s %s %s\"",
             (unsigned)edge, wr_fixed(((double)a.x + b.x) / 2, 3).text,
             wr_fixed(((double)a.y + b.y) / 2, 3).text,
             wr_fixed(((double)a.z + b.z) / 2, 3).text);
    if (hook->id >= 0 && distance <= WR_HOOK_OFF_PERIMETER) {
        wr_room_edge_near(room, hook->position, hook->id, &distance);
        find(check, hook_where(check, r, h), "hook-off-perimeter", hint,
             "hook '%s' of room '%s' is %s m from the nearest edge that bears its id %d",
             hook->name, room->name, wr_fixed(distance, 3).text, (int)hook->id);
        return;
    }
    find(check, hook_where(check, r, h), "hook-off-perimeter", hint,
         "hook '%s' of room '%s' is %s m from the nearest open edge", hook->name, room->name,
         wr_fixed(distance, 3).text);
}

static bool id_is_painted(const wr_room *room, int32_t id)
{
    for (uint32_t i = 0; i < room->mesh->edge_count; i++)
        if (room->mesh->edges[i].transition == id)
            return true;
    return false;
}

static void check_id(struct check *check, uint32_t r, uint32_t h)
{
    const wr_room *room = &check->kit->rooms[r];
    const wr_hook *hook = &room->hooks[h];
    if (hook->id < 0)
        return;
    if (!id_is_painted(room, hook->id))
        find(
            check, hook_where(check, r, h), "id-on-no-edge",
            "paint the id on the doorway, or leave it out: the nearest open edge is taken then",
            "no open edge of room '%s' bears the id %d of hook '%s'", room->name, (int)hook->id,
            hook->name);
    else if (hook->foot != WR_NONE && wr_room_transition(room, hook->foot) != hook->id)
        find(check, hook_where(check, r, h), "hook-wrong-id",
             "the open edge at the hook is used instead",
             "the edges that bear the id %d of hook '%s' of room '%s' are not where it stands",
             (int)hook->id, hook->name, room->name);
}

static void check_facing(struct check *check, uint32_t r, uint32_t h)
{
    const wr_room *room = &check->kit->rooms[r];
    const wr_hook *hook = &room->hooks[h];
    if (!isfinite(hook->facing))
        return;
    double cosine, sine;
    char hint[LONGEST];
    wr_turn_of(hook->facing, &cosine, &sine);
    double along = cosine * hook->out_x + sine * hook->out_y;
    snprintf(hint, sizeof hint, "its edge faces %s degrees",
             wr_fixed(wr_bearing_of(hook->out_x, hook->out_y), 3).text);
    if (along < 0)
        find(check, hook_where(check, r, h), "hook-faces-inward", hint,
             "hook '%s' of room '%s' faces into its room (%s degrees)", hook->name, room->name,
             wr_fixed(hook->facing, 3).text);
    else if (along < WR_FACING_COSINE)
        wr_warn(check->context, hook_where(check, r, h), "hook-facing-off", hint,
                "hook '%s' of room '%s' faces %s degrees, more than 20 off its edge",
                hook->name, room->name, wr_fixed(hook->facing, 3).text);
}

/* An edge that was listed for a hook and is not in its one threshold. */
static void check_listed(struct check *check, uint32_t r, uint32_t h)
{
    const wr_room *room = &check->kit->rooms[r];
    const wr_hook *hook = &room->hooks[h];
    if (hook->id < 0 && hook->stray_count > 0)
        find(check, hook_where(check, r, h), "hook-edges-apart",
             "list edges that follow one another and face within 20 degrees of each other",
             "%u of the edges listed for hook '%s' of room '%s' %s beside its threshold",
             (unsigned)hook->stray_count, hook->name, room->name,
             hook->stray_count == 1 ? "lies" : "lie");
}

/* ---- Two hooks -----------------------------------------------------------------------------
 */

static bool coincides(struct check *check, uint32_t r, uint32_t h)
{
    const wr_room *room = &check->kit->rooms[r];
    const wr_hook *hook = &room->hooks[h];
    for (uint32_t i = 0; i < h; i++) {
        if (wr_distance(room->hooks[i].position, hook->position) > WR_HOOK_REACH)
            continue;
        find(check, hook_where(check, r, h), "hooks-coincide", "a doorway has one hook",
             "hooks '%s' and '%s' of room '%s' stand on one spot", room->hooks[i].name,
             hook->name, room->name);
        return true;
    }
    return false;
}

/* owners: the first hook whose threshold has an edge, plus 1; 0 for none. */
static uint32_t claim(uint32_t *owners, const wr_hook *hook, uint32_t h)
{
    uint32_t other = 0;
    for (uint32_t i = 0; i < hook->threshold_count; i++) {
        uint32_t *owner = &owners[hook->threshold[i]];
        other = other ? other : *owner;
        *owner = *owner ? *owner : h + 1;
    }
    return other;
}

static void check_pairs(struct check *check, uint32_t r)
{
    const wr_room *room = &check->kit->rooms[r];
    struct wr_arena *arena = check->kit->arena;
    wr_arena_mark here = wr_arena_here(arena);
    uint32_t *owners = wr_arena_zero(arena, room->mesh->walkable_count, 3 * sizeof *owners);
    if (!owners)
        check->result = wr_no_memory(check->context);
    for (uint32_t h = 0; owners && h < room->hook_count; h++) {
        uint32_t other = claim(owners, &room->hooks[h], h);
        if (!coincides(check, r, h) && other)
            find(check, hook_where(check, r, h), "hooks-share-edge",
                 "cut the edge where one doorway ends, or list each hook's edges",
                 "hooks '%s' and '%s' of room '%s' claim the same edge of the walkmesh",
                 room->hooks[other - 1].name, room->hooks[h].name, room->name);
    }
    wr_arena_rewind(arena, here);
}

/* ---- Islands
 * ---------------------------------------------------------------------------------- */

static double *island_areas(const wr_room *room, struct wr_arena *arena)
{
    const struct wr_walkmesh *mesh = room->mesh;
    double *areas = WR_ZERO(arena, double, room->island_count);
    for (uint32_t i = 0; areas && i < mesh->walkable_count; i++) {
        const uint32_t *v = mesh->faces[i].v;
        areas[room->islands[i]] +=
            0.5 * wr_length(wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]],
                                               mesh->vertices[v[2]]));
    }
    return areas;
}

static bool reaches_another(const wr_room *room, uint32_t h)
{
    uint32_t others = 0;
    for (uint32_t i = 0; i < room->hook_count; i++) {
        if (i == h || room->hooks[i].foot == WR_NONE)
            continue;
        if (room->hooks[i].island == room->hooks[h].island)
            return true;
        others++;
    }
    return others == 0;
}

static void check_island(struct check *check, uint32_t r, uint32_t h, const double *areas)
{
    const wr_room *room = &check->kit->rooms[r];
    const wr_hook *hook = &room->hooks[h];
    double area = areas[hook->island];
    if (area < WR_DOOR_OVERLAP * WR_DOOR_OVERLAP)
        wr_warn(check->context, hook_where(check, r, h), "hook-unreachable",
                "weld the floor at the doorway to the rest of the room",
                "hook '%s' of room '%s' opens on an island of %s square metres", hook->name,
                room->name, wr_fixed(area, 3).text);
    else if (!reaches_another(room, h))
        wr_warn(check->context, hook_where(check, r, h), "hook-unreachable",
                "weld the floor at the doorway to the rest of the room",
                "no other hook of room '%s' can be reached from hook '%s'", room->name,
                hook->name);
}

static void check_islands(struct check *check, uint32_t r)
{
    const wr_room *room = &check->kit->rooms[r];
    struct wr_arena *arena = check->kit->arena;
    wr_arena_mark here = wr_arena_here(arena);
    const double *areas = island_areas(room, arena);
    if (!areas)
        check->result = wr_no_memory(check->context);
    for (uint32_t h = 0; areas && h < room->hook_count; h++)
        if (room->hooks[h].foot != WR_NONE)
            check_island(check, r, h, areas);
    wr_arena_rewind(arena, here);
}

/* ---- Materials ------------------------------------------------------------------------------
 */

static bool is_known(const wr_surfaces *surfaces, uint32_t material)
{
    return material < WR_SURFACE_COUNT && (surfaces->known >> material & 1);
}

static void check_materials(struct check *check, uint32_t r)
{
    const wr_room *room = &check->kit->rooms[r];
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; check->surfaces && i < room->mesh->face_count; i++)
        if (!is_known(check->surfaces, room->mesh->materials[i]) && count++ == 0)
            first = i;
    if (count == 0)
        return;
    wr_where where = WR_NOWHERE;
    if (check->places)
        where = wr_at(&check->places[r].mesh_source, WR_WHOLE_FILE);
    find(check, where, "material-unknown", "materials are rows of surfacemat.2da",
         "%u %s of room '%s' %s a material the game does not know: face %u has %u",
         (unsigned)count, count == 1 ? "face" : "faces", room->name,
         count == 1 ? "has" : "have", (unsigned)first, (unsigned)room->mesh->materials[first]);
}

/* ---- Markers --------------------------------------------------------------------------------
 */

static void check_blueprint(struct check *check, const wr_room *room, const wr_marker *marker,
                            wr_where where)
{
    const char *blueprint = wr_marker_value(marker, "blueprint");
    if (blueprint && !wr_kit_blueprint_valid(blueprint))
        wr_warn(check->context, where, "marker-blueprint",
                "1 to 16 of the characters A-Z a-z 0-9 _",
                "marker '%s' of room '%s' has the blueprint '%.64s', which nothing can be "
                "called: it becomes a waypoint",
                marker->name, room->name, blueprint);
}

/* Seen from above. */
static double beside_floor(const wr_room *room, wr_vec3 at)
{
    wr_hit hit;
    if (!wr_walkmesh_nearest(room->mesh, at, INFINITY, &hit))
        return INFINITY;
    wr_dvec3 off = wr_sub(wr_widen(hit.point), wr_widen(at));
    off.z = 0;
    return wr_length(off);
}

/* What walks, or is walked to, stands on the floor; a thing may hang at a wall, at any height;
 * what is heard, looks on, or is looked at from afar may be anywhere, and so may the middle of
 * what is walked into. */
static bool is_in_place(const wr_room *room, const wr_marker *marker)
{
    wr_hit hit;
    if (marker->kind == WR_PLACEABLE)
        return beside_floor(room, marker->position) <= WR_WALL_REACH;
    if (marker->kind > WR_LOOT && marker->kind != WR_STORE)
        return true;
    return wr_walkmesh_face_at(room->mesh, marker->position, WR_ALL_SURFACES, &hit) &&
           hit.face < room->mesh->walkable_count && hit.distance <= WR_DOOR_STEP;
}

static void check_place(struct check *check, const wr_room *room, const wr_marker *marker,
                        wr_where where)
{
    wr_vec3 at = marker->position;
    char hint[LONGEST] = "the room has no floor";
    wr_hit hit;
    if (is_in_place(room, marker))
        return;
    if (wr_walkmesh_nearest(room->mesh, at, INFINITY, &hit))
        snprintf(hint, sizeof hint, "the nearest floor is at \"%s %s %s\"",
                 wr_fixed(hit.point.x, 3).text, wr_fixed(hit.point.y, 3).text,
                 wr_fixed(hit.point.z, 3).text);
    wr_warn(check->context, where, "marker-off-floor", hint,
            "marker '%s' of room '%s' (%s) stands off the floor, at (%s, %s, %s)", marker->name,
            room->name, wr_marker_kind_name(marker->kind), wr_fixed(at.x, 3).text,
            wr_fixed(at.y, 3).text, wr_fixed(at.z, 3).text);
}

/* What is walked into needs a shape. */
static void check_corners(struct check *check, const wr_room *room, const wr_marker *marker,
                          wr_where where)
{
    if (wr_marker_has_corners(marker->kind) && marker->corner_count < 3)
        wr_warn(check->context, where, "marker-corners",
                "give it three or more, counted from its place: <corner by=\"-1 -1 0\"/>",
                "marker '%s' of room '%s' (%s) has %u corners: nobody can walk into it",
                marker->name, room->name, wr_marker_kind_name(marker->kind),
                (unsigned)marker->corner_count);
}

static void check_markers(struct check *check, uint32_t r)
{
    const wr_room *room = &check->kit->rooms[r];
    for (uint32_t i = 0; i < room->marker_count; i++) {
        wr_where where = check->places ? check->places[r].markers[i] : WR_NOWHERE;
        check_blueprint(check, room, &room->markers[i], where);
        check_place(check, room, &room->markers[i], where);
        check_corners(check, room, &room->markers[i], where);
    }
}

/* ---- A kit ----------------------------------------------------------------------------------
 */

static void check_hook(struct check *check, uint32_t r, uint32_t h)
{
    check_id(check, r, h);
    if (check->kit->rooms[r].hooks[h].foot == WR_NONE) {
        tell_off_perimeter(check, r, h);
    } else {
        check_listed(check, r, h);
        check_facing(check, r, h);
    }
}

enum wr_result wr_kit_check(struct wr_context *context, const struct wr_kit *kit,
                            const struct wr_room_places *places, const wr_surfaces *surfaces)
{
    struct check check = {
        .context = context, .kit = kit, .places = places, .surfaces = surfaces};
    for (uint32_t r = 0; r < kit->room_count; r++) {
        check_materials(&check, r);
        for (uint32_t h = 0; h < kit->rooms[r].hook_count; h++)
            check_hook(&check, r, h);
        check_pairs(&check, r);
        check_islands(&check, r);
        check_markers(&check, r);
        enum wr_result stretched = wr_stretches_check(context, &kit->rooms[r]);
        check.result = stretched ? stretched : check.result;
    }
    return check.result;
}
