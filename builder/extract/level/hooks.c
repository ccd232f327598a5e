/* Places by name. */
#include "builder/extract/hooks.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/level/hooks.h"
#include "builder/extract/level/parts.h"
#include "builder/extract/rooms.h"
#include "builder/extract/stretch.h"

#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* How far from an edge what names a doorway may be, and how high over it; metres. */
#define REACH 1.5
#define ABOVE 3.0
#define BELOW 0.5
#define SLACK 0.05

/* ---- Names ------------------------------------------------------------------------------- */

/* A name as an id; `tries` makes another one of it. */
static void spell(const char *name, unsigned number, char out[33])
{
    char tail[12] = "";
    if (number > 1)
        snprintf(tail, sizeof tail, "_%u", number);
    size_t most = 32 - strlen(tail), size = 0;
    for (; name[size] && size < most; size++) {
        char c = name[size];
        bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    (c >= '0' && c <= '9') || c == '_' || c == '-';
        out[size] = fine ? c : '_';
    }
    memcpy(out + size, tail, strlen(tail) + 1);
}

static bool has_hook(const struct wr_taking *taking, const char *name)
{
    for (uint32_t i = 0; i < taking->hook_count; i++)
        if (wr_text_same(taking->hooks[i].name, name))
            return true;
    return false;
}

static bool has_marker(const struct wr_taking *taking, const char *name)
{
    for (uint32_t i = 0; i < taking->marker_count; i++)
        if (wr_text_same(taking->markers[i].name, name))
            return true;
    return false;
}

static wr_vec3 place_of(const struct wr_level *level, uint32_t entity)
{
    const wr_wmp_entity *e = &level->wmp->entities[entity];
    wr_dvec3 at = level->places.entities[entity].move;
    if (e->kind == WR_WMP_REGION)
        at = wr_wmp_place_point(&level->places.frames[entity],
                                wr_scale(wr_add(e->as.box[0], e->as.box[1]), 0.5));
    return wr_narrow(wr_scale(at, level->metres));
}

/* ---- Doorways ---------------------------------------------------------------------------- */

/* The part of the ground a doorway covers: what lies in a box that stands upright; all of it
 * where nothing says how wide it is. */
struct extent {
    bool all;
    wr_dvec3 origin, along, across; /* metres */
};

static struct extent extent_of(const struct wr_level *level, uint32_t entity)
{
    wr_dvec3 corners[8];
    if (!wr_level_box(level, entity, corners))
        return (struct extent){.all = true};
    return (struct extent){
        .origin = wr_scale(corners[0], level->metres),
        .along = wr_scale(wr_sub(corners[1], corners[0]), level->metres),
        .across = wr_scale(wr_sub(corners[2], corners[0]), level->metres),
    };
}

/* Whether a place is between the ends of a side, with a little slack. */
static bool is_between(wr_dvec3 place, wr_dvec3 side)
{
    double length = sqrt(side.x * side.x + side.y * side.y);
    double at = length > 0 ? (place.x * side.x + place.y * side.y) / length : 0;
    return at >= -SLACK && at <= length + SLACK;
}

static bool is_in(const struct extent *extent, wr_vec3 point)
{
    wr_dvec3 place = wr_sub(wr_widen(point), extent->origin);
    return extent->all ||
           (is_between(place, extent->along) && is_between(place, extent->across));
}

static wr_vec3 middle_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return wr_stretch_middle(mesh, &edge, 1);
}

/* How far an edge is from a place, level; infinity where it is on another storey. */
static double distance_of(const struct wr_walkmesh *mesh, uint32_t edge, wr_vec3 at)
{
    wr_vec3 nearest;
    wr_stretch_distance(mesh, edge, at, &nearest);
    double x = (double)at.x - nearest.x, y = (double)at.y - nearest.y;
    double up = (double)at.z - nearest.z;
    return up > ABOVE || up < -BELOW ? INFINITY : sqrt(x * x + y * y);
}

/* An edge of a room's floor: its place in the table of open edges. */
struct spot {
    uint32_t room, place;
};

static struct spot nearest_spot(const struct wr_taking *taking, const struct extent *extent,
                                wr_vec3 at)
{
    struct spot best = {WR_NONE, WR_NONE};
    double least = REACH;
    for (uint32_t room = 0; room < taking->room_count; room++) {
        const struct wr_walkmesh *mesh = taking->rooms[room].mesh;
        for (uint32_t place = 0; place < mesh->edge_count; place++) {
            uint32_t edge = mesh->edges[place].edge;
            double x, y, distance = distance_of(mesh, edge, at);
            if (distance >= least || edge / 3 >= mesh->walkable_count ||
                mesh->edges[place].transition >= 0 || !wr_stretch_outward(mesh, edge, &x, &y) ||
                !is_in(extent, middle_of(mesh, edge)))
                continue;
            least = distance;
            best = (struct spot){room, place};
        }
    }
    return best;
}

/* The edges of one doorway in the order of their perimeter. */
struct row {
    uint32_t edges[WR_MOST_EDGES], count;
};

static bool goes_on(const struct wr_walkmesh *mesh, const struct extent *extent,
                    const struct row *row, uint32_t place, bool before)
{
    struct row longer = *row;
    uint32_t edge = mesh->edges[place].edge;
    double x, y;
    if (row->count == WR_MOST_EDGES || mesh->edges[place].transition >= 0 ||
        !wr_stretch_outward(mesh, edge, &x, &y) || !is_in(extent, middle_of(mesh, edge)))
        return false;
    memmove(longer.edges + before, row->edges, row->count * sizeof *row->edges);
    longer.edges[before ? 0 : row->count] = edge;
    return wr_stretch_holds(mesh, longer.edges, row->count + 1);
}

static struct row row_at(const struct wr_walkmesh *mesh, const struct extent *extent,
                         uint32_t place)
{
    struct row row = {.edges = {mesh->edges[place].edge}, .count = 1};
    uint32_t begin, end, first = place, last = place;
    wr_taken_loop(mesh, place, &begin, &end);
    for (;;) {
        last = last + 1 == end ? begin : last + 1;
        if (last == place || !goes_on(mesh, extent, &row, last, false))
            break;
        row.edges[row.count++] = mesh->edges[last].edge;
    }
    for (;;) {
        first = first == begin ? end - 1 : first - 1;
        if (first == last || first == place || !goes_on(mesh, extent, &row, first, true))
            break;
        memmove(row.edges + 1, row.edges, row.count++ * sizeof *row.edges);
        row.edges[0] = mesh->edges[first].edge;
    }
    return row;
}

static bool is_taken(const struct wr_taking *taking, uint32_t room, const struct row *row)
{
    for (uint32_t h = 0; h < taking->hook_count; h++)
        for (uint32_t i = 0; taking->hooks[h].room == room && i < taking->hooks[h].edge_count;
             i++)
            for (uint32_t k = 0; k < row->count; k++)
                if (taking->hooks[h].edges[i] == row->edges[k])
                    return true;
    return false;
}

static bool add_hook(struct wr_taking *taking, uint32_t number, const char *name,
                     const struct row *row)
{
    wr_taken_room *room = &taking->rooms[number];
    wr_taken_hook *hooks =
        wr_arena_more(taking->arena, taking->hooks, taking->hook_count, sizeof *hooks);
    uint32_t *edges = wr_arena_copy(taking->arena, row->edges, row->count, sizeof *edges);
    if (!hooks || !edges)
        return false;
    taking->hooks = hooks;
    wr_taken_hook *hook = &hooks[taking->hook_count];
    wr_vec3 middle = wr_stretch_middle(room->mesh, edges, row->count);
    *hook = (wr_taken_hook){.room = number,
                            .edges = edges,
                            .edge_count = row->count,
                            .at = wr_stretch_spot(room->mesh, edges, row->count, middle),
                            .width = wr_stretch_width(room->mesh, edges, row->count),
                            .to = WR_NONE,
                            .twin = WR_NONE,
                            .door = WR_NONE,
                            .type = WR_NONE};
    unsigned tries = 1;
    do
        spell(name, tries++, hook->name);
    while (has_hook(taking, hook->name));
    taking->hook_count++;
    room->hook_count++;
    return true;
}

static enum wr_result take_doorway(struct wr_taking *taking, const struct wr_level *level,
                                   uint32_t entity)
{
    const wr_wmp_entity *e = &level->wmp->entities[entity];
    struct extent extent = extent_of(level, entity);
    struct spot spot = nearest_spot(taking, &extent, place_of(level, entity));
    struct row row = {.count = 0};
    if (spot.room != WR_NONE)
        row = row_at(taking->rooms[spot.room].mesh, &extent, spot.place);
    if (row.count == 0 || is_taken(taking, spot.room, &row) ||
        taking->rooms[spot.room].hook_count == WR_MOST_HOOKS)
        wr_warn(taking->context, e->where, "extract-hooks",
                "put it on the edge of a floor, or let a region hold that edge",
                row.count ? "'%s' names a doorway that another one has"
                          : "no edge of a floor is near '%s'",
                e->name);
    else if (!add_hook(taking, spot.room, e->name, &row))
        return wr_no_memory(taking->context);
    return WR_OK;
}

enum wr_result wr_level_hooks(struct wr_taking *taking, struct wr_level *level)
{
    enum wr_result result = WR_OK;
    for (uint32_t e = 0; result == WR_OK && e < level->wmp->entity_count; e++)
        if (wr_level_is_hook(&level->wmp->entities[e]))
            result = take_doorway(taking, level, e);
    return result == WR_OK ? wr_taken_hooks_order(taking) : result;
}

/* ---- Waypoints --------------------------------------------------------------------------- */

/* The floor under a place, of the room where it is the nearest; WR_NONE where there is none. */
static uint32_t find_floor(const struct wr_taking *taking, wr_vec3 at, wr_vec3 *out)
{
    uint32_t best = WR_NONE;
    for (uint32_t room = 0; room < taking->room_count; room++) {
        wr_hit hit;
        if (!wr_walkmesh_face_at(taking->rooms[room].mesh, at, taking->surfaces.walkable,
                                 &hit) ||
            at.z - hit.point.z > (float)ABOVE || at.z - hit.point.z < (float)-BELOW)
            continue;
        if (best == WR_NONE || fabsf(at.z - hit.point.z) < fabsf(at.z - out->z)) {
            best = room;
            *out = hit.point;
        }
    }
    return best;
}

static bool add_waypoint(struct wr_taking *taking, uint32_t room, const char *name,
                         unsigned number, wr_vec3 at, double facing)
{
    wr_taken_marker *markers =
        wr_arena_more(taking->arena, taking->markers, taking->marker_count, sizeof *markers);
    if (!markers)
        return false;
    taking->markers = markers;
    wr_taken_marker *marker = &markers[taking->marker_count];
    *marker = (wr_taken_marker){.room = room, .at = at};
    do
        spell(name, number++, marker->name);
    while (has_marker(taking, marker->name));
    const char *own = wr_arena_text(taking->arena, marker->name, strlen(marker->name));
    marker->as = (wr_marker){.name = own,
                             .kind = WR_WAYPOINT,
                             .position = wr_taken_own(&taking->rooms[room], at),
                             .facing = (float)facing};
    taking->marker_count++;
    return own != NULL;
}

struct waypoints {
    struct wr_taking *taking;
    const struct wr_level *level;
    uint32_t left_out;
    bool failed;
};

/* `number` is the first that is tried behind the name: 1 is none. */
static void take_place(struct waypoints *w, const char *name, unsigned number, wr_dvec3 at,
                       double facing)
{
    wr_vec3 floor;
    uint32_t room = find_floor(w->taking, wr_narrow(wr_scale(at, w->level->metres)), &floor);
    if (room == WR_NONE)
        w->left_out++;
    else
        w->failed |= !add_waypoint(w->taking, room, name, number, floor, facing);
}

static void take_start(struct waypoints *w, uint32_t entity)
{
    const wr_wmp_place *place = &w->level->places.entities[entity];
    double facing = wr_wmp_place_angles(place, NULL).pan;
    const char *name = w->level->wmp->entities[entity].name;
    uint32_t before = w->taking->marker_count;
    take_place(w, name ? name : "position", 1, place->move, facing);
    struct wr_taken_level *area = w->taking->level;
    if (area->has_entry || w->taking->marker_count == before)
        return;
    area->has_entry = true;
    area->entry_room = w->taking->markers[before].room;
    area->entry = w->taking->markers[before].as.position;
    area->facing = (float)facing;
}

static void take_path(struct waypoints *w, uint32_t entity)
{
    const wr_wmp_entity *e = &w->level->wmp->entities[entity];
    const wr_wmp_path *path = &e->as.path;
    for (uint32_t n = 0; n < path->node_count && !w->failed; n++) {
        wr_dvec3 at = wr_wmp_place_point(&w->level->places.entities[entity], path->nodes[n]);
        take_place(w, e->name ? e->name : "path", n + 1, at, 0);
    }
}

enum wr_result wr_level_waypoints(struct wr_taking *taking, struct wr_level *level)
{
    struct waypoints w = {taking, level, 0, false};
    for (uint32_t e = 0; e < level->wmp->entity_count && !w.failed; e++) {
        const wr_wmp_entity *entity = &level->wmp->entities[e];
        if (wr_level_is_hook(entity))
            continue;
        if (entity->kind == WR_WMP_START)
            take_start(&w, e);
        else if (entity->kind == WR_WMP_PATH)
            take_path(&w, e);
    }
    if (w.failed)
        return wr_no_memory(taking->context);
    if (w.left_out > 0)
        wr_note(taking->context, wr_at(level->source, WR_WHOLE_FILE), "extract-things", NULL,
                "%" PRIu32 " positions and nodes of paths hang over no floor and are left out",
                w.left_out);
    return WR_OK;
}
