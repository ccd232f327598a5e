/* Dumps: the two shapes, letter by letter. */
#include "tests/support/findings.h"

#include "core/text/dump.h"
#include "core/text/json.h"

static void write_sample(struct wr_dump *dump)
{
    wr_dump_text(dump, "name", "m01aa");
    wr_dump_count(dump, "count", UINT64_MAX);
    wr_dump_list(dump, "empty");
    wr_dump_list_end(dump);
    wr_dump_object(dump, "nothing");
    wr_dump_object_end(dump);
    wr_dump_object(dump, "inner");
    wr_dump_vec3(dump, "at", (wr_vec3){1, -2.5f, 0.1f});
    wr_dump_bool(dump, "on", true);
    wr_dump_object_end(dump);
    wr_dump_list(dump, "items");
    wr_dump_object(dump, NULL);
    wr_dump_integer(dump, "a", INT64_MIN);
    wr_dump_list(dump, "b");
    wr_dump_text(dump, NULL, "x");
    wr_dump_list(dump, NULL);
    wr_dump_bool(dump, NULL, false);
    wr_dump_number(dump, NULL, 1);
    wr_dump_list_end(dump);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
    wr_dump_object(dump, NULL);
    wr_dump_object_end(dump);
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "a", NULL);
    wr_dump_list(dump, "b");
    wr_dump_count(dump, NULL, 1);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "c", 2);
    wr_dump_object_end(dump);
    wr_dump_list_end(dump);
    wr_dump_vec3(dump, "v", (wr_vec3){0, 1, 2});
    wr_dump_object_end(dump);
    wr_dump_text(dump, NULL, "last");
    wr_dump_list_end(dump);
    wr_dump_row(dump);
    wr_dump_list(dump, "row");
    wr_dump_count(dump, NULL, 1);
    wr_dump_count(dump, NULL, 2);
    wr_dump_list_end(dump);
    wr_dump_row(dump);
    wr_dump_list(dump, "bare");
    wr_dump_list_end(dump);
    wr_dump_count(dump, "end", 0);
}

static const char *dumped(struct wr_bytes *out, bool json, void (*write)(struct wr_dump *))
{
    struct wr_dump dump;
    out->size = 0;
    wr_dump_start(&dump, out, json);
    write(&dump);
    wr_dump_end(&dump);
    wr_bytes_char(out, '\0');
    return (char *)out->data;
}

static void text_is_indented_and_rows_stay_on_a_line(void **state)
{
    (void)state;
    struct wr_bytes out = {0};
    assert_string_equal(dumped(&out, false, write_sample),
                        "name: m01aa\n"
                        "count: 18446744073709551615\n"
                        "empty: []\n"
                        "nothing: {}\n"
                        "inner:\n"
                        "  at: 1.0 -2.5 0.1\n"
                        "  on: true\n"
                        "items:\n"
                        "  - a: -9223372036854775808\n"
                        "    b:\n"
                        "      - x\n"
                        "      - - false\n"
                        "        - 1.0\n"
                        "  - {}\n"
                        "  - a: null, b: [1, {c: 2}], v: 0.0 1.0 2.0\n"
                        "  - last\n"
                        "row: 1, 2\n"
                        "bare: []\n"
                        "end: 0\n");
    wr_bytes_finish(&out);
}

static void json_is_indented_and_rows_stay_on_a_line(void **state)
{
    (void)state;
    struct wr_bytes out = {0};
    assert_string_equal(dumped(&out, true, write_sample),
                        "{\n"
                        "  \"name\": \"m01aa\",\n"
                        "  \"count\": 18446744073709551615,\n"
                        "  \"empty\": [],\n"
                        "  \"nothing\": {},\n"
                        "  \"inner\": {\n"
                        "    \"at\": [1.0, -2.5, 0.1],\n"
                        "    \"on\": true\n"
                        "  },\n"
                        "  \"items\": [\n"
                        "    {\n"
                        "      \"a\": -9223372036854775808,\n"
                        "      \"b\": [\n"
                        "        \"x\",\n"
                        "        [\n"
                        "          false,\n"
                        "          1.0\n"
                        "        ]\n"
                        "      ]\n"
                        "    },\n"
                        "    {},\n"
                        "    {\"a\": null, \"b\": [1, {\"c\": 2}], \"v\": [0.0, 1.0, 2.0]},\n"
                        "    \"last\"\n"
                        "  ],\n"
                        "  \"row\": [1, 2],\n"
                        "  \"bare\": [],\n"
                        "  \"end\": 0\n"
                        "}\n");
    wr_bytes_finish(&out);
}

static void write_nothing(struct wr_dump *dump)
{
    (void)dump;
}

static void an_empty_dump_is_still_one(void **state)
{
    (void)state;
    struct wr_bytes out = {0};
    assert_string_equal(dumped(&out, false, write_nothing), "{}\n");
    assert_string_equal(dumped(&out, true, write_nothing), "{}\n");
    wr_bytes_finish(&out);
}

static void write_odd_values(struct wr_dump *dump)
{
    const char *texts[] = {"",         "****", "a b",  " a",  "a: b", "\"\n\x1b",
                           "\xc3\xa9", "\xff", "null", "- a", "a,b"};
    wr_dump_list(dump, "texts");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        wr_dump_text(dump, NULL, texts[i]);
    wr_dump_list_end(dump);
    volatile float zero = 0;
    wr_dump_number(dump, "nan", zero / zero);
    wr_dump_vec3(dump, "infinite", (wr_vec3){1 / zero, -1 / zero, -0.0f});
}

static void odd_values_are_told_apart(void **state)
{
    (void)state;
    struct wr_bytes out = {0};
    assert_string_equal(dumped(&out, false, write_odd_values), "texts:\n"
                                                               "  - \"\"\n"
                                                               "  - ****\n"
                                                               "  - a b\n"
                                                               "  - \" a\"\n"
                                                               "  - \"a: b\"\n"
                                                               "  - \"\\\"\\n\\u001b\"\n"
                                                               "  - \"\xc3\xa9\"\n"
                                                               "  - \"\xef\xbf\xbd\"\n"
                                                               "  - \"null\"\n"
                                                               "  - \"- a\"\n"
                                                               "  - \"a,b\"\n"
                                                               "nan: nan\n"
                                                               "infinite: inf -inf -0.0\n");
    wr_bytes_finish(&out);
}

static void json_reads_back(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    wr_json *root = NULL;
    const char *text = dumped(&out, true, write_odd_values);
    assert_int_equal(wr_json_read(f.context, f.arena, findings_text(&f, text), &root), WR_OK);
    wr_json *texts = wr_json_find(root, "texts");
    assert_string_equal(texts->first->next->text, "****");
    assert_int_equal(texts->count, 11);
    assert_string_equal(wr_json_find(root, "nan")->text, "nan");
    wr_json *infinite = wr_json_find(root, "infinite");
    assert_string_equal(infinite->first->text, "inf");
    assert_true(infinite->first->next->next->number == 0);
    assert_said(&f, "");
    wr_bytes_finish(&out);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_indented_and_rows_stay_on_a_line),
        cmocka_unit_test(json_is_indented_and_rows_stay_on_a_line),
        cmocka_unit_test(an_empty_dump_is_still_one),
        cmocka_unit_test(odd_values_are_told_apart),
        cmocka_unit_test(json_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
