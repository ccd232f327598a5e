/* Stretched rooms in levels: made once, walked and drawn where each of their points is pulled.
 */
#define _XOPEN_SOURCE 700
#include "tests/support/corpus.h"
#include "tests/support/small_model.h"
#include "tests/support/stood.h"

#include "builder/inspect/inspect.h"
#include "builder/sketch/sketch.h"
#include "core/base/random.h"

#define STRETCHED_HALL                                                                         \
    "<room id=\"hall\" name=\"hall\" walkmesh=\"chamber.obj\">"                                \
    "<hook name=\"south\" at=\"0 -3 0\" door=\"arch\"/>"                                       \
    "<hook name=\"north\" at=\"0 3 0\" door=\"arch\"/>"                                        \
    "<stretch axis=\"y\" at=\"0\" from=\"-2\" to=\"8\"/></room>"

/* ---- Made once ----------------------------------------------------------------------------
 */

static void a_room_of_one_length_is_made_once(void **state)
{
    (void)state;
    struct module_level level;
    level_start(&level);
    level_den(&level, NULL, STRETCHED_HALL);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'stretch': [2.5]},"
                      "{'room': 'hall', 'position': [50, 0, 0]},"
                      "{'room': 'hall', 'position': [100, 0, 0], 'stretch': [2.5], 'turn': 90},"
                      "{'room': 'hall', 'position': [150, 0, 0], 'stretch': [0]},"
                      "{'room': 'hall', 'position': [200, 0, 0], 'stretch': [-1]}]");
    const wr_placed_room *rooms = level.layout->rooms;
    assert_ptr_equal(rooms[0].room, rooms[2].room);
    assert_ptr_equal(rooms[1].room, rooms[3].room);
    assert_ptr_equal(rooms[0].room->drawn, rooms[1].room);
    assert_ptr_equal(rooms[4].room->drawn, rooms[1].room);
    assert_true(rooms[4].room != rooms[0].room);
    assert_true(rooms[0].room->lengths[0] == 2.5f && rooms[4].room->lengths[0] == -1);
    assert_null(rooms[1].room->lengths);
    assert_true(rooms[0].box.max.y == 5.5f && rooms[4].box.max.y == 2);
    level_end(&level);
}

static void a_sketch_takes_longer_rooms_as_a_map_does(void **state)
{
    (void)state;
    struct module_level level;
    struct wr_sketch *sketch;
    const wr_room *longer, *again, *refused = NULL;
    const float length = 2.5f, wrong = 9;
    level_start(&level);
    level_den(&level, NULL, STRETCHED_HALL);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'stretch': [1]}]");
    struct wr_context *context = level.findings.context;
    const wr_room *drawn = level.layout->rooms[0].room->drawn;
    assert_int_equal(wr_sketch_create(context, level.map, level.kits, &level.options, &sketch),
                     WR_OK);
    assert_int_equal(wr_sketch_room(context, sketch, drawn, &length, 1, &longer), WR_OK);
    assert_int_equal(wr_sketch_room(context, sketch, longer, &length, 1, &again), WR_OK);
    assert_ptr_equal(longer, again);
    assert_int_equal(wr_sketch_room(context, sketch, drawn, &wrong, 1, &refused), WR_INVALID);
    assert_null(refused);
    /* North of the first, which ends at 4: its south doorway is at -3. */
    wr_placement placement = {.position = {0, 7, 0}};
    assert_int_equal(wr_sketch_add(context, sketch, WR_NONE, longer, placement), WR_OK);
    placement.position.y = 15.5f;
    assert_int_equal(wr_sketch_add(context, sketch, WR_NONE, drawn, placement), WR_OK);
    assert_int_equal(wr_sketch_now(sketch)->verdict, WR_OK);
    assert_int_equal(wr_sketch_now(sketch)->link_count, 2);
    wr_sketch_free(sketch);
    level_end(&level);
}

/* ---- Rooms of the game, by an oracle of points --------------------------------------------
 */

struct cut {
    int axis;
    double at, length, rise;
};

static void pull(const struct cut *cut, double p[3])
{
    if (p[cut->axis] <= cut->at + 1e-3)
        return;
    p[cut->axis] += cut->length;
    p[2] += cut->rise * cut->length;
}

/* Puts the triangles of a kit's model where the stretch has them, in the model's own space. */
static void pull_walk(struct walk *kit, const struct cut *cut)
{
    for (uint32_t n = 0; n < kit->count; n++)
        for (uint32_t f = 0; f < kit->nodes[n].triangle_count; f++)
            for (int k = 0; k < 3; k++) {
                wr_vec3 *v = &kit->nodes[n].triangles[f].v[k];
                double p[3] = {v->x, v->y, v->z};
                to_model(kit, n, p);
                pull(cut, p);
                *v = wr_vec3_of((float)p[0], (float)p[1], (float)p[2]);
            }
    for (uint32_t n = 0; n < kit->count; n++) {
        kit->nodes[n].position = wr_vec3_of(0, 0, 0);
        memcpy(kit->nodes[n].turn, (const float[4]){1, 0, 0, 0}, sizeof kit->nodes[n].turn);
    }
}

/* The faces of what is drawn look where their corners say. */
static void expect_normals(const struct walk *made)
{
    for (uint32_t n = 0; n < made->count; n++)
        for (uint32_t f = 0; is_drawn(&made->nodes[n]) && f < made->nodes[n].triangle_count;
             f++) {
            const walk_triangle *t = &made->nodes[n].triangles[f];
            wr_dvec3 own = wr_triangle_normal(t->v[0], t->v[1], t->v[2]);
            if (wr_triangle_height(t->v[0], t->v[1], t->v[2]) > 0.02)
                assert_true(wr_dot(own, wr_widen(t->normal)) > 0.999 * wr_length(own));
        }
}

static void copy_file(struct module_level *level, const char *from, const char *to)
{
    struct wr_source source;
    assert_int_equal(
        wr_file_read(level->findings.context, level->findings.arena, from, &source), WR_OK);
    folder_put(&level->folder, to, source.data, source.size);
}

/* A kit of one hallway of Black Vulkar, which has a stretch. */
static void put_hallway(struct module_level *level, const char *holocron, const char *stretch)
{
    static const char *const files[] = {"hallway_1.wok", "hallway_1.mdl", "hallway_1.mdx",
                                        "door0_k1.utd", "door0_k2.utd"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char from[512], to[64];
        snprintf(from, sizeof from, "%s/blackvulkar/%s", holocron, files[i]);
        snprintf(to, sizeof to, "den/%s", files[i]);
        copy_file(level, from, to);
    }
    struct wr_bytes text = {0};
    wr_bytes_print(&text,
                   "<kit id='den' name='Den' version='1'><door name='d' width='3.6' "
                   "height='2.5' k1='door0_k1' k2='door0_k2'/><room id='hall' name='hall' "
                   "walkmesh='hallway_1.wok' model='hallway_1.mdl'>"
                   "<hook name='s' at='0.05573225 -10.166539 0.043229997' id='21' door='d'/>"
                   "<hook name='n' at='0.062222242 8.969555 0.043229938' id='20' door='d'/>%s"
                   "</room></kit>",
                   stretch);
    folder_put(&level->folder, "den/kit.xml", text.data, text.size);
    wr_bytes_finish(&text);
}

static void ask_hallway(const char *holocron, uint64_t seed)
{
    static const char *const mirrors[] = {"none", "x", "y", "xy"};
    static struct walk kit, made;
    struct module_level level;
    wr_random random = wr_random_of(seed, 1);
    struct cut cut = {.axis = 1};
    cut.at = (double)(int64_t)(wr_random_unit(&random) * 1500 - 800) / 100;
    cut.length = (double)(int64_t)(wr_random_unit(&random) * 600) / 64;
    enum wr_game game = seed % 2 ? WR_K2 : WR_K1;
    char stretch[160], map[400];
    snprintf(stretch, sizeof stretch, "<stretch axis='y' at='%.2f' to='10'/>", cut.at);
    snprintf(map, sizeof map,
             "'rooms': [{'room': 'hall', 'position': [10, 20, 1], 'turn': %u, 'mirror': '%s', "
             "'stretch': [%.8f]}]",
             (unsigned)(wr_random_below(&random, 24) * 15),
             mirrors[wr_random_below(&random, 4)], cut.length);
    level_start(&level);
    put_hallway(&level, holocron, stretch);
    level_map(&level, map);
    if (level_pack(&level, game) != WR_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&level.findings));
    walk_file(&kit, level.findings.arena, level.findings.context,
              level.layout->rooms[0].room->model);
    pull_walk(&kit, &cut);
    make_and_walk(&level, 0, game, &made);
    expect_drawn(&kit, wr_vec3_of(0, 0, 0), &made, &level.layout->rooms[0], 2e-4);
    expect_normals(&made);
    walk_end(&kit);
    walk_end(&made);
    level_end(&level);
}

static void models_of_the_game_are_drawn_where_each_of_their_points_is_pulled(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    for (uint64_t seed = 1; holocron && seed <= 24; seed++)
        ask_hallway(holocron, seed);
    wr_arena_destroy(arena);
    if (!holocron)
        skip();
}

/* Two stretched hallways of the game, end to end, and one turned: a module that is right. */
static void stretched_hallways_of_the_game_make_a_module(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    if (holocron) {
        struct module_level level;
        char path[512];
        level_start(&level);
        put_hallway(&level, holocron, "<stretch axis='y' at='0' to='6'/>");
        level_map(&level,
                  "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'stretch': [3.25]},"
                  "{'room': 'hall', 'position': [0.00649, 22.386094, 0], 'stretch': [1.5]},"
                  "{'room': 'hall', 'position': [0.11146450, -20.333078, 0], 'turn': 180, "
                  "'stretch': [6]}]");
        struct wr_context *context = level.findings.context;
        folder_path(&level.folder, "out", path);
        level.options.output = path;
        level.options.mod = true;
        struct wr_build_summary summary;
        if (wr_build(context, level.map, level.kits, &level.options, &summary) != WR_OK)
            fail_msg("%s", findings_said(&level.findings));
        assert_int_equal(summary.links, 2);
        assert_int_equal(summary.unreachable, 0);
        assert_int_equal(level.findings.errors + level.findings.warnings, 0);
        char file[512];
        folder_path(&level.folder, "out/test.mod", file);
        if (wr_check(context, file, NULL, NULL) != WR_OK)
            fail_msg("%s", findings_said(&level.findings));
        assert_int_equal(level.findings.errors + level.findings.warnings, 0);
        level_end(&level);
    }
    wr_arena_destroy(arena);
    if (!holocron)
        skip();
}

/* ---- What cannot be stretched -------------------------------------------------------------
 */

/* A model with a skin, a cloth and a lamp that an animation carries about. */
static void put_small(struct module_level *level, const char *at)
{
    struct wr_bytes room = {0};
    struct small_model small = small_model_make(WR_K1);
    wr_bytes_print(&room,
                   "<room id=\"hall\" name=\"hall\" walkmesh=\"chamber.obj\" "
                   "model=\"hall.mdl\"><stretch axis=\"x\" at=\"%s\" to=\"2\"/></room>",
                   at);
    wr_bytes_char(&room, '\0');
    level_den(level, NULL, (const char *)room.data);
    folder_put(&level->folder, "den/hall.mdl", small.mdl.data, small.mdl.size);
    folder_put(&level->folder, "den/hall.mdx", small.mdx.data, small.mdx.size);
    wr_bytes_finish(&small.mdl);
    wr_bytes_finish(&small.mdx);
    wr_bytes_finish(&room);
}

static void what_a_stretch_would_part_is_named_by_checks_and_builds(void **state)
{
    (void)state;
    struct module_level level;
    char path[512];
    level_start(&level);
    put_small(&level, "0.5");
    struct wr_context *context = level.findings.context;
    folder_path(&level.folder, "den/kit.xml", path);
    assert_int_equal(wr_check(context, path, NULL, NULL), WR_INVALID);
    const char *said = findings_said(&level.findings);
    if (!strstr(said, "2:148: error [stretch-node] 'lamp' in the model of room 'hall' "
                      "is moved by an animation, and this stretch would part it"))
        fail_msg("%s", said);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'stretch': [1]}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_INVALID);
    assert_non_null(strstr(findings_said(&level.findings), "error [stretch-node] 'lamp'"));
    /* As it is drawn nothing is parted. */
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    level_end(&level);
}

/* However many lengths of a room there are, its file is compared once. */
static void a_model_with_another_floor_is_told_of_once(void **state)
{
    (void)state;
    static const char told[] = "model-walkmesh-differs";
    struct module_level level;
    level_start(&level);
    level_den(&level, NULL,
              "<room id=\"hall\" name=\"hall\" walkmesh=\"chamber.obj\" model=\"hall.mdl\">"
              "<stretch axis=\"y\" at=\"0\" to=\"8\"/></room>");
    level_model(&level, "den/hall.mdl", "den/hall.mdx",
                "v -3 -3 0\nv 3 -3 0\nv 3 3 0\nusemtl Stone\nf 1 2 3\n", wr_vec3_of(0, 0, 0),
                NULL);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'stretch': [1]},"
                      "{'room': 'hall', 'position': [50, 0, 0], 'stretch': [2]},"
                      "{'room': 'hall', 'position': [100, 0, 0]}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    const char *said = strstr(findings_said(&level.findings), told);
    assert_non_null(said);
    assert_null(strstr(said + 1, told));
    level_end(&level);
}

/* ---- Seams --------------------------------------------------------------------------------
 */

/* Chains of stretched rooms, turned and mirrored: both sides of each doorway have the same
 * points, bit for bit, and a link for each. */
static void doorways_of_stretched_rooms_share_their_points(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct module_level level;
        wr_random random = wr_random_of(seed, 1);
        struct wr_bytes map = {0};
        double y = 0;
        uint32_t count = 6;
        level_start(&level);
        level_den(&level, NULL, STRETCHED_HALL);
        wr_bytes_text(&map, "'rooms': [");
        for (uint32_t i = 0; i < count; i++) {
            double length = (double)(int64_t)(wr_random_unit(&random) * 640 - 128) / 64;
            bool turned = wr_random_below(&random, 2);
            /* Its south end is 3 before the origin, its north end 3 and the length behind. */
            double at = turned ? y + 3 + length : y + 3;
            wr_bytes_print(&map,
                           "%s{'room': 'hall', 'position': [7.25, %.6f, 2], 'turn': %d, "
                           "'mirror': '%s', 'stretch': [%.6f]}",
                           i ? ", " : "", at, turned ? 180 : 0,
                           wr_random_below(&random, 2) ? "x" : "none", length);
            y += 6 + length;
        }
        wr_bytes_text(&map, "]");
        wr_bytes_char(&map, '\0');
        level_map(&level, (const char *)map.data);
        if (level.layout->link_count != count - 1)
            fail_msg("seed %llu: %u links", (unsigned long long)seed,
                     (unsigned)level.layout->link_count);
        for (uint32_t l = 0; l < level.layout->link_count; l++) {
            const wr_link *link = &level.layout->links[l];
            const wr_seam *seam = &level.layout->seams->items[l];
            for (int side = 0; side < 2; side++) {
                struct wr_stitched stitched;
                uint32_t room = level.layout->hooks[link->hooks[side]].room;
                assert_int_equal(wr_stitch(level.findings.context, level.layout, room,
                                           level.findings.arena, &stitched),
                                 WR_OK);
                for (uint32_t d = 0; d < stitched.doorway_count; d++)
                    for (uint32_t k = 0; stitched.doorways[d].link == l && k < seam->count; k++)
                        assert_true(wr_vec3_same(
                            stitched.mesh->vertices[stitched.doorways[d].vertices[k]],
                            level.layout->seams->points[seam->first + k].position));
            }
        }
        wr_bytes_finish(&map);
        level_end(&level);
    }
}

/* ---- Walkmeshes in the coordinates of an area ---------------------------------------------
 */

/* A room stretched where it came from has the bits of its file where it stays. */
static void what_stays_keeps_the_bits_of_its_file(void **state)
{
    (void)state;
    struct module_level level;
    struct wr_stitched stitched;
    level_start(&level);
    level_den(&level, NULL,
              "<room id=\"hall\" name=\"hall\" walkmesh=\"chamber.obj\" origin=\"1000.1 -6 "
              "0.3\"><hook name=\"south\" at=\"-1000.1 3 -0.3\" door=\"arch\"/>"
              "<stretch axis=\"y\" at=\"6\" to=\"8\"/></room>");
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [1000.1, -6, 0.3], 'stretch': "
                      "[2.2]}]");
    const wr_room *room = level.layout->rooms[0].room;
    assert_int_equal(
        wr_stitch(level.findings.context, level.layout, 0, level.findings.arena, &stitched),
        WR_OK);
    for (uint32_t v = 0; v < room->mesh->vertex_count; v++) {
        wr_vec3 was = room->drawn->written[v], is = stitched.mesh->vertices[v];
        assert_true(is.x == was.x && is.z == was.z);
        assert_true(is.y == (was.y > 0 ? (float)((double)was.y + 2.2f) : was.y));
    }
    level_end(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_of_one_length_is_made_once),
        cmocka_unit_test(a_sketch_takes_longer_rooms_as_a_map_does),
        cmocka_unit_test(models_of_the_game_are_drawn_where_each_of_their_points_is_pulled),
        cmocka_unit_test(stretched_hallways_of_the_game_make_a_module),
        cmocka_unit_test(what_a_stretch_would_part_is_named_by_checks_and_builds),
        cmocka_unit_test(a_model_with_another_floor_is_told_of_once),
        cmocka_unit_test(doorways_of_stretched_rooms_share_their_points),
        cmocka_unit_test(what_stays_keeps_the_bits_of_its_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
