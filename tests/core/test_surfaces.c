/* Names of surfaces, as people and programs spell them. */
#include "tests/support/test.h"

#include "core/walkmesh/surfaces.h"

static uint32_t row_of(const char *name, size_t size)
{
    uint32_t row;
    return wr_surface_named((wr_view){name, size}, &row) ? row : UINT32_MAX;
}

static void a_name_is_known_however_it_is_spelt(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t row;
    } pairs[] = {
        {"Stone", 4},
        {"stone", 4},
        {"STONE.001", 4},
        {"wok_Stone", 4},
        {"wok_Stone.12", UINT32_MAX},
        {"4", 4},
        {"deep water", 17},
        {"Deep_Water", 17},
        {"Non-Walk", 7},
        {"unwalkable", 7},
        {"Bottomless", 16},
        {"wok_Trigger", 30},
        {"Stones", UINT32_MAX},
        {"Ston", UINT32_MAX},
        {"", UINT32_MAX},
        {"wok_", UINT32_MAX},
        {"_", UINT32_MAX},
        {"99", UINT32_MAX},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (row_of(pairs[i].name, strlen(pairs[i].name)) != pairs[i].row)
            fail_msg("'%s' is %u", pairs[i].name,
                     (unsigned)row_of(pairs[i].name, strlen(pairs[i].name)));
}

/* What ends a text of C is a letter like any other in a file's name. */
static void a_name_with_a_nul_in_it_is_none(void **state)
{
    (void)state;
    static const char after[] = "Stone\0Wood";
    static const char *const names[] = {"Stone\0", "Stone\0\0", "\0Stone"};
    assert_int_equal(row_of(after, sizeof after - 1), UINT32_MAX);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(row_of(names[i], 6), UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_known_however_it_is_spelt),
        cmocka_unit_test(a_name_with_a_nul_in_it_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
