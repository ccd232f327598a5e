/* Manifests as files: what is written reads back, what is torn is dropped, and nothing that is
 * damaged is taken for what a run wrote, or does harm. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/damage.h"
#include "tests/support/folder.h"
#include "tests/support/starved.h"

#include "builder/manifest/manifest.h"
#include "builder/manifest/page.h"
#include "builder/manifest/unit.h"

enum { UNITS = 3 };

/* A manifest of three units: fine, with a finding, failed. */
static void write_page(struct wr_bytes *out)
{
    static const char *const arguments[] = {"--output=out \"a\"", "--", "ring.json"};
    static const char *const names[UNITS] = {"3", "a/b \\ c.wok", "\xC3\xA9t\xC3\xA9"};
    static const char *const findings[UNITS] = {
        "",
        "{\"severity\":\"warning\",\"slug\":\"odd\",\"file\":\"a\",\"line\":3,\"column\":4,"
        "\"message\":\"is odd\",\"excerpt\":\"x\",\"caret\":1}",
        "{\"severity\":\"error\",\"slug\":\"bad\",\"offset\":9,\"message\":\"is bad\","
        "\"hint\":\"mend it\"}"};
    const wr_recorded input = {"ring.json", {630, {0}}};
    wr_heading_write(&(struct wr_heading){.version = "0.1.0",
                                          .command = "generate",
                                          .arguments = arguments,
                                          .argument_count = 3,
                                          .shard = {2, 3},
                                          .inputs = &input,
                                          .input_count = 1},
                     out);
    for (int i = 0; i < UNITS; i++) {
        const struct wr_bytes made = {(uint8_t *)"\"rooms\":7", 9, 0, false};
        const struct wr_bytes said = {(uint8_t *)findings[i], strlen(findings[i]), 0, false};
        struct wr_record record = {.unit = names[i],
                                   .result = i == 2 ? WR_NO_FIT : WR_OK,
                                   .inputs = &input,
                                   .input_count = 1};
        if (i == 0)
            record.output = (wr_recorded){"out/3", {99, {0}}};
        wr_record_write(&record, 0.25, &made, &said, out);
    }
    assert_false(out->failed);
}

static enum wr_result read_page(struct findings *findings, const void *data, size_t size,
                                struct wr_manifest_page *page)
{
    return wr_manifest_page_read(findings->context, findings->arena,
                                 findings_bytes(findings, data, size), page);
}

static void a_manifest_reads_back_as_it_was_written(void **state)
{
    struct findings findings;
    struct wr_bytes text = {0};
    struct wr_manifest_page page;
    struct wr_record record;
    (void)state;
    findings_start(&findings);
    write_page(&text);
    assert_int_equal(read_page(&findings, text.data, text.size, &page), WR_OK);
    assert_string_equal(page.heading.command, "generate");
    assert_string_equal(page.heading.arguments[0], "--output=out \"a\"");
    assert_int_equal(page.heading.shard.index, 2);
    assert_int_equal(page.line_count, UNITS);
    assert_int_equal(page.whole, text.size);
    assert_string_equal(page.lines[1].unit, "a/b \\ c.wok");
    assert_int_equal(wr_manifest_page_record(findings.context, findings.arena, &page,
                                             &page.lines[2], &record),
                     WR_OK);
    assert_int_equal(record.result, WR_NO_FIT);
    assert_int_equal(record.finding_count, 1);
    assert_int_equal(record.findings[0].offset, 9);
    assert_string_equal(record.findings[0].hint, "mend it");
    wr_bytes_finish(&text);
    findings_end(&findings);
}

static size_t whole_lines(const struct wr_bytes *text, size_t size)
{
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text->data[i] == '\n';
    return lines;
}

static void a_manifest_cut_anywhere_loses_its_torn_line_alone(void **state)
{
    struct wr_bytes text = {0};
    (void)state;
    write_page(&text);
    for (size_t size = 0; size <= text.size; size++) {
        struct findings findings;
        struct wr_manifest_page page;
        size_t lines = whole_lines(&text, size);
        findings_start(&findings);
        assert_int_equal(read_page(&findings, text.data, size, &page), WR_OK);
        assert_int_equal(page.line_count, lines > 0 ? lines - 1 : 0);
        assert_int_equal(page.heading.command != NULL, lines > 0);
        assert_true(page.whole == 0 || text.data[page.whole - 1] == '\n');
        findings_end(&findings);
    }
    wr_bytes_finish(&text);
}

static void a_flipped_byte_is_refused_with_its_line(void **state)
{
    struct wr_bytes text = {0};
    size_t refused = 0;
    (void)state;
    write_page(&text);
    for (size_t at = 0; at < text.size; at++) {
        struct findings findings;
        struct wr_manifest_page page;
        size_t line = whole_lines(&text, at) + 1;
        char expected[32];
        text.data[at] ^= 0xFF;
        findings_start(&findings);
        enum wr_result result = read_page(&findings, text.data, text.size, &page);
        assert_int_equal(result == WR_OK, findings.errors == 0);
        snprintf(expected, sizeof expected, "%zu:", line);
        bool last = at + 1 == text.size; /* then that line is torn */
        assert_true(last ? result == WR_OK : result != WR_OK);
        if (!last)
            assert_memory_equal(findings.lines.data, expected, strlen(expected));
        refused += result != WR_OK;
        text.data[at] ^= 0xFF;
        findings_end(&findings);
    }
    assert_int_equal(refused, text.size - 1); /* no such byte is text in UTF-8 */
    wr_bytes_finish(&text);
}

static enum wr_result read_damaged(struct findings *findings, const struct wr_source *source)
{
    struct wr_manifest_page page;
    return wr_manifest_page_read(findings->context, findings->arena, source, &page);
}

static void a_damaged_manifest_and_a_lack_of_memory_do_no_harm(void **state)
{
    struct wr_bytes text = {0};
    (void)state;
    write_page(&text);
    damage_survive(read_damaged, text.data, text.size);
    damage_starve(read_damaged, text.data, text.size);
    wr_bytes_finish(&text);
}

static enum wr_result begin_pack(struct findings *findings, void *user)
{
    struct wr_manifest *manifest;
    const struct wr_manifest_options options = {.command = "generate"};
    (void)user;
    enum wr_result result = wr_manifest_begin(findings->context, &options, &manifest);
    if (result == WR_OK)
        result = wr_manifest_pack(findings->context, manifest, "levels.tar", 0);
    enum wr_result ended = wr_manifest_end(findings->context, manifest);
    assert_int_equal(ended, WR_OK);
    return result;
}

static void a_lack_of_memory_for_a_pack_is_said(void **state)
{
    (void)state;
    starve(begin_pack, NULL);
}

/* ---- Units ---- */

static enum wr_result work(void *user, struct wr_context *context)
{
    *(unsigned *)user += 1;
    wr_warn(context, (wr_where){0}, "odd", NULL, "is odd");
    return WR_OK;
}

/* A run that goes on from the last, with one unit that is made of a file; whether it is done.
 */
static bool is_done(const struct folder *folder, const char *input)
{
    struct findings findings;
    struct wr_manifest *manifest;
    char file[512], path[512];
    unsigned times = 0;
    const struct wr_manifest_options options = {
        .file = folder_path(folder, "m.jsonl", file), .command = "check", .resume = true};
    const char *const inputs[] = {folder_path(folder, input, path)};
    const struct wr_unit unit = {.name = "one", .inputs = inputs, .input_count = 1};
    findings_start(&findings);
    assert_int_equal(wr_manifest_begin(findings.context, &options, &manifest), WR_OK);
    assert_int_equal(wr_manifest_start(findings.context, manifest, NULL, 0), WR_OK);
    assert_int_equal(wr_unit_do(findings.context, manifest, &unit, work, &times), WR_OK);
    assert_int_equal(wr_manifest_end(findings.context, manifest), WR_OK);
    assert_int_equal(findings.warnings, 1);
    findings_end(&findings);
    return times > 0;
}

static void a_unit_is_done_again_where_it_is_of_another_file(void **state)
{
    struct folder folder;
    (void)state;
    folder_start(&folder);
    folder_text(&folder, "a", "one");
    folder_text(&folder, "b", "other");
    assert_true(is_done(&folder, "a"));
    assert_false(is_done(&folder, "a"));
    assert_true(is_done(&folder, "b"));
    assert_false(is_done(&folder, "b"));
    folder_text(&folder, "b", "new");
    assert_true(is_done(&folder, "b"));
    folder_end(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_manifest_reads_back_as_it_was_written),
        cmocka_unit_test(a_manifest_cut_anywhere_loses_its_torn_line_alone),
        cmocka_unit_test(a_flipped_byte_is_refused_with_its_line),
        cmocka_unit_test(a_damaged_manifest_and_a_lack_of_memory_do_no_harm),
        cmocka_unit_test(a_lack_of_memory_for_a_pack_is_said),
        cmocka_unit_test(a_unit_is_done_again_where_it_is_of_another_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
