/* Zones cut floors into parts, and change nothing else. */
#include "tests/support/findings.h"
#include "tests/support/solids.h"

#include "core/brush/boxes.h"
#include "core/walkmesh/judge.h"
#include "core/walkmesh/walkmesh.h"

enum { SEEDS = 400, ZONES = 4 };
#define LIFT 0.1
#define NEAR 0.01

/* A box that stands upright, turned by some degrees. */
struct box {
    double x, y, wide, deep, low, high, cosine, sine;
};

static struct box box_random(wr_random *random)
{
    bool turned = wr_random_below(random, 2);
    struct box box = {.x = 7 * wr_random_unit(random),
                      .y = 7 * wr_random_unit(random),
                      .wide = 0.3 + 3 * wr_random_unit(random),
                      .deep = 0.3 + 3 * wr_random_unit(random),
                      .low = wr_random_below(random, 2) ? -5 : 2 * wr_random_unit(random)};
    box.high = box.low + 1 + 5 * wr_random_unit(random);
    wr_turn_of(turned ? 90 * wr_random_unit(random) : 0, &box.cosine, &box.sine);
    return box;
}

static wr_brush_zone zone_of(const struct box *box, uint32_t part, uint32_t mark)
{
    wr_brush_zone zone = {.part = part, .mark = mark};
    for (int i = 0; i < 8; i++) {
        double x = i & 1 ? box->wide : -box->wide, y = i & 2 ? box->deep : -box->deep;
        zone.corners[i] =
            (wr_dvec3){box->x + box->cosine * x - box->sine * y,
                       box->y + box->sine * x + box->cosine * y, i & 4 ? box->high : box->low};
    }
    return zone;
}

/* How far inside a box a place of a floor is; below 0 outside. */
static double depth_in(const struct box *box, wr_dvec3 at)
{
    double x = at.x - box->x, y = at.y - box->y, z = at.z + LIFT;
    double across = box->wide - fabs(box->cosine * x + box->sine * y);
    double along = box->deep - fabs(box->cosine * y - box->sine * x);
    double least = across < along ? across : along;
    double up = z - box->low < box->high - z ? z - box->low : box->high - z;
    return up < least ? up : least;
}

struct cut {
    struct findings findings;
    struct made_solids made;
    struct box boxes[ZONES];
    wr_brush_zone zones[ZONES];
    uint32_t count;
};

static void cut_random(struct cut *cut, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 27);
    *cut = (struct cut){.count = 1 + wr_random_below(&random, ZONES)};
    findings_start(&cut->findings);
    made_solids_random(&cut->made, cut->findings.arena, seed);
    for (uint32_t z = 0; z < cut->count; z++) {
        cut->boxes[z] = box_random(&random);
        cut->zones[z] =
            zone_of(&cut->boxes[z], wr_random_below(&random, 4), wr_random_below(&random, 3));
    }
    cut->made.level.walls = seed % 4 == 0;
}

static void floors_of(struct cut *cut, bool zones, wr_triangles *out,
                      struct wr_brush_told *told)
{
    struct wr_brush_level level = cut->made.level;
    if (zones) {
        level.zones = cut->zones;
        level.zone_count = cut->count;
    }
    assert_int_equal(
        wr_brush_floors(cut->findings.context, cut->findings.arena, &level, out, told), WR_OK);
}

/* The area of what one can walk on, and how long its border is. */
struct size {
    double area, border;
};

static struct size size_of(struct cut *cut, const wr_triangles *floors, uint64_t seed)
{
    struct wr_walkmesh *mesh;
    struct wr_source nowhere = {"made", NULL, 0, true};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct size size = {0, 0};
    assert_int_equal(wr_walkmesh_make(cut->findings.context, WR_WOK, floors, NULL, &mesh),
                     WR_OK);
    wr_walkmesh_judge(cut->findings.context, mesh, &surfaces, &nowhere);
    if (cut->findings.errors || cut->findings.warnings)
        fail_msg("seed %u: %s", (unsigned)seed, (const char *)cut->findings.lines.data);
    size.area = wr_walkmesh_area(mesh);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        size.border += wr_distance(mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)],
                                   mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)]);
    wr_walkmesh_free(mesh);
    return size;
}

static wr_dvec3 middle_of(const wr_triangles *floors, uint32_t face)
{
    wr_dvec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = wr_add(sum,
                     wr_scale(wr_widen(floors->vertices[floors->faces[face].v[k]]), 1.0 / 3));
    return sum;
}

static void check_parts(const struct cut *cut, const wr_triangles *floors,
                        const uint32_t *parts, uint64_t seed)
{
    for (uint32_t f = 0; f < floors->face_count; f++) {
        const uint32_t *v = floors->faces[f].v;
        wr_vec3 a = floors->vertices[v[0]], b = floors->vertices[v[1]];
        wr_vec3 c = floors->vertices[v[2]];
        wr_dvec3 at = middle_of(floors, f);
        uint32_t expected = 0;
        bool near = wr_triangle_height(a, b, c) < NEAR || wr_triangle_normal(a, b, c).z <= 0;
        for (uint32_t z = cut->count; z-- > 0;) {
            double depth = depth_in(&cut->boxes[z], at);
            near |= fabs(depth) < NEAR;
            if (depth > 0 && cut->zones[z].part)
                expected = cut->zones[z].part;
        }
        if (!near && parts[f] != expected && floors->materials[f] != 7)
            fail_msg("seed %u: the face at (%.3f, %.3f, %.3f) is of part %u, not %u",
                     (unsigned)seed, at.x, at.y, at.z, (unsigned)parts[f], (unsigned)expected);
    }
}

static void zones_cut_floors_and_change_nothing_else(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct cut cut;
        wr_triangles whole, parted;
        struct wr_brush_told told;
        cut_random(&cut, seed);
        floors_of(&cut, false, &whole, NULL);
        floors_of(&cut, true, &parted, &told);
        struct size before = size_of(&cut, &whole, seed), after = size_of(&cut, &parted, seed);
        if (fabs(before.area - after.area) > 1e-3 * (1 + before.area) ||
            fabs(before.border - after.border) > 2e-3 * (1 + before.border))
            fail_msg("seed %u: %f m2 within %f m become %f m2 within %f m", (unsigned)seed,
                     before.area, before.border, after.area, after.border);
        check_parts(&cut, &parted, told.parts, seed);
        findings_end(&cut.findings);
    }
}

/* A square of 4 m, of which a zone that begins at its floor holds a quarter. */
static void a_zone_may_stand_on_the_floor_it_holds(void **state)
{
    (void)state;
    struct cut cut = {.count = 1};
    const struct prism floor = prism_box(0, 0, -1, 4, 4, 0);
    const struct box box = {1, 1, 1, 1, 0, 3, 1, 0};
    wr_triangles floors;
    struct wr_brush_told told;
    double areas[2] = {0, 0};
    findings_start(&cut.findings);
    made_solids_finish(&cut.made, cut.findings.arena, &floor, 1);
    cut.zones[0] = zone_of(&box, 1, 0);
    floors_of(&cut, true, &floors, &told);
    for (uint32_t f = 0; f < floors.face_count; f++) {
        const uint32_t *v = floors.faces[f].v;
        areas[told.parts[f]] +=
            0.5 * wr_length(wr_triangle_normal(floors.vertices[v[0]], floors.vertices[v[1]],
                                               floors.vertices[v[2]]));
    }
    assert_near(areas[1], 4, 1e-4);
    assert_near(areas[0], 12, 1e-4);
    findings_end(&cut.findings);
}

/* Two solids of two parts side by side are two parts of one floor. */
static void floors_are_of_the_part_of_their_solid(void **state)
{
    (void)state;
    struct cut cut = {.count = 0};
    const struct prism both[] = {prism_box(0, 0, -1, 4, 4, 0), prism_box(4, 0, -1, 8, 4, 0)};
    wr_triangles floors;
    struct wr_brush_told told;
    findings_start(&cut.findings);
    made_solids_finish(&cut.made, cut.findings.arena, both, 2);
    wr_brush_solid *solids = (wr_brush_solid *)(uintptr_t)cut.made.level.solids;
    solids[0].part = 5;
    solids[1].part = 9;
    floors_of(&cut, false, &floors, &told);
    assert_int_equal(floors.face_count, 4);
    assert_int_equal(floors.vertex_count, 6);
    for (uint32_t f = 0; f < floors.face_count; f++)
        assert_int_equal(told.parts[f], middle_of(&floors, f).x < 4 ? 5 : 9);
    findings_end(&cut.findings);
}

/* ---- The tree ---------------------------------------------------------------------------- */

static double along(wr_dvec3 at, int axis)
{
    return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
}

/* Boxes in a row in disorder: the first half of the leaves has those that lie before the
 * others, along whichever axis the row is. */
static void boxes_in_a_row_are_halved_along_it(void **state)
{
    (void)state;
    enum { COUNT = 64 };
    struct findings f;
    findings_start(&f);
    for (int axis = 0; axis < 3; axis++) {
        wr_dbox boxes[COUNT];
        struct wr_box_tree tree;
        for (uint32_t i = 0; i < COUNT; i++) {
            double at = i * 37 % COUNT;
            wr_dvec3 low = {axis == 0 ? at : 0, axis == 1 ? at : 0, axis == 2 ? at : 0};
            boxes[i] = (wr_dbox){low, wr_add(low, (wr_dvec3){1, 1, 1})};
        }
        assert_true(wr_box_tree_make(f.arena, boxes, COUNT, &tree));
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(along(boxes[tree.items[i]].min, axis) < COUNT / 2, i < COUNT / 2);
    }
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_cut_floors_and_change_nothing_else),
        cmocka_unit_test(a_zone_may_stand_on_the_floor_it_holds),
        cmocka_unit_test(floors_are_of_the_part_of_their_solid),
        cmocka_unit_test(boxes_in_a_row_are_halved_along_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
