/* Stitching: a room in the area is its kit's, but for the vertices of its doorways. */
#include "tests/support/on_scene.h"

#include "builder/layout/profile.h"
#include "builder/layout/stitch.h"
#include "core/base/random.h"
#include "core/walkmesh/transform.h"

static void add_cell(struct scene *scene, const char *id, float width, uint32_t pieces,
                     unsigned flags)
{
    scene_add_box(
        scene, &(scene_box){
                   .id = id,
                   .width = 6,
                   .depth = 6,
                   .flags = flags,
                   .doors = {{.side = 'n', .width = width, .pieces = pieces, .out = 0.375f},
                             {.side = 's', .width = width, .pieces = pieces, .out = 0.375f}}});
}

/* ---- What must hold for any stitched room ---- */

static bool is_seam_vertex(const struct wr_stitched *stitched, uint32_t vertex)
{
    for (uint32_t d = 0; d < stitched->doorway_count; d++)
        for (uint32_t k = 0; k < stitched->doorways[d].count; k++)
            if (stitched->doorways[d].vertices[k] == vertex)
                return true;
    return false;
}

static bool is_twin_of_seam_vertex(const struct scene *scene, uint32_t room,
                                   const struct wr_stitched *stitched, uint32_t vertex)
{
    const wr_room *kit = scene->layout->rooms[room].room;
    for (uint32_t v = 0; v < kit->mesh->vertex_count; v++)
        if (wr_vec3_same(kit->mesh->vertices[v], kit->mesh->vertices[vertex]) &&
            is_seam_vertex(stitched, v))
            return true;
    return false;
}

/* Only doorway vertices (and others on the very same spots) move; new ones are doorway's. */
static void assert_vertices(const struct scene *scene, uint32_t room,
                            const struct wr_stitched *stitched, const struct wr_walkmesh *moved)
{
    assert_true(stitched->mesh->vertex_count >= moved->vertex_count);
    for (uint32_t v = 0; v < stitched->mesh->vertex_count; v++) {
        wr_vec3 at = stitched->mesh->vertices[v];
        if (v >= moved->vertex_count) {
            assert_true(is_seam_vertex(stitched, v));
            continue;
        }
        if (wr_vec3_same(at, moved->vertices[v]))
            continue;
        assert_true(is_twin_of_seam_vertex(scene, room, stitched, v));
        assert_true(wr_distance(at, moved->vertices[v]) <=
                    scene->layout->seam_distance * 1.001);
    }
}

/* Each kit face is followed by its pieces: they share its plane's side and its material, and
 * cover it. */
static void assert_faces(const struct wr_stitched *stitched, const struct wr_walkmesh *moved)
{
    const struct wr_walkmesh *mesh = stitched->mesh;
    uint32_t at = 0;
    for (uint32_t f = 0; f < moved->face_count; f++) {
        const uint32_t *v = moved->faces[f].v;
        uint32_t end = at + 1, last = f + 1 < moved->face_count ? 0 : mesh->face_count;
        /* A split face's last piece keeps the end of the cut edge; count up to the next face
         * that is none of its pieces by its new vertices. */
        while (end < mesh->face_count && last == 0) {
            bool piece = false;
            for (int k = 0; k < 3; k++)
                piece |= mesh->faces[end - 1].v[k] >= moved->vertex_count &&
                         (mesh->faces[end].v[0] == mesh->faces[end - 1].v[k] ||
                          mesh->faces[end].v[1] == mesh->faces[end - 1].v[k] ||
                          mesh->faces[end].v[2] == mesh->faces[end - 1].v[k]);
            if (!piece)
                break;
            end++;
        }
        end = last ? last : end;
        if (end == at + 1)
            for (int k = 0; k < 3; k++)
                assert_int_equal(mesh->faces[at].v[k], v[k]);
        for (; at < end; at++)
            assert_int_equal(mesh->materials[at], moved->materials[f]);
        if (f + 1 == moved->walkable_count)
            assert_int_equal(at, mesh->walkable_count);
    }
    assert_int_equal(at, mesh->face_count);
}

/* Each piece of each doorway is one marked edge, along the seam's points, to the other room. */
static void assert_marks(const struct scene *scene, uint32_t room,
                         const struct wr_stitched *stitched)
{
    const struct wr_layout *layout = scene->layout;
    uint32_t expected = 0;
    for (uint32_t d = 0; d < stitched->doorway_count; d++) {
        const wr_doorway *doorway = &stitched->doorways[d];
        const wr_link *link = &layout->links[doorway->link];
        const wr_seam *seam = &layout->seams->items[doorway->link];
        int side = link->hooks[0] == doorway->hook ? 0 : 1;
        uint32_t other = layout->hooks[link->hooks[1 - side]].room;
        assert_int_equal(layout->hooks[doorway->hook].room, room);
        assert_int_equal(doorway->count, seam->count);
        for (uint32_t k = 0; k < seam->count; k++)
            assert_true(wr_vec3_same(stitched->mesh->vertices[doorway->vertices[k]],
                                     layout->seams->points[seam->first + k].position));
        for (uint32_t k = 0; k + 1 < seam->count; k++, expected++) {
            uint32_t a = doorway->vertices[side ? k + 1 : k];
            uint32_t b = doorway->vertices[side ? k : k + 1];
            uint32_t found = 0;
            for (uint32_t m = 0; m < stitched->marks.count; m++) {
                const wr_edge *mark = &stitched->marks.items[m];
                assert_true(m == 0 || mark->edge > stitched->marks.items[m - 1].edge);
                if (wr_edge_start(stitched->mesh, mark->edge) == a &&
                    wr_edge_end(stitched->mesh, mark->edge) == b) {
                    assert_int_equal(mark->transition, layout->rooms[other].area_room);
                    found++;
                }
            }
            assert_int_equal(found, 1);
        }
    }
    assert_int_equal(stitched->marks.count, expected);
}

static void assert_upward(const struct wr_stitched *stitched)
{
    for (uint32_t m = 0; m < stitched->marks.count; m++) {
        const uint32_t *v = stitched->mesh->faces[stitched->marks.items[m].edge / 3].v;
        wr_dvec3 normal =
            wr_triangle_normal(stitched->mesh->vertices[v[0]], stitched->mesh->vertices[v[1]],
                               stitched->mesh->vertices[v[2]]);
        assert_true(normal.z > 0);
    }
}

/* What a walkmesh says beside its faces is moved with it, cut or not. */
static void assert_header(const struct wr_stitched *stitched, const struct wr_walkmesh *moved)
{
    const struct wr_walkmesh *mesh = stitched->mesh;
    assert_true(wr_vec3_same(mesh->position, moved->position));
    for (int i = 0; i < 2; i++) {
        assert_true(wr_vec3_same(mesh->relative_hooks[i], moved->relative_hooks[i]));
        assert_true(wr_vec3_same(mesh->absolute_hooks[i], moved->absolute_hooks[i]));
    }
}

static void stitch(struct scene *scene, uint32_t room, struct wr_arena *arena,
                   struct wr_stitched *out)
{
    struct wr_walkmesh *moved;
    const wr_placed_room *placed = &scene->layout->rooms[room];
    if (wr_stitch(scene->context, scene->layout, room, arena, out) != WR_OK)
        fail_msg("%s", scene_said(scene));
    assert_int_equal(wr_walkmesh_move(scene->context, arena, placed->room->mesh,
                                      &placed->motion, NULL, &moved),
                     WR_OK);
    assert_header(out, moved);
    assert_vertices(scene, room, out, moved);
    assert_faces(out, moved);
    assert_marks(scene, room, out);
    assert_upward(out);
}

static void stitch_all(struct scene *scene)
{
    struct wr_arena *arena = wr_arena_create();
    for (uint32_t r = 0; r < scene->layout->room_count; r++) {
        struct wr_stitched stitched;
        stitch(scene, r, arena, &stitched);
        wr_arena_reset(arena);
    }
    wr_arena_destroy(arena);
}

/* ---- One room ---- */

static void an_unlinked_room_is_only_moved(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_stitched stitched;
    add_cell(scene, "a", 3, 3, SCENE_STRAYS | SCENE_SILLS);
    uint32_t room = scene_put(scene, "a", 5, 6, 7, 33);
    scene->map.rooms[room].placement.mirror_y = true;
    assert_int_equal(scene_seam(scene), WR_OK);
    stitch(scene, room, arena, &stitched);
    assert_int_equal(stitched.marks.count, 0);
    assert_int_equal(stitched.splits, 0);
    assert_int_equal(stitched.doorway_count, 0);
    wr_arena_destroy(arena);
}

static void the_coarser_room_gains_faces_of_the_same_material(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_stitched stitched;
    add_cell(scene, "a", 3, 1, SCENE_STRAYS);
    add_cell(scene, "b", 3, 3, SCENE_STRAYS);
    scene_put(scene, "a", 0, 0, 0, 0);
    scene_join(scene, 0, "n", "b", "s", false);
    assert_int_equal(scene_seam(scene), WR_OK);
    stitch(scene, 0, arena, &stitched);
    uint32_t faces = scene_room(scene, "a")->mesh->face_count;
    assert_int_equal(stitched.splits, 2);
    assert_int_equal(stitched.mesh->face_count, faces + 2);
    assert_int_equal(stitched.marks.count, 3);
    stitch(scene, 1, arena, &stitched);
    assert_int_equal(stitched.splits, 0);
    assert_int_equal(stitched.marks.count, 3);
    wr_arena_destroy(arena);
}

static void two_cut_edges_of_one_face_are_both_cut(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_stitched stitched;
    /* A lone triangle with a doorway on each side: its faces are cut on all three. */
    struct wr_walkmesh *mesh = wr_walkmesh_new(scene->kit_arena, WR_WOK, 3, 1);
    const float low = 4, half = 4 * 1.7320508f;
    mesh->vertices[0] = wr_vec3_of(-half, -low, 0);
    mesh->vertices[1] = wr_vec3_of(half, -low, 0);
    mesh->vertices[2] = wr_vec3_of(0, 2 * low, 0);
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->materials[0] = SCENE_STONE;
    mesh->walkable_count = 1;
    mesh->position = wr_vec3_of(1, 0, 0);
    for (int i = 0; i < 2; i++) {
        mesh->relative_hooks[i] = wr_vec3_of(2, (float)i, 0);
        mesh->absolute_hooks[i] = wr_vec3_of(3, (float)i, 0);
    }
    wr_edge painted[] = {{0, 20}, {1, 21}, {2, 22}};
    wr_hook hooks[3];
    static const char *const names[] = {"south", "east", "west"};
    for (int k = 0; k < 3; k++) {
        wr_vec3 a = mesh->vertices[k], b = mesh->vertices[(k + 1) % 3];
        hooks[k] = (wr_hook){.name = names[k],
                             .position = {(a.x + b.x) / 2, (a.y + b.y) / 2, 0},
                             .facing = NAN,
                             .id = 20 + k};
    }
    scene_add_mesh(scene, "triangle", mesh, (struct wr_marks){painted, 3}, hooks, 3);
    add_cell(scene, "b", 3, 3, 0);
    for (int mirror = 0; mirror < 2; mirror++) {
        scene->map.room_count = 0;
        scene_put(scene, "triangle", 0, 0, 0, 10);
        scene->map.rooms[0].placement.mirror_x = mirror;
        for (int k = 0; k < 3; k++)
            scene_join(scene, 0, names[k], "b", "s", k == 1);
        assert_int_equal(scene_seam(scene), WR_OK);
        assert_int_equal(scene->layout->link_count, 3);
        stitch(scene, 0, arena, &stitched);
        assert_int_equal(stitched.splits, 12);
        assert_int_equal(stitched.mesh->face_count, 13);
        assert_int_equal(stitched.marks.count, 9);
        assert_int_equal(stitched.mesh->walkable_count, 13);
        stitch_all(scene);
    }
    wr_arena_destroy(arena);
}

static void a_sill_is_cut_and_moved_with_its_doorway(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_stitched stitched;
    add_cell(scene, "a", 3, 1, SCENE_SILLS);
    add_cell(scene, "b", 3.125f, 3, SCENE_DOUBLED_SILLS);
    scene_put(scene, "a", 0, 0, 0, 0);
    scene_join(scene, 0, "n", "b", "s", false);
    assert_int_equal(scene_seam(scene), WR_OK);
    stitch(scene, 0, arena, &stitched);
    const struct wr_walkmesh *kit = scene_room(scene, "a")->mesh;
    assert_int_equal(stitched.splits, 2);
    assert_int_equal(stitched.mesh->face_count, kit->face_count + 4);
    assert_int_equal(stitched.mesh->walkable_count, kit->walkable_count + 2);
    /* The doubled sills of b followed: every blocking face still lies at the doorway. */
    stitch(scene, 1, arena, &stitched);
    const struct wr_walkmesh *mesh = stitched.mesh;
    unsigned at_the_seam = 0;
    for (uint32_t f = mesh->walkable_count; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            for (uint32_t p = 0; p < scene->layout->seams->point_count; p++)
                at_the_seam += wr_vec3_same(mesh->vertices[mesh->faces[f].v[k]],
                                            scene->layout->seams->points[p].position);
    assert_int_equal(at_the_seam, 6);
    wr_arena_destroy(arena);
}

static void inherited_oddities_are_carried_along(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 2, SCENE_FLAT_FACES | SCENE_UPRIGHT_FACES);
    add_cell(scene, "b", 3.125f, 3, SCENE_FLAT_FACES | SCENE_SILLS);
    scene->map.tolerance = 0.1f;
    scene_put(scene, "a", 0, 0, 0, 0);
    uint32_t other = scene_join(scene, 0, "n", "b", "n", true);
    scene->map.rooms[other].placement.position.z += 0.0625f;
    scene->map.rooms[other].placement.position.x += 0.03125f;
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(scene->layout->link_count, 1);
    stitch_all(scene);
}

/* ---- Faces that would turn over ---- */

/* A doorway whose middle face reaches only `depth` into the room, `aside` of its middle. */
static void add_shallow_at(struct scene *scene, float depth, float aside)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(scene->kit_arena, WR_WOK, 5, 3);
    static const wr_face faces[] = {{{0, 1, 2}}, {{0, 2, 4}}, {{2, 1, 3}}};
    mesh->vertices[0] = wr_vec3_of(-1.5f, 3, 0);
    mesh->vertices[1] = wr_vec3_of(1.5f, 3, 0);
    mesh->vertices[2] = wr_vec3_of(aside, 3 + depth, 0);
    mesh->vertices[3] = wr_vec3_of(1.5f, 6, 0);
    mesh->vertices[4] = wr_vec3_of(-1.5f, 6, 0);
    memcpy(mesh->faces, faces, sizeof faces);
    for (int f = 0; f < 3; f++)
        mesh->materials[f] = SCENE_STONE;
    mesh->walkable_count = 3;
    wr_edge painted = {0, 20};
    wr_hook hook = {.name = "door", .position = {0, 3, 0}, .facing = 270, .id = 20};
    scene_add_mesh(scene, "shallow", mesh, (struct wr_marks){&painted, 1}, &hook, 1);
}

static void add_shallow(struct scene *scene, float depth)
{
    add_shallow_at(scene, depth, 0);
}

static enum wr_result close_shallow(struct scene *scene, float depth, float gap)
{
    struct wr_stitched stitched;
    struct wr_arena *arena = wr_arena_create();
    add_shallow(scene, depth);
    add_cell(scene, "b", 3, 1, 0);
    scene_put(scene, "b", 0, -0.375f, 0, 0);
    scene_put(scene, "shallow", 0, gap, 0, 0);
    scene->map.tolerance = 0.2f;
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(scene->layout->link_count, 1);
    enum wr_result result = wr_stitch(scene->context, scene->layout, 1, arena, &stitched);
    wr_arena_destroy(arena);
    return result;
}

static void a_face_that_turns_over_is_an_error_that_names_it(void **state)
{
    struct scene *scene = *state;
    /* The rooms overlap by 0.125 m: the doorway moves 0.0625 m into a face 0.03 m deep. */
    assert_int_equal(close_shallow(scene, 0.03f, -0.125f), WR_INVALID);
    assert_non_null(
        strstr(scene_said(scene), "[seam-flips-face] in room 'r1' (shallow) face 0 of"));
}

static void a_face_that_is_flattened_is_an_error(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(close_shallow(scene, 0.0625f, -0.125f), WR_INVALID);
    assert_true(scene_heard(scene, "seam-flips-face"));
}

static void a_face_that_only_becomes_thinner_is_fine(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(close_shallow(scene, 0.07f, -0.125f), WR_OK);
}

static void the_other_room_moves_where_a_face_is_too_thin(void **state)
{
    struct scene *scene = *state;
    /* Half way would be 0.035 m; all the way is still within the seam tolerance. */
    assert_int_equal(close_shallow(scene, 0.03f, -0.07f), WR_OK);
    const wr_seam *seam = &scene->layout->seams->items[0];
    assert_true(seam->worst_move > 0.0699f && seam->worst_move < 0.0701f);
    for (uint32_t p = seam->first; p < seam->first + seam->count; p++)
        assert_true(scene->layout->seams->points[p].position.y == 3 - 0.07f);
}

/* Whether a room's doorway lies where its kit has it. */
static bool stays(const struct scene *scene, uint32_t room)
{
    bool all = true;
    const struct wr_seams *seams = scene->layout->seams;
    const wr_link *link = &scene->layout->links[0];
    int side = scene->layout->hooks[link->hooks[0]].room == room ? 0 : 1;
    const wr_placed_room *placed = &scene->layout->rooms[room];
    for (uint32_t p = 0; p < seams->point_count; p++) {
        uint32_t vertex = seams->points[p].ends[side].vertex;
        all &=
            vertex == WR_NONE ||
            wr_vec3_same(wr_motion_point(&placed->motion, placed->room->mesh->vertices[vertex]),
                         seams->points[p].position);
    }
    return all;
}

/* Jambs thinner than the moves that are asked of them, turned and mirrored any way, opposite
 * doorways that are wider or narrower. */
static void any_thin_jamb_is_closed(void **state)
{
    (void)state;
    unsigned stayed = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct scene scene;
        wr_random random = wr_random_of(seed, 31);
        scene_start(&scene);
        add_shallow_at(&scene, 0.002f + 0.03f * (float)wr_random_unit(&random),
                       2.6f * (float)wr_random_unit(&random) - 1.3f);
        add_cell(&scene, "b", 2.76f + 0.48f * (float)wr_random_unit(&random),
                 1 + wr_random_below(&random, 3), seed & 1 ? SCENE_SILLS : 0);
        scene.map.tolerance = 0.3f;
        scene_put(&scene, "shallow", 1, 2, 3, 360 * (float)wr_random_unit(&random));
        scene.map.rooms[0].placement.mirror_y = seed & 2;
        uint32_t next = scene_join(&scene, 0, "door", "b", "n", seed & 4);
        wr_placement *placement = &scene.map.rooms[next].placement;
        placement->position.x += 0.05f * (float)wr_random_unit(&random) - 0.025f;
        placement->position.y += 0.05f * (float)wr_random_unit(&random) - 0.025f;
        placement->turn += 0.4f * (float)wr_random_unit(&random) - 0.2f;
        assert_int_equal(scene_seam(&scene), WR_OK);
        assert_int_equal(scene.layout->link_count, 1);
        struct wr_arena *arena = wr_arena_create();
        struct wr_stitched stitched;
        for (uint32_t room = 0; room < 2; room++)
            if (wr_stitch(scene.context, scene.layout, room, arena, &stitched) != WR_OK)
                fail_msg("seed %llu: %s", (unsigned long long)seed, scene_said(&scene));
        wr_arena_destroy(arena);
        stitch_all(&scene);
        stayed += stays(&scene, 0) && !stays(&scene, 1);
        scene_end(&scene);
    }
    printf("[  NOTE    ] %u of 400 thin jambs stay, and the other room moves\n", stayed);
    assert_in_range(stayed, 40, 360);
}

static void a_wall_beside_a_doorway_may_lean(void **state)
{
    struct scene *scene = *state;
    struct wr_stitched stitched;
    struct wr_arena *arena = wr_arena_create();
    /* The wall stands on the floor's edge and leans into the room by a hair: the doorway's
     * corner moves out from under it. */
    struct wr_walkmesh *mesh = wr_walkmesh_new(scene->kit_arena, WR_WOK, 6, 3);
    static const wr_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{1, 5, 4}}};
    mesh->vertices[0] = wr_vec3_of(-1.5f, 3, 0);
    mesh->vertices[1] = wr_vec3_of(1.5f, 3, 0);
    mesh->vertices[2] = wr_vec3_of(1.5f, 6, 0);
    mesh->vertices[3] = wr_vec3_of(-1.5f, 6, 0);
    mesh->vertices[4] = wr_vec3_of(1.505f, 3.03f, 4.6f);
    mesh->vertices[5] = wr_vec3_of(1.5f, 2.5f, 0.02f);
    memcpy(mesh->faces, faces, sizeof faces);
    mesh->materials[0] = mesh->materials[1] = SCENE_STONE;
    mesh->materials[2] = SCENE_NONWALK;
    mesh->walkable_count = 2;
    wr_edge painted = {0, 20};
    wr_hook hook = {.name = "door", .position = {0, 3, 0}, .facing = 270, .id = 20};
    scene_add_mesh(scene, "walled", mesh, (struct wr_marks){&painted, 1}, &hook, 1);
    add_cell(scene, "b", 3.14f, 1, 0);
    add_cell(scene, "c", 2.86f, 1, 0);
    for (int i = 0; i < 2; i++) {
        scene->map.room_count = 0;
        scene_put(scene, i ? "b" : "c", 0, -0.375f, 0, 0);
        scene_put(scene, "walled", 0, 0, 0, 0);
        assert_int_equal(scene_seam(scene), WR_OK);
        assert_int_equal(scene->layout->link_count, 1);
        assert_int_equal(wr_stitch(scene->context, scene->layout, 1, arena, &stitched), WR_OK);
    }
    wr_arena_destroy(arena);
}

static void a_face_turned_downward_by_height_is_an_error(void **state)
{
    struct scene *scene = *state;
    struct wr_stitched stitched;
    struct wr_arena *arena = wr_arena_create();
    add_shallow(scene, 0.004f);
    add_cell(scene, "b", 3, 1, 0);
    scene_put(scene, "b", 0, -0.375f, 0.15f, 0);
    scene_put(scene, "shallow", 0, 0, 0, 0);
    scene->map.tolerance = 0.2f;
    assert_int_equal(scene_seam(scene), WR_OK);
    /* Steep it becomes, but it still looks up. */
    assert_int_equal(wr_stitch(scene->context, scene->layout, 1, arena, &stitched), WR_OK);
    wr_arena_destroy(arena);
}

static void two_links_on_one_threshold_are_an_error(void **state)
{
    struct scene *scene = *state;
    struct wr_stitched stitched;
    struct wr_arena *arena = wr_arena_create();
    scene_add_box(scene, &(scene_box){.id = "a",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 's'}, {.side = 'n', .name = "one"}}});
    wr_room *room = &scene->rooms[0];
    wr_hook *hooks = wr_arena_take(scene->kit_arena, 3, sizeof *hooks);
    memcpy(hooks, room->hooks, 2 * sizeof *hooks);
    hooks[2] = hooks[1];
    hooks[2].name = "two";
    room->hooks = hooks;
    room->hook_count = 3;
    scene_put(scene, "a", 0, 0, 0, 0);
    scene_put(scene, "a", 0, 6, 0, 0);
    scene_put(scene, "a", 0, 6, 0, 0);
    scene_link(scene, 0, "one", 1, "s");
    scene_link(scene, 0, "two", 2, "s");
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(wr_stitch(scene->context, scene->layout, 0, arena, &stitched), WR_INVALID);
    assert_non_null(strstr(scene_said(scene), "[seam-lost] room 'r0' (a)"));
    wr_arena_destroy(arena);
}

/* ---- Any rooms ---- */

static void any_two_rooms_are_stitched_soundly(void **state)
{
    (void)state;
    struct wr_random random = wr_random_of(4, 2);
    const unsigned odd = SCENE_FLAT_FACES | SCENE_UPRIGHT_FACES | SCENE_STRAYS;
    unsigned linked = 0;
    for (int round = 0; round < 200; round++) {
        struct scene scene;
        scene_start(&scene);
        add_cell(&scene, "a", 2 + 3 * (float)wr_random_unit(&random),
                 1 + wr_random_below(&random, 9), round & 1 ? odd : 0);
        add_cell(&scene, "b", 2 + 3 * (float)wr_random_unit(&random),
                 1 + wr_random_below(&random, 9), round & 8 ? odd : SCENE_STRAYS);
        scene.map.tolerance = 1;
        scene_put(&scene, "a", 1, 2, 3, 360 * (float)wr_random_unit(&random));
        scene.map.rooms[0].placement.mirror_y = round & 1;
        for (int k = 0; k < 2; k++) {
            uint32_t next =
                scene_join(&scene, 0, k ? "n" : "s", "b", round & 4 ? "n" : "s", round & 2);
            wr_placement *placement = &scene.map.rooms[next].placement;
            placement->position.x += 0.14f * (float)wr_random_unit(&random) - 0.07f;
            placement->position.z += 0.08f * (float)wr_random_unit(&random) - 0.04f;
            placement->turn += (float)wr_random_unit(&random) - 0.5f;
        }
        assert_int_equal(scene_seam(&scene), WR_OK);
        linked += scene.layout->link_count;
        stitch_all(&scene);
        scene_end(&scene);
    }
    assert_true(linked > 250);
}

static void stitching_twice_gives_the_same_bytes(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_stitched one, two;
    add_cell(scene, "a", 3, 2, SCENE_SILLS);
    add_cell(scene, "b", 3, 3, 0);
    scene_put(scene, "a", 1, 2, 3, 77);
    scene_join(scene, 0, "n", "b", "s", true);
    assert_int_equal(scene_seam(scene), WR_OK);
    stitch(scene, 0, arena, &one);
    stitch(scene, 0, arena, &two);
    assert_int_equal(one.mesh->face_count, two.mesh->face_count);
    assert_memory_equal(one.mesh->faces, two.mesh->faces,
                        one.mesh->face_count * sizeof *one.mesh->faces);
    assert_memory_equal(one.mesh->vertices, two.mesh->vertices,
                        one.mesh->vertex_count * sizeof *one.mesh->vertices);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE(an_unlinked_room_is_only_moved),
        ON_SCENE(the_coarser_room_gains_faces_of_the_same_material),
        ON_SCENE(two_cut_edges_of_one_face_are_both_cut),
        ON_SCENE(a_sill_is_cut_and_moved_with_its_doorway),
        ON_SCENE(inherited_oddities_are_carried_along),
        ON_SCENE(a_face_that_turns_over_is_an_error_that_names_it),
        ON_SCENE(a_face_that_is_flattened_is_an_error),
        ON_SCENE(a_face_that_only_becomes_thinner_is_fine),
        ON_SCENE(the_other_room_moves_where_a_face_is_too_thin),
        cmocka_unit_test(any_thin_jamb_is_closed),
        ON_SCENE(a_wall_beside_a_doorway_may_lean),
        ON_SCENE(a_face_turned_downward_by_height_is_an_error),
        ON_SCENE(two_links_on_one_threshold_are_an_error),
        cmocka_unit_test(any_two_rooms_are_stitched_soundly),
        ON_SCENE(stitching_twice_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
