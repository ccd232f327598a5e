/* Reading and writing GFF trees as JSON. */
#include "core/format/gff_json.h"

#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/format/gff_value.h"
#include "core/text/codepage.h"
#include "core/text/dump.h"
#include "core/text/json.h"

#include <stdio.h>
#include <string.h>

struct parse {
    struct wr_context *context;
    struct wr_arena *arena;
    bool ok, starved;
};

static void starve(struct parse *parse)
{
    if (!parse->starved)
        wr_no_memory(parse->context);
    parse->starved = true;
    parse->ok = false;
}

/* ---- Values ------------------------------------------------------------------------------ */

static void refuse_value(struct parse *parse, const wr_json *value, enum wr_gff_type type)
{
    static const char *const wanted[] = {
        [WR_GFF_BYTE] = "a whole number from 0 to 255",
        [WR_GFF_CHAR] = "a whole number from -128 to 127",
        [WR_GFF_WORD] = "a whole number from 0 to 65535",
        [WR_GFF_SHORT] = "a whole number from -32768 to 32767",
        [WR_GFF_DWORD] = "a whole number from 0 to 4294967295",
        [WR_GFF_INT] = "a whole number from -2147483648 to 2147483647",
        [WR_GFF_DWORD64] = "a whole number of 64 bits, as a string above 2^53",
        [WR_GFF_INT64] = "a whole number of 64 bits, as a string above 2^53",
        [WR_GFF_FLOAT] = "a number",
        [WR_GFF_DOUBLE] = "a number",
        [WR_GFF_STRING] = "a string",
        [WR_GFF_RESREF] = "a string of at most 16 characters",
        [WR_GFF_VOID] = "a string of pairs of the digits 0-9 and a-f",
        [WR_GFF_ORIENTATION] = "a list of four numbers",
        [WR_GFF_VECTOR] = "a list of three numbers",
        [WR_GFF_STRREF] = "a whole number from -2147483648 to 2147483647",
    };
    char path[WR_JSON_PATH_SIZE];
    wr_fail(parse->context, WR_INVALID, value->where, "gff-json-value", NULL,
            "%s is of the type %s, and must be %s", wr_json_path(value, path),
            wr_gff_type_name(type), wanted[type]);
    parse->ok = false;
}

/* As many bytes as a text of digits stands for; NULL where it is none, or memory is out. */
static uint8_t *read_hex(struct parse *parse, const char *text, uint32_t *size)
{
    static const char digits[] = "0123456789abcdef";
    size_t length = strlen(text);
    if (length % 2 != 0 || strspn(text, digits) != length || length / 2 > UINT32_MAX)
        return NULL;
    uint8_t *out = WR_TAKE(parse->arena, uint8_t, length / 2 + 1);
    if (!out) {
        starve(parse);
        return NULL;
    }
    for (size_t i = 0; i < length / 2; i++)
        out[i] = (uint8_t)((strchr(digits, text[2 * i]) - digits) * 16 +
                           (strchr(digits, text[2 * i + 1]) - digits));
    *size = (uint32_t)(length / 2);
    return out;
}

static bool read_whole(struct parse *parse, const wr_json *value, wr_gff_field *field)
{
    char digits[32];
    const char *text = value->text;
    if (value->kind == WR_JSON_NUMBER) {
        bool whole = value->number >= -0x1p63 && value->number < 0x1p63 &&
                     (double)(int64_t)value->number == value->number;
        if (!whole)
            return false;
        snprintf(digits, sizeof digits, "%lld", (long long)value->number);
        text = digits;
    } else if (value->kind != WR_JSON_STRING ||
               (field->type != WR_GFF_DWORD64 && field->type != WR_GFF_INT64))
        return false;
    return wr_gff_parse_value(parse->arena, text, field) == WR_OK;
}

/* The words of `count` digits each that a text of bits stands for. */
static bool read_words(const char *text, int count, size_t digits, uint64_t *out)
{
    static const char known[] = "0123456789abcdef";
    if (strlen(text) != (size_t)count * digits || strspn(text, known) != strlen(text))
        return false;
    for (int i = 0; i < count; i++, text += digits) {
        out[i] = 0;
        for (size_t k = 0; k < digits; k++)
            out[i] = out[i] << 4 | (uint64_t)(strchr(known, text[k]) - known);
    }
    return true;
}

static bool read_number(struct parse *parse, wr_json *item, float *out)
{
    if (item->kind == WR_JSON_NUMBER)
        return wr_json_f32(parse->context, item, out, &parse->ok);
    *out = 0; /* "nan", "inf" and "-inf": the bits beside them say which */
    return item->kind == WR_JSON_STRING &&
           (strcmp(item->text, "nan") == 0 || strcmp(item->text, "inf") == 0 ||
            strcmp(item->text, "-inf") == 0);
}

static bool read_floats(struct parse *parse, wr_json *value, const char *bits, int count,
                        float *out)
{
    uint64_t words[4];
    wr_json *item = count > 1 ? value->first : value;
    bool fine = count == 1 || (value->kind == WR_JSON_LIST && value->count == (uint32_t)count);
    for (int i = 0; fine && i < count; i++, item = item->next)
        fine = read_number(parse, item, &out[i]);
    if (!fine || !bits)
        return fine;
    fine = read_words(bits, count, 8, words);
    for (int i = 0; fine && i < count; i++) {
        uint32_t word = (uint32_t)words[i];
        memcpy(&out[i], &word, sizeof word);
    }
    return fine;
}

static bool read_double(struct parse *parse, wr_json *value, const char *bits, double *out)
{
    uint64_t word;
    float rounded = 0;
    if (!bits) {
        *out = value->number;
        return value->kind == WR_JSON_NUMBER;
    }
    if (!read_words(bits, 1, 16, &word))
        return false;
    memcpy(out, &word, sizeof word);
    return value->kind == WR_JSON_NUMBER || read_number(parse, value, &rounded);
}

/* A text, or the bytes that stand beside it. */
static bool read_string(struct parse *parse, const wr_json *value, const char *bytes,
                        const uint8_t **data, uint32_t *size)
{
    size_t length;
    if (value->kind != WR_JSON_STRING)
        return false;
    if (bytes)
        return (*data = read_hex(parse, bytes, size)) != NULL;
    const char *text = wr_codepage_from_utf8(parse->arena, value->text, &length);
    if (!text)
        starve(parse);
    *data = (const uint8_t *)text;
    *size = (uint32_t)length;
    return text && length <= UINT32_MAX;
}

/* Texts that the games' code page has no sign for would come out as a question mark. */
static void warn_of_signs(struct parse *parse, const wr_json *value, const uint8_t *data,
                          uint32_t size)
{
    size_t said = 0, made = 0;
    for (const char *at = value->text; *at; at++)
        said += *at == '?';
    for (uint32_t i = 0; i < size; i++)
        made += data[i] == '?';
    if (made > said)
        wr_warn(parse->context, value->where, "gff-json-sign",
                "the games' texts are Windows-1252",
                "a sign of the text becomes a question mark: the games do not have it");
}

static bool read_value(struct parse *parse, wr_json *object, wr_json *value,
                       wr_gff_field *field)
{
    const char *bits = NULL, *bytes = NULL;
    wr_json_get_text(parse->context, object, "bits", false, &bits, &parse->ok);
    wr_json_get_text(parse->context, object, "bytes", false, &bytes, &parse->ok);
    switch (field->type) {
    case WR_GFF_FLOAT:
        return read_floats(parse, value, bits, 1, &field->single);
    case WR_GFF_VECTOR:
        return read_floats(parse, value, bits, 3, field->vector);
    case WR_GFF_ORIENTATION:
        return read_floats(parse, value, bits, 4, field->vector);
    case WR_GFF_DOUBLE:
        return read_double(parse, value, bits, &field->real);
    case WR_GFF_STRING:
    case WR_GFF_RESREF:
        if (!read_string(parse, value, bytes, &field->bytes.data, &field->bytes.size))
            return false;
        if (!bytes)
            warn_of_signs(parse, value, field->bytes.data, field->bytes.size);
        return field->type == WR_GFF_STRING ||
               field->bytes.size <= (bytes ? UINT8_MAX : WR_GFF_RESREF_LENGTH);
    case WR_GFF_VOID:
        field->bytes.data = value->kind == WR_JSON_STRING
                                ? read_hex(parse, value->text, &field->bytes.size)
                                : NULL;
        return field->bytes.data != NULL;
    default:
        return read_whole(parse, value, field);
    }
}

/* ---- Localised texts --------------------------------------------------------------------- */

static void read_language(struct parse *parse, wr_json *object, wr_gff_text *out)
{
    static const char *const known[] = {"language", "text", "bytes", NULL};
    int64_t language = 0;
    const char *bytes = NULL;
    wr_json_get_integer(parse->context, object, "language", true, 0, UINT32_MAX, &language,
                        &parse->ok);
    wr_json *text =
        wr_json_get(parse->context, object, "text", WR_JSON_STRING, true, &parse->ok);
    wr_json_get_text(parse->context, object, "bytes", false, &bytes, &parse->ok);
    wr_json_done(parse->context, object, known, &parse->ok);
    if (!parse->ok)
        return;
    out->language = (uint32_t)language;
    if (!read_string(parse, text, bytes, &out->data, &out->size)) {
        if (!parse->starved)
            refuse_value(parse, text, WR_GFF_STRING);
    } else if (!bytes)
        warn_of_signs(parse, text, out->data, out->size);
}

static void read_local(struct parse *parse, wr_json *object, wr_gff_field *field)
{
    int64_t strref = -1;
    wr_json_get_integer(parse->context, object, "strref", true, INT32_MIN, INT32_MAX, &strref,
                        &parse->ok);
    wr_json *texts =
        wr_json_get(parse->context, object, "texts", WR_JSON_LIST, true, &parse->ok);
    field->local.strref = (int32_t)strref;
    if (!texts)
        return;
    field->local.texts = WR_ZERO(parse->arena, wr_gff_text, texts->count);
    if (!field->local.texts) {
        starve(parse);
        return;
    }
    for (wr_json *item = texts->first; item; item = item->next)
        read_language(parse, item, &field->local.texts[field->local.count++]);
}

/* ---- Structs ------------------------------------------------------------------------------
 */

static wr_gff_struct *read_struct(struct parse *parse, wr_json *object, bool root);

static void read_items(struct parse *parse, wr_json *object, wr_gff_field *field)
{
    static const char *const known[] = {"id", "fields", NULL};
    wr_json *items =
        wr_json_get(parse->context, object, "items", WR_JSON_LIST, true, &parse->ok);
    if (!items)
        return;
    field->list.items = WR_ZERO(parse->arena, wr_gff_struct *, items->count);
    field->list.capacity = items->count;
    if (!field->list.items) {
        starve(parse);
        return;
    }
    for (wr_json *item = items->first; item; item = item->next) {
        wr_gff_struct *made = read_struct(parse, item, false);
        if (!made)
            return;
        wr_json_done(parse->context, item, known, &parse->ok);
        field->list.items[field->list.count++] = made;
    }
}

static bool read_label(struct parse *parse, wr_json *object, wr_gff_field *field)
{
    size_t size;
    wr_json *label =
        wr_json_get(parse->context, object, "label", WR_JSON_STRING, true, &parse->ok);
    if (!label)
        return false;
    const char *text = wr_codepage_from_utf8(parse->arena, label->text, &size);
    if (!text) {
        starve(parse);
        return false;
    }
    if (size > WR_GFF_LABEL) {
        wr_fail(parse->context, WR_INVALID, label->where, "gff-json-label", NULL,
                "the label '%.80s' is longer than 16 characters", label->text);
        return parse->ok = false;
    }
    memcpy(field->label, text, size);
    return true;
}

static bool read_type(struct parse *parse, wr_json *object, wr_gff_field *field)
{
    const char *names[WR_GFF_STRREF + 2] = {0};
    char hint[WR_SUGGESTION_SIZE];
    wr_json *type =
        wr_json_get(parse->context, object, "type", WR_JSON_STRING, true, &parse->ok);
    if (!type || wr_gff_type_named(type->text, &field->type))
        return type != NULL;
    for (int i = 0; i <= WR_GFF_STRREF; i++)
        names[i] = wr_gff_type_name((enum wr_gff_type)i);
    wr_fail(parse->context, WR_INVALID, type->where, "gff-json-type",
            wr_suggestion(hint, type->text, names), "'%.80s' is no type of values", type->text);
    return parse->ok = false;
}

static void read_field(struct parse *parse, wr_json *object, wr_gff_field *field)
{
    static const char *const plain[] = {"label", "type", "value", "bits", "bytes", NULL};
    static const char *const local[] = {"label", "type", "strref", "texts", NULL};
    static const char *const inner[] = {"label", "type", "id", "fields", NULL};
    static const char *const list[] = {"label", "type", "items", NULL};
    const char *const *known = plain;
    bool labelled = read_label(parse, object, field);
    if (!read_type(parse, object, field) || !labelled)
        return;
    if (field->type == WR_GFF_STRUCT) {
        field->child = read_struct(parse, object, false);
        known = inner;
    } else if (field->type == WR_GFF_LIST) {
        read_items(parse, object, field);
        known = list;
    } else if (field->type == WR_GFF_LOCSTRING) {
        read_local(parse, object, field);
        known = local;
    } else {
        wr_json *value = wr_json_find(object, "value");
        bool fine = parse->ok;
        if (!value)
            wr_json_get(parse->context, object, "value", WR_JSON_NULL, true, &parse->ok);
        else if (!read_value(parse, object, value, field) && parse->ok == fine)
            refuse_value(parse, value, field->type);
    }
    wr_json_done(parse->context, object, known, &parse->ok);
}

/* NULL when memory is out, or where it is no struct. */
static wr_gff_struct *read_struct(struct parse *parse, wr_json *object, bool root)
{
    int64_t id = UINT32_MAX;
    wr_gff_struct *made = WR_ZERO(parse->arena, wr_gff_struct, 1);
    wr_json_get_integer(parse->context, object, "id", !root, 0, UINT32_MAX, &id, &parse->ok);
    wr_json *fields =
        wr_json_get(parse->context, object, "fields", WR_JSON_LIST, true, &parse->ok);
    if (made && fields) {
        made->fields = WR_ZERO(parse->arena, wr_gff_field, fields->count);
        made->capacity = fields->count;
    }
    if (!made || (fields && !made->fields)) {
        starve(parse);
        return NULL;
    }
    made->id = (uint32_t)id;
    for (wr_json *item = fields ? fields->first : NULL; item; item = item->next)
        read_field(parse, item, &made->fields[made->count++]);
    return made;
}

/* ---- The whole ------------------------------------------------------------------------------
 */

static void read_mark(struct parse *parse, wr_json *root, struct wr_gff *gff)
{
    size_t size;
    int64_t version;
    wr_json_get_integer(parse->context, root, "warren-gff", true, 1, 1, &version, &parse->ok);
    wr_json *type = wr_json_get(parse->context, root, "type", WR_JSON_STRING, true, &parse->ok);
    const char *text = type ? wr_codepage_from_utf8(parse->arena, type->text, &size) : NULL;
    if (type && !text)
        starve(parse);
    if (!text)
        return;
    if (size != 4) {
        wr_fail(parse->context, WR_INVALID, type->where, "gff-json-type",
                "files of areas have \"ARE \", with the space",
                "the type of a file has four characters");
        parse->ok = false;
        return;
    }
    memcpy(gff->type, text, 4);
}

enum wr_result wr_gff_json_read(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, struct wr_gff **out)
{
    static const char *const known[] = {"warren-gff", "type", "id", "fields", NULL};
    struct parse parse = {.context = context, .arena = arena, .ok = true};
    struct wr_gff *gff = WR_ZERO(arena, struct wr_gff, 1);
    wr_json *root;
    if (!gff)
        return wr_no_memory(context);
    enum wr_result result = wr_json_read(context, arena, source, &root);
    if (result != WR_OK)
        return result;
    gff->arena = arena;
    read_mark(&parse, root, gff);
    gff->root = read_struct(&parse, root, true);
    if (!parse.starved)
        wr_json_done(context, root, known, &parse.ok);
    *out = gff;
    return parse.ok ? WR_OK : parse.starved ? WR_NO_MEMORY : WR_INVALID;
}

bool wr_gff_json_recognise(const uint8_t *data, size_t size)
{
    enum { HEAD = 256 };
    size_t at = wr_text_start(data, size);
    return at < size && data[at] == '{' &&
           wr_text_contains(data, size < HEAD ? size : HEAD, "\"warren-gff\"");
}

/* Brackets that a struct opens, its own not counted. */
static unsigned depth_of(const wr_gff_struct *tree)
{
    unsigned most = 1;
    for (uint32_t i = 0; i < tree->count; i++) {
        const wr_gff_field *field = &tree->fields[i];
        unsigned depth = field->type == WR_GFF_STRUCT ? 1 + depth_of(field->child) : 4;
        for (uint32_t k = 0; field->type == WR_GFF_LIST && k < field->list.count; k++) {
            unsigned item = 3 + depth_of(field->list.items[k]);
            depth = item > depth ? item : depth;
        }
        most = depth + 1 > most ? depth + 1 : most;
    }
    return most;
}

enum wr_result wr_gff_json_write(struct wr_context *context, const struct wr_gff *gff,
                                 wr_where where, struct wr_bytes *out)
{
    struct wr_dump dump;
    if (depth_of(gff->root) + 1 > WR_JSON_DEPTH)
        return wr_fail(context, WR_LIMIT, where, "gff-json-deep", NULL,
                       "its structs and lists nest deeper than JSON that is read");
    wr_dump_start(&dump, out, true);
    dump.context = context;
    wr_dump_count(&dump, "warren-gff", 1);
    wr_gff_dump(gff, &dump);
    wr_dump_end(&dump);
    return out->failed ? wr_no_memory(context) : WR_OK;
}
