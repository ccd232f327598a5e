/* Text: views, words and lines, orders that no locale changes, integers, UTF-8. */
#include "tests/support/test.h"

#include "core/base/text.h"

static void must_be(wr_view view, const char *text)
{
    if (!wr_view_is(view, text))
        fail_msg("'%.*s' is not '%s'", (int)view.size, view.data, text);
}

static void words_are_split_at_any_space(void **state)
{
    (void)state;
    wr_view rest = wr_view_of("\t one  two\r\nthree ");
    must_be(wr_view_word(&rest), "one");
    must_be(wr_view_word(&rest), "two");
    must_be(wr_view_word(&rest), "three");
    must_be(wr_view_word(&rest), "");
    must_be(wr_view_word(&rest), "");
    wr_view nothing = {NULL, 0};
    must_be(wr_view_word(&nothing), "");
}

static void lines_lose_their_ends(void **state)
{
    (void)state;
    wr_view rest = wr_view_of("a\r\n\nb\rc\n\r\nlast"), line;
    static const char *const expected[] = {"a", "", "b\rc", "", "last"};
    for (size_t i = 0; i < 5; i++) {
        assert_true(wr_view_line(&rest, &line));
        must_be(line, expected[i]);
    }
    assert_false(wr_view_line(&rest, &line));
    rest = wr_view_of("x\n");
    assert_true(wr_view_line(&rest, &line));
    assert_false(wr_view_line(&rest, &line));
}

static void names_compare_without_case(void **state)
{
    (void)state;
    assert_true(wr_text_same("M01aa_01A", "m01AA_01a"));
    assert_false(wr_text_same("m01aa", "m01ab"));
    assert_false(wr_text_same("m01aa", "m01aa_"));
    assert_false(wr_text_same("\xc3\x84", "\xc3\xa4")); /* only ASCII letters have case */
    assert_false(wr_text_same("[", "{"));
    assert_true(wr_view_same((wr_view){"ABc", 2}, wr_view_of("ab")));
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static void the_order_of_texts_is_total(void **state)
{
    (void)state;
    /* Ascending. '_' lies between upper and lower case, so folding decides its place. */
    static const char *const texts[] = {"",   "A",  "a",  "A_", "a_", "AA",      "Aa",
                                        "aA", "aa", "ab", "B",  "b",  "\xc3\xa4"};
    for (size_t i = 0; i < 13; i++)
        for (size_t k = 0; k < 13; k++)
            assert_int_equal(sign(wr_text_order(texts[i], texts[k])), (i > k) - (i < k));
}

static void integers_are_read_whole_or_not_at_all(void **state)
{
    (void)state;
    uint32_t small;
    int64_t large;
    assert_true(wr_parse_u32(wr_view_of("4294967295"), &small) && small == UINT32_MAX);
    assert_true(wr_parse_u32(wr_view_of("007"), &small) && small == 7);
    assert_false(wr_parse_u32(wr_view_of("4294967296"), &small));
    assert_true(wr_parse_i64(wr_view_of("-9223372036854775808"), &large) && large == INT64_MIN);
    assert_true(wr_parse_i64(wr_view_of("9223372036854775807"), &large) && large == INT64_MAX);
    assert_true(wr_parse_i64(wr_view_of("-0"), &large) && large == 0);
    static const char *const wrong[] = {"",
                                        "-",
                                        "+1",
                                        "1.0",
                                        "1e3",
                                        " 1",
                                        "1 ",
                                        "0x1",
                                        "--1",
                                        "18446744073709551616",
                                        "9223372036854775808",
                                        "-9223372036854775809"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(wr_parse_u32(wr_view_of(wrong[i]), &small));
        assert_false(wr_parse_i64(wr_view_of(wrong[i]), &large));
    }
    assert_false(wr_parse_u32(wr_view_of("-1"), &small));
}

static void the_distance_of_words_counts_edits(void **state)
{
    (void)state;
    assert_int_equal(wr_text_distance("kitten", "sitting", 9), 3);
    assert_int_equal(wr_text_distance("hall", "hall", 9), 0);
    assert_int_equal(wr_text_distance("", "abc", 9), 3);
    assert_int_equal(wr_text_distance("abc", "", 9), 3);
    assert_int_equal(wr_text_distance("rotation", "rotaton", 9), 1);
    assert_int_equal(wr_text_distance("north", "south", 9), 2);
    assert_int_equal(wr_text_distance("kitten", "sitting", 2), 2);
    char long_word[200];
    memset(long_word, 'x', 199);
    long_word[199] = '\0';
    assert_int_equal(wr_text_distance(long_word, long_word, 3), 0);
    assert_int_equal(wr_text_distance(long_word, "x", 3), 3);
}

static void only_well_formed_utf8_is_a_character(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"a", 1},
                 {"\x7f", 1},
                 {"\xc3\xa4", 2},
                 {"\xe2\x82\xac", 3},
                 {"\xef\xbf\xbd", 3},
                 {"\xf0\x9f\x98\x80", 4},
                 {"\xf4\x8f\xbf\xbf", 4},
                 {"\x80", 0},
                 {"\xc0\xaf", 0},         /* overlong */
                 {"\xe0\x80\xaf", 0},     /* overlong */
                 {"\xf0\x80\x80\xaf", 0}, /* overlong */
                 {"\xed\xa0\x80", 0},     /* a surrogate */
                 {"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
                 {"\xf8\x88\x80\x80", 0},
                 {"\xc3", 0},
                 {"\xe2\x82", 0},
                 {"\xc3\x41", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(wr_utf8_length(cases[i].text, strlen(cases[i].text)), cases[i].length);
    assert_int_equal(wr_utf8_length("\xe2\x82\xac", 2), 0);
    assert_int_equal(wr_utf8_length("", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_split_at_any_space),
        cmocka_unit_test(lines_lose_their_ends),
        cmocka_unit_test(names_compare_without_case),
        cmocka_unit_test(the_order_of_texts_is_total),
        cmocka_unit_test(integers_are_read_whole_or_not_at_all),
        cmocka_unit_test(the_distance_of_words_counts_edits),
        cmocka_unit_test(only_well_formed_utf8_is_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
