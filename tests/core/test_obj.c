/* Walkmeshes as text: round trips, and every message with its line and column. */
#include "tests/support/findings.h"

#include "core/base/random.h"
#include "core/format/obj.h"
#include "core/walkmesh/judge.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/weld.h"
#include "tests/support/damage.h"
#include "tests/support/terrain.h"
#include "tests/support/vast.h"

static enum wr_result read_source(struct findings *findings, const struct wr_source *source,
                                  struct wr_walkmesh **mesh)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *mesh = NULL;
    return wr_obj_read(findings->context, findings->arena, source, &surfaces, mesh);
}

static struct wr_walkmesh *read_good(struct findings *findings, const char *text)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = read_source(findings, findings_text(findings, text), &mesh);
    if (result != WR_OK || !mesh)
        fail_msg("%s", findings_said(findings));
    return mesh;
}

static void assert_refused(struct findings *findings, const char *text, enum wr_result result,
                           const char *said)
{
    struct wr_walkmesh *mesh;
    assert_int_equal(read_source(findings, findings_text(findings, text), &mesh), result);
    assert_null(mesh);
    assert_said(findings, said);
    wr_context_destroy(findings->context); /* which would fall silent after some errors */
    findings->context = wr_context_create(findings_report, findings);
}

#define SQUARE "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n"

/* ---- What is read --------------------------------------------------------------------------
 */

static void a_square_becomes_a_room(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = read_good(&findings, SQUARE "usemtl Stone\nf 1 2 3 4\n");
    assert_int_equal(mesh->kind, WR_WOK);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->face_count, 2);
    assert_int_equal(mesh->walkable_count, 2);
    assert_int_equal(mesh->materials[1], STONE);
    assert_int_equal(mesh->faces[0].v[0], 0);
    assert_int_equal(mesh->faces[0].v[2], 2);
    assert_int_equal(mesh->faces[1].v[0], 0);
    assert_int_equal(mesh->faces[1].v[2], 3);
    assert_int_equal(mesh->edge_count, 4);
    assert_int_equal(mesh->node_count, 3);
    assert_true(mesh->normals[0].z == 1);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void what_editors_write_is_understood(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = read_good(
        &findings, "\xef\xbb\xbf# Blender\r\nmtllib a.mtl\r\no Room\r\ng all\r\ns off\r\n"
                   "v 0 0 0 1.0\r\nv\t2 0 -0.0 0.5 0.5 0.5\r\nv 2 2 0e5\r\nv +0 2.0 .0\r\n"
                   "vn 0 0 1\r\nvt 0 0\r\nl 1 2\r\n\r\n"
                   "usemtl gRaSs.003\r\nf 1/1/1 2//1 3/2 # a corner\r\n"
                   "usemtl 4\r\nf -4 -2 -1");
    assert_int_equal(mesh->face_count, 2);
    assert_int_equal(mesh->materials[0], 3);
    assert_int_equal(mesh->materials[1], 4);
    assert_int_equal(mesh->faces[1].v[1], 2);
    findings_end(&findings);
}

static void walkable_faces_come_first_and_corners_are_welded(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = read_good(
        &findings, "v 9 9 9\n" SQUARE "v 2.00005 0 0\nv 0.00001 2 0\nv 0 0 3\nv 1 1 0\n"
                   "usemtl Nonwalk\nf 2 8 3\nusemtl Stone\nf 2 3 4\nf 2 4 7\nf 2 9 4\n");
    assert_int_equal(mesh->vertex_count, 5);
    assert_int_equal(mesh->face_count, 3);
    assert_int_equal(mesh->walkable_count, 2);
    assert_int_equal(mesh->materials[2], NONWALK);
    assert_true(mesh->adjacency[0][2] == 3 && mesh->adjacency[1][0] == 2);
    assert_said(&findings, "0:0: warning [obj-dropped] 1 faces without area were left out\n");
    findings_end(&findings);
}

/* ---- Polygons ------------------------------------------------------------------------------
 */

static double area_of(const struct wr_walkmesh *mesh)
{
    double area = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        area += wr_length(wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]],
                                             mesh->vertices[v[2]])) /
                2;
    }
    return area;
}

/* A corner on a straight side is there so that neighbours link: no fan may lose it. */
static void corners_on_straight_sides_stay(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    static const struct {
        const char *text;
        uint32_t corners;
        double area;
    } cases[] = {
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4},
        {"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 0 2 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\n"
         "usemtl 4\nf 1 2 3 4 5 6 7 8\n",
         8, 4},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 0 3 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4.5},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 2 1 0\nv 1 2 0\nv 0 3 0\nv 0 2 0\n"
         "v 0 1 0\nusemtl 4\nf 1 2 3 4 5 6 7 8 9\n",
         9, 4.5},
        {"v 0 0 0\nv 1 0 0\nv 3 0 0\nv 0 3 0\nv 0 1 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wr_walkmesh *mesh = read_good(&findings, cases[i].text);
        assert_int_equal(mesh->face_count, cases[i].corners - 2);
        assert_int_equal(mesh->edge_count, cases[i].corners);
        assert_near(area_of(mesh), cases[i].area, 1e-9);
        assert_said(&findings, "");
    }
    findings_end(&findings);
}

/* The area seen from above of what a face became; it has each of the polygon's corners. */
static void assert_cut(struct findings *findings, const char *text, uint32_t corners,
                       double area)
{
    struct wr_walkmesh *mesh = read_good(findings, text);
    assert_int_equal(mesh->face_count, corners - 2);
    assert_int_equal(mesh->edge_count, corners);
    assert_near(area_of(mesh), area, 1e-9);
}

static void polygons_with_dents_are_cut(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
#define ARROW "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nusemtl 4\n"
    assert_cut(&findings, ARROW "f 1 2 3 4\n", 4, 4);
    assert_cut(&findings, ARROW "f 2 3 4 1\n", 4, 4);
    assert_cut(&findings, ARROW "f 3 4 1 2\n", 4, 4);
    assert_cut(&findings, ARROW "f 4 1 2 3\n", 4, 4);
    /* an L whose sides are cut, so that doorways have edges of their own */
    assert_cut(&findings,
               "v 0 0 0\nv 2 0 0\nv 4 0 0\nv 4 1 0\nv 4 2 0\nv 2 2 0\nv 2 3 0\nv 2 4 0\n"
               "v 0 4 0\nv 0 2 0\nusemtl 4\nf 1 2 3 4 5 6 7 8 9 10\n",
               10, 12);
    /* a comb */
    assert_cut(&findings,
               "v 0 0 0\nv 5 0 0\nv 5 3 0\nv 4 3 0\nv 4 1 0\nv 3 1 0\nv 3 3 0\nv 2 3 0\n"
               "v 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nusemtl 4\n"
               "f 1 2 3 4 5 6 7 8 9 10 11 12\n",
               12, 11);
    assert_said(&findings, "");
    findings_end(&findings);
}

/* A polygon round a star's middle at steps of its own, which dents it at random, has the area
 * that the lace rule says. */
static void any_polygon_without_crossings_is_cut(void **state)
{
    (void)state;
    struct findings findings;
    wr_random random = wr_random_of(20261125, 0);
    findings_start(&findings);
    print_message("[  SEED    ] 20261125\n");
    for (int round = 0; round < 300; round++) {
        uint32_t count = 4 + wr_random_below(&random, 60);
        double corners[64][2], area = 0;
        struct wr_bytes text = {0};
        for (uint32_t i = 0; i < count; i++) {
            double cosine, sine, far = 1 + (double)wr_random_below(&random, 64) / 8;
            wr_turn_of(360.0 * i / count, &cosine, &sine);
            corners[i][0] = (double)(float)(far * cosine);
            corners[i][1] = (double)(float)(far * sine);
            wr_bytes_text(&text, "v ");
            wr_bytes_number(&text, (float)corners[i][0]);
            wr_bytes_char(&text, ' ');
            wr_bytes_number(&text, (float)corners[i][1]);
            wr_bytes_text(&text, " 0\n");
        }
        wr_bytes_text(&text, "usemtl 4\nf");
        for (uint32_t i = 0; i < count; i++)
            wr_bytes_print(&text, " %u", (unsigned)i + 1);
        wr_bytes_text(&text, "\n");
        wr_bytes_char(&text, 0);
        for (uint32_t i = 0; i < count; i++) {
            const double *a = corners[i], *b = corners[(i + 1) % count];
            area += (a[0] * b[1] - a[1] * b[0]) / 2;
        }
        assert_cut(&findings, (const char *)text.data, count, area);
        wr_bytes_finish(&text);
    }
    findings_end(&findings);
}

static void polygons_that_cross_themselves_are_refused(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    const char *const texts[] = {
        /* a bow tie */
        "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nusemtl 4\n f 1 2 3 4\n",
        /* a line there and back */
        "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nusemtl 4\n f 1 2 3 4\n",
        /* a spike */
        "v 0 0 0\nv 2 0 0\nv 5 0 0\nv 0 2 0\nusemtl 4\n f 1 3 2 4\n",
    };
    static const char said[] =
        "error [obj-crossed] the face is no polygon that can be cut into triangles: its sides "
        "cross or lie on each other, or it has hundreds of corners (cut it into triangles or "
        "convex parts (in Blender: Triangulate Faces))\n";
    char expected[512];
    snprintf(expected, sizeof expected, "6:2: %s", said);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_refused(&findings, texts[i], WR_INVALID, expected);
    /* both turn one way at each corner, but twice round: a star and a spiral */
    const char *const twice[] = {
        "v 0 1 0\nv -0.951 0.309 0\nv -0.588 -0.809 0\nv 0.588 -0.809 0\nv 0.951 0.309 0\n"
        "\n\n\nusemtl 4\nf 1 3 5 2 4\n",
        "v 0 0 0\nv 1 0 0\nv 1.2 1.2 0\nv -0.5 2 0\nv -2.5 1 0\nv -2.5 -2 0\nv 2 -3 0\n"
        "v 6 1 0\nusemtl 4\nf 1 2 3 4 5 6 7 8\n",
    };
    snprintf(expected, sizeof expected, "10:1: %s", said);
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++)
        assert_refused(&findings, twice[i], WR_INVALID, expected);
    findings_end(&findings);
}

static void y_up_is_found_where_it_may_be(void **state)
{
    (void)state;
    struct findings findings;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *turned, *said, *upright = NULL;
    findings_start(&findings);
    const struct wr_source *file = findings_text(
        &findings, "v 0 0 0\nv 2 0 0\nv 2 0.5 -2\nv 0 0 -2\nusemtl Stone\nf 1 2 3\nf 1 3 4\n");
    assert_int_equal(
        wr_obj_read_up(findings.context, findings.arena, file, &surfaces, WR_UP_FOUND, &turned),
        WR_OK);
    assert_int_equal(
        wr_obj_read_up(findings.context, findings.arena, file, &surfaces, WR_UP_Y, &said),
        WR_OK);
    assert_said(&findings, "");
    upright = read_good(
        &findings, "v 0 0 0\nv 2 0 0\nv 2 2 0.5\nv 0 2 0\nusemtl Stone\nf 1 2 3\nf 1 3 4\n");
    for (uint32_t v = 0; v < 4; v++) {
        assert_true(wr_vec3_same(upright->vertices[v], turned->vertices[v]));
        assert_true(wr_vec3_same(upright->vertices[v], said->vertices[v]));
    }
    /* Z up is left alone. */
    assert_int_equal(wr_obj_read_up(findings.context, findings.arena,
                                    findings_text(&findings, SQUARE "usemtl 4\nf 1 2 3 4\n"),
                                    &surfaces, WR_UP_FOUND, &turned),
                     WR_OK);
    assert_true(wr_vec3_same(turned->vertices[2], wr_vec3_of(2, 2, 0)));
    findings_end(&findings);
}

static void bent_polygons_and_walls_are_cut(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh =
        read_good(&findings, "v 0 0 0\nv 2 0 0.5\nv 2 2 0\nv 0 2 0.25\nv 2 0 3\nv 2 2 3\n"
                             "usemtl Dirt\nf 1 2 3 4\nusemtl Nonwalk\nf 2 5 6 3\nf 3 6 5 2\n");
    assert_int_equal(mesh->face_count, 6);
    assert_int_equal(mesh->walkable_count, 2);
    findings_end(&findings);
}

/* Corners of a polygon as text, then the polygon, begun at any of them. */
static struct wr_walkmesh *read_polygon(struct findings *findings, double (*corners)[2],
                                        uint32_t count, uint32_t first)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_text(&text, "v ");
        wr_bytes_number(&text, (float)corners[i][0]);
        wr_bytes_char(&text, ' ');
        wr_bytes_number(&text, (float)corners[i][1]);
        wr_bytes_text(&text, " 1\n");
    }
    wr_bytes_text(&text, "usemtl 4\nf");
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_print(&text, " %u", (first + i) % count + 1);
    wr_bytes_char(&text, '\0');
    struct wr_walkmesh *mesh = read_good(findings, (const char *)text.data);
    wr_bytes_finish(&text);
    return mesh;
}

static double area_within(double (*corners)[2], uint32_t count)
{
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        double *a = corners[i], *b = corners[(i + 1) % count];
        area += (a[0] * b[1] - a[1] * b[0]) / 2;
    }
    return area;
}

static void assert_filled(struct findings *findings, double (*corners)[2], uint32_t count,
                          uint32_t first)
{
    struct wr_walkmesh *mesh = read_polygon(findings, corners, count, first);
    assert_int_equal(mesh->face_count, count - 2);
    assert_int_equal(mesh->edge_count, count);
    assert_near(area_of(mesh), area_within(corners, count), 1e-3);
    assert_said(findings, "");
    wr_arena_reset(findings->arena);
}

/* A convex polygon of random corners is cut into faces that all look up and fill it. */
static void any_convex_polygon_is_filled(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    uint64_t seed = terrain_seed();
    for (uint64_t round = 0; round < 200; round++) {
        wr_random random = wr_random_of(seed + round, 8);
        uint32_t count = 3 + wr_random_below(&random, 30);
        double corners[33][2] = {{10, 0}}, angle = 0;
        for (uint32_t i = 1; i < count; i++) {
            angle += 6.2 / count * (0.5 + 0.5 * wr_random_unit(&random));
            corners[i][0] = 10 * cos(angle);
            corners[i][1] = 10 * sin(angle);
        }
        assert_filled(&findings, corners, count, wr_random_below(&random, count));
    }
    findings_end(&findings);
}

/* Sides of a turned polygon get corners of their own, which floats put a little beside them. */
static void any_convex_polygon_with_corners_on_its_sides_is_filled(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    uint64_t seed = terrain_seed();
    for (uint64_t round = 0; round < 300; round++) {
        wr_random random = wr_random_of(seed + round, 9);
        uint32_t sides = 3 + wr_random_below(&random, 4), count = 0;
        double corners[60][2], turn = round % 3 ? wr_random_unit(&random) : 0;
        for (uint32_t i = 0; i < sides; i++) {
            double from = turn + 6.28 * i / sides, to = turn + 6.28 * ((i + 1) % sides) / sides;
            uint32_t parts = 1 + wr_random_below(&random, 7);
            for (uint32_t k = 0; k < parts; k++, count++) {
                double share = (double)k / parts;
                corners[count][0] = 10 * ((1 - share) * cos(from) + share * cos(to));
                corners[count][1] = 10 * ((1 - share) * sin(from) + share * sin(to));
            }
        }
        assert_filled(&findings, corners, count, wr_random_below(&random, count));
    }
    findings_end(&findings);
}

/* ---- What is refused -----------------------------------------------------------------------
 */

static const struct {
    const char *text, *said;
    enum wr_result result;
} faults[] = {
    {"", "0:0: error [obj-empty] the walkmesh has no faces\n", WR_INVALID},
    {SQUARE, "0:0: error [obj-empty] the walkmesh has no faces\n", WR_INVALID},
    {"  vp 1 2\n",
     "1:3: error [obj-keyword] 'vp' does not start a line of a walkmesh (known: v, f, "
     "usemtl; passed over: vn, vt, o, g, s, mtllib, l)\n",
     WR_SYNTAX},
    {"v 1 two 3\n", "1:5: error [obj-number] 'two' is not a finite number\n", WR_SYNTAX},
    {"v 1 2 nan\n", "1:7: error [obj-number] 'nan' is not a finite number\n", WR_SYNTAX},
    {"v 1 inf 3\n", "1:5: error [obj-number] 'inf' is not a finite number\n", WR_SYNTAX},
    {"v 1 2 1e999\n", "1:7: error [obj-number] '1e999' is not a finite number\n", WR_SYNTAX},
    {"v 1 2 3 blue\n", "1:9: error [obj-number] 'blue' is not a finite number\n", WR_SYNTAX},
    {"\n v 1 2 # 3\n",
     "2:2: error [obj-vertex] the vertex does not have 3 coordinates (write `v x y z`, in "
     "metres)\n",
     WR_SYNTAX},
    {"v 1 2 3 4 5 6 7 8\n",
     "1:1: error [obj-vertex] the vertex does not have 3 coordinates (write `v x y z`, in "
     "metres)\n",
     WR_SYNTAX},
    {SQUARE "f 1 2 3\n",
     "5:1: error [obj-no-material] the face has no material (put a line such as `usemtl "
     "Stone` before it)\n",
     WR_INVALID},
    {SQUARE "usemtl\n",
     "5:1: error [obj-material] the line names no material (known: NotDefined, Dirt, "
     "Obscuring, Grass, Stone, Wood, Water, Nonwalk, Transparent, Carpet, Metal, Puddles, "
     "Swamp, Mud, Leaves, Lava, BottomlessPit, DeepWater, Door, NonWalkGrass, Trigger)\n",
     WR_SYNTAX},
    {SQUARE "usemtl  Stoen\nf 1 2 3\n",
     "5:9: error [obj-material] 'Stoen' is not a material of surfacemat.2da (did you mean "
     "'Stone'?)\n",
     WR_INVALID},
    {SQUARE "usemtl 31\nf 1 2 3\n",
     "5:8: error [obj-material] '31' is not a material of surfacemat.2da", WR_INVALID},
    {SQUARE "usemtl Stone\nf 1 2\n",
     "6:1: error [obj-face] the face has fewer than 3 corners\n", WR_SYNTAX},
    {SQUARE "usemtl Stone\nf 1 2 3 5\n",
     "6:9: error [obj-index] '5' is the number of no vertex above this line (vertices "
     "count from 1, or back from -1, and come before the faces that use them)\n",
     WR_INVALID},
    {SQUARE "usemtl Stone\nf 1 0 3\n", "6:5: error [obj-index] '0' is the number of no",
     WR_INVALID},
    {SQUARE "usemtl Stone\nf 1 2 -5\n", "6:7: error [obj-index] '-5' is the number of no",
     WR_INVALID},
    {SQUARE "usemtl Stone\nf 1 2 9223372036854775807\n",
     "6:7: error [obj-index] '9223372036854775807' is the number of no", WR_INVALID},
    {SQUARE "usemtl Stone\nf 1 2 9223372036854775808\n",
     "6:7: error [obj-index] '9223372036854775808' is not the number of a vertex\n", WR_SYNTAX},
    {SQUARE "usemtl Stone\nf 1 /2 3\n",
     "6:5: error [obj-index] '/2' is not the number of a vertex\n", WR_SYNTAX},
    {SQUARE "usemtl Stone\nf 1 4 3 2\n",
     "6:1: error [obj-face-downward] the face has a walkable material but looks downward "
     "(list its corners counter-clockwise as seen from above)\n",
     WR_INVALID},
    {"v 0 0 0\nv 0 0 -2\nv 2 0 -2\nv 2 0 0\nv 2 2 0\nusemtl Stone\nf 1 4 3\nf 1 3 2\n"
     "usemtl Nonwalk\nf 1 4 5\n",
     "7:1: error [obj-y-up] the walkable faces look along Y: the file has Y up (export it "
     "with Z up (in Blender: Forward Axis Y, Up Axis Z))\n",
     WR_INVALID},
    {SQUARE "v 0 0 2\nusemtl Stone\nf 1 2 3\nf 1 2 5\n",
     "8:1: error [obj-face-upright] the face has a walkable material but stands upright "
     "(give it a material that is not walkable, such as Nonwalk)\n",
     WR_INVALID},
};

static void each_fault_is_named_with_line_and_column(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        size_t length = strlen(faults[i].said);
        if (faults[i].said[length - 1] == '\n') {
            assert_refused(&findings, faults[i].text, faults[i].result, faults[i].said);
            continue;
        }
        struct wr_walkmesh *mesh;
        assert_int_equal(
            read_source(&findings, findings_text(&findings, faults[i].text), &mesh),
            faults[i].result);
        const char *said = findings_said(&findings);
        if (strncmp(said, faults[i].said, length) != 0)
            fail_msg("expected: %s\nbut said: %s", faults[i].said, said);
    }
    findings_end(&findings);
}

static void independent_faults_are_all_reported(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    const char *text = "v 0 0 x\nv 2 0 0\nv 2 2 0\nw\nusemtl Stone\nf 1 2 3\nf 1 2 9\n";
    assert_int_equal(read_source(&findings, findings_text(&findings, text), &mesh), WR_SYNTAX);
    assert_said(
        &findings,
        "1:7: error [obj-number] 'x' is not a finite number\n"
        "4:1: error [obj-keyword] 'w' does not start a line of a walkmesh (known: v, f, "
        "usemtl; passed over: vn, vt, o, g, s, mtllib, l)\n"
        "7:7: error [obj-index] '9' is the number of no vertex above this line "
        "(vertices count from 1, or back from -1, and come before the faces that use "
        "them)\n");
    struct wr_bytes many = {0};
    for (int i = 0; i < 100000; i++)
        wr_bytes_text(&many, "w\n");
    assert_int_equal(
        read_source(&findings, findings_bytes(&findings, many.data, many.size), &mesh),
        WR_SYNTAX);
    assert_true(findings.errors <= 20);
    wr_bytes_finish(&many);
    findings_end(&findings);
}

/* ---- Round trips ---------------------------------------------------------------------------
 */

static struct wr_bytes text_of(const struct wr_walkmesh *mesh)
{
    struct wr_bytes text = {0};
    wr_obj_write(mesh, &text);
    assert_false(text.failed);
    return text;
}

static void assert_same(const struct wr_walkmesh *a, const struct wr_walkmesh *b,
                        const char *name)
{
    bool same = a->vertex_count == b->vertex_count && a->face_count == b->face_count &&
                a->walkable_count == b->walkable_count;
    for (uint32_t v = 0; v < a->vertex_count && same; v++)
        same = memcmp(&a->vertices[v], &b->vertices[v], sizeof *a->vertices) == 0;
    for (uint32_t f = 0; f < a->face_count && same; f++)
        same = memcmp(&a->faces[f], &b->faces[f], sizeof *a->faces) == 0 &&
               a->materials[f] == b->materials[f];
    if (!same)
        fail_msg("%s is not the same as text", name);
}

/* Whether text can hold a mesh: welded, used, sorted, and one can stand on its floors. */
static bool is_tidy(struct wr_context *context, struct wr_arena *arena,
                    const struct wr_walkmesh *mesh)
{
    struct wr_walkmesh *copy =
        wr_walkmesh_new(arena, WR_WOK, mesh->vertex_count, mesh->face_count);
    memcpy(copy->vertices, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
    memcpy(copy->faces, mesh->faces, mesh->face_count * sizeof *mesh->faces);
    memcpy(copy->materials, mesh->materials, mesh->face_count * sizeof *mesh->materials);
    uint32_t welded, dropped;
    wr_walkmesh_weld(context, arena, copy, NULL, &welded, &dropped);
    bool tidy = welded + dropped == 0 && copy->vertex_count == mesh->vertex_count;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        tidy = tidy && wr_face_side(mesh, f) == WR_SIDE_UP;
    return tidy;
}

static void there_and_back(void *user, struct wr_context *context, struct wr_arena *arena,
                           struct wr_walkmesh *mesh, const char *name)
{
    unsigned *tidy = user;
    if (!is_tidy(context, arena, mesh))
        return;
    struct findings findings;
    findings_start(&findings);
    struct wr_bytes text = text_of(mesh);
    struct wr_walkmesh *back;
    const struct wr_source *source = findings_bytes(&findings, text.data, text.size);
    if (read_source(&findings, source, &back) != WR_OK)
        fail_msg("%s: %s", name, findings_said(&findings));
    assert_same(mesh, back, name);
    struct wr_bytes again = text_of(back);
    assert_int_equal(text.size, again.size);
    assert_memory_equal(text.data, again.data, text.size);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_walkmesh_judge(findings.context, back, &surfaces, NULL), WR_OK);
    wr_bytes_finish(&text);
    wr_bytes_finish(&again);
    findings_end(&findings);
    ++*tidy;
}

static void a_walkmesh_comes_back_from_text(void **state)
{
    (void)state;
    unsigned tidy = 0;
    terrain_each(there_and_back, &tidy);
    struct wr_arena *arena = wr_arena_create();
    assert_true(tidy >= (corpus_folder(arena, "wok") ? 60 : 1));
    wr_arena_destroy(arena);
    printf("[  NOTE    ] %u walkmeshes went through text\n", tidy);
}

static void materials_without_a_name_are_numbers(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = read_good(&findings, SQUARE "usemtl 25\nf 1 2 3\nf 1 3 4\n");
    struct wr_bytes text = text_of(mesh);
    wr_bytes_char(&text, '\0');
    assert_string_equal((char *)text.data,
                        "# A walkmesh: metres, Z up, materials as surfacemat.2da names them.\n"
                        "v 0.0 0.0 0.0\nv 2.0 0.0 0.0\nv 2.0 2.0 0.0\nv 0.0 2.0 0.0\n"
                        "usemtl 25\nf 1 2 3\nf 1 3 4\n");
    wr_bytes_finish(&text);
    findings_end(&findings);
}

/* ---- Hostile ones --------------------------------------------------------------------------
 */

static void a_polygon_of_a_million_corners_takes_no_time(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    struct wr_bytes text = {0};
    wr_bytes_text(&text, SQUARE "usemtl Stone\nf");
    for (int i = 0; i < 1000000; i++)
        wr_bytes_text(&text, i % 4 == 0 ? " 1" : i % 4 == 1 ? " 2" : i % 4 == 2 ? " 3" : " 4");
    assert_int_equal(
        read_source(&findings, findings_bytes(&findings, text.data, text.size), &mesh),
        WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "6:1: error [obj-crossed]"));
    wr_bytes_finish(&text);
    findings_end(&findings);
}

static void faces_over_each_other_stay_unlinked(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh =
        read_good(&findings, SQUARE "usemtl Stone\nf 1 2 3\nf 1 2 3\nf 1 3 4\n");
    assert_int_equal(mesh->face_count, 3);
    assert_non_null(strstr(findings_said(&findings), "warning [edge-overused] 3 edges"));
    findings_end(&findings);
}

static void the_largest_numbers_are_survived(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = read_good(
        &findings, "v -3.4028235e38 -3.4028235e38 0\nv 3.4028235e38 -3.4028235e38 0\n"
                   "v 3.4028235e38 3.4028235e38 1e-45\nv -3.4028235e38 3.4028235e38 0\n"
                   "usemtl Stone\nf 1 2 3 4\n");
    assert_int_equal(mesh->face_count, 2);
    findings_end(&findings);
}

static const char whole[] = "v 0 0 0\nv 2 0 0\nv 2 2 0.5\nv 0 2 0\nv 1 3 0\nusemtl Stone\n"
                            "f 1 2 3 4\nusemtl 3\nf -3 5 4\n";

static void a_text_that_is_too_large_is_not_begun(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    struct wr_source vast = vast_source("v 0 0 0\n", 8, ((size_t)1 << 30) + 1);
    vast.binary = false;
    assert_int_equal(read_source(&findings, &vast, &mesh), WR_LIMIT);
    assert_null(mesh);
    assert_said(&findings, "0:0: error [obj-too-large] a walkmesh may have at most 1 GiB of "
                           "text, this one has 1073741825 bytes (cut it into several rooms)\n");
    vast_end(&vast);
    findings_end(&findings);
}

static void a_text_cut_anywhere_is_read_or_refused(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    for (size_t size = 0; size < sizeof whole; size++) {
        read_source(&findings, findings_bytes(&findings, whole, size), &mesh);
        findings_said(&findings);
        wr_arena_reset(findings.arena);
    }
    findings_end(&findings);
}

static void a_changed_byte_is_read_or_refused(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    char text[sizeof whole];
    for (size_t at = 0; at + 1 < sizeof whole; at++)
        for (int byte = 0; byte < 256; byte++) {
            memcpy(text, whole, sizeof whole);
            text[at] = (char)byte;
            read_source(&findings, findings_bytes(&findings, text, sizeof whole - 1), &mesh);
            findings_said(&findings);
            wr_arena_reset(findings.arena);
        }
    findings_end(&findings);
}

static enum wr_result read_starved(struct findings *findings, const struct wr_source *source)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = read_source(findings, source, &mesh);
    assert_true((mesh == NULL) == (result != WR_OK));
    return result;
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes text = text_of(mesh_grid(arena, 40, 40));
    damage_starve(read_starved, text.data, text.size);
    wr_bytes_finish(&text);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_becomes_a_room),
        cmocka_unit_test(what_editors_write_is_understood),
        cmocka_unit_test(walkable_faces_come_first_and_corners_are_welded),
        cmocka_unit_test(corners_on_straight_sides_stay),
        cmocka_unit_test(polygons_with_dents_are_cut),
        cmocka_unit_test(any_polygon_without_crossings_is_cut),
        cmocka_unit_test(polygons_that_cross_themselves_are_refused),
        cmocka_unit_test(y_up_is_found_where_it_may_be),
        cmocka_unit_test(bent_polygons_and_walls_are_cut),
        cmocka_unit_test(any_convex_polygon_is_filled),
        cmocka_unit_test(any_convex_polygon_with_corners_on_its_sides_is_filled),
        cmocka_unit_test(each_fault_is_named_with_line_and_column),
        cmocka_unit_test(independent_faults_are_all_reported),
        cmocka_unit_test(a_walkmesh_comes_back_from_text),
        cmocka_unit_test(materials_without_a_name_are_numbers),
        cmocka_unit_test(a_polygon_of_a_million_corners_takes_no_time),
        cmocka_unit_test(faces_over_each_other_stay_unlinked),
        cmocka_unit_test(the_largest_numbers_are_survived),
        cmocka_unit_test(a_text_that_is_too_large_is_not_begun),
        cmocka_unit_test(a_text_cut_anywhere_is_read_or_refused),
        cmocka_unit_test(a_changed_byte_is_read_or_refused),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
