/* What a marker of a kit's XML says of its row in the GIT, value by value. */
#include "core/base/suggestion.h"
#include "core/format/gff_value.h"
#include "core/text/codepage.h"
#include "kits/kit_xml.h"

#include <string.h>

static const char *const none[] = {NULL};

/* Faults of one marker's row; values are counted over all of it. */
struct row_reader {
    struct wr_kit_xml *kit;
    uint32_t left; /* how many values there may still be */
};

static bool read_fields(struct row_reader *row, wr_xml *element, wr_gff_struct *out);

/* ---- Attributes -------------------------------------------------------------------------- */

static bool read_label(struct wr_kit_xml *kit, wr_xml *element, const char **out)
{
    return wr_kit_xml_text(kit, element, "label", true, out) &&
           (wr_gff_label_valid(*out) ||
            wr_kit_xml_refuse_name(kit, element, "label", *out,
                                   "1 to 16 characters of ASCII, no space around them"));
}

static bool read_type(struct wr_kit_xml *kit, wr_xml *element, enum wr_gff_type *out)
{
    const char *text;
    if (!wr_kit_xml_text(kit, element, "type", true, &text))
        return false;
    if (wr_gff_type_named(text, out))
        return true;
    kit->ok = false;
    wr_fail(kit->context, WR_INVALID, wr_kit_xml_where(element, "type"), "field-type",
            "as `warren show` names them: byte, word, int, float, string, resref, locstring, …",
            "'%.40s' is no type of a value", text);
    return false;
}

static bool read_id(struct wr_kit_xml *kit, wr_xml *element, uint32_t *out)
{
    int64_t id = 0;
    wr_xml_get_integer(kit->context, element, "id", false, 0, UINT32_MAX, &id, &kit->ok);
    *out = (uint32_t)id;
    return true;
}

/* ---- Values ------------------------------------------------------------------------------ */

static bool read_value(struct wr_kit_xml *kit, wr_xml *element, wr_gff_field *field)
{
    const char *text;
    if (!wr_kit_xml_text(kit, element, "value", true, &text))
        return false;
    enum wr_result result = wr_gff_parse_value(kit->arena, text, field);
    if (result == WR_NO_MEMORY)
        return wr_kit_xml_starve(kit);
    if (result == WR_OK)
        return true;
    kit->ok = false;
    wr_fail(kit->context, WR_INVALID, wr_kit_xml_where(element, "value"), "field-value", NULL,
            "'%.64s' is no value of type %s", text, wr_gff_type_name(field->type));
    return false;
}

static bool read_text(struct wr_kit_xml *kit, wr_xml *element, wr_gff_text *out)
{
    static const char *const known[] = {"language", "value", NULL};
    const char *text;
    int64_t language = 0;
    size_t size = 0;
    bool whole = wr_xml_get_integer(kit->context, element, "language", true, 0, UINT32_MAX,
                                    &language, &kit->ok);
    whole &= wr_kit_xml_text(kit, element, "value", true, &text);
    wr_kit_xml_done(kit, element, known, none);
    if (!whole)
        return false;
    const char *made = wr_codepage_from_utf8(kit->arena, text, &size);
    *out = (wr_gff_text){(uint32_t)language, (const uint8_t *)made, (uint32_t)size};
    return made || wr_kit_xml_starve(kit);
}

static bool read_texts(struct wr_kit_xml *kit, wr_xml *element, wr_gff_field *field)
{
    bool whole = true;
    field->local.texts = WR_TAKE(kit->arena, wr_gff_text, wr_kit_xml_children(element, "text"));
    if (!field->local.texts)
        return wr_kit_xml_starve(kit);
    wr_xml *child = wr_kit_xml_next(element->first, "text");
    for (; child && !kit->fatal; child = wr_kit_xml_next(child->next, "text"))
        if (read_text(kit, child, &field->local.texts[field->local.count]))
            field->local.count++;
        else
            whole = false;
    return whole;
}

static bool read_struct(struct row_reader *row, wr_xml *element, wr_gff_struct **out)
{
    struct wr_kit_xml *kit = row->kit;
    wr_gff_struct *made = WR_ZERO(kit->arena, wr_gff_struct, 1);
    *out = made;
    if (!made)
        return wr_kit_xml_starve(kit);
    return read_id(kit, element, &made->id) && read_fields(row, element, made);
}

static bool read_items(struct row_reader *row, wr_xml *element, wr_gff_field *field)
{
    static const char *const known[] = {"id", NULL};
    static const char *const children[] = {"field", NULL};
    struct wr_kit_xml *kit = row->kit;
    uint32_t count = wr_kit_xml_children(element, "item");
    bool whole = true;
    field->list.items = WR_TAKE(kit->arena, wr_gff_struct *, count);
    field->list.capacity = count;
    if (!field->list.items)
        return wr_kit_xml_starve(kit);
    wr_xml *child = wr_kit_xml_next(element->first, "item");
    for (; child && !kit->fatal; child = wr_kit_xml_next(child->next, "item")) {
        whole &= read_struct(row, child, &field->list.items[field->list.count]);
        field->list.count += whole;
        wr_kit_xml_done(kit, child, known, children);
    }
    return whole;
}

/* What lies in an element of a type. */
static bool read_content(struct row_reader *row, wr_xml *element, wr_gff_field *field)
{
    switch (field->type) {
    case WR_GFF_STRUCT:
        return read_struct(row, element, &field->child);
    case WR_GFF_LIST:
        return read_items(row, element, field);
    case WR_GFF_LOCSTRING:
        return read_value(row->kit, element, field) && read_texts(row->kit, element, field);
    default:
        return read_value(row->kit, element, field);
    }
}

static void done(struct wr_kit_xml *kit, wr_xml *element, enum wr_gff_type type)
{
    static const char *const plain[] = {"label", "type", "value", NULL};
    static const char *const numbered[] = {"label", "type", "id", NULL};
    static const char *const listed[] = {"label", "type", NULL};
    static const char *const texts[] = {"text", NULL};
    static const char *const fields[] = {"field", NULL};
    static const char *const items[] = {"item", NULL};
    wr_kit_xml_done(kit, element,
                    type == WR_GFF_STRUCT ? numbered
                    : type == WR_GFF_LIST ? listed
                                          : plain,
                    type == WR_GFF_LOCSTRING ? texts
                    : type == WR_GFF_STRUCT  ? fields
                    : type == WR_GFF_LIST    ? items
                                             : none);
}

static bool read_field(struct row_reader *row, wr_xml *element, wr_gff_field *field)
{
    const char *label;
    *field = (wr_gff_field){0};
    bool whole = read_label(row->kit, element, &label);
    whole &= read_type(row->kit, element, &field->type);
    if (!whole)
        return false; /* nobody knows what lies in it */
    memcpy(field->label, label, strlen(label));
    whole = read_content(row, element, field);
    done(row->kit, element, field->type);
    return whole;
}

/* Says so, and looks no further at what there is too much of. */
static bool too_many(struct row_reader *row, wr_xml *element)
{
    row->kit->ok = false;
    wr_fail(row->kit->context, WR_LIMIT, element->where, "kit-limit", NULL,
            "the row of a marker has more than %d values", (int)WR_MOST_VALUES);
    while (element)
        element = wr_kit_xml_next(element->next, "field");
    return false;
}

static bool read_fields(struct row_reader *row, wr_xml *element, wr_gff_struct *out)
{
    struct wr_kit_xml *kit = row->kit;
    uint32_t count = wr_kit_xml_children(element, "field");
    bool whole = true;
    wr_xml *child = wr_kit_xml_next(element->first, "field");
    if (count > row->left)
        return too_many(row, child);
    row->left -= count;
    out->fields = WR_TAKE(kit->arena, wr_gff_field, count);
    out->capacity = count;
    if (!out->fields)
        return wr_kit_xml_starve(kit);
    for (; child && !kit->fatal; child = wr_kit_xml_next(child->next, "field"))
        if (read_field(row, child, &out->fields[out->count]))
            out->count++;
        else
            whole = false;
    wr_kit_xml_refuse_twice(kit, element, "field", "label");
    return whole;
}

static void read_without(struct wr_kit_xml *kit, wr_xml *element, wr_marker *marker)
{
    static const char *const known[] = {"label", NULL};
    uint32_t count;
    if (!wr_kit_xml_within(kit, element, "without", WR_MOST_VALUES, &count))
        return;
    const char **labels = WR_TAKE(kit->arena, const char *, count);
    if (!labels) {
        wr_kit_xml_starve(kit);
        return;
    }
    wr_xml *child = wr_kit_xml_next(element->first, "without");
    for (; child; child = wr_kit_xml_next(child->next, "without")) {
        marker->without_count += read_label(kit, child, &labels[marker->without_count]);
        wr_kit_xml_done(kit, child, known, none);
    }
    marker->without = labels;
}

void wr_kit_xml_row(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker)
{
    struct row_reader row = {reader, WR_MOST_VALUES};
    read_without(reader, element, marker);
    if (!wr_kit_xml_children(element, "field"))
        return;
    wr_gff_struct *values = WR_ZERO(reader->arena, wr_gff_struct, 1);
    if (!values) {
        wr_kit_xml_starve(reader);
        return;
    }
    read_fields(&row, element, values);
    marker->row = values;
}
