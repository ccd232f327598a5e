/* A level put into a module of RIMs: a MOD beside them is made of all of them, and they stay.
 */
#include "tests/support/packed.h"
#include "tests/support/taken.h"

#include "core/base/random.h"

enum { MOST = 64, RIMS = 3, DIALOGUE = 2029 };

static const char *const paths[RIMS] = {"first.rim", "first_s.rim", "first_dlg.erf"};

/* The smallest example as a game has its modules, and the map that was taken out of it. */
struct pair {
    struct taken taken;
    struct taken_module module;
    struct wr_bytes files[RIMS];
    struct wr_map *map;
};

static bool is_first(uint16_t type)
{
    return type == WR_RES_ARE || type == WR_RES_GIT || type == WR_RES_IFO;
}

static void put(struct pair *pair, const char *path, const struct wr_bytes *bytes)
{
    assert_false(bytes->failed);
    assert_true(wr_memory_put(pair->taken.memory, path, bytes->data, bytes->size));
}

static void pack(struct pair *pair)
{
    struct packed_part parts[2][MOST] = {{PACKED_TEXT("k_both", DIALOGUE, "of the first")},
                                         {PACKED_TEXT("k_both", DIALOGUE, "of the second"),
                                          PACKED_TEXT("k_late", DIALOGUE, "of the second")}};
    const struct packed_part talk[] = {PACKED_TEXT("k_both", DIALOGUE, "of the third"),
                                       PACKED_TEXT("k_late", DIALOGUE, "of the third"),
                                       PACKED_TEXT("k_talk", DIALOGUE, "of the third")};
    uint32_t counts[2] = {1, 2};
    for (size_t i = 0; i < pair->module.resources.count; i++) {
        const wr_entry *entry = &pair->module.resources.entries[i];
        const char *name = wr_entry_name(pair->taken.findings.arena, entry);
        struct wr_source source = taken_bytes(&pair->module, name, entry->type);
        int rim = is_first(entry->type) ? 0 : 1;
        assert_true(counts[rim] < MOST);
        parts[rim][counts[rim]++] =
            (struct packed_part){name, entry->type, source.data, source.size};
    }
    pair->files[0] = packed_rim(parts[0], counts[0]);
    pair->files[1] = packed_rim(parts[1], counts[1]);
    pair->files[2] = packed_erf("ERF ", talk, 3);
    for (int i = 0; i < RIMS; i++)
        put(pair, paths[i], &pair->files[i]);
}

static int start(void **state)
{
    static struct pair pair;
    memset(&pair, 0, sizeof pair);
    pair.module = taken_first(&pair.taken, WR_K1);
    pack(&pair);
    struct wr_extract_options options = {
        .source = "first.rim", .output = "kit", .map = "kit/map.json"};
    taken_must(&pair.taken, wr_kit_extract(pair.taken.findings.context, &options, NULL));
    pair.map = taken_map(&pair.taken, "kit/map.json");
    *state = &pair;
    return 0;
}

static int end(void **state)
{
    struct pair *pair = *state;
    for (int i = 0; i < RIMS; i++)
        wr_bytes_finish(&pair->files[i]);
    wr_map_free(pair->map);
    taken_end(&pair->taken);
    return 0;
}

static enum wr_result build(struct pair *pair, bool force)
{
    const struct wr_build_options options = {.into = "first.rim", .force = force};
    struct wr_kits *kits = taken_kits(&pair->taken, WR_K1);
    findings_said(&pair->taken.findings);
    enum wr_result result =
        wr_build(pair->taken.findings.context, pair->map, kits, &options, NULL);
    wr_kits_free(kits);
    return result;
}

static void must_be(struct pair *pair, const char *path, const struct wr_bytes *bytes)
{
    size_t size;
    const void *data = wr_memory_get(pair->taken.memory, path, &size);
    assert_non_null(data);
    assert_int_equal(size, bytes->size);
    assert_memory_equal(data, bytes->data, size);
}

static void rims_must_stay(struct pair *pair)
{
    for (int i = 0; i < RIMS; i++)
        must_be(pair, paths[i], &pair->files[i]);
}

/* ---- Sound ones -------------------------------------------------------------------------- */

static void a_module_beside_the_rims_is_made_of_all_of_them(void **state)
{
    struct pair *pair = *state;
    struct wr_context *context = pair->taken.findings.context;
    taken_must(&pair->taken, build(pair, false));
    rims_must_stay(pair);
    findings_said(&pair->taken.findings);
    taken_must(&pair->taken, wr_compare(context, "first.mod", "first.rim", NULL, NULL));
}

static void of_several_of_a_name_the_first_counts(void **state)
{
    static const char *const texts[][2] = {
        {"k_both", "of the first"}, {"k_late", "of the second"}, {"k_talk", "of the third"}};
    struct pair *pair = *state;
    struct taken_module made = {.taken = &pair->taken};
    taken_must(&pair->taken, build(pair, false));
    taken_must(&pair->taken,
               wr_resources_open(pair->taken.findings.context, pair->taken.findings.arena,
                                 "first.mod", &made.resources));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct wr_source source = taken_bytes(&made, texts[i][0], DIALOGUE);
        assert_int_equal(source.size, strlen(texts[i][1]));
        assert_memory_equal(source.data, texts[i][1], source.size);
    }
}

static void a_module_that_is_there_is_kept(void **state)
{
    struct pair *pair = *state;
    struct wr_bytes mine = {0};
    size_t size;
    wr_bytes_text(&mine, "mine");
    put(pair, "first.mod", &mine);
    assert_int_equal(build(pair, false), WR_INVALID);
    assert_non_null(strstr(findings_said(&pair->taken.findings), "[file-exists]"));
    must_be(pair, "first.mod", &mine);
    taken_must(&pair->taken, build(pair, true));
    assert_non_null(wr_memory_get(pair->taken.memory, "first.mod", &size));
    assert_true(size > mine.size);
    wr_bytes_finish(&mine);
}

/* ---- Damaged ones ------------------------------------------------------------------------ */

/* An error and no module, or a module that can be read; the RIMs stay as they are. */
static void try_damaged(struct pair *pair, uint32_t seed)
{
    wr_random random = wr_random_of(seed, 0);
    struct wr_bytes *file = &pair->files[wr_random_below(&random, RIMS)];
    uint32_t head = file->size < 2000 ? (uint32_t)file->size : 2000;
    struct wr_resources made;
    uint8_t was[3];
    uint32_t at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = wr_random_below(&random, i > 0 ? (uint32_t)file->size : head);
        was[i] = file->data[at[i]];
        file->data[at[i]] ^= (uint8_t)(1 + wr_random_below(&random, 255));
    }
    for (int i = 0; i < RIMS; i++)
        put(pair, paths[i], &pair->files[i]);
    uint64_t errors = wr_context_count(pair->taken.findings.context, WR_ERROR);
    bool done = build(pair, true) == WR_OK;
    if (done != (errors == wr_context_count(pair->taken.findings.context, WR_ERROR)))
        fail_msg("seed %u: %s", (unsigned)seed, findings_said(&pair->taken.findings));
    rims_must_stay(pair);
    if (done && wr_resources_open(pair->taken.findings.context, pair->taken.findings.arena,
                                  "first.mod", &made) != WR_OK)
        fail_msg("seed %u: %s", (unsigned)seed, findings_said(&pair->taken.findings));
    for (int i = 2; i >= 0; i--)
        file->data[at[i]] = was[i];
}

static void damaged_rims_make_no_damaged_module(void **state)
{
    struct pair *pair = *state;
    for (uint32_t seed = 0; seed < OFTEN(200, 40); seed++)
        try_damaged(pair, seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_module_beside_the_rims_is_made_of_all_of_them, start,
                                        end),
        cmocka_unit_test_setup_teardown(of_several_of_a_name_the_first_counts, start, end),
        cmocka_unit_test_setup_teardown(a_module_that_is_there_is_kept, start, end),
        cmocka_unit_test_setup_teardown(damaged_rims_make_no_damaged_module, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
