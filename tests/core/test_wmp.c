/* Levels of 3D GameStudio: what their bytes are taken for. */
#include "tests/support/findings.h"

#include "core/wmp/wmp.h"

#include <string.h>

static void assert_dialect(const char *text, enum wr_wmp_dialect expected)
{
    enum wr_wmp_dialect dialect;
    assert_true(wr_wmp_is((const uint8_t *)text, strlen(text), &dialect));
    assert_int_equal(dialect, expected);
}

static void a_level_is_told_by_its_content(void **state)
{
    (void)state;
    assert_dialect("// WMP2\r\n// ACKWED V 4.32\r\n\r\nblocks 1\r\n", WR_WMP_PLANES);
    assert_dialect("blocks 1\nentities 1\n", WR_WMP_PLANES);
    assert_dialect("// WMP2\n// ACKWED V 5.07.01\n\nversion 510\n", WR_WMP_TEXT510);
    assert_dialect("// WMP2\n// WMPIO V 1.30\n\nversion 710\n", WR_WMP_TEXT710);
    assert_dialect("version 710\n", WR_WMP_TEXT710);
    assert_dialect("// wmpio (1.30), 19.07.2014\n\nversion 711\n\n\n{ //level\n", WR_WMP_BUILD);
    assert_dialect("WMPB", WR_WMP_BINARY);
}

static void what_is_no_level_is_not_taken_for_one(void **state)
{
    (void)state;
    static const char *const others[] = {"", "WMP", "version", "version one", "blocks",
                                         "#MAXLAYOUT ASCII\n", "// a comment\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(wr_wmp_is((const uint8_t *)others[i], strlen(others[i]), NULL));
}

static void a_level_of_acknex3_is_another_thing(void **state)
{
    (void)state;
    const char *text = "# made by a level editor\n\nVERTEX 0.0 16.0 0.0;# 0\n";
    assert_true(wr_wmp_is_acknex3((const uint8_t *)text, strlen(text)));
    assert_false(wr_wmp_is((const uint8_t *)text, strlen(text), NULL));
    assert_false(wr_wmp_is_acknex3((const uint8_t *)"VERTEX", 6));
    assert_false(wr_wmp_is_acknex3((const uint8_t *)"", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_is_told_by_its_content),
        cmocka_unit_test(what_is_no_level_is_not_taken_for_one),
        cmocka_unit_test(a_level_of_acknex3_is_another_thing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
