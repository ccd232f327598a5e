/* What a map says of who sees whom, over what the doorways show. */
#include "tests/support/on_scene.h"

#include "builder/sight/stated.h"
#include "builder/sight/visibility.h"
#include "core/base/random.h"

enum { MOST = 16 };

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(*state,
                  &(scene_box){.id = "cross",
                               .width = 6,
                               .depth = 6,
                               .doors = {{.side = 'n', .width = 2, .type = SCENE_SMALL},
                                         {.side = 'e', .width = 2, .type = SCENE_SMALL},
                                         {.side = 's', .width = 2, .type = SCENE_SMALL},
                                         {.side = 'w', .width = 2, .type = SCENE_SMALL}}});
    return 0;
}

static void say(struct scene *scene, uint32_t a, uint32_t b, bool seen)
{
    static wr_map_sight sights[MOST * MOST];
    scene->map.visible = scene->map.visible_count ? scene->map.visible : sights;
    scene->map.visible[scene->map.visible_count++] = (wr_map_sight){{a, b}, seen, {0}};
}

/* Who sees whom, from lists that are in order and hold each pair both ways. */
struct table {
    bool sees[MOST][MOST];
    uint64_t pairs;
};

static struct table look(struct scene *scene, bool *changed)
{
    struct table table = {.pairs = 0};
    struct wr_visibility visibility;
    assert_int_equal(
        wr_visibility_make(scene->context, scene->layout, WR_VIS_PORTAL, &visibility), WR_OK);
    for (uint32_t i = 0; i < visibility.room_count; i++)
        for (uint32_t k = 0; k < visibility.rooms[i].count; k++) {
            uint32_t other = visibility.rooms[i].items[k];
            assert_true(k == 0 || visibility.rooms[i].items[k - 1] < other);
            table.sees[i][other] = true;
            table.pairs++;
        }
    assert_int_equal(visibility.pairs, table.pairs);
    for (uint32_t i = 0; i < scene->map.visible_count && changed; i++)
        changed[i] = visibility.changed[i];
    wr_visibility_finish(&visibility);
    return table;
}

static void put_corner(struct scene *scene)
{
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "cross", 6, 0, 0, 0);
    scene_put(scene, "cross", 6, 6, 0, 0);
    scene_put(scene, "cross", 6, 12, 0, 0);
    assert_int_equal(scene_seam(scene), WR_OK);
}

static void a_pair_is_seen_where_the_map_says_so_and_only_then(void **state)
{
    struct scene *scene = *state;
    bool changed[2];
    put_corner(scene);
    struct table before = look(scene, NULL);
    assert_false(before.sees[0][3]);
    assert_true(before.sees[0][1]);
    say(scene, 3, 0, true);
    say(scene, 0, 1, false);
    struct table after = look(scene, changed);
    assert_true(after.sees[0][3] && after.sees[3][0]);
    assert_false(after.sees[0][1] || after.sees[1][0]);
    assert_true(changed[0] && changed[1]);
    assert_int_equal(after.pairs, before.pairs);
}

static void what_the_doorways_show_already_changes_nothing(void **state)
{
    struct scene *scene = *state;
    bool changed[2];
    put_corner(scene);
    struct table before = look(scene, NULL);
    say(scene, 0, 1, true);
    say(scene, 0, 3, false);
    struct table after = look(scene, changed);
    assert_memory_equal(&before, &after, sizeof after);
    assert_false(changed[0] || changed[1]);
}

static void rooms_of_a_group_are_one_room_to_see(void **state)
{
    struct scene *scene = *state;
    put_corner(scene);
    scene->map.rooms[0].group = scene->map.rooms[1].group = "g";
    assert_int_equal(scene_seam(scene), WR_OK);
    say(scene, 0, 1, false);
    say(scene, 1, 3, false);
    struct table table = look(scene, NULL);
    assert_int_equal(scene->layout->area_room_count, 3);
    assert_false(table.sees[0][2]);
    assert_true(table.sees[0][1]);
}

static void where_all_see_all_the_map_has_no_say(void **state)
{
    struct scene *scene = *state;
    struct wr_visibility visibility;
    put_corner(scene);
    say(scene, 0, 1, false);
    assert_int_equal(wr_visibility_make(scene->context, scene->layout, WR_VIS_ALL, &visibility),
                     WR_OK);
    assert_int_equal(visibility.pairs, 12);
    assert_null(visibility.changed);
    wr_visibility_finish(&visibility);
}

/* Any rooms on a grid, any pairs: seen is what the doorways show, and what is said of it. */
static void any_pairs_change_themselves_and_nothing_else(void **state)
{
    struct scene *scene = *state;
    for (uint32_t i = 0; i < 9; i++)
        scene_put(scene, "cross", 6 * (float)(i % 3), 6 * (float)(i / 3), 0, 0);
    assert_int_equal(scene_seam(scene), WR_OK);
    struct table before = look(scene, NULL);
    for (uint64_t seed = 1; seed <= 200; seed++) {
        wr_random random = wr_random_of(seed, 0);
        struct table wanted = before;
        bool changed[MOST * MOST];
        scene->map.visible_count = 0;
        for (uint32_t a = 0; a < 9; a++)
            for (uint32_t b = a + 1; b < 9; b++) {
                if (wr_random_below(&random, 3) == 0)
                    continue;
                bool seen = wr_random_below(&random, 2) == 0,
                     turn = wr_random_below(&random, 2);
                wanted.sees[a][b] = wanted.sees[b][a] = seen;
                say(scene, turn ? a : b, turn ? b : a, seen);
            }
        wanted.pairs = 0;
        for (uint32_t i = 0; i < MOST * MOST; i++)
            wanted.pairs += wanted.sees[i / MOST][i % MOST];
        struct table after = look(scene, changed);
        if (memcmp(&wanted, &after, sizeof after) != 0)
            fail_msg("other pairs than were said, seed %llu", (unsigned long long)seed);
        for (uint32_t i = 0; i < scene->map.visible_count; i++) {
            const wr_map_sight *said = &scene->map.visible[i];
            if (changed[i] != (before.sees[said->rooms[0]][said->rooms[1]] != said->seen))
                fail_msg("pair %u, seed %llu", (unsigned)i, (unsigned long long)seed);
        }
    }
}

/* Links lie in the order of their hooks, which is not that of the rooms. */
static void every_pair_of_neighbours_that_shall_not_see_each_other_is_warned_of(void **state)
{
    struct scene *scene = *state;
    for (uint32_t i = 0; i < 9; i++)
        scene_put(scene, "cross", 6 * (float)(i % 3), 6 * (float)(i / 3), 0, 0);
    assert_int_equal(scene_seam(scene), WR_OK);
    for (uint32_t a = 0; a < 9; a++)
        for (uint32_t b = 0; b < 9; b++) {
            if (a == b)
                continue;
            bool beside = a / 3 == b / 3 && (a + 1 == b || b + 1 == a);
            bool behind = a + 3 == b || b + 3 == a;
            for (int seen = 0; seen < 2; seen++) {
                scene->map.visible_count = 0;
                say(scene, a, b, seen);
                scene_said(scene);
                assert_int_equal(wr_stated_judge(scene->context, scene->layout), WR_OK);
                if (scene_heard(scene, "visible-neighbours") != (!seen && (beside || behind)))
                    fail_msg("rooms %u and %u, seen %d", (unsigned)a, (unsigned)b, seen);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, a_pair_is_seen_where_the_map_says_so_and_only_then),
        ON_SCENE_OF(start, what_the_doorways_show_already_changes_nothing),
        ON_SCENE_OF(start, rooms_of_a_group_are_one_room_to_see),
        ON_SCENE_OF(start, where_all_see_all_the_map_has_no_say),
        ON_SCENE_OF(start, every_pair_of_neighbours_that_shall_not_see_each_other_is_warned_of),
        ON_SCENE_OF(start, any_pairs_change_themselves_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
