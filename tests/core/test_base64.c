/* Base64: the vectors of RFC 4648, and every text that must be refused. */
#include "tests/support/test.h"

#include "core/text/base64.h"

static const char *const pairs[][2] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
    {"\xff\xfe\xfd", "//79"},
    {"\xfb\xef\xbe", "++++"},
};

static void the_vectors_of_the_standard_hold_both_ways(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct wr_bytes text = {0};
        uint8_t bytes[16];
        size_t size = 99, bad;
        wr_base64_encode(&text, pairs[i][0], strlen(pairs[i][0]));
        assert_int_equal(text.size, strlen(pairs[i][1]));
        assert_memory_equal(text.size ? (char *)text.data : "", pairs[i][1], text.size);
        assert_true(wr_base64_check(wr_view_of(pairs[i][1]), &size, &bad));
        assert_int_equal(size, strlen(pairs[i][0]));
        wr_base64_decode(wr_view_of(pairs[i][1]), bytes);
        assert_memory_equal(bytes, pairs[i][0], size);
        wr_bytes_finish(&text);
    }
}

static void bytes_of_every_value_and_length_survive(void **state)
{
    (void)state;
    uint8_t bytes[300], back[300];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + i / 256);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        struct wr_bytes text = {0};
        size_t decoded = 0, bad;
        wr_base64_encode(&text, bytes, size);
        wr_view view = {(const char *)text.data, text.size};
        assert_true(wr_base64_check(view, &decoded, &bad));
        assert_int_equal(decoded, size);
        wr_base64_decode(view, back);
        assert_memory_equal(back, bytes, size);
        wr_bytes_finish(&text);
    }
}

static void what_is_not_base64_is_refused_at_its_place(void **state)
{
    (void)state;
    const struct {
        const char *text;
        size_t bad;
    } cases[] = {
        {"Zg=", 3},      {"Zg", 2},   {"Z", 1},        {"Zm9v\nZm9v", 4},
        {"Zm 9v", 2},    {"Zm9-", 3}, {"Zm9_", 3},     {"=", 1},
        {"====", 0},     {"Z===", 1}, {"Zg==Zg==", 2}, {"Zm9v=", 5},
        {"Zm9v====", 4}, {"Zh==", 1}, {"Zm9=", 2},     {"Zm\xc3\xa9", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size, bad = 99;
        assert_false(wr_base64_check(wr_view_of(cases[i].text), &size, &bad));
        assert_int_equal(bad, cases[i].bad);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_the_standard_hold_both_ways),
        cmocka_unit_test(bytes_of_every_value_and_length_survive),
        cmocka_unit_test(what_is_not_base64_is_refused_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
