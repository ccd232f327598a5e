#include "tests/support/findings.h"
#include "tests/support/mdl_walk.h"
#include "tests/support/starved.h"
#include "tests/support/terrain.h"

#include "core/model/drawn.h"
#include "core/model/greybox.h"
#include "core/model/model.h"

enum { ROUNDS = 60 };

/* A grey box and what it was made from. */
struct box {
    struct findings findings;
    struct wr_walkmesh *mesh;
    struct wr_greybox look;
    float *openings;
    struct wr_bytes mdl, mdx;
    struct walk walk;
};

static void box_make(struct box *box, struct wr_walkmesh *mesh, enum wr_game game)
{
    box->mesh = mesh;
    box->look.game = game;
    if (!box->look.name)
        box->look = (struct wr_greybox){
            .name = "den_room0", .game = game, .height = 3.5f, .ceiling = true};
    box->look.openings = box->openings;
    assert_int_equal(wr_greybox_make(box->findings.context, box->findings.arena, mesh,
                                     &box->look, &box->mdl, &box->mdx),
                     WR_OK);
    walk_model(&box->walk, box->mdl.data, box->mdl.size, box->mdx.data, box->mdx.size, game);
}

static void box_again(struct box *box)
{
    walk_end(&box->walk);
    box->walk.count = 0;
    box->mdl.size = box->mdx.size = 0;
}

static void box_end(struct box *box)
{
    walk_end(&box->walk);
    wr_bytes_finish(&box->mdl);
    wr_bytes_finish(&box->mdx);
    findings_end(&box->findings);
}

static struct wr_walkmesh *box_terrain(struct box *box, uint64_t seed)
{
    struct wr_arena *arena = box->findings.arena;
    return terrain_finish(box->findings.context, arena, terrain_of(arena, seed));
}

static wr_vec3 moved(const struct box *box, uint32_t vertex)
{
    wr_vec3 p = box->mesh->vertices[vertex], o = box->look.origin;
    return wr_vec3_of((float)((double)p.x - o.x), (float)((double)p.y - o.y),
                      (float)((double)p.z - o.z));
}

static bool is_kind(const walk_node *node, const char *kind)
{
    return strncmp(node->name, kind, strlen(kind)) == 0;
}

static bool same_triangle(const walk_triangle *t, const wr_vec3 v[3])
{
    return wr_vec3_same(t->v[0], v[0]) && wr_vec3_same(t->v[1], v[1]) &&
           wr_vec3_same(t->v[2], v[2]);
}

/* How many triangles of a kind of mesh are exactly this one; with the texture, where given. */
static uint32_t count_triangles(const struct box *box, const char *kind, const char *texture,
                                const wr_vec3 v[3])
{
    uint32_t found = 0;
    for (uint32_t n = 0; n < box->walk.count; n++) {
        const walk_node *node = &box->walk.nodes[n];
        if (!is_kind(node, kind) || (texture && strcmp(node->texture, texture) != 0))
            continue;
        for (uint32_t i = 0; i < node->triangle_count; i++)
            found += same_triangle(&node->triangles[i], v);
    }
    return found;
}

static uint32_t total(const struct box *box, const char *kind)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < box->walk.count; n++)
        if (is_kind(&box->walk.nodes[n], kind))
            count += box->walk.nodes[n].triangle_count;
    return count;
}

static void corners_of(const struct box *box, uint32_t face, wr_vec3 v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = moved(box, box->mesh->faces[face].v[k]);
}

static void expect_floors(const struct box *box)
{
    assert_int_equal(total(box, "floor"), box->mesh->face_count);
    for (uint32_t f = 0; f < box->mesh->face_count; f++) {
        wr_vec3 v[3];
        corners_of(box, f, v);
        const char *texture = wr_greybox_texture(box->mesh->materials[f]);
        assert_true(count_triangles(box, "floor", texture, v) >= 1);
    }
}

static void expect_walkmesh(const struct box *box)
{
    const walk_node *node = &box->walk.nodes[box->walk.count - 1];
    assert_int_equal(node->flags, 0x221);
    assert_int_equal(node->parent, 0);
    assert_false(node->drawn);
    assert_int_equal(node->triangle_count, box->mesh->face_count);
    for (uint32_t f = 0; f < box->mesh->face_count; f++) {
        wr_vec3 v[3];
        corners_of(box, f, v);
        assert_true(same_triangle(&node->triangles[f], v));
        assert_int_equal(node->triangles[f].material, box->mesh->materials[f]);
    }
}

/* The wall over an edge: two triangles from `low` to the height. */
static uint32_t count_wall(const struct box *box, uint32_t edge, float low)
{
    wr_vec3 a = moved(box, wr_edge_start(box->mesh, edge));
    wr_vec3 b = moved(box, wr_edge_end(box->mesh, edge));
    wr_vec3 at[4] = {b, a, a, b};
    for (int k = 0; k < 4; k++)
        at[k].z += k < 2 ? low : box->look.height;
    wr_vec3 second[3] = {at[0], at[2], at[3]};
    uint32_t first = count_triangles(box, "wall", NULL, at);
    assert_int_equal(first, count_triangles(box, "wall", NULL, second));
    return first;
}

/* Whether another face has the edge too, by where it is. */
static bool is_shared(const struct box *box, uint32_t edge)
{
    const struct wr_walkmesh *mesh = box->mesh;
    wr_vec3 a = mesh->vertices[wr_edge_start(mesh, edge)];
    wr_vec3 b = mesh->vertices[wr_edge_end(mesh, edge)];
    for (uint32_t e = 0; e < 3 * mesh->face_count; e++) {
        wr_vec3 c = mesh->vertices[wr_edge_start(mesh, e)];
        wr_vec3 d = mesh->vertices[wr_edge_end(mesh, e)];
        if (e != edge && wr_vec3_same(a, d) && wr_vec3_same(b, c))
            return true;
    }
    return false;
}

/* Where the floor ends, and where that ends which lies behind. */
static void expect_walls(const struct box *box)
{
    uint32_t walls = 0, behind = 0;
    for (uint32_t e = 3 * box->mesh->walkable_count; e < 3 * box->mesh->face_count; e++)
        behind += is_shared(box, e) ? 0 : 2;
    for (uint32_t i = 0; i < box->mesh->edge_count; i++) {
        float low = box->openings ? box->openings[i] : 0;
        uint32_t edge = box->mesh->edges[i].edge;
        if (low >= box->look.height)
            continue;
        if (low == 0 && is_shared(box, edge)) {
            assert_int_equal(count_wall(box, edge, 0), 0);
            continue;
        }
        walls += 2;
        assert_true(count_wall(box, edge, low) >= 1);
        if (low > 0)
            assert_int_equal(count_wall(box, edge, 0), 0);
    }
    assert_in_range(total(box, "wall"), walls, walls + behind);
}

static double dot(wr_vec3 a, wr_vec3 b)
{
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
}

static wr_vec3 winding(const walk_triangle *t)
{
    return wr_narrow(wr_triangle_normal(t->v[0], t->v[1], t->v[2]));
}

/* Stored normals and the order of corners agree; floors look up, ceilings down, and walls to
 * the side on which the face of their edge lies. */
static void expect_inward(const struct box *box)
{
    for (uint32_t n = 0; n < box->walk.count; n++)
        for (uint32_t i = 0; i < box->walk.nodes[n].triangle_count; i++) {
            const walk_triangle *t = &box->walk.nodes[n].triangles[i];
            assert_true(dot(winding(t), t->normal) > 0);
            if (is_kind(&box->walk.nodes[n], "floor"))
                assert_true(t->normal.z > 0);
            if (is_kind(&box->walk.nodes[n], "ceiling"))
                assert_true(t->normal.z < 0);
            if (is_kind(&box->walk.nodes[n], "wall"))
                assert_true(t->normal.z == 0);
        }
    for (uint32_t i = 0; i < box->mesh->edge_count; i++) {
        uint32_t edge = box->mesh->edges[i].edge;
        wr_vec3 a = moved(box, wr_edge_start(box->mesh, edge));
        wr_vec3 b = moved(box, wr_edge_end(box->mesh, edge));
        wr_vec3 c = moved(box, box->mesh->faces[edge / 3].v[(edge + 2) % 3]);
        wr_vec3 inward = {c.x - a.x, c.y - a.y, 0}, normal = {a.y - b.y, b.x - a.x, 0};
        assert_true(dot(inward, normal) > 0); /* what count_wall's order of corners says */
    }
}

static void expect_readable(const struct box *box)
{
    struct wr_source mdl = {"mdl", box->mdl.data, box->mdl.size, true};
    struct wr_source mdx = {"mdx", box->mdx.data, box->mdx.size, true};
    struct wr_model *model;
    assert_int_equal(
        wr_model_read(box->findings.context, box->findings.arena, &mdl, &mdx, &model), WR_OK);
    assert_int_equal(model->game, box->look.game);
    assert_int_equal(model->node_count, box->walk.count);
    assert_int_equal(wr_model_judge(box->findings.context, box->findings.arena, model, &mdl),
                     WR_OK);
}

static void floors_walls_and_walkmesh_are_those_of_random_floors(void **state)
{
    (void)state;
    uint64_t seed = terrain_seed();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct box box = {0};
        findings_start(&box.findings);
        struct wr_walkmesh *mesh = box_terrain(&box, seed + round);
        box.openings = WR_ZERO(box.findings.arena, float, mesh->edge_count);
        for (uint32_t i = 0; i < mesh->edge_count; i++)
            if (mesh->edges[i].transition >= 0)
                box.openings[i] = i % 2 ? 2.5f : 4;
        box.look = (struct wr_greybox){
            .name = "den_room0", .height = 3.5f, .ceiling = true, .origin = mesh->vertices[0]};
        box_make(&box, mesh, round % 2 ? WR_K2 : WR_K1);
        expect_floors(&box);
        expect_walkmesh(&box);
        expect_walls(&box);
        expect_inward(&box);
        expect_readable(&box);
        assert_int_equal(total(&box, "ceiling"), mesh->face_count);
        assert_int_equal(box.findings.errors + box.findings.warnings, 0);
        box_end(&box);
    }
}

static void nodes_are_numbered_named_and_hung_as_in_the_game(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    box_make(&box, box_terrain(&box, 5), WR_K1);
    assert_string_equal(box.walk.name, "den_room0");
    assert_string_equal(box.walk.nodes[0].name, "den_room0");
    assert_int_equal(box.walk.nodes[0].flags, 1);
    for (uint32_t n = 0; n < box.walk.count; n++) {
        uint32_t at = box.walk.nodes[n].at;
        assert_int_equal(walk_u16(&box.walk, at + 2), n);
        assert_int_equal(walk_u16(&box.walk, at + 4), n);
        assert_int_equal(box.walk.nodes[n].parent, 0);
        assert_true(wr_vec3_same(box.walk.nodes[n].position, wr_vec3_of(0, 0, 0)));
        assert_true(box.walk.nodes[n].turn[0] == 1);
        if (n)
            assert_int_equal(strcmp(box.walk.nodes[n].texture, "NULL") == 0,
                             !box.walk.nodes[n].drawn);
    }
    box_end(&box);
}

static void the_vertices_of_the_mdx_follow_each_other_to_its_end(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    box_make(&box, box_terrain(&box, 6), WR_K2);
    size_t at = 0;
    for (uint32_t n = 1; n < box.walk.count; n++) {
        uint32_t mesh = box.walk.nodes[n].at + 80;
        assert_int_equal(walk_u32(&box.walk, mesh + 332), at);
        at += (size_t)(box.walk.nodes[n].vertex_count + 1) * walk_u32(&box.walk, mesh + 252);
        assert_int_equal(at % 16, 0);
    }
    assert_int_equal(at, box.mdx.size);
    box_end(&box);
}

static void both_games_get_the_same_vertices(void **state)
{
    (void)state;
    struct box first = {0}, second = {0};
    findings_start(&first.findings);
    findings_start(&second.findings);
    box_make(&first, box_terrain(&first, 9), WR_K1);
    box_make(&second, box_terrain(&second, 9), WR_K2);
    assert_int_equal(first.mdx.size, second.mdx.size);
    assert_memory_equal(first.mdx.data, second.mdx.data, first.mdx.size);
    assert_int_equal(second.mdl.size - first.mdl.size, 8 * (first.walk.count - 1));
    box_end(&first);
    box_end(&second);
}

static void a_room_without_ceiling_has_none(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    box.look = (struct wr_greybox){.name = "den_room0", .height = 2};
    box_make(&box, box_terrain(&box, 3), WR_K1);
    assert_int_equal(total(&box, "ceiling"), 0);
    assert_true(total(&box, "wall") > 0);
    box_end(&box);
}

static void a_room_without_height_has_no_walls(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    struct wr_walkmesh *mesh = box_terrain(&box, 3);
    box.openings = WR_ZERO(box.findings.arena, float, mesh->edge_count);
    box.look = (struct wr_greybox){.name = "den_room0", .height = 0};
    box_make(&box, mesh, WR_K1);
    assert_int_equal(total(&box, "wall"), 0);
    assert_true(total(&box, "floor") > 0);
    box_end(&box);
}

static void a_floor_of_many_faces_becomes_several_meshes(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    struct wr_arena *arena = box.findings.arena;
    struct wr_walkmesh *mesh = mesh_grid(arena, 150, 100);
    assert_int_equal(
        wr_walkmesh_derive(box.findings.context, arena, mesh, NULL, WR_NOWHERE, NULL), WR_OK);
    box_make(&box, mesh, WR_K1);
    assert_int_equal(total(&box, "floor"), 30000);
    uint32_t floors = 0;
    for (uint32_t n = 0; n < box.walk.count; n++)
        floors += is_kind(&box.walk.nodes[n], "floor");
    assert_int_equal(floors, 2);
    box_end(&box);
}

/* A mesh of as many faces as one may have is one, and the next kind of floor is the next. */
static void floors_are_numbered_without_gaps(void **state)
{
    (void)state;
    struct box box = {0};
    bool found[2] = {false, false};
    findings_start(&box.findings);
    struct wr_arena *arena = box.findings.arena;
    struct wr_walkmesh *mesh = mesh_grid(arena, 101, 100);
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->materials[f] = f < WR_DRAWN_MOST_FACES ? STONE : 3;
    assert_int_equal(
        wr_walkmesh_derive(box.findings.context, arena, mesh, NULL, WR_NOWHERE, NULL), WR_OK);
    box_make(&box, mesh, WR_K1);
    for (uint32_t n = 0; n < box.walk.count; n++) {
        found[0] |= strcmp(box.walk.nodes[n].name, "floor0") == 0;
        found[1] |= strcmp(box.walk.nodes[n].name, "floor1") == 0;
    }
    assert_true(found[0] && found[1]);
    box_end(&box);
}

static void a_walkmesh_no_model_can_hold_is_refused(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    struct wr_arena *arena = box.findings.arena;
    struct wr_walkmesh *mesh = mesh_grid(arena, 200, 164);
    box.look = (struct wr_greybox){.name = "den_room0", .game = WR_K1, .height = 3};
    assert_int_equal(
        wr_greybox_make(box.findings.context, arena, mesh, &box.look, &box.mdl, &box.mdx),
        WR_LIMIT);
    assert_non_null(strstr(findings_said(&box.findings),
                           "[model-too-large] the walkmesh of 'den_room0' has 65600 faces"));
    box_end(&box);
}

static void a_model_holds_as_many_vertices_as_it_can_number(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    struct wr_arena *arena = box.findings.arena;
    struct wr_walkmesh *mesh = mesh_grid(arena, 2, 2);
    wr_vec3 *many = WR_ZERO(arena, wr_vec3, WR_DRAWN_MOST_WALKMESH + 1);
    assert_non_null(many);
    memcpy(many, mesh->vertices, mesh->vertex_count * sizeof *many);
    mesh->vertices = many; /* no face has those behind */
    mesh->vertex_count = WR_DRAWN_MOST_WALKMESH;
    assert_int_equal(
        wr_walkmesh_derive(box.findings.context, arena, mesh, NULL, WR_NOWHERE, NULL), WR_OK);
    box_make(&box, mesh, WR_K1);
    assert_int_equal(total(&box, "floor"), 8);
    mesh->vertex_count++;
    assert_int_equal(
        wr_greybox_make(box.findings.context, arena, mesh, &box.look, &box.mdl, &box.mdx),
        WR_LIMIT);
    box_end(&box);
}

static void the_same_floor_gives_the_same_bytes(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    struct wr_walkmesh *mesh = box_terrain(&box, 12);
    box_make(&box, mesh, WR_K1);
    size_t size = box.mdl.size;
    uint8_t *before = wr_arena_copy(box.findings.arena, box.mdl.data, size, 1);
    box_again(&box);
    box_make(&box, mesh, WR_K1);
    assert_int_equal(box.mdl.size, size);
    assert_memory_equal(box.mdl.data, before, size);
    box_end(&box);
}

static enum wr_result make_starved(struct findings *findings, void *user)
{
    struct box *box = user;
    struct wr_bytes mdl = {0}, mdx = {0};
    enum wr_result result =
        wr_greybox_make(findings->context, findings->arena, box->mesh, &box->look, &mdl, &mdx);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    return result;
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    struct box box = {0};
    findings_start(&box.findings);
    box.mesh = box_terrain(&box, 8);
    box.look =
        (struct wr_greybox){.name = "den_room0", .game = WR_K1, .height = 3, .ceiling = true};
    starve(make_starved, &box);
    box_end(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_walls_and_walkmesh_are_those_of_random_floors),
        cmocka_unit_test(nodes_are_numbered_named_and_hung_as_in_the_game),
        cmocka_unit_test(the_vertices_of_the_mdx_follow_each_other_to_its_end),
        cmocka_unit_test(both_games_get_the_same_vertices),
        cmocka_unit_test(a_room_without_ceiling_has_none),
        cmocka_unit_test(a_room_without_height_has_no_walls),
        cmocka_unit_test(a_floor_of_many_faces_becomes_several_meshes),
        cmocka_unit_test(floors_are_numbered_without_gaps),
        cmocka_unit_test(a_walkmesh_no_model_can_hold_is_refused),
        cmocka_unit_test(a_model_holds_as_many_vertices_as_it_can_number),
        cmocka_unit_test(the_same_floor_gives_the_same_bytes),
        cmocka_unit_test(running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
