/* Whole modules by their hash: the same bytes with every compiler, option, locale and number of
 * jobs. When outputs change on purpose, the values below do too; the test prints the new ones.
 */
#include "tests/support/judged.h"

#include "core/base/system.h"

#include <locale.h>

static const struct golden {
    const char *map; /* below the source folder */
    struct wr_build_options options;
    uint64_t hash;
} GOLDEN[] = {
    {"examples/first-map/map.json", {.id = NULL}, 0x1582098cb1e0f901},
    {"examples/first-map/map.json", {.merge_all = true}, 0x8bc6f51cea9919ac},
    {"examples/deep-burrow/map.json", {.see_all = true}, 0xe55234d668f81b63},
    {"examples/deep-burrow/map.json", {.merge_all = true}, 0x8f6efb390a67313a},
    {"tests/cases/dry-run/near.json",
     {.reach = 0.5f, .seam_distance = 0.5f},
     0x78f1ce832af57b75},
};
enum { GOLDEN_COUNT = sizeof GOLDEN / sizeof *GOLDEN };

static uint64_t build(const struct golden *golden, unsigned jobs)
{
    char folder[128];
    struct wr_arena *arena = wr_arena_create();
    struct wr_context *context = wr_context_create(NULL, NULL);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_build_options options = golden->options;
    struct wr_map *map;
    const char *source = wr_environment("WARREN_SOURCE");
    folder_make(folder);
    options.output = folder;
    wr_context_set_jobs(context, jobs);
    assert_non_null(source);
    assert_int_equal(
        wr_map_load(context, wr_path_join(arena, source, golden->map), &surfaces, &map), WR_OK);
    assert_int_equal(wr_build(context, map, kits, &options, NULL), WR_OK);
    uint64_t hash = folder_hash(folder);
    folder_drop(folder);
    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    wr_arena_destroy(arena);
    return hash;
}

static void check_with(unsigned jobs)
{
    size_t wrong = 0;
    for (int i = 0; i < GOLDEN_COUNT; i++) {
        uint64_t hash = build(&GOLDEN[i], jobs);
        if (hash == GOLDEN[i].hash)
            continue;
        printf("golden %d, %s: 0x%016llx\n", i, GOLDEN[i].map, (unsigned long long)hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void one_job_makes_the_golden_modules(void **state)
{
    (void)state;
    check_with(1);
}

static void several_jobs_make_the_same_modules(void **state)
{
    (void)state;
    check_with(2);
    check_with(7);
}

/* The locale is the environment's: `./dev test` runs this once more under one that writes
 * commas, and says so in WARREN_COMMA. */
static void the_locale_of_the_environment_is_in_force(void **state)
{
    (void)state;
    if (!wr_environment("WARREN_COMMA"))
        skip();
    assert_string_equal(localeconv()->decimal_point, ",");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_locale_of_the_environment_is_in_force),
        cmocka_unit_test(one_job_makes_the_golden_modules),
        cmocka_unit_test(several_jobs_make_the_same_modules),
    };
    setlocale(LC_ALL, "");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
