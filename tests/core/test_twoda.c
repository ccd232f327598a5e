/* 2DA: both forms, what is missing in them, and the surfaces they tell of. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"

#include "core/base/random.h"
#include "core/format/twoda.h"
#include "core/text/dump.h"

static const uint8_t binary[] = "2DA V2.b\n"
                                "label\tName\t\0"
                                "\x02\0\0\0"
                                "0\tzwei\t"
                                "\x00\0\x01\0\x06\0\x01\0"
                                "\x0b\0"
                                "\0Dirt\0****\0";

static const char text[] = "2DA V2.0\r\n"
                           "\r\n"
                           "   label    Name\r\n"
                           "0  ****     Dirt\r\n"
                           "zwei \"\"   \"two words\"\r\n";

/* Reads, and writes what could be read. */
static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    struct wr_twoda table;
    struct wr_bytes out = {0};
    enum wr_result result = wr_twoda_read(f->context, f->arena, source, &table);
    if (result == WR_OK)
        result = wr_twoda_write(f->context, &table, WR_NOWHERE, &out);
    wr_bytes_finish(&out);
    return result;
}

static void a_binary_table_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    const struct wr_source *source = findings_bytes(&f, binary, sizeof binary - 1);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &table), WR_OK);
    assert_int_equal(table.column_count, 2);
    assert_int_equal(table.row_count, 2);
    assert_string_equal(table.columns[1], "Name");
    assert_string_equal(table.labels[1], "zwei");
    assert_string_equal(wr_twoda_cell(&table, 0, "NAME"), "Dirt");
    assert_string_equal(wr_twoda_cell(&table, 1, "name"), "Dirt");
    assert_null(wr_twoda_cell(&table, 0, "label"));
    assert_null(wr_twoda_cell(&table, 1, "label"));
    assert_null(wr_twoda_cell(&table, 2, "name"));
    assert_null(wr_twoda_cell(&table, 0, "nothing"));
    assert_said(&f, "");
    findings_end(&f);
}

static void a_text_table_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    assert_int_equal(wr_twoda_read(f.context, f.arena, findings_text(&f, text), &table), WR_OK);
    assert_int_equal(table.column_count, 2);
    assert_int_equal(table.row_count, 2);
    assert_string_equal(table.labels[1], "zwei");
    assert_null(wr_twoda_cell(&table, 0, "label"));
    assert_null(wr_twoda_cell(&table, 1, "label"));
    assert_string_equal(wr_twoda_cell(&table, 0, "name"), "Dirt");
    assert_string_equal(wr_twoda_cell(&table, 1, "name"), "two words");
    assert_said(&f, "");
    const char *odd = "2DA V2.0\nDEFAULT: 7\na b\n0 1\n1 1 2 3\n2\n";
    assert_int_equal(wr_twoda_read(f.context, f.arena, findings_text(&f, odd), &table), WR_OK);
    assert_int_equal(table.row_count, 3);
    assert_null(wr_twoda_cell(&table, 0, "b"));
    assert_string_equal(wr_twoda_cell(&table, 1, "b"), "2");
    assert_null(wr_twoda_cell(&table, 2, "a"));
    assert_said(&f, "4:1: warning [twoda-row] this row has fewer cells than the table has "
                    "columns\n");
    findings_end(&f);
}

static void assert_refused(const void *data, size_t size, enum wr_result expected,
                           const char *said)
{
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_any(&f, findings_bytes(&f, data, size)), expected);
    assert_said(&f, said);
    findings_end(&f);
}

static void what_is_no_table_is_named(void **state)
{
    (void)state;
    assert_refused("2DA V1.0\n", 9, WR_SYNTAX,
                   "1:1: error [twoda-header] the file starts neither with '2DA V2.b' nor with "
                   "'2DA V2.0'\n");
    assert_refused("2DA V2.0\n\n", 10, WR_SYNTAX,
                   "0:0: error [twoda-header] the table has no line of column names\n");
    assert_refused("2DA V2.0\na\n0 \x01", 14, WR_SYNTAX,
                   "3:3: error [twoda-text] the byte 0x01 is no text\n");
    assert_refused("2DA V2.bcol\t", 12, WR_SYNTAX,
                   "0x8: error [twoda-header] a line feed must follow '2DA V2.b'\n");
    assert_refused("2DA V2.b\ncol", 12, WR_SYNTAX,
                   "0x9: error [twoda-short] the file ends within its column names\n");
    assert_refused("2DA V2.b\nc\t\0\x01", 13, WR_SYNTAX,
                   "0xc: error [twoda-short] the file ends within its row count\n");
    assert_refused("2DA V2.b\nc\t\0\xff\xff\xff\x3f"
                   "0\t",
                   18, WR_SYNTAX,
                   "0xc: error [twoda-short] 1073741823 rows do not fit in the 2 bytes that "
                   "follow\n");
    assert_refused(
        "2DA V2.b\nc\t\0\x01\0\0\0"
        "0\t\x05\0\x01\0\0",
        23, WR_SYNTAX,
        "0x12: error [twoda-offset] a cell's text starts at byte 5, but there are only "
        "1\n");
}

static void a_wrong_size_of_texts_is_a_warning(void **state)
{
    (void)state;
    assert_refused(
        "2DA V2.b\nc\t\0\x01\0\0\0"
        "0\t\0\0\x09\0x",
        23, WR_OK,
        "0x14: warning [twoda-size] the texts are said to take 9 bytes, but 1 follow\n");
    assert_refused("2DA V2.b\nc\t\0\x01\0\0\0"
                   "0\t\0\0\0\0x",
                   23, WR_OK, "");
}

static void rows_times_columns_are_bounded(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes wide = {0};
    wr_bytes_text(&wide, "2DA V2.0\n\n");
    for (unsigned i = 0; i < 20000; i++)
        wr_bytes_text(&wide, "c ");
    for (unsigned i = 0; i < 20000; i++)
        wr_bytes_text(&wide, "\n0");
    assert_int_equal(read_any(&f, findings_bytes(&f, wide.data, wide.size)), WR_LIMIT);
    assert_said(&f,
                "0:0: error [twoda-large] 20000 rows of 20000 columns are more than any game "
                "has\n");
    wr_bytes_finish(&wide);
    findings_end(&f);
}

static void surfaces_come_from_two_columns(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    wr_surfaces surfaces;
    const char *mat = "2DA V2.0\n\nlabel walk WALKCHECK lineofsight\n"
                      "0 a 0 1 0\n1 b 1 1 1\n2 c **** 1 1\n3 d 1 1 ****\n";
    const struct wr_source *source = findings_text(&f, mat);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &table), WR_OK);
    assert_int_equal(wr_twoda_surfaces(f.context, &table, source, &surfaces), WR_OK);
    assert_int_equal(surfaces.known, 0xf);
    assert_int_equal(surfaces.walkable, 0xa);
    assert_int_equal(surfaces.opaque, 0x6);
    source = findings_text(&f, text);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &table), WR_OK);
    assert_int_equal(wr_twoda_surfaces(f.context, &table, source, &surfaces), WR_INVALID);
    assert_said(&f, "0:0: error [surfacemat-column] the table has no column 'walk': it is no "
                    "surfacemat.2da (give the surfacemat.2da of the game)\n");
    findings_end(&f);
}

static void rows_beyond_64_are_passed_over(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes long_text = {0};
    wr_bytes_text(&long_text, "2DA V2.0\n\nwalk\n");
    for (unsigned i = 0; i < 70; i++)
        wr_bytes_print(&long_text, "%u 1\n", i);
    struct wr_twoda table;
    wr_surfaces surfaces;
    const struct wr_source *source = findings_bytes(&f, long_text.data, long_text.size);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &table), WR_OK);
    assert_int_equal(wr_twoda_surfaces(f.context, &table, source, &surfaces), WR_OK);
    assert_true(surfaces.known == UINT64_MAX && surfaces.walkable == UINT64_MAX);
    assert_said(&f,
                "0:0: warning [surfacemat-rows] the table has 70 rows; those behind the first "
                "64 are passed over\n");
    wr_bytes_finish(&long_text);
    findings_end(&f);
}

static void a_dump_shows_every_cell(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    assert_int_equal(wr_twoda_read(f.context, f.arena, findings_text(&f, text), &table), WR_OK);
    struct wr_bytes out = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &out, false);
    wr_twoda_dump(&table, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data, "columns: label, Name\n"
                                          "rows:\n"
                                          "  - label: 0, cells: [null, Dirt]\n"
                                          "  - label: zwei, cells: [null, two words]\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void damaged_tables_are_survived(void **state)
{
    (void)state;
    damage_survive(read_any, binary, sizeof binary - 1);
    damage_survive(read_any, text, sizeof text - 1);
    damage_starve(read_any, binary, sizeof binary - 1);
    damage_starve(read_any, text, sizeof text - 1);
}

/* ---- Writing ---- */

static void assert_written(struct findings *f, const struct wr_twoda *table, const void *bytes,
                           size_t size)
{
    struct wr_bytes out = {0};
    assert_int_equal(wr_twoda_write(f->context, table, WR_NOWHERE, &out), WR_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    wr_bytes_finish(&out);
}

static void an_unchanged_table_gives_its_bytes_back(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    const struct wr_source *source = findings_bytes(&f, binary, sizeof binary - 1);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &table), WR_OK);
    assert_written(&f, &table, binary, sizeof binary - 1);
    findings_end(&f);
}

static void changed_cells_follow_the_old_texts(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    const struct wr_source *source = findings_bytes(&f, binary, sizeof binary - 1);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &table), WR_OK);
    table.cells[0] = table.cells[3] = "Mud";
    static const uint8_t expected[] = "2DA V2.b\n"
                                      "label\tName\t\0"
                                      "\x02\0\0\0"
                                      "0\tzwei\t"
                                      "\x0b\0\x01\0\x06\0\x0b\0"
                                      "\x0f\0"
                                      "\0Dirt\0****\0Mud\0";
    assert_written(&f, &table, expected, sizeof expected - 1);
    findings_end(&f);
}

static void a_text_table_becomes_a_binary_one(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table, again;
    struct wr_bytes out = {0};
    assert_int_equal(wr_twoda_read(f.context, f.arena, findings_text(&f, text), &table), WR_OK);
    assert_int_equal(wr_twoda_write(f.context, &table, WR_NOWHERE, &out), WR_OK);
    const struct wr_source *source = findings_bytes(&f, out.data, out.size);
    assert_int_equal(wr_twoda_read(f.context, f.arena, source, &again), WR_OK);
    assert_string_equal(again.columns[0], "label");
    assert_string_equal(again.labels[1], "zwei");
    assert_null(wr_twoda_cell(&again, 0, "label"));
    assert_string_equal(wr_twoda_cell(&again, 0, "name"), "Dirt");
    assert_string_equal(wr_twoda_cell(&again, 1, "name"), "two words");
    assert_said(&f, "");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void what_no_binary_table_holds_is_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    enum { SIZE = 40000 };
    char *a = wr_arena_take(f.arena, SIZE + 1, 1), *b = wr_arena_take(f.arena, SIZE + 1, 1);
    memset(a, 'a', SIZE);
    memset(b, 'b', SIZE);
    a[SIZE] = b[SIZE] = '\0';
    const char *columns[] = {"a\tb", "c", "d"}, *labels[] = {"0"}, *cells[] = {a, b, "x"};
    struct wr_twoda table = {columns, labels, cells, 3, 1, NULL};
    struct wr_bytes out = {0};
    wr_bytes_text(&out, "kept");
    assert_int_equal(wr_twoda_write(f.context, &table, WR_NOWHERE, &out), WR_LIMIT);
    assert_int_equal(out.size, 4);
    assert_said(&f, "0:0: error [twoda-large] the texts of the table take more than 64 KiB\n"
                    "0:0: error [twoda-name] the name of column 0 holds a tab (a tab "
                    "ends a name in the file)\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

/* ---- Real files -------------------------------------------------------------------------- */

static void check_real_table(void *user, const struct wr_source *source)
{
    (void)user;
    struct findings f;
    findings_start(&f);
    struct wr_twoda table;
    assert_true(wr_twoda_recognise(source->data, source->size));
    enum wr_result result = wr_twoda_read(f.context, f.arena, source, &table);
    if (strstr(source->name, "corrupted")) {
        assert_int_equal(result, WR_SYNTAX);
        assert_said(&f, "0x8: error [twoda-header] a line feed must follow '2DA V2.b'\n");
    } else if (strstr(source->name, "appearance")) {
        assert_true(table.column_count == 94 && table.row_count == 729);
        assert_written(&f, &table, source->data, source->size);
        assert_string_equal(table.labels[728], "728");
    } else {
        assert_string_equal(wr_twoda_cell(&table, 0, "col1"), "abc");
        assert_string_equal(wr_twoda_cell(&table, 1, "col3"), "123");
        assert_null(wr_twoda_cell(&table, 2, "col2"));
        assert_written(&f, &table, source->data, source->size);
    }
    assert_said(&f, "");
    findings_end(&f);
}

static void real_tables_keep_their_bytes(void **state)
{
    (void)state;
    size_t count = corpus_all("2da", ".2da", check_real_table, NULL);
    assert_true(count >= 3);
}

/* ---- The text form -------------------------------------------------------------------------
 */

static const char *random_cell(wr_random *random, struct wr_arena *arena)
{
    static const char signs[] = "ab1 *_\t.-\xe9\\,D:";
    char cell[64];
    uint32_t size = wr_random_below(random, wr_random_below(random, 6) == 0 ? 60 : 6);
    for (uint32_t i = 0; i < size; i++)
        cell[i] = signs[wr_random_below(random, sizeof signs - 1)];
    cell[size] = '\0';
    static const char *const odd[] = {"****", "DEFAULT:", "***", "0"};
    if (wr_random_below(random, 8) == 0)
        snprintf(cell, sizeof cell, "%s", odd[wr_random_below(random, 4)]);
    return wr_arena_text(arena, cell, strlen(cell));
}

static struct wr_twoda random_table(wr_random *random, struct wr_arena *arena)
{
    struct wr_twoda table = {.column_count = 1 + wr_random_below(random, 6),
                             .row_count = wr_random_below(random, 12)};
    size_t cells = (size_t)table.column_count * table.row_count;
    table.columns = WR_TAKE(arena, const char *, table.column_count);
    table.labels = WR_TAKE(arena, const char *, table.row_count);
    table.cells = WR_TAKE(arena, const char *, cells);
    for (uint32_t i = 0; i < table.column_count; i++)
        table.columns[i] = random_cell(random, arena);
    for (uint32_t i = 0; i < table.row_count; i++)
        table.labels[i] = random_cell(random, arena);
    for (size_t i = 0; i < cells; i++) {
        const char *cell = random_cell(random, arena);
        bool none = *cell == '\0' || strcmp(cell, "****") == 0;
        table.cells[i] = none ? NULL : cell;
    }
    return table;
}

static void assert_same_text(const char *a, const char *b, unsigned seed)
{
    if ((a == NULL) != (b == NULL) || (a && strcmp(a, b) != 0))
        fail_msg("seed %u: '%s' became '%s'", seed, a ? a : "****", b ? b : "****");
}

static void any_table_comes_back_from_its_text(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 500; seed++) {
        struct findings f;
        findings_start(&f);
        wr_random random = wr_random_of(seed, 0);
        struct wr_twoda table = random_table(&random, f.arena), again;
        struct wr_bytes out = {0};
        assert_int_equal(wr_twoda_write_text(f.context, f.arena, &table, WR_NOWHERE, &out),
                         WR_OK);
        assert_int_equal(
            wr_twoda_read(f.context, f.arena, findings_bytes(&f, out.data, out.size), &again),
            WR_OK);
        assert_said(&f, "");
        assert_int_equal(again.column_count, table.column_count);
        assert_int_equal(again.row_count, table.row_count);
        for (uint32_t i = 0; i < table.column_count; i++)
            assert_same_text(table.columns[i], again.columns[i], seed);
        for (uint32_t i = 0; i < table.row_count; i++)
            assert_same_text(table.labels[i], again.labels[i], seed);
        for (size_t i = 0; i < (size_t)table.column_count * table.row_count; i++)
            assert_same_text(table.cells[i], again.cells[i], seed);
        wr_bytes_finish(&out);
        findings_end(&f);
    }
}

/* Columns stand below their names; what is very long moves its own row alone. */
static void columns_are_as_wide_as_what_they_hold_up_to_32(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *columns[] = {"a", "b"}, *labels[] = {"0", "1"};
    const char *cells[] = {"0123456789012345678901234567890123456789", "x", "short", "y"};
    struct wr_twoda table = {columns, labels, cells, 2, 2, NULL};
    struct wr_bytes out = {0};
    assert_int_equal(wr_twoda_write_text(f.context, f.arena, &table, WR_NOWHERE, &out), WR_OK);
    wr_bytes_char(&out, '\0');
    assert_string_equal((const char *)out.data, "2DA V2.0\n\n"
                                                "  a                                b\n"
                                                "0 0123456789012345678901234567890123456789 x\n"
                                                "1 short                            y\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void what_no_text_holds_is_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *columns[] = {"fine", "say \"hi\""}, *labels[] = {"0\n"},
               *cells[] = {"a\x01", NULL};
    struct wr_twoda table = {.columns = columns,
                             .labels = labels,
                             .cells = cells,
                             .column_count = 2,
                             .row_count = 1};
    struct wr_bytes out = {0};
    assert_int_equal(wr_twoda_write_text(f.context, f.arena, &table, WR_NOWHERE, &out),
                     WR_INVALID);
    assert_said(&f, "0:0: error [twoda-text] the name of column 1 holds a quote or a control "
                    "character, which no text form can (keep the table in its binary form)\n"
                    "0:0: error [twoda-text] the name of row 0 holds a quote or a control "
                    "character, which no text form can (keep the table in its binary form)\n"
                    "0:0: error [twoda-text] a cell of row 0 holds a quote or a control "
                    "character, which no text form can (keep the table in its binary form)\n");
    table.column_count = 0;
    assert_int_equal(wr_twoda_write_text(f.context, f.arena, &table, WR_NOWHERE, &out),
                     WR_INVALID);
    assert_said(&f, "0:0: error [twoda-text] the table has no columns, which no text form can "
                    "say (keep the table in its binary form)\n");
    assert_int_equal(out.size, 0);
    wr_bytes_finish(&out);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_binary_table_is_read),
        cmocka_unit_test(a_text_table_is_read),
        cmocka_unit_test(what_is_no_table_is_named),
        cmocka_unit_test(a_wrong_size_of_texts_is_a_warning),
        cmocka_unit_test(rows_times_columns_are_bounded),
        cmocka_unit_test(surfaces_come_from_two_columns),
        cmocka_unit_test(rows_beyond_64_are_passed_over),
        cmocka_unit_test(a_dump_shows_every_cell),
        cmocka_unit_test(damaged_tables_are_survived),
        cmocka_unit_test(an_unchanged_table_gives_its_bytes_back),
        cmocka_unit_test(changed_cells_follow_the_old_texts),
        cmocka_unit_test(a_text_table_becomes_a_binary_one),
        cmocka_unit_test(what_no_binary_table_holds_is_refused),
        cmocka_unit_test(any_table_comes_back_from_its_text),
        cmocka_unit_test(columns_are_as_wide_as_what_they_hold_up_to_32),
        cmocka_unit_test(what_no_text_holds_is_refused),
        cmocka_unit_test(real_tables_keep_their_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
