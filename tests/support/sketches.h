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

/* A kit of boxes with two to four doorways each; a regular one's are all alike, so that rooms
 * close rounds. */
static inline void sketched_kit(struct sketched_scene *s, bool regular)
{
    static const char *const ids[SKETCH_KIT] = {"a", "b", "c", "d", "e"};
    static const char sides[] = "nesw";
    static const char *const names[] = {"n", "e", "s", "w"};
    for (int i = 0; i < SKETCH_KIT; i++) {
        scene_box box = {.id = ids[i],
                         .width = 4 + draw_step(s, 2, 4),
                         .depth = 4 + draw_step(s, 2, 4),
                         .flags = draw(s, 4) == 0 ? SCENE_SILLS : 0};
        uint32_t count = 2 + draw(s, 3), first = draw(s, 4);
        if (regular)
            box.width = box.depth = 6;
        for (uint32_t d = 0; d < count; d++) {
            box.doors[d] = draw_door(s, sides[(first + d) % 4], names[(first + d) % 4]);
            if (regular)
                box.doors[d] = (scene_door){.side = box.doors[d].side, .pieces = draw(s, 3)};
        }
        scene_add_box(&s->scene, &box);
    }
}

static inline void sketched_start(struct sketched_scene *s, uint64_t seed, bool regular)
{
    scene_start(&s->scene);
    s->random = wr_random_of(seed, 1);
    s->scene.map.rooms = s->rooms;
    sketched_kit(s, regular);
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
    wr_placement placement = {{draw_step(s, 1.5f, 40), draw_step(s, 1.5f, 40), 0},
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
