/* Pages with something inside, where files and memory run out. */
#include "tests/support/findings.h"

#include "builder/page/page.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/files.h"

static const char empty[] =
    "<p><script type=\"application/json\" id=\"given\">null</script></p>";
static const char module[] = "MOD V1.0</script>"; /* its bytes are nobody's business here */
static const char name[] = "<b>.mod";

/* All files are in memory. */
struct ground {
    struct wr_memory *memory;
    struct wr_kits *kits;
    struct findings findings;
};

static void start(struct ground *ground)
{
    findings_start(&ground->findings);
    ground->memory = wr_memory_create(NULL);
    ground->kits = wr_kits_create(NULL);
    wr_context_set_files(ground->findings.context, wr_memory_files(ground->memory));
    wr_memory_put(ground->memory, name, module, strlen(module));
    setenv("WARREN_STUDIO", "page.html", true);
}

static void finish(struct ground *ground)
{
    findings_end(&ground->findings);
    wr_kits_free(ground->kits);
    wr_memory_destroy(ground->memory);
}

static enum wr_result make(struct ground *ground, struct wr_bytes *out)
{
    const struct wr_page_options options = {.source = name, .viewer = true};
    return wr_page_make(ground->findings.context, ground->kits, &options, out);
}

static void where_no_page_was_made_the_cure_is_said(void **state)
{
    struct ground ground;
    struct wr_bytes out;
    (void)state;
    start(&ground);
    unsetenv("WARREN_STUDIO");
    assert_int_equal(make(&ground, &out), WR_NOT_FOUND);
    assert_said(
        &ground.findings,
        "0:0: error [studio-missing] the studio's page is not installed here (make it by "
        "'./dev studio' in Warren's source, or name a studio.html by $WARREN_STUDIO)\n");
    assert_int_equal(out.size, 0);
    finish(&ground);
}

static void what_is_put_in_never_ends_its_element(void **state)
{
    struct ground ground;
    struct wr_bytes out;
    (void)state;
    start(&ground);
    wr_memory_put(ground.memory, "page.html", empty, strlen(empty));
    assert_int_equal(make(&ground, &out), WR_OK);
    wr_bytes_char(&out, '\0');
    const char *end = strstr((const char *)out.data, "</script>");
    assert_string_equal(end, "</script></p>");
    assert_non_null(
        strstr((const char *)out.data, "{\"viewer\":true,\"name\":\"\\u003cb>.mod\""));
    wr_bytes_finish(&out);
    finish(&ground);
}

static void starve_page(struct ground *ground)
{
    struct wr_bytes out;
    size_t failed = 0;
    for (size_t n = 1; n < 300; n++) {
        wr_fail_allocation_after(n);
        enum wr_result result = make(ground, &out);
        wr_fail_allocation_after(0);
        failed += result != WR_OK;
        assert_true(result == WR_OK || (result == WR_NO_MEMORY && out.size == 0));
        wr_bytes_finish(&out);
    }
    assert_true(failed > 10 && failed < 299);
}

static void without_memory_there_is_no_page_and_no_crash(void **state)
{
    struct ground ground;
    (void)state;
    start(&ground);
    wr_memory_put(ground.memory, "page.html", empty, strlen(empty));
    starve_page(&ground);
    struct wr_arena *arena = ground.findings.arena;
    wr_memory_put(ground.memory, wr_path_join(arena, wr_program_folder(arena), "studio.html"),
                  empty, strlen(empty));
    unsetenv("WARREN_STUDIO");
    starve_page(&ground);
    finish(&ground);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_no_page_was_made_the_cure_is_said),
        cmocka_unit_test(what_is_put_in_never_ends_its_element),
        cmocka_unit_test(without_memory_there_is_no_page_and_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
