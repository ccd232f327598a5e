/* A validator for a subset of JSON Schema 2020-12. */
#include "tests/support/schema.h"

#include <regex.h>

#include "tests/support/test.h"

struct judgement {
    const wr_json *root, *schema, *value;
};

static const wr_json *member(const wr_json *object, const char *key)
{
    for (const wr_json *json = object->first; json; json = json->next)
        if (object->kind == WR_JSON_OBJECT && strcmp(json->key, key) == 0)
            return json;
    return NULL;
}

static bool same(const wr_json *a, const wr_json *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == WR_JSON_STRING)
        return strcmp(a->text, b->text) == 0;
    assert_int_equal(a->kind, WR_JSON_NUMBER);
    return a->number == b->number;
}

/* ---- Keywords ------------------------------------------------------------------------------
 */

static bool judge_type(const struct judgement *j, const wr_json *keyword)
{
    static const char *const names[] = {"null",   "boolean", "number",
                                        "string", "array",   "object"};
    if (strcmp(keyword->text, "integer") == 0)
        return j->value->kind == WR_JSON_NUMBER && floor(j->value->number) == j->value->number;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(keyword->text, names[i]) == 0)
            return j->value->kind == (enum wr_json_kind)i;
    fail_msg("the schema names a type '%s'", keyword->text);
    return false;
}

static bool judge_const(const struct judgement *j, const wr_json *keyword)
{
    return same(j->value, keyword);
}

static bool judge_enum(const struct judgement *j, const wr_json *keyword)
{
    for (const wr_json *item = keyword->first; item; item = item->next)
        if (same(j->value, item))
            return true;
    return false;
}

static bool judge_required(const struct judgement *j, const wr_json *keyword)
{
    for (const wr_json *key = keyword->first; key; key = key->next)
        if (j->value->kind == WR_JSON_OBJECT && !member(j->value, key->text))
            return false;
    return true;
}

static bool judge_properties(const struct judgement *j, const wr_json *keyword)
{
    for (const wr_json *schema = keyword->first; schema; schema = schema->next) {
        const wr_json *value = member(j->value, schema->key);
        if (value && !schema_allows(j->root, schema, value))
            return false;
    }
    return true;
}

static bool judge_additional(const struct judgement *j, const wr_json *keyword)
{
    const wr_json *known = member(j->schema, "properties");
    assert_true(keyword->kind == WR_JSON_BOOL && !keyword->truth && known);
    for (const wr_json *value = j->value->first; value; value = value->next)
        if (j->value->kind == WR_JSON_OBJECT && !member(known, value->key))
            return false;
    return true;
}

static bool judge_items(const struct judgement *j, const wr_json *keyword)
{
    for (const wr_json *item = j->value->first; item; item = item->next)
        if (j->value->kind == WR_JSON_LIST && !schema_allows(j->root, keyword, item))
            return false;
    return true;
}

static bool judge_prefix(const struct judgement *j, const wr_json *keyword)
{
    assert_null(member(j->schema, "items")); /* which would be about the rest only */
    const wr_json *item = j->value->kind == WR_JSON_LIST ? j->value->first : NULL;
    const wr_json *schema = keyword->first;
    for (; item && schema; item = item->next, schema = schema->next)
        if (!schema_allows(j->root, schema, item))
            return false;
    return true;
}

static bool judge_min_items(const struct judgement *j, const wr_json *keyword)
{
    return j->value->kind != WR_JSON_LIST || j->value->count >= keyword->number;
}

static bool judge_max_items(const struct judgement *j, const wr_json *keyword)
{
    return j->value->kind != WR_JSON_LIST || j->value->count <= keyword->number;
}

static bool judge_min_length(const struct judgement *j, const wr_json *keyword)
{
    assert_true(keyword->number == 1.0); /* or characters would have to be counted */
    return j->value->kind != WR_JSON_STRING || *j->value->text;
}

static bool judge_pattern(const struct judgement *j, const wr_json *keyword)
{
    if (j->value->kind != WR_JSON_STRING)
        return true;
    regex_t pattern;
    assert_int_equal(regcomp(&pattern, keyword->text, REG_EXTENDED | REG_NOSUB), 0);
    bool matches = regexec(&pattern, j->value->text, 0, NULL, 0) == 0;
    regfree(&pattern);
    return matches;
}

static bool judge_minimum(const struct judgement *j, const wr_json *keyword)
{
    return j->value->kind != WR_JSON_NUMBER || j->value->number >= keyword->number;
}

static bool judge_maximum(const struct judgement *j, const wr_json *keyword)
{
    return j->value->kind != WR_JSON_NUMBER || j->value->number <= keyword->number;
}

static bool judge_above(const struct judgement *j, const wr_json *keyword)
{
    return j->value->kind != WR_JSON_NUMBER || j->value->number > keyword->number;
}

static bool judge_below(const struct judgement *j, const wr_json *keyword)
{
    return j->value->kind != WR_JSON_NUMBER || j->value->number < keyword->number;
}

static unsigned matching(const struct judgement *j, const wr_json *schemas)
{
    unsigned count = 0;
    for (const wr_json *schema = schemas->first; schema; schema = schema->next)
        count += schema_allows(j->root, schema, j->value);
    return count;
}

static bool judge_any(const struct judgement *j, const wr_json *keyword)
{
    return matching(j, keyword) > 0;
}

static bool judge_all(const struct judgement *j, const wr_json *keyword)
{
    return matching(j, keyword) == keyword->count;
}

static bool judge_one(const struct judgement *j, const wr_json *keyword)
{
    return matching(j, keyword) == 1;
}

static bool judge_reference(const struct judgement *j, const wr_json *keyword)
{
    assert_int_equal(strncmp(keyword->text, "#/$defs/", 8), 0);
    const wr_json *target = member(member(j->root, "$defs"), keyword->text + 8);
    assert_non_null(target);
    return schema_allows(j->root, target, j->value);
}

static bool judge_nothing(const struct judgement *j, const wr_json *keyword)
{
    (void)j, (void)keyword;
    return true;
}

static const struct {
    const char *name;
    bool (*judge)(const struct judgement *j, const wr_json *keyword);
} keywords[] = {
    {"type", judge_type},
    {"const", judge_const},
    {"enum", judge_enum},
    {"required", judge_required},
    {"properties", judge_properties},
    {"additionalProperties", judge_additional},
    {"items", judge_items},
    {"prefixItems", judge_prefix},
    {"minItems", judge_min_items},
    {"maxItems", judge_max_items},
    {"minLength", judge_min_length},
    {"pattern", judge_pattern},
    {"minimum", judge_minimum},
    {"maximum", judge_maximum},
    {"exclusiveMinimum", judge_above},
    {"exclusiveMaximum", judge_below},
    {"anyOf", judge_any},
    {"allOf", judge_all},
    {"oneOf", judge_one},
    {"$ref", judge_reference},
    {"$schema", judge_nothing},
    {"$defs", judge_nothing},
    {"title", judge_nothing},
    {"description", judge_nothing},
    {"contentEncoding", judge_nothing},
};

static bool judge_keyword(const struct judgement *j, const wr_json *keyword)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(keywords[i].name, keyword->key) == 0)
            return keywords[i].judge(j, keyword);
    fail_msg("the schema has a keyword '%s' this test cannot judge", keyword->key);
    return false;
}

bool schema_allows(const wr_json *root, const wr_json *schema, const wr_json *value)
{
    if (schema->kind == WR_JSON_BOOL)
        return schema->truth;
    struct judgement j = {root, schema, value};
    for (const wr_json *keyword = schema->first; keyword; keyword = keyword->next)
        if (!judge_keyword(&j, keyword))
            return false;
    return true;
}
