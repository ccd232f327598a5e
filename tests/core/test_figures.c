/* What is computed of many floors and models, to the last bit, by digests: no other answer than
 * yesterday's, with any compiler. Whether answers are right is asked elsewhere, mostly to a
 * tolerance. When they change on purpose, the values below do too; the tests print the new
 * ones. */
#include "tests/support/digest.h"
#include "tests/support/small_read.h"
#include "tests/support/terrain.h"

#include "core/core.h"

static void add_float(wr_hash *hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_number(hash, bits);
}

static void add_point(wr_hash *hash, wr_vec3 point)
{
    add_float(hash, point.x);
    add_float(hash, point.y);
    add_float(hash, point.z);
}

/* ---- Floors ------------------------------------------------------------------------------ */

static void add_hit(wr_hash *hash, bool found, const wr_hit *hit)
{
    add_number(hash, found);
    if (found) {
        add_number(hash, hit->face);
        add_float(hash, hit->distance);
        add_point(hash, hit->point);
    }
}

/* Places on vertices, on middles of edges, and elsewhere: seen from above, along the floor and
 * askew, and asked for what is near. */
static void ask_floor(wr_hash *hash, const struct wr_walkmesh *mesh, wr_vec3 at)
{
    static const wr_vec3 ways[] = {
        {0, 0, -1}, {0, 0, 2}, {1, 0, 0}, {0.5f, -1, -0.25f}, {-1, 1, -1}};
    static const uint64_t surfaces[] = {UINT64_MAX, 1u << STONE};
    wr_hit hit;
    float height;
    for (int s = 0; s < 2; s++) {
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            wr_vec3 from = {at.x - 3 * ways[i].x, at.y - 3 * ways[i].y, at.z - 3 * ways[i].z};
            bool found = wr_walkmesh_ray(mesh, from, ways[i], 20, surfaces[s], &hit);
            add_hit(hash, found, &hit);
        }
        bool found = wr_walkmesh_face_at(mesh, at, surfaces[s], &hit);
        add_hit(hash, found, &hit);
        found = wr_walkmesh_height_at(mesh, at.x, at.y, at.z + 0.25f, surfaces[s], &height);
        add_float(hash, found ? height : -1000);
    }
    bool found = wr_walkmesh_nearest(mesh, wr_vec3_of(at.x, at.y, at.z + 0.5f), 2, &hit);
    add_hit(hash, found, &hit);
}

static void add_tables(wr_hash *hash, const struct wr_walkmesh *mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        add_point(hash, mesh->normals[f]);
        add_float(hash, mesh->distances[f]);
    }
    for (uint32_t i = 0; i < mesh->walkable_count; i++)
        for (int k = 0; k < 3; k++)
            add_number(hash, mesh->adjacency[i][k]);
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        add_number(hash, mesh->edges[i].edge);
        add_number(hash, mesh->edges[i].transition);
    }
    for (uint32_t i = 0; i < mesh->perimeter_count; i++)
        add_number(hash, mesh->perimeters[i]);
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        add_point(hash, mesh->nodes[i].box.min);
        add_point(hash, mesh->nodes[i].box.max);
        add_number(hash, mesh->nodes[i].face);
        add_number(hash, mesh->nodes[i].left);
        add_number(hash, mesh->nodes[i].right);
    }
}

static void floors_answer_as_they_did(void **state)
{
    (void)state;
    struct findings f;
    wr_hash hash;
    findings_start(&f);
    wr_hash_begin(&hash);
    for (uint64_t seed = 0; seed < 24; seed++) {
        wr_random random = wr_random_of(seed, 5);
        struct wr_walkmesh *mesh =
            terrain_finish(f.context, f.arena, terrain_of(f.arena, seed));
        add_tables(&hash, mesh);
        for (uint32_t face = 0; face < mesh->face_count; face++) {
            const uint32_t *v = mesh->faces[face].v;
            wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]];
            ask_floor(&hash, mesh, a);
            ask_floor(&hash, mesh,
                      wr_vec3_of((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2));
            float x = terrain_between(&random, -1, 10), y = terrain_between(&random, -1, 10);
            ask_floor(&hash, mesh, wr_vec3_of(x, y, 0.25f));
        }
    }
    assert_digest(&hash, "floors", "85413781becaade982e50e3be058e6c0");
    findings_end(&f);
}

/* From the middle of every fifth face to that of every seventh. */
static void routes_lead_as_they_did(void **state)
{
    (void)state;
    struct findings f;
    wr_hash hash;
    findings_start(&f);
    wr_hash_begin(&hash);
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct wr_walkmesh *mesh =
            terrain_finish(f.context, f.arena, terrain_of(f.arena, seed));
        for (uint32_t i = 0; i < mesh->walkable_count; i += 5)
            for (uint32_t k = 0; k < mesh->walkable_count; k += 7) {
                wr_vec3 ends[2];
                for (int e = 0; e < 2; e++) {
                    const uint32_t *v = mesh->faces[e ? k : i].v;
                    const wr_vec3 *p = mesh->vertices;
                    ends[e] = wr_vec3_of((p[v[0]].x + p[v[1]].x + p[v[2]].x) / 3,
                                         (p[v[0]].y + p[v[1]].y + p[v[2]].y) / 3,
                                         (p[v[0]].z + p[v[1]].z + p[v[2]].z) / 3);
                }
                struct wr_route *route;
                enum wr_result result =
                    wr_walkmesh_route(f.context, mesh, ends[0], ends[1], 1, &route);
                add_number(&hash, result);
                if (result != WR_OK)
                    continue;
                for (uint32_t p = 0; p < route->count; p++) {
                    add_point(&hash, route->points[p]);
                    add_number(&hash, route->faces[p]);
                }
                wr_route_free(route);
            }
    }
    assert_digest(&hash, "routes", "f904ebb99dea779f587d79762c17ba9a");
    findings_end(&f);
}

/* ---- Models ------------------------------------------------------------------------------ */

static void add_model(wr_hash *hash, const struct wr_model *model)
{
    struct wr_bytes mdl = {0}, mdx = {0};
    wr_model_write(model, &mdl, &mdx);
    assert_false(mdl.failed || mdx.failed);
    wr_hash_add(hash, mdl.data, mdl.size);
    wr_hash_add(hash, mdx.data, mdx.size);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
}

/* Planes all over the model and beyond it: what is torn, else what becomes of it. */
static void pulls_tear_and_pull_as_they_did(void **state)
{
    (void)state;
    wr_hash hash;
    wr_hash_begin(&hash);
    int torn[4] = {0};
    for (enum wr_game game = WR_K1; game <= WR_K2; game++) {
        struct small small;
        small_start(&small, game);
        for (int i = 0; i < 160; i++) {
            static const double lengths[] = {2, 0.5, -0.5, -3, 0};
            const wr_pull pulls[2] = {
                {.axis = (uint32_t)i % 2,
                 .at = -4 + i / 10.0,
                 .along = lengths[i % 5],
                 .up = i % 3 == 0 ? 0.25 : 0},
                {.axis = (uint32_t)i / 2 % 2, .at = 8 - i / 8.0, .along = 1}};
            uint32_t count = 1 + (i % 4 == 3);
            wr_vec3 offset = wr_vec3_of(0, i % 7 == 0, 0);
            struct wr_model *model = small_read(&small);
            wr_model_tear tear;
            assert_int_equal(
                wr_model_judge_pull(small.f.context, model, pulls, count, offset, &tear),
                WR_OK);
            add_number(&hash, tear.what);
            add_number(&hash, tear.node);
            add_number(&hash, tear.set);
            torn[tear.what]++;
            if (tear.what == WR_TEAR_NONE || tear.what == WR_TEAR_FOLDS) {
                assert_int_equal(wr_model_pull(small.f.context, model, pulls, count, offset),
                                 WR_OK);
                add_model(&hash, model);
            }
        }
        small_end(&small);
    }
    for (int i = 0; i < 4; i++)
        assert_true(torn[i] > 0);
    assert_digest(&hash, "pulls", "219dd8f7aeb52c1563f5682052e38949");
}

/* Moved, turned in place, and laid out for the other game. */
static void models_move_as_they_did(void **state)
{
    (void)state;
    wr_hash hash;
    wr_hash_begin(&hash);
    for (enum wr_game game = WR_K1; game <= WR_K2; game++) {
        struct small small;
        small_start(&small, game);
        for (int i = 0; i < 48; i++) {
            const wr_motion motion =
                wr_motion_of((wr_placement){.turn = (float)(i % 12) * 32.5f,
                                            .mirror_x = i / 12 & 1,
                                            .mirror_y = i / 24 & 1});
            struct wr_model *model = small_read(&small);
            assert_int_equal(wr_model_move(small.f.context, model, &motion), WR_OK);
            add_model(&hash, model);
            if (i % 4 == 0) {
                assert_int_equal(
                    wr_model_convert(small.f.context, model, game == WR_K1 ? WR_K2 : WR_K1),
                    WR_OK);
                assert_int_equal(
                    wr_model_place(small.f.context, model, 0.6, -0.8, wr_vec3_of(1, 2.5f, -3)),
                    WR_OK);
                add_model(&hash, model);
            }
        }
        small_end(&small);
    }
    assert_digest(&hash, "models", "7554c71a554f237b62ddb16c8b3fe5dd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_answer_as_they_did),
        cmocka_unit_test(routes_lead_as_they_did),
        cmocka_unit_test(pulls_tear_and_pull_as_they_did),
        cmocka_unit_test(models_move_as_they_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
