/* Walkmeshes of NWN2 out of made floors: cut, baked, judged, walked. */
#include "tests/support/baked.h"
#include "tests/support/shortest.h"

#include "core/aswm/judge.h"
#include "core/aswm/outline.h"
#include "core/aswm/way.h"

enum { SEEDS = 60 };

/* ---- Cutting -------------------------------------------------------------------------------
 */

static double plan_area(const wr_vec3 *vertices, const uint32_t v[3])
{
    wr_vec3 a = vertices[v[0]], b = vertices[v[1]], c = vertices[v[2]];
    return fabs(((double)b.x - a.x) * ((double)c.y - a.y) -
                ((double)c.x - a.x) * ((double)b.y - a.y)) /
           2;
}

static double walkable_area(const struct wr_aswm *mesh)
{
    double sum = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (wr_aswm_walkable(mesh, i))
            sum += plan_area(mesh->vertices, mesh->triangles[i].v);
    return sum;
}

static void a_cut_keeps_the_floor_and_keeps_to_its_tiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        double area = 0;
        baked_start(&baked, seed);
        const struct wr_aswm_soup *soup = &baked.floor.soup;
        for (uint32_t i = 0; i < soup->face_count; i++)
            if (soup->flags[i])
                area += plan_area(soup->vertices, soup->faces[i].v);
        double left = walkable_area(&baked.mesh);
        if (fabs(left - area) > 1e-4 * area)
            fail_msg("seed %llu: %.6f of %.6f square metres", (unsigned long long)seed, left,
                     area);
        for (uint32_t t = 0; t < wr_aswm_tile_count(&baked.mesh); t++) {
            const wr_aswm_tile *tile = &baked.mesh.tiles[t];
            double low[2] = {9.0 * (t % baked.mesh.width), 9.0 * (t / baked.mesh.width)};
            for (uint32_t i = 0; i < 3 * tile->triangle_count; i++) {
                const wr_aswm_triangle *triangle = &baked.mesh.triangles[tile->first + i / 3];
                wr_vec3 at = baked.mesh.vertices[triangle->v[i % 3]];
                assert_true(at.x >= low[0] && at.x <= low[0] + 9);
                assert_true(at.y >= low[1] && at.y <= low[1] + 9);
            }
        }
        baked_end(&baked);
    }
}

/* What outlines hold, by group: half the cross product of each of their sides. */
struct outlined {
    const struct wr_aswm *mesh;
    double *areas;
    uint32_t group, sides;
};

static void begin_group(void *user, uint32_t group)
{
    struct outlined *outlined = user;
    outlined->group = group;
    outlined->areas[group] = 0;
}

static void add_loop(void *user, const uint32_t *vertices, uint32_t count)
{
    struct outlined *outlined = user;
    for (uint32_t i = 0; i < count; i++) {
        wr_vec3 a = outlined->mesh->vertices[vertices[i]];
        wr_vec3 b = outlined->mesh->vertices[vertices[i + 1 < count ? i + 1 : 0]];
        outlined->areas[outlined->group] +=
            ((double)a.x * (double)b.y - (double)b.x * (double)a.y) / 2;
    }
    outlined->sides += count;
}

/* Loops that did not close, or went round the wrong way, would hold another area; those that
 * went along sides within a group would be more. */
static void outlines_hold_what_their_triangles_do(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        baked_start(&baked, seed);
        const struct wr_aswm *mesh = &baked.mesh;
        uint32_t groups[4096], outer = 0;
        double areas[4096] = {0}, expected[4096] = {0};
        struct outlined outlined = {.mesh = mesh, .areas = areas};
        assert_true(mesh->triangle_count < 4096);
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            groups[i] = mesh->triangles[i].island;
            groups[i] = groups[i] == WR_ASWM_NO_ISLAND ? mesh->island_count : groups[i];
            expected[groups[i]] += plan_area(mesh->vertices, mesh->triangles[i].v);
        }
        for (uint32_t i = 0; i < mesh->edge_count; i++) {
            const uint32_t *sides = mesh->edges[i].triangle;
            bool lone = sides[1] == WR_ASWM_NONE;
            outer += lone ? 1 : groups[sides[0]] != groups[sides[1]] ? 2 : 0;
        }
        assert_true(wr_aswm_outlines(mesh, groups, baked.findings.arena, begin_group, add_loop,
                                     &outlined));
        for (uint32_t g = 0; g <= mesh->island_count; g++)
            if (fabs(areas[g] - expected[g]) > 1e-3)
                fail_msg("seed %llu, group %u: %.6f of %.6f", (unsigned long long)seed, g,
                         areas[g], expected[g]);
        assert_int_equal(outlined.sides, outer);
        baked_end(&baked);
    }
}

/* Two floors that had a side in common still touch all along it: the sides without a neighbour
 * are as long as they were. */
static double border_length(const struct wr_aswm *mesh)
{
    double sum = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].triangle[1] == WR_ASWM_NONE)
            sum += wr_distance(mesh->vertices[mesh->edges[i].v[0]],
                               mesh->vertices[mesh->edges[i].v[1]]);
    return sum;
}

static double border_before(const struct wr_aswm_soup *soup)
{
    double sum = 0;
    for (uint32_t a = 0; a < 3 * soup->face_count; a++) {
        uint32_t from = soup->faces[a / 3].v[a % 3], to = soup->faces[a / 3].v[(a + 1) % 3];
        bool shared = false;
        for (uint32_t b = 0; b < 3 * soup->face_count; b++)
            shared |= soup->faces[b / 3].v[b % 3] == to &&
                      soup->faces[b / 3].v[(b % 3 + 1) % 3] == from;
        if (!shared)
            sum += wr_distance(soup->vertices[from], soup->vertices[to]);
    }
    return sum;
}

static void a_cut_tears_nothing_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        baked_start(&baked, seed);
        double before = border_before(&baked.floor.soup), after = border_length(&baked.mesh);
        if (fabs(before - after) > 1e-4 * before)
            fail_msg("seed %llu: %.6f m of border, before %.6f", (unsigned long long)seed,
                     after, before);
        baked_end(&baked);
    }
}

/* ---- Baking --------------------------------------------------------------------------------
 */

static void a_baked_floor_is_judged_right(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        struct wr_source source;
        baked_start(&baked, seed);
        struct wr_aswm mesh = baked_read(&baked, &source);
        assert_int_equal(wr_aswm_judge(baked.findings.context, &mesh, &source), WR_OK);
        assert_said(&baked.findings, "");
        baked_end(&baked);
    }
}

/* As the source of an area has it, which says of no triangle that it lies clockwise; what is
 * made of that is the same again. */
static void what_is_unbaked_is_baked_to_the_same_again(void **state)
{
    (void)state;
    const struct wr_aswm_bake_options options = {.sight = true, .storeys = true};
    for (uint64_t seed = 1; seed <= SEEDS / 4; seed++) {
        struct baked baked;
        struct wr_bytes first = {0}, second = {0};
        baked_start(&baked, seed);
        struct wr_context *context = baked.findings.context;
        wr_aswm_write(context, &baked.mesh, &first);
        wr_aswm_unbake(&baked.mesh);
        for (uint32_t i = 0; i < baked.mesh.triangle_count; i++) {
            const wr_aswm_triangle *triangle = &baked.mesh.triangles[i];
            assert_false(triangle->flags & WR_ASWM_CLOCKWISE);
            assert_int_equal(triangle->island, WR_ASWM_NO_ISLAND);
        }
        assert_int_equal(
            wr_aswm_bake(context, baked.findings.arena, &baked.mesh, &options, WR_NOWHERE),
            WR_OK);
        wr_aswm_write(context, &baked.mesh, &second);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        wr_bytes_finish(&first);
        wr_bytes_finish(&second);
        baked_end(&baked);
    }
}

static void ways_lead_wherever_one_can_walk_and_are_never_too_short(void **state)
{
    (void)state;
    unsigned ways = 0, none = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        wr_random random = wr_random_of(seed, 2);
        baked_start(&baked, seed);
        const struct wr_aswm *mesh = &baked.mesh;
        for (int i = 0; i < 40; i++) {
            uint32_t from = wr_random_below(&random, mesh->triangle_count);
            uint32_t to = wr_random_below(&random, mesh->triangle_count);
            wr_aswm_way way;
            if (!wr_aswm_walkable(mesh, from) || !wr_aswm_walkable(mesh, to))
                continue;
            assert_int_equal(wr_aswm_find_way(baked.findings.context, baked.findings.arena,
                                              mesh, from, to, &way),
                             WR_OK);
            double least = shortest(mesh, from, to);
            assert_int_equal(way.count > 0, least >= 0);
            ways += way.count > 0;
            none += way.count == 0;
            if (way.count == 0)
                continue;
            assert_int_equal(way.triangles[0], from);
            assert_int_equal(way.triangles[way.count - 1], to);
            double length = 0; /* from centre to centre */
            for (uint32_t k = 0; k + 1 < way.count; k++) {
                const wr_aswm_triangle *a = &mesh->triangles[way.triangles[k]];
                const wr_aswm_triangle *b = &mesh->triangles[way.triangles[k + 1]];
                double x = (double)b->x - a->x, y = (double)b->y - a->y;
                length += sqrt(x * x + y * y);
                const uint32_t *link = mesh->triangles[way.triangles[k]].link;
                uint32_t next = way.triangles[k + 1];
                assert_true(link[0] == next || link[1] == next || link[2] == next);
            }
            assert_true(fabs(way.length - length) <= 1e-9 * (1 + length));
            if (way.length < least * (1 - 1e-6))
                fail_msg("seed %llu: %u to %u is %f m, shortest %f", (unsigned long long)seed,
                         from, to, way.length, least);
        }
        baked_end(&baked);
    }
    if (ways < 500 || none < 20)
        fail_msg("%u ways, %u none", ways, none);
}

static void a_place_is_found_in_the_triangle_over_it(void **state)
{
    (void)state;
    struct baked baked;
    baked_start(&baked, 3);
    for (uint32_t i = 0; i < baked.mesh.triangle_count; i++) {
        const wr_aswm_triangle *triangle = &baked.mesh.triangles[i];
        uint32_t over =
            wr_aswm_triangle_over(&baked.mesh, (double)triangle->x, (double)triangle->y);
        if (plan_area(baked.mesh.vertices, triangle->v) > 1e-4)
            assert_int_equal(over, wr_aswm_walkable(&baked.mesh, i) ? i : WR_ASWM_NONE);
    }
    assert_int_equal(wr_aswm_triangle_over(&baked.mesh, -1e30, 5), WR_ASWM_NONE);
    assert_int_equal(wr_aswm_triangle_over(&baked.mesh, NAN, 5), WR_ASWM_NONE);
    baked_end(&baked);
}

/* A point of the hull of two triangles: their corners, weighed. */
static void point_between(const struct wr_aswm *mesh, const uint32_t *a, const uint32_t *b,
                          wr_random *random, double *x, double *y)
{
    double sum = 0;
    *x = *y = 0;
    for (int i = 0; i < 6; i++) {
        wr_vec3 at = mesh->vertices[i < 3 ? a[i] : b[i - 3]];
        double weight = wr_random_unit(random);
        *x += weight * at.x;
        *y += weight * at.y;
        sum += weight;
    }
    *x /= sum;
    *y /= sum;
}

static void who_sees_another_sees_floor_between_them(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        wr_random random = wr_random_of(seed, 3);
        baked_start(&baked, seed);
        const struct wr_aswm *mesh = &baked.mesh;
        for (uint32_t t = 0; t < wr_aswm_tile_count(mesh); t++) {
            const wr_aswm_tile *tile = &mesh->tiles[t];
            uint32_t nodes = tile->table.node_count;
            for (uint32_t i = 0; i < nodes * nodes; i++) {
                if (tile->table.next[i] == WR_ASWM_NO_NODE ||
                    !(tile->table.next[i] & WR_ASWM_SEEN))
                    continue;
                const uint32_t *locals = tile->table.node_to_local;
                const uint32_t *a = mesh->triangles[tile->first + locals[i / nodes]].v;
                const uint32_t *b = mesh->triangles[tile->first + locals[i % nodes]].v;
                double x, y;
                point_between(mesh, a, b, &random, &x, &y);
                if (wr_aswm_triangle_over(mesh, x, y) == WR_ASWM_NONE)
                    fail_msg("seed %llu, tile %u, pair %u: no floor at %f %f",
                             (unsigned long long)seed, t, i, x, y);
                seen++;
            }
        }
        baked_end(&baked);
    }
    assert_true(seen > 10000);
}

/* A balcony over a floor, and a way down around it: nothing but the balcony's own edge, which
 * is the first triangle's, is between the two. */
static void nobody_sees_down_over_the_edge_of_a_balcony(void **state)
{
    (void)state;
    static const wr_vec3 vertices[] = {{0.5f, 4, 3},     {5.5f, 2, 3},  {5.5f, 6, 3},
                                       {1, 1, 2},        {8, 0.25f, 1}, {8, 1, 0},
                                       {8.75f, 0.5f, 0}, {8, 7, 0},     {0.5f, 4, 0}};
    static const wr_face faces[] = {{{0, 1, 2}}, {{0, 3, 1}}, {{3, 4, 1}}, {{1, 4, 5}},
                                    {{4, 6, 5}}, {{5, 6, 7}}, {{8, 5, 7}}};
    enum { FACES = sizeof faces / sizeof *faces, FLOOR = FACES - 1 };
    uint16_t flags[FACES];
    for (int i = 0; i < FACES; i++)
        flags[i] = WR_ASWM_WALKABLE | WR_ASWM_WOOD;
    const struct wr_aswm_soup soup = {vertices, faces, flags,
                                      sizeof vertices / sizeof *vertices, FACES};
    const struct wr_aswm_bake_options options = {.sight = true};
    struct baked baked = {0};
    findings_start(&baked.findings);
    struct wr_context *context = baked.findings.context;
    assert_int_equal(wr_aswm_cut(context, baked.findings.arena, &soup, &usual, WR_NOWHERE,
                                 &baked.mesh, &baked.shift),
                     WR_OK);
    assert_int_equal(
        wr_aswm_bake(context, baked.findings.arena, &baked.mesh, &options, WR_NOWHERE), WR_OK);
    const wr_aswm_table *table = &baked.mesh.tiles[0].table;
    assert_int_equal(table->node_count, FACES);
    assert_int_not_equal(table->next[FLOOR], WR_ASWM_NO_NODE);
    assert_false(table->next[FLOOR] & WR_ASWM_SEEN);
    baked_end(&baked);
}

/* Two floors and a third one that goes up from the line between them: of the three on one edge
 * two are linked, and the third one has an edge of its own between the same vertices. */
static void of_three_triangles_on_an_edge_two_are_linked(void **state)
{
    (void)state;
    static const wr_vec3 vertices[] = {
        {4, 1, 0}, {4, 5, 0}, {1, 3, 0}, {7, 3, 0}, {7, 3.5f, 2}};
    static const wr_face faces[] = {{{0, 1, 2}}, {{1, 0, 3}}, {{1, 0, 4}}};
    static const uint16_t flags[] = {WR_ASWM_WALKABLE | WR_ASWM_WOOD,
                                     WR_ASWM_WALKABLE | WR_ASWM_WOOD,
                                     WR_ASWM_WALKABLE | WR_ASWM_MUD};
    struct wr_aswm_soup soup = {vertices, faces, flags, 5, 3};
    struct baked baked = {0};
    struct wr_source source;
    uint32_t on_line = 0, pairs = 0;
    findings_start(&baked.findings);
    struct wr_context *context = baked.findings.context;
    assert_int_equal(wr_aswm_cut(context, baked.findings.arena, &soup, &usual, WR_NOWHERE,
                                 &baked.mesh, &baked.shift),
                     WR_OK);
    assert_int_equal(wr_aswm_bake(context, baked.findings.arena, &baked.mesh, NULL, WR_NOWHERE),
                     WR_OK);
    struct wr_aswm mesh = baked_read(&baked, &source);
    assert_int_equal(wr_aswm_judge(context, &mesh, &source), WR_OK);
    assert_said(&baked.findings, "");
    for (uint32_t i = 0; i < mesh.edge_count; i++) {
        bool here = mesh.edges[i].v[0] == 0 && mesh.edges[i].v[1] == 1;
        on_line += here;
        pairs += here && mesh.edges[i].triangle[1] != WR_ASWM_NONE;
    }
    assert_int_equal(on_line, 2);
    assert_int_equal(pairs, 1);
    assert_int_equal(mesh.island_count, 2);
    baked_end(&baked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_keeps_the_floor_and_keeps_to_its_tiles),
        cmocka_unit_test(outlines_hold_what_their_triangles_do),
        cmocka_unit_test(a_cut_tears_nothing_apart),
        cmocka_unit_test(a_baked_floor_is_judged_right),
        cmocka_unit_test(what_is_unbaked_is_baked_to_the_same_again),
        cmocka_unit_test(ways_lead_wherever_one_can_walk_and_are_never_too_short),
        cmocka_unit_test(a_place_is_found_in_the_triangle_over_it),
        cmocka_unit_test(who_sees_another_sees_floor_between_them),
        cmocka_unit_test(nobody_sees_down_over_the_edge_of_a_balcony),
        cmocka_unit_test(of_three_triangles_on_an_edge_two_are_linked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
