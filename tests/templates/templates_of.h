/* Templates for tests: read from text in which ' stands for ". */
#ifndef WR_TESTS_TEMPLATES_TEMPLATES_OF_H
#define WR_TESTS_TEMPLATES_TEMPLATES_OF_H

#include "tests/support/findings.h"

#include "templates/template_reading.h"

/* The template a text gives, or NULL; the text is held by `findings`. */
static inline struct wr_template *template_of(struct findings *findings, const char *text)
{
    struct wr_template *template = NULL;
    enum wr_result result = wr_template_parse(findings->context, wr_arena_create(),
                                              findings_text(findings, text), &template);
    assert_true((result == WR_OK) == (template != NULL));
    assert_true((result == WR_OK) == (findings->errors == 0));
    return template;
}

static inline const char *template_text(struct wr_arena *arena, const char *text)
{
    char *copy = wr_arena_text(arena, text, strlen(text));
    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return copy;
}

#endif
