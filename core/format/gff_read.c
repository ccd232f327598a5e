/* Reading GFF: every record a walk from the root meets, each once. Source: formats/module, 2.1.
 */
#include "core/format/gff_reader.h"

#include <string.h>

static const char *const SECTION_NAMES[] = {"structs", "fields",  "labels",
                                            "data",    "indices", "lists"};

static void said(struct gff_reader *reader, enum wr_result result)
{
    if (reader->result == WR_OK || result == WR_NO_MEMORY)
        reader->result = result;
}

static void *out_of_memory(struct gff_reader *reader)
{
    if (reader->result != WR_NO_MEMORY)
        reader->result = wr_no_memory(reader->context);
    return NULL;
}

/* ---- The header -------------------------------------------------------------------------- */

static const uint32_t UNITS[] = {WR_GFF_RECORD, WR_GFF_RECORD, WR_GFF_LABEL, 1, 1, 1};

static bool overlap(const struct gff_part *a, const struct gff_part *b)
{
    return a->size > 0 && b->size > 0 && a->at < b->at + b->size && b->at < a->at + a->size;
}

static void read_part(struct gff_reader *reader, int section)
{
    struct wr_reader bytes = {reader->source->data, reader->source->size, 0, false};
    struct gff_part *part = &reader->parts[section];
    size_t where = bytes.at = 8 + 8 * (size_t)section;
    part->at = wr_reader_u32(&bytes);
    part->count = wr_reader_u32(&bytes);
    part->size = (uint64_t)part->count * UNITS[section];
    bool fits =
        part->size == 0 || (part->at >= WR_GFF_HEADER &&
                            wr_reader_fits(&bytes, part->at, part->count, UNITS[section]));
    if (!fits) {
        said(reader,
             wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where), "gff-section",
                     NULL, "the %s lie at byte %llu and take %llu bytes; the file has %zu",
                     SECTION_NAMES[section], (unsigned long long)part->at,
                     (unsigned long long)part->size, reader->source->size));
        part->size = 0;
    }
    for (int i = 0; i < section; i++)
        if (overlap(part, &reader->parts[i]))
            said(reader, wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where),
                                 "gff-section", NULL, "the %s lie on the %s",
                                 SECTION_NAMES[section], SECTION_NAMES[i]));
}

static void read_header(struct gff_reader *reader)
{
    const struct wr_source *source = reader->source;
    if (source->size < WR_GFF_HEADER) {
        said(reader, wr_fail(reader->context, WR_SYNTAX, wr_at(source, source->size),
                             "gff-short", NULL, "the file ends within its header"));
        return;
    }
    for (int i = 0; i < WR_GFF_SECTIONS; i++)
        read_part(reader, i);
    if (reader->result == WR_OK && reader->parts[WR_GFF_STRUCTS].count == 0)
        said(reader, wr_fail(reader->context, WR_SYNTAX, wr_at(source, 12), "gff-struct", NULL,
                             "the file has no struct, and the first is the root"));
}

static wr_where record_at(const struct gff_reader *reader, int section, uint32_t index)
{
    return wr_at(reader->source,
                 (size_t)(reader->parts[section].at + (uint64_t)UNITS[section] * index));
}

static bool load_records(struct gff_reader *reader)
{
    struct wr_gff_order *order = reader->order;
    order->struct_count = reader->parts[WR_GFF_STRUCTS].count;
    order->field_count = reader->parts[WR_GFF_FIELDS].count;
    order->label_count = reader->parts[WR_GFF_LABELS].count;
    order->structs = WR_TAKE(reader->arena, wr_gff_struct_record, order->struct_count);
    order->fields = WR_TAKE(reader->arena, wr_gff_field_record, order->field_count);
    order->labels = wr_arena_copy(
        reader->arena,
        reader->source->data + (order->label_count ? reader->parts[WR_GFF_LABELS].at : 0),
        order->label_count, WR_GFF_LABEL);
    if (!order->structs || !order->fields || !order->labels)
        return out_of_memory(reader);
    struct wr_reader bytes = {reader->source->data, reader->source->size, 0, false};
    bytes.at = (size_t)reader->parts[WR_GFF_STRUCTS].at;
    for (uint32_t i = 0; i < order->struct_count; i++) {
        wr_gff_struct_record *record = &order->structs[i];
        record->id = wr_reader_u32(&bytes);
        record->data = wr_reader_u32(&bytes);
        record->count = wr_reader_u32(&bytes);
        record->used = false;
    }
    bytes.at = (size_t)reader->parts[WR_GFF_FIELDS].at;
    for (uint32_t i = 0; i < order->field_count; i++) {
        wr_gff_field_record *record = &order->fields[i];
        record->type = wr_reader_u32(&bytes);
        record->label = wr_reader_u32(&bytes);
        record->data = wr_reader_u32(&bytes);
        record->used = false;
    }
    return true;
}

/* ---- Values ------------------------------------------------------------------------------ */

/* A reader over one of the runs of bytes, at an offset in it. */
static struct wr_reader reader_in(const struct gff_reader *reader, int section, uint32_t offset)
{
    const struct gff_part *part = &reader->parts[section];
    size_t size = (size_t)part->size;
    return (struct wr_reader){.data = reader->source->data + (size > 0 ? part->at : 0),
                              .size = size,
                              .at = offset < size ? offset : size};
}

static void outside(struct gff_reader *reader, uint32_t index, const wr_gff_field *field,
                    int section)
{
    said(reader, wr_fail(reader->context, WR_SYNTAX, record_at(reader, WR_GFF_FIELDS, index),
                         "gff-value", NULL,
                         "the value of '%s' lies outside the %s, or is none of its type",
                         field->label, SECTION_NAMES[section]));
}

/* Values may share their bytes, but not so that a small file becomes a large tree. */
static bool spend(struct gff_reader *reader, uint32_t size)
{
    enum { SMALL = 64, TIMES = 4 };
    if (size <= SMALL)
        return true;
    reader->spent += size;
    if (reader->spent <= TIMES * reader->parts[WR_GFF_DATA].size)
        return true;
    if (!reader->told)
        said(reader, wr_fail(reader->context, WR_LIMIT, wr_at(reader->source, WR_WHOLE_FILE),
                             "gff-shared", NULL,
                             "texts share their bytes so often that they are %d times as long "
                             "as all data",
                             TIMES));
    reader->told = true;
    return false;
}

/* `size` bytes of the data, copied; an empty run is a text of none. */
static const uint8_t *copied(struct gff_reader *reader, struct wr_reader *bytes, uint32_t size)
{
    const uint8_t *data = wr_reader_take(bytes, size);
    if (bytes->failed || !spend(reader, size))
        return NULL;
    char *copy = wr_arena_text(reader->arena, (const char *)data, size);
    return copy ? (const uint8_t *)copy : out_of_memory(reader);
}

/* How many texts there are is believed only as far as they fit. */
static void read_local(struct gff_reader *reader, struct wr_reader *bytes, wr_gff_field *field)
{
    uint32_t total = wr_reader_u32(bytes);
    if (bytes->failed || total > bytes->size - bytes->at) {
        bytes->failed = true;
        return;
    }
    struct wr_reader inner = {bytes->data, bytes->at + total, bytes->at, false};
    field->local.strref = wr_reader_i32(&inner);
    uint32_t count = wr_reader_u32(&inner);
    if (inner.failed || count > (inner.size - inner.at) / 8) {
        bytes->failed = true;
        return;
    }
    if (!spend(reader, 8 * count))
        return;
    field->local.texts = WR_TAKE(reader->arena, wr_gff_text, count);
    if (!field->local.texts) {
        out_of_memory(reader);
        return;
    }
    for (; field->local.count < count && !inner.failed; field->local.count++) {
        wr_gff_text *text = &field->local.texts[field->local.count];
        text->language = wr_reader_u32(&inner);
        text->size = wr_reader_u32(&inner);
        text->data = copied(reader, &inner, text->size);
    }
    bytes->failed = inner.failed;
    reader->tail = (uint32_t)(inner.size - inner.at);
    bytes->at = inner.size;
}

static void read_bytes(struct gff_reader *reader, struct wr_reader *bytes, wr_gff_field *field)
{
    uint32_t size = 0;
    if (field->type != WR_GFF_RESREF)
        size = wr_reader_u32(bytes);
    else if (bytes->at < bytes->size)
        size = bytes->data[bytes->at++];
    else
        bytes->failed = true;
    field->bytes.data = copied(reader, bytes, size);
    field->bytes.size = size;
}

static void read_data(struct gff_reader *reader, uint32_t index, wr_gff_field *field)
{
    uint32_t offset = reader->order->fields[index].data;
    struct wr_reader bytes = reader_in(reader, WR_GFF_DATA, offset);
    reader->tail = 0;
    if (field->type == WR_GFF_LOCSTRING)
        read_local(reader, &bytes, field);
    else if (field->type >= WR_GFF_STRING && field->type <= WR_GFF_VOID)
        read_bytes(reader, &bytes, field);
    else if (field->type == WR_GFF_ORIENTATION || field->type == WR_GFF_VECTOR)
        wr_reader_words(&bytes, field->vector, field->type == WR_GFF_VECTOR ? 3 : 4);
    else if (field->type == WR_GFF_STRREF) {
        bytes.failed = wr_reader_u32(&bytes) != 4 || bytes.failed;
        field->bits = (uint64_t)(int64_t)wr_reader_i32(&bytes);
    } else {
        field->bits = wr_reader_u32(&bytes);
        field->bits |= (uint64_t)wr_reader_u32(&bytes) << 32;
        uint64_t bits = field->bits;
        if (field->type == WR_GFF_DOUBLE)
            memcpy(&field->real, &bits, sizeof bits);
    }
    if (bytes.failed)
        outside(reader, index, field, WR_GFF_DATA);
    else
        wr_gff_note_block(reader, WR_GFF_DATA, index, offset, (uint32_t)bytes.at - offset);
}

static void read_inline(struct gff_reader *reader, uint32_t index, wr_gff_field *field)
{
    uint32_t data = reader->order->fields[index].data;
    switch (field->type) {
    case WR_GFF_BYTE:
        field->bits = (uint8_t)data;
        break;
    case WR_GFF_CHAR:
        field->bits = (uint64_t)(int64_t)(int8_t)data;
        break;
    case WR_GFF_WORD:
        field->bits = (uint16_t)data;
        break;
    case WR_GFF_SHORT:
        field->bits = (uint64_t)(int64_t)(int16_t)data;
        break;
    case WR_GFF_INT:
        field->bits = (uint64_t)(int64_t)(int32_t)data;
        break;
    case WR_GFF_FLOAT:
        memcpy(&field->single, &data, sizeof data);
        break;
    default:
        field->bits = data;
    }
}

/* ---- The tree ---------------------------------------------------------------------------- */

/* Takes a struct into the tree; a struct has one place in it. */
static bool claim_struct(struct gff_reader *reader, uint32_t index, wr_where where)
{
    struct wr_gff_order *order = reader->order;
    if (index >= order->struct_count) {
        said(reader,
             wr_fail(reader->context, WR_SYNTAX, where, "gff-struct", NULL,
                     "there is no struct %u: the file has %u", index, order->struct_count));
        return false;
    }
    if (order->structs[index].used)
        said(reader, wr_fail(reader->context, WR_SYNTAX, where, "gff-shared", NULL,
                             "struct %u has two places in the tree, or lies in itself", index));
    bool fresh = !order->structs[index].used;
    order->structs[index].used = true;
    return fresh;
}

static bool claim_field(struct gff_reader *reader, uint32_t index, wr_where where)
{
    struct wr_gff_order *order = reader->order;
    if (index >= order->field_count) {
        said(reader,
             wr_fail(reader->context, WR_SYNTAX, where, "gff-field", NULL,
                     "there is no field %u: the file has %u", index, order->field_count));
        return false;
    }
    if (order->fields[index].used)
        said(reader, wr_fail(reader->context, WR_SYNTAX, where, "gff-shared", NULL,
                             "field %u belongs to two structs", index));
    bool fresh = !order->fields[index].used;
    order->fields[index].used = true;
    return fresh;
}

static wr_gff_struct *read_struct(struct gff_reader *reader, uint32_t index, unsigned depth);

static void read_list(struct gff_reader *reader, uint32_t index, wr_gff_field *field,
                      unsigned depth)
{
    uint32_t offset = reader->order->fields[index].data;
    struct wr_reader bytes = reader_in(reader, WR_GFF_LISTS, offset);
    uint32_t count = wr_reader_u32(&bytes);
    size_t first = bytes.at;
    if (bytes.failed || count > (bytes.size - bytes.at) / 4) {
        outside(reader, index, field, WR_GFF_LISTS);
        return;
    }
    size_t base = (size_t)reader->parts[WR_GFF_LISTS].at;
    for (uint32_t i = 0; i < count; i++) {
        wr_where where = wr_at(reader->source, base + bytes.at);
        if (!claim_struct(reader, wr_reader_u32(&bytes), where))
            return;
    }
    field->list.items = WR_TAKE(reader->arena, wr_gff_struct *, count);
    if (!field->list.items) {
        out_of_memory(reader);
        return;
    }
    field->list.capacity = count;
    wr_gff_note_block(reader, WR_GFF_LISTS, index, offset, (uint32_t)bytes.at - offset);
    bytes.at = first;
    for (uint32_t i = 0; i < count; i++) {
        wr_gff_struct *item = read_struct(reader, wr_reader_u32(&bytes), depth + 1);
        if (!item)
            return;
        field->list.items[field->list.count++] = item;
    }
}

static void read_field(struct gff_reader *reader, uint32_t index, wr_gff_field *field,
                       unsigned depth)
{
    const wr_gff_field_record *record = &reader->order->fields[index];
    wr_where where = record_at(reader, WR_GFF_FIELDS, index);
    *field = (wr_gff_field){.at = where.offset, .place = index + 1};
    if (record->label < reader->order->label_count)
        memcpy(field->label, reader->order->labels[record->label], WR_GFF_LABEL);
    else
        said(reader, wr_fail(reader->context, WR_SYNTAX, where, "gff-label", NULL,
                             "field %u has label %u, but there are only %u", index,
                             record->label, reader->order->label_count));
    if (record->type > WR_GFF_STRREF) {
        said(reader,
             wr_fail(reader->context, WR_SYNTAX, where, "gff-type", NULL,
                     "'%s' is of type %u, which no value has", field->label, record->type));
        return;
    }
    field->type = (enum wr_gff_type)record->type;
    if (wr_gff_in_data(field->type))
        read_data(reader, index, field);
    else if (field->type == WR_GFF_LIST)
        read_list(reader, index, field, depth);
    else if (field->type != WR_GFF_STRUCT)
        read_inline(reader, index, field);
    else if (claim_struct(reader, record->data, where))
        field->child = read_struct(reader, record->data, depth + 1);
}

/* Where a struct's field numbers stand: in its own record when it has one, else in the indices.
 */
static bool find_indices(struct gff_reader *reader, uint32_t index, struct wr_reader *out)
{
    const wr_gff_struct_record *record = &reader->order->structs[index];
    if (record->count == 1) {
        size_t at = record_at(reader, WR_GFF_STRUCTS, index).offset + 4;
        *out = (struct wr_reader){reader->source->data, reader->source->size, at, false};
        return true;
    }
    *out = reader_in(reader, WR_GFF_INDICES, record->data);
    if (record->data <= out->size && record->count <= (out->size - out->at) / 4) {
        wr_gff_note_block(reader, WR_GFF_INDICES, index, record->data, 4 * record->count);
        return true;
    }
    said(reader, wr_fail(reader->context, WR_SYNTAX, record_at(reader, WR_GFF_STRUCTS, index),
                         "gff-struct", NULL,
                         "the %u field numbers of struct %u lie outside the indices",
                         record->count, index));
    return false;
}

static bool claim_fields(struct gff_reader *reader, uint32_t index, struct wr_reader bytes)
{
    size_t base = (size_t)(bytes.data - reader->source->data);
    for (uint32_t i = 0; i < reader->order->structs[index].count; i++) {
        wr_where where = wr_at(reader->source, base + bytes.at);
        if (!claim_field(reader, wr_reader_u32(&bytes), where))
            return false;
    }
    return true;
}

static wr_gff_struct *read_struct(struct gff_reader *reader, uint32_t index, unsigned depth)
{
    const wr_gff_struct_record *record = &reader->order->structs[index];
    struct wr_reader bytes;
    wr_gff_struct *tree = WR_ZERO(reader->arena, wr_gff_struct, 1);
    if (!tree)
        return out_of_memory(reader);
    tree->id = record->id;
    tree->place = index + 1;
    if (depth > WR_GFF_DEEPEST) {
        said(reader,
             wr_fail(reader->context, WR_LIMIT, record_at(reader, WR_GFF_STRUCTS, index),
                     "gff-deep", NULL, "structs nest deeper than %d", WR_GFF_DEEPEST));
        return NULL;
    }
    if (record->count == 0 || !find_indices(reader, index, &bytes) ||
        !claim_fields(reader, index, bytes))
        return tree;
    tree->fields = WR_TAKE(reader->arena, wr_gff_field, record->count);
    if (!tree->fields)
        return out_of_memory(reader);
    tree->count = tree->capacity = record->count;
    for (uint32_t i = 0; i < record->count; i++)
        read_field(reader, wr_reader_u32(&bytes), &tree->fields[i], depth);
    return tree;
}

/* ---- The door ---------------------------------------------------------------------------- */

static void read_tree(struct gff_reader *reader, struct wr_gff *gff)
{
    reader->order->structs[0].used = true;
    gff->root = read_struct(reader, 0, 0);
    if (reader->result == WR_OK && !wr_gff_note_order(reader))
        out_of_memory(reader);
    gff->order = reader->orderly ? reader->order : NULL;
}

enum wr_result wr_gff_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_gff **out)
{
    struct wr_source bytes = *source;
    bytes.binary = true;
    if (!wr_gff_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(&bytes, 0), "gff-mark", NULL,
                       "the file does not start with a type and 'V3.2'");
    struct wr_gff *gff = WR_ZERO(arena, struct wr_gff, 1);
    struct gff_reader reader = {.context = context,
                                .arena = arena,
                                .source = &bytes,
                                .order = WR_ZERO(arena, struct wr_gff_order, 1)};
    if (!gff || !reader.order)
        return wr_no_memory(context);
    gff->arena = arena;
    memcpy(gff->type, source->data, 4);
    read_header(&reader);
    if (reader.result == WR_OK && load_records(&reader))
        read_tree(&reader, gff);
    for (int i = 0; i < WR_GFF_SECTIONS; i++)
        wr_free(reader.runs[i].items);
    if (reader.result == WR_OK)
        *out = gff;
    return reader.result;
}
