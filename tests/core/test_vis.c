/* VIS: indentation decides, counts may lie, and what is written is exact. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"

#include "core/format/vis.h"
#include "core/text/dump.h"

static const char sample[] = "room_01 2\r\n"
                             "  room_02\r\n"
                             "  room_03\r\n"
                             "room_02 0\r\n"
                             "room_03 1\r\n"
                             "  room_01\r\n";

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    struct wr_vis vis;
    return wr_vis_read(f->context, f->arena, source, &vis);
}

static struct wr_vis read_ok(struct findings *f, const char *text)
{
    struct wr_vis vis;
    assert_int_equal(wr_vis_read(f->context, f->arena, findings_text(f, text), &vis), WR_OK);
    assert_int_equal(f->errors, 0);
    return vis;
}

/* What was read, in one line: "room:seen,seen; room:". */
static void assert_reads(const char *text, const char *expected, const char *said)
{
    struct findings f;
    findings_start(&f);
    struct wr_vis vis = read_ok(&f, text);
    struct wr_bytes line = {0};
    for (uint32_t i = 0; i < vis.entry_count; i++) {
        wr_bytes_print(&line, "%s%s:", i ? "; " : "", vis.entries[i].room);
        for (uint32_t k = 0; k < vis.entries[i].seen_count; k++)
            wr_bytes_print(&line, "%s%s", k ? "," : "", vis.entries[i].seen[k]);
    }
    wr_bytes_char(&line, '\0');
    assert_string_equal((char *)line.data, expected);
    assert_said(&f, said);
    wr_bytes_finish(&line);
    findings_end(&f);
}

static void entries_are_read_with_either_line_end(void **state)
{
    (void)state;
    const char *expected = "room_01:room_02,room_03; room_02:; room_03:room_01";
    assert_reads(sample, expected, "");
    assert_reads("room_01 2\n  room_02\n  room_03\nroom_02 0\nroom_03 1\n  room_01", expected,
                 "");
    assert_reads("\xef\xbb\xbfroom_01 1\n\n\troom_02\n   \n", "room_01:room_02", "");
}

static void indentation_decides_where_counts_lie(void **state)
{
    (void)state;
    assert_reads("a 77\n  b\nb 0\n  a\n  c\nd\n   a\n", "a:b; b:a,c; d:a",
                 "1:1: warning [vis-count] 'a' says that it sees 77 rooms, but 1 follow\n"
                 "3:1: warning [vis-count] 'b' says that it sees 0 rooms, but 2 follow\n"
                 "6:1: warning [vis-count] 'd' does not say how many rooms it sees\n");
    assert_reads("a 4000000000\n  b", "a:b",
                 "1:1: warning [vis-count] 'a' says that it sees 4000000000 rooms, but 1 "
                 "follow\n");
}

static void rooms_without_counts_are_told_twenty_times(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes text = {0};
    findings_start(&f);
    for (int i = 0; i < 30; i++)
        wr_bytes_print(&text, "room%d\n", i);
    wr_bytes_char(&text, '\0');
    assert_int_equal(read_ok(&f, (char *)text.data).entry_count, 30);
    assert_int_equal(f.warnings, 20);
    wr_bytes_finish(&text);
    findings_end(&f);
}

static void an_indented_room_with_a_count_is_seen(void **state)
{
    (void)state;
    assert_reads(
        "a 2\n  b 5\n  c\n", "a:b,c",
        "2:5: warning [vis-indent] a room that is seen has a count of its own; the count "
        "is passed over\n");
    assert_reads("  a 1\n  b\n", "a:b",
                 "1:3: warning [vis-indent] the first room is indented as if another saw it\n");
}

static void version_headers_are_passed_over(void **state)
{
    (void)state;
    assert_reads("a V3.28\nb V3.28\na 1\n  b\nb 0\n", "a:b; b:", "");
    static const char *const yes[] = {"a V3.28\na 1\n  b\n", "\r\na v3\r\nb V3.28\r\na 1\r\n"};
    static const char *const no[] = {"a V3.28\n", "a V3.28\n  b\n", "2DA V2.b\n", "a Vx\na 1\n",
                                     "a V3.28 1\na 1\n"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        assert_true(wr_vis_recognise((const uint8_t *)yes[i], strlen(yes[i])));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(wr_vis_recognise((const uint8_t *)no[i], strlen(no[i])));
}

static void an_empty_file_is_said_to_be_one(void **state)
{
    (void)state;
    assert_reads(" \n", "", "0:0: warning [vis-empty] the file names no room\n");
}

static void every_fault_of_a_file_is_told(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_any(&f, findings_text(&f, "a 1\n  b c\nd 1 2\ne -1\n  f 1 g\n")),
                     WR_SYNTAX);
    const char *wanted =
        "is too much: a line holds a room's name, or a room's name and a count\n";
    char expected[1024];
    snprintf(expected, sizeof expected,
             "2:5: error [vis-line] 'c' %s3:5: error [vis-line] '2' %s"
             "4:3: error [vis-line] '-1' %s5:7: error [vis-line] 'g' %s",
             wanted, wanted, wanted, wanted);
    assert_said(&f, expected);
    assert_int_equal(read_any(&f, findings_bytes(&f, "a 0\nb\0 0", 8)), WR_SYNTAX);
    assert_said(&f, "2:2: error [vis-text] the byte 0x00 is no text: this is no VIS file\n");
    findings_end(&f);
}

static void the_grammar_is_written_letter_by_letter(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_vis vis = read_ok(&f, sample);
    struct wr_bytes out = {0};
    wr_vis_write(&vis, &out);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data, sample);
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void a_dump_shows_who_sees_whom(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_vis vis = read_ok(&f, sample);
    struct wr_bytes out = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &out, false);
    wr_vis_dump(&vis, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data, "rooms:\n"
                                          "  - room: room_01, sees: [room_02, room_03]\n"
                                          "  - room: room_02, sees: []\n"
                                          "  - room: room_03, sees: [room_01]\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void vis_files_are_known_by_content(void **state)
{
    (void)state;
    const char *yes[] = {sample, "\n\na 0",
                         "\xef\xbb\xbf"
                         "a 3\n  b"};
    const char *no[] = {"", "#MAXLAYOUT ASCII\n", "  a 3\n"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(wr_vis_recognise((const uint8_t *)yes[i], strlen(yes[i])));
        assert_false(wr_vis_recognise((const uint8_t *)no[i], strlen(no[i])));
    }
    assert_false(wr_vis_recognise((const uint8_t *)"a 0\0", 4));
}

static void damaged_files_are_survived(void **state)
{
    (void)state;
    damage_survive(read_any, sample, sizeof sample - 1);
    damage_starve(read_any, sample, sizeof sample - 1);
}

static void a_million_odd_lines_end_fast(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    for (unsigned i = 0; i < 300000; i++)
        wr_bytes_text(&text, "a 7\n  b 3\nc\n");
    assert_int_equal(read_any(&f, findings_bytes(&f, text.data, text.size)), WR_OK);
    assert_int_equal(f.warnings, 40);
    wr_bytes_finish(&text);
    findings_end(&f);
}

/* ---- Real files -------------------------------------------------------------------------- */

struct census {
    size_t rooms, odd;
};

static void check_real_file(void *user, const struct wr_source *source)
{
    struct census *census = user;
    struct findings f;
    findings_start(&f);
    assert_true(wr_vis_recognise(source->data, source->size));
    source = findings_bytes(&f, source->data, source->size);
    struct wr_vis vis, again;
    assert_int_equal(wr_vis_read(f.context, f.arena, source, &vis), WR_OK);
    census->rooms += vis.entry_count;
    census->odd += f.warnings > 0;
    findings_said(&f);
    struct wr_bytes first = {0}, second = {0};
    wr_vis_write(&vis, &first);
    source = findings_bytes(&f, first.data, first.size);
    assert_int_equal(wr_vis_read(f.context, f.arena, source, &again), WR_OK);
    assert_said(&f, "");
    assert_int_equal(again.entry_count, vis.entry_count);
    for (uint32_t i = 0; i < vis.entry_count; i++) {
        assert_string_equal(again.entries[i].room, vis.entries[i].room);
        assert_int_equal(again.entries[i].seen_count, vis.entries[i].seen_count);
        for (uint32_t k = 0; k < vis.entries[i].seen_count; k++)
            assert_string_equal(again.entries[i].seen[k], vis.entries[i].seen[k]);
    }
    wr_vis_write(&again, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
    findings_end(&f);
}

static void real_files_are_read_written_and_read_again(void **state)
{
    (void)state;
    struct census census = {0, 0};
    size_t count = corpus_all("vis", ".vis", check_real_file, &census);
    assert_true(count >= 16);
    assert_true(census.rooms > 100);
    assert_int_equal(census.odd, 4); /* the four hand-made fixtures of one peer */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_read_with_either_line_end),
        cmocka_unit_test(indentation_decides_where_counts_lie),
        cmocka_unit_test(rooms_without_counts_are_told_twenty_times),
        cmocka_unit_test(an_indented_room_with_a_count_is_seen),
        cmocka_unit_test(version_headers_are_passed_over),
        cmocka_unit_test(an_empty_file_is_said_to_be_one),
        cmocka_unit_test(every_fault_of_a_file_is_told),
        cmocka_unit_test(the_grammar_is_written_letter_by_letter),
        cmocka_unit_test(a_dump_shows_who_sees_whom),
        cmocka_unit_test(vis_files_are_known_by_content),
        cmocka_unit_test(damaged_files_are_survived),
        cmocka_unit_test(a_million_odd_lines_end_fast),
        cmocka_unit_test(real_files_are_read_written_and_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
