/* Triangles are dealt out by their part; what two rooms share of an edge is a transition. */
#include "builder/extract/level/rooms.h"
#include "builder/extract/made_room.h"

#include "core/wmp/solids.h"

#include <stdlib.h>
#include <string.h>

/* A side of a walkable triangle, by where it lies. */
struct side {
    wr_vec3 from, to;
    uint32_t room;
};

struct dealing {
    struct wr_taking *taking;
    struct wr_level *level;
    wr_triangles floors;
    uint32_t *rooms; /* one a face */
    struct side *sides;
    uint32_t side_count;
    uint32_t *numbers; /* of vertices in the room that is made */
};

/* ---- Which room a face is of ------------------------------------------------------------- */

/* Parts that have a floor become rooms, in their order. */
static bool number_rooms(struct dealing *d, const uint32_t *parts)
{
    struct wr_level *level = d->level;
    uint64_t walkable = d->taking->surfaces.walkable;
    uint32_t count = 0;
    level->room_of = WR_TAKE(d->taking->arena, uint32_t, level->part_count + 1);
    bool *has = WR_ZERO(d->taking->arena, bool, level->part_count + 1);
    d->rooms = WR_TAKE(d->taking->arena, uint32_t, d->floors.face_count);
    if (!level->room_of || !has || !d->rooms)
        return false;
    for (uint32_t f = 0; f < d->floors.face_count; f++)
        has[parts[f]] |= wr_material_in(walkable, d->floors.materials[f]);
    for (uint32_t p = 0; p <= level->part_count; p++)
        level->room_of[p] = has[p] ? count++ : WR_NONE;
    return wr_made_rooms(d->taking, count);
}

/* What is of no room is of the first. */
static void deal_faces(struct dealing *d, const uint32_t *parts)
{
    for (uint32_t p = 0; p <= d->level->part_count; p++)
        if (d->level->room_of[p] == WR_NONE)
            d->level->room_of[p] = 0;
    for (uint32_t f = 0; f < d->floors.face_count; f++)
        d->rooms[f] = d->level->room_of[parts[f]];
}

static void name_rooms(const struct dealing *d)
{
    struct wr_taking *taking = d->taking;
    for (uint32_t p = 0, room = 0; p <= d->level->part_count && room < taking->room_count; p++)
        if (d->level->room_of[p] == room)
            wr_made_room_name(taking, room++, p == 0 ? taking->area : d->level->parts[p - 1]);
}

/* ---- Edges between rooms ----------------------------------------------------------------- */

static int order_points(wr_vec3 a, wr_vec3 b)
{
    return wr_vec3_order(a, b);
}

static int order_sides(const void *left, const void *right)
{
    const struct side *a = left, *b = right;
    int order = order_points(a->from, b->from);
    order = order ? order : order_points(a->to, b->to);
    return order ? order : a->room < b->room ? -1 : a->room > b->room;
}

static bool list_sides(struct dealing *d)
{
    uint32_t count = d->floors.face_count;
    d->sides = WR_TAKE(d->taking->arena, struct side, 3 * (size_t)count);
    for (uint32_t i = 0; d->sides && i < 3 * count; i++) {
        const uint32_t *v = d->floors.faces[i / 3].v;
        if (wr_material_in(d->taking->surfaces.walkable, d->floors.materials[i / 3]))
            d->sides[d->side_count++] =
                (struct side){d->floors.vertices[v[i % 3]], d->floors.vertices[v[(i + 1) % 3]],
                              d->rooms[i / 3]};
    }
    if (d->side_count > 0)
        qsort(d->sides, d->side_count, sizeof *d->sides, order_sides);
    return d->sides != NULL;
}

/* The room whose triangle lies behind an edge; WR_NONE where there is none. */
static uint32_t room_behind(const struct dealing *d, wr_vec3 from, wr_vec3 to)
{
    struct side key = {to, from, 0};
    uint32_t low = 0, high = d->side_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_sides(&d->sides[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < d->side_count && order_points(d->sides[low].from, to) == 0 &&
                 order_points(d->sides[low].to, from) == 0;
    return found ? d->sides[low].room : WR_NONE;
}

static void set_transitions(const struct dealing *d, uint32_t room, struct wr_walkmesh *mesh)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        uint32_t edge = mesh->edges[i].edge;
        uint32_t behind = room_behind(d, mesh->vertices[wr_edge_start(mesh, edge)],
                                      mesh->vertices[wr_edge_end(mesh, edge)]);
        if (behind != WR_NONE && behind != room)
            mesh->edges[i].transition = (int32_t)behind;
    }
}

/* ---- Rooms ------------------------------------------------------------------------------- */

/* The triangles of a room, with the vertices they use. */
static bool deal(struct dealing *d, uint32_t room, wr_triangles *out)
{
    struct wr_arena *arena = d->taking->arena;
    uint32_t faces = 0, vertices = 0;
    for (uint32_t f = 0; f < d->floors.face_count; f++)
        faces += d->rooms[f] == room;
    wr_vec3 *at = WR_TAKE(arena, wr_vec3, 3 * (size_t)faces);
    wr_face *rows = WR_TAKE(arena, wr_face, faces);
    uint32_t *materials = WR_TAKE(arena, uint32_t, faces);
    if (!at || !rows || !materials)
        return false;
    memset(d->numbers, 0xff, d->floors.vertex_count * sizeof *d->numbers);
    faces = 0;
    for (uint32_t f = 0; f < d->floors.face_count; f++) {
        if (d->rooms[f] != room)
            continue;
        for (int k = 0; k < 3; k++) {
            uint32_t *number = &d->numbers[d->floors.faces[f].v[k]];
            if (*number == WR_NONE) {
                at[vertices] = d->floors.vertices[d->floors.faces[f].v[k]];
                *number = vertices++;
            }
            rows[faces].v[k] = *number;
        }
        materials[faces++] = d->floors.materials[f];
    }
    *out = (wr_triangles){at, rows, materials, vertices, faces};
    return true;
}

static enum wr_result make_room(struct dealing *d, uint32_t number)
{
    struct wr_taking *taking = d->taking;
    wr_triangles triangles;
    struct wr_walkmesh *mesh;
    if (!deal(d, number, &triangles))
        return wr_no_memory(taking->context);
    enum wr_result result = wr_walkmesh_make(taking->context, WR_WOK, &triangles, NULL, &mesh);
    if (result != WR_OK)
        return result;
    set_transitions(d, number, mesh);
    result = wr_made_room_mesh(taking, number, mesh, wr_at(d->level->source, WR_WHOLE_FILE));
    wr_walkmesh_free(mesh);
    return result;
}

static enum wr_result make_floors(struct wr_taking *taking, struct wr_level *level,
                                  wr_triangles *out, struct wr_brush_told *told)
{
    const uint32_t *blocks;
    enum wr_result result = wr_wmp_solids(taking->context, taking->arena, level->wmp,
                                          &level->places, &level->brush, &blocks);
    if (result == WR_OK)
        result = wr_level_parts(taking, level, blocks);
    if (result == WR_OK)
        result = wr_brush_floors(taking->context, taking->arena, &level->brush, out, told);
    return result;
}

enum wr_result wr_level_rooms(struct wr_taking *taking, struct wr_level *level)
{
    struct dealing d = {.taking = taking, .level = level};
    struct wr_brush_told told;
    enum wr_result result = make_floors(taking, level, &d.floors, &told);
    if (result != WR_OK)
        return result;
    d.numbers = WR_TAKE(taking->arena, uint32_t, d.floors.vertex_count);
    if (!d.numbers || !number_rooms(&d, told.parts))
        return wr_no_memory(taking->context);
    name_rooms(&d);
    deal_faces(&d, told.parts);
    if (!list_sides(&d))
        return wr_no_memory(taking->context);
    if (taking->room_count == 0)
        return wr_fail(taking->context, WR_NOT_FOUND, wr_at(level->source, WR_WHOLE_FILE),
                       "extract-no-rooms",
                       "floors are faces of blocks that look up, with room to stand above",
                       "the level has no floor on which anybody can stand");
    for (uint32_t room = 0; result == WR_OK && room < taking->room_count; room++)
        result = make_room(&d, room);
    return result;
}
