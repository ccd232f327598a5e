/* Bytes: what is written is read back, nothing is read past the end, failure sticks. */
#include "tests/support/test.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"

static struct wr_reader reader_of(const struct wr_bytes *bytes)
{
    return (struct wr_reader){bytes->data, bytes->size, 0, false};
}

static void must_hold(struct wr_bytes *bytes, const char *text)
{
    assert_false(bytes->failed);
    wr_bytes_char(bytes, '\0');
    assert_string_equal((const char *)bytes->data, text);
    wr_bytes_finish(bytes);
}

static void words_lie_little_endian(void **state)
{
    (void)state;
    static const uint8_t expected[] = {0x02, 0x01, 0x06, 0x05, 0x04, 0x03, 0xfe, 0xff, 0xff,
                                       0xff, 0,    0,    0xc0, 0xbf, 1,    0,    0,    0};
    struct wr_bytes bytes = {0};
    const uint32_t one = 1;
    wr_bytes_u16(&bytes, 0x0102);
    wr_bytes_u32(&bytes, 0x03040506);
    wr_bytes_i32(&bytes, -2);
    wr_bytes_f32(&bytes, -1.5f);
    wr_bytes_words(&bytes, &one, 1);
    assert_int_equal(bytes.size, sizeof expected);
    assert_memory_equal(bytes.data, expected, sizeof expected);
    struct wr_reader reader = reader_of(&bytes);
    assert_int_equal(wr_reader_u16(&reader), 0x0102);
    assert_int_equal(wr_reader_u32(&reader), 0x03040506);
    assert_int_equal(wr_reader_i32(&reader), -2);
    assert_true(wr_reader_f32(&reader) == -1.5f);
    uint32_t word;
    wr_reader_words(&reader, &word, 1);
    assert_int_equal(word, 1);
    assert_false(reader.failed);
    wr_bytes_finish(&bytes);
}

static void vectors_and_patches_come_back(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    wr_bytes_u32(&bytes, 0);
    wr_bytes_vec3(&bytes, (wr_vec3){1, -2, 3.25f});
    wr_bytes_patch_u32(&bytes, 0, 77);
    wr_bytes_patch_u32(&bytes, 13, 1); /* does not fit: nothing happens */
    struct wr_reader reader = reader_of(&bytes);
    assert_int_equal(wr_reader_u32(&reader), 77);
    wr_vec3 v = wr_reader_vec3(&reader);
    assert_true(v.x == 1 && v.y == -2 && v.z == 3.25f);
    wr_bytes_finish(&bytes);
}

static void reading_past_the_end_gives_zero_for_good(void **state)
{
    (void)state;
    const uint8_t data[] = {1, 2, 3};
    for (size_t size = 0; size < 3; size++) {
        uint8_t *exact = malloc(size + !size); /* so that a checker sees a byte too many */
        memcpy(exact, data, size);
        struct wr_reader reader = {exact, size, 0, false};
        assert_int_equal(wr_reader_u32(&reader), 0);
        assert_true(reader.failed);
        assert_null(wr_reader_take(&reader, 0));
        assert_int_equal(wr_reader_u16(&reader), 0);
        free(exact);
    }
    struct wr_reader reader = {data, 3, 0, false};
    assert_non_null(wr_reader_take(&reader, 3));
    assert_null(wr_reader_take(&reader, SIZE_MAX));
    uint32_t words[2] = {9, 9};
    reader = (struct wr_reader){data, 3, 0, false};
    wr_reader_words(&reader, words, 2);
    assert_true(reader.failed && words[0] == 0 && words[1] == 0);
}

static void the_last_byte_is_read_and_none_behind_it(void **state)
{
    (void)state;
    const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (size_t at = 0; at <= sizeof data + 1; at++)
        for (size_t size = 0; size <= sizeof data + 1; size++) {
            struct wr_reader reader = {data, sizeof data, at, false};
            bool fits = at + size <= sizeof data;
            assert_true(wr_reader_take(&reader, size) == (fits ? data + at : NULL));
            assert_true(reader.failed == !fits);
            assert_int_equal(reader.at, fits ? at + size : at);
        }
    uint32_t words[3] = {9, 9, 9};
    struct wr_reader reader = {data, sizeof data, 0, false};
    wr_reader_words(&reader, words, 2);
    assert_true(!reader.failed && words[1] == 0x08070605 && words[2] == 9);
    wr_reader_words(&reader, words, 0);
    assert_false(reader.failed);
    reader = (struct wr_reader){data, sizeof data, 0, false};
    wr_reader_words(&reader, words, SIZE_MAX / 4 + 1); /* four times that is 0 */
    assert_true(reader.failed && words[0] == 0x04030201);
}

static void a_word_is_patched_only_where_it_fits(void **state)
{
    (void)state;
    for (size_t at = 0; at < 12; at++) {
        struct wr_bytes bytes = {0};
        wr_bytes_text(&bytes, "abcdefghijkl");
        bytes.size = 8;
        wr_bytes_patch_u32(&bytes, at, 0);
        for (size_t i = 0; i < 12; i++)
            assert_true((bytes.data[i] == 0) == (at <= 4 && i >= at && i < at + 4));
        wr_bytes_finish(&bytes);
    }
}

static void a_count_of_words_beyond_memory_fails(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    const uint32_t word = 1;
    wr_bytes_words(&bytes, &word, SIZE_MAX / 4 + 1); /* four times that is 0 */
    assert_true(bytes.failed && bytes.size == 0);
    wr_bytes_finish(&bytes);
}

static void counts_that_lie_do_not_fit(void **state)
{
    (void)state;
    const uint8_t data[100] = {0};
    struct wr_reader reader = {data, sizeof data, 0, false};
    assert_true(wr_reader_fits(&reader, 0, 10, 10));
    assert_true(wr_reader_fits(&reader, 100, 0, 10));
    assert_true(wr_reader_fits(&reader, 40, 15, 4));
    assert_false(wr_reader_fits(&reader, 41, 15, 4));
    assert_false(wr_reader_fits(&reader, 101, 0, 4));
    assert_false(wr_reader_fits(&reader, 0, UINT64_MAX, 4));
    assert_false(wr_reader_fits(&reader, 0, UINT64_MAX / 4 + 2, 4));
    assert_false(wr_reader_fits(&reader, UINT64_MAX, 1, 1));
}

static void a_writer_that_failed_stays_failed(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    wr_bytes_text(&bytes, "kept");
    assert_null(wr_bytes_extend(&bytes, SIZE_MAX - 2));
    assert_true(bytes.failed);
    wr_bytes_text(&bytes, "lost");
    wr_bytes_print(&bytes, "%d", 1);
    wr_bytes_number(&bytes, 1);
    assert_null(wr_bytes_extend(&bytes, 1));
    assert_int_equal(bytes.size, 4);
    wr_bytes_finish(&bytes);
    assert_false(bytes.failed);
    wr_bytes_finish(NULL);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    bool failed = false, passed = false;
    for (size_t n = 1; n < 40; n++) {
        struct wr_bytes bytes = {0};
        wr_fail_allocation_after(n);
        for (int i = 0; i < 100; i++)
            wr_bytes_print(&bytes, "%d %s", i, "a run of text that takes some room");
        wr_fail_allocation_after(0);
        failed |= bytes.failed;
        passed |= !bytes.failed;
        wr_bytes_finish(&bytes);
    }
    assert_true(failed && passed);
}

static void long_texts_are_printed_whole(void **state)
{
    (void)state;
    char text[1000];
    memset(text, 'x', sizeof text);
    for (size_t size = 100; size < 300; size++) {
        struct wr_bytes bytes = {0};
        wr_bytes_print(&bytes, "<%.*s>", (int)size, text);
        assert_int_equal(bytes.size, size + 2);
        assert_int_equal(bytes.data[size + 1], '>');
        wr_bytes_finish(&bytes);
    }
}

static void numbers_are_printed_without_a_locale(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    wr_bytes_number(&bytes, 0.1f);
    wr_bytes_char(&bytes, ' ');
    wr_bytes_number(&bytes, -3);
    must_hold(&bytes, "0.1 -3.0");
}

static void json_strings_are_escaped_and_always_utf8(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    wr_bytes_json(&bytes, "\xc2\x9b\xe2\x80\xae\xd8\x9c\xe2\x81\xa9\xe2\x80\xa6");
    assert_int_equal(bytes.size, 29);
    assert_memory_equal(bytes.data, "\"\\u009b\\u202e\\u061c\\u2069\xe2\x80\xa6\"", 29);
    bytes.size = 0;
    wr_bytes_visible(&bytes, "a\tb\n\r\x1b[0m\x7f\xff", 11);
    assert_int_equal(bytes.size, 22);
    assert_memory_equal(bytes.data, "a\tb\n\\r\\u001b[0m\\u007f?", 22);
    bytes.size = 0;
    wr_bytes_json(&bytes, "a\"\\\n\t\r\x01\x7f \xc3\xa4 \xff\xc3");
    must_hold(&bytes, "\"a\\\"\\\\\\n\\t\\r\\u0001\\u007f \xc3\xa4 \xef\xbf\xbd\xef\xbf\xbd\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_lie_little_endian),
        cmocka_unit_test(vectors_and_patches_come_back),
        cmocka_unit_test(reading_past_the_end_gives_zero_for_good),
        cmocka_unit_test(the_last_byte_is_read_and_none_behind_it),
        cmocka_unit_test(a_word_is_patched_only_where_it_fits),
        cmocka_unit_test(a_count_of_words_beyond_memory_fails),
        cmocka_unit_test(counts_that_lie_do_not_fit),
        cmocka_unit_test(a_writer_that_failed_stays_failed),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(long_texts_are_printed_whole),
        cmocka_unit_test(numbers_are_printed_without_a_locale),
        cmocka_unit_test(json_strings_are_escaped_and_always_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
