/* JSON: positions, strictness, and what a reader asks of members. */
#include "tests/support/damage.h"

#include "core/text/json.h"

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    wr_json *root = NULL;
    enum wr_result result = wr_json_read(f->context, f->arena, source, &root);
    assert_true((result == WR_OK) == (root != NULL));
    return result;
}

static wr_json *read_json(struct findings *findings, const char *text)
{
    wr_json *root = NULL;
    enum wr_result result =
        wr_json_read(findings->context, findings->arena, findings_text(findings, text), &root);
    assert_true((result == WR_OK) == (findings->errors == 0));
    return root;
}

/* The one finding a text gives. */
static void assert_refused(const char *text, const char *expected)
{
    struct findings findings;
    findings_start(&findings);
    assert_null(read_json(&findings, text));
    assert_said(&findings, expected);
    findings_end(&findings);
}

static void values_of_every_kind_are_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_json *root =
        read_json(&f, "{\"a\": [1, -2.5e3, \"x\\n\\u00e9\\ud83d\\ude00\", true, false,"
                      " null, {}, []], \"\": 0}");
    assert_int_equal(root->kind, WR_JSON_OBJECT);
    assert_int_equal(root->count, 2);
    wr_json *list = wr_json_find(root, "a");
    assert_true(list->taken && !list->next->taken);
    assert_int_equal(list->count, 8);
    wr_json *item = list->first;
    assert_true(item->number == 1.0 && item->index == 0);
    item = item->next;
    assert_true(item->number == -2500.0 && item->index == 1 && item->parent == list);
    item = item->next;
    assert_string_equal(item->text, "x\n\xc3\xa9\xf0\x9f\x98\x80");
    item = item->next;
    assert_true(item->kind == WR_JSON_BOOL && item->truth);
    item = item->next;
    assert_true(item->kind == WR_JSON_BOOL && !item->truth);
    item = item->next;
    assert_int_equal(item->kind, WR_JSON_NULL);
    item = item->next;
    assert_true(item->kind == WR_JSON_OBJECT && item->count == 0);
    item = item->next;
    assert_true(item->kind == WR_JSON_LIST && item->count == 0 && !item->next);
    findings_end(&f);
}

static void positions_hold_for_lf_crlf_a_mark_and_many_byte_characters(void **state)
{
    (void)state;
    const char *forms[] = {
        "{ \"k\" :\n  [ \"\xc3\xa9\xf0\x9f\x98\x80\", -1e2 ,true,\n{\"\xc3\xa9\\\"\": null}]}",
        "{ \"k\" :\r\n  [ \"\xc3\xa9\xf0\x9f\x98\x80\", -1e2 ,true,\r\n{\"\xc3\xa9\\\"\": "
        "null}]}",
        "\xef\xbb\xbf{ \"k\" :\n  [ \"\xc3\xa9\xf0\x9f\x98\x80\", -1e2 ,true,\n"
        "{\"\xc3\xa9\\\"\": null}]}",
    };
    for (size_t i = 0; i < 3; i++) {
        struct findings f;
        findings_start(&f);
        wr_json *root = read_json(&f, forms[i]);
        wr_json *list = root->first, *text = list->first, *number = text->next;
        wr_json *truth = number->next, *object = truth->next, *null = object->first;
        assert_place(&f, root->where, 1, 1);
        assert_place(&f, list->key_where, 1, 3);
        assert_place(&f, list->where, 2, 3);
        assert_place(&f, text->where, 2, 5);
        assert_place(&f, number->where, 2, 11);
        assert_place(&f, truth->where, 2, 17);
        assert_place(&f, object->where, 3, 1);
        assert_place(&f, null->key_where, 3, 2);
        assert_place(&f, null->where, 3, 9);
        assert_string_equal(null->key, "\xc3\xa9\"");
        findings_end(&f);
    }
}

static void a_syntax_error_is_told_where_it_is(void **state)
{
    (void)state;
    assert_refused("", "1:1: error [json-syntax] the file holds no JSON value\n");
    assert_refused("\xef\xbb\xbf \n",
                   "2:1: error [json-syntax] the file holds no JSON value\n");
    assert_refused("{\"a\":1,}",
                   "1:8: error [json-syntax] '}' stands where a key should follow "
                   "(remove the comma before it)\n");
    assert_refused("[1,\n]", "2:1: error [json-syntax] ']' stands where an item should follow "
                             "(remove the comma before it)\n");
    assert_refused("[1 2]", "1:4: error [json-syntax] '2' stands where ',' or ']' should (is a "
                            "comma missing before it?)\n");
    assert_refused("{\"a\" 1}", "1:6: error [json-syntax] '1' stands where ':' should\n");
    assert_refused("{a: 1}",
                   "1:2: error [json-syntax] 'a' stands where a key should (keys stand "
                   "in double quotes)\n");
    assert_refused("['x']", "1:2: error [json-syntax] ''' stands where a value should (strings "
                            "stand in double quotes)\n");
    assert_refused("{\"a\": True}",
                   "1:7: error [json-syntax] 'True' stands where a value should "
                   "(write true)\n");
    assert_refused("[NaN]", "1:2: error [json-syntax] 'NaN' stands where a value should\n");
    assert_refused("[1, // one\n2]", "1:5: error [json-syntax] '/' stands where a value should "
                                     "(JSON has no comments)\n");
    assert_refused("[1] // one", "1:5: error [json-trailing] text follows the end of the JSON "
                                 "value (remove it)\n");
    assert_refused("[1\n/* one */]",
                   "2:1: error [json-syntax] '/' stands where ',' or ']' should "
                   "(JSON has no comments)\n");
    assert_refused("{\"a\": [1}", "1:9: error [json-syntax] '}' does not close '['\n"
                                  "1:7: note [json-syntax] which is opened here\n");
    assert_refused("{\"a\":\n [1,\n{",
                   "3:2: error [json-syntax] the file ends before a '{' is "
                   "closed\n3:1: note [json-syntax] which is opened here\n");
    assert_refused("[\"abc", "1:2: error [json-syntax] this string is never closed\n");
    assert_refused("[\xc3\xa9]", "1:2: error [json-syntax] '\xc3\xa9' stands where a value "
                                 "should\n");
    assert_refused("{} {}", "1:4: error [json-trailing] text follows the end of the JSON value "
                            "(remove it)\n");
    assert_refused("+1", "1:1: error [json-syntax] '+' stands where a value should (a number "
                         "starts with a digit or with '-')\n");
}

static void characters_no_string_may_hold_are_refused(void **state)
{
    (void)state;
    assert_refused("[\"a\nb\"]",
                   "1:4: error [json-character] a string goes past the end of its "
                   "line (close it, or write \\n)\n");
    assert_refused("[\"a\tb\"]",
                   "1:4: error [json-character] the control character 0x09 may not "
                   "stand here (write \\t)\n");
    assert_refused("[\x01]", "1:2: error [json-character] the control character 0x01 may not "
                             "stand here\n");
    assert_refused("[\"\xff\"]",
                   "1:3: error [json-encoding] the byte 0xff is not UTF-8 (save the "
                   "file as UTF-8)\n");
    assert_refused("[\"\xed\xa0\x80\"]",
                   "1:3: error [json-encoding] the byte 0xed is not UTF-8 "
                   "(save the file as UTF-8)\n");
    assert_refused("[\"\\u0000\"]", "1:3: error [json-nul] a string holds a NUL character\n");
    assert_refused("[\"C:\\kits\"]",
                   "1:5: error [json-escape] a backslash starts no escape here "
                   "(a backslash itself is written \\\\)\n");
    assert_refused("[\"\\u12g4\"]",
                   "1:3: error [json-escape] four hexadecimal digits must follow "
                   "\\u\n");
    assert_refused("[\"\\ud83dx\"]",
                   "1:3: error [json-escape] \\ud83d is half a character: its "
                   "other half is missing\n");
    assert_refused("[\"\\ude00\"]", "1:3: error [json-escape] \\ude00 is half a character: its "
                                    "other half is missing\n");
}

static void a_nul_byte_is_no_end_of_text(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_json *json = NULL;
    assert_int_equal(wr_json_read(f.context, f.arena, findings_bytes(&f, "[1]\0[", 5), &json),
                     WR_SYNTAX);
    assert_said(&f,
                "1:4: error [json-character] the control character 0x00 may not stand here\n");
    findings_end(&f);
}

static void numbers_are_exact_or_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_json *root =
        read_json(&f, "[9007199254740992, 9007199254740994, -9223372036854775808, "
                      "0.1, 5e-324, -0, 1E+2, 9223372036854775808, "
                      "0.1000000000000000055511151231257827021181583404541015625000000"
                      "0000000000000000000000000]");
    const double expected[] = {9007199254740992.0,
                               9007199254740994.0,
                               -9223372036854775808.0,
                               0.1,
                               5e-324,
                               0,
                               100,
                               9223372036854775808.0,
                               0.1};
    wr_json *item = root->first;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++, item = item->next)
        assert_true(item->number == expected[i]);
    assert_null(item);
    findings_end(&f);
    assert_refused(
        "[9007199254740993]",
        "1:2: error [json-lossy] the number '9007199254740993' loses bits in a double "
        "(write it as a string, or use a number below 2^53)\n");
    assert_refused(
        "[1,-100000000000000000000]",
        "1:4: error [json-lossy] the number '-100000000000000000000' loses bits in a "
        "double (write it as a string, or use a number below 2^53)\n");
    assert_refused("[1e999]",
                   "1:2: error [json-range] the number '1e999' is beyond what a double "
                   "holds\n");
}

static void malformed_numbers_are_all_reported(void **state)
{
    (void)state;
    assert_refused(
        "[01,\n-,\n1., -.5, 1e, 1e+, 1-2, 1.2.3]",
        "1:2: error [json-number] the number '01' may not start with 0\n"
        "2:1: error [json-number] the number '-' must have a digit after its sign\n"
        "3:1: error [json-number] the number '1.' must have a digit after its point\n"
        "3:5: error [json-number] the number '-.5' must have a digit after its sign\n"
        "3:10: error [json-number] the number '1e' must have a digit in its exponent\n"
        "3:14: error [json-number] the number '1e+' must have a digit in its exponent\n"
        "3:19: error [json-number] the number '1-2' is not one number\n"
        "3:24: error [json-number] the number '1.2.3' is not one number\n");
}

static void duplicate_keys_are_refused_with_both_places(void **state)
{
    (void)state;
    assert_refused("{\"a\":1,\n\"b\":2,\"\\u0061\":3}",
                   "2:7: error [json-duplicate] the key 'a' stands twice in one object\n"
                   "1:2: note [json-duplicate] it stands here first\n");
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "{\n");
    for (unsigned i = 0; i < 100; i++)
        wr_bytes_print(&text, "\"k%u\": {\"x\": 1, \"y\": 1},\n", i);
    wr_bytes_text(&text, "\"k42\": 0}");
    wr_bytes_char(&text, '\0');
    assert_refused((char *)text.data,
                   "102:1: error [json-duplicate] the key 'k42' stands twice in one object\n"
                   "44:1: note [json-duplicate] it stands here first\n");
    wr_bytes_finish(&text);
}

/* An object of `count` members, of which `second` bears the key of `first` (none where both are
 * one). */
static void write_members(struct wr_bytes *text, unsigned count, unsigned first,
                          unsigned second)
{
    wr_bytes_char(text, '{');
    for (unsigned i = 0; i < count; i++)
        wr_bytes_print(text, "%s\"k%u\":0", i ? "," : "", i == second ? first : i);
    wr_bytes_text(text, "}");
    wr_bytes_char(text, '\0');
}

/* Small objects are compared pair by pair, and others sorted. */
static void a_duplicate_is_found_wherever_it_stands(void **state)
{
    (void)state;
    for (unsigned count = 1; count < 20; count++)
        for (unsigned second = 0; second < count; second++)
            for (unsigned first = 0; first <= second; first++) {
                struct findings f;
                struct wr_bytes text = {0};
                findings_start(&f);
                write_members(&text, count, first, second);
                assert_true((read_json(&f, (char *)text.data) != NULL) == (first == second));
                assert_int_equal(f.errors, first != second);
                wr_bytes_finish(&text);
                findings_end(&f);
            }
}

static void a_million_equal_keys_end_fast(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "{\"a\":0");
    for (unsigned i = 0; i < 1000000; i++)
        wr_bytes_text(&text, ",\"a\":0");
    wr_bytes_text(&text, "}");
    wr_json *json = NULL;
    assert_int_equal(
        wr_json_read(f.context, f.arena, findings_bytes(&f, text.data, text.size), &json),
        WR_INVALID);
    assert_int_equal(f.errors, 20);
    wr_bytes_finish(&text);
    findings_end(&f);
}

static void nesting_ends_at_64(void **state)
{
    (void)state;
    char text[200] = "";
    memset(text, '[', 64);
    memset(text + 64, ']', 64);
    struct findings f;
    findings_start(&f);
    assert_non_null(read_json(&f, text));
    findings_end(&f);
    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    assert_refused(text,
                   "1:65: error [json-depth] lists and objects are nested deeper than 64\n");

    struct wr_bytes deep = {0};
    memset(wr_bytes_extend(&deep, 1000000), '{', 1000000);
    wr_bytes_char(&deep, '\0');
    assert_refused((char *)deep.data,
                   "1:65: error [json-depth] lists and objects are nested deeper than 64\n");
    wr_bytes_finish(&deep);
}

static void too_many_values_are_refused_before_they_are_made(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    size_t size = 10 << 20;
    memset(wr_bytes_extend(&text, size), ',', size);
    wr_json *json = NULL;
    assert_int_equal(
        wr_json_read(f.context, f.arena, findings_bytes(&f, text.data, text.size), &json),
        WR_LIMIT);
    assert_said(&f, "1:8388609: error [json-size] the file holds more than 8388608 values\n");
    wr_bytes_finish(&text);
    findings_end(&f);
}

/* ---- Members --------------------------------------------------------------------------- */

static const char members[] = "{\"name\": \"hall\", \"n\": 7, \"f\": 0.1, \"on\": true,\n"
                              "\"at\": [1, 2.5, -3], \"rooms\": [{\"position\": \"here\"},\n"
                              "{\"position\": [1, 2]}, {\"position\": [1, null, 3]}],\n"
                              "\"big\": 1e300, \"half\": 2.5}";

static void members_are_read_by_type(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_json *root = read_json(&f, members);
    bool ok = true, on = false;
    const char *name = NULL;
    float single = 0;
    int64_t integer = 0;
    wr_vec3 at = {0, 0, 0};
    assert_true(wr_json_get_text(f.context, root, "name", true, &name, &ok));
    assert_string_equal(name, "hall");
    assert_true(wr_json_get_f32(f.context, root, "f", true, &single, &ok) && single == 0.1f);
    assert_true(wr_json_get_integer(f.context, root, "n", true, 0, 7, &integer, &ok));
    assert_int_equal(integer, 7);
    assert_true(wr_json_get_bool(f.context, root, "on", true, &on, &ok) && on);
    assert_true(wr_json_get_vec3(f.context, root, "at", true, &at, &ok));
    assert_true(at.x == 1 && at.y == 2.5f && at.z == -3);
    assert_int_equal(wr_json_get(f.context, root, "rooms", WR_JSON_LIST, true, &ok)->count, 3);
    assert_false(wr_json_get_text(f.context, root, "none", false, &name, &ok));
    assert_null(wr_json_get(f.context, root, "none", WR_JSON_LIST, false, &ok));
    assert_true(ok);
    assert_said(&f, "");
    findings_end(&f);
}

static void a_number_is_rounded_once(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    /* Just above the middle of two float32; its double is the middle, and would round down. */
    wr_json *root = read_json(&f, "{\"a\": 1.00000005960464477540}");
    float single = 0;
    bool ok = true;
    assert_true(wr_json_get_f32(f.context, root, "a", true, &single, &ok));
    assert_true(single == 1.00000012f);
    findings_end(&f);
}

static void wrong_members_are_named_by_path(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_json *root = read_json(&f, members), *rooms = wr_json_find(root, "rooms");
    bool ok = true;
    const char *text = NULL;
    int64_t integer = 5;
    float single = 5;
    wr_vec3 at = {5, 5, 5};
    assert_false(wr_json_get_text(f.context, root, "n", true, &text, &ok));
    assert_false(ok);
    assert_said(&f, "1:23: error [json-type] n must be a string, not a number\n");
    ok = true;
    assert_false(wr_json_get_integer(f.context, root, "name", true, 0, 9, &integer, &ok));
    assert_false(ok);
    assert_said(&f, "1:10: error [json-type] name must be a whole number, not a string\n");
    wr_json_get_integer(f.context, root, "n", true, 8, 9, &integer, &ok);
    assert_said(&f, "1:23: error [json-range] n must be a whole number from 8 to 9\n");
    wr_json_get_integer(f.context, root, "half", true, 0, INT64_MAX, &integer, &ok);
    assert_said(&f, "4:23: error [json-range] half must be a whole number from 0 up\n");
    wr_json_get_integer(f.context, root, "big", true, 0, INT64_MAX, &integer, &ok);
    assert_said(&f, "4:8: error [json-range] big must be a whole number from 0 up\n");
    wr_json_get_f32(f.context, root, "big", true, &single, &ok);
    assert_said(&f, "4:8: error [json-range] big is beyond what a float32 holds\n");
    for (wr_json *room = rooms->first; room; room = room->next) {
        ok = true;
        assert_false(wr_json_get_vec3(f.context, room, "position", true, &at, &ok));
        assert_false(ok);
    }
    assert_said(&f,
                "2:44: error [json-type] rooms[0].position must be a list of three numbers, "
                "not a string\n"
                "3:14: error [json-type] rooms[1].position must be a list of three numbers, "
                "not of 2\n"
                "3:40: error [json-type] rooms[2].position[1] must be a number, not null\n");
    wr_json_get_text(f.context, rooms->first, "kit", true, &text, &ok);
    assert_said(&f, "2:31: error [json-missing] rooms[0] has no 'kit'\n");
    wr_json_get_text(f.context, root, "kit", true, &text, &ok);
    assert_said(&f, "1:1: error [json-missing] the file has no 'kit'\n");
    wr_json_get_text(f.context, rooms, "kit", true, &text, &ok);
    assert_said(&f, "2:30: error [json-type] rooms must be an object, not a list\n");
    assert_true(!text && integer == 5 && single == 5 && at.x == 5);
    findings_end(&f);
}

static void keys_nobody_asked_for_are_named(void **state)
{
    (void)state;
    const char *const known[] = {"name", "rooms", "entry", NULL};
    struct findings f;
    findings_start(&f);
    wr_json *root = read_json(&f, "{\"name\": 1,\n \"romos\": 2, \"zzzzzz\": 3, \"Entry\": 4}");
    bool ok = true;
    wr_json_find(root, "name");
    wr_json_done(f.context, root, known, &ok);
    assert_false(ok);
    assert_said(&f,
                "2:2: error [json-unknown-key] the file knows no key 'romos' (did you mean "
                "'rooms'?)\n"
                "2:14: error [json-unknown-key] the file knows no key 'zzzzzz' (known: name, "
                "rooms, entry)\n"
                "2:27: error [json-unknown-key] the file knows no key 'Entry' (did you mean "
                "'entry'?)\n");
    ok = true;
    for (wr_json *member = root->first; member; member = member->next)
        member->taken = true;
    wr_json_done(f.context, root, known, &ok);
    assert_true(ok);
    findings_end(&f);
}

/* ---- Hostile input --------------------------------------------------------------------- */

static void truncated_and_damaged_texts_are_survived(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf{\"\xc3\xa9\\u00e9\": [1.5e3, -0, true, null],\n"
                               "\"s\": \"\\ud83d\\ude00 \\\\\", \"o\": {\"a\": false}}";
    damage_survive(read_any, text, sizeof text - 1);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    damage_starve(read_any, members, strlen(members));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_every_kind_are_read),
        cmocka_unit_test(positions_hold_for_lf_crlf_a_mark_and_many_byte_characters),
        cmocka_unit_test(a_syntax_error_is_told_where_it_is),
        cmocka_unit_test(characters_no_string_may_hold_are_refused),
        cmocka_unit_test(a_nul_byte_is_no_end_of_text),
        cmocka_unit_test(numbers_are_exact_or_refused),
        cmocka_unit_test(malformed_numbers_are_all_reported),
        cmocka_unit_test(duplicate_keys_are_refused_with_both_places),
        cmocka_unit_test(a_duplicate_is_found_wherever_it_stands),
        cmocka_unit_test(a_million_equal_keys_end_fast),
        cmocka_unit_test(nesting_ends_at_64),
        cmocka_unit_test(too_many_values_are_refused_before_they_are_made),
        cmocka_unit_test(members_are_read_by_type),
        cmocka_unit_test(a_number_is_rounded_once),
        cmocka_unit_test(wrong_members_are_named_by_path),
        cmocka_unit_test(keys_nobody_asked_for_are_named),
        cmocka_unit_test(truncated_and_damaged_texts_are_survived),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
