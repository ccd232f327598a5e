/* Thresholds: where hooks find their foot, what belongs to it, and which way is out. */
#include "core/base/tolerance.h"
#include "core/walkmesh/transform.h"
#include "tests/kits/memory.h"
#include "tests/kits/shipped.h"

/* ---- One room made by code -------------------------------------------------------------- */

struct scene {
    struct findings findings;
    struct wr_door door;
    struct wr_kit kit;
    wr_room room;
    wr_hook hooks[8];
};

static void start_empty(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    findings_start(&scene->findings);
    scene->door = (wr_door){.name = "narrow", .width = 2.4f, .height = 2.5f};
    scene->kit = (struct wr_kit){.arena = scene->findings.arena,
                                 .id = "kit",
                                 .name = "kit",
                                 .doors = &scene->door,
                                 .door_count = 1};
    scene->room = (wr_room){.kit = &scene->kit, .id = "room", .name = "room"};
}

static void start(struct scene *scene, const char *text)
{
    start_empty(scene);
    scene->room.mesh = mesh_of_text(&scene->findings, text);
}

static void start_faces(struct scene *scene, const wr_vec3 *vertices, uint32_t vertex_count,
                        const wr_face *faces, uint32_t face_count)
{
    start_empty(scene);
    scene->room.mesh =
        mesh_of_faces(&scene->findings, vertices, vertex_count, faces, face_count);
}

static void start_hub(struct scene *scene)
{
    struct wr_bytes text = {0};
    start(scene, hub_obj(&text));
    wr_bytes_finish(&text);
}

static void start_star(struct scene *scene, const float (*ring)[3], size_t count)
{
    struct wr_bytes text = {0};
    start(scene, star_obj(&text, ring, count, wr_vec3_of(0, 0, 0)));
    wr_bytes_finish(&text);
}

static void paint_room(struct scene *scene, uint32_t edge, int32_t transition)
{
    paint((struct wr_walkmesh *)(uintptr_t)scene->room.mesh, edge, transition);
}

static void add_hook(struct scene *scene, float x, float y, float z, int32_t id)
{
    scene->hooks[scene->room.hook_count++] = (wr_hook){
        .name = "hook", .position = {x, y, z}, .facing = NAN, .id = id, .foot = WR_NONE};
}

static const wr_hook *find(struct scene *scene)
{
    scene->room.hooks = scene->hooks;
    assert_int_equal(
        wr_thresholds_find(scene->findings.context, scene->findings.arena, &scene->room),
        WR_OK);
    return scene->room.hooks;
}

static void finish(struct scene *scene)
{
    assert_int_equal(scene->findings.lines.size, 0);
    findings_end(&scene->findings);
}

static void assert_threshold(const wr_hook *hook, uint32_t foot, const uint32_t *edges,
                             uint32_t count)
{
    assert_int_equal(hook->foot, foot);
    assert_int_equal(hook->threshold_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(hook->threshold[i], edges[i]);
}

#define assert_edges(hook, foot, ...)                                                          \
    assert_threshold(hook, foot, (const uint32_t[]){__VA_ARGS__},                              \
                     sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void the_nearest_open_edge_is_the_foot_and_its_normal_the_way_out(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    add_hook(&scene, 0, -6, 0, -1);
    add_hook(&scene, 5.95f, 0.5f, 0.02f, -1);
    add_hook(&scene, -0.5f, 6.05f, 0, -1);
    add_hook(&scene, -6, 0, -0.05f, -1);
    const wr_hook *hooks = find(&scene);
    const uint32_t feet[] = {SOUTH, EAST, NORTH, WEST};
    const double out[][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (size_t i = 0; i < 4; i++) {
        assert_threshold(&hooks[i], feet[i], &feet[i], 1);
        assert_true(hooks[i].out_x == out[i][0] && hooks[i].out_y == out[i][1]);
        assert_false(signbit(hooks[i].out_x) && hooks[i].out_x == 0);
        assert_false(signbit(hooks[i].out_y) && hooks[i].out_y == 0);
        assert_int_equal(hooks[i].island, 0);
        assert_int_equal(hooks[i].stray_count, 0);
    }
    assert_int_equal(scene.room.island_count, 1);
    assert_true(scene.room.box.min.x == -6 && scene.room.box.max.y == 6);
    finish(&scene);
}

static void two_equally_near_edges_give_the_lower_one(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    add_hook(&scene, 1.2f, -6, 0, -1); /* where edges 4 and 7 meet */
    add_hook(&scene, -6, -6, 0, -1);   /* where the last edge, 34, meets the first, 1 */
    const wr_hook *hooks = find(&scene);
    assert_int_equal(hooks[0].foot, 4);
    assert_int_equal(hooks[1].foot, 1);
    finish(&scene);
}

static void a_marked_edge_farther_away_goes_before_a_nearer_unmarked_one(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    paint_room(&scene, SOUTH, 20);
    add_hook(&scene, 1.25f, -6, 0, 20);
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], SOUTH, SOUTH);
    finish(&scene);
}

static void an_id_on_no_edge_leaves_all_open_edges(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    paint_room(&scene, SOUTH, 20);
    add_hook(&scene, 6, 0, 0, 21);
    assert_edges(find(&scene), EAST, EAST);
    finish(&scene);
}

static void a_hook_off_the_perimeter_has_no_foot(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    paint_room(&scene, SOUTH, 20);
    add_hook(&scene, 5.85f, 0, 0, -1);
    add_hook(&scene, 6, 0, 0.15f, -1);
    add_hook(&scene, 6, 0, 0, 20); /* stands on an edge, but its own is elsewhere */
    add_hook(&scene, 5.91f, 0, 0, -1);
    const wr_hook *hooks = find(&scene);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(hooks[i].foot, WR_NONE);
        assert_int_equal(hooks[i].island, WR_NONE);
        assert_int_equal(hooks[i].threshold_count, 0);
    }
    assert_int_equal(hooks[3].foot, EAST);
    finish(&scene);
}

static void a_foreign_kits_wrong_id_falls_back_to_the_edge_at_the_hook(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    scene.kit.holocron = true;
    paint_room(&scene, SOUTH, 20);
    add_hook(&scene, 6, 0, 0, 20);
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], EAST, EAST);
    assert_int_equal(hooks[0].stray_count, 1);
    finish(&scene);
}

/* A wall of six edges along y = -6, from the left: 4 m, then 1 m, 0.8 m, 1 m, 1 m, 4.2 m. */
static const float wall[][3] = {{-6, -6, 0},    {-2, -6, 0},   {-1, -6, 0},
                                {-0.2f, -6, 0}, {0.8f, -6, 0}, {1.8f, -6, 0},
                                {6, -6, 0},     {6, 6, 0},     {-6, 6, 0}};

static void contiguous_marked_edges_make_one_threshold(void **state)
{
    (void)state;
    struct scene scene;
    start_star(&scene, wall, 9);
    for (uint32_t edge = 4; edge <= 13; edge += 3)
        paint_room(&scene, edge, 20);
    paint_room(&scene, 19, 20); /* on the east wall: a stray */
    add_hook(&scene, 0, -6, 0, 20);
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], 10, 4, 7, 10, 13);
    assert_int_equal(hooks[0].stray_count, 1);
    finish(&scene);
}

static void unmarked_edges_join_only_within_the_width_of_the_door(void **state)
{
    (void)state;
    struct scene scene;
    start_star(&scene, wall, 9);
    add_hook(&scene, -0.1f, -6, 0, -1);
    scene.door.width = 1.84f; /* half of it and 8 cm: from -1.1 to 0.9 */
    assert_edges(find(&scene), 10, 7, 10);
    scene.room.hook_count = 0;
    add_hook(&scene, -4, -6, 0, -1); /* the foot belongs to it however long it is */
    assert_edges(find(&scene), 1, 1);
    finish(&scene);
}

static void listed_edges_are_the_candidates(void **state)
{
    (void)state;
    static const uint32_t listed[] = {13, 7, 10, 22};
    struct scene scene;
    start_star(&scene, wall, 9);
    add_hook(&scene, 0, -6, 0, -1);
    scene.hooks[0].threshold = listed;
    scene.hooks[0].threshold_count = 4;
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], 10, 7, 10, 13);
    assert_int_equal(hooks[0].stray_count, 1); /* 22 is another wall */
    finish(&scene);
}

static void edges_turned_by_more_than_20_degrees_do_not_belong(void **state)
{
    (void)state;
    /* From the middle edge outwards: 15 degrees (belongs), then 25. */
    static const float bay[][3] = {{-6, -4.6f, 0},
                                   {-2.871f, -5.207f, 0},
                                   {-0.939f, -5.725f, 0},
                                   {1, -5.725f, 0},
                                   {2.932f, -5.207f, 0},
                                   {4.745f, -4.362f, 0},
                                   {6, 6, 0},
                                   {-6, 6, 0}};
    struct scene scene;
    start_star(&scene, bay, 8);
    for (uint32_t edge = 1; edge <= 13; edge += 3)
        paint_room(&scene, edge, 20);
    add_hook(&scene, 0, -5.725f, 0, 20);
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], 7, 1, 4, 7, 10); /* 1 is 11 degrees off, 13 is 25 */
    assert_int_equal(hooks[0].stray_count, 1);
    finish(&scene);
}

static void a_threshold_may_run_over_the_end_of_its_loop(void **state)
{
    (void)state;
    struct scene scene;
    static const float ring[][3] = {{0, -6, 0}, {1, -6, 0},  {6, -6, 0}, {6, 6, 0},
                                    {-6, 6, 0}, {-6, -6, 0}, {-1, -6, 0}};
    start_star(&scene, ring, 7);
    paint_room(&scene, 1, 20);
    paint_room(&scene, 19, 20);
    add_hook(&scene, 0.4f, -6, 0, 20);
    assert_edges(find(&scene), 1, 19, 1);
    finish(&scene);
}

static void edges_around_a_corner_are_strays(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, "usemtl Stone\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for (uint32_t edge = 0; edge < 3; edge++)
        paint_room(&scene, edge, 7);
    add_hook(&scene, 0.5f, 0, 0, 7);
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], 0, 0);
    assert_int_equal(hooks[0].stray_count, 2);
    finish(&scene);
}

static void two_doorways_with_one_id_are_no_strays_of_each_other(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    paint_room(&scene, SOUTH, 20);
    paint_room(&scene, NORTH, 20);
    add_hook(&scene, 0, -6, 0, 20);
    add_hook(&scene, 0, 6, 0, 20);
    const wr_hook *hooks = find(&scene);
    assert_edges(&hooks[0], SOUTH, SOUTH);
    assert_edges(&hooks[1], NORTH, NORTH);
    assert_int_equal(hooks[0].stray_count + hooks[1].stray_count, 0);
    finish(&scene);
}

static void an_upright_edge_is_no_foot_but_the_next_one_is(void **state)
{
    (void)state;
    struct scene scene;
    static const wr_vec3 vertices[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0},
                                       {5, 0, 0}, {5, 0, 2}, {6, 1, 0}};
    static const wr_face faces[] = {{{0, 1, 2}}, {{3, 5, 4}}};
    start_faces(&scene, vertices, 6, faces, 2);
    add_hook(&scene, 5, 0, 1, -1);
    add_hook(&scene, 5, 0, 0.05f, -1);
    const wr_hook *hooks = find(&scene);
    assert_int_equal(hooks[0].foot, WR_NONE);
    assert_true(hooks[1].foot != WR_NONE);
    assert_int_equal(hooks[1].island, 1);
    finish(&scene);
}

static void out_of_a_face_that_looks_down_is_away_from_it_too(void **state)
{
    (void)state;
    struct scene scene;
    static const wr_vec3 vertices[] = {{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {2, 0, 0}};
    static const wr_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    start_faces(&scene, vertices, 4, faces, 2);
    add_hook(&scene, 1, 0, 0, -1);
    const wr_hook *hooks = find(&scene);
    assert_true(hooks[0].out_x == 0 && hooks[0].out_y == -1);
    finish(&scene);
}

static void a_room_without_a_floor_has_no_feet(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, "usemtl NonWalk\nv 0 0 0\nv 2 0 0\nv 2 2 0\nf 1 2 3\n");
    add_hook(&scene, 1, 0, 0, -1);
    add_hook(&scene, 1, 0, 0, 20);
    const wr_hook *hooks = find(&scene);
    assert_int_equal(hooks[0].foot, WR_NONE);
    assert_int_equal(hooks[1].foot, WR_NONE);
    finish(&scene);
}

static void another_walkmesh_gets_thresholds_of_its_own(void **state)
{
    (void)state;
    struct scene scene;
    start_hub(&scene);
    add_hook(&scene, 0, -6, 0, -1);
    add_hook(&scene, 6, 0, 0, -1);
    find(&scene);
    wr_room *copy = NULL;
    const struct wr_walkmesh *half = mesh_of_text(
        &scene.findings, "usemtl Stone\nv -6 -6 0\nv 0 -6 0\nv 0 6 0\nv -6 6 0\nf 1 2 3 4\n");
    assert_int_equal(wr_room_with_mesh(scene.findings.context, scene.findings.arena,
                                       &scene.room, half, &copy),
                     WR_OK);
    assert_ptr_equal(copy->mesh, half);
    assert_int_equal(copy->hooks[0].foot, 0);
    assert_int_equal(copy->hooks[1].foot, WR_NONE);
    assert_int_equal(scene.room.hooks[1].foot, EAST);
    assert_said(&scene.findings,
                "0:0: warning [hook-off-perimeter] hook 'hook' of room 'room' is no longer on "
                "the perimeter of the walkmesh that replaces the kit's (keep the open edges at "
                "the doorway where the kit's walkmesh has them)\n");
    finish(&scene);
}

/* ---- Shipped kits --------------------------------------------------------------------------
 */

static void every_doorway_of_blackvulkar_is_one_edge_and_one_stray(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_kit *kit = load_shipped(&findings, "holocron/blackvulkar.json");
    unsigned hooks = 0;
    double narrowest = INFINITY, widest = 0;
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t h = 0; h < kit->rooms[r].hook_count; h++, hooks++) {
            const wr_hook *hook = &kit->rooms[r].hooks[h];
            assert_int_equal(hook->threshold_count, 1);
            assert_int_equal(hook->stray_count, 1);
            assert_int_equal(wr_room_transition(&kit->rooms[r], hook->foot), hook->id);
            double cosine, sine, width = threshold_width(&kit->rooms[r], hook);
            wr_turn_of(hook->facing, &cosine, &sine);
            assert_near(cosine, hook->out_x, 0.01);
            assert_near(sine, hook->out_y, 0.01);
            narrowest = width < narrowest ? width : narrowest;
            widest = width > widest ? width : widest;
        }
    assert_int_equal(kit->room_count, 14);
    assert_int_equal(hooks, 42);
    assert_near(narrowest, 3.498, 0.001);
    assert_near(widest, 3.573, 0.001);
    wr_kit_free(kit);
    findings_end(&findings);
}

/* A room with its mesh and hooks moved; the hooks are found anew. */
static wr_room move_room(struct findings *findings, const wr_room *room,
                         const wr_motion *motion)
{
    struct wr_marks marks;
    struct wr_walkmesh *moved;
    wr_room copy = *room;
    wr_hook *hooks =
        wr_arena_copy(findings->arena, room->hooks, room->hook_count, sizeof *hooks);
    assert_int_equal(
        wr_walkmesh_marks(findings->context, findings->arena, room->mesh, &marks, NULL), WR_OK);
    assert_int_equal(wr_walkmesh_move(findings->context, findings->arena, room->mesh, motion,
                                      &marks, &moved),
                     WR_OK);
    assert_int_equal(
        wr_walkmesh_derive(findings->context, findings->arena, moved, &marks, WR_NOWHERE, NULL),
        WR_OK);
    for (uint32_t h = 0; h < room->hook_count; h++) {
        hooks[h].position = wr_motion_point(motion, hooks[h].position);
        hooks[h].threshold_count = 0;
    }
    copy.mesh = moved;
    copy.hooks = hooks;
    assert_int_equal(wr_thresholds_find(findings->context, findings->arena, &copy), WR_OK);
    return copy;
}

static void assert_moved(const wr_room *room, const wr_room *moved, const wr_motion *motion)
{
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *a = &room->hooks[h], *b = &moved->hooks[h];
        double x = a->out_x, y = a->out_y;
        wr_motion_direction(motion, &x, &y);
        assert_int_equal(a->threshold_count, b->threshold_count);
        assert_int_equal(a->stray_count, b->stray_count);
        if (a->foot == WR_NONE) {
            assert_int_equal(b->foot, WR_NONE);
            continue;
        }
        assert_int_equal(wr_motion_edge(motion, a->foot), b->foot);
        assert_near(x, b->out_x, 1e-4);
        assert_near(y, b->out_y, 1e-4);
        for (uint32_t i = 0; i < a->threshold_count; i++) {
            uint32_t k = motion->mirrored ? a->threshold_count - 1 - i : i;
            assert_int_equal(wr_motion_edge(motion, a->threshold[i]), b->threshold[k]);
        }
    }
}

static void turned_and_mirrored_rooms_have_turned_and_mirrored_thresholds(void **state)
{
    (void)state;
    static const char *const kits[] = {"holocron/blackvulkar.json", "holocron/sithbase.json"};
    for (size_t k = 0; k < 2; k++) {
        struct findings findings;
        findings_start(&findings);
        struct wr_kit *kit = load_shipped(&findings, kits[k]);
        for (uint32_t r = 0; r < kit->room_count; r++)
            for (int turn = 0; turn < 8; turn++) {
                wr_motion motion = wr_motion_of((wr_placement){.position = {100, -50, 3},
                                                               .turn = (float)turn * 90 / 2,
                                                               .mirror_x = turn % 2,
                                                               .mirror_y = turn / 2 % 2});
                wr_room moved = move_room(&findings, &kit->rooms[r], &motion);
                assert_moved(&kit->rooms[r], &moved, &motion);
            }
        wr_kit_free(kit);
        findings_end(&findings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_open_edge_is_the_foot_and_its_normal_the_way_out),
        cmocka_unit_test(two_equally_near_edges_give_the_lower_one),
        cmocka_unit_test(a_marked_edge_farther_away_goes_before_a_nearer_unmarked_one),
        cmocka_unit_test(an_id_on_no_edge_leaves_all_open_edges),
        cmocka_unit_test(a_hook_off_the_perimeter_has_no_foot),
        cmocka_unit_test(a_foreign_kits_wrong_id_falls_back_to_the_edge_at_the_hook),
        cmocka_unit_test(contiguous_marked_edges_make_one_threshold),
        cmocka_unit_test(unmarked_edges_join_only_within_the_width_of_the_door),
        cmocka_unit_test(listed_edges_are_the_candidates),
        cmocka_unit_test(edges_turned_by_more_than_20_degrees_do_not_belong),
        cmocka_unit_test(a_threshold_may_run_over_the_end_of_its_loop),
        cmocka_unit_test(edges_around_a_corner_are_strays),
        cmocka_unit_test(two_doorways_with_one_id_are_no_strays_of_each_other),
        cmocka_unit_test(an_upright_edge_is_no_foot_but_the_next_one_is),
        cmocka_unit_test(out_of_a_face_that_looks_down_is_away_from_it_too),
        cmocka_unit_test(a_room_without_a_floor_has_no_feet),
        cmocka_unit_test(another_walkmesh_gets_thresholds_of_its_own),
        cmocka_unit_test(every_doorway_of_blackvulkar_is_one_edge_and_one_stray),
        cmocka_unit_test(turned_and_mirrored_rooms_have_turned_and_mirrored_thresholds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
