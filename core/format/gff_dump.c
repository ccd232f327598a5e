/* GFF as text and JSON: each field with its label, type and value. What a value alone does not
 * tell of its bits stands beside it, so that gff_json.c makes the same tree of it again. */
#include "core/format/gff_value.h"
#include "core/text/codepage.h"

#include "core/base/text.h"
#include "core/text/dump.h"

#include <math.h>
#include <string.h>

/* A text ends at a 0. */
static uint32_t code_point(uint8_t byte)
{
    return byte == 0 ? 0xfffd : wr_codepage_point(byte);
}

/* A text that was put together for it. */
static void dump_made(struct wr_dump *dump, const char *key, struct wr_bytes *text)
{
    wr_bytes_char(text, '\0');
    if (text->failed)
        dump->out->failed = true;
    else
        wr_dump_text(dump, key, (const char *)text->data);
    wr_bytes_finish(text);
}

static void dump_text(struct wr_dump *dump, const char *key, const uint8_t *data, uint32_t size)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < size; i++)
        wr_codepage_add_utf8(&text, code_point(data[i]));
    dump_made(dump, key, &text);
}

static void add_hex(struct wr_bytes *out, uint64_t word, int digits)
{
    while (digits-- > 0)
        wr_bytes_char(out, "0123456789abcdef"[word >> 4 * digits & 15]);
}

static void dump_bytes(struct wr_dump *dump, const char *key, const uint8_t *data,
                       uint32_t size)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < size; i++)
        add_hex(&text, data[i], 2);
    dump_made(dump, key, &text);
}

/* A string that holds a 0, which no text does, or is longer than its kind may be, by its bytes
 * too. */
static void dump_string(struct wr_dump *dump, const char *key, const uint8_t *data,
                        uint32_t size, uint32_t most)
{
    dump_text(dump, key, data, size);
    if (size > most || (size > 0 && memchr(data, 0, size)))
        dump_bytes(dump, "bytes", data, size);
}

/* A double that the text of a float32 does not give back is shown by its bits too. */
static void dump_double(struct wr_dump *dump, double value)
{
    char shown[WR_NUMBER_SIZE];
    struct wr_bytes bits = {0};
    uint64_t word, read;
    double again = 0;
    memcpy(&word, &value, sizeof word);
    wr_dump_number(dump, "value", (float)value);
    wr_parse_f64((wr_view){shown, wr_print_f32(shown, (float)value)}, &again);
    memcpy(&read, &again, sizeof read);
    if (read == word)
        return;
    add_hex(&bits, word, 16);
    dump_made(dump, "bits", &bits);
}

/* Numbers that are none differ in bits. */
static void dump_float_bits(struct wr_dump *dump, const float *values, int count)
{
    struct wr_bytes bits = {0};
    for (int i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        add_hex(&bits, word, 8);
    }
    dump_made(dump, "bits", &bits);
}

static void dump_floats(struct wr_dump *dump, const float *values, int count)
{
    bool finite = true;
    if (count > 1)
        wr_dump_list(dump, "value");
    for (int i = 0; i < count; i++) {
        wr_dump_number(dump, count > 1 ? NULL : "value", values[i]);
        finite = finite && isfinite(values[i]);
    }
    if (count > 1)
        wr_dump_list_end(dump);
    if (!finite)
        dump_float_bits(dump, values, count);
}

static void dump_local(struct wr_dump *dump, const wr_gff_field *field)
{
    wr_dump_integer(dump, "strref", field->local.strref);
    wr_dump_list(dump, "texts");
    for (uint32_t i = 0; i < field->local.count; i++) {
        const wr_gff_text *text = &field->local.texts[i];
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "language", text->language);
        dump_string(dump, "text", text->data, text->size, UINT32_MAX);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* Beyond what a JSON number holds for sure, as a text. */
static void dump_long(struct wr_dump *dump, const wr_gff_field *field)
{
    bool negative = field->type == WR_GFF_INT64 && field->bits >> 63;
    uint64_t size = negative ? 0 - field->bits : field->bits;
    char text[24] = {0};
    size_t at = sizeof text - 1;
    if (size < UINT64_C(1) << 53) {
        wr_dump_integer(dump, "value", negative ? -(int64_t)size : (int64_t)size);
        return;
    }
    for (; size > 0; size /= 10)
        text[--at] = (char)('0' + size % 10);
    if (negative)
        text[--at] = '-';
    wr_dump_text(dump, "value", text + at);
}

static void dump_value(struct wr_dump *dump, const wr_gff_field *field)
{
    switch (field->type) {
    case WR_GFF_CHAR:
    case WR_GFF_SHORT:
    case WR_GFF_INT:
    case WR_GFF_STRREF:
        wr_dump_integer(dump, "value", (int64_t)field->bits);
        break;
    case WR_GFF_DWORD64:
    case WR_GFF_INT64:
        dump_long(dump, field);
        break;
    case WR_GFF_FLOAT:
        dump_floats(dump, &field->single, 1);
        break;
    case WR_GFF_DOUBLE:
        dump_double(dump, field->real);
        break;
    case WR_GFF_STRING:
    case WR_GFF_RESREF:
        dump_string(dump, "value", field->bytes.data, field->bytes.size,
                    field->type == WR_GFF_RESREF ? WR_GFF_RESREF_LENGTH : UINT32_MAX);
        break;
    case WR_GFF_VOID:
        dump_bytes(dump, "value", field->bytes.data, field->bytes.size);
        break;
    case WR_GFF_LOCSTRING:
        dump_local(dump, field);
        break;
    case WR_GFF_ORIENTATION:
    case WR_GFF_VECTOR:
        dump_floats(dump, field->vector, field->type == WR_GFF_VECTOR ? 3 : 4);
        break;
    default:
        wr_dump_count(dump, "value", field->bits);
    }
}

static void dump_fields(struct wr_dump *dump, const wr_gff_struct *tree);

static void dump_items(struct wr_dump *dump, const wr_gff_list *list)
{
    wr_dump_list(dump, "items");
    for (uint32_t i = 0; i < list->count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "id", list->items[i]->id);
        dump_fields(dump, list->items[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_field(struct wr_dump *dump, const wr_gff_field *field)
{
    bool nested = field->type == WR_GFF_STRUCT || field->type == WR_GFF_LIST;
    if (!nested)
        wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    dump_text(dump, "label", (const uint8_t *)field->label, (uint32_t)strlen(field->label));
    wr_dump_text(dump, "type", wr_gff_type_name(field->type));
    if (field->type == WR_GFF_STRUCT) {
        wr_dump_count(dump, "id", field->child->id);
        dump_fields(dump, field->child);
    } else if (field->type == WR_GFF_LIST)
        dump_items(dump, &field->list);
    else
        dump_value(dump, field);
    wr_dump_object_end(dump);
}

static void dump_fields(struct wr_dump *dump, const wr_gff_struct *tree)
{
    wr_dump_list(dump, "fields");
    for (uint32_t i = 0; i < tree->count; i++)
        dump_field(dump, &tree->fields[i]);
    wr_dump_list_end(dump);
}

void wr_gff_dump(const struct wr_gff *gff, struct wr_dump *dump)
{
    dump_text(dump, "type", (const uint8_t *)gff->type, (uint32_t)strlen(gff->type));
    if (gff->root->id != UINT32_MAX)
        wr_dump_count(dump, "id", gff->root->id);
    dump_fields(dump, gff->root);
}
