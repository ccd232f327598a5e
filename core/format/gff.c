/* GFF trees: making them and asking them. Source: formats/module, 2. */
#include "core/format/gff.h"
#include "core/text/codepage.h"

#include <string.h>

enum { HEAD = 8 };

bool wr_gff_recognise(const uint8_t *data, size_t size)
{
    if (size < HEAD || memcmp(data + 4, "V3.2", 4) != 0)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (data[i] != ' ' && (data[i] < '0' || data[i] > '9') &&
            (data[i] < 'A' || data[i] > 'Z'))
            return false;
    return true;
}

/* ---- Making ------------------------------------------------------------------------------ */

/* Room for one more thing; false when memory is out. */
static bool grow(struct wr_gff *gff, void *items, uint32_t count, uint32_t *capacity,
                 size_t size)
{
    enum { FIRST = 4 };
    void *old;
    if (count < *capacity)
        return true;
    uint32_t more = count > UINT32_MAX / 2 ? 0 : count > 0 ? 2 * count : FIRST;
    void *grown = more > 0 ? wr_arena_take(gff->arena, more, size) : NULL;
    if (!grown) {
        gff->failed = true;
        return false;
    }
    memcpy(&old, items, sizeof old);
    if (count > 0)
        memcpy(grown, old, count * size);
    memcpy(items, &grown, sizeof grown);
    *capacity = more;
    return true;
}

static wr_gff_struct *new_struct(struct wr_gff *gff, uint32_t id)
{
    wr_gff_struct *made = WR_ZERO(gff->arena, wr_gff_struct, 1);
    if (made)
        made->id = id;
    else
        gff->failed = true;
    return made;
}

struct wr_gff *wr_gff_create(struct wr_arena *arena, const char *type)
{
    struct wr_gff *gff = WR_ZERO(arena, struct wr_gff, 1);
    if (!gff)
        return NULL;
    gff->arena = arena;
    size_t size = strlen(type);
    memcpy(gff->type, "    ", sizeof gff->type);
    memcpy(gff->type, type, size < 4 ? size : 4);
    gff->root = new_struct(gff, UINT32_MAX);
    return gff->root ? gff : NULL;
}

static wr_gff_field *add_field(struct wr_gff *gff, wr_gff_struct *in, const char *label)
{
    size_t size = strlen(label);
    if (size > WR_GFF_LABEL) {
        gff->refused = label;
        return NULL;
    }
    if (!grow(gff, &in->fields, in->count, &in->capacity, sizeof *in->fields))
        return NULL;
    wr_gff_field *field = &in->fields[in->count++];
    *field = (wr_gff_field){0};
    memcpy(field->label, label, size);
    return field;
}

/* The field of a label, now of this type and, where the type is another, without a value; NULL
 * where it cannot be made. */
static wr_gff_field *set(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                         enum wr_gff_type type)
{
    if (!in)
        return NULL;
    wr_gff_field *field = wr_gff_find(in, label);
    if (!field)
        field = add_field(gff, in, label);
    else if (field->type == type)
        return field;
    if (!field)
        return NULL;
    wr_gff_field fresh = {.type = type, .at = field->at, .place = field->place};
    memcpy(fresh.label, field->label, sizeof fresh.label);
    *field = fresh;
    return field;
}

static uint64_t narrowed(enum wr_gff_type type, int64_t value)
{
    switch (type) {
    case WR_GFF_BYTE:
        return (uint8_t)value;
    case WR_GFF_CHAR:
        return (uint64_t)(int64_t)(int8_t)value;
    case WR_GFF_WORD:
        return (uint16_t)value;
    case WR_GFF_SHORT:
        return (uint64_t)(int64_t)(int16_t)value;
    case WR_GFF_DWORD:
        return (uint32_t)value;
    case WR_GFF_INT:
    case WR_GFF_STRREF:
        return (uint64_t)(int64_t)(int32_t)value;
    default:
        return (uint64_t)value;
    }
}

void wr_gff_set_whole(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                      enum wr_gff_type type, int64_t value)
{
    wr_gff_field *field = set(gff, in, label, type);
    if (field)
        field->bits = narrowed(type, value);
}

void wr_gff_set_float(struct wr_gff *gff, wr_gff_struct *in, const char *label, float value)
{
    wr_gff_field *field = set(gff, in, label, WR_GFF_FLOAT);
    if (field)
        field->single = value;
}

static void set_bytes(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                      enum wr_gff_type type, const void *data, size_t size)
{
    wr_gff_field *field = set(gff, in, label, type);
    if (!field)
        return;
    const char *copy = size <= UINT32_MAX ? wr_arena_text(gff->arena, data, size) : NULL;
    if (!copy) {
        gff->failed = true;
        return;
    }
    field->bytes.data = (const uint8_t *)copy;
    field->bytes.size = (uint32_t)size;
}

void wr_gff_set_string(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                       const char *text)
{
    size_t size;
    const char *encoded = wr_codepage_from_utf8(gff->arena, text, &size);
    if (encoded)
        set_bytes(gff, in, label, WR_GFF_STRING, encoded, size);
    else
        gff->failed = true;
}

void wr_gff_set_resref(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                       const char *name)
{
    size_t size = strlen(name);
    if (size > WR_GFF_RESREF_LENGTH)
        gff->refused = name;
    else
        set_bytes(gff, in, label, WR_GFF_RESREF, name, size);
}

void wr_gff_set_void(struct wr_gff *gff, wr_gff_struct *in, const char *label, const void *data,
                     uint32_t size)
{
    set_bytes(gff, in, label, WR_GFF_VOID, size > 0 ? data : "", size);
}

void wr_gff_set_local(struct wr_gff *gff, wr_gff_struct *in, const char *label, int32_t strref,
                      const char *english)
{
    wr_gff_field *field = set(gff, in, label, WR_GFF_LOCSTRING);
    if (!field)
        return;
    field->local.strref = strref;
    field->local.count = 0;
    if (!english)
        return;
    size_t size;
    wr_gff_text *text = WR_ZERO(gff->arena, wr_gff_text, 1);
    const char *copy = wr_codepage_from_utf8(gff->arena, english, &size);
    if (!text || !copy || size > UINT32_MAX) {
        gff->failed = true;
        return;
    }
    *text = (wr_gff_text){.data = (const uint8_t *)copy, .size = (uint32_t)size};
    field->local.texts = text;
    field->local.count = 1;
}

wr_gff_struct *wr_gff_set_struct(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                                 uint32_t id)
{
    wr_gff_field *field = set(gff, in, label, WR_GFF_STRUCT);
    if (!field)
        return NULL;
    if (!field->child)
        field->child = new_struct(gff, id);
    if (field->child)
        field->child->id = id;
    return field->child;
}

wr_gff_list *wr_gff_set_list(struct wr_gff *gff, wr_gff_struct *in, const char *label)
{
    wr_gff_field *field = set(gff, in, label, WR_GFF_LIST);
    return field ? &field->list : NULL;
}

wr_gff_struct *wr_gff_append(struct wr_gff *gff, wr_gff_list *list, uint32_t id)
{
    if (!list || !grow(gff, &list->items, list->count, &list->capacity, sizeof *list->items))
        return NULL;
    wr_gff_struct *made = new_struct(gff, id);
    if (made)
        list->items[list->count++] = made;
    return made;
}

void wr_gff_remove(wr_gff_list *list, uint32_t index)
{
    if (!list || index >= list->count)
        return;
    list->count--;
    memmove(list->items + index, list->items + index + 1,
            (list->count - index) * sizeof *list->items);
}

/* ---- Asking ------------------------------------------------------------------------------ */

wr_gff_field *wr_gff_find(const wr_gff_struct *in, const char *label)
{
    for (uint32_t i = 0; in && i < in->count; i++)
        if (strcmp(in->fields[i].label, label) == 0)
            return &in->fields[i];
    return NULL;
}

int64_t wr_gff_whole(const wr_gff_struct *in, const char *label, int64_t otherwise)
{
    const wr_gff_field *field = wr_gff_find(in, label);
    bool whole = field && (field->type <= WR_GFF_INT64 || field->type == WR_GFF_STRREF);
    return whole ? (int64_t)field->bits : otherwise;
}

float wr_gff_float(const wr_gff_struct *in, const char *label, float otherwise)
{
    const wr_gff_field *field = wr_gff_find(in, label);
    return field && field->type == WR_GFF_FLOAT    ? field->single
           : field && field->type == WR_GFF_DOUBLE ? (float)field->real
                                                   : otherwise;
}

const char *wr_gff_text_of(const wr_gff_struct *in, const char *label, struct wr_arena *arena)
{
    const wr_gff_field *field = wr_gff_find(in, label);
    if (!field || (field->type != WR_GFF_STRING && field->type != WR_GFF_RESREF))
        return "";
    return wr_arena_text(arena, (const char *)field->bytes.data, field->bytes.size);
}

wr_gff_list *wr_gff_list_of(const wr_gff_struct *in, const char *label)
{
    wr_gff_field *field = wr_gff_find(in, label);
    return field && field->type == WR_GFF_LIST ? &field->list : NULL;
}
