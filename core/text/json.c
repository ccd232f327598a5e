/* The one door to cJSON: it parses, and a walk through the text beside its tree adds what it
 * does not keep. */
#include "core/text/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/text/json_lexis.h"
#include "core/text/utf8.h"

struct walk {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    const uint8_t *text;
    size_t at, size;
    unsigned duplicates;
    enum wr_result result;
};

static void keep(struct walk *walk, enum wr_result result)
{
    if (walk->result == WR_OK || result == WR_NO_MEMORY)
        walk->result = result;
}

/* ---- Numbers --------------------------------------------------------------------------- */

/* Whether a double holds the whole number `digits`, which a 64-bit word must hold too. */
static bool keeps_bits(wr_view digits)
{
    uint64_t value = 0;
    for (size_t i = 0; i < digits.size; i++) {
        uint64_t digit = (uint64_t)(digits.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    while (value > (UINT64_C(1) << 53) && value % 2 == 0)
        value /= 2;
    return value <= UINT64_C(1) << 53;
}

static bool is_whole(wr_view number)
{
    for (size_t i = 0; i < number.size; i++)
        if (number.data[i] < '0' || number.data[i] > '9')
            return false;
    return true;
}

static void read_number(struct walk *walk, wr_json *json)
{
    size_t start = walk->at;
    walk->at = wr_json_number_end(walk->text, walk->size, start);
    wr_view number = {(const char *)walk->text + start, walk->at - start};
    if (!wr_parse_f64(number, &json->number) || !isfinite(json->number))
        keep(walk, wr_fail(walk->context, WR_INVALID, json->where, "json-range", NULL,
                           "the number '%.*s' is beyond what a double holds",
                           number.size > 40 ? 40 : (int)number.size, number.data));
    wr_view digits = number;
    if (digits.data[0] == '-')
        digits = (wr_view){digits.data + 1, digits.size - 1};
    if (digits.size > 15 && is_whole(digits) && !keeps_bits(digits))
        keep(walk, wr_fail(walk->context, WR_INVALID, json->where, "json-lossy",
                           "write it as a string, or use a number below 2^53",
                           "the number '%.*s' loses bits in a double",
                           number.size > 40 ? 40 : (int)number.size, number.data));
}

/* ---- Duplicate keys -------------------------------------------------------------------- */

/* Up to a few, comparing each with each is fastest. */
enum { FEW = 16, MOST_NOTES = 20 };

static void duplicate(struct walk *walk, wr_json *first, wr_json *second)
{
    wr_fail(walk->context, WR_INVALID, second->key_where, "json-duplicate", NULL,
            "the key '%.80s' stands twice in one object", second->key);
    if (walk->duplicates++ < MOST_NOTES)
        wr_note(walk->context, first->key_where, "json-duplicate", NULL,
                "it stands here first");
    keep(walk, WR_INVALID);
}

static int by_key(const void *a, const void *b)
{
    const wr_json *x = *(wr_json *const *)a, *y = *(wr_json *const *)b;
    int order = strcmp(x->key, y->key);
    if (order != 0)
        return order;
    return x->where.offset < y->where.offset ? -1 : x->where.offset > y->where.offset;
}

static void sort_keys(struct walk *walk, const wr_json *object)
{
    wr_json **members = wr_alloc(object->count * sizeof *members);
    if (!members) {
        keep(walk, wr_no_memory(walk->context));
        return;
    }
    size_t count = 0;
    for (wr_json *member = object->first; member; member = member->next)
        members[count++] = member;
    qsort(members, count, sizeof(wr_json *), by_key);
    for (size_t i = 1; i < count; i++)
        if (strcmp(members[i - 1]->key, members[i]->key) == 0)
            duplicate(walk, members[i - 1], members[i]);
    wr_free(members);
}

static void check_keys(struct walk *walk, const wr_json *object)
{
    if (object->count > FEW) {
        sort_keys(walk, object);
        return;
    }
    for (wr_json *second = object->first; second; second = second->next)
        for (wr_json *first = object->first; first != second; first = first->next)
            if (strcmp(first->key, second->key) == 0) {
                duplicate(walk, first, second);
                break;
            }
}

/* ---- The walk -------------------------------------------------------------------------- */

static void skip_space(struct walk *walk)
{
    while (walk->at < walk->size && wr_json_is_space(walk->text[walk->at]))
        walk->at++;
}

/* Past the comma, colon or bracket the grammar has here, and the space around it. */
static void skip_mark(struct walk *walk)
{
    skip_space(walk);
    walk->at++;
    skip_space(walk);
}

static const char *copy_text(struct walk *walk, const char *text)
{
    const char *copy = wr_arena_text(walk->arena, text, strlen(text));
    if (!copy)
        keep(walk, wr_no_memory(walk->context));
    return copy;
}

static enum wr_json_kind kind_of(const cJSON *item)
{
    if (cJSON_IsObject(item))
        return WR_JSON_OBJECT;
    if (cJSON_IsArray(item))
        return WR_JSON_LIST;
    if (cJSON_IsString(item))
        return WR_JSON_STRING;
    if (cJSON_IsNumber(item))
        return WR_JSON_NUMBER;
    return cJSON_IsBool(item) ? WR_JSON_BOOL : WR_JSON_NULL;
}

static wr_json *walk_value(struct walk *walk, const cJSON *item, wr_json *parent);

static void walk_items(struct walk *walk, const cJSON *list, wr_json *json)
{
    wr_json **tail = &json->first;
    walk->at++;
    for (const cJSON *item = list->child; item && walk->result != WR_NO_MEMORY;
         item = item->next) {
        if (json->count > 0)
            skip_mark(walk);
        *tail = walk_value(walk, item, json);
        if (!*tail)
            return;
        tail = &(*tail)->next;
        json->count++;
    }
    skip_mark(walk);
    if (json->kind == WR_JSON_OBJECT && walk->result != WR_NO_MEMORY)
        check_keys(walk, json);
}

static void walk_scalar(struct walk *walk, const cJSON *item, wr_json *json)
{
    if (json->kind == WR_JSON_NUMBER) {
        read_number(walk, json);
    } else if (json->kind == WR_JSON_STRING) {
        json->text = copy_text(walk, item->valuestring);
        walk->at = wr_json_string_end(walk->text, walk->size, walk->at);
    } else {
        json->truth = cJSON_IsTrue(item);
        walk->at += cJSON_IsFalse(item) ? strlen("false") : strlen("true");
    }
}

/* The value at walk->at, which cJSON read as `item`; NULL when memory is out. It nests no
 * deeper than wr_json_lexis allows. */
static wr_json *walk_value(struct walk *walk, const cJSON *item, wr_json *parent)
{
    wr_json *json = WR_ZERO(walk->arena, wr_json, 1);
    if (!json) {
        keep(walk, wr_no_memory(walk->context));
        return NULL;
    }
    json->kind = kind_of(item);
    json->parent = parent;
    json->index = parent ? parent->count : 0;
    skip_space(walk);
    json->key_where = WR_NOWHERE;
    if (parent && parent->kind == WR_JSON_OBJECT) {
        json->key_where = wr_at(walk->source, walk->at);
        json->key = copy_text(walk, item->string);
        walk->at = wr_json_string_end(walk->text, walk->size, walk->at);
        skip_mark(walk);
    }
    json->where = wr_at(walk->source, walk->at);
    if (json->kind == WR_JSON_OBJECT || json->kind == WR_JSON_LIST)
        walk_items(walk, item, json);
    else
        walk_scalar(walk, item, json);
    return walk->result == WR_NO_MEMORY ? NULL : json;
}

static bool only_space(const char *text, const char *end)
{
    while (text < end && wr_json_is_space((uint8_t)*text))
        text++;
    return text >= end;
}

static enum wr_result parse(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, const uint8_t *copy, wr_json **out)
{
    const char *text = (const char *)copy, *end = NULL;
    /* cJSON also notes its last error in a global that nobody here reads; threads may cross
     * there
     */
    cJSON *tree = cJSON_ParseWithLengthOpts(text, source->size, &end, 0);
    if (!tree || !only_space(end, text + source->size)) {
        enum wr_result result = wr_json_explain(context, source, copy);
        cJSON_Delete(tree);
        /* a text without a fault was refused because cJSON had no memory */
        return result == WR_OK ? wr_no_memory(context) : result;
    }
    struct walk walk = {.context = context,
                        .arena = arena,
                        .source = source,
                        .text = source->data,
                        .at = wr_utf8_mark(source->data, source->size),
                        .size = source->size};
    wr_json *root = walk_value(&walk, tree, NULL);
    cJSON_Delete(tree);
    if (walk.result == WR_OK)
        *out = root;
    return walk.result;
}

enum wr_result wr_json_read(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, wr_json **out)
{
    if (source->size > WR_JSON_LARGEST)
        return wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "json-size", NULL,
                       "the file is larger than %d MiB", WR_JSON_LARGEST >> 20);
    uint8_t *copy = wr_alloc(source->size + 1);
    if (!copy)
        return wr_no_memory(context);
    copy[source->size] = 0; /* cJSON before 1.7.18 reads it where a text ends with a comma */
    enum wr_result result = wr_json_lexis(context, source, copy);
    if (result == WR_OK)
        result = parse(context, arena, source, copy, out);
    wr_free(copy);
    return result;
}
