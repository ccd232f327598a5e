/* From rows of the GIT to markers: a marker says what a build knows of a row, and carries the
 * rest of it value by value. */
#include "builder/extract/thing_row.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/thing_text.h"

#include "core/base/text.h"
#include "core/format/gff_value.h"
#include "kits/marker_row.h"
#include "templates/map.h"

#include <string.h>

enum {
    MOST_PAIRS = 3,        /* blueprint, tag, note */
    MOST_CORNERS = 200000, /* of all markers, so that the kit can be read */
    MOST_TEXT = 16 << 20,  /* of all values, bytes */
    MOST_TOLD = 20,
};

/* ---- Texts ------------------------------------------------------------------------------- */

/* A text of the games as UTF-8, without what no XML can hold. */
static const char *text_in(struct wr_taking *taking, const uint8_t *data, uint32_t size)
{
    struct wr_bytes text = {0};
    wr_gff_print_text(data, size, &text);
    const char *out =
        text.failed ? NULL : wr_arena_text(taking->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return out;
}

/* Adds a pair; false when memory is out. */
static bool add_pair(struct wr_taking *taking, wr_taken_marker *marker, const char *key,
                     const uint8_t *data, uint32_t size)
{
    const char *value = text_in(taking, data, size);
    wr_pair *pairs = marker->as.pair_count ? (wr_pair *)(uintptr_t)marker->as.pairs
                                           : WR_TAKE(taking->arena, wr_pair, MOST_PAIRS);
    if (!value || !pairs)
        return false;
    pairs[marker->as.pair_count++] = (wr_pair){key, value};
    marker->as.pairs = pairs;
    return true;
}

static bool is_usual(const wr_taken_marker *marker, const char *blueprint)
{
    return marker->as.kind == WR_WAYPOINT && (wr_text_same(blueprint, "sw_waypoint001") ||
                                              wr_text_same(blueprint, "sw_mapnote001"));
}

/* A blueprint that can be called so; any other is a value like the rest. */
static bool read_blueprint(struct wr_taking *taking, wr_taken_marker *marker)
{
    const char *label = wr_row_kind_of(marker->as.kind)->blueprint;
    const wr_gff_field *field = label ? wr_gff_find(marker->row, label) : NULL;
    if (!field || (field->type != WR_GFF_RESREF && field->type != WR_GFF_STRING))
        return true;
    const char *name = text_in(taking, field->bytes.data, field->bytes.size);
    if (!name)
        return false;
    return !wr_kit_blueprint_valid(name) || is_usual(marker, name) ||
           add_pair(taking, marker, "blueprint", field->bytes.data, field->bytes.size);
}

static bool read_tag(struct wr_taking *taking, wr_taken_marker *marker)
{
    const wr_gff_field *field = wr_gff_find(marker->row, "Tag");
    if ((marker->as.kind != WR_WAYPOINT && marker->as.kind != WR_TRIGGER) || !field ||
        field->type != WR_GFF_STRING)
        return true;
    return add_pair(taking, marker, "tag", field->bytes.data, field->bytes.size);
}

static bool read_note(struct wr_taking *taking, wr_taken_marker *marker)
{
    const wr_gff_field *field = wr_gff_find(marker->row, "MapNote");
    if (marker->as.kind != WR_WAYPOINT || !wr_gff_whole(marker->row, "HasMapNote", 0) ||
        !field || field->type != WR_GFF_LOCSTRING || field->local.count == 0)
        return true;
    return add_pair(taking, marker, "note", field->local.texts[0].data,
                    field->local.texts[0].size);
}

/* ---- Where it stands --------------------------------------------------------------------- */

static bool is_vector(const wr_gff_field *field, enum wr_gff_type type)
{
    return field && field->type == type;
}

bool wr_taken_is_near(wr_vec3 point)
{
    const float axes[3] = {point.x, point.y, point.z};
    for (int i = 0; i < 3; i++)
        if (!(axes[i] >= -WR_MAP_FARTHEST && axes[i] <= WR_MAP_FARTHEST))
            return false;
    return true;
}

static wr_vec3 place_of(const wr_taken_marker *marker)
{
    const char *const *labels = wr_row_kind_of(marker->as.kind)->position;
    const wr_gff_field *field = wr_gff_find(marker->row, "Position");
    if (!labels[0])
        return is_vector(field, WR_GFF_VECTOR)
                   ? wr_vec3_of(field->vector[0], field->vector[1], field->vector[2])
                   : wr_vec3_of(0, 0, 0);
    return wr_vec3_of(wr_gff_float(marker->row, labels[0], 0),
                      wr_gff_float(marker->row, labels[1], 0),
                      wr_gff_float(marker->row, labels[2], 0));
}

/* Degrees, of radians counter-clockwise from +Y. */
static float facing_of_bearing(float bearing)
{
    const double degrees = 180 / 3.14159265358979323846;
    double x, y;
    bearing = bearing > -1e6f && bearing < 1e6f ? bearing : 0;
    wr_turn_of(bearing * degrees + 90, &x, &y);
    return (float)wr_bearing_of(x, y);
}

static float facing_of(const wr_taken_marker *marker)
{
    enum wr_row_turn turn = wr_row_kind_of(marker->as.kind)->turn;
    double x = wr_gff_float(marker->row, "XOrientation", 0);
    double y = wr_gff_float(marker->row, "YOrientation", 1);
    if (turn == WR_ROW_BEARING)
        return facing_of_bearing(wr_gff_float(marker->row, "Bearing", 0));
    bool turned = turn == WR_ROW_DIRECTION && isfinite(x) && isfinite(y) && (x != 0 || y != 0);
    return turned ? (float)wr_bearing_of(x, y) : 0;
}

/* ---- Shapes ------------------------------------------------------------------------------ */

static wr_vec3 point_of(const wr_gff_struct *row, const char *const labels[3])
{
    return wr_vec3_of(wr_gff_float(row, labels[0], 0), wr_gff_float(row, labels[1], 0),
                      wr_gff_float(row, labels[2], 0));
}

static const char *const XYZ[] = {"X", "Y", "Z"};

static bool read_corners(struct wr_taking *taking, wr_taken_marker *marker, const char **fault)
{
    static const char *const labels[] = {"PointX", "PointY", "PointZ"};
    const wr_gff_list *list = wr_gff_list_of(marker->row, "Geometry");
    uint32_t count = list ? list->count : 0;
    if (count > WR_MOST_POINTS)
        *fault = "its shape has more than 1000 corners";
    if (count == 0 || *fault)
        return true;
    wr_vec3 *corners = WR_TAKE(taking->arena, wr_vec3, count);
    for (uint32_t i = 0; corners && i < count; i++) {
        corners[i] = point_of(list->items[i], marker->as.kind == WR_TRIGGER ? labels : XYZ);
        if (!wr_taken_is_near(corners[i]))
            *fault = "a corner of its shape is no point";
    }
    marker->as.corners = corners;
    marker->as.corner_count = corners ? count : 0;
    return corners != NULL;
}

static bool read_arrivals(struct wr_taking *taking, wr_taken_marker *marker, const char **fault)
{
    const wr_gff_list *list = wr_gff_list_of(marker->row, "SpawnPointList");
    uint32_t count = list ? list->count : 0;
    if (count > WR_MOST_POINTS)
        *fault = "more than 1000 spots are listed where creatures appear";
    if (count == 0 || *fault)
        return true;
    wr_arrival *arrivals = WR_TAKE(taking->arena, wr_arrival, count);
    for (uint32_t i = 0; arrivals && i < count; i++) {
        const wr_gff_struct *row = list->items[i];
        arrivals[i] = (wr_arrival){point_of(row, XYZ),
                                   facing_of_bearing(wr_gff_float(row, "Orientation", 0))};
        if (!wr_taken_is_near(arrivals[i].position))
            *fault = "a spot where creatures appear is no point";
    }
    marker->as.arrivals = arrivals;
    marker->as.arrival_count = arrivals ? count : 0;
    return arrivals != NULL;
}

static bool read_camera(struct wr_taking *taking, wr_taken_marker *marker, const char **fault)
{
    const wr_gff_struct *row = marker->row;
    const wr_gff_field *turn = wr_gff_find(row, "Orientation");
    wr_camera *camera = WR_ZERO(taking->arena, wr_camera, 1);
    if (!camera)
        return false;
    *camera = (wr_camera){
        .number = (int32_t)wr_gff_whole(row, "CameraID", 0),
        .pitch = wr_gff_float(row, "Pitch", 0),
        .height = wr_gff_float(row, "Height", 0),
        .view = wr_gff_float(row, "FieldOfView", 0),
        .range = wr_gff_float(row, "MicRange", 0),
        .turned = true,
        .orientation = {1, 0, 0, 0},
    };
    if (is_vector(turn, WR_GFF_ORIENTATION))
        memcpy(camera->orientation, turn->vector, sizeof camera->orientation);
    bool finite = isfinite(camera->pitch) && isfinite(camera->height) &&
                  isfinite(camera->view) && isfinite(camera->range);
    for (int i = 0; i < 4; i++)
        finite &= isfinite(camera->orientation[i]) != 0;
    if (!finite)
        *fault = "a number of the camera is none";
    marker->as.camera = camera;
    return true;
}

bool wr_taken_row_read(struct wr_taking *taking, wr_taken_marker *marker, const char **fault)
{
    bool fine = true;
    marker->at = place_of(marker);
    marker->as.facing = facing_of(marker);
    if (!wr_taken_is_near(marker->at))
        *fault = "its place is no point";
    if (wr_marker_has_corners(marker->as.kind))
        fine = read_corners(taking, marker, fault);
    if (fine && marker->as.kind == WR_ENCOUNTER)
        fine = read_arrivals(taking, marker, fault);
    if (fine && marker->as.kind == WR_CAMERA)
        fine = read_camera(taking, marker, fault);
    return fine && read_blueprint(taking, marker) && read_tag(taking, marker) &&
           read_note(taking, marker);
}

/* ---- In its room ------------------------------------------------------------------------- */

void wr_taken_row_bring(struct wr_taking *taking, wr_taken_marker *marker)
{
    static const wr_taken_room area = {.position = {0, 0, 0}};
    const wr_taken_room *room = marker->room == WR_NONE ? &area : &taking->rooms[marker->room];
    wr_arrival *arrivals = (wr_arrival *)(uintptr_t)marker->as.arrivals;
    marker->as.position = wr_taken_own(room, marker->at);
    for (uint32_t i = 0; i < marker->as.arrival_count; i++)
        arrivals[i].position = wr_taken_own(room, arrivals[i].position);
}

/* ---- What is left of a row --------------------------------------------------------------- */

struct comparing {
    struct wr_taking *taking;
    struct wr_arena *scratch;
    uint32_t text, told; /* bytes of values so far, and warnings */
    bool starved;        /* memory was out where a value was written */
};

static void tell(struct comparing *comparing, const wr_taken_marker *marker, const char *label,
                 size_t at)
{
    struct wr_taking *taking = comparing->taking;
    struct wr_bytes name = {0};
    wr_bytes_clean(&name, label);
    wr_bytes_char(&name, '\0');
    if (comparing->told++ < MOST_TOLD && !name.failed)
        wr_warn(taking->context, wr_at(taking->git_source, at), "extract-field", NULL,
                "value '%s' in row %u of the GIT's '%s' is left out: no text can say it",
                (const char *)name.data, (unsigned)marker->index, marker->list);
    wr_bytes_finish(&name);
}

/* A direction of no length is a value like the rest. */
static bool is_place(const wr_row_kind *kind, const wr_taken_marker *marker, const char *label)
{
    bool nowhere = wr_gff_float(marker->row, "XOrientation", 0) == 0 &&
                   wr_gff_float(marker->row, "YOrientation", 1) == 0;
    return wr_row_is_place(kind, label) &&
           !(nowhere && kind->turn == WR_ROW_DIRECTION && strstr(label, "Orientation"));
}

/* Names of resources are the same in any case. */
static bool is_same(const wr_gff_field *a, const wr_gff_field *b)
{
    if (a->type != WR_GFF_RESREF || b->type != WR_GFF_RESREF)
        return wr_gff_same(a, b);
    return wr_view_same((wr_view){(const char *)a->bytes.data, a->bytes.size},
                        (wr_view){(const char *)b->bytes.data, b->bytes.size});
}

/* Whether a value can be in a kit, and there is room for it. */
static bool can_be_said(struct comparing *comparing, const wr_gff_field *field)
{
    struct wr_bytes text = {0};
    bool said = wr_gff_label_valid(field->label) && wr_taken_field_write(&text, field, 0) &&
                !text.failed && text.size <= MOST_TEXT - comparing->text;
    comparing->text += said ? (uint32_t)text.size : 0;
    comparing->starved |= text.failed;
    wr_bytes_finish(&text);
    return said;
}

static bool has_label(const wr_gff_struct *row, const char *label)
{
    for (uint32_t i = 0; i < row->count; i++)
        if (wr_text_same(row->fields[i].label, label))
            return true;
    return false;
}

static bool carry(struct comparing *comparing, wr_taken_marker *marker,
                  const wr_gff_struct *made)
{
    const wr_row_kind *kind = wr_row_kind_of(marker->as.kind);
    uint32_t left = WR_MOST_VALUES;
    wr_gff_struct *row = WR_ZERO(comparing->taking->arena, wr_gff_struct, 1);
    uint32_t count = marker->row->count;
    if (!row)
        return false;
    row->fields = WR_TAKE(comparing->taking->arena, wr_gff_field, count);
    for (uint32_t i = 0; row->fields && i < count; i++) {
        const wr_gff_field *field = &marker->row->fields[i];
        const wr_gff_field *twin = wr_gff_find(made, field->label);
        if (is_place(kind, marker, field->label) || (twin && is_same(field, twin)))
            continue;
        if (i < WR_MOST_VALUES && !has_label(row, field->label) &&
            wr_gff_is_small(field, &left) && can_be_said(comparing, field))
            row->fields[row->count++] = *field;
        else
            tell(comparing, marker, field->label, field->at);
    }
    marker->as.row = row->count ? row : NULL;
    return row->fields != NULL && !comparing->starved;
}

static bool list_missing(struct comparing *comparing, wr_taken_marker *marker,
                         const wr_gff_struct *made)
{
    const wr_row_kind *kind = wr_row_kind_of(marker->as.kind);
    const char **labels = WR_TAKE(comparing->taking->arena, const char *, made->count);
    for (uint32_t i = 0; labels && i < made->count; i++) {
        const char *label = made->fields[i].label;
        if (wr_gff_find(marker->row, label) || wr_row_is_place(kind, label))
            continue;
        labels[marker->as.without_count] =
            wr_arena_text(comparing->taking->arena, label, strlen(label));
        if (!labels[marker->as.without_count++])
            return false;
    }
    marker->as.without = labels;
    return labels != NULL;
}

/* What a build makes of the marker as it is, beside the row it was taken from. */
static bool compare(struct comparing *comparing, wr_taken_marker *marker)
{
    static const wr_motion still = {.cosine = 1};
    const wr_row_kind *kind = wr_row_kind_of(marker->as.kind);
    wr_marker named = marker->as;
    wr_gff_field blueprint = {.type = WR_GFF_RESREF};
    wr_gff_struct stand_in = {.fields = &blueprint, .count = 1};
    wr_arena_reset(comparing->scratch);
    struct wr_gff *gff = wr_gff_create(comparing->scratch, "GIT ");
    wr_gff_list *list = gff ? wr_gff_set_list(gff, gff->root, kind->list) : NULL;
    if (!list)
        return false;
    bool nameless = kind->blueprint && wr_marker_becomes(&named) != named.kind;
    if (nameless) {
        /* Its row says what it is made of, though nothing can be called so. */
        memcpy(blueprint.label, kind->blueprint, strlen(kind->blueprint));
        blueprint.bytes.data = (const uint8_t *)"";
        named.row = &stand_in;
    }
    wr_marker_row_add(gff, &named, &still, marker->at,
                      marker->usual_tag ? marker->usual_tag : "", comparing->taking->game);
    if (gff->failed || list->count == 0)
        return false;
    if (nameless)
        wr_gff_unset(list->items[0], kind->blueprint);
    return carry(comparing, marker, list->items[0]) &&
           list_missing(comparing, marker, list->items[0]);
}

static bool keep_points(const struct wr_taking *taking)
{
    uint64_t points = 0;
    for (uint32_t i = 0; i < taking->marker_count; i++) {
        wr_marker *as = &taking->markers[i].as;
        points += (uint64_t)as->corner_count + as->arrival_count;
        if (points > MOST_CORNERS)
            as->corner_count = as->arrival_count = 0;
    }
    return points <= MOST_CORNERS;
}

bool wr_taken_rows_compare(struct wr_taking *taking)
{
    struct comparing comparing = {.taking = taking, .scratch = wr_arena_create()};
    bool fine = comparing.scratch != NULL;
    if (!keep_points(taking))
        wr_warn(taking->context, wr_at(taking->git_source, WR_WHOLE_FILE), "extract-row", NULL,
                "the GIT's shapes have more than %d corners: those of the last rows are left "
                "out",
                (int)MOST_CORNERS);
    for (uint32_t i = 0; fine && i < taking->marker_count; i++)
        fine = !taking->markers[i].row || compare(&comparing, &taking->markers[i]);
    if (comparing.told > MOST_TOLD)
        wr_warn(taking->context, wr_at(taking->git_source, WR_WHOLE_FILE), "extract-field",
                NULL, "%u more values of the GIT are left out",
                (unsigned)(comparing.told - MOST_TOLD));
    wr_arena_destroy(comparing.scratch);
    return fine;
}
