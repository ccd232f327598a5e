/* Every fault of a template is said, in these words and at this place. */
#include "tests/templates/template_faults.h"
#include "tests/templates/templates_of.h"

static void each_fault_is_named_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof template_faults / sizeof *template_faults; i++) {
        struct findings f;
        findings_start(&f);
        struct wr_template *template =
            template_of(&f, template_text(f.arena, template_faults[i].text));
        if (template)
            fail_msg("this was taken: %s", template_faults[i].text);
        const char *said = findings_said(&f);
        if (strcmp(said, template_faults[i].said) != 0)
            fail_msg("%s\nsaid:\n%swanted:\n%s", template_faults[i].text, said,
                     template_faults[i].said);
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
