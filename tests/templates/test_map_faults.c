/* Every fault of a Warren map is said, in these words and at this place. */
#include "tests/templates/map_faults.h"
#include "tests/templates/maps.h"

static void each_fault_is_named_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof map_faults / sizeof *map_faults; i++) {
        struct findings f;
        findings_start(&f);
        struct wr_map *map = map_of(&f, map_text(f.arena, map_faults[i].text));
        if (map)
            fail_msg("this was taken: %s", map_faults[i].text);
        const char *said = findings_said(&f);
        if (strcmp(said, map_faults[i].said) != 0)
            fail_msg("%s\nsaid:\n%swanted:\n%s", map_faults[i].text, said, map_faults[i].said);
        findings_end(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_named_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
