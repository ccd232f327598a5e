/* Places by name: the edge that is near, the floor that is below. */
#include "builder/extract/named.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/rooms.h"
#include "builder/extract/threshold.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <stdio.h>
#include <string.h>

/* How far from an edge what names a doorway may be; metres. */
#define REACH 1.5
#define SLACK 0.05

/* ---- Names ------------------------------------------------------------------------------- */

bool wr_named_begins(const char *text, const char *word)
{
    size_t size = strlen(word);
    return strlen(text) > size && wr_view_same((wr_view){text, size}, (wr_view){word, size});
}

/* A name as an id; from 2 on a number stands behind it. */
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

static bool has_hook(const struct wr_taking *taking, uint32_t self, const char *name)
{
    for (uint32_t i = 0; i < taking->hook_count; i++)
        if (i != self && taking->hooks[i].room == taking->hooks[self].room &&
            wr_text_same(taking->hooks[i].name, name))
            return true;
    return false;
}

static bool has_marker(const struct wr_taking *taking, uint32_t room, const char *name)
{
    for (uint32_t i = 0; i < taking->marker_count; i++)
        if (taking->markers[i].room == room && wr_text_same(taking->markers[i].name, name))
            return true;
    return false;
}

/* ---- Edges ------------------------------------------------------------------------------- */

/* Whether a place is between the ends of a side, with a little slack. */
static bool is_between(wr_dvec3 place, wr_dvec3 side)
{
    double length = sqrt(side.x * side.x + side.y * side.y);
    double at = length > 0 ? (place.x * side.x + place.y * side.y) / length : 0;
    return at >= -SLACK && at <= length + SLACK;
}

static bool is_in(const wr_named_extent *extent, wr_vec3 point)
{
    wr_dvec3 place = wr_sub(wr_widen(point), extent->origin);
    if (extent->kind == WR_EXTENT_ROUND)
        return sqrt(place.x * place.x + place.y * place.y) <= extent->radius + SLACK;
    return extent->kind == WR_EXTENT_ALL || extent->kind == WR_EXTENT_EDGE ||
           (is_between(place, extent->along) && is_between(place, extent->across));
}

static wr_vec3 middle_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return wr_threshold_middle(mesh, &edge, 1);
}

/* How far an edge is from a place, level; infinity where it is on another storey. */
static double distance_of(const struct wr_walkmesh *mesh, uint32_t edge, wr_vec3 at)
{
    wr_vec3 nearest;
    wr_threshold_distance(mesh, edge, at, &nearest);
    double x = (double)at.x - nearest.x, y = (double)at.y - nearest.y;
    double up = (double)at.z - nearest.z;
    return up > WR_NAMED_ABOVE || up < -WR_NAMED_BELOW ? INFINITY : sqrt(x * x + y * y);
}

/* An edge of a room's floor: its place in the table of open edges. */
struct spot {
    uint32_t room, place;
};

static struct spot nearest_spot(const struct wr_taking *taking, const wr_named_doorway *doorway)
{
    struct spot best = {WR_NONE, WR_NONE};
    double least = REACH;
    for (uint32_t room = 0; room < taking->room_count; room++) {
        if (doorway->room != WR_NONE && doorway->room != room)
            continue;
        const struct wr_walkmesh *mesh = taking->rooms[room].mesh;
        for (uint32_t place = 0; place < mesh->edge_count; place++) {
            uint32_t edge = mesh->edges[place].edge;
            double x, y, distance = distance_of(mesh, edge, doorway->at);
            if (distance >= least || edge / 3 >= mesh->walkable_count ||
                (mesh->edges[place].transition >= 0 && !doorway->linked) ||
                !wr_threshold_outward(mesh, edge, &x, &y) ||
                !is_in(&doorway->extent, middle_of(mesh, edge)))
                continue;
            least = distance;
            best = (struct spot){room, place};
        }
    }
    return best;
}

static bool goes_on(const struct wr_walkmesh *mesh, const wr_named_extent *extent,
                    const wr_named_row *row, uint32_t place, bool before)
{
    wr_named_row longer = *row;
    uint32_t edge = mesh->edges[place].edge;
    double x, y;
    if (row->count == WR_MOST_EDGES || mesh->edges[place].transition != row->transition ||
        !wr_threshold_outward(mesh, edge, &x, &y) || !is_in(extent, middle_of(mesh, edge)))
        return false;
    memmove(longer.edges + before, row->edges, row->count * sizeof *row->edges);
    longer.edges[before ? 0 : row->count] = edge;
    return wr_threshold_holds(mesh, longer.edges, row->count + 1);
}

static void lengthen(const struct wr_walkmesh *mesh, const wr_named_extent *extent,
                     uint32_t place, wr_named_row *row)
{
    uint32_t begin, end, first = place, last = place;
    wr_taken_loop(mesh, place, &begin, &end);
    for (;;) {
        last = last + 1 == end ? begin : last + 1;
        if (last == place || !goes_on(mesh, extent, row, last, false))
            break;
        row->edges[row->count++] = mesh->edges[last].edge;
    }
    for (;;) {
        first = first == begin ? end - 1 : first - 1;
        if (first == last || first == place || !goes_on(mesh, extent, row, first, true))
            break;
        memmove(row->edges + 1, row->edges, row->count++ * sizeof *row->edges);
        row->edges[0] = mesh->edges[first].edge;
    }
}

wr_named_row wr_named_find(const struct wr_taking *taking, const wr_named_doorway *doorway)
{
    struct spot spot = nearest_spot(taking, doorway);
    wr_named_row row = {.room = spot.room, .transition = -1};
    if (spot.room == WR_NONE)
        return row;
    const struct wr_walkmesh *mesh = taking->rooms[spot.room].mesh;
    row.transition = mesh->edges[spot.place].transition;
    row.edges[row.count++] = mesh->edges[spot.place].edge;
    if (doorway->extent.kind != WR_EXTENT_EDGE)
        lengthen(mesh, &doorway->extent, spot.place, &row);
    return row;
}

/* ---- Doorways ---------------------------------------------------------------------------- */

static wr_vec3 spot_of(const struct wr_taking *taking, const wr_named_row *row)
{
    const struct wr_walkmesh *mesh = taking->rooms[row->room].mesh;
    return wr_threshold_spot(mesh, row->edges, row->count,
                             wr_threshold_middle(mesh, row->edges, row->count));
}

bool wr_named_is_taken(const struct wr_taking *taking, const wr_named_row *row)
{
    wr_vec3 spot = spot_of(taking, row);
    for (uint32_t h = 0; h < taking->hook_count; h++) {
        const wr_taken_hook *hook = &taking->hooks[h];
        if (hook->room != row->room)
            continue;
        if (!hook->hidden && wr_distance(hook->at, spot) <= 2 * WR_HOOK_REACH)
            return true;
        for (uint32_t i = 0; i < hook->edge_count; i++)
            for (uint32_t k = 0; k < row->count; k++)
                if (hook->edges[i] == row->edges[k])
                    return true;
    }
    return false;
}

void wr_named_rename(struct wr_taking *taking, uint32_t hook, const char *name)
{
    unsigned tries = 1;
    do
        spell(name, tries++, taking->hooks[hook].name);
    while (has_hook(taking, hook, taking->hooks[hook].name));
}

static bool add_hook(struct wr_taking *taking, const char *name, const wr_named_row *row)
{
    wr_taken_room *room = &taking->rooms[row->room];
    wr_taken_hook *hooks =
        wr_arena_more(taking->arena, taking->hooks, taking->hook_count, sizeof *hooks);
    uint32_t *edges = wr_arena_copy(taking->arena, row->edges, row->count, sizeof *edges);
    if (!hooks || !edges)
        return false;
    taking->hooks = hooks;
    hooks[taking->hook_count] =
        (wr_taken_hook){.room = row->room,
                        .edges = edges,
                        .edge_count = row->count,
                        .at = spot_of(taking, row),
                        .width = wr_threshold_width(room->mesh, edges, row->count),
                        .to = WR_NONE,
                        .twin = WR_NONE,
                        .door = WR_NONE,
                        .type = WR_NONE};
    wr_named_rename(taking, taking->hook_count++, name);
    room->hook_count++;
    return true;
}

enum wr_result wr_named_hook(struct wr_taking *taking, const char *name,
                             const wr_named_row *row, wr_where where)
{
    bool twice = row->count > 0 && (wr_named_is_taken(taking, row) ||
                                    taking->rooms[row->room].hook_count == WR_MOST_HOOKS);
    if (row->count == 0 || twice)
        wr_warn(taking->context, where, "extract-hooks",
                "put it on the edge of a floor, or let a region or a mesh called so hold it",
                twice ? "'%s' names a doorway that another one has"
                      : "no edge of a floor is near '%s'",
                name);
    else if (!add_hook(taking, name, row))
        return wr_no_memory(taking->context);
    return WR_OK;
}

/* ---- Markers ----------------------------------------------------------------------------- */

uint32_t wr_named_floor(const struct wr_taking *taking, wr_vec3 at, wr_vec3 *out)
{
    uint32_t best = WR_NONE;
    for (uint32_t room = 0; room < taking->room_count; room++) {
        wr_hit hit;
        if (!wr_walkmesh_face_at(taking->rooms[room].mesh, at, taking->surfaces.walkable,
                                 &hit) ||
            at.z - hit.point.z > (float)WR_NAMED_ABOVE ||
            at.z - hit.point.z < (float)-WR_NAMED_BELOW)
            continue;
        if (best == WR_NONE || fabsf(at.z - hit.point.z) < fabsf(at.z - out->z)) {
            best = room;
            *out = hit.point;
        }
    }
    return best;
}

wr_taken_marker *wr_named_marker(struct wr_taking *taking, uint32_t room, const char *name,
                                 unsigned number, wr_vec3 at)
{
    wr_taken_marker *markers =
        wr_arena_more(taking->arena, taking->markers, taking->marker_count, sizeof *markers);
    if (!markers)
        return NULL;
    taking->markers = markers;
    wr_taken_marker *marker = &markers[taking->marker_count];
    *marker = (wr_taken_marker){.room = room, .at = at};
    do
        spell(name, number++, marker->name);
    while (has_marker(taking, room, marker->name));
    marker->as =
        (wr_marker){.name = wr_arena_text(taking->arena, marker->name, strlen(marker->name)),
                    .kind = WR_WAYPOINT,
                    .position = room == WR_NONE ? at : wr_taken_own(&taking->rooms[room], at)};
    taking->marker_count++;
    return marker->as.name ? marker : NULL;
}
