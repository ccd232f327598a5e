/* Merging: rooms of a group become one walkmesh whose inner doorways are plain floor. */
#include "tests/support/scenes.h"
#include "tests/support/test.h"

#include "builder/layout/stitch.h"
#include "core/walkmesh/adjacency.h"

static const scene_box CELL = {.id = "cell",
                               .width = 6,
                               .depth = 6,
                               .flags = SCENE_STRAYS,
                               .doors = {{.side = 'n', .out = 0.375f},
                                         {.side = 's', .out = 0.375f},
                                         {.side = 'e', .out = 0.375f, .pieces = 2},
                                         {.side = 'w', .out = 0.375f, .pieces = 3}}};

/* Doorways from corner to corner: four rooms share the point between them. */
static const scene_box OPEN = {
    .id = "open",
    .width = 3,
    .depth = 3,
    .doors = {{.side = 'n'}, {.side = 'e'}, {.side = 's'}, {.side = 'w'}}};

struct stage {
    struct scene scene;
    struct wr_arena *arena, *scratch;
};

static int start(void **state)
{
    static struct stage stage;
    scene_start(&stage.scene);
    scene_add_box(&stage.scene, &CELL);
    stage.arena = wr_arena_create();
    stage.scratch = wr_arena_create();
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    scene_end(&stage->scene);
    wr_arena_destroy(stage->arena);
    wr_arena_destroy(stage->scratch);
    return 0;
}

/* A ring of four cells round nothing: 0 south-west, 1 south-east, 2 north-east, 3 north-west.
 */
static void put_ring(struct scene *scene)
{
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "cell", 6.75f, 0, 0, 0);
    scene_put(scene, "cell", 6.75f, 6.75f, 0, 0);
    scene_put(scene, "cell", 0, 6.75f, 0, 0);
}

static void group(struct scene *scene, const char *name, uint32_t a, uint32_t b)
{
    scene->map.rooms[a].group = scene->map.rooms[b].group = name;
}

static struct wr_walkmesh *mesh_of(struct stage *stage, uint32_t area_room)
{
    struct wr_walkmesh *mesh = NULL;
    enum wr_result result =
        wr_area_room_mesh(stage->scene.context, stage->scene.layout, area_room, stage->arena,
                          stage->scratch, &mesh, NULL);
    if (result != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    return mesh;
}

static uint32_t islands_of(struct stage *stage, const struct wr_walkmesh *mesh)
{
    return wr_adjacency_islands(mesh, WR_TAKE(stage->scratch, uint32_t, mesh->walkable_count));
}

static uint32_t transitions_to(const struct wr_walkmesh *mesh, int32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition == room;
    return count;
}

static void count_materials(const struct wr_walkmesh *mesh, uint32_t counts[2][32])
{
    for (uint32_t f = 0; f < mesh->face_count; f++)
        counts[f >= mesh->walkable_count][mesh->materials[f]]++;
}

/* ---- Groups ---- */

static void a_group_is_one_area_room_at_its_first_rooms_place(void **state)
{
    struct stage *stage = *state;
    put_ring(&stage->scene);
    group(&stage->scene, "hall", 1, 3);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    const struct wr_layout *layout = stage->scene.layout;
    static const uint32_t expected[] = {0, 1, 2, 1};
    assert_int_equal(layout->area_room_count, 3);
    for (int r = 0; r < 4; r++)
        assert_int_equal(layout->rooms[r].area_room, expected[r]);
    assert_int_equal(layout->area_rooms[1].count, 2);
    assert_int_equal(layout->area_rooms[1].first, 1);
    assert_int_equal(layout->rooms[1].next, 3);
    assert_int_equal(layout->rooms[3].next, WR_NONE);
}

static void an_inner_doorway_becomes_floor(void **state)
{
    struct stage *stage = *state;
    put_ring(&stage->scene);
    group(&stage->scene, "hall", 0, 1);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    const struct wr_walkmesh *cell = scene_room(&stage->scene, "cell")->mesh;
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(islands_of(stage, mesh), 1);
    assert_int_equal(mesh->perimeter_count, 1);
    /* 2 pieces against 3: 5 points, so 4 pieces each. */
    assert_int_equal(mesh->face_count, 2 * cell->face_count + 2 + 1);
    assert_int_equal(mesh->vertex_count, 2 * cell->vertex_count + 2 + 1 - 5);
    assert_int_equal(mesh->edge_count, 2 * cell->edge_count - 2 - 3);
    /* North out of both halves, to area rooms 1 (was 2) and 2 (was 3). */
    assert_int_equal(transitions_to(mesh, 0), 0);
    assert_int_equal(transitions_to(mesh, 1), 1);
    assert_int_equal(transitions_to(mesh, 2), 1);
    assert_int_equal(transitions_to(mesh, -1), mesh->edge_count - 2);
}

static void the_others_lead_to_the_group(void **state)
{
    struct stage *stage = *state;
    put_ring(&stage->scene);
    group(&stage->scene, "hall", 0, 1);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    struct wr_walkmesh *east = mesh_of(stage, 1), *west = mesh_of(stage, 2);
    assert_int_equal(transitions_to(east, 0), 1);
    assert_int_equal(transitions_to(east, 2), 4);
    assert_int_equal(transitions_to(west, 0), 1);
    assert_int_equal(transitions_to(west, 1), 4);
}

static void a_whole_level_becomes_one_room(void **state)
{
    struct stage *stage = *state;
    put_ring(&stage->scene);
    stage->scene.options.merge_all = true;
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    assert_int_equal(stage->scene.layout->area_room_count, 1);
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(islands_of(stage, mesh), 1);
    assert_int_equal(mesh->perimeter_count, 2); /* outside, and the hole in the middle */
    assert_int_equal(transitions_to(mesh, -1), mesh->edge_count);
}

static void the_materials_of_every_face_stay(void **state)
{
    struct stage *stage = *state;
    uint32_t merged[2][32] = {{0}}, apart[2][32] = {{0}};
    scene_add_box(&stage->scene, &(scene_box){.id = "sill",
                                              .width = 6,
                                              .depth = 6,
                                              .flags = SCENE_SILLS,
                                              .doors = {{.side = 's', .pieces = 1}}});
    put_ring(&stage->scene);
    scene_join(&stage->scene, 2, "n", "sill", "s", true);
    scene_join(&stage->scene, 3, "n", "sill", "s", false);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    for (uint32_t r = 0; r < 6; r++)
        count_materials(mesh_of(stage, r), apart);
    stage->scene.options.merge_all = true;
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    count_materials(mesh_of(stage, 0), merged);
    assert_memory_equal(merged, apart, sizeof merged);
    assert_int_equal(merged[1][SCENE_NONWALK], 2);
}

static void rooms_far_apart_may_be_merged(void **state)
{
    struct stage *stage = *state;
    put_ring(&stage->scene);
    group(&stage->scene, "corners", 0, 2);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(islands_of(stage, mesh), 2);
    assert_int_equal(mesh->perimeter_count, 2);
    assert_int_equal(transitions_to(mesh, 1), 4 + 1);
    assert_int_equal(transitions_to(mesh, 2), 4 + 1);
}

static void two_rooms_that_share_two_doorways_enclose_a_hole(void **state)
{
    struct stage *stage = *state;
    static const char *const rows[] = {"..e", ".  ", "...", ".  ", "..e", NULL};
    scene_add_plan(&stage->scene, &(scene_plan){"claw", rows, 2});
    scene_put(&stage->scene, "claw", 0, 0, 0, 0);
    scene_put(&stage->scene, "claw", 12, 10, 0, 180);
    assert_int_equal(scene_connect(&stage->scene), WR_OK);
    assert_int_equal(stage->scene.layout->link_count, 2);
    group(&stage->scene, "ring", 0, 1);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(islands_of(stage, mesh), 1);
    assert_int_equal(mesh->perimeter_count, 2);
    assert_int_equal(transitions_to(mesh, -1), mesh->edge_count);
}

static void mirrored_rooms_are_merged_like_others(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 1, 2, 3, 30);
    uint32_t last = 0;
    for (int i = 0; i < 12; i++)
        last = scene_join(&stage->scene, last, i & 1 ? "e" : "n", "cell", i % 3 ? "s" : "w",
                          i & 2);
    stage->scene.options.merge_all = true;
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    assert_true(stage->scene.layout->link_count >= 12);
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(islands_of(stage, mesh), 1);
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        assert_true(mesh->normals[f].z > 0.9f);
}

static void a_corner_where_four_rooms_meet_is_one_vertex(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &OPEN);
    for (int i = 0; i < 9; i++)
        scene_put(&stage->scene, "open", 3 * (float)(i % 3), 3 * (float)(i / 3), 0,
                  90 * (float)(i % 4));
    stage->scene.options.merge_all = true;
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    assert_int_equal(stage->scene.layout->link_count, 12);
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(mesh->vertex_count, 9 + 16);
    assert_int_equal(mesh->perimeter_count, 1);
    assert_int_equal(mesh->edge_count, 12);
}

static void a_shared_corner_moves_all_its_rooms(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &OPEN);
    stage->scene.map.tolerance = 0.1f;
    for (int i = 0; i < 4; i++)
        scene_put(&stage->scene, "open", 3.01f * (float)(i % 2), 3.01f * (float)(i / 2),
                  0.01f * (float)i, 0);
    stage->scene.options.merge_all = true;
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    assert_int_equal(stage->scene.layout->link_count, 4);
    struct wr_walkmesh *mesh = mesh_of(stage, 0);
    assert_int_equal(mesh->vertex_count, 4 + 9);
    assert_int_equal(mesh->perimeter_count, 1);
    assert_int_equal(mesh->edge_count, 8);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, start, finish)
    const struct CMUnitTest tests[] = {
        EACH(a_group_is_one_area_room_at_its_first_rooms_place),
        EACH(an_inner_doorway_becomes_floor),
        EACH(the_others_lead_to_the_group),
        EACH(a_whole_level_becomes_one_room),
        EACH(the_materials_of_every_face_stay),
        EACH(rooms_far_apart_may_be_merged),
        EACH(two_rooms_that_share_two_doorways_enclose_a_hole),
        EACH(mirrored_rooms_are_merged_like_others),
        EACH(a_corner_where_four_rooms_meet_is_one_vertex),
        EACH(a_shared_corner_moves_all_its_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
