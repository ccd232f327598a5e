/* Writing GFF: what was read keeps its place, what is new follows depth first. A tree made anew
 * thereby lies as the game's own files do. Source: formats/module, 2.1. */
#include "core/format/gff_order.h"

#include "core/base/bytes.h"

#include <string.h>

/* A record of the file that is written. */
typedef struct out_struct {
    const wr_gff_struct *tree; /* NULL: nothing refers to it; as it was read */
    const wr_gff_struct_record *record;
    uint32_t data;
    bool placed;
} out_struct;

typedef struct out_field {
    const wr_gff_field *tree;
    const wr_gff_field_record *record;
    uint32_t label, data;
    bool placed;
} out_field;

struct writer {
    struct wr_context *context;
    const struct wr_gff *gff;
    const struct wr_gff_order *order;
    struct wr_arena *arena;
    wr_gff_struct **structs; /* depth first */
    wr_gff_field **fields;
    uint32_t struct_count, field_count;
    wr_gff_struct **kept_structs; /* by place */
    wr_gff_field **kept_fields;
    out_struct *out_structs;
    out_field *out_fields;
    uint32_t out_struct_count, out_field_count;
    uint32_t *buckets, bucket_mask, label_count; /* labels by hash, from 1 */
    struct wr_bytes heaps[WR_GFF_SECTIONS];
};

static const struct wr_gff_order made_anew = {
    .sequence = {WR_GFF_STRUCTS, WR_GFF_FIELDS, WR_GFF_LABELS, WR_GFF_DATA, WR_GFF_INDICES,
                 WR_GFF_LISTS},
};

bool wr_gff_in_data(uint32_t type)
{
    return (type >= WR_GFF_DWORD64 && type <= WR_GFF_INT64) ||
           (type >= WR_GFF_DOUBLE && type <= WR_GFF_VOID) ||
           (type >= WR_GFF_ORIENTATION && type <= WR_GFF_STRREF);
}

/* ---- Numbering --------------------------------------------------------------------------- */

static enum wr_result too_large(struct writer *writer)
{
    return wr_fail(writer->context, WR_LIMIT, WR_NOWHERE, "gff-large", NULL,
                   "a GFF of type '%s' would be larger than its offsets can say",
                   writer->gff->type);
}

static enum wr_result count_list(struct writer *writer, const wr_gff_field *field,
                                 unsigned depth);

/* Counts what hangs below a struct, and refuses what no reader would go down to. */
static enum wr_result count_struct(struct writer *writer, const wr_gff_struct *tree,
                                   unsigned depth)
{
    if (depth > WR_GFF_DEEPEST)
        return wr_fail(writer->context, WR_LIMIT, WR_NOWHERE, "gff-deep", NULL,
                       "structs nest deeper than %d", WR_GFF_DEEPEST);
    if (tree->count > INT32_MAX - writer->field_count || writer->struct_count == INT32_MAX)
        return too_large(writer);
    writer->struct_count++;
    writer->field_count += tree->count;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < tree->count; i++)
        result = count_list(writer, &tree->fields[i], depth);
    return result;
}

static enum wr_result count_list(struct writer *writer, const wr_gff_field *field,
                                 unsigned depth)
{
    if (field->type == WR_GFF_STRUCT)
        return field->child ? count_struct(writer, field->child, depth + 1)
                            : wr_no_memory(writer->context);
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; field->type == WR_GFF_LIST && result == WR_OK && i < field->list.count;
         i++)
        result = count_struct(writer, field->list.items[i], depth + 1);
    return result;
}

/* Depth first; what still has its place is known by it. */
static void gather(struct writer *writer, wr_gff_struct *tree)
{
    const struct wr_gff_order *order = writer->order;
    writer->structs[writer->struct_count++] = tree;
    tree->number = UINT32_MAX;
    if (tree->place > 0 && tree->place <= order->struct_count &&
        !writer->kept_structs[tree->place - 1])
        writer->kept_structs[tree->place - 1] = tree;
    for (uint32_t i = 0; i < tree->count; i++) {
        wr_gff_field *field = &tree->fields[i];
        writer->fields[writer->field_count++] = field;
        field->number = UINT32_MAX;
        if (field->place > 0 && field->place <= order->field_count &&
            !writer->kept_fields[field->place - 1])
            writer->kept_fields[field->place - 1] = field;
        if (field->type == WR_GFF_STRUCT)
            gather(writer, field->child);
        for (uint32_t k = 0; field->type == WR_GFF_LIST && k < field->list.count; k++)
            gather(writer, field->list.items[k]);
    }
}

static void add_struct(struct writer *writer, wr_gff_struct *tree,
                       const wr_gff_struct_record *record)
{
    if (tree)
        tree->number = writer->out_struct_count;
    writer->out_structs[writer->out_struct_count++] =
        (out_struct){.tree = tree, .record = record, .data = UINT32_MAX};
}

static void add_field(struct writer *writer, wr_gff_field *tree,
                      const wr_gff_field_record *record)
{
    if (tree)
        tree->number = writer->out_field_count;
    writer->out_fields[writer->out_field_count++] = (out_field){.tree = tree, .record = record};
}

static void number_all(struct writer *writer)
{
    const struct wr_gff_order *order = writer->order;
    for (uint32_t i = 0; i < order->struct_count; i++)
        if (writer->kept_structs[i] || !order->structs[i].used)
            add_struct(writer, writer->kept_structs[i], &order->structs[i]);
    for (uint32_t i = 0; i < writer->struct_count; i++)
        if (writer->structs[i]->number == UINT32_MAX)
            add_struct(writer, writer->structs[i], NULL);
    for (uint32_t i = 0; i < order->field_count; i++)
        if (writer->kept_fields[i] || !order->fields[i].used)
            add_field(writer, writer->kept_fields[i], &order->fields[i]);
    for (uint32_t i = 0; i < writer->field_count; i++)
        if (writer->fields[i]->number == UINT32_MAX)
            add_field(writer, writer->fields[i], NULL);
}

static enum wr_result number(struct writer *writer)
{
    const struct wr_gff_order *order = writer->order;
    enum wr_result result = count_struct(writer, writer->gff->root, 0);
    if (result != WR_OK)
        return result;
    size_t structs = (size_t)writer->struct_count + order->struct_count,
           fields = (size_t)writer->field_count + order->field_count;
    if (structs > INT32_MAX || fields > INT32_MAX)
        return too_large(writer);
    writer->structs = WR_TAKE(writer->arena, wr_gff_struct *, writer->struct_count);
    writer->fields = WR_TAKE(writer->arena, wr_gff_field *, writer->field_count);
    writer->kept_structs = WR_ZERO(writer->arena, wr_gff_struct *, order->struct_count);
    writer->kept_fields = WR_ZERO(writer->arena, wr_gff_field *, order->field_count);
    writer->out_structs = WR_TAKE(writer->arena, out_struct, structs);
    writer->out_fields = WR_TAKE(writer->arena, out_field, fields);
    if (!writer->structs || !writer->fields || !writer->kept_structs || !writer->kept_fields ||
        !writer->out_structs || !writer->out_fields)
        return wr_no_memory(writer->context);
    writer->struct_count = writer->field_count = 0;
    gather(writer, writer->gff->root);
    number_all(writer);
    return WR_OK;
}

/* ---- Labels ------------------------------------------------------------------------------ */

static uint32_t hash(const char *label)
{
    uint32_t value = 2166136261u; /* FNV-1a */
    for (; *label; label++)
        value = (value ^ (uint8_t)*label) * 16777619u;
    return value;
}

static const uint8_t *label_at(const struct writer *writer, uint32_t index)
{
    return writer->heaps[WR_GFF_LABELS].data + (size_t)WR_GFF_LABEL * index;
}

/* The bucket of a label: what it holds is 0 where the label is not yet known. */
static uint32_t *bucket_of(struct writer *writer, const char *label)
{
    uint32_t at = hash(label) & writer->bucket_mask;
    while (writer->buckets[at] > 0 &&
           strncmp((const char *)label_at(writer, writer->buckets[at] - 1), label,
                   WR_GFF_LABEL) != 0)
        at = (at + 1) & writer->bucket_mask;
    return &writer->buckets[at];
}

static void add_label(struct writer *writer, const uint8_t *label)
{
    char text[WR_GFF_LABEL + 1] = {0};
    memcpy(text, label, WR_GFF_LABEL);
    wr_bytes_add(&writer->heaps[WR_GFF_LABELS], label, WR_GFF_LABEL);
    writer->label_count++;
    if (writer->heaps[WR_GFF_LABELS].failed)
        return;
    uint32_t *bucket = bucket_of(writer, text);
    if (*bucket == 0)
        *bucket = writer->label_count;
}

static bool is_label(const struct writer *writer, const wr_gff_field_record *record,
                     const char *label)
{
    return record && record->label < writer->order->label_count &&
           strncmp((const char *)writer->order->labels[record->label], label, WR_GFF_LABEL) ==
               0;
}

static uint32_t label_of(struct writer *writer, const out_field *out)
{
    if (!out->tree || is_label(writer, out->record, out->tree->label))
        return out->record->label;
    uint32_t *bucket = bucket_of(writer, out->tree->label);
    if (*bucket == 0)
        add_label(writer, (const uint8_t *)out->tree->label);
    return *bucket - 1;
}

static enum wr_result write_labels(struct writer *writer)
{
    uint64_t most = (uint64_t)writer->order->label_count + writer->out_field_count;
    uint32_t buckets = 16;
    while (buckets < 2 * most && buckets < UINT32_C(1) << 31)
        buckets *= 2;
    writer->buckets = WR_ZERO(writer->arena, uint32_t, buckets);
    writer->bucket_mask = buckets - 1;
    if (!writer->buckets)
        return wr_no_memory(writer->context);
    struct wr_bytes *labels = &writer->heaps[WR_GFF_LABELS];
    for (uint32_t i = 0; !labels->failed && i < writer->order->label_count; i++)
        add_label(writer, writer->order->labels[i]);
    for (uint32_t i = 0; !labels->failed && i < writer->out_field_count; i++)
        writer->out_fields[i].label = label_of(writer, &writer->out_fields[i]);
    return labels->failed ? wr_no_memory(writer->context) : WR_OK;
}

/* ---- Values ------------------------------------------------------------------------------ */

static void add_u64(struct wr_bytes *out, uint64_t value)
{
    wr_bytes_u32(out, (uint32_t)value);
    wr_bytes_u32(out, (uint32_t)(value >> 32));
}

static void add_local(struct wr_bytes *out, const wr_gff_field *field, wr_gff_slack tail)
{
    size_t start = out->size;
    wr_bytes_u32(out, 0);
    wr_bytes_i32(out, field->local.strref);
    wr_bytes_u32(out, field->local.count);
    for (uint32_t i = 0; i < field->local.count; i++) {
        const wr_gff_text *text = &field->local.texts[i];
        wr_bytes_u32(out, text->language);
        wr_bytes_u32(out, text->size);
        wr_bytes_add(out, text->data, text->size);
    }
    wr_bytes_add(out, tail.bytes, tail.size);
    wr_bytes_patch_u32(out, start, (uint32_t)(out->size - start - 4));
}

static void add_value(struct wr_bytes *out, const wr_gff_field *field, wr_gff_slack tail)
{
    uint64_t bits = field->bits;
    switch (field->type) {
    case WR_GFF_DOUBLE:
        memcpy(&bits, &field->real, sizeof bits);
        add_u64(out, bits);
        break;
    case WR_GFF_STRING:
    case WR_GFF_VOID:
        wr_bytes_u32(out, field->bytes.size);
        wr_bytes_add(out, field->bytes.data, field->bytes.size);
        break;
    case WR_GFF_RESREF:
        wr_bytes_char(out, (char)(uint8_t)field->bytes.size);
        wr_bytes_add(out, field->bytes.data, (uint8_t)field->bytes.size);
        break;
    case WR_GFF_LOCSTRING:
        add_local(out, field, tail);
        break;
    case WR_GFF_ORIENTATION:
        wr_bytes_words(out, field->vector, 4);
        break;
    case WR_GFF_VECTOR:
        wr_bytes_words(out, field->vector, 3);
        break;
    case WR_GFF_STRREF:
        wr_bytes_u32(out, 4);
        wr_bytes_u32(out, (uint32_t)bits);
        break;
    default:
        add_u64(out, bits);
    }
}

static void add_list(struct wr_bytes *out, const wr_gff_list *list)
{
    wr_bytes_u32(out, list->count);
    for (uint32_t i = 0; i < list->count; i++)
        wr_bytes_u32(out, list->items[i]->number);
}

/* ---- Data, indices and lists ------------------------------------------------------------- */

static bool stands_in(const wr_gff_field *field, enum wr_gff_section heap)
{
    return heap == WR_GFF_LISTS ? field->type == WR_GFF_LIST : wr_gff_in_data(field->type);
}

static void add_owned(struct writer *writer, enum wr_gff_section heap, out_field *out,
                      wr_gff_slack tail)
{
    struct wr_bytes *bytes = &writer->heaps[heap];
    out->data = (uint32_t)bytes->size;
    out->placed = true;
    if (heap == WR_GFF_LISTS)
        add_list(bytes, &out->tree->list);
    else
        add_value(bytes, out->tree, tail);
}

/* Two fields that were one value in the file stay one as long as they are equal. */
static void share(struct writer *writer, enum wr_gff_section heap, out_field *out,
                  const out_field *before)
{
    struct wr_bytes *bytes = &writer->heaps[heap];
    if (bytes->failed)
        return;
    size_t size = bytes->size - out->data;
    if (out->data - before->data != size ||
        memcmp(bytes->data + before->data, bytes->data + out->data, size) != 0)
        return;
    bytes->size = out->data;
    out->data = before->data;
}

static void write_field_blocks(struct writer *writer, enum wr_gff_section heap)
{
    const out_field *before = NULL;
    for (uint32_t i = 0; i < writer->order->blocks[heap].count; i++) {
        const wr_gff_block *block = &writer->order->blocks[heap].items[i];
        if (block->owner == 0) {
            wr_bytes_add(&writer->heaps[heap], block->slack.bytes, block->slack.size);
            continue;
        }
        if (!block->shared)
            before = NULL;
        const wr_gff_field *field = writer->kept_fields[block->owner - 1];
        if (!field || !stands_in(field, heap))
            continue;
        out_field *out = &writer->out_fields[field->number];
        add_owned(writer, heap, out, block->slack);
        if (before)
            share(writer, heap, out, before);
        else
            before = out;
    }
    for (uint32_t i = 0; i < writer->field_count; i++) {
        out_field *out = &writer->out_fields[writer->fields[i]->number];
        if (!out->placed && stands_in(out->tree, heap))
            add_owned(writer, heap, out, (wr_gff_slack){0});
    }
}

static void add_indices(struct writer *writer, out_struct *out)
{
    struct wr_bytes *bytes = &writer->heaps[WR_GFF_INDICES];
    out->data = (uint32_t)bytes->size;
    out->placed = true;
    for (uint32_t i = 0; i < out->tree->count; i++)
        wr_bytes_u32(bytes, out->tree->fields[i].number);
}

static void write_indices(struct writer *writer)
{
    for (uint32_t i = 0; i < writer->order->blocks[WR_GFF_INDICES].count; i++) {
        const wr_gff_block *block = &writer->order->blocks[WR_GFF_INDICES].items[i];
        const wr_gff_struct *tree =
            block->owner > 0 ? writer->kept_structs[block->owner - 1] : NULL;
        if (block->owner == 0)
            wr_bytes_add(&writer->heaps[WR_GFF_INDICES], block->slack.bytes, block->slack.size);
        else if (tree && tree->count > 1)
            add_indices(writer, &writer->out_structs[tree->number]);
    }
    for (uint32_t i = 0; i < writer->struct_count; i++) {
        out_struct *out = &writer->out_structs[writer->structs[i]->number];
        if (!out->placed && out->tree->count > 1)
            add_indices(writer, out);
    }
}

/* ---- Records ----------------------------------------------------------------------------- */

static void write_struct(struct writer *writer, const out_struct *out)
{
    struct wr_bytes *bytes = &writer->heaps[WR_GFF_STRUCTS];
    const wr_gff_struct *tree = out->tree;
    uint32_t id = tree ? tree->id : out->record->id;
    uint32_t count = tree ? tree->count : out->record->count, data = out->data;
    if (!tree || (count == 0 && out->record && out->record->count == 0))
        data = out->record->data;
    else if (count == 1)
        data = tree->fields[0].number;
    const uint32_t words[] = {id, data, count};
    wr_bytes_words(bytes, words, 3);
}

/* What stands in a field's record; bits beyond its type's width stay as they were read. */
static uint32_t inline_value(const out_field *out)
{
    const wr_gff_field *field = out->tree;
    uint32_t value = (uint32_t)field->bits;
    if (field->type == WR_GFF_STRUCT)
        return field->child->number;
    if (field->type == WR_GFF_FLOAT)
        memcpy(&value, &field->single, sizeof value);
    uint32_t mask = field->type <= WR_GFF_CHAR    ? 0xff
                    : field->type <= WR_GFF_SHORT ? 0xffff
                                                  : UINT32_MAX;
    bool kept = out->record && out->record->type == field->type &&
                (out->record->data & mask) == (value & mask);
    return kept ? out->record->data : value;
}

static void write_field(struct writer *writer, const out_field *out)
{
    struct wr_bytes *bytes = &writer->heaps[WR_GFF_FIELDS];
    uint32_t type = out->tree ? out->tree->type : out->record->type;
    uint32_t data = out->placed ? out->data : out->tree ? inline_value(out) : out->record->data;
    const uint32_t words[] = {type, out->label, data};
    wr_bytes_words(bytes, words, 3);
}

/* ---- The file ---------------------------------------------------------------------------- */

static enum wr_result assemble(struct writer *writer, struct wr_bytes *out)
{
    static const uint32_t units[] = {WR_GFF_RECORD, WR_GFF_RECORD, WR_GFF_LABEL, 1, 1, 1};
    const struct wr_gff_order *order = writer->order;
    size_t start = out->size;
    wr_bytes_add(out, writer->gff->type, 4);
    wr_bytes_text(out, "V3.2");
    for (int i = 0; i < 2 * WR_GFF_SECTIONS; i++)
        wr_bytes_u32(out, 0);
    for (int i = 0; i < WR_GFF_SECTIONS; i++) {
        enum wr_gff_section section = order->sequence[i];
        const struct wr_bytes *heap = &writer->heaps[section];
        wr_bytes_add(out, order->gaps[i].bytes, order->gaps[i].size);
        size_t offset = out->size - start;
        if (heap->size == 0 && order->odd[section] > 0)
            offset = (size_t)order->odd[section] - 1;
        wr_bytes_patch_u32(out, start + 8 + 8 * section, (uint32_t)offset);
        wr_bytes_patch_u32(out, start + 12 + 8 * section,
                           (uint32_t)(heap->size / units[section]));
        wr_bytes_add(out, heap->data, heap->size);
        if (heap->failed)
            out->failed = true;
    }
    wr_bytes_add(out, order->gaps[WR_GFF_SECTIONS].bytes, order->gaps[WR_GFF_SECTIONS].size);
    if (out->failed)
        return wr_no_memory(writer->context);
    return out->size - start > UINT32_MAX ? too_large(writer) : WR_OK;
}

static enum wr_result write_all(struct writer *writer, struct wr_bytes *out)
{
    enum wr_result result = number(writer);
    if (result == WR_OK)
        result = write_labels(writer);
    if (result != WR_OK)
        return result;
    write_field_blocks(writer, WR_GFF_DATA);
    write_indices(writer);
    write_field_blocks(writer, WR_GFF_LISTS);
    for (uint32_t i = 0; i < writer->out_struct_count; i++)
        write_struct(writer, &writer->out_structs[i]);
    for (uint32_t i = 0; i < writer->out_field_count; i++)
        write_field(writer, &writer->out_fields[i]);
    return assemble(writer, out);
}

enum wr_result wr_gff_write(struct wr_context *context, const struct wr_gff *gff,
                            struct wr_bytes *out)
{
    if (gff->failed)
        return wr_no_memory(context);
    if (gff->refused)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "gff-name", "use at most 16 characters",
                       "'%.80s' is too long for a label or a resource name", gff->refused);
    struct writer writer = {.context = context,
                            .gff = gff,
                            .order = gff->order ? gff->order : &made_anew,
                            .arena = wr_arena_create()};
    if (!writer.arena)
        return wr_no_memory(context);
    enum wr_result result = write_all(&writer, out);
    for (int i = 0; i < WR_GFF_SECTIONS; i++)
        wr_bytes_finish(&writer.heaps[i]);
    wr_arena_destroy(writer.arena);
    return result;
}
