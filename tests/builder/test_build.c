/* Whole builds before the judge: each trap by hand, real maps, and what a build may not touch.
 */
#include "tests/support/corpus.h"
#include "tests/support/judged.h"
#include "tests/support/scenes.h"

#include "core/base/tolerance.h"

#include <unistd.h>

struct stage {
    struct scene scene;
    struct oracle_report report;
    struct wr_build_summary summary;
    char folder[128];
};

static int start(void **state)
{
    static struct stage stage;
    memset(&stage, 0, sizeof stage);
    scene_start(&stage.scene);
    folder_make(stage.folder);
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    scene_end(&stage->scene);
    oracle_report_clear(&stage->report);
    folder_drop(stage->folder);
    return 0;
}

static const scene_box CROSS = {.id = "cross",
                                .width = 6,
                                .depth = 6,
                                .flags = SCENE_STRAYS,
                                .doors = {{.side = 'n', .out = 0.375f},
                                          {.side = 'e', .out = 0.375f},
                                          {.side = 's', .out = 0.375f},
                                          {.side = 'w', .out = 0.375f}}};

/* Builds and judges; the module may be judged again by the test. */
static void build(struct stage *stage)
{
    stage->scene.options.force = true;
    if (scene_build(&stage->scene, stage->folder, &stage->summary) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    struct made made = {&stage->scene.map, NULL, NULL, stage->scene.options.merge_all};
    assert_int_equal(judge_module(&stage->report, stage->folder, &made), 0);
}

static struct oracle_module read_back(struct stage *stage)
{
    struct oracle_module module;
    struct oracle_module_options options = oracle_built();
    assert_true(oracle_module_read(&stage->report, &options, stage->folder, &module));
    return module;
}

/* How many edges of a room lead to another. */
static size_t edges_to(const struct oracle_module *module, size_t room, int32_t other)
{
    size_t count = 0;
    for (uint32_t i = 0; i < module->rooms[room].wok.edge_count; i++)
        count += module->rooms[room].wok.edges[i].transition == other;
    return count;
}

/* ---- The traps ---- */

static void ids_that_are_room_numbers_too_lead_nowhere_wrong(void **state)
{
    struct stage *stage = *state;
    enum { SIDE = 6 };
    scene_add_box(&stage->scene, &CROSS);
    /* 36 crosses in a square: the kit's ids 20 to 23 are rooms of the map as well. */
    for (int i = 0; i < SIDE * SIDE; i++)
        scene_put(&stage->scene, "cross", 6.75f * (float)(i % SIDE), 6.75f * (float)(i / SIDE),
                  0, 90 * (float)(i % 4));
    build(stage);
    assert_int_equal(stage->summary.links, 2 * SIDE * (SIDE - 1));
    assert_int_equal(stage->summary.strays, 4 * SIDE * SIDE);
    struct oracle_module module = read_back(stage);
    for (int a = 0; a < SIDE * SIDE; a++)
        for (int b = 0; b < SIDE * SIDE; b++) {
            int dx = a % SIDE - b % SIDE, dy = a / SIDE - b / SIDE;
            assert_int_equal(edges_to(&module, (size_t)a, b), dx * dx + dy * dy == 1);
        }
    oracle_module_free(&module);
}

static void a_mirrored_rooms_transitions_are_at_its_doorways(void **state)
{
    struct stage *stage = *state;
    static const scene_box lopsided = {.id = "lopsided",
                                       .width = 14,
                                       .depth = 9,
                                       .doors = {{.side = 'n', .at = 4, .pieces = 2},
                                                 {.side = 'n', .at = -3, .name = "n2"},
                                                 {.side = 'e', .at = 1, .out = 0.375f},
                                                 {.side = 's', .at = -4, .pieces = 3}}};
    scene_add_box(&stage->scene, &lopsided);
    scene_add_box(&stage->scene, &CROSS);
    for (int pose = 0; pose < 4; pose++) {
        uint32_t hub =
            scene_put(&stage->scene, "lopsided", 100 * (float)pose, 0, 0, 37 * (float)pose);
        stage->scene.map.rooms[hub].placement.mirror_x = pose & 1;
        stage->scene.map.rooms[hub].placement.mirror_y = pose & 2;
        scene_join(&stage->scene, hub, "n", "cross", "s", false);
        scene_join(&stage->scene, hub, "n2", "cross", "w", true);
        scene_join(&stage->scene, hub, "e", "lopsided", "n2", true);
        scene_join(&stage->scene, hub, "s", "cross", "n", pose & 1);
    }
    stage->report.ignored[ORACLE_COMPONENT_UNREACHABLE] = true; /* four levels in one map */
    build(stage);
    assert_int_equal(stage->summary.links, 16);
    assert_int_equal(stage->summary.unreachable, 15);
}

static void a_threshold_of_three_edges_meets_one_of_one(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_add_box(&stage->scene,
                  &(scene_box){.id = "fine",
                               .width = 6,
                               .depth = 6,
                               .flags = SCENE_SILLS,
                               .doors = {{.side = 's', .pieces = 3, .out = 0.375f},
                                         {.side = 'n', .pieces = 3, .out = 0.375f}}});
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "fine", "s", false);
    scene_join(&stage->scene, 1, "n", "cross", "s", true);
    build(stage);
    assert_int_equal(stage->summary.splits, 4);
    struct oracle_module module = read_back(stage);
    assert_int_equal(edges_to(&module, 0, 1), 3);
    assert_int_equal(edges_to(&module, 1, 0), 3);
    assert_int_equal(edges_to(&module, 1, 2), 3);
    oracle_module_free(&module);
}

static void two_rooms_may_share_two_doorways(void **state)
{
    struct stage *stage = *state;
    static const char *const rows[] = {"..e", ".  ", "...", ".  ", "..e", NULL};
    scene_add_plan(&stage->scene, &(scene_plan){"claw", rows, 2});
    scene_put(&stage->scene, "claw", 0, 0, 0, 0);
    scene_put(&stage->scene, "claw", 12, 10, 0, 180);
    build(stage);
    assert_int_equal(stage->summary.links, 2);
    struct oracle_module module = read_back(stage);
    assert_int_equal(edges_to(&module, 0, 1), 2);
    assert_int_equal(module.hook_count, 2);
    oracle_module_free(&module);
}

static void merged_groups_stand_beside_unmerged_rooms(void **state)
{
    struct stage *stage = *state;
    enum { SIDE = 5 };
    static const char *const groups[SIDE * SIDE] = {
        "a",  "a",  NULL, "b", NULL, "a", "c", NULL, "b", NULL, NULL, "c", NULL,
        NULL, NULL, "d",  "c", "c",  "e", "e", "d",  "d", NULL, "e",  "a"};
    scene_add_box(&stage->scene, &CROSS);
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint32_t room = scene_put(&stage->scene, "cross", 6.75f * (float)(i % SIDE),
                                  6.75f * (float)(i / SIDE), 0, 90 * (float)(i % 3));
        stage->scene.map.rooms[room].group = groups[i];
        stage->scene.map.rooms[room].placement.mirror_y = i & 1;
    }
    build(stage);
    assert_int_equal(stage->summary.links, 40);
    assert_int_equal(stage->summary.area_rooms, 5 + 9);
    stage->scene.options.merge_all = true;
    folder_drop(stage->folder);
    build(stage);
    assert_int_equal(stage->summary.area_rooms, 1);
    struct oracle_module module = read_back(stage);
    assert_int_equal(module.rooms[0].wok.loop_count, 1 + 16);
    assert_int_equal(edges_to(&module, 0, -1), module.rooms[0].wok.edge_count);
    oracle_module_free(&module);
}

static void storeys_may_be_stacked(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_add_box(&stage->scene, &(scene_box){.id = "stairs",
                                              .width = 6,
                                              .depth = 12,
                                              .climb = 4,
                                              .doors = {{.side = 'n', .out = 0.375f},
                                                        {.side = 's', .out = 0.375f}}});
    uint32_t low = scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    uint32_t up = scene_join(&stage->scene, low, "n", "stairs", "s", false);
    uint32_t back = scene_join(&stage->scene, up, "n", "cross", "s", false);
    back = scene_join(&stage->scene, back, "e", "cross", "w", false);
    back = scene_join(&stage->scene, back, "s", "cross", "n", false);
    back = scene_join(&stage->scene, back, "s", "cross", "n", false);
    back = scene_join(&stage->scene, back, "s", "cross", "n", false);
    scene_join(&stage->scene, back, "w", "cross", "e", false); /* over the first room */
    build(stage);
    assert_int_equal(stage->summary.links, 7);
    assert_int_equal(stage->summary.overlaps, 0);
    stage->scene.options.merge_all = true;
    folder_drop(stage->folder);
    build(stage);
}

static void zero_area_and_upright_faces_are_carried_along(void **state)
{
    struct stage *stage = *state;
    static const scene_box odd = {.id = "odd",
                                  .width = 6,
                                  .depth = 6,
                                  .flags = SCENE_FLAT_FACES | SCENE_UPRIGHT_FACES |
                                           SCENE_STRAYS | SCENE_DOUBLED_SILLS,
                                  .doors = {{.side = 'n', .out = 0.375f, .pieces = 2},
                                            {.side = 's', .out = 0.375f, .width = 3.0625f}}};
    scene_add_box(&stage->scene, &odd);
    scene_put(&stage->scene, "odd", 0, 0, 0, 0);
    for (uint32_t i = 0; i < 6; i++)
        scene_join(&stage->scene, i, "n", "odd", "s", i & 1);
    stage->report.ignored[ORACLE_FACE_AREA] = true;
    stage->report.ignored[ORACLE_FACE_DOWNWARD] = true;
    build(stage);
    assert_int_equal(stage->summary.links, 6);
    assert_true(stage->summary.splits > 0);
    stage->scene.options.merge_all = true;
    folder_drop(stage->folder);
    build(stage);
}

static void a_hole_may_touch_the_outer_boundary_in_one_vertex(void **state)
{
    struct stage *stage = *state;
    /* The missing corner and the hole meet in a point. */
    static const char *const rows[] = {" ..n", ". ..", "w...", "..s.", NULL};
    scene_add_plan(&stage->scene, &(scene_plan){"pinched", rows, 2});
    scene_add_box(&stage->scene, &(scene_box){.id = "cap",
                                              .width = 2,
                                              .depth = 4,
                                              .doors = {{.side = 's', .width = 2},
                                                        {.side = 'n', .width = 2}}});
    scene_put(&stage->scene, "pinched", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cap", "s", false);
    scene_join(&stage->scene, 0, "w", "pinched", "s", true);
    scene_join(&stage->scene, 0, "s", "cap", "n", true);
    build(stage);
    assert_int_equal(stage->summary.links, 3);
    stage->scene.options.merge_all = true;
    folder_drop(stage->folder);
    build(stage);
    struct oracle_module module = read_back(stage);
    assert_int_equal(edges_to(&module, 0, -1), module.rooms[0].wok.edge_count);
    oracle_module_free(&module);
}

static void a_doorway_at_a_pinched_vertex_is_found(void **state)
{
    struct stage *stage = *state;
    /* The doorway to the north ends where the hole touches the wall. */
    static const char *const rows[] = {" n.", ". .", "...", NULL};
    scene_add_plan(&stage->scene, &(scene_plan){"pinched", rows, 2});
    scene_add_box(&stage->scene, &(scene_box){.id = "cap",
                                              .width = 2.0625f,
                                              .depth = 4,
                                              .doors = {{.side = 's', .width = 2.0625f}}});
    scene_put(&stage->scene, "pinched", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cap", "s", false);
    build(stage);
    assert_int_equal(stage->summary.links, 1);
}

static void doorways_from_corner_to_corner_meet_in_shared_vertices(void **state)
{
    struct stage *stage = *state;
    static const scene_box open = {.id = "open",
                                   .width = 3,
                                   .depth = 3,
                                   .doors = {{.side = 'n'},
                                             {.side = 'e', .pieces = 2},
                                             {.side = 's', .pieces = 3},
                                             {.side = 'w'}}};
    scene_add_box(&stage->scene, &open);
    stage->scene.options.reach = 0.05f;
    for (int i = 0; i < 16; i++)
        scene_put(&stage->scene, "open", 3.01f * (float)(i % 4), 3.01f * (float)(i / 4),
                  0.005f * (float)(i % 3), 90 * (float)(i % 4));
    build(stage);
    assert_int_equal(stage->summary.links, 24);
    stage->scene.options.merge_all = true;
    folder_drop(stage->folder);
    build(stage);
    struct oracle_module module = read_back(stage);
    assert_int_equal(module.rooms[0].wok.loop_count, 1);
    oracle_module_free(&module);
}

static void a_hook_listed_twice_has_one_door(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    wr_room *room = &stage->scene.rooms[0];
    wr_hook *hooks = wr_arena_take(stage->scene.kit_arena, 6, sizeof *hooks);
    memcpy(hooks, room->hooks, 4 * sizeof *hooks);
    hooks[4] = hooks[0]; /* as a shipped kit has it */
    hooks[4].name = "again";
    hooks[5] = hooks[1];
    hooks[5].name = "east-again";
    room->hooks = hooks;
    room->hook_count = 6;
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    scene_put(&stage->scene, "cross", 0, 6.75f, 0, 0);
    build(stage);
    assert_int_equal(stage->summary.links, 1);
    struct oracle_module module = read_back(stage);
    assert_int_equal(module.hook_count, 1 + 3 + 3);
    oracle_module_free(&module);
}

static void a_room_may_bring_another_walkmesh(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_add_box(&stage->scene,
                  &(scene_box){.id = "other",
                               .width = 6,
                               .depth = 6,
                               .flags = SCENE_SILLS,
                               .doors = {{.side = 's', .out = 0.375f, .pieces = 2},
                                         {.side = 'n', .out = 0.375f}}});
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cross", "s", true);
    scene_join(&stage->scene, 1, "n", "cross", "s", false);
    stage->scene.map.rooms[1].mesh = scene_room(&stage->scene, "other")->mesh;
    if (scene_build(&stage->scene, stage->folder, &stage->summary) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    assert_int_equal(stage->summary.links, 2);
    assert_int_equal(stage->summary.splits, 1);
    /* To the judge it is a map that places the other room. */
    stage->scene.map.rooms[1].room = "other";
    struct made made = {&stage->scene.map, NULL, NULL, false};
    assert_int_equal(judge_module(&stage->report, stage->folder, &made), 0);
}

static void links_a_map_states_are_built_as_those_that_are_found(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    for (int i = 0; i < 9; i++)
        scene_put(&stage->scene, "cross", 6.75f * (float)(i % 3), 6.75f * (float)(i / 3), 0, 0);
    build(stage);
    char path[200];
    snprintf(path, sizeof path, "%s/scene.report.json", stage->folder);
    unlink(path); /* it tells which links were stated */
    uint64_t found = folder_hash(stage->folder);
    for (uint32_t i = 0; i < 9; i++) {
        if (i % 3 < 2)
            scene_link(&stage->scene, i + 1, "w", i, "e");
        if (i < 6)
            scene_link(&stage->scene, i, "n", i + 3, "s");
    }
    stage->scene.map.links_only = true;
    build(stage);
    unlink(path);
    assert_int_equal(stage->summary.links, 12);
    assert_true(folder_hash(stage->folder) == found);
}

static void door_hooks_stand_at_doorways_and_look_out_of_their_first_room(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 10, 20, 30, 0);
    scene_put(&stage->scene, "cross", 16.75f, 20, 30, 0);
    build(stage);
    struct oracle_module module = read_back(stage);
    /* n, e, s, w of the first room; the second has its own but for the west. */
    static const double expected[7][5] = {
        {10, 23.375, 0, 1, 0},    {13.375, 20, 0, 0.5, -1}, {10, 16.625, 0, 0, 1},
        {6.625, 20, 0, 0.5, 1},   {16.75, 23.375, 1, 1, 0}, {20.125, 20, 1, 0.5, -1},
        {16.75, 16.625, 1, 0, 1},
    };
    assert_int_equal(module.hook_count, 7);
    for (size_t i = 0; i < 7; i++) {
        const struct oracle_doorhook *hook = &module.hooks[i];
        char room[32];
        snprintf(room, sizeof room, "scene_room%d", (int)expected[i][2]);
        assert_string_equal(hook->room, room);
        assert_near(hook->position[0], expected[i][0], 1e-5);
        assert_near(hook->position[1], expected[i][1], 1e-5);
        assert_near(hook->position[2], 30, 1e-5);
        /* w squared tells how far it is turned, z which way. */
        assert_near(hook->quaternion[0] * hook->quaternion[0], expected[i][3], 1e-6);
        assert_true(hook->quaternion[3] * expected[i][4] >= 0);
        assert_near(hook->quaternion[1], 0, 0);
        assert_near(hook->quaternion[2], 0, 0);
    }
    oracle_module_free(&module);
}

/* ---- Real maps ---- */

struct telling {
    struct wr_context *context;
    struct wr_bytes said;
};

static void tell(void *user, const struct wr_diag *diag)
{
    struct telling *telling = user;
    if (diag->severity == WR_ERROR)
        wr_bytes_print(&telling->said, "%s [%s]\n", diag->message, diag->slug);
}

static void judge_real_map(struct stage *stage, const char *name)
{
    const char *indoor = corpus_folder(stage->scene.arena, "indoor");
    const char *holocron = corpus_folder(stage->scene.arena, "holocron");
    if (!indoor || !holocron)
        skip();
    struct telling telling = {0};
    struct wr_map *map;
    struct wr_build_options options = {.output = stage->folder};
    telling.context = wr_context_create(tell, &telling);
    assert_int_equal(wr_kits_add(stage->scene.kits, holocron), WR_OK);
    enum wr_result result = wr_map_load(
        telling.context, wr_path_join(stage->scene.arena, indoor, name), NULL, &map);
    if (result == WR_OK)
        result = wr_build(telling.context, map, stage->scene.kits, &options, &stage->summary);
    wr_bytes_char(&telling.said, '\0');
    if (result != WR_OK)
        fail_msg("%s", (const char *)telling.said.data);
    struct made made = {map, stage->scene.kits,
                        wr_path_join(stage->scene.arena, holocron, "blackvulkar"), false};
    stage->report.ignored[ORACLE_FACE_AREA] = true;
    stage->report.ignored[ORACLE_FACE_DOWNWARD] = true;
    assert_int_equal(judge_module(&stage->report, stage->folder, &made), 0);
    printf("[  NOTE    ] %s: %u rooms, %u links, %u near misses, %u splits, moved %.4f m\n",
           name, (unsigned)stage->summary.rooms, (unsigned)stage->summary.links,
           (unsigned)stage->summary.near_misses, (unsigned)stage->summary.splits,
           (double)stage->summary.worst_move);
    assert_true(stage->summary.links >= stage->summary.rooms - 1);
    wr_map_free(map);
    wr_context_destroy(telling.context);
    wr_bytes_finish(&telling.said);
}

static void a_real_map_builds_without_fault(void **state)
{
    judge_real_map(*state, "step1.indoor");
}

static void another_real_map_builds_without_fault(void **state)
{
    judge_real_map(*state, "step02.indoor");
}

/* ---- What a build may not touch ---- */

static void a_dry_run_writes_nothing_and_finds_the_same(void **state)
{
    struct stage *stage = *state;
    struct wr_build_summary dry;
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cross", "s", false);
    stage->scene.options.dry_run = true;
    assert_int_equal(scene_build(&stage->scene, stage->folder, &dry), WR_OK);
    assert_int_equal(folder_count(stage->folder), 0);
    assert_int_equal(dry.files, 0);
    assert_int_equal(dry.bytes, 0);
    stage->scene.options.dry_run = false;
    build(stage);
    assert_int_equal(stage->summary.files, 2 + 3);
    assert_int_equal(folder_count(stage->folder), 5);
    stage->summary.files = 0;
    stage->summary.bytes = 0;
    assert_memory_equal(&dry, &stage->summary, sizeof dry);
}

static void a_dry_run_needs_no_folder(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    stage->scene.options.dry_run = true;
    assert_int_equal(scene_build(&stage->scene, NULL, NULL), WR_OK);
}

static void nothing_is_overwritten_without_force(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_OK);
    uint64_t before = folder_hash(stage->folder);
    scene_join(&stage->scene, 0, "n", "cross", "s", false);
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_INVALID);
    assert_true(scene_heard(&stage->scene, "file-exists"));
    assert_int_equal(folder_hash(stage->folder), before);
    build(stage);
    assert_true(folder_hash(stage->folder) != before);
}

static void a_failing_build_writes_nothing(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    scene_put(&stage->scene, "cross", 1, 1, 0, 0);
    char inner[160];
    snprintf(inner, sizeof inner, "%s/deep/out", stage->folder);
    assert_int_equal(scene_build(&stage->scene, inner, NULL), WR_INVALID);
    assert_int_equal(folder_count(stage->folder), 0);
}

static void a_folder_that_cannot_be_made_is_a_system_failure(void **state)
{
    struct stage *stage = *state;
    char file[160], inner[200];
    snprintf(file, sizeof file, "%s/file", stage->folder);
    snprintf(inner, sizeof inner, "%s/out", file);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fclose(out);
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    assert_int_equal(scene_build(&stage->scene, inner, NULL), WR_IO);
    assert_int_equal(folder_count(stage->folder), 1);
}

static void rooms_added_at_the_end_change_no_other_rooms_bytes(void **state)
{
    struct stage *stage = *state;
    struct oracle_report report = {0};
    char path[200];
    size_t sizes[2];
    unsigned char *bytes[2];
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 30);
    scene_join(&stage->scene, 0, "n", "cross", "s", true);
    scene_join(&stage->scene, 1, "e", "cross", "s", true);
    snprintf(path, sizeof path, "%s/scene_room1.wok", stage->folder);
    for (int more = 0; more < 2; more++) {
        build(stage);
        bytes[more] = oracle_file_bytes(&report, path, &sizes[more]);
        assert_non_null(bytes[more]);
        scene_join(&stage->scene, 2, "n", "cross", "s", false);
        scene_join(&stage->scene, 0, "s", "cross", "s", false);
    }
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static void a_room_alone_is_a_module(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &CROSS);
    scene_put(&stage->scene, "cross", 0, 0, 0, 0);
    build(stage);
    assert_int_equal(stage->summary.links, 0);
    struct oracle_module module = read_back(stage);
    assert_int_equal(edges_to(&module, 0, -1), module.rooms[0].wok.edge_count);
    assert_int_equal(module.hook_count, 4);
    oracle_module_free(&module);
}

static void a_room_without_doorways_is_a_module(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "cell", .width = 3, .depth = 3});
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    build(stage);
    assert_int_equal(stage->summary.hooks, 0);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, start, finish)
    const struct CMUnitTest tests[] = {
        EACH(ids_that_are_room_numbers_too_lead_nowhere_wrong),
        EACH(a_mirrored_rooms_transitions_are_at_its_doorways),
        EACH(a_threshold_of_three_edges_meets_one_of_one),
        EACH(two_rooms_may_share_two_doorways),
        EACH(merged_groups_stand_beside_unmerged_rooms),
        EACH(storeys_may_be_stacked),
        EACH(zero_area_and_upright_faces_are_carried_along),
        EACH(a_hole_may_touch_the_outer_boundary_in_one_vertex),
        EACH(a_doorway_at_a_pinched_vertex_is_found),
        EACH(doorways_from_corner_to_corner_meet_in_shared_vertices),
        EACH(a_hook_listed_twice_has_one_door),
        EACH(a_room_may_bring_another_walkmesh),
        EACH(links_a_map_states_are_built_as_those_that_are_found),
        EACH(door_hooks_stand_at_doorways_and_look_out_of_their_first_room),
        EACH(a_real_map_builds_without_fault),
        EACH(another_real_map_builds_without_fault),
        EACH(a_dry_run_writes_nothing_and_finds_the_same),
        EACH(a_dry_run_needs_no_folder),
        EACH(nothing_is_overwritten_without_force),
        EACH(a_failing_build_writes_nothing),
        EACH(a_folder_that_cannot_be_made_is_a_system_failure),
        EACH(rooms_added_at_the_end_change_no_other_rooms_bytes),
        EACH(a_room_alone_is_a_module),
        EACH(a_room_without_doorways_is_a_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
