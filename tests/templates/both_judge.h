/* Proving that a published schema and the rules of the reader say the same. */
#ifndef WR_TESTS_TEMPLATES_BOTH_JUDGE_H
#define WR_TESTS_TEMPLATES_BOTH_JUDGE_H

#include "tests/support/findings.h"
#include "tests/support/schema.h"

#include "core/base/system.h"
#include "core/files/file.h"

/* A kind of file: its schema below the sources, what makes JSON of a test's text, and whether
 * the reader takes it. */
struct both_kind {
    const char *schema;
    const char *(*text_of)(struct wr_arena *arena, const char *text);
    bool (*rules_allow)(struct findings *f, const char *text);
};

static inline wr_json *json_of(struct findings *f, const struct wr_source *source)
{
    wr_json *json = NULL;
    wr_json_read(f->context, f->arena, source, &json);
    return json;
}

static inline bool both_schema_allows(const struct both_kind *kind, struct findings *f,
                                      const char *text)
{
    const char *root = wr_environment("WARREN_SOURCE");
    assert_non_null(root);
    struct wr_source source;
    const char *path = wr_path_join(f->arena, root, kind->schema);
    assert_int_equal(wr_file_read(f->context, f->arena, path, &source), WR_OK);
    wr_json *schema = json_of(f, &source), *json = json_of(f, findings_text(f, text));
    assert_non_null(schema);
    return json && schema_allows(schema, schema, json);
}

/* Fails unless the rules and the schema each take or refuse a text as said. */
static inline void both_judge(const struct both_kind *kind, const char *text, bool rules,
                              bool schema)
{
    struct findings f;
    findings_start(&f);
    text = kind->text_of(f.arena, text);
    bool allowed = kind->rules_allow(&f, text);
    findings_said(&f);
    if (allowed != rules)
        fail_msg("the rules should %s: %.300s", rules ? "take" : "refuse", text);
    if (both_schema_allows(kind, &f, text) != schema)
        fail_msg("the schema should %s: %.300s", schema ? "take" : "refuse", text);
    findings_end(&f);
}

#endif
