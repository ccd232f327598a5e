/* What is said of damaged areas of NWN2, and where ways over them lead, to the last bit, by
 * digests: no other answer than yesterday's, with any compiler. When answers change on purpose,
 * the values below do too; the tests print the new ones. */
#include "tests/support/baked.h"
#include "tests/support/digest.h"

#include "core/aswm/judge.h"
#include "core/aswm/way.h"

/* From triangles all over the area to others; of a length three decimals count. */
static void add_ways(wr_hash *hash, struct findings *f, const struct wr_aswm *mesh)
{
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t from = mesh->triangle_count / 12 * i, to = mesh->triangle_count - 1 - from / 2;
        wr_aswm_way way = {0};
        if (from >= mesh->triangle_count || !wr_aswm_walkable(mesh, from) ||
            !wr_aswm_walkable(mesh, to))
            continue;
        assert_int_equal(wr_aswm_find_way(f->context, f->arena, mesh, from, to, &way), WR_OK);
        add_number(hash, way.count);
        for (uint32_t k = 0; k < way.count; k++)
            add_number(hash, way.triangles[k]);
        if (way.count > 0 && way.length < 1e6)
            add_number(hash, (int64_t)(way.length * 1000 + 0.5));
    }
}

/* The packet with one byte changed, in the heads and tables of it: what reading and judging
 * say, and the ways. */
static void add_damaged(wr_hash *hash, const struct wr_source *source, size_t at, uint8_t put,
                        int *read)
{
    struct findings f;
    struct wr_aswm mesh;
    findings_start(&f);
    uint8_t *data = wr_arena_copy(f.arena, source->data, source->size, 1);
    const struct wr_source damaged = {"made/aswm", data, source->size, true};
    data[at] = put;
    enum wr_result result = wr_aswm_read(f.context, f.arena, &damaged, &mesh);
    add_number(hash, result);
    if (result == WR_OK) {
        add_number(hash, wr_aswm_judge(f.context, &mesh, &damaged));
        add_ways(hash, &f, &mesh);
        ++*read;
    }
    wr_hash_add(hash, f.lines.data, f.lines.size);
    findings_end(&f);
}

enum { FORMS = 2000 };

static void damaged_areas_are_what_they_were(void **state)
{
    (void)state;
    static const char *const names[] = {"first area", "second area", "third area"};
    static const char *const expected[] = {"babd5b0a205ba1c2dcdc894f4af50b84",
                                           "2560bca5c63abe247b2ab1b6237587b0",
                                           "b86cde790870b561be56a1596ca74786"};
    for (uint64_t seed = 1; seed <= OFTEN(3, 1); seed++) {
        struct baked baked;
        struct wr_source source;
        int read = 0;
        wr_hash hash;
        baked_start(&baked, seed);
        struct wr_aswm mesh = baked_read(&baked, &source);
        wr_random random = wr_random_of(seed, 9);
        wr_hash_begin(&hash);
        add_ways(&hash, &baked.findings, &mesh);
        for (int i = 0; i < FORMS; i++) {
            static const uint8_t puts[] = {0, 1, 2, 0x7f, 0x80, 0xfe, 0xff};
            uint32_t at = wr_random_below(&random, (uint32_t)source.size);
            uint32_t put = wr_random_below(&random, sizeof puts + 1);
            add_damaged(&hash, &source, at,
                        put < sizeof puts ? puts[put] : (uint8_t)(source.data[at] + 1), &read);
        }
        assert_true(read > FORMS / 4 && read < FORMS);
        assert_digest(&hash, names[seed - 1], expected[seed - 1]);
        baked_end(&baked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_areas_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
