/* SHA-256 against the standard's own examples. Source: FIPS 180-4, NIST's example values. */
#include "tests/support/test.h"

#include "core/base/hash.h"

static void check(const char *text, const char *expected)
{
    char out[WR_HASH_SIZE];
    for (size_t step = 1; step < 70; step++) {
        wr_hash hash;
        size_t size = strlen(text);
        wr_hash_begin(&hash);
        for (size_t at = 0; at < size; at += step)
            wr_hash_add(&hash, text + at, size - at < step ? size - at : step);
        wr_hash_end(&hash, out);
        assert_string_equal(out, expected);
    }
}

static void texts_have_the_hashes_of_the_standard(void **state)
{
    (void)state;
    check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmn"
          "opqr"
          "lmnopqrsmnopqrstnopqrstu",
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void a_million_letters_have_the_hash_of_the_standard(void **state)
{
    char out[WR_HASH_SIZE], letters[1000];
    wr_hash hash;
    (void)state;
    memset(letters, 'a', sizeof letters);
    wr_hash_begin(&hash);
    for (int i = 0; i < 1000; i++)
        wr_hash_add(&hash, letters, sizeof letters);
    wr_hash_end(&hash, out);
    assert_string_equal(out,
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_the_hashes_of_the_standard),
        cmocka_unit_test(a_million_letters_have_the_hash_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
