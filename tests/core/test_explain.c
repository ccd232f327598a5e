/* What findings mean, against the page it was cut out of: read here in another way. */
#include "tests/support/test.h"

#include "core/core.h"

#include <stdio.h>
#include <stdlib.h>

/* docs/diagnostics.md, for the caller to free. */
static char *read_page(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/docs/diagnostics.md", getenv("WARREN_SOURCE"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    assert_in_range(size, 10000, (1 << 20) - 2);
    fclose(file);
    return text;
}

/* The section under a heading: where it begins and how long it is without empty lines around.
 */
static const char *section(const char *page, const char *slug, size_t *size)
{
    char heading[128];
    snprintf(heading, sizeof heading, "\n## %s\n\n", slug);
    const char *begin = strstr(page, heading);
    if (!begin)
        fail_msg("the page has no section '%s'", slug);
    begin += strlen(heading);
    const char *end = strstr(begin, "\n## ");
    end = end ? end : begin + strlen(begin);
    while (end[-1] == '\n')
        end--;
    *size = (size_t)(end - begin) + 1;
    return begin;
}

static void each_section_is_explained_word_by_word(void **state)
{
    (void)state;
    char *page = read_page();
    const char *slug;
    size_t count = 0, sections = 0;
    for (const char *p = page; (p = strstr(p, "\n## ")); p++)
        sections++;
    for (; (slug = wr_slug_at(count)); count++) {
        size_t size;
        const char *expected = section(page, slug, &size), *text = wr_slug_explain(slug);
        assert_non_null(text);
        if (strlen(text) != size || strncmp(text, expected, size) != 0)
            fail_msg("'%s' is explained as:\n%s", slug, text);
    }
    assert_int_equal(count, sections);
    free(page);
}

static void slugs_are_sorted_and_found(void **state)
{
    (void)state;
    for (size_t i = 1; wr_slug_at(i); i++)
        assert_true(strcmp(wr_slug_at(i - 1), wr_slug_at(i)) < 0);
    assert_non_null(strstr(wr_slug_explain("file-exists"), "--force"));
}

static void what_is_no_slug_is_not_explained(void **state)
{
    static const char *const others[] = {
        "", "file", "file-exist", "file-existss", "File-Exists", "zzz", "aaa"};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(wr_slug_explain(others[i]));
    assert_null(wr_slug_at(SIZE_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_section_is_explained_word_by_word),
        cmocka_unit_test(slugs_are_sorted_and_found),
        cmocka_unit_test(what_is_no_slug_is_not_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
