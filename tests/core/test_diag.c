/* Findings: their place, their printed form, the limit a file has, keeping and replaying. */
#include "tests/support/test.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

struct log {
    struct wr_bytes text, json;
    unsigned count;
};

static void record(void *user, const struct wr_diag *diag)
{
    struct log *log = user;
    wr_diag_print(diag, &log->text);
    wr_diag_print_json(diag, &log->json);
    log->count++;
}

static struct log heard;

static int listen(void **state)
{
    *state = wr_context_create(record, &heard);
    return *state ? 0 : -1;
}

static int stop(void **state)
{
    wr_context_destroy(*state);
    wr_bytes_finish(&heard.text);
    wr_bytes_finish(&heard.json);
    heard.count = 0;
    return 0;
}

static void must_have_printed(const char *expected)
{
    wr_bytes_char(&heard.text, '\0');
    assert_string_equal((const char *)heard.text.data, expected);
    heard.text.size = 0;
}

static void must_have_printed_json(const char *expected)
{
    wr_bytes_char(&heard.json, '\0');
    assert_string_equal((const char *)heard.json.data, expected);
    heard.json.size = 0;
}

static struct wr_source source_of(const char *text)
{
    return (struct wr_source){"kit.xml", (const uint8_t *)text, strlen(text), false};
}

static void a_finding_shows_its_line_and_a_caret(void **state)
{
    struct wr_source source = source_of("<kit>\n  <hook name='a'/>\n</kit>\n");
    assert_int_equal(wr_fail(*state, WR_INVALID, wr_at(&source, 14), "hook-off", "move it",
                             "hook '%s' is %d m off", "a", 2),
                     WR_INVALID);
    must_have_printed("kit.xml:2:9: error: hook 'a' is 2 m off [hook-off]\n"
                      "     2 |   <hook name='a'/>\n"
                      "       |         ^\n"
                      "  hint: move it\n");
    must_have_printed_json(
        "{\"severity\":\"error\",\"slug\":\"hook-off\",\"file\":\"kit.xml\",\"line\":2,"
        "\"column\":9,\"message\":\"hook 'a' is 2 m off\",\"hint\":\"move it\","
        "\"excerpt\":\"  <hook name='a'/>\",\"caret\":9}\n");
}

static void columns_count_characters_behind_a_byte_order_mark(void **state)
{
    const char *text = "\xef\xbb\xbf\xc3\xa4\xe2\x82\xac=x\r\n\t\xc3\xa4=y\r\n";
    struct wr_source source = source_of(text);
    wr_warn(*state, wr_at(&source, 0), "a", NULL, "start");
    wr_warn(*state, wr_at(&source, 9), "b", NULL, "x");
    wr_note(*state, wr_at(&source, 16), "c", NULL, "y");
    must_have_printed("kit.xml:1:1: warning: start [a]\n"
                      "     1 | \xc3\xa4\xe2\x82\xac=x\n"
                      "       | ^\n"
                      "kit.xml:1:4: warning: x [b]\n"
                      "     1 | \xc3\xa4\xe2\x82\xac=x\n"
                      "       |    ^\n"
                      "kit.xml:2:4: note: y [c]\n"
                      "     2 | \t\xc3\xa4=y\n"
                      "       | \t  ^\n");
}

static void every_offset_of_a_source_has_a_place(void **state)
{
    const char *text = "one\r\n\r\n two\nlast";
    struct wr_source source = source_of(text);
    static const char *const lines[] = {"one", NULL, " two", "last"};
    (void)state;
    for (size_t offset = 0; offset <= strlen(text) + 3; offset++) {
        struct wr_context *recorder = wr_context_create(record, &heard);
        wr_note(recorder, wr_at(&source, offset), "x", NULL, "x");
        wr_context_destroy(recorder);
        unsigned line = 0, column = 0;
        wr_bytes_char(&heard.text, '\0');
        const char *printed = (const char *)heard.text.data;
        assert_int_equal(sscanf(printed, "kit.xml:%u:%u:", &line, &column), 2);
        size_t at = offset > strlen(text) ? strlen(text) : offset, start = 0;
        unsigned expected = 1;
        for (size_t i = 0; i < at; i++)
            if (text[i] == '\n') {
                expected++;
                start = i + 1;
            }
        assert_int_equal(line, expected);
        size_t length = lines[line - 1] ? strlen(lines[line - 1]) : 0;
        assert_int_equal(column, (at - start < length ? at - start : length) + 1);
        assert_true((strchr(printed, '^') != NULL) == (lines[line - 1] != NULL));
        heard.text.size = heard.json.size = 0;
    }
}

static void binaries_whole_files_and_nowhere_have_forms_of_their_own(void **state)
{
    struct wr_source source = source_of("BWM V1.0");
    wr_note(*state, wr_at(&source, WR_WHOLE_FILE), "a", NULL, "whole");
    source.binary = true;
    wr_note(*state, wr_at(&source, 420), "b", NULL, "binary");
    wr_note(*state, WR_NOWHERE, "c", NULL, "nowhere");
    must_have_printed("kit.xml: note: whole [a]\n"
                      "kit.xml:0x1a4: note: binary [b]\n"
                      "note: nowhere [c]\n");
    must_have_printed_json(
        "{\"severity\":\"note\",\"slug\":\"a\",\"file\":\"kit.xml\",\"message\":\"whole\"}\n"
        "{\"severity\":\"note\",\"slug\":\"b\",\"file\":\"kit.xml\",\"offset\":420,"
        "\"message\":\"binary\"}\n"
        "{\"severity\":\"note\",\"slug\":\"c\",\"message\":\"nowhere\"}\n");
}

static void nothing_a_file_holds_moves_the_cursor(void **state)
{
    struct wr_source source = source_of("a\x1b[2J\x07\xff\xc2\x9b"
                                        "b");
    source.name = "k\n\x1bit";
    wr_note(*state, wr_at(&source, 8), "a", NULL, "name '%s'",
            "\x1b\r\n\xc2\x85\xe2\x80\xae\xe2\x81\xa6\xfe");
    must_have_printed(
        "k\\n\\u001bit:1:8: note: name '\\u001b\\r\\n\\u0085\\u202e\\u2066?' [a]\n"
        "     1 | a?[2J???b\n"
        "       |        ^\n");
}

static void long_lines_and_sentences_are_cut_between_characters(void **state)
{
    static char text[4001], message[2001];
    for (size_t i = 0; i < 2000; i++)
        memcpy(text + 2 * i, "\xc3\xa4", 2);
    memcpy(message, text, 2000);
    struct wr_source source = source_of(text);
    for (size_t offset = 0; offset < 4000; offset += 38) {
        memcpy(text + offset, "XX", 2);
        wr_note(*state, wr_at(&source, offset), "a", NULL, "%s%.*s", offset % 76 ? "x" : "",
                (int)(1000 + offset % 4), message);
        wr_bytes_char(&heard.text, '\0');
        const char *printed = (const char *)heard.text.data;
        assert_null(strchr(printed, '?'));
        const char *excerpt = strstr(printed, " | ") + 3, *end = strchr(excerpt, '\n');
        assert_true(end - excerpt <= 163);
        size_t caret = strcspn(strstr(end, " | ") + 3, "^");
        for (; caret > 0; caret--) /* two bytes a character, but for leading dots */
            excerpt += *excerpt == '.' ? 1 : 2;
        assert_memory_equal(excerpt, "XX", 2);
        memcpy(text + offset, "\xc3\xa4", 2);
        heard.text.size = heard.json.size = 0;
    }
}

static void twenty_errors_a_file_are_reported_the_rest_counted(void **state)
{
    struct wr_source one = {.name = "one"}, two = {.name = "two"};
    for (int i = 0; i < 50; i++) {
        wr_fail(*state, WR_INVALID, wr_at(&one, WR_WHOLE_FILE), "a", NULL, "fault");
        if (i < 20)
            wr_fail(*state, WR_INVALID, wr_at(&two, WR_WHOLE_FILE), "a", NULL, "fault");
    }
    assert_int_equal(heard.count, 20 + 20 + 1);
    assert_int_equal(wr_context_count(*state, WR_ERROR), 70);
    assert_int_equal(wr_context_count(*state, WR_NOTE), 1);
    wr_bytes_char(&heard.text, '\0');
    assert_non_null(strstr((char *)heard.text.data,
                           "one: note: more faults follow [more-faults]\n"
                           "  hint: mend these first and look again\n"));
    heard.count = 0;
    wr_warn(*state, wr_at(&one, WR_WHOLE_FILE), "b", NULL, "a warning still passes");
    for (int i = 0; i < 30; i++)
        wr_fail(*state, WR_INVALID, WR_NOWHERE, "a", NULL, "errors of no file are not limited");
    assert_int_equal(heard.count, 31);
}

static void a_recorder_gives_what_was_reported_directly(void **state)
{
    struct wr_bytes direct = {0};
    for (int pass = 0; pass < 2; pass++) {
        struct wr_context *context = wr_context_create(record, &heard);
        struct wr_context *recorder = wr_context_recorder(context);
        for (int piece = 0; piece < 5; piece++) {
            char *copy = strdup("<a>\n<b>"), name[] = "x"; /* gone before the replay */
            struct wr_source source = {name, (uint8_t *)copy, 7, false};
            struct wr_context *to = pass ? recorder : context;
            for (int i = 0; i < 15; i++)
                wr_fail(to, WR_INVALID, wr_at(&source, 5), "a", "hint", "%d/%d", piece, i);
            wr_note(to, WR_NOWHERE, "n", NULL, "end of %d", piece);
            memset(copy, '!', 7);
            name[0] = '!';
            free(copy);
            if (pass)
                wr_context_replay(context, recorder);
        }
        assert_int_equal(wr_context_count(context, WR_ERROR), 75);
        assert_int_equal(wr_context_count(context, WR_NOTE), 6);
        assert_true(wr_context_idle(recorder));
        wr_context_destroy(recorder);
        wr_context_destroy(context);
        if (pass == 0) {
            wr_bytes_add(&direct, heard.text.data, heard.text.size);
            heard.text.size = 0;
        }
    }
    (void)state;
    assert_int_equal(direct.size, heard.text.size);
    assert_memory_equal(direct.data, heard.text.data, direct.size);
    wr_bytes_finish(&direct);
}

static void lack_of_memory_is_said_once_and_survived_by_recorders(void **state)
{
    struct wr_context *recorder = wr_context_recorder(*state);
    for (size_t n = 1; n < 4; n++) {
        wr_fail_allocation_after(n);
        for (int i = 0; i < 200; i++)
            wr_fail(recorder, WR_INVALID, WR_NOWHERE, "a", NULL, "fault %d", i);
        wr_fail_allocation_after(0);
        wr_context_replay(*state, recorder);
    }
    assert_int_equal(wr_no_memory(*state), WR_NO_MEMORY);
    wr_context_destroy(recorder);
    wr_bytes_char(&heard.text, '\0');
    const char *first = strstr((char *)heard.text.data, "[no-memory]");
    assert_non_null(first);
    assert_null(strstr(first + 1, "[no-memory]"));
    assert_true(wr_context_count(*state, WR_ERROR) >= 600);
}

static void a_context_within_another_works_as_its_parent_and_reports_elsewhere(void **state)
{
    wr_context_set_jobs(*state, 3);
    struct wr_context *within = wr_context_within(*state, NULL, NULL);
    struct wr_context *recorder = wr_context_recorder(*state);
    assert_int_equal(wr_context_jobs(within), 3);
    assert_int_equal(wr_context_jobs(recorder), 1);
    wr_fail(within, WR_IO, WR_NOWHERE, "a", NULL, "dropped");
    assert_int_equal(wr_context_count(within, WR_ERROR), 1);
    assert_int_equal(wr_context_count(*state, WR_ERROR), 0);
    wr_context_destroy(recorder);
    wr_context_destroy(within);
}

static void a_context_without_a_listener_still_counts(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_source source = {.name = "x"};
    for (int i = 0; i < 30; i++)
        wr_fail(context, WR_IO, wr_at(&source, 3), "a", NULL, "fault");
    wr_warn(context, WR_NOWHERE, "a", NULL, "warning");
    assert_int_equal(wr_context_count(context, WR_ERROR), 30);
    assert_int_equal(wr_context_count(context, WR_WARNING), 1);
    assert_true(wr_context_jobs(context) >= 1);
    wr_context_set_jobs(context, 3);
    assert_int_equal(wr_context_jobs(context), 3);
    wr_context_destroy(context);
    wr_context_destroy(NULL);
}

static void results_have_names(void **state)
{
    (void)state;
    assert_string_equal(wr_result_name(WR_OK), "ok");
    assert_string_equal(wr_result_name(WR_NO_MEMORY), "no-memory");
    assert_string_equal(wr_result_name((enum wr_result)99), "unknown");
}

#define HEARD(test) cmocka_unit_test_setup_teardown(test, listen, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HEARD(a_finding_shows_its_line_and_a_caret),
        HEARD(columns_count_characters_behind_a_byte_order_mark),
        HEARD(every_offset_of_a_source_has_a_place),
        HEARD(binaries_whole_files_and_nowhere_have_forms_of_their_own),
        HEARD(nothing_a_file_holds_moves_the_cursor),
        HEARD(long_lines_and_sentences_are_cut_between_characters),
        HEARD(twenty_errors_a_file_are_reported_the_rest_counted),
        HEARD(a_recorder_gives_what_was_reported_directly),
        HEARD(lack_of_memory_is_said_once_and_survived_by_recorders),
        HEARD(a_context_within_another_works_as_its_parent_and_reports_elsewhere),
        HEARD(a_context_without_a_listener_still_counts),
        HEARD(results_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
