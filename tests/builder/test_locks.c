/* Locked doors: a key is got before the door it opens, or the map's author is told. */
#include "tests/support/on_scene.h"

#include "builder/build.h"
#include "builder/layout/layout.h"
#include "builder/layout/locks.h"
#include "core/base/random.h"

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(
        *state,
        &(scene_box){.id = "cell",
                     .width = 6,
                     .depth = 6,
                     .doors = {{.side = 'n'}, {.side = 's'}, {.side = 'e'}, {.side = 'w'}}});
    return 0;
}

/* A row of cells from south to north; the player arrives in the first. */
static void put_row(struct scene *scene, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        scene_put(scene, "cell", 0, 6 * (float)i, 0, 0);
    for (uint32_t i = 0; i + 1 < count; i++)
        scene_link(scene, i, "n", i + 1, "s");
    scene->map.entry = (wr_map_entry){.room = 0};
}

static enum wr_result judge(struct scene *scene)
{
    uint32_t unreachable;
    assert_int_equal(scene_place(scene), WR_OK);
    assert_int_equal(wr_layout_judge(scene->context, scene->layout, &unreachable), WR_OK);
    return wr_layout_unlock(scene->context, scene->layout);
}

static void a_key_before_its_lock_is_nothing_to_speak_of(void **state)
{
    struct scene *scene = *state;
    put_row(scene, 4);
    scene->map.rooms[1].key = "iron";
    scene->map.links[1].lock = "iron";
    scene->map.links[2].lock = "iron";
    assert_int_equal(judge(scene), WR_OK);
    assert_string_equal(scene_said(scene), "");
    assert_string_equal(scene_link_of(scene, 1, "n")->lock, "iron");
    assert_null(scene_link_of(scene, 0, "n")->lock);
}

static void a_key_behind_its_lock_is_warned_of(void **state)
{
    struct scene *scene = *state;
    put_row(scene, 3);
    scene->map.rooms[2].key = "iron";
    scene->map.links[0].lock = "iron";
    assert_int_equal(judge(scene), WR_OK);
    assert_string_equal(
        scene_said(scene),
        "warning [key-unreachable] the key 'iron' of the door between room 'r0' and room 'r1' "
        "lies behind it (move the key to the entry's side of the lock)\n");
}

static void two_keys_behind_each_others_locks_are_both_warned_of(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 3; i++)
        scene_put(scene, "cell", 6 * (float)(i - 1), 0, 0, 0);
    scene_link(scene, 1, "w", 0, "e");
    scene_link(scene, 1, "e", 2, "w");
    scene->map.entry = (wr_map_entry){.room = 1};
    scene->map.links[0].lock = scene->map.rooms[2].key = "iron";
    scene->map.links[1].lock = scene->map.rooms[0].key = "gold";
    assert_int_equal(judge(scene), WR_OK);
    assert_int_equal(scene->warnings, 2);
    assert_true(scene_heard(scene, "key-unreachable"));
}

static bool lies_in(const struct wr_map *map, const bool *reached, const char *key)
{
    for (uint32_t r = 0; r < map->room_count; r++)
        if (reached[r] && map->rooms[r].key && strcmp(map->rooms[r].key, key) == 0)
            return true;
    return false;
}

/* The rooms that are got to by trying every door again until nothing changes; those of one key
 * stay shut. */
static void mark_by_hand(const struct wr_map *map, const char *without, bool *reached)
{
    memset(reached, 0, map->room_count * sizeof *reached);
    reached[map->entry.room] = true;
    for (bool further = true; further;) {
        further = false;
        for (uint32_t i = 0; i < map->link_count; i++) {
            const wr_map_link *link = &map->links[i];
            bool shut = link->lock && without && strcmp(link->lock, without) == 0;
            if (shut || (link->lock && !lies_in(map, reached, link->lock)) ||
                reached[link->rooms[0]] == reached[link->rooms[1]])
                continue;
            reached[link->rooms[0]] = reached[link->rooms[1]] = further = true;
        }
    }
}

/* Locks whose key is never got, and those that are walked around. */
static uint32_t count_faults(const struct wr_map *map, uint32_t *around)
{
    bool reached[64], past[64];
    uint32_t stuck = 0;
    mark_by_hand(map, NULL, reached);
    *around = 0;
    for (uint32_t i = 0; i < map->link_count; i++) {
        const wr_map_link *link = &map->links[i];
        if (link->lock && !lies_in(map, reached, link->lock)) {
            stuck++;
        } else if (link->lock && !link->optional) {
            mark_by_hand(map, link->lock, past);
            *around += past[link->rooms[0]] && past[link->rooms[1]];
        }
    }
    return stuck;
}

/* A square of cells, all doors linked, some locked, keys anywhere. */
static void scatter(struct scene *scene, wr_random *random)
{
    static const char *const keys[] = {"iron", "gold", "bone", "salt"};
    enum { SIDE = 5 };
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint32_t room =
            scene_put(scene, "cell", 6 * (float)(i % SIDE), 6 * (float)(i / SIDE), 0, 0);
        if (i % SIDE > 0)
            scene_link(scene, room - 1, "e", room, "w");
        if (i / SIDE > 0)
            scene_link(scene, room - SIDE, "n", room, "s");
    }
    for (uint32_t i = 0; i < scene->map.link_count; i++)
        if (wr_random_below(random, 4) > 0)
            scene->map.links[i].lock = keys[wr_random_below(random, 4)];
    for (int i = 0; i < 4; i++)
        scene->map.rooms[wr_random_below(random, SIDE * SIDE)].key = keys[i];
    scene->map.entry = (wr_map_entry){.room = wr_random_below(random, SIDE * SIDE)};
}

/* A key may have been overwritten: its locks open never. */
static bool has_all_keys(const struct wr_map *map)
{
    bool all[64];
    memset(all, true, sizeof all);
    for (uint32_t i = 0; i < map->link_count; i++)
        if (map->links[i].lock && !lies_in(map, all, map->links[i].lock))
            return false;
    return true;
}

static void the_walk_agrees_with_trying_every_door_again_and_again(void **state)
{
    struct scene *scene = *state;
    uint32_t stuck = 0, around = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        wr_random random = wr_random_of(seed, 0);
        uint32_t own_around;
        scene->map.room_count = scene->map.link_count = 0;
        scatter(scene, &random);
        scene_said(scene);
        assert_int_equal(judge(scene), WR_OK);
        uint32_t own_stuck = count_faults(&scene->map, &own_around);
        if (!has_all_keys(&scene->map))
            continue;
        if (scene->warnings != own_stuck + own_around)
            fail_msg("seed %d: %u warnings, %u expected", (int)seed, scene->warnings,
                     own_stuck + own_around);
        stuck += own_stuck > 0;
        around += own_around > 0;
    }
    assert_true(stuck > 5 && around > 5);
}

/* Two rows of cells, and a door between them at either end: a ring. */
static void put_ring(struct scene *scene, uint32_t length)
{
    for (uint32_t i = 0; i < 2 * length; i++)
        scene_put(scene, "cell", 6 * (float)(i / length), 6 * (float)(i % length), 0, 0);
    for (uint32_t i = 0; i + 1 < length; i++) {
        scene_link(scene, i, "n", i + 1, "s");
        scene_link(scene, length + i, "n", length + i + 1, "s");
    }
    scene_link(scene, 0, "e", length, "w");
    scene_link(scene, length - 1, "e", 2 * length - 1, "w");
    scene->map.links_only = true;
    scene->map.entry = (wr_map_entry){.room = 0};
}

static void a_lock_that_can_be_walked_around_is_warned_of(void **state)
{
    struct scene *scene = *state;
    put_ring(scene, 3);
    scene->map.rooms[0].key = scene->map.links[0].lock = "iron";
    assert_int_equal(judge(scene), WR_OK);
    assert_string_equal(
        scene_said(scene),
        "warning [lock-walked-around] the door between room 'r0' and room 'r1' can be walked "
        "around: both are reached without its key 'iron' (close the other way, or say "
        "\"optional\": true beside the lock where that is meant)\n");
    scene->map.links[0].optional = true;
    assert_int_equal(judge(scene), WR_OK);
    assert_string_equal(scene_said(scene), "");
}

/* The way around has another door of the same key, or one whose key lies behind the first. */
static void a_way_around_that_needs_the_key_is_none(void **state)
{
    struct scene *scene = *state;
    put_ring(scene, 3);
    scene->map.rooms[0].key = scene->map.links[0].lock = scene->map.links[4].lock = "iron";
    assert_int_equal(judge(scene), WR_OK);
    assert_string_equal(scene_said(scene), "");
    scene->map.links[4].lock = scene->map.rooms[2].key = "gold";
    scene->map.links[4].optional = true;
    assert_int_equal(judge(scene), WR_OK);
    assert_string_equal(scene_said(scene), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, a_key_before_its_lock_is_nothing_to_speak_of),
        ON_SCENE_OF(start, a_key_behind_its_lock_is_warned_of),
        ON_SCENE_OF(start, two_keys_behind_each_others_locks_are_both_warned_of),
        ON_SCENE_OF(start, a_lock_that_can_be_walked_around_is_warned_of),
        ON_SCENE_OF(start, a_way_around_that_needs_the_key_is_none),
        ON_SCENE_OF(start, the_walk_agrees_with_trying_every_door_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
