/* Markers of a kit's XML: what stands in its rooms. */
#include "core/base/suggestion.h"
#include "kits/kit_xml.h"
#include "kits/marker_row.h"

#include <math.h>
#include <string.h>

static const char *const none[] = {NULL};

/* ---- Kinds ------------------------------------------------------------------------------- */

static bool read_kind(struct wr_kit_xml *reader, wr_xml *element, enum wr_marker_kind *out)
{
    const char *text;
    *out = WR_MARKER_KINDS;
    if (!wr_kit_xml_text(reader, element, "kind", true, &text))
        return false;
    for (*out = WR_SPAWN; *out < WR_MARKER_KINDS; ++*out)
        if (strcmp(text, wr_marker_kind_name(*out)) == 0)
            return true;
    char hint[WR_SUGGESTION_SIZE];
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, "kind"), "marker-kind",
            wr_suggestion(hint, text, wr_marker_kind_names), "'%s' is no kind of marker", text);
    return false;
}

/* A part that markers of this kind do not have. */
static void refuse_part(struct wr_kit_xml *reader, const wr_xml *part, const wr_marker *marker,
                        const char *owner)
{
    reader->ok = false;
    if (marker->kind == WR_MARKER_KINDS)
        return; /* nobody knows what it has */
    wr_fail(reader->context, WR_INVALID, part->where, "marker-part", NULL,
            "a %s has no <%s>: that is %s's", wr_marker_kind_name(marker->kind), part->name,
            owner);
}

/* ---- Pairs ------------------------------------------------------------------------------- */

static void read_pairs(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker)
{
    static const char *const known[] = {"key", "value", NULL};
    wr_pair *pairs = WR_TAKE(reader->arena, wr_pair, wr_kit_xml_children(element, "set"));
    if (!pairs) {
        wr_kit_xml_starve(reader);
        return;
    }
    wr_xml *child = wr_kit_xml_next(element->first, "set");
    for (; child; child = wr_kit_xml_next(child->next, "set")) {
        wr_pair *pair = &pairs[marker->pair_count];
        bool whole = wr_kit_xml_id(reader, child, "key", &pair->key);
        whole &= wr_kit_xml_text(reader, child, "value", true, &pair->value);
        marker->pair_count += whole;
        wr_kit_xml_done(reader, child, known, none);
    }
    marker->pairs = pairs;
    wr_kit_xml_refuse_twice(reader, element, "set", "key");
}

/* ---- Corners and arrivals ---------------------------------------------------------------- */

static void read_corners(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker)
{
    static const char *const known[] = {"by", NULL};
    uint32_t count;
    wr_xml *child = wr_kit_xml_next(element->first, "corner");
    if (!child || !wr_kit_xml_within(reader, element, "corner", WR_MOST_POINTS, &count))
        return;
    if (!wr_marker_has_corners(marker->kind))
        refuse_part(reader, child, marker, "a trigger's or an encounter");
    wr_vec3 *corners = WR_TAKE(reader->arena, wr_vec3, count);
    if (!corners) {
        wr_kit_xml_starve(reader);
        return;
    }
    for (; child; child = wr_kit_xml_next(child->next, "corner")) {
        marker->corner_count += wr_xml_get_vec3(reader->context, child, "by", true,
                                                &corners[marker->corner_count], &reader->ok);
        wr_kit_xml_done(reader, child, known, none);
    }
    marker->corners = corners;
}

static void read_arrivals(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker)
{
    static const char *const known[] = {"at", "facing", NULL};
    uint32_t count;
    wr_xml *child = wr_kit_xml_next(element->first, "arrival");
    if (!child || !wr_kit_xml_within(reader, element, "arrival", WR_MOST_POINTS, &count))
        return;
    if (marker->kind != WR_ENCOUNTER)
        refuse_part(reader, child, marker, "an encounter");
    wr_arrival *arrivals = WR_ZERO(reader->arena, wr_arrival, count);
    if (!arrivals) {
        wr_kit_xml_starve(reader);
        return;
    }
    for (; child; child = wr_kit_xml_next(child->next, "arrival")) {
        wr_arrival *arrival = &arrivals[marker->arrival_count];
        wr_xml_get_f32(reader->context, child, "facing", false, &arrival->facing, &reader->ok);
        marker->arrival_count += wr_xml_get_vec3(reader->context, child, "at", true,
                                                 &arrival->position, &reader->ok);
        wr_kit_xml_done(reader, child, known, none);
    }
    marker->arrivals = arrivals;
}

/* ---- Cameras ----------------------------------------------------------------------------- */

static void read_orientation(struct wr_kit_xml *reader, wr_xml *element, wr_camera *camera)
{
    const char *text;
    if (!wr_kit_xml_text(reader, element, "orientation", false, &text))
        return;
    wr_view rest = wr_view_of(text);
    bool whole = true;
    for (int i = 0; i < 4; i++)
        whole &= wr_parse_f32(wr_view_word(&rest), &camera->orientation[i]) &&
                 isfinite(camera->orientation[i]);
    camera->turned = true;
    if (whole && wr_view_word(&rest).size == 0)
        return;
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, "orientation"), "xml-value",
            "a quaternion: w x y z", "'%.64s' is not four numbers", text);
}

static void read_camera(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker)
{
    static const char *const known[] = {"number", "pitch",       "height", "view",
                                        "range",  "orientation", NULL};
    uint32_t count;
    int64_t number;
    wr_xml *child = wr_kit_xml_next(element->first, "camera");
    if (!child || !wr_kit_xml_within(reader, element, "camera", 1, &count))
        return;
    if (marker->kind != WR_CAMERA)
        refuse_part(reader, child, marker, "a camera");
    wr_camera *camera = WR_ZERO(reader->arena, wr_camera, 1);
    if (!camera) {
        wr_kit_xml_starve(reader);
        return;
    }
    *camera = wr_camera_usual;
    if (wr_xml_get_integer(reader->context, child, "number", false, INT32_MIN, INT32_MAX,
                           &number, &reader->ok))
        camera->number = (int32_t)number;
    wr_xml_get_f32(reader->context, child, "pitch", false, &camera->pitch, &reader->ok);
    wr_xml_get_f32(reader->context, child, "height", false, &camera->height, &reader->ok);
    wr_xml_get_f32(reader->context, child, "view", false, &camera->view, &reader->ok);
    wr_xml_get_f32(reader->context, child, "range", false, &camera->range, &reader->ok);
    read_orientation(reader, child, camera);
    wr_kit_xml_done(reader, child, known, none);
    marker->camera = camera;
    if (!camera->turned || !wr_xml_find(element, "facing"))
        return;
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, "facing"), "marker-part",
            "remove one of the two", "a camera with an orientation has no facing");
}

/* ---- Markers ----------------------------------------------------------------------------- */

static bool read_marker(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker)
{
    static const char *const known[] = {"name", "kind", "at", "facing", NULL};
    static const char *const children[] = {"set",   "corner",  "arrival", "camera",
                                           "field", "without", NULL};
    *marker = (wr_marker){0};
    bool whole = wr_kit_xml_id(reader, element, "name", &marker->name);
    whole &= read_kind(reader, element, &marker->kind);
    whole &=
        wr_xml_get_vec3(reader->context, element, "at", true, &marker->position, &reader->ok);
    wr_xml_get_f32(reader->context, element, "facing", false, &marker->facing, &reader->ok);
    read_pairs(reader, element, marker);
    read_corners(reader, element, marker);
    read_arrivals(reader, element, marker);
    read_camera(reader, element, marker);
    wr_kit_xml_row(reader, element, marker);
    wr_kit_xml_done(reader, element, known, children);
    return whole;
}

void wr_kit_xml_markers(struct wr_kit_xml *reader, wr_xml *element, wr_room *room,
                        struct wr_room_places *places)
{
    uint32_t count = wr_kit_xml_children(element, "marker");
    wr_marker *markers = WR_TAKE(reader->arena, wr_marker, count);
    wr_where *wheres = WR_TAKE(reader->reading->scratch, wr_where, count);
    if (!markers || !wheres) {
        wr_kit_xml_starve(reader);
        return;
    }
    wr_xml *child = wr_kit_xml_next(element->first, "marker");
    for (; child && !reader->fatal; child = wr_kit_xml_next(child->next, "marker"))
        if (read_marker(reader, child, &markers[room->marker_count]))
            wheres[room->marker_count++] = child->where;
    room->markers = markers;
    places->markers = wheres;
    wr_kit_xml_refuse_twice(reader, element, "marker", "name");
}
