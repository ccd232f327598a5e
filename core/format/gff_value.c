/* Values of GFF trees as texts. Source: formats/module, 2.1. */
#include "core/format/gff_value.h"
#include "core/text/codepage.h"

#include "core/base/text.h"
#include "core/text/base64.h"

#include <math.h>
#include <string.h>

static const char *const TYPE_NAMES[] = {
    "byte",   "char",  "word",        "short",  "dword",  "int",       "dword64",
    "int64",  "float", "double",      "string", "resref", "locstring", "void",
    "struct", "list",  "orientation", "vector", "strref",
};
enum { TYPES = sizeof TYPE_NAMES / sizeof *TYPE_NAMES, DOUBLE_DIGITS = 16 };

const char *wr_gff_type_name(enum wr_gff_type type)
{
    return TYPE_NAMES[type];
}

bool wr_gff_type_named(const char *name, enum wr_gff_type *out)
{
    for (int i = 0; i < TYPES; i++)
        if (strcmp(TYPE_NAMES[i], name) == 0) {
            *out = (enum wr_gff_type)i;
            return true;
        }
    return false;
}

bool wr_gff_label_valid(const char *label)
{
    size_t size = strlen(label);
    for (size_t i = 0; i < size; i++)
        if (label[i] < ' ' || label[i] > '~')
            return false;
    return size > 0 && size <= WR_GFF_LABEL && label[0] != ' ' && label[size - 1] != ' ';
}

/* ---- Printing ---------------------------------------------------------------------------- */

bool wr_gff_print_text(const uint8_t *data, uint32_t size, struct wr_bytes *out)
{
    bool whole = true;
    for (uint32_t i = 0; i < size && data[i]; i++) {
        bool control = data[i] < ' ' && data[i] != '\t' && data[i] != '\n' && data[i] != '\r';
        whole &= !control;
        if (!control)
            wr_codepage_add_utf8(out, wr_codepage_point(data[i]));
    }
    return whole;
}

static void print_whole(const wr_gff_field *field, struct wr_bytes *out)
{
    bool negative = field->type != WR_GFF_DWORD64 && field->bits >> 63;
    uint64_t size = negative ? 0 - field->bits : field->bits;
    char text[24] = {0};
    size_t at = sizeof text - 1;
    do
        text[--at] = (char)('0' + size % 10);
    while ((size /= 10) > 0);
    if (negative)
        text[--at] = '-';
    wr_bytes_text(out, text + at);
}

static bool print_floats(const float *values, int count, struct wr_bytes *out)
{
    bool finite = true;
    for (int i = 0; i < count; i++) {
        finite &= isfinite(values[i]) != 0;
        if (i > 0)
            wr_bytes_char(out, ' ');
        wr_bytes_number(out, values[i]);
    }
    return finite;
}

static void print_bits(double value, struct wr_bytes *out)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < DOUBLE_DIGITS; i++)
        wr_bytes_char(out, "0123456789abcdef"[bits >> (60 - 4 * i) & 15]);
}

bool wr_gff_print_value(const wr_gff_field *field, struct wr_bytes *out)
{
    switch (field->type) {
    case WR_GFF_FLOAT:
        return print_floats(&field->single, 1, out);
    case WR_GFF_VECTOR:
        return print_floats(field->vector, 3, out);
    case WR_GFF_ORIENTATION:
        return print_floats(field->vector, 4, out);
    case WR_GFF_DOUBLE:
        print_bits(field->real, out);
        return true;
    case WR_GFF_STRING:
    case WR_GFF_RESREF:
        return wr_gff_print_text(field->bytes.data, field->bytes.size, out) &&
               (field->type == WR_GFF_STRING || field->bytes.size <= WR_GFF_RESREF_LENGTH);
    case WR_GFF_VOID:
        wr_base64_encode(out, field->bytes.data, field->bytes.size);
        return true;
    case WR_GFF_LOCSTRING:
        wr_bytes_print(out, "%ld", (long)field->local.strref);
        return true;
    case WR_GFF_STRUCT:
    case WR_GFF_LIST:
        return false;
    default:
        print_whole(field, out);
        return true;
    }
}

/* ---- Parsing ----------------------------------------------------------------------------- */

/* What each type of whole numbers holds; a DWORD64 more than a sign leaves room for. */
static bool parse_whole(const char *text, wr_gff_field *field)
{
    static const struct {
        int64_t least, most;
    } ranges[] = {
        [WR_GFF_BYTE] = {0, UINT8_MAX},           [WR_GFF_CHAR] = {INT8_MIN, INT8_MAX},
        [WR_GFF_WORD] = {0, UINT16_MAX},          [WR_GFF_SHORT] = {INT16_MIN, INT16_MAX},
        [WR_GFF_DWORD] = {0, UINT32_MAX},         [WR_GFF_INT] = {INT32_MIN, INT32_MAX},
        [WR_GFF_DWORD64] = {0, INT64_MAX},        [WR_GFF_INT64] = {INT64_MIN, INT64_MAX},
        [WR_GFF_STRREF] = {INT32_MIN, INT32_MAX},
    };
    int64_t value;
    if (!wr_parse_i64(wr_view_of(text), &value) || value < ranges[field->type].least ||
        value > ranges[field->type].most)
        return false;
    field->bits = (uint64_t)value;
    return true;
}

/* The upper half of a DWORD64. */
static bool parse_large(const char *text, wr_gff_field *field)
{
    uint64_t value = 0;
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        uint64_t digit = (uint64_t)(unsigned char)text[i] - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    field->bits = value;
    return size > 0;
}

static bool parse_floats(const char *text, float *out, int count)
{
    wr_view rest = wr_view_of(text);
    for (int i = 0; i < count; i++)
        if (!wr_parse_f32(wr_view_word(&rest), &out[i]) || !isfinite(out[i]))
            return false;
    return wr_view_word(&rest).size == 0;
}

static bool parse_bits(const char *text, double *out)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t bits = 0;
    if (strlen(text) != DOUBLE_DIGITS || strspn(text, digits) != DOUBLE_DIGITS)
        return false;
    for (int i = 0; i < DOUBLE_DIGITS; i++)
        bits = bits << 4 | (uint64_t)(strchr(digits, text[i]) - digits);
    memcpy(out, &bits, sizeof bits);
    return true;
}

static enum wr_result parse_text(struct wr_arena *arena, const char *text, wr_gff_field *field)
{
    size_t size;
    const char *made = wr_codepage_from_utf8(arena, text, &size);
    if (!made)
        return WR_NO_MEMORY;
    if (size > UINT32_MAX || (field->type == WR_GFF_RESREF && size > WR_GFF_RESREF_LENGTH))
        return WR_INVALID;
    field->bytes.data = (const uint8_t *)made;
    field->bytes.size = (uint32_t)size;
    return WR_OK;
}

static enum wr_result parse_void(struct wr_arena *arena, const char *text, wr_gff_field *field)
{
    size_t size, bad;
    if (!wr_base64_check(wr_view_of(text), &size, &bad) || size > UINT32_MAX)
        return WR_INVALID;
    uint8_t *data = wr_arena_take(arena, size + 1, 1);
    if (!data)
        return WR_NO_MEMORY;
    wr_base64_decode(wr_view_of(text), data);
    field->bytes.data = data;
    field->bytes.size = (uint32_t)size;
    return WR_OK;
}

static bool parse_number(const char *text, wr_gff_field *field)
{
    int64_t strref;
    switch (field->type) {
    case WR_GFF_FLOAT:
        return parse_floats(text, &field->single, 1);
    case WR_GFF_VECTOR:
        return parse_floats(text, field->vector, 3);
    case WR_GFF_ORIENTATION:
        return parse_floats(text, field->vector, 4);
    case WR_GFF_DOUBLE:
        return parse_bits(text, &field->real);
    case WR_GFF_LOCSTRING:
        if (!wr_parse_i64(wr_view_of(text), &strref) || strref < INT32_MIN ||
            strref > INT32_MAX)
            return false;
        field->local.strref = (int32_t)strref;
        return true;
    case WR_GFF_STRUCT:
    case WR_GFF_LIST:
        return false;
    default:
        return parse_whole(text, field) ||
               (field->type == WR_GFF_DWORD64 && parse_large(text, field));
    }
}

enum wr_result wr_gff_parse_value(struct wr_arena *arena, const char *text, wr_gff_field *field)
{
    switch (field->type) {
    case WR_GFF_STRING:
    case WR_GFF_RESREF:
        return parse_text(arena, text, field);
    case WR_GFF_VOID:
        return parse_void(arena, text, field);
    default:
        return parse_number(text, field) ? WR_OK : WR_INVALID;
    }
}
