/* Kits and rooms at random, for what is asked of a sketch and of the layout alike. */
#ifndef WR_TESTS_SUPPORT_SKETCHES_H
#define WR_TESTS_SUPPORT_SKETCHES_H

#include "tests/support/scenes.h"

#include "core/base/random.h"

enum { SKETCH_ROOMS = 18, SKETCH_KIT = 5 };

/* A scene whose map has its rooms here, so that they can be moved about. */
struct sketched_scene {
    struct scene scene;
    wr_random random;
    wr_map_room rooms[SKETCH_ROOMS];
    wr_map_link links[4];
};

static inline uint32_t draw(struct sketched_scene *s, uint32_t count)
{
    return (uint32_t)wr_random_below(&s->random, count);
}

static inline float draw_step(struct sketched_scene *s, float step, uint32_t count)
{
    return step * (float)draw(s, count);
}

static inline scene_door draw_door(struct sketched_scene *s, char side, const char *name)
{
    static const enum scene_door_type types[] = {SCENE_PLAIN, SCENE_PLAIN, SCENE_PLAIN,
                                                 SCENE_SMALL, SCENE_OPEN,  SCENE_LONELY};
    return (scene_door){
        .side = side,
        .name = name,
        .pieces = draw(s, 3),
        .rise = draw(s, 8) == 0 ? 0.5f : 0,
        .out = draw_step(s, 0.1875f, 3),
        .type = types[draw(s, 6)],
    };
}

/* ---- Rooms of two storeys ---- */

enum { STOREY_CELL = 3, STOREY_FACES = 2 * 9, STOREY_VERTICES = 16 };

/* A floor of square cells on its way into a walkmesh, and the doorways in it. */
struct sketched_floor {
    uint32_t columns, rows;
    wr_vec3 corner;
    bool south, north;
};

static inline void write_floor_cell(struct wr_walkmesh *mesh, uint32_t first, uint32_t across,
                                    uint32_t cell)
{
    uint32_t at = first + cell / (across - 1) * across + cell % (across - 1);
    mesh->faces[mesh->face_count++] = (wr_face){{at, at + 1, at + across + 1}};
    mesh->faces[mesh->face_count++] = (wr_face){{at, at + across + 1, at + across}};
}

static inline void write_floor_of_cells(struct wr_walkmesh *mesh,
                                        const struct sketched_floor *floor)
{
    uint32_t first = mesh->vertex_count, across = floor->columns + 1;
    for (uint32_t v = 0; v < across * (floor->rows + 1); v++)
        mesh->vertices[mesh->vertex_count++] =
            wr_vec3_of(floor->corner.x + STOREY_CELL * (float)(v % across),
                       floor->corner.y + STOREY_CELL * (float)(v / across), floor->corner.z);
    for (uint32_t cell = 0; cell < floor->columns * floor->rows; cell++)
        write_floor_cell(mesh, first, across, cell);
}

/* A doorway in the side of the first cell of the first row, or of the last row. */
static inline void write_floor_door(const struct sketched_floor *floor, bool north,
                                    uint32_t first_face, struct wr_marks *marks, wr_hook *hook)
{
    static const char *const names[] = {"low south", "low north", "high south", "high north"};
    uint32_t cell = north ? floor->columns * (floor->rows - 1) : 0;
    float y = north ? STOREY_CELL * (float)floor->rows : 0;
    int32_t id = 40 + (int32_t)marks->count;
    marks->items[marks->count++] = (wr_edge){3 * (first_face + 2 * cell) + (north ? 4 : 0), id};
    *hook = (wr_hook){
        .name = names[2 * (floor->corner.z > 0) + north],
        .position = wr_vec3_of(floor->corner.x + STOREY_CELL / 2.0f, floor->corner.y + y,
                               floor->corner.z),
        .facing = north ? 90 : 270,
        .door = SCENE_PLAIN,
        .id = id,
    };
}

/* A floor, and another above it that reaches beyond it here and there. */
static inline void sketched_storeys(struct sketched_scene *s, const char *id)
{
    struct wr_arena *arena = s->scene.kit_arena;
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, WR_WOK, 2 * STOREY_VERTICES, 2 * STOREY_FACES);
    struct wr_marks marks = {.items = WR_TAKE(arena, wr_edge, 4)};
    wr_hook hooks[4];
    mesh->vertex_count = mesh->face_count = 0;
    for (int storey = 0; storey < 2; storey++) {
        struct sketched_floor floor = {.columns = 2 + draw(s, 2), .rows = 2 + draw(s, 2)};
        uint32_t first = mesh->face_count;
        if (storey)
            floor.corner = wr_vec3_of(draw_step(s, 1.5f, 4) - 3, draw_step(s, 1.5f, 4) - 3, 3);
        write_floor_of_cells(mesh, &floor);
        for (int north = 0; north < 2; north++)
            write_floor_door(&floor, north, first, &marks, &hooks[marks.count]);
    }
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->materials[f] = SCENE_STONE;
    mesh->walkable_count = mesh->face_count;
    scene_add_mesh(&s->scene, id, mesh, marks, hooks, marks.count);
}

/* ---- Kits ---- */

enum sketched_kind {
    SKETCH_MIXED,   /* boxes and ramps with two to four doorways, and a room of two storeys */
    SKETCH_REGULAR, /* boxes all alike, so that rooms close rounds */
    SKETCH_THIN,    /* so thin that none lies deeper than a metre in another */
};

static inline void sketched_box(struct sketched_scene *s, const char *id,
                                enum sketched_kind kind)
{
    static const char sides[] = "nesw";
    static const char *const names[] = {"n", "e", "s", "w"};
    scene_box box = {.id = id,
                     .width = 4 + draw_step(s, 2, 4),
                     .depth = 4 + draw_step(s, 2, 4),
                     .flags = draw(s, 4) == 0 ? SCENE_SILLS : 0};
    uint32_t count = 2 + draw(s, 3), first = draw(s, 4), step = 1;
    if (kind == SKETCH_MIXED && draw(s, 3) == 0)
        box.climb = draw(s, 2) ? 6 : 3;
    if (kind == SKETCH_REGULAR)
        box.width = box.depth = 6;
    if (kind == SKETCH_THIN) {
        box.depth = 0.75f + draw_step(s, 0.0625f, 4);
        count = 2;
        first = 0;
        step = 2;
    }
    for (uint32_t d = 0; d < count; d++) {
        uint32_t side = (first + step * d) % 4;
        box.doors[d] = draw_door(s, sides[side], names[side]);
        if (kind != SKETCH_MIXED)
            box.doors[d] = (scene_door){.side = box.doors[d].side, .pieces = draw(s, 3)};
    }
    scene_add_box(&s->scene, &box);
}

static inline void sketched_kit(struct sketched_scene *s, enum sketched_kind kind)
{
    static const char *const ids[SKETCH_KIT] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < SKETCH_KIT; i++)
        if (i == SKETCH_KIT - 1 && kind == SKETCH_MIXED)
            sketched_storeys(s, ids[i]);
        else
            sketched_box(s, ids[i], kind);
}

static inline void sketched_start(struct sketched_scene *s, uint64_t seed,
                                  enum sketched_kind kind)
{
    scene_start(&s->scene);
    s->random = wr_random_of(seed, 1);
    s->scene.map.rooms = s->rooms;
    sketched_kit(s, kind);
    (void)scene_room(&s->scene, "a"); /* finishes the kit */
}

static inline void sketched_end(struct sketched_scene *s)
{
    s->scene.map.rooms = NULL;
    s->scene.map.links = NULL;
    scene_end(&s->scene);
}

static inline const wr_room *draw_room(struct sketched_scene *s)
{
    return &scene_room(&s->scene, "a")->kit->rooms[draw(s, SKETCH_KIT)];
}

/* At a doorway of a room that stands, at times a little beside it; or anywhere near. */
static inline wr_placement draw_placement(struct sketched_scene *s, const wr_room *room)
{
    static const float off[] = {0, 0, 0, 0.004f, 0.012f, 0.07f, 0.4f};
    wr_placement placement = {
        {draw_step(s, 1.5f, 40), draw_step(s, 1.5f, 40), draw_step(s, 1.5f, 3)},
        90 * (float)draw(s, 4),
        draw(s, 3) == 0,
        false};
    if (s->scene.map.room_count == 0 || draw(s, 6) == 0)
        return placement;
    const wr_map_room *to = &s->rooms[draw(s, s->scene.map.room_count)];
    const wr_room *there = scene_room(&s->scene, to->room);
    placement = scene_meeting(there, to->placement, draw(s, there->hook_count), room,
                              draw(s, room->hook_count), draw(s, 3) == 0);
    placement.position.x += off[draw(s, 7)];
    placement.position.y += off[draw(s, 7)];
    placement.turn += draw(s, 12) == 0 ? 1.5f : 0;
    return placement;
}

static inline wr_map_room map_room(const wr_room *room, wr_placement placement)
{
    return (wr_map_room){.name = room->id, .room = room->id, .placement = placement};
}

#endif
