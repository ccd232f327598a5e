/* LYT: what real files contain, what is written, and what is told about the rest. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"

#include "core/format/lyt.h"
#include "core/text/dump.h"
#include "core/text/json.h"

static const char sample[] = "#MAXLAYOUT ASCII\r\n"
                             "filedependancy M17mg.max\r\n"
                             "beginlayout\r\n"
                             "   roomcount 2\r\n"
                             "      M17mg_01a 100.0 -0.5 3.84015e-7\r\n"
                             "      **** 0.0 1.0 2.0\r\n"
                             "   trackcount 1\r\n"
                             "      M17mg_MGT02 112.047 209.04 0.0\r\n"
                             "   obstaclecount 1\r\n"
                             "      M17mg_MGO01 103.309 3691.61 0.0\r\n"
                             "   doorhookcount 1\r\n"
                             "      M02ac_02h door_01 0 170.475 66.375 0.0 0.707107 0.0 0.0 "
                             "-0.707107\r\n"
                             "donelayout\r\n";

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    struct wr_lyt lyt;
    return wr_lyt_read(f->context, f->arena, source, &lyt);
}

static struct wr_lyt read_ok(struct findings *f, const char *text)
{
    struct wr_lyt lyt;
    assert_int_equal(wr_lyt_read(f->context, f->arena, findings_text(f, text), &lyt), WR_OK);
    assert_int_equal(f->errors, 0);
    return lyt;
}

static void assert_says(const char *text, enum wr_result expected, const char *said)
{
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_any(&f, findings_text(&f, text)), expected);
    assert_said(&f, said);
    findings_end(&f);
}

static void every_section_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_lyt lyt = read_ok(&f, sample);
    assert_string_equal(lyt.dependency, "M17mg.max");
    assert_int_equal(lyt.room_count, 2);
    assert_string_equal(lyt.rooms[0].model, "M17mg_01a");
    assert_true(lyt.rooms[0].position.y == -0.5f && lyt.rooms[0].position.z == 3.84015e-7f);
    assert_string_equal(lyt.rooms[1].model, "****");
    assert_int_equal(lyt.track_count, 1);
    assert_string_equal(lyt.tracks[0].model, "M17mg_MGT02");
    assert_int_equal(lyt.obstacle_count, 1);
    assert_true(lyt.obstacles[0].position.y == 3691.61f);
    assert_int_equal(lyt.hook_count, 1);
    const wr_lyt_hook *hook = &lyt.hooks[0];
    assert_string_equal(hook->room, "M02ac_02h");
    assert_string_equal(hook->door, "door_01");
    assert_true(hook->position.x == 170.475f && hook->w == 0.707107f && hook->z == -0.707107f);
    assert_said(&f, "");
    findings_end(&f);
}

static void the_grammar_is_written_letter_by_letter(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_lyt lyt = read_ok(&f, sample);
    struct wr_bytes out = {0};
    wr_lyt_write(&lyt, &out);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data, sample);
    wr_bytes_finish(&out);

    struct wr_lyt empty = {0};
    wr_lyt_write(&empty, &out);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data,
                        "#MAXLAYOUT ASCII\r\nfiledependancy none.max\r\nbeginlayout\r\n"
                        "   roomcount 0\r\n   trackcount 0\r\n   obstaclecount 0\r\n"
                        "   doorhookcount 0\r\ndonelayout\r\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void numbers_are_read_as_games_write_them(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_lyt lyt = read_ok(&f, "#MAXLAYOUT\nfiledependancy a\nbeginlayout\nroomcount 1\n"
                                    "a 3.84015e-007 -1.E+2 7\ndonelayout");
    assert_true(lyt.rooms[0].position.x == 3.84015e-7f);
    assert_true(lyt.rooms[0].position.y == -100 && lyt.rooms[0].position.z == 7);
    assert_said(&f, "");
    findings_end(&f);
}

static void departures_that_lose_nothing_are_warnings(void **state)
{
    (void)state;
    assert_says(
        "beginlayout\nroomcount 0\ndonelayout", WR_OK,
        "1:1: warning [lyt-header] the line '#MAXLAYOUT ASCII' is missing at the start\n");
    assert_says("#MAXLAYOUT ASCII\nfiledependancy a.max\nroomcount 0", WR_OK,
                "3:1: warning [lyt-header] 'beginlayout' is missing before 'roomcount'\n"
                "3:12: warning [lyt-header] 'donelayout' is missing at the end\n");
    assert_says("#MAXLAYOUT ASCII\nfiledependancy a.max\nbeginlayout\n  roomcount 5\n"
                "a 1 2 3\n\n   \nb 1 2 3 \n trackcount\nc 1 2 3\n obstaclecount 1000000000\n"
                "donelayout\nb 9 9 9\nroomcount x",
                WR_OK,
                "4:3: warning [lyt-count] roomcount says 5, but 2 follow\n"
                "9:2: warning [lyt-count] trackcount has no number behind it\n"
                "11:2: warning [lyt-count] obstaclecount says 1000000000, but 0 follow\n");
    assert_says(
        "#MAXLAYOUT ASCII\nfiledependancy a.max\nBeginLayout\n  RoomCount 2\n"
        "\t  a 1 2 3\n\tb 1 2 3 4 5\n DoneLayout",
        WR_OK,
        "5:4: warning [lyt-tab] a tab stands where some readers take only spaces\n"
        "6:10: warning [lyt-fields] the line goes on behind its last field; the rest is "
        "passed over\n");
}

/* A section that holds `found` items and says `said`; the last is followed by the file's end.
 */
static void write_section(struct wr_bytes *text, const char *keyword, bool hooks, int said,
                          int found)
{
    wr_bytes_print(text, "%s %d\n", keyword, said);
    for (int i = 0; i < found; i++)
        wr_bytes_print(text, hooks ? "r d%d 0 1 2 3 1 0 0 0\n" : "r%d 1 2 3\n", i);
}

static void a_section_that_is_off_by_one_is_told_wherever_it_stands(void **state)
{
    static const char *const keywords[] = {"roomcount", "trackcount", "obstaclecount",
                                           "doorhookcount"};
    (void)state;
    for (int wrong = 0; wrong < 4; wrong++)
        for (int off = -1; off <= 1; off++)
            for (int found = off < 0 ? 0 : 1; found < 3; found++) {
                struct findings f;
                struct wr_bytes text = {0};
                findings_start(&f);
                wr_bytes_text(&text, "#MAXLAYOUT ASCII\nfiledependancy a.max\nbeginlayout\n");
                for (int i = 0; i < 4; i++)
                    write_section(&text, keywords[i], i == 3, found - (i == wrong ? off : 0),
                                  found);
                wr_bytes_text(&text, "donelayout\n");
                wr_bytes_char(&text, '\0');
                struct wr_lyt lyt = read_ok(&f, (char *)text.data);
                uint32_t counts[] = {lyt.room_count, lyt.track_count, lyt.obstacle_count,
                                     lyt.hook_count};
                for (int i = 0; i < 4; i++)
                    assert_int_equal(counts[i], found);
                assert_int_equal(f.warnings, off != 0);
                wr_bytes_finish(&text);
                findings_end(&f);
            }
}

static void wrong_counts_are_told_twenty_times(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes text = {0};
    findings_start(&f);
    wr_bytes_text(&text, "#MAXLAYOUT ASCII\nfiledependancy a.max\nbeginlayout\n");
    for (int i = 0; i < 30; i++)
        write_section(&text, "roomcount", false, 1, i % 2 ? 2 : 0);
    wr_bytes_text(&text, "donelayout\n");
    wr_bytes_char(&text, '\0');
    assert_int_equal(read_ok(&f, (char *)text.data).room_count, 30);
    assert_int_equal(f.warnings, 20);
    wr_bytes_finish(&text);
    findings_end(&f);
}

static void an_item_has_four_fields_and_a_hook_ten(void **state)
{
    (void)state;
    static const char head[] = "#MAXLAYOUT ASCII\nfiledependancy a.max\nbeginlayout\n";
    static const struct {
        const char *section, *line;
        unsigned errors, warnings;
    } cases[] = {
        {"roomcount 1", "a 1 2", 1, 0},
        {"roomcount 1", "a 1 2 3", 0, 0},
        {"roomcount 1", "a 1 2 3 4", 0, 1},
        {"doorhookcount 1", "r d 0 1 2 3 1 0 0 0", 0, 0},
        {"doorhookcount 1", "r d 1 2 3 1 0 0", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct findings f;
        char text[256];
        findings_start(&f);
        snprintf(text, sizeof text, "%s%s\n%s\ndonelayout\n", head, cases[i].section,
                 cases[i].line);
        read_any(&f, findings_text(&f, text));
        assert_int_equal(f.errors, cases[i].errors);
        if (cases[i].errors == 0)
            assert_int_equal(f.warnings, cases[i].warnings);
        findings_end(&f);
    }
}

static void hooks_of_kotorblender_are_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_lyt lyt =
        read_ok(&f, "#MAXLAYOUT\nfiledependancy a.max\nbeginlayout\n  doorhookcount 3\n"
                    "    r d1 1 2 3 0.5 0.25 0 -1\n    r d2 1 2 3 1 0 0 0\n"
                    "    r d3 7 1 2 3 1 0 0 0\n  othercount 1\n    r o 1 2 3 1 0 0 0\n"
                    "donelayout\n");
    assert_int_equal(lyt.hook_count, 3);
    assert_true(lyt.hooks[0].position.x == 1 && lyt.hooks[0].w == 0.5f && lyt.hooks[0].z == -1);
    assert_true(lyt.hooks[2].position.x == 1 && lyt.hooks[2].w == 1);
    assert_said(&f,
                "5:5: warning [lyt-hook] the 0 before the door hook's position is missing\n"
                "7:10: warning [lyt-hook] the number before the position is 0 in every known "
                "file; it is passed over\n"
                "8:3: warning [lyt-other] 'othercount' and what follows it is passed over: no "
                "game reads it\n");
    findings_end(&f);
}

/* The fields of `line` behind "r d", and where the hook stands and looks then. */
static void assert_hook(const char *line, wr_vec3 position, float w, float z)
{
    struct findings f;
    char text[200];
    findings_start(&f);
    snprintf(text, sizeof text, "beginlayout\ndoorhookcount 1\nr d %s\ndonelayout\n", line);
    struct wr_lyt lyt = read_ok(&f, text);
    const wr_lyt_hook *hook = &lyt.hooks[0];
    assert_int_equal(lyt.hook_count, 1);
    if (hook->position.x != position.x || hook->position.y != position.y ||
        hook->position.z != position.z || hook->w != w || hook->z != z)
        fail_msg("'%s' is read as %g %g %g, w %g, z %g", line, (double)hook->position.x,
                 (double)hook->position.y, (double)hook->position.z, (double)hook->w,
                 (double)hook->z);
    findings_end(&f);
}

static void hooks_with_appended_numbers_keep_their_place(void **state)
{
    (void)state;
    wr_vec3 at = {10, 20, 30}, middle = {0, 20, 30};
    assert_hook("10 20 30 0.5 0 0 -1", at, 0.5f, -1);
    assert_hook("0 10 20 30 0.5 0 0 -1", at, 0.5f, -1);
    assert_hook("10 20 30 0.5 0 0 -1 1 2 3 4 5", at, 0.5f, -1);
    assert_hook("0 10 20 30 0.5 0 0 -1 1 2 3 4 5", at, 0.5f, -1);
    assert_hook("0 20 30 0.5 0 0 -1 1 2 3 4 5", middle, 0.5f, -1);
    assert_hook("10 20 30 0.5 0 0 -1 1 2", at, 0.5f, -1);
    assert_hook("0 10 20 30 0.5 0 0 -1 1", at, 0.5f, -1);
    assert_hook("0 10 20 30 0.5 0 0 -1 1 2 3 4 5 6 7 8", at, 0.5f, -1);
}

static void every_fault_of_a_file_is_told(void **state)
{
    (void)state;
    assert_says("\n", WR_SYNTAX,
                "0:0: error [lyt-empty] the file has no 'beginlayout' and no rooms: it is no "
                "layout\n");
    assert_says("", WR_SYNTAX,
                "0:0: error [lyt-empty] the file has no 'beginlayout' and no rooms: it is no "
                "layout\n");
    assert_says(
        "#MAXLAYOUT\nfiledependancy a.max\nhello\nbeginlayout\nroomcount 3\n"
        "a 1 2\nb nan 0 0\nc 1e39 0 0\nd 1 2 3\ntrackcout 3\ndoorhookcount 1\n"
        "r d 0 1 2 3 1 0 0 zero\nr d 1 2 3 1 0 0\ndonelayout\n",
        WR_SYNTAX,
        "3:1: error [lyt-line] this line stands before any section and is no header\n"
        "6:1: error [lyt-fields] this line must be a model's name and three numbers\n"
        "7:3: error [lyt-number] 'nan' is no number a float32 holds\n"
        "8:3: error [lyt-number] '1e39' is no number a float32 holds\n"
        "10:1: error [lyt-fields] this line must be a model's name and three numbers (did "
        "you mean 'trackcount'?)\n"
        "5:1: warning [lyt-count] roomcount says 3, but 1 follow\n"
        "12:19: error [lyt-number] 'zero' is no number a float32 holds\n"
        "13:1: error [lyt-fields] this line must be a room, a door, 0, a position and a "
        "quaternion\n");
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_any(&f, findings_bytes(&f, "beginlayout\0donelayout", 22)),
                     WR_SYNTAX);
    assert_said(&f, "1:12: error [lyt-text] the byte 0x00 is no text: this is no layout\n");
    findings_end(&f);
}

static void layouts_are_known_by_content(void **state)
{
    (void)state;
    const char *yes[] = {sample, "\n beginlayout", "\xef\xbb\xbf#maxlayout ascii",
                         "# made by hand\nfiledependancy x", "roomcount 1"};
    const char *no[] = {"", "room_01 3\n  room_02\n", "2DA V2.b\n", "{}", "# comment\nv 0 0 0"};
    for (size_t i = 0; i < 5; i++) {
        assert_true(wr_lyt_recognise((const uint8_t *)yes[i], strlen(yes[i])));
        assert_false(wr_lyt_recognise((const uint8_t *)no[i], strlen(no[i])));
    }
}

static void a_dump_shows_all_of_it(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_lyt lyt = read_ok(&f, sample);
    struct wr_bytes out = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &out, false);
    wr_lyt_dump(&lyt, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_string_equal(
        (char *)out.data,
        "dependency: M17mg.max\n"
        "rooms:\n"
        "  - index: 0, model: M17mg_01a, position: 100.0 -0.5 3.84015e-7\n"
        "  - index: 1, model: ****, position: 0.0 1.0 2.0\n"
        "tracks:\n"
        "  - index: 0, model: M17mg_MGT02, position: 112.047 209.04 0.0\n"
        "obstacles:\n"
        "  - index: 0, model: M17mg_MGO01, position: 103.309 3691.61 0.0\n"
        "hooks:\n"
        "  - room: M02ac_02h, door: door_01, position: 170.475 66.375 0.0, wxyz: "
        "[0.707107, 0.0, 0.0, -0.707107]\n");
    out.size = 0;
    wr_dump_start(&dump, &out, true);
    wr_lyt_dump(&lyt, &dump);
    wr_dump_end(&dump);
    wr_json *json;
    assert_int_equal(
        wr_json_read(f.context, f.arena, findings_bytes(&f, out.data, out.size), &json), WR_OK);
    wr_bytes_finish(&out);
    findings_end(&f);
}

/* ---- Hostile input ----------------------------------------------------------------------- */

static void damaged_layouts_are_survived(void **state)
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
    wr_bytes_text(&text, "beginlayout\ndoorhookcount 1\n");
    for (unsigned i = 0; i < 300000; i++)
        wr_bytes_text(&text, "\tr d 1 2 3 4 5 6 7\nx\nroomcount 1\ndoorhookcount 1\n");
    const struct wr_source *source = findings_bytes(&f, text.data, text.size);
    assert_int_equal(read_any(&f, source), WR_SYNTAX);
    assert_int_equal(f.errors, 20);
    wr_bytes_finish(&text);
    findings_end(&f);
}

/* ---- Real files -------------------------------------------------------------------------- */

static void assert_equal_items(const wr_lyt_item *a, const wr_lyt_item *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(a[i].model, b[i].model);
        assert_memory_equal(&a[i].position, &b[i].position, sizeof(wr_vec3));
    }
}

static void assert_equal_layouts(const struct wr_lyt *a, const struct wr_lyt *b)
{
    assert_string_equal(a->dependency, b->dependency);
    assert_true(a->room_count == b->room_count && a->track_count == b->track_count);
    assert_true(a->obstacle_count == b->obstacle_count && a->hook_count == b->hook_count);
    assert_equal_items(a->rooms, b->rooms, a->room_count);
    assert_equal_items(a->tracks, b->tracks, a->track_count);
    assert_equal_items(a->obstacles, b->obstacles, a->obstacle_count);
    for (uint32_t i = 0; i < a->hook_count; i++) {
        const wr_lyt_hook *x = &a->hooks[i], *y = &b->hooks[i];
        assert_string_equal(x->room, y->room);
        assert_string_equal(x->door, y->door);
        assert_memory_equal(&x->position, &y->position, sizeof(wr_vec3));
        assert_memory_equal(&x->w, &y->w, 4 * sizeof(float));
    }
}

static void check_real_layout(void *user, const struct wr_source *source)
{
    (void)user;
    struct findings f;
    findings_start(&f);
    source = findings_bytes(&f, source->data, source->size);
    struct wr_lyt lyt, again;
    enum wr_result result = wr_lyt_read(f.context, f.arena, source, &lyt);
    if (source->size < 10) {
        assert_int_equal(result, WR_SYNTAX);
        assert_said(&f,
                    "0:0: error [lyt-empty] the file has no 'beginlayout' and no rooms: it is "
                    "no layout\n");
        findings_end(&f);
        return;
    }
    assert_true(wr_lyt_recognise(source->data, source->size));
    assert_int_equal(result, WR_OK);
    assert_int_equal(lyt.room_count > 1, 1);
    f.warnings = 0;
    f.lines.size = 0;
    struct wr_bytes first = {0}, second = {0};
    wr_lyt_write(&lyt, &first);
    source = findings_bytes(&f, first.data, first.size);
    assert_int_equal(wr_lyt_read(f.context, f.arena, source, &again), WR_OK);
    assert_said(&f, "");
    assert_equal_layouts(&lyt, &again);
    wr_lyt_write(&again, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
    findings_end(&f);
}

static void real_layouts_are_read_written_and_read_again(void **state)
{
    (void)state;
    size_t count = corpus_all("lyt", ".lyt", check_real_layout, NULL);
    assert_true(count >= 12);
}

static void check_corrupted(void *user, const struct wr_source *source)
{
    (void)user;
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_any(&f, findings_bytes(&f, source->data, source->size)), WR_OK);
    assert_said(&f, "4:6: warning [lyt-count] roomcount says 5, but 2 follow\n");
    findings_end(&f);
}

static void the_corrupted_fixtures_are_named(void **state)
{
    (void)state;
    size_t count = corpus_all("lyt", "test_corrupted.lyt", check_corrupted, NULL) +
                   corpus_all("lyt", "test_corrupted-2.lyt", check_corrupted, NULL);
    assert_int_equal(count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_section_is_read),
        cmocka_unit_test(the_grammar_is_written_letter_by_letter),
        cmocka_unit_test(numbers_are_read_as_games_write_them),
        cmocka_unit_test(departures_that_lose_nothing_are_warnings),
        cmocka_unit_test(a_section_that_is_off_by_one_is_told_wherever_it_stands),
        cmocka_unit_test(wrong_counts_are_told_twenty_times),
        cmocka_unit_test(an_item_has_four_fields_and_a_hook_ten),
        cmocka_unit_test(hooks_of_kotorblender_are_read),
        cmocka_unit_test(hooks_with_appended_numbers_keep_their_place),
        cmocka_unit_test(every_fault_of_a_file_is_told),
        cmocka_unit_test(layouts_are_known_by_content),
        cmocka_unit_test(a_dump_shows_all_of_it),
        cmocka_unit_test(damaged_layouts_are_survived),
        cmocka_unit_test(a_million_odd_lines_end_fast),
        cmocka_unit_test(real_layouts_are_read_written_and_read_again),
        cmocka_unit_test(the_corrupted_fixtures_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
