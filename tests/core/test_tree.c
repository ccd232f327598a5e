/* The tree: against one that sorts every node anew, and against the rules themselves. */
#include "tests/support/meshes.h"
#include "tests/support/test.h"

#include "core/walkmesh/tree.h"

/* ---- A slow tree to compare with --------------------------------------------------------- */

struct slow {
    const struct wr_walkmesh *mesh;
    wr_tree_node *nodes;
};

static double coordinate(wr_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static float centroid(const struct wr_walkmesh *mesh, uint32_t face, int axis)
{
    const uint32_t *v = mesh->faces[face].v;
    return (float)(coordinate(mesh->vertices[v[0]], axis) +
                   coordinate(mesh->vertices[v[1]], axis) +
                   coordinate(mesh->vertices[v[2]], axis));
}

static wr_box bounds(const struct wr_walkmesh *mesh, const uint32_t *faces, uint32_t count)
{
    wr_box box = wr_box_empty();
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            box = wr_box_add(box, mesh->vertices[mesh->faces[faces[i]].v[k]]);
    return box;
}

static void sort_slowly(const struct wr_walkmesh *mesh, uint32_t *faces, uint32_t count,
                        int axis)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t face = faces[i], k = i;
        float key = centroid(mesh, face, axis);
        for (; k > 0; k--) {
            float other = centroid(mesh, faces[k - 1], axis);
            if (other < key || (other == key && faces[k - 1] < face))
                break;
            faces[k] = faces[k - 1];
        }
        faces[k] = face;
    }
}

static wr_box grown(wr_box box)
{
    const double pad = 0.01;
    return (wr_box){
        {(float)(box.min.x - pad), (float)(box.min.y - pad), (float)(box.min.z - pad)},
        {(float)(box.max.x + pad), (float)(box.max.y + pad), (float)(box.max.z + pad)}};
}

static uint32_t plane_between(wr_box left, wr_box right)
{
    double best = -1;
    uint32_t plane = 0;
    for (int axis = 0; axis < 3; axis++) {
        double step = coordinate(right.min, axis) + coordinate(right.max, axis) -
                      (coordinate(left.min, axis) + coordinate(left.max, axis));
        if (fabs(step) > best) {
            best = fabs(step);
            plane = (step < 0 ? 8u : 1u) << axis;
        }
    }
    return plane;
}

static int32_t build_slowly(struct slow *slow, uint32_t *faces, uint32_t count, int32_t slot)
{
    wr_tree_node *node = &slow->nodes[slot];
    wr_box box = grown(bounds(slow->mesh, faces, count));
    *node = (wr_tree_node){box, -1, 4, 0, -1, -1};
    if (count == 1) {
        node->face = (int32_t)faces[0];
        return slot + 1;
    }
    double size[3];
    for (int axis = 0; axis < 3; axis++)
        size[axis] = coordinate(box.max, axis) - coordinate(box.min, axis);
    int axis = size[1] >= size[0] ? 1 : 0;
    axis = size[2] >= size[axis] ? 2 : axis;
    sort_slowly(slow->mesh, faces, count, axis);
    node->left = slot + 1;
    node->right = build_slowly(slow, faces, count / 2, slot + 1);
    int32_t end = build_slowly(slow, faces + count / 2, count - count / 2, node->right);
    node->plane = plane_between(slow->nodes[node->left].box, slow->nodes[node->right].box);
    return end;
}

static void assert_same_as_slow(struct wr_walkmesh *mesh)
{
    assert_int_equal(wr_tree_derive(NULL, mesh->arena, mesh), WR_OK);
    assert_int_equal(mesh->node_count, 2 * mesh->face_count - 1);
    struct slow slow = {mesh, malloc(mesh->node_count * sizeof *slow.nodes)};
    uint32_t *faces = malloc(mesh->face_count * sizeof *faces);
    for (uint32_t f = 0; f < mesh->face_count; f++)
        faces[f] = f;
    assert_int_equal(build_slowly(&slow, faces, mesh->face_count, 0), mesh->node_count);
    for (uint32_t i = 0; i < mesh->node_count; i++)
        if (memcmp(&mesh->nodes[i], &slow.nodes[i], sizeof *slow.nodes) != 0)
            fail_msg("node %u of %u: face %d, plane %u; expected face %d, plane %u", i,
                     mesh->node_count, mesh->nodes[i].face, mesh->nodes[i].plane,
                     slow.nodes[i].face, slow.nodes[i].plane);
    assert_true(wr_tree_begins(mesh));
    assert_true(wr_tree_holds(NULL, mesh));
    free(faces);
    free(slow.nodes);
}

/* ---- Tests --------------------------------------------------------------------------------
 */

static void each_small_count_of_faces_gives_the_sorted_tree(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    for (uint32_t faces = 1; faces <= 200; faces++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            assert_same_as_slow(
                mesh_heap(arena, 3 + faces / (uint32_t)(seed + 1), faces, seed));
            wr_arena_reset(arena);
        }
    wr_arena_destroy(arena);
}

static void grids_full_of_ties_give_the_sorted_tree(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const uint32_t sides[][2] = {{1, 1}, {1, 300}, {300, 1}, {17, 40}, {40, 40}, {64, 64}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct wr_walkmesh *mesh = mesh_grid(arena, sides[i][0], sides[i][1]);
        assert_same_as_slow(mesh);
        mesh_shuffle(mesh, i);
        assert_same_as_slow(mesh);
        wr_arena_reset(arena);
    }
    wr_arena_destroy(arena);
}

static void faces_on_one_spot_are_split_by_number(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 3, 3000);
    mesh->vertices[0] = wr_vec3_of(-0.0f, 0, -0.0f);
    mesh->vertices[1] = wr_vec3_of(1, -0.0f, 0);
    mesh->vertices[2] = wr_vec3_of(-1, 1, 0);
    for (uint32_t f = 0; f < 3000; f++)
        mesh->faces[f] = (wr_face){{f % 3, (f + 1) % 3, (f + 2) % 3}};
    assert_same_as_slow(mesh);
    int32_t next = 0;
    for (uint32_t i = 0; i < mesh->node_count; i++)
        if (mesh->nodes[i].face >= 0)
            assert_int_equal(mesh->nodes[i].face, next++);
    wr_arena_destroy(arena);
}

/* Distances that double from face to face put nearly all faces near one end. */
static void uneven_faces_give_the_sorted_tree(void **state)
{
    (void)state;
    enum { FACES = 1200 };
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 3 * FACES, FACES);
    for (uint32_t f = 0; f < FACES; f++) {
        float far = 1;
        for (uint32_t i = 0; i < f % 240; i++)
            far *= i % 2 ? 1.5f : 1.3f;
        float x = f % 7 < 3 ? -far : far;
        mesh->vertices[3 * f] = wr_vec3_of(x, (float)f, 0);
        mesh->vertices[3 * f + 1] = wr_vec3_of(x, (float)f + 1, 0);
        mesh->vertices[3 * f + 2] = wr_vec3_of(x, (float)f, far);
        mesh->faces[f] = (wr_face){{3 * f, 3 * f + 1, 3 * f + 2}};
    }
    assert_same_as_slow(mesh);
    wr_arena_destroy(arena);
}

static void the_largest_coordinates_do_not_disturb_the_tree(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_heap(arena, 30, 100, 3);
    for (uint32_t v = 0; v < 30; v++) {
        mesh->vertices[v].x *= 8e37f;
        mesh->vertices[v].y *= 1e-40f;
    }
    assert_same_as_slow(mesh);
    wr_arena_destroy(arena);
}

static void only_rooms_with_faces_have_a_tree(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 3, 3);
    mesh->kind = WR_PWK;
    assert_int_equal(wr_tree_derive(NULL, arena, mesh), WR_OK);
    assert_int_equal(mesh->node_count, 0);
    mesh->kind = WR_WOK;
    mesh->face_count = 0;
    assert_int_equal(wr_tree_derive(NULL, arena, mesh), WR_OK);
    assert_int_equal(mesh->node_count, 0);
    wr_arena_destroy(arena);
}

/* ---- Proof ------------------------------------------------------------------------------- */

static struct wr_walkmesh *spot(struct wr_arena *arena, uint32_t faces)
{
    struct wr_walkmesh *mesh = mesh_grid(arena, 1, faces);
    mesh->face_count = faces;
    for (uint32_t f = 0; f < faces; f++)
        mesh->faces[f] = mesh->faces[0];
    return mesh;
}

static void no_byte_of_a_tree_may_be_another(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *meshes[] = {mesh_heap(arena, 20, 37, 5), mesh_grid(arena, 9, 7),
                                    spot(arena, 33), mesh_grid(arena, 1, 1), spot(arena, 1)};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        struct wr_walkmesh *mesh = meshes[i];
        assert_int_equal(wr_tree_derive(NULL, arena, mesh), WR_OK);
        uint8_t *bytes = (uint8_t *)mesh->nodes;
        for (size_t at = 0; at < mesh->node_count * sizeof *mesh->nodes; at++)
            for (uint8_t bit = 1; bit; bit = (uint8_t)(bit << 1)) {
                bytes[at] ^= bit;
                if (wr_tree_holds(NULL, mesh))
                    fail_msg("mesh %zu: bit %u of byte %zu", i, bit, at);
                bytes[at] ^= bit;
            }
        assert_true(wr_tree_holds(NULL, mesh));
        mesh->node_count--;
        assert_false(wr_tree_holds(NULL, mesh));
        assert_false(wr_tree_begins(mesh));
    }
    wr_arena_destroy(arena);
}

/* As it is with other faces below: boxes, planes and links fit all the same. */
static void give(struct wr_walkmesh *mesh, uint32_t at, int32_t face)
{
    assert_true(mesh->nodes[at].face >= 0);
    mesh->nodes[at].face = face;
}

/* Faces on one spot, of which any order would make the same boxes. */
static void the_faces_of_a_tree_are_sorted_and_each_is_there_once(void **state)
{
    (void)state;
    enum { FACES = 64 };
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = spot(arena, FACES);
    assert_int_equal(wr_tree_derive(NULL, arena, mesh), WR_OK);
    uint32_t leaves[FACES], count = 0;
    for (uint32_t i = 0; i < mesh->node_count; i++)
        if (mesh->nodes[i].face >= 0)
            leaves[count++] = i;
    assert_int_equal(count, FACES);
    for (int32_t a = 0; a < FACES; a++)
        for (int32_t b = 0; b < FACES; b++) {
            give(mesh, leaves[a], b); /* one twice, one never */
            assert_int_equal(wr_tree_holds(NULL, mesh), a == b);
            give(mesh, leaves[b], a); /* two change places */
            assert_int_equal(wr_tree_holds(NULL, mesh), a == b);
            give(mesh, leaves[a], a);
            give(mesh, leaves[b], b);
        }
    wr_arena_destroy(arena);
}

/* What began well is made anew from where it does not. */
static void a_tree_that_is_there_stays_or_is_made_anew(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 40, 30);
    assert_int_equal(wr_tree_derive(NULL, arena, mesh), WR_OK);
    size_t size = mesh->node_count * sizeof *mesh->nodes;
    wr_tree_node *nodes = mesh->nodes, *right = malloc(size);
    memcpy(right, nodes, size);
    const uint32_t spoilt[] = {0, 20, mesh->node_count - 1};
    for (size_t i = 0; i < 3; i++) {
        nodes[spoilt[i]].plane ^= 1;
        assert_int_equal(wr_tree_begins(mesh), i != 1); /* not of those above */
        assert_int_equal(wr_tree_fill(NULL, arena, mesh), WR_OK);
        assert_ptr_equal(mesh->nodes, nodes);
        assert_memory_equal(nodes, right, size);
    }
    free(right);
    wr_arena_destroy(arena);
}

static void no_memory_reaches_the_caller(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    for (size_t n = 1; n <= 2; n++) {
        struct wr_arena *arena = wr_arena_create(), *scratch = wr_arena_create();
        struct wr_walkmesh *mesh = mesh_grid(arena, 100, 100);
        wr_fail_allocation_after(n);
        assert_int_equal(wr_tree_derive(context, scratch, mesh), WR_NO_MEMORY);
        wr_fail_allocation_after(0);
        wr_arena_destroy(arena);
        wr_arena_destroy(scratch);
    }
    wr_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_small_count_of_faces_gives_the_sorted_tree),
        cmocka_unit_test(grids_full_of_ties_give_the_sorted_tree),
        cmocka_unit_test(faces_on_one_spot_are_split_by_number),
        cmocka_unit_test(uneven_faces_give_the_sorted_tree),
        cmocka_unit_test(the_largest_coordinates_do_not_disturb_the_tree),
        cmocka_unit_test(only_rooms_with_faces_have_a_tree),
        cmocka_unit_test(no_byte_of_a_tree_may_be_another),
        cmocka_unit_test(the_faces_of_a_tree_are_sorted_and_each_is_there_once),
        cmocka_unit_test(a_tree_that_is_there_stays_or_is_made_anew),
        cmocka_unit_test(no_memory_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
