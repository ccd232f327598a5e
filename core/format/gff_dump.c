/* GFF as text and JSON: each field with its label, type and value. */
#include "core/format/gff_value.h"
#include "core/text/codepage.h"

#include "core/base/text.h"
#include "core/text/dump.h"

#include <string.h>

/* A text ends at a 0. */
static uint32_t code_point(uint8_t byte)
{
    return byte == 0 ? 0xfffd : wr_codepage_point(byte);
}

static void dump_text(struct wr_dump *dump, const char *key, const uint8_t *data, uint32_t size)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < size; i++)
        wr_codepage_add_utf8(&text, code_point(data[i]));
    wr_bytes_char(&text, '\0');
    if (text.failed)
        dump->out->failed = true;
    else
        wr_dump_text(dump, key, (const char *)text.data);
    wr_bytes_finish(&text);
}

static void dump_void(struct wr_dump *dump, const uint8_t *data, uint32_t size)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < size; i++)
        wr_bytes_print(&text, "%02x", data[i]);
    wr_bytes_char(&text, '\0');
    if (text.failed)
        dump->out->failed = true;
    else
        wr_dump_text(dump, "value", (const char *)text.data);
    wr_bytes_finish(&text);
}

/* A double that is no float32 is shown by its bits. */
static void dump_double(struct wr_dump *dump, double value)
{
    float single = (float)value;
    char bits[24];
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    wr_dump_number(dump, "value", single);
    if ((double)single == value || value != value)
        return;
    for (int i = 0; i < 16; i++)
        bits[i] = "0123456789abcdef"[word >> (60 - 4 * i) & 15];
    bits[16] = '\0';
    wr_dump_text(dump, "bits", bits);
}

static void dump_vector(struct wr_dump *dump, const float *vector, int count)
{
    wr_dump_list(dump, "value");
    for (int i = 0; i < count; i++)
        wr_dump_number(dump, NULL, vector[i]);
    wr_dump_list_end(dump);
}

static void dump_local(struct wr_dump *dump, const wr_gff_field *field)
{
    wr_dump_integer(dump, "strref", field->local.strref);
    wr_dump_list(dump, "texts");
    for (uint32_t i = 0; i < field->local.count; i++) {
        const wr_gff_text *text = &field->local.texts[i];
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "language", text->language);
        dump_text(dump, "text", text->data, text->size);
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
        wr_dump_number(dump, "value", field->single);
        break;
    case WR_GFF_DOUBLE:
        dump_double(dump, field->real);
        break;
    case WR_GFF_STRING:
    case WR_GFF_RESREF:
        dump_text(dump, "value", field->bytes.data, field->bytes.size);
        break;
    case WR_GFF_VOID:
        dump_void(dump, field->bytes.data, field->bytes.size);
        break;
    case WR_GFF_LOCSTRING:
        dump_local(dump, field);
        break;
    case WR_GFF_ORIENTATION:
    case WR_GFF_VECTOR:
        dump_vector(dump, field->vector, field->type == WR_GFF_VECTOR ? 3 : 4);
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
    wr_dump_text(dump, "type", gff->type);
    dump_fields(dump, gff->root);
}
