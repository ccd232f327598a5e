/* Reading what a map puts into its rooms: things, each as a kit's marker is. */
#include "core/base/suggestion.h"
#include "templates/map.h"

#include "core/format/gff_value.h"
#include "core/text/codepage.h"
#include "kits/kit.h"
#include "kits/marker_row.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const thing_keys[] = {"room",      "kind",   "name",   "position", "facing",
                                         "blueprint", "tag",    "note",   "count",    "corners",
                                         "arrivals",  "camera", "fields", "without",  NULL};

/* The values of one row that may still come. */
struct row_left {
    struct wr_map_reading *reading;
    uint32_t left;
};

static bool read_fields(struct row_left *row, wr_json *object, const char *key, bool required,
                        wr_gff_struct *out);

/* ---- Lists ------------------------------------------------------------------------------- */

/* A list of no more than `most` items, or NULL. */
static wr_json *get_list(struct wr_map_reading *reading, wr_json *object, const char *key,
                         uint32_t most)
{
    char path[WR_JSON_PATH_SIZE];
    wr_json *list =
        wr_json_get(reading->context, object, key, WR_JSON_LIST, false, &reading->ok);
    if (!list || list->count <= most)
        return list;
    reading->ok = false;
    wr_fail(reading->context, WR_LIMIT, list->where, "thing-limit", NULL,
            "%s has %lu items; the most is %lu", wr_json_path(list, path),
            (unsigned long)list->count, (unsigned long)most);
    return NULL;
}

static void read_point(struct wr_map_reading *reading, wr_json *item, wr_vec3 *out)
{
    char path[WR_JSON_PATH_SIZE];
    float *axes[] = {&out->x, &out->y, &out->z};
    bool whole = item->kind == WR_JSON_LIST && item->count == 3;
    wr_json *number = whole ? item->first : NULL;
    for (int i = 0; whole && i < 3; i++, number = number->next) {
        whole = number->kind == WR_JSON_NUMBER && isfinite((float)number->number);
        *axes[i] = (float)number->number;
    }
    if (whole)
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, item->where, "json-type", NULL,
            "%s must be three numbers", wr_json_path(item, path));
}

/* ---- Parts ------------------------------------------------------------------------------- */

/* What the kind of a thing has not. */
static void refuse_part(struct wr_map_reading *reading, const wr_json *part,
                        const wr_marker *marker, const char *owner)
{
    reading->ok = false;
    if (marker->kind < WR_MARKER_KINDS)
        wr_fail(reading->context, WR_INVALID, part->key_where, "marker-part", NULL,
                "a %s has no '%s': that is %s's", wr_marker_kind_name(marker->kind), part->key,
                owner);
}

static void read_corners(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    wr_json *list = get_list(reading, json, "corners", WR_MOST_POINTS);
    wr_vec3 *corners = list ? WR_ZERO(reading->map->arena, wr_vec3, list->count) : NULL;
    if (!list || !wr_map_took(reading, corners))
        return;
    if (!wr_marker_has_corners(marker->kind))
        refuse_part(reading, list, marker, "a trigger's or an encounter");
    for (wr_json *item = list->first; item; item = item->next)
        read_point(reading, item, &corners[marker->corner_count++]);
    marker->corners = corners;
}

static void read_arrivals(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    static const char *const known[] = {"position", "facing", NULL};
    wr_json *list = get_list(reading, json, "arrivals", WR_MOST_POINTS);
    wr_arrival *arrivals = list ? WR_ZERO(reading->map->arena, wr_arrival, list->count) : NULL;
    if (!list || !wr_map_took(reading, arrivals))
        return;
    if (marker->kind != WR_ENCOUNTER)
        refuse_part(reading, list, marker, "an encounter");
    for (wr_json *item = list->first; item; item = item->next) {
        wr_arrival *arrival = &arrivals[marker->arrival_count++];
        if (!wr_map_is_kind(reading, item, WR_JSON_OBJECT))
            continue;
        wr_json_get_vec3(reading->context, item, "position", true, &arrival->position,
                         &reading->ok);
        wr_json_get_f32(reading->context, item, "facing", false, &arrival->facing,
                        &reading->ok);
        wr_map_done(reading, item, known);
    }
    marker->arrivals = arrivals;
}

static void read_orientation(struct wr_map_reading *reading, wr_json *json, wr_camera *camera)
{
    char path[WR_JSON_PATH_SIZE];
    wr_json *list = get_list(reading, json, "orientation", 4);
    wr_json *number = list ? list->first : NULL;
    bool whole = list && list->count == 4;
    for (int i = 0; whole && i < 4; i++, number = number->next) {
        camera->orientation[i] = (float)number->number;
        whole = number->kind == WR_JSON_NUMBER && isfinite(camera->orientation[i]);
    }
    camera->turned = whole;
    if (!list || whole)
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, list->where, "json-type", "a quaternion: w, x, y, z",
            "%s must be four numbers", wr_json_path(list, path));
}

static void read_camera(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    static const char *const known[] = {"number", "pitch",       "height", "view",
                                        "range",  "orientation", NULL};
    wr_json *object =
        wr_json_get(reading->context, json, "camera", WR_JSON_OBJECT, false, &reading->ok);
    wr_camera *camera = object ? WR_ZERO(reading->map->arena, wr_camera, 1) : NULL;
    int64_t number = 0;
    if (!object || !wr_map_took(reading, camera))
        return;
    if (marker->kind != WR_CAMERA)
        refuse_part(reading, object, marker, "a camera");
    *camera = wr_camera_usual;
    wr_json_get_integer(reading->context, object, "number", false, INT32_MIN, INT32_MAX,
                        &number, &reading->ok);
    camera->number = (int32_t)number;
    wr_json_get_f32(reading->context, object, "pitch", false, &camera->pitch, &reading->ok);
    wr_json_get_f32(reading->context, object, "height", false, &camera->height, &reading->ok);
    wr_json_get_f32(reading->context, object, "view", false, &camera->view, &reading->ok);
    wr_json_get_f32(reading->context, object, "range", false, &camera->range, &reading->ok);
    read_orientation(reading, object, camera);
    wr_map_done(reading, object, known);
    marker->camera = camera;
    wr_json *facing = wr_json_find(json, "facing");
    if (!camera->turned || !facing)
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, facing->key_where, "map-both",
            "remove one of the two", "a camera with an orientation cannot have a 'facing'");
}

/* ---- Values of a row --------------------------------------------------------------------- */

static bool refuse(struct wr_map_reading *reading, const wr_json *json, const char *slug,
                   const char *hint, const char *what)
{
    char path[WR_JSON_PATH_SIZE];
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, json->where, slug, hint, "%s %s",
            wr_json_path(json, path), what);
    return false;
}

static bool check_label(struct wr_map_reading *reading, const wr_json *json, const char *text)
{
    return wr_gff_label_valid(text) ||
           refuse(reading, json, "name-invalid",
                  "1 to 16 characters of ASCII, no space around them",
                  "can be no label of a value");
}

static bool read_value(struct wr_map_reading *reading, wr_json *json, wr_gff_field *field)
{
    const char *text;
    if (!wr_json_get_text(reading->context, json, "value", true, &text, &reading->ok))
        return false;
    enum wr_result result = wr_gff_parse_value(reading->map->arena, text, field);
    if (result == WR_NO_MEMORY)
        return wr_map_took(reading, NULL);
    char what[64];
    snprintf(what, sizeof what, "is no value of type %s", wr_gff_type_name(field->type));
    return result == WR_OK ||
           refuse(reading, wr_json_find(json, "value"), "field-value", NULL, what);
}

static bool read_text(struct wr_map_reading *reading, wr_json *item, wr_gff_text *out)
{
    static const char *const known[] = {"language", "value", NULL};
    const char *text = NULL;
    int64_t language = 0;
    size_t size = 0;
    if (!wr_map_is_kind(reading, item, WR_JSON_OBJECT))
        return false;
    bool whole = wr_json_get_integer(reading->context, item, "language", true, 0, UINT32_MAX,
                                     &language, &reading->ok);
    whole &= wr_json_get_text(reading->context, item, "value", true, &text, &reading->ok);
    wr_map_done(reading, item, known);
    const char *made = whole ? wr_codepage_from_utf8(reading->map->arena, text, &size) : NULL;
    *out = (wr_gff_text){(uint32_t)language, (const uint8_t *)made, (uint32_t)size};
    return whole && wr_map_took(reading, made);
}

static bool read_texts(struct wr_map_reading *reading, wr_json *json, wr_gff_field *field)
{
    wr_json *list = get_list(reading, json, "texts", WR_MOST_VALUES);
    bool whole = true;
    field->local.texts =
        WR_TAKE(reading->map->arena, wr_gff_text, list ? list->count : (size_t)0);
    if (!wr_map_took(reading, field->local.texts))
        return false;
    for (wr_json *item = list ? list->first : NULL; whole && item; item = item->next) {
        whole = read_text(reading, item, &field->local.texts[field->local.count]);
        field->local.count += whole;
    }
    return whole;
}

static bool read_struct(struct row_left *row, wr_json *json, wr_gff_struct **out)
{
    struct wr_map_reading *reading = row->reading;
    wr_gff_struct *made = WR_ZERO(reading->map->arena, wr_gff_struct, 1);
    int64_t id = 0;
    *out = made;
    if (!wr_map_took(reading, made))
        return false;
    wr_json_get_integer(reading->context, json, "id", false, 0, UINT32_MAX, &id, &reading->ok);
    made->id = (uint32_t)id;
    return read_fields(row, json, "fields", true, made);
}

static bool read_items(struct row_left *row, wr_json *json, wr_gff_field *field)
{
    static const char *const known[] = {"id", "fields", NULL};
    struct wr_map_reading *reading = row->reading;
    wr_json *list =
        wr_json_get(reading->context, json, "items", WR_JSON_LIST, true, &reading->ok);
    uint32_t count = list ? list->count : 0;
    bool whole = list != NULL;
    field->list.items = WR_TAKE(reading->map->arena, wr_gff_struct *, count);
    if (!wr_map_took(reading, field->list.items))
        return false;
    for (wr_json *item = list ? list->first : NULL; whole && item; item = item->next) {
        whole = wr_map_is_kind(reading, item, WR_JSON_OBJECT) &&
                read_struct(row, item, &field->list.items[field->list.count]);
        field->list.count += whole;
        if (whole)
            wr_map_done(reading, item, known);
    }
    field->list.capacity = count;
    return whole;
}

static bool read_content(struct row_left *row, wr_json *json, wr_gff_field *field)
{
    switch (field->type) {
    case WR_GFF_STRUCT:
        return read_struct(row, json, &field->child);
    case WR_GFF_LIST:
        return read_items(row, json, field);
    case WR_GFF_LOCSTRING:
        return read_value(row->reading, json, field) && read_texts(row->reading, json, field);
    default:
        return read_value(row->reading, json, field);
    }
}

static bool read_field(struct row_left *row, wr_json *json, wr_gff_field *field)
{
    static const char *const plain[] = {"label", "type", "value", NULL};
    static const char *const local[] = {"label", "type", "value", "texts", NULL};
    static const char *const inner[] = {"label", "type", "id", "fields", NULL};
    static const char *const listed[] = {"label", "type", "items", NULL};
    struct wr_map_reading *reading = row->reading;
    const char *label, *type;
    *field = (wr_gff_field){0};
    if (!wr_map_is_kind(reading, json, WR_JSON_OBJECT) ||
        !wr_json_get_text(reading->context, json, "label", true, &label, &reading->ok) ||
        !wr_json_get_text(reading->context, json, "type", true, &type, &reading->ok) ||
        !check_label(reading, wr_json_find(json, "label"), label))
        return false;
    if (!wr_gff_type_named(type, &field->type))
        return refuse(reading, wr_json_find(json, "type"), "field-type",
                      "byte, word, int, float, string, resref, locstring, …",
                      "is no type of a value");
    memcpy(field->label, label, strlen(label));
    if (!read_content(row, json, field))
        return false;
    wr_map_done(reading, json,
                field->type == WR_GFF_LOCSTRING ? local
                : field->type == WR_GFF_STRUCT  ? inner
                : field->type == WR_GFF_LIST    ? listed
                                                : plain);
    return true;
}

static bool read_fields(struct row_left *row, wr_json *object, const char *key, bool required,
                        wr_gff_struct *out)
{
    struct wr_map_reading *reading = row->reading;
    if (required &&
        !wr_json_get(reading->context, object, key, WR_JSON_LIST, true, &reading->ok))
        return false;
    wr_json *list = get_list(reading, object, key, row->left);
    if (!list)
        return false;
    row->left -= list->count;
    out->capacity = list->count;
    out->fields = WR_TAKE(reading->map->arena, wr_gff_field, list->count);
    if (!wr_map_took(reading, out->fields))
        return false;
    for (wr_json *item = list->first; item; item = item->next)
        if (read_field(row, item, &out->fields[out->count]) && !reading->result)
            out->count++;
    return out->count == list->count;
}

static void read_row(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    struct row_left row = {reading, WR_MOST_VALUES};
    wr_gff_struct *values = NULL;
    if (wr_json_find(json, "fields")) {
        values = WR_ZERO(reading->map->arena, wr_gff_struct, 1);
        if (wr_map_took(reading, values))
            read_fields(&row, json, "fields", false, values);
    }
    marker->row = values;
}

static void read_without(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    wr_json *list = get_list(reading, json, "without", WR_MOST_VALUES);
    const char **labels = list ? WR_TAKE(reading->map->arena, const char *, list->count) : NULL;
    if (!list || !wr_map_took(reading, labels))
        return;
    for (wr_json *item = list->first; item; item = item->next)
        if (wr_map_is_kind(reading, item, WR_JSON_STRING) &&
            check_label(reading, item, item->text))
            labels[marker->without_count++] = wr_map_keep(reading, item->text);
    marker->without = labels;
}

/* ---- Things ------------------------------------------------------------------------------ */

static void read_kind(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    const char *text;
    char hint[WR_SUGGESTION_SIZE];
    marker->kind = WR_MARKER_KINDS;
    if (!wr_json_get_text(reading->context, json, "kind", true, &text, &reading->ok))
        return;
    for (int i = 0; i < WR_MARKER_KINDS; i++)
        if (strcmp(text, wr_marker_kind_names[i]) == 0)
            marker->kind = (enum wr_marker_kind)i;
    if (marker->kind < WR_MARKER_KINDS)
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, wr_json_find(json, "kind")->where, "marker-kind",
            wr_suggestion(hint, text, wr_marker_kind_names), "'%.40s' is no kind of thing",
            text);
}

/* Members whose values a kit has in pairs. */
static void read_pairs(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    static const char *const keys[] = {"blueprint", "tag", "note", "count"};
    enum { KEYS = sizeof keys / sizeof *keys };
    wr_pair *pairs = WR_TAKE(reading->map->arena, wr_pair, KEYS);
    if (!wr_map_took(reading, pairs))
        return;
    for (int i = 0; i < KEYS; i++) {
        const char *value = wr_map_read_text(reading, json, keys[i], false);
        if (value)
            pairs[marker->pair_count++] = (wr_pair){keys[i], value};
    }
    marker->pairs = pairs;
}

static void read_name(struct wr_map_reading *reading, wr_json *json, wr_marker *marker)
{
    char name[32];
    marker->name = wr_map_read_text(reading, json, "name", false);
    if (marker->name)
        return;
    snprintf(name, sizeof name, "thing%lu", (unsigned long)json->index);
    marker->name = wr_map_keep(reading, name);
}

static void read_thing(struct wr_map_reading *reading, wr_json *json)
{
    struct wr_map *map = reading->map;
    wr_map_thing *thing = &map->things[map->thing_count];
    wr_marker *marker = &thing->marker;
    const char *room;
    reading->things[map->thing_count++] = json;
    thing->room = WR_NONE;
    thing->place.offset = json->where.offset;
    if (!wr_map_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    if (wr_json_get_text(reading->context, json, "room", false, &room, &reading->ok))
        thing->room = wr_map_find_room(reading, wr_json_find(json, "room"));
    read_kind(reading, json, marker);
    read_name(reading, json, marker);
    wr_json_get_vec3(reading->context, json, "position", true, &marker->position, &reading->ok);
    wr_json_get_f32(reading->context, json, "facing", false, &marker->facing, &reading->ok);
    read_pairs(reading, json, marker);
    read_corners(reading, json, marker);
    read_arrivals(reading, json, marker);
    read_camera(reading, json, marker);
    read_row(reading, json, marker);
    read_without(reading, json, marker);
    wr_map_done(reading, json, thing_keys);
}

void wr_map_read_things(struct wr_map_reading *reading)
{
    wr_json *list = wr_json_get(reading->context, reading->root, "things", WR_JSON_LIST, false,
                                &reading->ok);
    if (!list)
        return;
    reading->map->things = WR_ZERO(reading->map->arena, wr_map_thing, list->count);
    reading->things = WR_ZERO(reading->scratch, wr_json *, list->count);
    if (!wr_map_took(reading, reading->map->things) || !wr_map_took(reading, reading->things))
        return;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next)
        read_thing(reading, item);
}
