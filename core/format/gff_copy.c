/* GFF values copied and compared, with all that lies in them. */
#include "core/format/gff_value.h"

#include <string.h>

/* ---- Copying ----------------------------------------------------------------------------- */

static const uint8_t *copy_bytes(struct wr_gff *gff, const uint8_t *data, uint32_t size)
{
    const char *copy = wr_arena_text(gff->arena, size > 0 ? (const char *)data : "", size);
    gff->failed |= !copy;
    return (const uint8_t *)copy;
}

static void copy_local(struct wr_gff *gff, wr_gff_field *to, const wr_gff_field *from)
{
    wr_gff_text *texts = WR_ZERO(gff->arena, wr_gff_text, from->local.count);
    gff->failed |= !texts;
    to->local.strref = from->local.strref;
    to->local.count = texts ? from->local.count : 0;
    to->local.texts = texts;
    for (uint32_t i = 0; i < to->local.count; i++) {
        texts[i] = from->local.texts[i];
        texts[i].data = copy_bytes(gff, texts[i].data, texts[i].size);
    }
}

/* Depth is that of a tree that was read: at most WR_GFF_DEEPEST. */
static void copy_fields(struct wr_gff *gff, wr_gff_struct *to, const wr_gff_struct *from)
{
    for (uint32_t i = 0; to && i < from->count; i++)
        wr_gff_set_copy(gff, to, &from->fields[i]);
}

static void copy_list(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_field *value)
{
    wr_gff_list *list = wr_gff_set_list(gff, in, value->label);
    if (list)
        list->count = 0;
    for (uint32_t i = 0; list && i < value->list.count && !gff->failed; i++)
        copy_fields(gff, wr_gff_append(gff, list, value->list.items[i]->id),
                    value->list.items[i]);
}

static void copy_struct(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_field *value)
{
    wr_gff_struct *child = wr_gff_set_struct(gff, in, value->label, value->child->id);
    if (child)
        child->count = 0;
    copy_fields(gff, child, value->child);
}

void wr_gff_set_copy(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_field *value)
{
    if (value->type == WR_GFF_LIST) {
        copy_list(gff, in, value);
        return;
    }
    if (value->type == WR_GFF_STRUCT) {
        copy_struct(gff, in, value);
        return;
    }
    wr_gff_set_whole(gff, in, value->label, value->type, 0);
    wr_gff_field *field = wr_gff_find(in, value->label);
    if (!field)
        return;
    wr_gff_field copy = *value;
    copy.at = field->at;
    copy.place = field->place;
    copy.number = field->number;
    if (value->type == WR_GFF_LOCSTRING)
        copy_local(gff, &copy, value);
    else if (value->type >= WR_GFF_STRING && value->type <= WR_GFF_VOID)
        copy.bytes.data = copy_bytes(gff, value->bytes.data, value->bytes.size);
    *field = copy;
}

void wr_gff_unset(wr_gff_struct *in, const char *label)
{
    wr_gff_field *field = wr_gff_find(in, label);
    if (!field)
        return;
    size_t behind = in->count - (size_t)(field - in->fields) - 1;
    memmove(field, field + 1, behind * sizeof *field);
    in->count--;
}

/* ---- Comparing --------------------------------------------------------------------------- */

static bool same_bytes(const uint8_t *a, uint32_t a_size, const uint8_t *b, uint32_t b_size)
{
    return a_size == b_size && (a_size == 0 || memcmp(a, b, a_size) == 0);
}

/* To the last bit, the sign of zero too. */
static bool same_floats(const float *a, const float *b, int count)
{
    bool same = true;
    for (int i = 0; same && i < count; i++) {
        uint32_t bits[2];
        memcpy(&bits[0], &a[i], sizeof bits[0]);
        memcpy(&bits[1], &b[i], sizeof bits[1]);
        same = bits[0] == bits[1];
    }
    return same;
}

static bool same_local(const wr_gff_field *a, const wr_gff_field *b)
{
    bool same = a->local.strref == b->local.strref && a->local.count == b->local.count;
    for (uint32_t i = 0; same && i < a->local.count; i++)
        same = a->local.texts[i].language == b->local.texts[i].language &&
               same_bytes(a->local.texts[i].data, a->local.texts[i].size,
                          b->local.texts[i].data, b->local.texts[i].size);
    return same;
}

static bool same_struct(const wr_gff_struct *a, const wr_gff_struct *b)
{
    bool same = a->id == b->id && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const wr_gff_field *twin = wr_gff_find(b, a->fields[i].label);
        same = twin && wr_gff_same(&a->fields[i], twin);
    }
    return same;
}

static bool same_list(const wr_gff_list *a, const wr_gff_list *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = same_struct(a->items[i], b->items[i]);
    return same;
}

bool wr_gff_same(const wr_gff_field *a, const wr_gff_field *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case WR_GFF_FLOAT:
        return same_floats(&a->single, &b->single, 1);
    case WR_GFF_VECTOR:
    case WR_GFF_ORIENTATION:
        return same_floats(a->vector, b->vector, a->type == WR_GFF_VECTOR ? 3 : 4);
    case WR_GFF_STRING:
    case WR_GFF_RESREF:
    case WR_GFF_VOID:
        return same_bytes(a->bytes.data, a->bytes.size, b->bytes.data, b->bytes.size);
    case WR_GFF_LOCSTRING:
        return same_local(a, b);
    case WR_GFF_STRUCT:
        return same_struct(a->child, b->child);
    case WR_GFF_LIST:
        return same_list(&a->list, &b->list);
    default:
        return a->bits == b->bits;
    }
}

/* ---- Counting ---------------------------------------------------------------------------- */

static bool weigh(const wr_gff_field *field, uint32_t *left, int depth);

static bool weigh_struct(const wr_gff_struct *in, uint32_t *left, int depth)
{
    bool small = *left > 0 && depth < WR_GFF_SHALLOW;
    *left -= small;
    for (uint32_t i = 0; small && i < in->count; i++)
        small = weigh(&in->fields[i], left, depth + 1);
    return small;
}

static bool weigh(const wr_gff_field *field, uint32_t *left, int depth)
{
    uint32_t own = 1 + (field->type == WR_GFF_LOCSTRING ? field->local.count : 0);
    bool small = own <= *left;
    *left -= small ? own : 0;
    if (small && field->type == WR_GFF_STRUCT)
        small = weigh_struct(field->child, left, depth);
    for (uint32_t i = 0; small && field->type == WR_GFF_LIST && i < field->list.count; i++)
        small = weigh_struct(field->list.items[i], left, depth);
    return small;
}

bool wr_gff_is_small(const wr_gff_field *field, uint32_t *left)
{
    return weigh(field, left, 0);
}
