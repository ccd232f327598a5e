/* A context whose findings are kept as the text a user would see, for comparing. */
#ifndef WR_TESTS_SUPPORT_FINDINGS_H
#define WR_TESTS_SUPPORT_FINDINGS_H

#include "tests/support/test.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

struct findings {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_source
        source;            /* the text findings_text was given, in a buffer of its exact size */
    struct wr_bytes lines; /* "name:1:2: error [slug] sentence" and a newline for each */
    unsigned errors, warnings;
};

static inline void findings_report(void *user, const struct wr_diag *diag)
{
    struct findings *findings = user;
    findings->errors += diag->severity == WR_ERROR;
    findings->warnings += diag->severity == WR_WARNING;
    const char *severity = diag->severity == WR_ERROR     ? "error"
                           : diag->severity == WR_WARNING ? "warning"
                                                          : "note";
    if (diag->has_offset)
        wr_bytes_print(&findings->lines, "0x%llx: ", (unsigned long long)diag->offset);
    else
        wr_bytes_print(&findings->lines, "%u:%u: ", diag->line, diag->column);
    wr_bytes_print(&findings->lines, "%s [%s] ", severity, diag->slug);
    wr_bytes_text(&findings->lines, diag->message);
    if (diag->hint) {
        wr_bytes_text(&findings->lines, " (");
        wr_bytes_text(&findings->lines, diag->hint);
        wr_bytes_text(&findings->lines, ")");
    }
    wr_bytes_char(&findings->lines, '\n');
}

static inline void findings_start(struct findings *findings)
{
    *findings = (struct findings){0};
    findings->context = wr_context_create(findings_report, findings);
    findings->arena = wr_arena_create();
    assert_non_null(findings->context);
    assert_non_null(findings->arena);
}

/* Gives the source a copy of its own, so that a sanitizer sees a read beyond its end. */
static inline const struct wr_source *findings_bytes(struct findings *findings,
                                                     const void *data, size_t size)
{
    free((void *)(uintptr_t)findings->source.data);
    uint8_t *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, data, size);
    findings->source = (struct wr_source){.name = "test", .data = copy, .size = size};
    return &findings->source;
}

static inline const struct wr_source *findings_text(struct findings *findings, const char *text)
{
    return findings_bytes(findings, text, strlen(text));
}

/* What was found so far; forgets it. */
static inline const char *findings_said(struct findings *findings)
{
    wr_bytes_char(&findings->lines, '\0');
    findings->lines.size = 0;
    findings->errors = findings->warnings = 0;
    return (const char *)findings->lines.data;
}

static inline void findings_end(struct findings *findings)
{
    free((void *)(uintptr_t)findings->source.data);
    wr_bytes_finish(&findings->lines);
    wr_context_destroy(findings->context);
    wr_arena_destroy(findings->arena);
}

#define assert_said(findings, expected) assert_string_equal(findings_said(findings), expected)

/* A place is where a finding about it is said to be. */
static inline void assert_place(struct findings *findings, wr_where where, unsigned line,
                                unsigned column)
{
    char expected[64];
    wr_fail(findings->context, WR_INVALID, where, "place", NULL, "here");
    snprintf(expected, sizeof expected, "%u:%u: error [place] here\n", line, column);
    assert_said(findings, expected);
}

#endif
