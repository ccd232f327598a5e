/* Changes to areas: of the bytes of a packet only those change that are meant to. Which they
 * are is found by walking over the bytes, by nothing that the changes use. */
#include "tests/support/baked.h"
#include "tests/support/corpus.h"

#include "core/aswm/area.h"
#include "core/aswm/changes.h"
#include "core/aswm/judge.h"

enum { SEEDS = 40 };

/* ---- The oracle ----------------------------------------------------------------------------
 */

static uint32_t u32_at(const struct wr_bytes *raw, size_t at)
{
    const uint8_t *data = raw->data + at;
    assert_true(at + 4 <= raw->size);
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

static void mark(uint8_t *marks, size_t at, size_t size, uint8_t as)
{
    memset(marks + at, as, size);
}

enum { GARBAGE = 1, FLOOR = 2 };

/* Marks the bytes that nobody reads, and those of kinds of floor, in a packet. */
static uint8_t *walk(const struct wr_bytes *raw)
{
    uint8_t *marks = calloc(raw->size + 1, 1);
    uint32_t vertices = u32_at(raw, 37), edges = u32_at(raw, 41), triangles = u32_at(raw, 45);
    size_t at = 53 + (size_t)12 * vertices + (size_t)16 * edges;
    mark(marks, 4, 32, GARBAGE);
    for (uint32_t i = 0; i < triangles; i++)
        mark(marks, at + (size_t)64 * i + 62, 2, FLOOR);
    at += (size_t)64 * triangles;
    uint32_t tiles = u32_at(raw, at + 8) * u32_at(raw, at + 12);
    at += 16;
    for (uint32_t i = 0; i < tiles; i++) {
        mark(marks, at, 32, GARBAGE);
        at += 57 + 4;
        uint32_t locals = u32_at(raw, at), nodes = raw->data[at + 4];
        at += 9 + locals + (size_t)4 * nodes + (size_t)nodes * nodes + 4;
    }
    uint32_t islands = u32_at(raw, at + 4);
    at += 8;
    for (uint32_t i = 0; i < islands; i++) {
        mark(marks, at + 4, 4, GARBAGE);
        at += 24;
        for (int list = 0; list < 3; list++)
            at += 4 + (size_t)4 * u32_at(raw, at);
    }
    for (size_t i = 0; i < (size_t)islands * islands; i++, at += 8) {
        mark(marks, at + 2, 2, GARBAGE);
        if ((u32_at(raw, at) & 0xffff) == 0xffff)
            mark(marks, at + 4, 4, GARBAGE);
    }
    assert_int_equal(at, raw->size);
    return marks;
}

/* How many bytes differ; all of them must be marked. */
static size_t differing(const struct wr_bytes *before, const struct wr_bytes *after,
                        uint8_t marked)
{
    uint8_t *marks = walk(before);
    size_t count = 0;
    assert_int_equal(before->size, after->size);
    for (size_t i = 0; i < before->size; i++) {
        if (before->data[i] == after->data[i])
            continue;
        if (marks[i] != marked)
            fail_msg("byte %zu changed", i);
        count++;
    }
    free(marks);
    return count;
}

/* ---- Garbage -------------------------------------------------------------------------------
 */

/* Garbage in each byte that nobody reads, then cleaned: the area as it was baked. */
static void cleaning_takes_away_all_garbage_and_nothing_else(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        struct wr_bytes made = {0}, cleaned = {0};
        struct wr_aswm spoilt;
        baked_start(&baked, seed);
        struct wr_context *context = baked.findings.context;
        wr_aswm_write(context, &baked.mesh, &made);
        uint8_t *marks = walk(&made);
        uint8_t *bytes = wr_arena_copy(baked.findings.arena, made.data, made.size, 1);
        for (size_t i = 0; i < made.size; i++)
            if (marks[i] == GARBAGE)
                bytes[i] = (uint8_t)(i * 37 + 1);
        struct wr_source source = {"spoilt/aswm", bytes, made.size, true};
        assert_int_equal(wr_aswm_read(context, baked.findings.arena, &source, &spoilt), WR_OK);
        wr_aswm_clean(&spoilt);
        wr_aswm_write(context, &spoilt, &cleaned);
        assert_int_equal(cleaned.size, made.size);
        assert_memory_equal(cleaned.data, made.data, made.size);
        free(marks);
        wr_bytes_finish(&made);
        wr_bytes_finish(&cleaned);
        baked_end(&baked);
    }
}

static void clean_real(void *user, const struct wr_source *source)
{
    struct findings f;
    struct wr_aswm_area area;
    struct wr_bytes before = {0}, after = {0};
    findings_start(&f);
    assert_int_equal(wr_aswm_area_read(f.context, f.arena, source, &area), WR_OK);
    wr_aswm_write(f.context, &area.mesh, &before);
    wr_aswm_clean(&area.mesh);
    wr_aswm_write(f.context, &area.mesh, &after);
    *(size_t *)user += differing(&before, &after, GARBAGE);
    wr_bytes_finish(&before);
    wr_bytes_finish(&after);
    findings_end(&f);
}

static void real_areas_lose_their_garbage_only(void **state)
{
    (void)state;
    size_t bytes = 0;
    corpus_all("nwn2", ".trx", clean_real, &bytes);
    corpus_all("nwn2", ".trn", clean_real, &bytes);
    printf("%zu bytes of garbage\n", bytes);
    assert_true(bytes > 100000);
}

/* ---- Floors --------------------------------------------------------------------------------
 */

static void floors_change_and_nothing_else(void **state)
{
    (void)state;
    struct wr_aswm_refloor refloor = {.to = {[2] = WR_ASWM_WOOD, [3] = WR_ASWM_MUD},
                                      .none = WR_ASWM_GRASS};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        struct wr_bytes before = {0}, after = {0};
        baked_start(&baked, seed);
        struct wr_aswm *mesh = &baked.mesh;
        for (uint32_t i = 0; i < mesh->triangle_count; i++) /* stone, wood and none */
            if (wr_aswm_walkable(mesh, i) && i % 3 > 0)
                mesh->triangles[i].flags = (uint16_t)((mesh->triangles[i].flags & 7) |
                                                      (i % 3 == 1 ? WR_ASWM_WOOD : 0));
        wr_aswm_write(baked.findings.context, mesh, &before);
        wr_aswm_refloor(mesh, &refloor);
        wr_aswm_write(baked.findings.context, mesh, &after);
        assert_true(differing(&before, &after, FLOOR) > 0);
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            static const uint16_t floors[] = {WR_ASWM_WOOD, WR_ASWM_MUD, WR_ASWM_GRASS};
            bool walkable = wr_aswm_walkable(mesh, i);
            assert_int_equal(mesh->triangles[i].flags & WR_ASWM_FLOORS,
                             walkable ? floors[i % 3] : 0);
            assert_int_equal(mesh->triangles[i].flags & 7, walkable ? 5 : 4);
        }
        wr_bytes_finish(&before);
        wr_bytes_finish(&after);
        baked_end(&baked);
    }
}

/* ---- Borders -------------------------------------------------------------------------------
 */

static bool is_outside(const struct wr_aswm *mesh, wr_vec3 at)
{
    double low = (double)mesh->tile_width * mesh->border;
    double wide = (double)mesh->tile_width * (mesh->width - mesh->border);
    double high = (double)mesh->tile_width * (mesh->height - mesh->border);
    return at.x < low || at.y < low || at.x > wide || at.y > high;
}

static double area_inside(const struct wr_aswm *mesh, double *outside)
{
    double sum[2] = {0, 0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const wr_aswm_triangle *t = &mesh->triangles[i];
        const wr_vec3 *v = mesh->vertices;
        wr_vec3 centre = {t->x, t->y, 0};
        sum[is_outside(mesh, centre)] +=
            fabs(wr_triangle_normal(v[t->v[0]], v[t->v[1]], v[t->v[2]]).z) / 2;
    }
    *outside = sum[1];
    return sum[0];
}

/* But for sight, which a bake is warier of at a border that nothing lies behind any more. */
static void stripped_is_what_is_baked_without_a_border(void **state)
{
    (void)state;
    struct wr_aswm_bake_options again = {.links = true};
    unsigned stripped_ones = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct baked baked;
        struct wr_bytes stripped = {0}, anew = {0};
        double outside, before, left;
        baked_start(&baked, seed);
        struct wr_context *context = baked.findings.context;
        if (seed % 2)
            assert_int_equal(
                wr_aswm_bake(context, baked.findings.arena, &baked.mesh, &again, WR_NOWHERE),
                WR_OK);
        baked.mesh.border = 2; /* tiles: the outermost may be empty */
        before = area_inside(&baked.mesh, &outside);
        assert_true(outside > 0);
        if (before == 0) {
            baked_end(&baked);
            continue;
        }
        stripped_ones++;
        assert_int_equal(wr_aswm_strip(context, baked.findings.arena, &baked.mesh, WR_NOWHERE),
                         WR_OK);
        left = area_inside(&baked.mesh, &outside);
        assert_true(outside == 0 && fabs(left - before) < 1e-9 * before);
        struct wr_source source;
        struct wr_aswm mesh = baked_read(&baked, &source);
        assert_int_equal(wr_aswm_judge(context, &mesh, &source), WR_OK);
        assert_said(&baked.findings, "");
        wr_aswm_write(context, &baked.mesh, &stripped);
        assert_int_equal(
            wr_aswm_bake(context, baked.findings.arena, &baked.mesh, &again, WR_NOWHERE),
            WR_OK);
        wr_aswm_write(context, &baked.mesh, &anew);
        assert_int_equal(stripped.size, anew.size);
        if (seed % 2)
            assert_memory_equal(stripped.data, anew.data, anew.size);
        wr_bytes_finish(&stripped);
        wr_bytes_finish(&anew);
        baked_end(&baked);
    }
    assert_true(stripped_ones > SEEDS / 2);
}

static void without_a_border_nothing_changes(void **state)
{
    (void)state;
    struct baked baked;
    struct wr_bytes before = {0}, after = {0};
    baked_start(&baked, 1);
    wr_aswm_write(baked.findings.context, &baked.mesh, &before);
    assert_int_equal(
        wr_aswm_strip(baked.findings.context, baked.findings.arena, &baked.mesh, WR_NOWHERE),
        WR_OK);
    wr_aswm_write(baked.findings.context, &baked.mesh, &after);
    assert_int_equal(differing(&before, &after, FLOOR), 0);
    wr_bytes_finish(&before);
    wr_bytes_finish(&after);
    baked_end(&baked);
}

static void what_cannot_be_stripped_is_refused(void **state)
{
    (void)state;
    struct baked baked;
    baked_start(&baked, 1);
    struct wr_context *context = baked.findings.context;
    baked.mesh.border = 100;
    assert_int_equal(wr_aswm_strip(context, baked.findings.arena, &baked.mesh, WR_NOWHERE),
                     WR_INVALID);
    assert_said(&baked.findings, "0:0: error [aswm-outside] all of the mesh lies in the area's "
                                 "border of 100 tiles\n");
    baked.mesh.border = UINT32_MAX;
    assert_int_equal(wr_aswm_strip(context, baked.findings.arena, &baked.mesh, WR_NOWHERE),
                     WR_INVALID);
    findings_said(&baked.findings);
    baked.mesh.border = 1;
    for (uint32_t i = 0; i < baked.mesh.triangle_count; i++)
        baked.mesh.triangles[i].island = WR_ASWM_NO_ISLAND;
    assert_int_equal(wr_aswm_strip(context, baked.findings.arena, &baked.mesh, WR_NOWHERE),
                     WR_INVALID);
    assert_said(&baked.findings,
                "0:0: error [convert-border] islands or edges of the area are wrong, so that "
                "its border cannot be taken off ('warren check' says what is wrong, 'warren "
                "bake' mends it)\n");
    baked_end(&baked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleaning_takes_away_all_garbage_and_nothing_else),
        cmocka_unit_test(real_areas_lose_their_garbage_only),
        cmocka_unit_test(floors_change_and_nothing_else),
        cmocka_unit_test(stripped_is_what_is_baked_without_a_border),
        cmocka_unit_test(without_a_border_nothing_changes),
        cmocka_unit_test(what_cannot_be_stripped_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
