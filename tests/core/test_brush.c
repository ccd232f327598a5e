/* Solids to floors: made levels against an oracle that knows prisms only. */
#include "tests/support/findings.h"
#include "tests/support/solids.h"
#include "tests/support/starved.h"

#include "core/base/disjoint.h"
#include "core/brush/triangulation.h"
#include "core/walkmesh/judge.h"
#include "core/walkmesh/walkmesh.h"

enum { SEEDS = OFTEN(1500, 150), SAMPLES = 150 };

struct floored {
    struct findings findings;
    struct made_solids made;
    struct wr_walkmesh *mesh;
    struct wr_brush_told told;
};

static void floored_make(struct floored *floored)
{
    struct findings *findings = &floored->findings;
    wr_triangles floors;
    assert_int_equal(wr_brush_floors(findings->context, findings->arena, &floored->made.level,
                                     &floors, &floored->told),
                     WR_OK);
    assert_int_equal(wr_walkmesh_make(findings->context, WR_WOK, &floors, NULL, &floored->mesh),
                     WR_OK);
}

static void floored_end(struct floored *floored)
{
    wr_walkmesh_free(floored->mesh);
    findings_end(&floored->findings);
}

static void floored_of(struct floored *floored, const struct prism *prisms, uint32_t count)
{
    findings_start(&floored->findings);
    made_solids_finish(&floored->made, floored->findings.arena, prisms, count);
    floored_make(floored);
}

/* ---- Rays ------------------------------------------------------------------------------ */

static double side_of(wr_vec3 a, wr_vec3 b, double x, double y)
{
    return ((double)b.x - a.x) * (y - a.y) - (x - a.x) * ((double)b.y - a.y);
}

/* Whether a face lies above or below a point, and how high it is there. */
static bool face_at(const struct wr_walkmesh *mesh, uint32_t face, double x, double y,
                    double *z)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    double at_c = side_of(a, b, x, y), at_a = side_of(b, c, x, y), at_b = side_of(c, a, x, y);
    double area = at_a + at_b + at_c;
    *z = (at_a * a.z + at_b * b.z + at_c * c.z) / area;
    return at_a >= 0 && at_b >= 0 && at_c >= 0;
}

static unsigned heights_at(const struct wr_walkmesh *mesh, double x, double y,
                           double out[STOREYS_MOST])
{
    unsigned count = 0;
    for (uint32_t f = 0; f < mesh->walkable_count && count < STOREYS_MOST; f++)
        count += face_at(mesh, f, x, y, &out[count]);
    return count;
}

static bool heights_have(const double *heights, unsigned count, double z)
{
    for (unsigned i = 0; i < count; i++)
        if (fabs(heights[i] - z) <= 0.02)
            return true;
    return false;
}

/* Whether solids and mesh agree about a point; points near an edge always do. */
static bool agree_at(const struct floored *floored, double x, double y)
{
    double heights[STOREYS_MOST];
    struct storeys storeys = storeys_at(&floored->made, x, y);
    unsigned count = heights_at(floored->mesh, x, y, heights);
    bool fine = true;
    for (unsigned i = 0; i < storeys.count; i++)
        fine &= storeys.standing[i] != CAN || heights_have(heights, count, storeys.z[i]);
    for (unsigned i = 0; i < count; i++)
        fine &= storeys_have(&storeys, heights[i], 0.02, false);
    return fine || !storeys_steady(&floored->made, x, y, &storeys);
}

static void check_rays(const struct floored *floored, uint64_t seed, unsigned samples)
{
    wr_random random = wr_random_of(seed, 15);
    for (unsigned i = 0; i < samples; i++) {
        double x = -1.5 + 9 * wr_random_unit(&random), y = -1.5 + 9 * wr_random_unit(&random);
        if (!agree_at(floored, x, y))
            fail_msg("seed %llu: solids and floors disagree at (%.4f, %.4f)",
                     (unsigned long long)seed, x, y);
    }
}

static void check_judge(struct floored *floored, uint64_t seed)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source nowhere = {"made", NULL, 0, true};
    enum wr_result result =
        wr_walkmesh_judge(floored->findings.context, floored->mesh, &surfaces, &nowhere);
    if (result != WR_OK || floored->findings.errors || floored->findings.warnings)
        fail_msg("seed %llu: %s", (unsigned long long)seed,
                 (const char *)floored->findings.lines.data);
}

static void made_levels_can_be_stood_on_where_their_solids_can(void **state)
{
    (void)state;
    const char *only = getenv("SEED");
    for (uint64_t seed = only ? strtoull(only, NULL, 10) : 0; seed < SEEDS; seed++) {
        struct floored floored = {0};
        findings_start(&floored.findings);
        made_solids_random(&floored.made, floored.findings.arena, seed);
        floored_make(&floored);
        check_judge(&floored, seed);
        check_rays(&floored, seed, SAMPLES);
        floored_end(&floored);
        if (only)
            break;
    }
}

/* ---- Ways ------------------------------------------------------------------------------ */

enum { CELLS = 150, CELL_STOREYS = 4, SUBSTEPS = 20, WAY_SEEDS = OFTEN(20, 3) };
#define CELL 0.05
#define ROOM 0.075 /* gaps that are twice as wide can be walked through */

/* Places one can stand at with some room around, on a grid, and which hang together. */
struct flood {
    const struct made_solids *made;
    double z[CELLS][CELLS][CELL_STOREYS];
    unsigned count[CELLS][CELLS];
    uint32_t parents[CELLS * CELLS * CELL_STOREYS];
};

static double cell_place(unsigned cell)
{
    return -1 + CELL * (cell + 0.37);
}

/* Follows the floor along a line in small steps; NaN where it ends. */
static double follow(const struct made_solids *made, double x, double y, double z, double dx,
                     double dy)
{
    for (unsigned i = 1; i <= SUBSTEPS; i++) {
        double part = (double)i / SUBSTEPS, length = sqrt(dx * dx + dy * dy) / SUBSTEPS;
        struct storeys storeys = storeys_at(made, x + part * dx, y + part * dy);
        double next = NAN;
        for (unsigned k = 0; k < storeys.count; k++)
            if (storeys.standing[k] == CAN && fabs(storeys.z[k] - z) <= 0.008 + 1.03 * length)
                next = storeys.z[k];
        z = next;
    }
    return z;
}

static bool has_room(const struct made_solids *made, double x, double y, double z)
{
    for (int i = 0; i < 9; i++)
        if (isnan(follow(made, x, y, z, ROOM * (i % 3 - 1), ROOM * (i / 3 - 1))))
            return false;
    return true;
}

static void flood_cells(struct flood *flood)
{
    for (unsigned i = 0; i < CELLS; i++)
        for (unsigned j = 0; j < CELLS; j++) {
            double x = cell_place(i), y = cell_place(j);
            struct storeys storeys = storeys_at(flood->made, x, y);
            for (unsigned k = 0; k < storeys.count && flood->count[i][j] < CELL_STOREYS; k++)
                if (storeys.standing[k] == CAN && has_room(flood->made, x, y, storeys.z[k]))
                    flood->z[i][j][flood->count[i][j]++] = storeys.z[k];
        }
}

static uint32_t flood_id(unsigned i, unsigned j, unsigned k)
{
    return (i * CELLS + j) * CELL_STOREYS + k;
}

static void flood_join(struct flood *flood, unsigned i, unsigned j, unsigned i2, unsigned j2)
{
    for (unsigned k = 0; k < flood->count[i][j]; k++) {
        double z = follow(flood->made, cell_place(i), cell_place(j), flood->z[i][j][k],
                          CELL * (i2 - i), CELL * (j2 - j));
        for (unsigned m = 0; m < flood->count[i2][j2]; m++)
            if (fabs(z - flood->z[i2][j2][m]) < 0.005)
                wr_disjoint_join(flood->parents, flood_id(i, j, k), flood_id(i2, j2, m));
    }
}

static void flood_make(struct flood *flood, const struct made_solids *made)
{
    memset(flood, 0, sizeof *flood);
    flood->made = made;
    wr_disjoint_start(flood->parents, CELLS * CELLS * CELL_STOREYS);
    flood_cells(flood);
    for (unsigned i = 0; i < CELLS; i++)
        for (unsigned j = 0; j < CELLS; j++) {
            if (i + 1 < CELLS)
                flood_join(flood, i, j, i + 1, j);
            if (j + 1 < CELLS)
                flood_join(flood, i, j, i, j + 1);
        }
}

/* The islands of a mesh: a parent a face. */
static uint32_t *islands_of(const struct wr_walkmesh *mesh)
{
    uint32_t *parents = malloc((mesh->face_count + 1) * sizeof *parents);
    wr_disjoint_start(parents, mesh->face_count);
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++)
            if (mesh->adjacency[f][k] >= 0)
                wr_disjoint_join(parents, f, (uint32_t)mesh->adjacency[f][k] / 3);
    return parents;
}

static uint32_t island_at(const struct wr_walkmesh *mesh, uint32_t *parents, double x, double y,
                          double z)
{
    double at;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        if (face_at(mesh, f, x, y, &at) && fabs(at - z) <= 0.02)
            return wr_disjoint_root(parents, f);
    return UINT32_MAX;
}

/* Whoever can walk from cell to cell can walk from face to face. */
static void check_ways(const struct floored *floored, struct flood *flood, uint64_t seed)
{
    uint32_t *parents = islands_of(floored->mesh);
    uint32_t *islands = malloc(sizeof flood->parents);
    memset(islands, 0xff, sizeof flood->parents);
    flood_make(flood, &floored->made);
    for (unsigned i = 0; i < CELLS; i += 3)
        for (unsigned j = 0; j < CELLS; j += 3)
            for (unsigned k = 0; k < flood->count[i][j]; k++) {
                double x = cell_place(i), y = cell_place(j), z = flood->z[i][j][k];
                uint32_t *island =
                    &islands[wr_disjoint_root(flood->parents, flood_id(i, j, k))];
                uint32_t here = island_at(floored->mesh, parents, x, y, z);
                if (*island == UINT32_MAX)
                    *island = here;
                if (here == UINT32_MAX || here != *island)
                    fail_msg("seed %llu: (%.3f, %.3f, %.3f) is cut off",
                             (unsigned long long)seed, x, y, z);
            }
    free(islands);
    free(parents);
}

static void made_levels_can_be_walked_where_their_solids_can(void **state)
{
    (void)state;
    struct flood *flood = malloc(sizeof *flood);
    for (uint64_t seed = SEEDS; seed < SEEDS + WAY_SEEDS; seed++) {
        struct floored floored = {0};
        findings_start(&floored.findings);
        made_solids_random(&floored.made, floored.findings.arena, seed);
        floored_make(&floored);
        check_ways(&floored, flood, seed);
        floored_end(&floored);
    }
    free(flood);
}

/* ---- Small levels ---------------------------------------------------------------------- */

static uint32_t faces_of(const struct prism *prisms, uint32_t count, double *area,
                         uint32_t *perimeters)
{
    struct floored floored = {0};
    floored_of(&floored, prisms, count);
    check_judge(&floored, 0);
    uint32_t faces = floored.mesh->face_count;
    *area = wr_walkmesh_area(floored.mesh);
    *perimeters = floored.mesh->perimeter_count;
    floored_end(&floored);
    return faces;
}

static void a_box_is_two_triangles(void **state)
{
    (void)state;
    const struct prism box = prism_box(0, 0, 0, 4, 3, 1);
    double area;
    uint32_t perimeters;
    assert_int_equal(faces_of(&box, 1, &area, &perimeters), 2);
    assert_float_equal(area, 12, 1e-3);
    assert_int_equal(perimeters, 1);
}

static void boxes_side_by_side_are_one_floor(void **state)
{
    (void)state;
    const struct prism boxes[] = {prism_box(0, 0, 0, 4, 3, 1), prism_box(4, 0, 0, 8, 3, 1),
                                  prism_box(2, 1, 0.5, 6, 2, 1)};
    double area;
    uint32_t perimeters;
    assert_int_equal(faces_of(boxes, 3, &area, &perimeters), 2);
    assert_float_equal(area, 24, 1e-2);
    assert_int_equal(perimeters, 1);
}

static void a_pillar_makes_a_hole_and_a_roof(void **state)
{
    (void)state;
    const struct prism boxes[] = {prism_box(0, 0, -1, 6, 6, 0), prism_box(2, 2, 0, 4, 4, 3)};
    double area;
    uint32_t perimeters;
    faces_of(boxes, 2, &area, &perimeters);
    assert_float_equal(area, 36, 1e-2);
    assert_int_equal(perimeters, 3);
}

/* One that stands in an arm of an L: most sides of the L have it on the wrong side. */
static void a_pillar_makes_a_hole_in_a_floor_with_a_corner_inward(void **state)
{
    (void)state;
    const struct prism prisms[] = {
        {.corners = 6, .x = {0, 6, 6, 2, 2, 0}, .y = {0, 0, 2, 2, 6, 6}, .bottom = -1},
        prism_box(4, 0.5, 0, 5, 1.5, 3)};
    double area;
    uint32_t perimeters;
    faces_of(prisms, 2, &area, &perimeters);
    assert_float_equal(area, 20, 1e-2);
    assert_int_equal(perimeters, 3);
}

static void a_low_ceiling_covers_and_a_high_one_does_not(void **state)
{
    (void)state;
    const struct prism low[] = {prism_box(0, 0, -1, 6, 6, 0), prism_box(2, 2, 1.7, 4, 4, 2)};
    const struct prism high[] = {prism_box(0, 0, -1, 6, 6, 0), prism_box(2, 2, 1.9, 4, 4, 2)};
    double area;
    uint32_t perimeters;
    faces_of(low, 2, &area, &perimeters);
    assert_float_equal(area, 36, 1e-2);
    faces_of(high, 2, &area, &perimeters);
    assert_float_equal(area, 40, 1e-2);
}

static void a_ramp_joins_two_storeys(void **state)
{
    (void)state;
    const struct prism level[] = {prism_box(0, 0, -1, 6, 6, 0), prism_ramp(2, 2, 0, 4, 4, 1),
                                  prism_box(4, 1, 0, 8, 5, 1)};
    struct floored floored = {0};
    floored_of(&floored, level, 3);
    check_judge(&floored, 0);
    assert_null(floored.findings.lines.data); /* it would say that there are two islands */
    floored_end(&floored);
}

static void the_inside_of_solids_is_no_floor(void **state)
{
    (void)state;
    const struct prism boxes[] = {prism_box(0, 0, 0, 6, 6, 5), prism_box(1, 1, 1, 5, 5, 3)};
    double area;
    uint32_t perimeters;
    assert_int_equal(faces_of(boxes, 2, &area, &perimeters), 2);
    assert_float_equal(area, 36, 1e-2);
}

static void a_floor_of_two_textures_keeps_both_and_stays_whole(void **state)
{
    (void)state;
    const struct prism boxes[] = {prism_box(0, 0, 0, 4, 3, 1), prism_box(4, 0, 0, 8, 3, 1)};
    struct floored floored = {0};
    findings_start(&floored.findings);
    made_solids_finish(&floored.made, floored.findings.arena, boxes, 2);
    floored.made.solids[1] = prism_solid(floored.findings.arena, &boxes[1], "TallGrass.tga");
    floored_make(&floored);
    check_judge(&floored, 0);
    assert_int_equal(floored.mesh->face_count, 4);
    unsigned grass = 0;
    for (uint32_t f = 0; f < 4; f++)
        grass += floored.mesh->materials[f] == 3;
    assert_int_equal(grass, 2);
    assert_int_equal(floored.mesh->perimeter_count, 1);
    floored_end(&floored);
}

static void textures_are_what_their_first_rule_says(void **state)
{
    (void)state;
    static const wr_brush_rule rules[] = {
        {"floor?", 0, 10}, {"sky*", 4, WR_BRUSH_NOTHING}, {NULL, 8, 6}, {"*a*b*", 0, 9}};
    static const struct {
        const char *texture;
        uint32_t flags, material;
    } cases[] = {
        {"floor1", 0, 10},
        {"FLOOR2.bmp", 0, 10},
        {"floor12", 0, 4},
        {"skyblue", 4, UINT32_MAX},
        {"skyblue", 0, 4},
        {"anything", 12, 6},
        {"xaaybz", 0, 9},
        {"xbya", 0, 4},
        {"oldwood", 0, 5},
        {"Water_2", 0, 6},
        {"woodgrate.tga", 0, 10},
        {NULL, 0, 4},
        {"", 0, 4},
        {".wood", 0, 5},
        {"a.b", 0, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(wr_brush_material(rules, 4, cases[i].texture, cases[i].flags),
                         cases[i].material);
}

/* ---- Walls ----------------------------------------------------------------------------- */

static void a_box_has_four_walls_when_asked(void **state)
{
    (void)state;
    const struct prism box = prism_box(0, 0, 0, 4, 3, 1);
    struct floored floored = {0};
    findings_start(&floored.findings);
    made_solids_finish(&floored.made, floored.findings.arena, &box, 1);
    floored.made.level.walls = true;
    floored_make(&floored);
    check_judge(&floored, 0);
    assert_int_equal(floored.mesh->walkable_count, 2);
    assert_int_equal(floored.mesh->face_count, 2 + 8);
    assert_int_equal(floored.mesh->vertex_count, 8);
    for (uint32_t f = 2; f < 10; f++)
        assert_int_equal(floored.mesh->materials[f], 7);
    floored_end(&floored);
}

static void boxes_that_touch_have_one_wall_between_them(void **state)
{
    (void)state;
    const struct prism boxes[] = {prism_box(0, 0, 0, 4, 3, 1), prism_box(4, 0, 0, 8, 3, 1),
                                  prism_box(4, 0, 0, 8, 3, 1)};
    struct floored floored = {0};
    findings_start(&floored.findings);
    made_solids_finish(&floored.made, floored.findings.arena, boxes, 3);
    floored.made.level.walls = true;
    floored_make(&floored);
    check_judge(&floored, 0);
    assert_int_equal(floored.mesh->walkable_count, 2);
    assert_true(floored.mesh->face_count >= 2 + 14 && floored.mesh->face_count <= 2 + 16);
    floored_end(&floored);
}

/* Whether the walkable faces of two meshes are the same. */
static void same_floors(const struct wr_walkmesh *a, const struct wr_walkmesh *b)
{
    assert_int_equal(a->walkable_count, b->walkable_count);
    for (uint32_t f = 0; f < a->walkable_count; f++)
        for (int k = 0; k < 3; k++) {
            assert_true(
                wr_vec3_same(a->vertices[a->faces[f].v[k]], b->vertices[b->faces[f].v[k]]));
            assert_int_equal(a->adjacency[f][k], b->adjacency[f][k]);
        }
}

static void walls_leave_floors_as_they_are(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < OFTEN(100, 20); seed++) {
        struct floored bare = {0}, walled = {0};
        findings_start(&bare.findings);
        findings_start(&walled.findings);
        made_solids_random(&bare.made, bare.findings.arena, seed);
        made_solids_random(&walled.made, walled.findings.arena, seed);
        walled.made.level.walls = true;
        floored_make(&bare);
        floored_make(&walled);
        check_judge(&walled, seed);
        same_floors(bare.mesh, walled.mesh);
        assert_true(walled.mesh->face_count > bare.mesh->face_count);
        floored_end(&bare);
        floored_end(&walled);
    }
}

/* ---- Broken solids --------------------------------------------------------------------- */

static void break_nothing(wr_brush_solid *solid)
{
    (void)solid;
}
static wr_dvec3 *vertices_of(wr_brush_solid *solid)
{
    return (wr_dvec3 *)(uintptr_t)solid->vertices;
}
static wr_brush_face *faces_in(wr_brush_solid *solid)
{
    return (wr_brush_face *)(uintptr_t)solid->faces;
}
static void lose_a_number(wr_brush_solid *solid)
{
    vertices_of(solid)[3].y = NAN;
}
static void name_no_vertex(wr_brush_solid *solid)
{
    solid->vertex_count--;
}
static void lose_a_face(wr_brush_solid *solid)
{
    solid->face_count--;
}
static void move_far(wr_brush_solid *solid)
{
    vertices_of(solid)[0].x = 1e7;
}
static void press_flat(wr_brush_solid *solid)
{
    for (uint32_t v = 0; v < solid->vertex_count; v++)
        vertices_of(solid)[v].z = 1;
}
static void lose_everything(wr_brush_solid *solid)
{
    solid->face_count = solid->vertex_count = 0;
}
static void turn_inside_out(wr_brush_solid *solid)
{
    for (uint32_t f = 0; f < solid->face_count; f++) {
        uint32_t *corners = (uint32_t *)(uintptr_t)faces_in(solid)[f].corners;
        for (uint32_t i = 0, k = solid->faces[f].corner_count - 1; i < k; i++, k--) {
            uint32_t kept = corners[i];
            corners[i] = corners[k];
            corners[k] = kept;
        }
    }
}

static void a_broken_solid_is_left_out_by_name(void **state)
{
    (void)state;
    static const struct {
        void (*spoil)(wr_brush_solid *solid);
        const char *slug;
        double area;
    } cases[] = {
        {break_nothing, NULL, 16 + 4},        {lose_a_number, "solid-broken", 16},
        {name_no_vertex, "solid-broken", 16}, {lose_a_face, "solid-open", 16},
        {move_far, "solid-far", 16},          {press_flat, "solid-flat", 16},
        {lose_everything, "solid-flat", 16},  {turn_inside_out, "solid-inverted", 20},
    };
    const struct prism boxes[] = {prism_box(0, 0, -1, 4, 4, 0), prism_box(1, 1, 2, 3, 3, 3)};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct floored floored = {0};
        findings_start(&floored.findings);
        made_solids_finish(&floored.made, floored.findings.arena, boxes, 2);
        cases[i].spoil(&floored.made.solids[1]);
        floored_make(&floored);
        const char *said = (const char *)floored.findings.lines.data;
        assert_true(!cases[i].slug == !said);
        if (said)
            assert_non_null(strstr(said, cases[i].slug));
        assert_float_equal(wr_walkmesh_area(floored.mesh), cases[i].area, 1e-2);
        assert_int_equal(floored.told.skipped, cases[i].area < 20);
        floored_end(&floored);
    }
}

static void a_level_without_a_unit_is_refused(void **state)
{
    (void)state;
    const double units[] = {0, -1, NAN, INFINITY, 1e300};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct findings findings;
        struct wr_brush_level level = {.metres = units[i]};
        wr_triangles floors;
        findings_start(&findings);
        assert_int_equal(
            wr_brush_floors(findings.context, findings.arena, &level, &floors, NULL),
            WR_INVALID);
        assert_non_null(strstr((const char *)findings.lines.data, "brush-unit"));
        findings_end(&findings);
    }
}

static void a_level_in_inches_is_as_large_in_metres(void **state)
{
    (void)state;
    const struct prism boxes[] = {prism_box(0, 0, 0, 100, 200, 10),
                                  prism_box(20, 20, 10, 60, 60, 200)};
    struct floored floored = {0};
    findings_start(&floored.findings);
    made_solids_finish(&floored.made, floored.findings.arena, boxes, 2);
    floored.made.level.metres = 0.0254;
    floored_make(&floored);
    assert_float_equal(wr_walkmesh_area(floored.mesh), 12.9032F, 1e-2);
    floored_end(&floored);
}

/* ---- Lines of a plane ------------------------------------------------------------------ */

/* They cross between points a few steps apart, where triangles are as flat as can be. */
static void lines_between_near_points_are_all_there(void **state)
{
    (void)state;
    static const wr_whole points[] = {{6, 6}, {2, 5}, {3, 2}, {2, 2}, {0, 2}, {4, 3}};
    struct wr_triangulation mesh = {0};
    wr_triangulation_start(&mesh);
    for (uint32_t i = 0; i < sizeof points / sizeof *points; i++)
        assert_int_equal(wr_triangulation_point(&mesh, points[i]), WR_SQUARE + i);
    wr_triangulation_line(&mesh, WR_SQUARE + 5, WR_SQUARE + 3);
    wr_triangulation_line(&mesh, WR_SQUARE, WR_SQUARE + 4);
    assert_false(mesh.tangled);
    wr_triangulation_finish(&mesh);
}

static enum wr_result floor_starved(struct findings *findings, void *user)
{
    wr_triangles floors;
    return wr_brush_floors(findings->context, findings->arena, user, &floors, NULL);
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    const struct prism prisms[] = {prism_box(0, 0, -1, 6, 6, 0), prism_ramp(2, 2, 0, 4, 4, 1),
                                   prism_box(4, 1, 0, 8, 5, 1)};
    struct wr_arena *arena = wr_arena_create();
    struct made_solids made;
    made_solids_finish(&made, arena, prisms, 3);
    made.level.walls = true;
    starve(floor_starved, &made.level);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_two_triangles),
        cmocka_unit_test(boxes_side_by_side_are_one_floor),
        cmocka_unit_test(a_pillar_makes_a_hole_and_a_roof),
        cmocka_unit_test(a_pillar_makes_a_hole_in_a_floor_with_a_corner_inward),
        cmocka_unit_test(a_low_ceiling_covers_and_a_high_one_does_not),
        cmocka_unit_test(a_ramp_joins_two_storeys),
        cmocka_unit_test(the_inside_of_solids_is_no_floor),
        cmocka_unit_test(a_floor_of_two_textures_keeps_both_and_stays_whole),
        cmocka_unit_test(textures_are_what_their_first_rule_says),
        cmocka_unit_test(a_box_has_four_walls_when_asked),
        cmocka_unit_test(boxes_that_touch_have_one_wall_between_them),
        cmocka_unit_test(walls_leave_floors_as_they_are),
        cmocka_unit_test(a_broken_solid_is_left_out_by_name),
        cmocka_unit_test(a_level_without_a_unit_is_refused),
        cmocka_unit_test(a_level_in_inches_is_as_large_in_metres),
        cmocka_unit_test(lines_between_near_points_are_all_there),
        cmocka_unit_test(running_out_of_memory_is_told),
        cmocka_unit_test(made_levels_can_be_stood_on_where_their_solids_can),
        cmocka_unit_test(made_levels_can_be_walked_where_their_solids_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
