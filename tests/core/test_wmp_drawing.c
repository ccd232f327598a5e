/* What one sees of a level: its faces, whole, outward, with pictures where they belong. */
#include "tests/support/findings.h"

#include "core/base/ears.h"
#include "core/base/random.h"
#include "core/wmp/drawing.h"
#include "core/wmp/wmp.h"

#include <string.h>

struct stage {
    struct findings findings;
    struct wr_source source;
    struct wr_wmp *level;
    struct wr_wmp_places places;
    struct wr_wmp_drawing drawing;
};

static void stage_start(struct stage *stage, const char *text)
{
    *stage = (struct stage){.source = {.name = "level", .data = (const uint8_t *)text}};
    stage->source.size = strlen(text);
    findings_start(&stage->findings);
    struct wr_context *context = stage->findings.context;
    struct wr_arena *arena = stage->findings.arena;
    assert_int_equal(wr_wmp_read(context, arena, &stage->source, &stage->level), WR_OK);
    assert_int_equal(wr_wmp_resolve(context, arena, stage->level, &stage->places), WR_OK);
    assert_int_equal(wr_wmp_draw(context, arena, stage->level, &stage->places, &stage->drawing),
                     WR_OK);
}

#define CORNERS                                                                                \
    "16 -24 40 16 24 40 -16 -24 40 -16 24 40 16 -24 -40 16 24 -40 -16 -24 -40 -16 24 -40\n"
#define HEAD                                                                                   \
    "version 510\n\nblocks 1\nentities 0\nobjects 1\n\nblock 0 {\nvertices 8\nfaces 6\n"
#define TAIL "{\n0000\nndef\n0\n}\n}\n\n"
#define FACES(of)                                                                              \
    "4 1 0 2 3 : " of "4 0 1 5 4 : " of "4 2 0 4 6 : " of "4 3 2 6 7 : " of "4 1 3 7 5 : " of  \
    "4 4 5 7 6 : " of

/* Seen from all sides, with two triangles a side, each turning left as seen from outside. */
static void check_box(const struct stage *stage, wr_dvec3 middle, double area)
{
    const struct wr_wmp_drawing *d = &stage->drawing;
    double sum = 0;
    for (uint32_t f = 0; f < d->face_count; f++) {
        const wr_wmp_drawn *face = &d->faces[f];
        const wr_wmp_drawn_corner *corners = d->corners + face->first;
        for (uint32_t i = 0; i < face->cuts; i++) {
            const uint32_t *cut = d->triangles[face->cut + i];
            wr_dvec3 a = corners[cut[0]].at, b = corners[cut[1]].at, c = corners[cut[2]].at;
            wr_dvec3 cross = wr_cross(wr_sub(b, a), wr_sub(c, a));
            assert_true(wr_dot(cross, wr_sub(a, middle)) > 0);
            assert_true(wr_dot(cross, face->normal) > 0.999 * wr_length(cross));
            sum += wr_length(cross) / 2;
        }
    }
    assert_true(fabs(sum - area) < 1e-6 * area);
}

static void a_box_is_drawn_whole_and_outward(void **state)
{
    (void)state;
    struct stage stage;
    stage_start(&stage, HEAD CORNERS FACES("wall 0 0 0 1 1 : 0000 0 50 ndef\n") TAIL
                "object 0 {\n(100 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n");
    assert_int_equal(stage.drawing.face_count, 6);
    assert_int_equal(stage.drawing.triangle_count, 12);
    check_box(&stage, (wr_dvec3){100, 0, 0}, 2 * (32 * 48 + 32 * 80 + 48 * 80));
    findings_end(&stage.findings);
}

static void groups_turn_scale_and_mirror_what_is_drawn(void **state)
{
    (void)state;
    static const char *const places[] = {
        "(1 2 3) (0.7 0.3 -1.1) (2 2 2)",
        "(1 2 3) (0.7 0.3 -1.1) (-2 2 2)",
        "(1 2 3) (0 0 0) (2 2 -2)",
        "(1 2 3) (2 0 1) (-2 -2 -2)",
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[2048];
        struct stage stage;
        snprintf(text, sizeof text,
                 HEAD CORNERS FACES("wall 0 0 0 1 1 : 0000 0 50 ndef\n") TAIL
                 "object 0 {\n%s\nblock 0\n}\n",
                 places[i]);
        stage_start(&stage, text);
        check_box(&stage, (wr_dvec3){1, 2, 3}, 8 * (32 * 48 + 32 * 80 + 48 * 80));
        findings_end(&stage.findings);
    }
}

static void sky_and_what_nobody_sees_is_not_drawn(void **state)
{
    (void)state;
    struct stage stage;
    stage_start(&stage, HEAD CORNERS FACES("wall 0 0 0 1 1 : 0100 0 50 ndef\n") TAIL
                "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n");
    assert_int_equal(stage.drawing.face_count, 0);
    findings_end(&stage.findings);
    stage_start(&stage, HEAD CORNERS FACES("wall 0 0 0 1 1 : 1011 0 50 ndef\n") TAIL
                "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n");
    assert_int_equal(stage.drawing.face_count, 0);
    findings_end(&stage.findings);
}

/* On the top of a box, where the editor lays u along x and v against y. */
static void pictures_lie_where_the_editor_lays_them(void **state)
{
    (void)state;
    struct stage stage;
    stage_start(&stage, HEAD CORNERS FACES("wall 5 7 0 2 4 : 0000 0 50 ndef\n") TAIL
                "object 0 {\n(100 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n");
    const struct wr_wmp_drawing *d = &stage.drawing;
    unsigned seen = 0;
    for (uint32_t f = 0; f < d->face_count; f++) {
        if (d->faces[f].normal.z < 0.9)
            continue;
        for (uint32_t i = 0; i < d->faces[f].count; i++, seen++) {
            const wr_wmp_drawn_corner *corner = &d->corners[d->faces[f].first + i];
            assert_near(corner->u, corner->at.x / 2 + 5, 1e-9);
            assert_near(corner->v, -corner->at.y / 4 + 7, 1e-9);
        }
    }
    assert_int_equal(seen, 4);
    findings_end(&stage.findings);
}

static void faces_of_meshes_keep_their_own_places(void **state)
{
    (void)state;
    struct stage stage;
    stage_start(
        &stage,
        "version 711\n\n{ //level\n0\na.$$w\np.pcx\n{ // 0\nvertices 4\nfaces 4\n0 0 0 8 0 0 0 "
        "8 "
        "0 0 0 8\n"
        "3 0 1 2 : a [ 0.1 0.2 0.3 0.4 0.5 0.6 ] ( 1 0 0 0 ) ( 0 -1 0 0 ) : 0000 0 50 ndef\n"
        "3 0 3 1 : a ( 1 0 0 0 ) ( 0 -1 0 0 ) : 0000 0 50 ndef\n"
        "3 0 2 3 : a ( 1 0 0 0 ) ( 0 -1 0 0 ) : 0000 0 50 ndef\n"
        "3 1 3 2 : a ( 1 0 0 0 ) ( 0 -1 0 0 ) : 0000 0 50 ndef\n"
        "{\n00100000\nndef\n0\n}\n}\n}\n");
    const struct wr_wmp_drawing *d = &stage.drawing;
    const wr_wmp_drawn_corner *corners = d->corners + d->faces[0].first;
    for (int i = 0; i < 3; i++) { /* by where a corner is, as loops are turned round */
        double x = corners[i].at.x, y = corners[i].at.y;
        double u = x > 1 ? 0.3 : y > 1 ? 0.5 : 0.1;
        assert_near(corners[i].u, u, 1e-12);
        assert_near(corners[i].v, u + 0.1, 1e-12);
    }
    findings_end(&stage.findings);
}

/* Three places are all that a file says: a fourth corner lies where the third one does. */
static void a_fourth_corner_has_the_place_of_the_third(void **state)
{
    (void)state;
    struct stage stage;
    stage_start(&stage, HEAD CORNERS FACES("wall [ 1 2 3 4 5 6 ] 0 0 0 1 1 : 0000 0 50 ndef\n")
                            TAIL "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n");
    const struct wr_wmp_drawing *d = &stage.drawing;
    assert_int_equal(d->face_count, 6);
    for (uint32_t f = 0; f < d->face_count; f++) {
        unsigned seen[7] = {0};
        assert_int_equal(d->faces[f].count, 4);
        for (uint32_t i = 0; i < 4; i++) {
            const wr_wmp_drawn_corner *corner = &d->corners[d->faces[f].first + i];
            assert_near(corner->v, corner->u + 1, 1e-12);
            seen[(unsigned)corner->u]++;
        }
        assert_true(seen[1] == 1 && seen[3] == 1 && seen[5] == 2);
    }
    findings_end(&stage.findings);
}

/* ---- Ears -------------------------------------------------------------------------------- */

/* A star is dented nearly everywhere: its triangles cover it once. */
static void dented_polygons_are_cut_without_overlap(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    for (uint64_t seed = 1; seed <= 500; seed++) {
        enum { MOST = 40 };
        wr_random random = wr_random_of(seed, 1);
        uint32_t count = 3 + wr_random_below(&random, MOST - 3), cuts[MOST][3];
        wr_dvec3 corners[MOST];
        for (uint32_t i = 0; i < count; i++) {
            double cosine, sine, far = 1 + 9 * wr_random_unit(&random);
            wr_turn_of(360.0 * i / count, &cosine, &sine);
            double x = far * cosine, y = far * sine;
            corners[i] = seed % 3 == 0   ? (wr_dvec3){x, y, x / 2}
                         : seed % 3 == 1 ? (wr_dvec3){y / 3, x, y}
                                         : (wr_dvec3){y, 5, x};
        }
        uint32_t made = wr_ears_cut(arena, corners, count, cuts);
        wr_dvec3 area = wr_ears_area(corners, count), sum = {0, 0, 0};
        if (made == 0 || made > count - 2)
            fail_msg("seed %u: %u triangles of %u corners", (unsigned)seed, (unsigned)made,
                     (unsigned)count);
        double whole = 0;
        for (uint32_t i = 0; i < made; i++) {
            wr_dvec3 part = wr_cross(wr_sub(corners[cuts[i][1]], corners[cuts[i][0]]),
                                     wr_sub(corners[cuts[i][2]], corners[cuts[i][0]]));
            sum = wr_add(sum, part);
            whole += wr_length(part);
        }
        if (wr_length(wr_sub(sum, area)) > 1e-6 * wr_length(area) ||
            fabs(whole - wr_length(area)) > 1e-6 * wr_length(area))
            fail_msg("seed %u: triangles overlap", (unsigned)seed);
    }
    wr_arena_destroy(arena);
}

static void what_is_no_polygon_gives_no_triangle(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    uint32_t cuts[4][3];
    const wr_dvec3 line[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}};
    assert_int_equal(wr_ears_cut(arena, line, 4, cuts), 0);
    assert_int_equal(wr_ears_cut(arena, line, 2, cuts), 0);
    const wr_dvec3 straight[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    assert_int_equal(wr_ears_cut(arena, straight, 5, cuts), 3);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_drawn_whole_and_outward),
        cmocka_unit_test(groups_turn_scale_and_mirror_what_is_drawn),
        cmocka_unit_test(sky_and_what_nobody_sees_is_not_drawn),
        cmocka_unit_test(pictures_lie_where_the_editor_lays_them),
        cmocka_unit_test(faces_of_meshes_keep_their_own_places),
        cmocka_unit_test(a_fourth_corner_has_the_place_of_the_third),
        cmocka_unit_test(dented_polygons_are_cut_without_overlap),
        cmocka_unit_test(what_is_no_polygon_gives_no_triangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
