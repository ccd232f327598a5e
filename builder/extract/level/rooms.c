/* Triangles are dealt out by their part; what two rooms share of an edge is a transition. */
#include "builder/extract/level/rooms.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/format/bwm.h"
#include "core/wmp/solids.h"

#include <math.h>
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
    d->taking->room_count = count;
    return true;
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

/* The name of a part as that of a resource, with a number where another is called so. */
static void name_room(const struct wr_taking *taking, uint32_t room, const char *name,
                      char out[WR_RESREF + 1])
{
    bool used = true;
    for (unsigned number = 1; used; number++) {
        wr_taken_resref(name, number, out);
        used = false;
        for (uint32_t r = 0; r < room; r++)
            used |= strcmp(taking->rooms[r].name, out) == 0;
    }
}

static bool name_rooms(struct dealing *d)
{
    struct wr_taking *taking = d->taking;
    taking->rooms = WR_ZERO(taking->arena, wr_taken_room, taking->room_count);
    taking->taken_of = WR_TAKE(taking->arena, uint32_t, taking->room_count);
    if (!taking->rooms || !taking->taken_of)
        return false;
    taking->lyt.room_count = taking->room_count;
    for (uint32_t p = 0, room = 0; p <= d->level->part_count && room < taking->room_count;
         p++) {
        if (d->level->room_of[p] != room)
            continue;
        name_room(taking, room, p == 0 ? taking->area : d->level->parts[p - 1],
                  taking->rooms[room].name);
        taking->rooms[room].slot = taking->rooms[room].like = room;
        taking->taken_of[room] = room;
        room++;
    }
    return true;
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

/* Whole metres near the middle of a room, so that nothing is rounded; the origin where there is
 * one room only. */
static wr_vec3 position_of(const struct wr_taking *taking, const struct wr_walkmesh *mesh)
{
    wr_dvec3 least = {INFINITY, INFINITY, INFINITY}, most = {-INFINITY, -INFINITY, 0};
    if (taking->room_count == 1)
        return wr_vec3_of(0, 0, 0);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_dvec3 p = wr_widen(mesh->vertices[v]);
        least = (wr_dvec3){fmin(least.x, p.x), fmin(least.y, p.y), fmin(least.z, p.z)};
        most = (wr_dvec3){fmax(most.x, p.x), fmax(most.y, p.y), 0};
    }
    return wr_vec3_of((float)floor((least.x + most.x) / 2 + 0.5),
                      (float)floor((least.y + most.y) / 2 + 0.5), (float)floor(least.z));
}

/* The walkmesh as the kit's file has it. */
static enum wr_result add_file(struct wr_taking *taking, wr_taken_room *room,
                               const struct wr_bytes *wok)
{
    uint8_t *data = wr_arena_copy(taking->arena, wok->data, wok->size, 1);
    const char *name = wr_taking_file_name(taking, room->name, WR_RES_WOK);
    wr_taken_file file = {.folder = "", .name = name, .data = data, .size = wok->size};
    if (!data || !name || !wr_taking_add(taking, &file))
        return wr_no_memory(taking->context);
    struct wr_source source = {.name = name, .data = data, .size = wok->size, .binary = true};
    return wr_bwm_read(taking->context, taking->arena, &source, &room->mesh);
}

static enum wr_result make_room(struct dealing *d, uint32_t number)
{
    struct wr_taking *taking = d->taking;
    wr_taken_room *room = &taking->rooms[number];
    wr_triangles triangles;
    struct wr_walkmesh *mesh;
    struct wr_bytes wok = {0};
    if (!deal(d, number, &triangles))
        return wr_no_memory(taking->context);
    enum wr_result result = wr_walkmesh_make(taking->context, WR_WOK, &triangles, NULL, &mesh);
    if (result != WR_OK)
        return result;
    set_transitions(d, number, mesh);
    room->position = position_of(taking, mesh);
    result = wr_bwm_append(taking->context, mesh, wr_at(d->level->source, WR_WHOLE_FILE), &wok);
    wr_walkmesh_free(mesh);
    if (result == WR_OK && wok.failed)
        result = wr_no_memory(taking->context);
    if (result == WR_OK)
        result = add_file(taking, room, &wok);
    wr_bytes_finish(&wok);
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
    if (!d.numbers || !number_rooms(&d, told.parts) || !name_rooms(&d))
        return wr_no_memory(taking->context);
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
