/* Models of area rooms that have none of their own, or are made of several. */
#define _XOPEN_SOURCE 700
#include "tests/support/corpus.h"
#include "tests/support/stood.h"

/* ---- Grey boxes -------------------------------------------------------------------------- */

/* The lowest point of the walls over a spot in the plane; infinite where none stands there. */
static double wall_over(const struct walk *walk, double x, double y)
{
    double lowest = INFINITY;
    for (uint32_t n = 0; n < walk->count; n++) {
        const walk_node *node = &walk->nodes[n];
        if (strncmp(node->name, "wall", 4) != 0 || node->flags & 0x200)
            continue;
        for (uint32_t i = 0; i < node->triangle_count; i++) {
            const wr_vec3 *v = node->triangles[i].v;
            double x0 = fmin(v[0].x, fmin(v[1].x, v[2].x));
            double x1 = fmax(v[0].x, fmax(v[1].x, v[2].x));
            double y0 = fmin(v[0].y, fmin(v[1].y, v[2].y));
            double y1 = fmax(v[0].y, fmax(v[1].y, v[2].y));
            double z = fmin(v[0].z, fmin(v[1].z, v[2].z));
            if (x >= x0 - 1e-4 && x <= x1 + 1e-4 && y >= y0 - 1e-4 && y <= y1 + 1e-4)
                lowest = fmin(lowest, z);
        }
    }
    return lowest;
}

static void a_room_without_a_model_becomes_a_grey_box_with_open_doorways(void **state)
{
    (void)state;
    static struct walk made;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct module_level level;
        level_start(&level);
        level_den(&level, NULL, CHAMBER_ROOM("hall", ""));
        level_map(&level, TWO_ROOMS);
        assert_int_equal(level.layout->link_count, 1);
        assert_int_equal(level_pack(&level, (enum wr_game)game), WR_OK);
        assert_non_null(strstr(findings_said(&level.findings),
                               "[model-made] 1 rooms of kit 'Den' have no model"));
        make_and_walk(&level, 0, (enum wr_game)game, &made);
        assert_near(wall_over(&made, 0, 3), 2.5, 1e-6); /* linked: open up to the door */
        assert_near(wall_over(&made, 0, -3), 0, 1e-6);  /* leads nowhere: closed */
        assert_near(wall_over(&made, 2, 3), 0, 1e-6);
        assert_near(wall_over(&made, 3, 0), 0, 1e-6);
        assert_true(isinf(wall_over(&made, 0, 0)));
        walk_end(&made);
        make_and_walk(&level, 1, (enum wr_game)game, &made);
        assert_near(wall_over(&made, 0, -3), 2.5, 1e-6);
        assert_near(wall_over(&made, 0, 3), 0, 1e-6);
        walk_end(&made);
        level_end(&level);
    }
}

/* A floor of 10 by 6 metres with two doorways in the north: an arch, and a gate that is higher.
 */
#define WIDE                                                                                   \
    "v -5 -3 0\nv 5 -3 0\nv 5 3 0\nv 4 3 0\nv 2 3 0\nv -2 3 0\nv -4 3 0\nv -5 3 0\n"           \
    "usemtl Stone\nf 1 2 3 4 5 6 7 8\n"

static void of_two_doorways_between_two_rooms_each_is_as_high_as_its_door(void **state)
{
    (void)state;
    static struct walk made;
    struct module_level level;
    level_start(&level);
    folder_text(&level.folder, "den/wide.obj", WIDE);
    level_den(&level,
              "<door name=\"arch\" width=\"2\" height=\"2.5\"/>"
              "<door name=\"gate\" width=\"2\" height=\"3\"/>",
              "<room id=\"hall\" name=\"Hall\" walkmesh=\"wide.obj\">"
              "<hook name=\"west\" at=\"-3 3 0\" door=\"arch\"/>"
              "<hook name=\"east\" at=\"3 3 0\" door=\"gate\"/></room>");
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, "
                      "{'room': 'hall', 'position': [0, 6, 0], 'mirror': 'y'}]");
    assert_int_equal(level.layout->link_count, 2);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    make_and_walk(&level, 0, WR_K1, &made);
    assert_near(wall_over(&made, -3, 3), 2.5, 1e-6);
    assert_near(wall_over(&made, 3, 3), 3, 1e-6);
    walk_end(&made);
    level_end(&level);
}

static void who_leaves_the_module_walks_through_no_wall(void **state)
{
    (void)state;
    static struct walk made;
    struct module_level level;
    level_start(&level);
    level_den(&level, NULL, CHAMBER_ROOM("hall", ""));
    level_map(&level, TWO_ROOMS ", 'exits': [{'from': ['room0', 'south'], 'module': 'tower'}]");
    assert_int_equal(level.layout->exit_count, 1);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    make_and_walk(&level, 0, WR_K1, &made);
    assert_near(wall_over(&made, 0, -3), 2.5, 1e-6);
    assert_near(wall_over(&made, 0, 3), 2.5, 1e-6);
    assert_near(wall_over(&made, 2, -3), 0, 1e-6);
    walk_end(&made);
    level_end(&level);
}

/* How high walls and what else stands upright reach within a decimetre of a place. */
static double highest_at(const struct walk *walk, double x, double y)
{
    double highest = -INFINITY;
    for (uint32_t n = 0; n < walk->count; n++)
        for (uint32_t i = 0; i < walk->nodes[n].triangle_count; i++) {
            const walk_triangle *t = &walk->nodes[n].triangles[i];
            bool drawn = !(walk->nodes[n].flags & 0x200) && fabs((double)t->normal.z) < 1e-3;
            for (int k = 0; k < 3 && drawn; k++)
                if (hypot(t->v[k].x - x, t->v[k].y - y) < 0.1)
                    highest = fmax(highest, (double)t->v[k].z);
        }
    return highest;
}

/* A gallery of 6 by 3 metres with a railing 1 m high, over a floor 2 m below. */
#define GALLERY                                                                                \
    "v -3 -3 0\nv 3 -3 0\nv 3 0 0\nv 0 0 0\nv -3 0 0\nv 3 0 1\nv 0 0 1\nv -3 0 1\n"            \
    "v -3 -1 -2\nv 3 -1 -2\nv 3 3 -2\nv -3 3 -2\nusemtl Stone\nf 1 2 3 4 5\nf 9 10 11 12\n"    \
    "usemtl NonWalk\nf 4 3 6 7\nf 5 4 7 8\n"

/* Over what a kit calls low one looks, in the module that is built of it. */
static void a_railing_stays_low_unless_the_kit_says_otherwise(void **state)
{
    (void)state;
    static struct walk made;
    static const char *const rooms[] = {
        "<room id=\"hall\" name=\"Hall\" walkmesh=\"gallery.obj\"/>",
        "<room id=\"hall\" name=\"Hall\" walkmesh=\"gallery.obj\" low=\"1\"/>",
        "<room id=\"hall\" name=\"Hall\" walkmesh=\"gallery.obj\" low=\"0.9\"/>"};
    for (int i = 0; i < 3; i++) {
        struct module_level level;
        level_start(&level);
        folder_text(&level.folder, "den/gallery.obj", GALLERY);
        level_den(&level, NULL, rooms[i]);
        level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}]");
        assert_int_equal(level_pack(&level, WR_K1), WR_OK);
        make_and_walk(&level, 0, WR_K1, &made);
        assert_near(highest_at(&made, 0, 0), i < 2 ? 1 : 3.5, 1e-6);
        walk_end(&made);
        level_end(&level);
    }
}

static void merged_rooms_become_one_model(void **state)
{
    (void)state;
    static struct walk made, kit;
    char path[512];
    static const wr_vec3 away = {3.25f, -20.5f, 2};
    struct module_level level;
    level_hall(&level, "den/hall.mdx", CHAMBER, away, NULL);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [10, 4, 1], 'group': 'a', "
                      "'turn': 180}, {'room': 'hall', 'position': [10, 10, 1], 'group': 'a', "
                      "'mirror': 'x'}]");
    assert_int_equal(level.layout->area_room_count, 1);
    assert_int_equal(level_pack(&level, WR_K2), WR_OK);
    assert_int_equal(level.findings.warnings, 0);
    make_and_walk(&level, 0, WR_K2, &made);
    walk_file(&kit, level.findings.arena, level.findings.context,
              folder_path(&level.folder, "den/hall.mdl", path));
    expect_both_drawn(&level, &kit, away, &made);
    walk_end(&kit);
    walk_end(&made);
    level_end(&level);
}

static void merged_rooms_of_a_kit_become_one_model(void **state)
{
    (void)state;
    static struct walk made;
    struct wr_arena *arena = wr_arena_create();
    const char *indoor = corpus_folder(arena, "indoor");
    const char *holocron = corpus_folder(arena, "holocron");
    if (indoor && holocron) {
        struct module_level level;
        level_start(&level);
        level.options.merge_all = true;
        assert_int_equal(wr_kits_add(level.kits, holocron), WR_OK);
        level_load(&level, wr_path_join(arena, indoor, "step1.indoor"));
        assert_int_equal(level.layout->area_room_count, 1);
        assert_int_equal(level_pack(&level, WR_K1), WR_OK);
        make_and_walk(&level, 0, WR_K1, &made);
        walk_end(&made);
        level_end(&level);
    }
    wr_arena_destroy(arena);
    if (!indoor || !holocron)
        skip();
}

static void merged_rooms_with_and_without_models_become_one_grey_box_and_say_so(void **state)
{
    (void)state;
    static struct walk made;
    struct module_level level;
    level_start(&level);
    level_den(&level, NULL,
              CHAMBER_ROOM("hall", "model=\"hall.mdl\"") CHAMBER_ROOM("cell", ""));
    level_model(&level, "den/hall.mdl", "den/hall.mdx", CHAMBER, wr_vec3_of(0, 0, 0), NULL);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [10, 4, 1], 'group': 'a'}, "
                      "{'room': 'cell', 'position': [10, 10, 1], 'group': 'a'}]");
    assert_int_equal(level.layout->area_room_count, 1);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_non_null(
        strstr(findings_said(&level.findings),
               "[model-merged] 1 groups, that of room 'room0' first, have rooms with"));
    make_and_walk(&level, 0, WR_K1, &made);
    assert_true(isinf(wall_over(&made, 0, 3))); /* the doorway between them is floor */
    assert_near(wall_over(&made, 0, 9), 0, 1e-6);
    walk_end(&made);
    level_end(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_without_a_model_becomes_a_grey_box_with_open_doorways),
        cmocka_unit_test(of_two_doorways_between_two_rooms_each_is_as_high_as_its_door),
        cmocka_unit_test(who_leaves_the_module_walks_through_no_wall),
        cmocka_unit_test(a_railing_stays_low_unless_the_kit_says_otherwise),
        cmocka_unit_test(merged_rooms_become_one_model),
        cmocka_unit_test(merged_rooms_of_a_kit_become_one_model),
        cmocka_unit_test(merged_rooms_with_and_without_models_become_one_grey_box_and_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
