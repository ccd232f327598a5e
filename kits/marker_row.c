/* Rows of the GIT: what the games' own areas have in them, in their order. */
#include "kits/marker_row.h"
#include "core/format/gff_value.h"
#include "kits/kit.h"

#include <string.h>

enum { CORNER_OF_ENCOUNTER = 1, CORNER_OF_TRIGGER = 3, ARRIVAL = 2 };

#define POSITION                                                                               \
    {                                                                                          \
        "XPosition", "YPosition", "ZPosition"                                                  \
    }

static const wr_row_kind KINDS[] = {
    [WR_SPAWN] = {"Creature List", 4, "TemplateResRef", POSITION, WR_ROW_DIRECTION},
    [WR_WAYPOINT] = {"WaypointList", 5, "TemplateResRef", POSITION, WR_ROW_DIRECTION},
    [WR_PLACEABLE] = {"Placeable List", 9, "TemplateResRef", {"X", "Y", "Z"}, WR_ROW_BEARING},
    [WR_TRIGGER] = {"TriggerList", 1, "TemplateResRef", POSITION, WR_ROW_FIXED},
    [WR_ENCOUNTER] = {"Encounter List", 7, "TemplateResRef", POSITION, WR_ROW_FIXED},
    [WR_SOUND] = {"SoundList", 6, "TemplateResRef", POSITION, WR_ROW_FIXED},
    [WR_STORE] = {"StoreList", 11, "ResRef", POSITION, WR_ROW_DIRECTION},
    [WR_CAMERA] = {"CameraList", 14, NULL, {NULL}, WR_ROW_FIXED},
    [WR_TRACK] = {NULL, 0, NULL, {NULL}, WR_ROW_FIXED},
    [WR_OBSTACLE] = {NULL, 0, NULL, {NULL}, WR_ROW_FIXED},
    [WR_BACKDROP] = {NULL, 0, NULL, {NULL}, WR_ROW_FIXED},
};

const wr_camera wr_camera_usual = {.pitch = 90, .view = 55};

const wr_row_kind *wr_row_kind_of(enum wr_marker_kind kind)
{
    const wr_row_kind *found = &KINDS[kind == WR_LOOT ? WR_PLACEABLE : kind];
    return found->list ? found : NULL;
}

/* ---- What it becomes --------------------------------------------------------------------- */

bool wr_marker_blueprint(const wr_marker *marker, char out[WR_RESREF + 1])
{
    const char *text = wr_marker_value(marker, "blueprint");
    if (!text || !wr_kit_blueprint_valid(text))
        return false;
    for (size_t i = 0; i <= strlen(text); i++)
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    return true;
}

enum wr_marker_kind wr_marker_becomes(const wr_marker *marker)
{
    char blueprint[WR_RESREF + 1];
    const wr_row_kind *kind = wr_row_kind_of(marker->kind);
    bool made = wr_marker_blueprint(marker, blueprint) ||
                (kind && kind->blueprint && wr_gff_find(marker->row, kind->blueprint));
    if (marker->kind == WR_CAMERA)
        return WR_CAMERA;
    if (!made)
        return WR_WAYPOINT;
    return marker->kind == WR_LOOT ? WR_PLACEABLE : marker->kind;
}

float wr_marker_facing(const wr_marker *marker)
{
    const float *q = marker->camera ? marker->camera->orientation : NULL;
    if (!q || !marker->camera->turned)
        return marker->facing;
    double x = 2 * ((double)q[1] * q[2] - (double)q[0] * q[3]);
    double y = 1 - 2 * ((double)q[1] * q[1] + (double)q[3] * q[3]);
    return x != 0 || y != 0 ? (float)wr_bearing_of(x, y) : 0;
}

/* ---- Where it stands --------------------------------------------------------------------- */

float wr_row_bearing(double facing)
{
    const double radians = 3.14159265358979323846 / 180;
    double turn = facing - 90;
    return (float)((turn > 180 ? turn - 360 : turn) * radians);
}

bool wr_row_is_place(const wr_row_kind *kind, const char *label)
{
    static const char *const camera[] = {"CameraID", "Position",    "Pitch",      "MicRange",
                                         "Height",   "Orientation", "FieldOfView"};
    for (int i = 0; i < 3; i++)
        if (kind->position[i] && strcmp(kind->position[i], label) == 0)
            return true;
    for (size_t i = 0; !kind->blueprint && i < sizeof camera / sizeof *camera; i++)
        if (strcmp(camera[i], label) == 0)
            return true;
    if (kind->turn == WR_ROW_BEARING)
        return strcmp(label, "Bearing") == 0;
    if (kind->turn == WR_ROW_DIRECTION)
        return strcmp(label, "XOrientation") == 0 || strcmp(label, "YOrientation") == 0;
    bool shaped = kind->id == KINDS[WR_TRIGGER].id || kind->id == KINDS[WR_ENCOUNTER].id;
    return (shaped && strcmp(label, "Geometry") == 0) ||
           (kind->id == KINDS[WR_ENCOUNTER].id && strcmp(label, "SpawnPointList") == 0);
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* A row that is being made. */
struct row {
    struct wr_gff *gff;
    wr_gff_struct *row;
    const wr_marker *marker;
    const wr_row_kind *kind;
    const wr_motion *motion;
    wr_vec3 at;
    char blueprint[WR_RESREF + 1]; /* "": none */
    enum wr_game game;
};

static void set_position(const struct row *row)
{
    const float at[3] = {row->at.x, row->at.y, row->at.z};
    for (int i = 0; i < 3; i++)
        wr_gff_set_float(row->gff, row->row, row->kind->position[i], at[i]);
}

static void set_direction(const struct row *row)
{
    double x, y;
    wr_turn_of(wr_motion_facing(row->motion, row->marker->facing), &x, &y);
    wr_gff_set_float(row->gff, row->row, "XOrientation", (float)x);
    wr_gff_set_float(row->gff, row->row, "YOrientation", (float)y);
}

static void set_blueprint(const struct row *row, const char *otherwise)
{
    wr_gff_set_resref(row->gff, row->row, row->kind->blueprint,
                      row->blueprint[0] ? row->blueprint : otherwise);
}

static void set_text(const struct row *row, const char *label, const char *key,
                     const char *otherwise)
{
    const char *text = wr_marker_value(row->marker, key);
    wr_gff_set_string(row->gff, row->row, label, text ? text : otherwise);
}

/* A named spot, with a note on the player's map where there is a text. Without a blueprint of
 * its own it is made of the one that most waypoints of the games' areas are made of. */
static void make_waypoint(const struct row *row, const char *tag)
{
    struct wr_gff *gff = row->gff;
    const char *note = wr_marker_value(row->marker, "note");
    wr_gff_set_whole(gff, row->row, "Appearance", WR_GFF_BYTE, 1);
    wr_gff_set_string(gff, row->row, "LinkedTo", "");
    set_blueprint(row, note ? "sw_mapnote001" : "sw_waypoint001");
    set_text(row, "Tag", "tag", tag);
    wr_gff_set_local(gff, row->row, "LocalizedName", -1, row->marker->name);
    wr_gff_set_local(gff, row->row, "Description", -1, NULL);
    wr_gff_set_whole(gff, row->row, "HasMapNote", WR_GFF_BYTE, note != NULL);
    wr_gff_set_local(gff, row->row, "MapNote", -1, note);
    wr_gff_set_whole(gff, row->row, "MapNoteEnabled", WR_GFF_BYTE, note != NULL);
    set_position(row);
    set_direction(row);
}

static void make_creature(const struct row *row)
{
    set_position(row);
    set_direction(row);
    set_blueprint(row, "");
}

static void make_placeable(const struct row *row)
{
    set_blueprint(row, "");
    set_position(row);
    wr_gff_set_float(row->gff, row->row, "Bearing",
                     wr_row_bearing(wr_motion_facing(row->motion, row->marker->facing)));
    if (row->game != WR_K2)
        return;
    wr_gff_set_whole(row->gff, row->row, "UseTweakColor", WR_GFF_BYTE, 0);
    wr_gff_set_whole(row->gff, row->row, "TweakColor", WR_GFF_DWORD, 0);
}

/* Corners are counted from the row's position. Those of a mirrored room go the other way round,
 * the first in front, so that they go round the polygon as they did. */
static void add_corners(const struct row *row, uint32_t id, const char *const labels[3])
{
    wr_gff_list *list = wr_gff_set_list(row->gff, row->row, "Geometry");
    uint32_t count = row->marker->corner_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = row->motion->mirrored && i > 0 ? count - i : i;
        wr_vec3 by = wr_motion_vector(row->motion, row->marker->corners[from]);
        wr_gff_struct *corner = wr_gff_append(row->gff, list, id);
        wr_gff_set_float(row->gff, corner, labels[0], by.x);
        wr_gff_set_float(row->gff, corner, labels[1], by.y);
        wr_gff_set_float(row->gff, corner, labels[2], by.z);
    }
}

/* Unlike corners, arrivals stand in the area. */
static void add_arrivals(const struct row *row)
{
    wr_gff_list *list = wr_gff_set_list(row->gff, row->row, "SpawnPointList");
    for (uint32_t i = 0; i < row->marker->arrival_count; i++) {
        const wr_arrival *arrival = &row->marker->arrivals[i];
        wr_vec3 at = wr_motion_point(row->motion, arrival->position);
        wr_gff_struct *spot = wr_gff_append(row->gff, list, ARRIVAL);
        wr_gff_set_float(row->gff, spot, "X", at.x);
        wr_gff_set_float(row->gff, spot, "Y", at.y);
        wr_gff_set_float(row->gff, spot, "Z", at.z);
        wr_gff_set_float(row->gff, spot, "Orientation",
                         wr_row_bearing(wr_motion_facing(row->motion, arrival->facing)));
    }
}

/* Triggers are not turned, whatever their rows say: their corners are. */
static void make_trigger(const struct row *row)
{
    static const char *const labels[] = {"PointX", "PointY", "PointZ"};
    static const char *const turns[] = {"XOrientation", "YOrientation", "ZOrientation"};
    struct wr_gff *gff = row->gff;
    set_blueprint(row, "");
    set_text(row, "Tag", "tag", row->marker->name);
    wr_gff_set_local(gff, row->row, "TransitionDestin", -1, NULL);
    wr_gff_set_resref(gff, row->row, "LinkedToModule", "");
    wr_gff_set_string(gff, row->row, "LinkedTo", "");
    wr_gff_set_whole(gff, row->row, "LinkedToFlags", WR_GFF_BYTE, 0);
    set_position(row);
    for (int i = 0; i < 3; i++)
        wr_gff_set_float(gff, row->row, turns[i], 0);
    add_corners(row, CORNER_OF_TRIGGER, labels);
}

static void make_encounter(const struct row *row)
{
    static const char *const labels[] = {"X", "Y", "Z"};
    set_blueprint(row, "");
    set_position(row);
    add_corners(row, CORNER_OF_ENCOUNTER, labels);
    add_arrivals(row);
}

static void make_sound(const struct row *row)
{
    set_blueprint(row, "");
    wr_gff_set_whole(row->gff, row->row, "GeneratedType", WR_GFF_DWORD, 0);
    set_position(row);
}

static void make_store(const struct row *row)
{
    set_position(row);
    set_direction(row);
    set_blueprint(row, "");
}

/* ---- Cameras ----------------------------------------------------------------------------- */

/* Half of a turn about Z, as a quaternion has it. */
static void halve(double cosine, double sine, double *half_cosine, double *half_sine)
{
    if (cosine >= 0) {
        *half_cosine = sqrt((1 + cosine) / 2);
        *half_sine = sine / (2 * *half_cosine);
    } else {
        *half_sine = sine < 0 ? -sqrt((1 - cosine) / 2) : sqrt((1 - cosine) / 2);
        *half_cosine = sine / (2 * *half_sine);
    }
}

/* A camera in a mirrored room sees what it saw, with left and right swapped. */
static void turn_camera(const wr_motion *motion, const float from[4], float out[4])
{
    double c, s, y = from[2], z = from[3];
    halve(motion->cosine, motion->sine, &c, &s);
    y = motion->mirrored ? -y : y;
    z = motion->mirrored ? -z : z;
    out[0] = (float)(c * from[0] - s * z + 0.0);
    out[1] = (float)(c * from[1] - s * y + 0.0);
    out[2] = (float)(c * y + s * from[1] + 0.0);
    out[3] = (float)(c * z + s * from[0] + 0.0);
}

static void face_camera(double facing, float out[4])
{
    double cosine, sine;
    wr_turn_of((facing - 90) / 2, &cosine, &sine);
    out[0] = (float)cosine;
    out[1] = out[2] = 0;
    out[3] = (float)sine;
}

static void set_vector(const struct row *row, const char *label, enum wr_gff_type type,
                       const float *values)
{
    wr_gff_field field = {.type = type};
    memcpy(field.label, label, strlen(label));
    memcpy(field.vector, values, (type == WR_GFF_VECTOR ? 3 : 4) * sizeof *values);
    wr_gff_set_copy(row->gff, row->row, &field);
}

static void make_camera(const struct row *row)
{
    const wr_camera *camera = row->marker->camera ? row->marker->camera : &wr_camera_usual;
    const float at[3] = {row->at.x, row->at.y, row->at.z};
    float orientation[4];
    if (camera->turned)
        turn_camera(row->motion, camera->orientation, orientation);
    else
        face_camera(wr_motion_facing(row->motion, row->marker->facing), orientation);
    wr_gff_set_whole(row->gff, row->row, "CameraID", WR_GFF_INT, camera->number);
    set_vector(row, "Position", WR_GFF_VECTOR, at);
    wr_gff_set_float(row->gff, row->row, "Pitch", camera->pitch);
    wr_gff_set_float(row->gff, row->row, "MicRange", camera->range);
    set_vector(row, "Orientation", WR_GFF_ORIENTATION, orientation);
    wr_gff_set_float(row->gff, row->row, "Height", camera->height);
    wr_gff_set_float(row->gff, row->row, "FieldOfView", camera->view);
}

/* ---- The whole --------------------------------------------------------------------------- */

/* What the marker says of its row itself. */
static void finish(const struct row *row)
{
    const wr_marker *marker = row->marker;
    for (uint32_t i = 0; i < marker->without_count; i++)
        wr_gff_unset(row->row, marker->without[i]);
    for (uint32_t i = 0; marker->row && i < marker->row->count; i++)
        wr_gff_set_copy(row->gff, row->row, &marker->row->fields[i]);
}

void wr_marker_row_add(struct wr_gff *git, const wr_marker *marker, const wr_motion *motion,
                       wr_vec3 at, const char *tag, enum wr_game game)
{
    static void (*const makers[])(const struct row *) = {
        [WR_SPAWN] = make_creature,  [WR_PLACEABLE] = make_placeable,
        [WR_TRIGGER] = make_trigger, [WR_ENCOUNTER] = make_encounter,
        [WR_SOUND] = make_sound,     [WR_STORE] = make_store,
        [WR_CAMERA] = make_camera,
    };
    enum wr_marker_kind becomes = wr_marker_becomes(marker);
    struct row row = {.gff = git, .marker = marker, .motion = motion, .at = at, .game = game};
    row.kind = wr_row_kind_of(becomes);
    if (!row.kind)
        return;
    wr_marker_blueprint(marker, row.blueprint);
    row.row = wr_gff_append(git, wr_gff_list_of(git->root, row.kind->list), row.kind->id);
    if (!row.row)
        return;
    if (becomes == WR_WAYPOINT)
        make_waypoint(&row, tag);
    else
        makers[becomes](&row);
    finish(&row);
}
