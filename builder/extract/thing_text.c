/* Markers of a kit's XML, one line a value. */
#include "builder/extract/thing_text.h"

#include "core/base/bytes.h"
#include "core/format/gff_value.h"
#include "kits/kit_text.h"

#include <string.h>

/* ---- Values ------------------------------------------------------------------------------ */

static void indent(struct wr_bytes *out, unsigned depth)
{
    for (unsigned i = 0; i < 6 + 2 * depth; i++)
        wr_bytes_char(out, ' ');
}

/* A value, or a text of one, as an attribute. */
static bool write_value(struct wr_bytes *out, const wr_gff_field *field,
                        const wr_gff_text *text)
{
    struct wr_bytes value = {0};
    bool said = text ? wr_gff_print_text(text->data, text->size, &value)
                     : wr_gff_print_value(field, &value);
    wr_bytes_text(out, " value=\"");
    wr_kit_text_escaped(out, (const char *)value.data, value.size);
    wr_bytes_char(out, '"');
    out->failed |= value.failed;
    wr_bytes_finish(&value);
    return said;
}

static bool write_texts(struct wr_bytes *out, const wr_gff_field *field, unsigned depth)
{
    bool said = true;
    for (uint32_t i = 0; i < field->local.count; i++) {
        indent(out, depth + 1);
        wr_bytes_print(out, "<text language=\"%lu\"",
                       (unsigned long)field->local.texts[i].language);
        said &= write_value(out, field, &field->local.texts[i]);
        wr_bytes_text(out, "/>\n");
    }
    return said;
}

static bool write_fields(struct wr_bytes *out, const wr_gff_struct *in, unsigned depth)
{
    bool said = true;
    for (uint32_t i = 0; said && i < in->count; i++)
        said = wr_gff_label_valid(in->fields[i].label) &&
               wr_taken_field_write(out, &in->fields[i], depth);
    return said;
}

static bool write_items(struct wr_bytes *out, const wr_gff_list *list, unsigned depth)
{
    bool said = true;
    for (uint32_t i = 0; said && i < list->count; i++) {
        indent(out, depth);
        wr_bytes_print(out, "<item id=\"%lu\">\n", (unsigned long)list->items[i]->id);
        said = write_fields(out, list->items[i], depth + 1);
        indent(out, depth);
        wr_bytes_text(out, "</item>\n");
    }
    return said;
}

/* What lies between the tags. */
static bool write_content(struct wr_bytes *out, const wr_gff_field *field, unsigned depth)
{
    if (field->type == WR_GFF_STRUCT)
        return write_fields(out, field->child, depth + 1);
    if (field->type == WR_GFF_LIST)
        return write_items(out, &field->list, depth + 1);
    return write_texts(out, field, depth);
}

bool wr_taken_field_write(struct wr_bytes *out, const wr_gff_field *field, unsigned depth)
{
    bool nested = field->type == WR_GFF_STRUCT || field->type == WR_GFF_LIST;
    bool said = true;
    indent(out, depth);
    wr_bytes_text(out, "<field");
    wr_kit_text_attribute(out, "label", field->label);
    wr_kit_text_attribute(out, "type", wr_gff_type_name(field->type));
    if (field->type == WR_GFF_STRUCT)
        wr_bytes_print(out, " id=\"%lu\"", (unsigned long)field->child->id);
    if (!nested)
        said = write_value(out, field, NULL);
    if (!nested && (field->type != WR_GFF_LOCSTRING || field->local.count == 0)) {
        wr_bytes_text(out, "/>\n");
        return said;
    }
    wr_bytes_text(out, ">\n");
    said &= write_content(out, field, depth);
    indent(out, depth);
    wr_bytes_text(out, "</field>\n");
    return said;
}

/* ---- Markers ----------------------------------------------------------------------------- */

static void write_pairs(const wr_marker *marker, struct wr_bytes *out)
{
    for (uint32_t i = 0; i < marker->pair_count; i++) {
        indent(out, 0);
        wr_bytes_text(out, "<set");
        wr_kit_text_attribute(out, "key", marker->pairs[i].key);
        wr_kit_text_attribute(out, "value", marker->pairs[i].value);
        wr_bytes_text(out, "/>\n");
    }
}

static void write_shape(const wr_marker *marker, struct wr_bytes *out)
{
    for (uint32_t i = 0; i < marker->corner_count; i++) {
        indent(out, 0);
        wr_bytes_text(out, "<corner");
        wr_kit_text_point(out, "by", marker->corners[i]);
        wr_bytes_text(out, "/>\n");
    }
    for (uint32_t i = 0; i < marker->arrival_count; i++) {
        indent(out, 0);
        wr_bytes_text(out, "<arrival");
        wr_kit_text_point(out, "at", marker->arrivals[i].position);
        wr_kit_text_numbers(out, "facing", &marker->arrivals[i].facing, 1);
        wr_bytes_text(out, "/>\n");
    }
}

static void write_camera(const wr_camera *camera, struct wr_bytes *out)
{
    indent(out, 0);
    wr_bytes_print(out, "<camera number=\"%ld\"", (long)camera->number);
    wr_kit_text_numbers(out, "pitch", &camera->pitch, 1);
    wr_kit_text_numbers(out, "height", &camera->height, 1);
    wr_kit_text_numbers(out, "view", &camera->view, 1);
    wr_kit_text_numbers(out, "range", &camera->range, 1);
    if (camera->turned)
        wr_kit_text_numbers(out, "orientation", camera->orientation, 4);
    wr_bytes_text(out, "/>\n");
}

static void write_row(const wr_marker *marker, struct wr_bytes *out)
{
    for (uint32_t i = 0; marker->row && i < marker->row->count; i++)
        wr_taken_field_write(out, &marker->row->fields[i], 0);
    for (uint32_t i = 0; i < marker->without_count; i++) {
        indent(out, 0);
        wr_bytes_text(out, "<without");
        wr_kit_text_attribute(out, "label", marker->without[i]);
        wr_bytes_text(out, "/>\n");
    }
}

static bool is_bare(const wr_marker *marker)
{
    return marker->pair_count + marker->corner_count + marker->arrival_count +
                   marker->without_count ==
               0 &&
           !marker->camera && !marker->row;
}

/* What is not turned has no facing, and a camera may have an orientation. */
static bool has_facing(const wr_marker *marker)
{
    return marker->kind <= WR_LOOT || marker->kind == WR_STORE ||
           (marker->kind == WR_CAMERA && !(marker->camera && marker->camera->turned));
}

void wr_taken_marker_write(const wr_marker *marker, struct wr_bytes *out)
{
    wr_bytes_text(out, "    <marker");
    wr_kit_text_attribute(out, "name", marker->name);
    wr_kit_text_attribute(out, "kind", wr_marker_kind_name(marker->kind));
    wr_kit_text_point(out, "at", marker->position);
    if (has_facing(marker))
        wr_kit_text_numbers(out, "facing", &marker->facing, 1);
    if (is_bare(marker)) {
        wr_bytes_text(out, "/>\n");
        return;
    }
    wr_bytes_text(out, ">\n");
    write_pairs(marker, out);
    write_shape(marker, out);
    if (marker->camera)
        write_camera(marker->camera, out);
    write_row(marker, out);
    wr_bytes_text(out, "    </marker>\n");
}
