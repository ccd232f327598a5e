/* Areas: what a build finds out about a map, as data, is what it writes. */
#include "tests/support/judged.h"
#include "tests/support/scenes.h"
#include "tests/support/starved.h"

#include "core/files/file.h"

struct stage {
    struct scene scene;
    struct wr_area *area;
    char folder[128];
};

static int start(void **state)
{
    static struct stage stage;
    stage = (struct stage){0};
    scene_start(&stage.scene);
    folder_make(stage.folder);
    scene_add_box(&stage.scene, &(scene_box){.id = "cell",
                                             .width = 6,
                                             .depth = 6,
                                             .doors = {{.side = 'n', .out = 0.375f},
                                                       {.side = 's', .out = 0.375f},
                                                       {.side = 'e', .pieces = 2},
                                                       {.side = 'w', .pieces = 3}}});
    static const char *const twin[] = {"n#n", ".#.", "s#s", NULL};
    scene_add_plan(&stage.scene, &(scene_plan){"twin", twin, 3});
    scene_add_box(&stage.scene, &(scene_box){.id = "gate",
                                             .width = 6,
                                             .depth = 6,
                                             .doors = {{.side = 'n', .type = SCENE_OPEN},
                                                       {.side = 's', .type = SCENE_LONELY}}});
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    wr_area_free(stage->area);
    scene_end(&stage->scene);
    folder_drop(stage->folder);
    return 0;
}

static const struct wr_area *area_of(struct stage *stage)
{
    wr_area_free(stage->area);
    stage->area = NULL;
    assert_int_equal(wr_area_make(stage->scene.context, &stage->scene.map, stage->scene.kits,
                                  &stage->scene.options, &stage->area),
                     WR_OK);
    return stage->area;
}

static const wr_built_mesh *mesh_of(struct stage *stage, uint32_t area_room)
{
    const wr_built_mesh *mesh = NULL;
    assert_int_equal(wr_area_walkmesh(stage->scene.context, stage->area, area_room, &mesh),
                     WR_OK);
    return mesh;
}

static const wr_built_mesh *merged_of(struct stage *stage)
{
    const wr_built_mesh *mesh = NULL;
    assert_int_equal(wr_area_merged(stage->scene.context, stage->area, &mesh), WR_OK);
    return mesh;
}

/* Nine cells in a square, every other row turned: doorways in two pieces meet such in three. */
static void put_block(struct stage *stage)
{
    for (int i = 0; i < 9; i++)
        scene_put(&stage->scene, "cell", 6 * (float)(i % 3), 6.75f * (float)(i / 3), 0,
                  i / 3 == 1 ? 180 : 0);
}

/* ---- Walkmeshes ---- */

static void assert_file_is(struct stage *stage, const char *name,
                           const struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    struct wr_source file;
    char path[256];
    assert_int_equal(wr_walkmesh_write(stage->scene.context, mesh, &bytes), WR_OK);
    snprintf(path, sizeof path, "%s/%s.wok", stage->folder, name);
    assert_int_equal(wr_file_read(stage->scene.context, stage->scene.arena, path, &file),
                     WR_OK);
    assert_int_equal(file.size, bytes.size);
    assert_memory_equal(file.data, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void build(struct stage *stage)
{
    stage->scene.options.force = true;
    if (scene_build(&stage->scene, stage->folder, NULL) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
}

static void walkmeshes_are_those_a_build_writes(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    for (int i = 3; i < 6; i++)
        stage->scene.map.rooms[i].group = "row";
    build(stage);
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->verdict, WR_OK);
    assert_int_equal(area->area_room_count, 7);
    for (uint32_t i = 0; i < area->area_room_count; i++)
        assert_file_is(stage, area->names[i], mesh_of(stage, i)->mesh);
}

static void the_merged_walkmesh_is_that_of_a_build_that_merges_all(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    stage->scene.options.merge_all = true;
    build(stage);
    stage->scene.options.merge_all = false;
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->area_room_count, 9);
    assert_file_is(stage, area->names[0], merged_of(stage)->mesh);
}

static void a_walkmesh_is_made_once_and_kept(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    area_of(stage);
    assert_ptr_equal(mesh_of(stage, 4), mesh_of(stage, 4));
    assert_ptr_equal(merged_of(stage), merged_of(stage));
}

/* Whether a point lies within a triangle seen from above, but for rounding. */
static bool holds(const wr_vec3 corners[3], wr_vec3 point)
{
    for (int k = 0; k < 3; k++) {
        wr_vec3 a = corners[k], b = corners[(k + 1) % 3];
        if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) < -1e-3f)
            return false;
    }
    return true;
}

static wr_vec3 middle_of(const struct wr_walkmesh *mesh, uint32_t face)
{
    wr_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        wr_vec3 v = mesh->vertices[mesh->faces[face].v[k]];
        sum = wr_vec3_of(sum.x + v.x / 3, sum.y + v.y / 3, sum.z + v.z / 3);
    }
    return sum;
}

static void each_face_lies_on_the_face_it_comes_from(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    const struct wr_area *area = area_of(stage);
    const wr_built_mesh *all = merged_of(stage);
    uint32_t kit_faces = 0;
    for (uint32_t f = 0; f < all->mesh->face_count; f++) {
        const wr_built_room *room = &area->rooms[all->origins[f].room];
        const struct wr_walkmesh *kit = room->room->mesh;
        wr_motion motion = wr_motion_of(room->placement);
        wr_vec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] =
                wr_motion_point(&motion, kit->vertices[kit->faces[all->origins[f].face].v[k]]);
        assert_true(holds(corners, middle_of(all->mesh, f)));
    }
    for (uint32_t i = 0; i < area->room_count; i++)
        kit_faces += area->rooms[i].room->mesh->face_count;
    assert_true(all->mesh->face_count > kit_faces); /* doorways in two pieces and three */
}

/* ---- Links ---- */

static bool has_vertex(const struct wr_walkmesh *mesh, wr_vec3 at)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (wr_vec3_same(mesh->vertices[v], at))
            return true;
    return false;
}

static void a_link_says_where_its_seam_is_and_both_rooms_have_its_points(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_put(&stage->scene, "cell", 6, 0.02f, 0, 0);
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->link_count, 0); /* 2 cm are too far by default */
    stage->scene.options.reach = 0.05f;
    area = area_of(stage);
    assert_int_equal(area->link_count, 1);
    const wr_built_link *link = &area->links[0];
    assert_near(link->position.x, 3, 1e-6);
    assert_near(link->position.y, 0.01, 1e-6);
    assert_near(link->width, 3, 0.05);
    assert_near(link->distance, 0.02, 1e-6);
    assert_true(link->moved > 0 && link->moved < 0.02f);
    assert_int_equal(link->seam_count, 5); /* two pieces meet three */
    for (uint32_t i = 0; i < link->seam_count; i++)
        for (uint32_t room = 0; room < 2; room++)
            assert_true(has_vertex(mesh_of(stage, room)->mesh, link->seam[i]));
    assert_string_equal(area->rooms[0].room->hooks[area->hooks[link->hooks[0]].hook].name, "e");
    assert_int_equal(area->hooks[link->hooks[1]].room, 1);
}

static void of_two_door_types_the_wider_is_the_links(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "gate", "n", false);
    stage->scene.map.door_pairs = &(wr_door_pair){.doors = {"plain", "open"}};
    stage->scene.map.door_pair_count = 1;
    const struct wr_area *area = area_of(stage);
    const struct wr_kit *kit = area->rooms[0].room->kit;
    wr_door *doors = (wr_door *)(uintptr_t)kit->doors;
    assert_int_equal(area->link_count, 1);
    assert_ptr_equal(area->links[0].door, &doors[SCENE_PLAIN]);
    doors[SCENE_OPEN].width += 1;
    assert_ptr_equal(area_of(stage)->links[0].door, &doors[SCENE_OPEN]);
}

static void what_the_map_says_of_a_link_is_there(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cell", "s", false);
    scene_join(&stage->scene, 1, "n", "cell", "s", false);
    scene_link(&stage->scene, 1, "s", 0, "n");
    stage->scene.map.links[0].lock = "bronze";
    stage->scene.map.links[0].hidden = true;
    stage->scene.map.rooms[1].group = stage->scene.map.rooms[2].group = "g";
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->link_count, 2);
    assert_true(area->links[0].stated && area->links[0].hidden && !area->links[0].inner);
    assert_string_equal(area->links[0].lock, "bronze");
    assert_true(!area->links[1].stated && area->links[1].inner);
    assert_int_equal(area->hooks[area->links[0].hooks[0]].room, 0);
}

/* ---- Maps that are refused ---- */

static void a_refused_map_gives_its_near_misses_and_overlaps(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_put(&stage->scene, "cell", 6, 0.5f, 0, 0);
    scene_put(&stage->scene, "cell", -5, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "gate", "s", false);
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->verdict, WR_INVALID);
    assert_true(scene_heard(&stage->scene, "rooms-overlap"));
    assert_int_equal(area->near_miss_count, 3);
    const wr_near_miss *miss =
        &area->near_misses[1]; /* after that of the gate: hooks n, s, e */
    assert_near(miss->distance, 0.5, 1e-6);
    assert_null(miss->slug);
    assert_true(miss->mendable);
    assert_string_equal(area->near_misses[0].slug, "link-door");
    const wr_overlap *overlap = NULL;
    for (uint32_t i = 0; i < area->overlap_count; i++)
        if (area->overlaps[i].depth > area->allowed_overlap)
            overlap = &area->overlaps[i];
    assert_non_null(overlap);
    assert_int_equal(overlap->rooms[0], 0);
    assert_int_equal(overlap->rooms[1], 2);
    assert_near(overlap->depth, 1, 0.1);
    assert_true(mesh_of(stage, 0)->mesh->face_count > 0); /* links are right */
}

static void a_link_that_is_refused_leaves_no_walkmesh(void **state)
{
    struct stage *stage = *state;
    const wr_built_mesh *mesh = NULL;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_put(&stage->scene, "cell", 0, 20, 0, 0);
    scene_link(&stage->scene, 0, "n", 1, "s");
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->verdict, WR_INVALID);
    unsigned errors = stage->scene.errors;
    assert_int_equal(wr_area_walkmesh(stage->scene.context, stage->area, 0, &mesh), WR_INVALID);
    assert_int_equal(wr_area_merged(stage->scene.context, stage->area, &mesh), WR_INVALID);
    assert_int_equal(stage->scene.errors, errors); /* it was said once */
    assert_null(mesh);
}

static void a_room_that_does_not_exist_gives_no_area(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    stage->scene.map.rooms[0].room = "cellar";
    assert_int_equal(wr_area_make(stage->scene.context, &stage->scene.map, stage->scene.kits,
                                  &stage->scene.options, &stage->area),
                     WR_NOT_FOUND);
    assert_null(stage->area);
}

/* ---- Islands ---- */

static void islands_hold_the_floors_that_hang_together(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "twin", 0, 0, 0, 0);
    scene_put(&stage->scene, "twin", 0, 9, 0, 0);
    scene_put(&stage->scene, "cell", 100, 0, 0, 0);
    const struct wr_area *area = area_of(stage);
    assert_int_equal(area->verdict, WR_OK);
    assert_int_equal(area->island_count, 3);
    assert_int_equal(area->unreachable, 2);
    const double floors[] = {54, 54, 36 + 2 * 3 * 0.375};
    const uint32_t rooms[] = {2, 2, 1};
    for (uint32_t i = 0; i < 3; i++) {
        assert_near(area->islands[i].floor, floors[i], 1e-3);
        assert_int_equal(area->islands[i].rooms, rooms[i]);
        assert_int_equal(area->islands[i].reached, i == area->entry.island);
    }
    for (uint32_t r = 0; r < 2; r++)
        for (uint32_t k = 0; k < 2; k++)
            assert_int_equal(area->rooms[r].islands[k], k);
}

/* Faces that hang together in the merged walkmesh are of one island, others are not. */
static void the_islands_of_the_merged_walkmesh_are_its_connected_parts(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    scene_put(&stage->scene, "twin", 50, 0, 0, 0);
    scene_put(&stage->scene, "twin", 50, 9, 0, 0);
    const struct wr_area *area = area_of(stage);
    const wr_built_mesh *all = merged_of(stage);
    uint32_t count = all->mesh->walkable_count, parts = 0;
    uint32_t *part = calloc(count, sizeof *part);
    for (uint32_t f = 0; f < count; f++)
        part[f] = f;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t e = 0; e < 3 * count; e++) {
            int32_t across = all->mesh->adjacency[e / 3][e % 3];
            if (across < 0 || part[across / 3] >= part[e / 3])
                continue;
            part[e / 3] = part[across / 3];
            more = true;
        }
    }
    for (uint32_t f = 0; f < count; f++) {
        parts += part[f] == f;
        for (uint32_t g = 0; g < f; g++)
            assert_int_equal(part[f] == part[g], all->islands[f] == all->islands[g]);
    }
    assert_int_equal(parts, area->island_count);
    free(part);
}

/* ---- Sight ---- */

static void what_is_seen_is_what_the_vis_lists(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    build(stage);
    char path[256], line[512] = "";
    const struct wr_area *area = area_of(stage);
    assert_false(wr_area_sees(area, 0, 1)); /* nobody looked */
    assert_int_equal(wr_area_look(stage->scene.context, stage->area), WR_OK);
    snprintf(path, sizeof path, "%s/%s.vis", stage->folder, area->id);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (uint32_t a = 0; a < area->area_room_count; a++) {
        char name[64];
        unsigned count;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(sscanf(line, "%63s %u", name, &count), 2);
        assert_string_equal(name, area->names[a]);
        assert_int_equal(count, area->seen[a].count);
        for (uint32_t i = 0; i < count; i++) {
            assert_non_null(fgets(line, sizeof line, file));
            assert_int_equal(sscanf(line, "%63s", name), 1);
            assert_string_equal(name, area->names[area->seen[a].items[i]]);
        }
        for (uint32_t b = 0, i = 0; b < area->area_room_count; b++) {
            bool listed = i < count && area->seen[a].items[i] == b;
            assert_int_equal(wr_area_sees(area, a, b), listed);
            i += listed;
        }
    }
    fclose(file);
}

static void where_all_is_drawn_every_room_sees_every_other(void **state)
{
    struct stage *stage = *state;
    put_block(stage);
    stage->scene.options.vis = WR_VIS_ALL;
    const struct wr_area *area = area_of(stage);
    assert_int_equal(wr_area_look(stage->scene.context, stage->area), WR_OK);
    for (uint32_t a = 0; a < 9; a++)
        for (uint32_t b = 0; b < 9; b++)
            assert_int_equal(wr_area_sees(area, a, b), a != b);
}

static enum wr_answer stop(void *user, const char *what, uint64_t done, uint64_t total)
{
    (void)user, (void)what, (void)done, (void)total;
    return WR_STOP;
}

static void who_is_stopped_while_looking_sees_nothing_and_may_look_again(void **state)
{
    struct stage *stage = *state;
    struct wr_context *context = stage->scene.context;
    put_block(stage);
    const struct wr_area *area = area_of(stage);
    wr_context_set_patience(context, 0);
    wr_context_set_progress(context, stop, NULL);
    assert_int_equal(wr_area_look(context, stage->area), WR_STOPPED);
    assert_null(area->seen);
    wr_context_set_progress(context, NULL, NULL);
    assert_int_equal(wr_area_look(context, stage->area), WR_OK);
    assert_true(wr_area_sees(area, 0, 1));
}

/* Counts down; the one that reaches 0 stops. */
static enum wr_answer stop_later(void *user, const char *what, uint64_t done, uint64_t total)
{
    uint32_t *left = user;
    (void)what, (void)done, (void)total;
    return *left > 0 && --*left == 0 ? WR_STOP : WR_GO_ON;
}

static void who_is_stopped_while_making_has_no_area(void **state)
{
    struct stage *stage = *state;
    struct wr_context *context = stage->scene.context;
    enum wr_result result = WR_STOPPED;
    put_block(stage);
    wr_context_set_patience(context, 0);
    for (uint32_t asks = 1; result == WR_STOPPED; asks++) {
        uint32_t left = asks;
        struct wr_area *area = NULL;
        wr_context_set_progress(context, stop_later, &left);
        result = wr_area_make(context, &stage->scene.map, stage->scene.kits,
                              &stage->scene.options, &area);
        assert_int_equal(result, left == 0 ? WR_STOPPED : WR_OK);
        assert_int_equal(area != NULL, result == WR_OK);
        assert_true(result == WR_STOPPED || asks > 3);
        wr_area_free(area);
    }
    wr_context_set_progress(context, NULL, NULL);
}

/* ---- Memory ---- */

static enum wr_result make_all(struct findings *findings, void *user)
{
    struct stage *stage = user;
    struct wr_area *area = NULL;
    const wr_built_mesh *mesh;
    enum wr_result result = wr_area_make(findings->context, &stage->scene.map,
                                         stage->scene.kits, &stage->scene.options, &area);
    if (result == WR_OK)
        result = wr_area_walkmesh(findings->context, area, 0, &mesh);
    if (result == WR_OK)
        result = wr_area_merged(findings->context, area, &mesh);
    if (result == WR_OK) {
        result = wr_area_look(findings->context, area);
        assert_true(result == WR_OK || !area->seen);
    }
    wr_area_free(area);
    return result;
}

static void memory_that_runs_out_is_told(void **state)
{
    struct stage *stage = *state;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cell", "s", false);
    scene_put(&stage->scene, "cell", 6, 0.5f, 0, 0);
    wr_map_sight sight = {.rooms = {0, 2}, .seen = true};
    stage->scene.map.visible = &sight;
    stage->scene.map.visible_count = 1;
    starve(make_all, stage);
}

#define ON_STAGE(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(walkmeshes_are_those_a_build_writes),
        ON_STAGE(the_merged_walkmesh_is_that_of_a_build_that_merges_all),
        ON_STAGE(a_walkmesh_is_made_once_and_kept),
        ON_STAGE(each_face_lies_on_the_face_it_comes_from),
        ON_STAGE(a_link_says_where_its_seam_is_and_both_rooms_have_its_points),
        ON_STAGE(of_two_door_types_the_wider_is_the_links),
        ON_STAGE(what_the_map_says_of_a_link_is_there),
        ON_STAGE(a_refused_map_gives_its_near_misses_and_overlaps),
        ON_STAGE(a_link_that_is_refused_leaves_no_walkmesh),
        ON_STAGE(a_room_that_does_not_exist_gives_no_area),
        ON_STAGE(islands_hold_the_floors_that_hang_together),
        ON_STAGE(the_islands_of_the_merged_walkmesh_are_its_connected_parts),
        ON_STAGE(what_is_seen_is_what_the_vis_lists),
        ON_STAGE(where_all_is_drawn_every_room_sees_every_other),
        ON_STAGE(who_is_stopped_while_looking_sees_nothing_and_may_look_again),
        ON_STAGE(who_is_stopped_while_making_has_no_area),
        ON_STAGE(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
