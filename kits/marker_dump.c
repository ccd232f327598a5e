/* What a marker says beside its place, as members: of maps that are written, and shown. */
#include "core/base/bytes.h"
#include "core/format/gff_value.h"
#include "core/text/dump.h"
#include "kits/marker_row.h"

#include <string.h>

/* ---- Values of a row --------------------------------------------------------------------- */

/* A value as text, or one language of it. */
static void write_value(struct wr_dump *dump, const wr_gff_field *field,
                        const wr_gff_text *text)
{
    struct wr_bytes bytes = {0};
    if (text)
        wr_gff_print_text(text->data, text->size, &bytes);
    else
        wr_gff_print_value(field, &bytes);
    wr_bytes_char(&bytes, '\0');
    if (bytes.failed)
        dump->out->failed = true;
    else
        wr_dump_text(dump, "value", (const char *)bytes.data);
    wr_bytes_finish(&bytes);
}

static void write_fields(struct wr_dump *dump, const wr_gff_struct *in);

static void write_texts(struct wr_dump *dump, const wr_gff_field *field)
{
    if (field->type != WR_GFF_LOCSTRING || field->local.count == 0)
        return;
    wr_dump_list(dump, "texts");
    for (uint32_t i = 0; i < field->local.count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "language", field->local.texts[i].language);
        write_value(dump, field, &field->local.texts[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void write_struct(struct wr_dump *dump, const wr_gff_struct *in)
{
    wr_dump_count(dump, "id", in->id);
    write_fields(dump, in);
}

static void write_items(struct wr_dump *dump, const wr_gff_list *list)
{
    wr_dump_list(dump, "items");
    for (uint32_t i = 0; i < list->count; i++) {
        wr_dump_object(dump, NULL);
        write_struct(dump, list->items[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void write_field(struct wr_dump *dump, const wr_gff_field *field)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "label", field->label);
    wr_dump_text(dump, "type", wr_gff_type_name(field->type));
    if (field->type == WR_GFF_STRUCT) {
        write_struct(dump, field->child);
    } else if (field->type == WR_GFF_LIST) {
        write_items(dump, &field->list);
    } else {
        write_value(dump, field, NULL);
        write_texts(dump, field);
    }
    wr_dump_object_end(dump);
}

static void write_fields(struct wr_dump *dump, const wr_gff_struct *in)
{
    wr_dump_list(dump, "fields");
    for (uint32_t i = 0; i < in->count; i++)
        write_field(dump, &in->fields[i]);
    wr_dump_list_end(dump);
}

/* ---- Parts ------------------------------------------------------------------------------- */

static void write_points(struct wr_dump *dump, const wr_marker *marker)
{
    if (marker->corner_count > 0) {
        wr_dump_list(dump, "corners");
        for (uint32_t i = 0; i < marker->corner_count; i++)
            wr_dump_vec3(dump, NULL, marker->corners[i]);
        wr_dump_list_end(dump);
    }
    if (marker->arrival_count == 0)
        return;
    wr_dump_list(dump, "arrivals");
    for (uint32_t i = 0; i < marker->arrival_count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_vec3(dump, "position", marker->arrivals[i].position);
        wr_dump_number(dump, "facing", marker->arrivals[i].facing);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void write_camera(struct wr_dump *dump, const wr_camera *camera)
{
    wr_dump_object(dump, "camera");
    wr_dump_integer(dump, "number", camera->number);
    wr_dump_number(dump, "pitch", camera->pitch);
    wr_dump_number(dump, "height", camera->height);
    wr_dump_number(dump, "view", camera->view);
    wr_dump_number(dump, "range", camera->range);
    if (camera->turned) {
        wr_dump_list(dump, "orientation");
        for (int i = 0; i < 4; i++)
            wr_dump_number(dump, NULL, camera->orientation[i]);
        wr_dump_list_end(dump);
    }
    wr_dump_object_end(dump);
}

static void write_row(struct wr_dump *dump, const wr_marker *marker)
{
    if (marker->row)
        write_fields(dump, marker->row);
    if (marker->without_count == 0)
        return;
    wr_dump_list(dump, "without");
    for (uint32_t i = 0; i < marker->without_count; i++)
        wr_dump_text(dump, NULL, marker->without[i]);
    wr_dump_list_end(dump);
}

void wr_marker_dump_parts(struct wr_dump *dump, const wr_marker *marker)
{
    write_points(dump, marker);
    if (marker->camera)
        write_camera(dump, marker->camera);
    write_row(dump, marker);
}
