/* Reading members of JSON objects: types, ranges, missing and unknown keys. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/text/json.h"
#include "core/text/json_lexis.h"

const char *wr_json_kind_name(enum wr_json_kind kind)
{
    static const char *const names[] = {
        [WR_JSON_NULL] = "null",       [WR_JSON_BOOL] = "true or false",
        [WR_JSON_NUMBER] = "a number", [WR_JSON_STRING] = "a string",
        [WR_JSON_LIST] = "a list",     [WR_JSON_OBJECT] = "an object",
    };
    return names[kind];
}

/* ---- Paths and reports ------------------------------------------------------------------- */

const char *wr_json_path(const wr_json *json, char out[WR_JSON_PATH_SIZE])
{
    const wr_json *steps[WR_JSON_DEPTH + 1];
    size_t count = 0, used = 0;
    for (; json->parent; json = json->parent)
        steps[count++] = json;
    snprintf(out, WR_JSON_PATH_SIZE, "the file");
    while (count > 0 && used < WR_JSON_PATH_SIZE) {
        const wr_json *step = steps[--count];
        const char *dot = used ? "." : "";
        size_t left = WR_JSON_PATH_SIZE - used;
        int more = step->key ? snprintf(out + used, left, "%s%.40s", dot, step->key)
                             : snprintf(out + used, left, "[%u]", step->index);
        used += (size_t)more;
    }
    return out;
}

static bool wrong_type(struct wr_context *context, wr_json *json, const char *wanted, bool *ok)
{
    char path[WR_JSON_PATH_SIZE];
    wr_fail(context, WR_INVALID, json->where, "json-type", NULL, "%s must be %s, not %s",
            wr_json_path(json, path), wanted, wr_json_kind_name(json->kind));
    *ok = false;
    return false;
}

/* ---- Members --------------------------------------------------------------------------- */

wr_json *wr_json_find(wr_json *object, const char *key)
{
    if (object->kind != WR_JSON_OBJECT)
        return NULL;
    for (wr_json *member = object->first; member; member = member->next)
        if (strcmp(member->key, key) == 0) {
            member->taken = true;
            return member;
        }
    return NULL;
}

/* The member under a key whatever its kind; reports one that is missing though required. */
static wr_json *find_member(struct wr_context *context, wr_json *object, const char *key,
                            bool required, bool *ok)
{
    if (object->kind != WR_JSON_OBJECT) {
        wrong_type(context, object, "an object", ok);
        return NULL;
    }
    wr_json *found = wr_json_find(object, key);
    if (!found && required) {
        char path[WR_JSON_PATH_SIZE];
        wr_fail(context, WR_INVALID, object->where, "json-missing", NULL, "%s has no '%s'",
                wr_json_path(object, path), key);
        *ok = false;
    }
    return found;
}

wr_json *wr_json_get(struct wr_context *context, wr_json *object, const char *key,
                     enum wr_json_kind kind, bool required, bool *ok)
{
    wr_json *json = find_member(context, object, key, required, ok);
    if (!json || json->kind == kind)
        return json;
    wrong_type(context, json, wr_json_kind_name(kind), ok);
    return NULL;
}

bool wr_json_get_text(struct wr_context *context, wr_json *object, const char *key,
                      bool required, const char **out, bool *ok)
{
    wr_json *json = wr_json_get(context, object, key, WR_JSON_STRING, required, ok);
    if (json)
        *out = json->text;
    return json != NULL;
}

bool wr_json_get_bool(struct wr_context *context, wr_json *object, const char *key,
                      bool required, bool *out, bool *ok)
{
    wr_json *json = wr_json_get(context, object, key, WR_JSON_BOOL, required, ok);
    if (json)
        *out = json->truth;
    return json != NULL;
}

/* From the text, not from the double: rounding twice is not rounding once. */
bool wr_json_f32(struct wr_context *context, const wr_json *json, float *out, bool *ok)
{
    const struct wr_source *source = json->where.source;
    size_t end = wr_json_number_end(source->data, source->size, json->where.offset);
    wr_view number = {(const char *)source->data + json->where.offset,
                      end - json->where.offset};
    float value;
    if (wr_parse_f32(number, &value) && isfinite(value)) {
        *out = value;
        return true;
    }
    char path[WR_JSON_PATH_SIZE];
    wr_fail(context, WR_INVALID, json->where, "json-range", NULL,
            "%s is beyond what a float32 holds", wr_json_path(json, path));
    *ok = false;
    return false;
}

bool wr_json_get_f32(struct wr_context *context, wr_json *object, const char *key,
                     bool required, float *out, bool *ok)
{
    wr_json *json = wr_json_get(context, object, key, WR_JSON_NUMBER, required, ok);
    return json && wr_json_f32(context, json, out, ok);
}

static bool is_integer(double number)
{
    const double two_63 = 9223372036854775808.0;
    return number >= -two_63 && number < two_63 && (double)(int64_t)number == number;
}

bool wr_json_get_integer(struct wr_context *context, wr_json *object, const char *key,
                         bool required, int64_t least, int64_t most, int64_t *out, bool *ok)
{
    wr_json *json = find_member(context, object, key, required, ok);
    if (!json)
        return false;
    if (json->kind != WR_JSON_NUMBER)
        return wrong_type(context, json, "a whole number", ok);
    bool whole = is_integer(json->number);
    int64_t value = whole ? (int64_t)json->number : 0;
    if (whole && value >= least && value <= most) {
        *out = value;
        return true;
    }
    char path[WR_JSON_PATH_SIZE];
    wr_json_path(json, path);
    if (most == INT64_MAX)
        wr_fail(context, WR_INVALID, json->where, "json-range", NULL,
                "%s must be a whole number from %lld up", path, (long long)least);
    else
        wr_fail(context, WR_INVALID, json->where, "json-range", NULL,
                "%s must be a whole number from %lld to %lld", path, (long long)least,
                (long long)most);
    *ok = false;
    return false;
}

bool wr_json_get_vec3(struct wr_context *context, wr_json *object, const char *key,
                      bool required, wr_vec3 *out, bool *ok)
{
    wr_json *json = find_member(context, object, key, required, ok);
    if (!json)
        return false;
    if (json->kind != WR_JSON_LIST)
        return wrong_type(context, json, "a list of three numbers", ok);
    if (json->count != 3) {
        char path[WR_JSON_PATH_SIZE];
        wr_fail(context, WR_INVALID, json->where, "json-type", NULL,
                "%s must be a list of three numbers, not of %u", wr_json_path(json, path),
                json->count);
        return *ok = false;
    }
    float values[3];
    size_t i = 0;
    for (wr_json *item = json->first; item; item = item->next) {
        if (item->kind != WR_JSON_NUMBER)
            return wrong_type(context, item, "a number", ok);
        if (!wr_json_f32(context, item, &values[i++], ok))
            return false;
    }
    *out = (wr_vec3){values[0], values[1], values[2]};
    return true;
}

void wr_json_done(struct wr_context *context, wr_json *object, const char *const *known,
                  bool *ok)
{
    if (object->kind != WR_JSON_OBJECT)
        return;
    for (wr_json *member = object->first; member; member = member->next) {
        if (member->taken)
            continue;
        *ok = false;
        char hint[WR_SUGGESTION_SIZE], path[WR_JSON_PATH_SIZE];
        wr_fail(context, WR_INVALID, member->key_where, "json-unknown-key",
                wr_suggestion(hint, member->key, known), "%s knows no key '%.80s'",
                wr_json_path(object, path), member->key);
    }
}
