/* Rows of a GIT, one of each kind, and how they must look where their room was moved: read
 * field by field, moved by the arithmetic of this file. */
#ifndef WR_TESTS_SUPPORT_GIT_ROWS_H
#define WR_TESTS_SUPPORT_GIT_ROWS_H

#include "tests/support/taken.h"

#include "core/base/text.h"
#include "core/text/dump.h"

#include <math.h>

#define GIT_PI 3.14159265358979323846

static const char *const git_lists[] = {
    "Creature List", "Encounter List", "SoundList",      "StoreList",
    "TriggerList",   "WaypointList",   "Placeable List", "CameraList",
};

/* ---- Making ------------------------------------------------------------------------------ */

static inline void git_put_floats(struct wr_gff *gff, wr_gff_struct *row,
                                  const char *const *labels, const float *values, int count)
{
    for (int i = 0; i < count; i++)
        wr_gff_set_float(gff, row, labels[i], values[i]);
}

static inline void git_put_vector(struct wr_gff *gff, wr_gff_struct *row, const char *label,
                                  enum wr_gff_type type, const float *values)
{
    wr_gff_set_whole(gff, row, label, WR_GFF_INT64, 0);
    wr_gff_field *field = wr_gff_find(row, label);
    field->type = type;
    memcpy(field->vector, values, (type == WR_GFF_VECTOR ? 3 : 4) * sizeof *values);
}

static const char *const git_places[] = {"XPosition", "YPosition", "ZPosition"};
static const char *const git_turns[] = {"XOrientation", "YOrientation", "ZOrientation"};
static const char *const git_points[] = {"PointX", "PointY", "PointZ"};
static const char *const git_axes[] = {"X", "Y", "Z"};

static inline void git_put_corners(struct wr_gff *gff, wr_gff_struct *row, uint32_t id,
                                   const char *const *labels)
{
    static const float corners[][3] = {
        {-0.75f, -1.1f, 0.025f}, {1.3f, -0.9f, 0}, {1.25f, 0.8f, -0.0125f}, {-0.7f, 1.0f, 0}};
    wr_gff_list *list = wr_gff_set_list(gff, row, "Geometry");
    for (int i = 0; i < 4; i++)
        git_put_floats(gff, wr_gff_append(gff, list, id), labels, corners[i], 3);
}

/* A text in two languages beside a number of the game's table. */
static inline void git_put_texts(struct wr_gff *gff, wr_gff_struct *row, const char *label)
{
    static const char *const texts[] = {"Tor \"zwei\" & <mehr>\n", "une porte"};
    wr_gff_set_local(gff, row, label, 104245, texts[0]);
    wr_gff_field *field = wr_gff_find(row, label);
    field->local.texts = WR_ZERO(gff->arena, wr_gff_text, 2);
    for (uint32_t i = 0; i < 2; i++)
        field->local.texts[i] =
            (wr_gff_text){2 * i + 4, (const uint8_t *)texts[i], (uint32_t)strlen(texts[i])};
    field->local.count = 2;
}

/* What no build makes: a value of every type. */
static inline void git_put_others(struct wr_gff *gff, wr_gff_struct *row)
{
    static const float turn[4] = {0.5f, -0.5f, 0.5f, -0.5f};
    static const enum wr_gff_type wholes[] = {WR_GFF_BYTE,  WR_GFF_CHAR,    WR_GFF_WORD,
                                              WR_GFF_SHORT, WR_GFF_DWORD,   WR_GFF_INT,
                                              WR_GFF_INT64, WR_GFF_DWORD64, WR_GFF_STRREF};
    char label[] = "Whole0";
    for (int i = 0; i < 9; i++, label[5]++)
        wr_gff_set_whole(gff, row, label, wholes[i], -2 - i);
    wr_gff_set_float(gff, row, "Single", 0.1f);
    wr_gff_set_whole(gff, row, "Real", WR_GFF_INT64, 0);
    wr_gff_find(row, "Real")->type = WR_GFF_DOUBLE;
    wr_gff_find(row, "Real")->real = 0.1;
    wr_gff_set_string(gff, row, "Note to all", "caf\xc3\xa9 \xe2\x82\xac\tnext");
    wr_gff_set_resref(gff, row, "Other", "not-a-name");
    wr_gff_set_void(gff, row, "Bytes", "\0\x01\xff", 3);
    git_put_vector(gff, row, "Away", WR_GFF_VECTOR, turn);
    git_put_vector(gff, row, "Turned", WR_GFF_ORIENTATION, turn);
    git_put_texts(gff, row, "Said");
    wr_gff_struct *inner = wr_gff_set_struct(gff, row, "Inner", 7);
    wr_gff_set_whole(gff, inner, "Deep", WR_GFF_BYTE, 3);
    wr_gff_list *list = wr_gff_set_list(gff, inner, "Rows");
    for (uint32_t i = 0; i < 3; i++)
        wr_gff_set_whole(gff, wr_gff_append(gff, list, 40 + i), "N", WR_GFF_INT, (int)i);
    wr_gff_set_list(gff, row, "Empty");
}

static inline wr_gff_struct *git_append(struct wr_gff *gff, const char *list, uint32_t id)
{
    return wr_gff_append(gff, wr_gff_set_list(gff, gff->root, list), id);
}

static inline void git_put_trigger(struct wr_gff *gff, const float *at)
{
    static const float zero[3] = {0, 0, 0};
    wr_gff_struct *row = git_append(gff, "TriggerList", 1);
    wr_gff_set_resref(gff, row, "TemplateResRef", "newgeneric001");
    wr_gff_set_string(gff, row, "Tag", "to_203TEL");
    git_put_texts(gff, row, "TransitionDestin");
    wr_gff_set_resref(gff, row, "LinkedToModule", "");
    wr_gff_set_string(gff, row, "LinkedTo", "from_204TEL");
    wr_gff_set_whole(gff, row, "LinkedToFlags", WR_GFF_BYTE, 2);
    git_put_floats(gff, row, git_places, at, 3);
    git_put_floats(gff, row, git_turns, zero, 3);
    git_put_corners(gff, row, 3, git_points);
    git_put_others(gff, row);
}

static inline void git_put_encounter(struct wr_gff *gff, const float *at)
{
    wr_gff_struct *row = git_append(gff, "Encounter List", 7);
    wr_gff_set_resref(gff, row, "TemplateResRef", "mercenariesentry");
    git_put_floats(gff, row, git_places, at, 3);
    git_put_corners(gff, row, 1, git_axes);
    wr_gff_list *list = wr_gff_set_list(gff, row, "SpawnPointList");
    for (int i = 0; i < 2; i++) {
        const float spot[3] = {at[0] + 0.3f + (float)i, at[1] - 1.7f, at[2]};
        wr_gff_struct *arrival = wr_gff_append(gff, list, 2);
        git_put_floats(gff, arrival, git_axes, spot, 3);
        wr_gff_set_float(gff, arrival, "Orientation", 0.19634968f + (float)i);
    }
}

static inline void git_put_sound(struct wr_gff *gff, const float *at)
{
    const float high[3] = {at[0], at[1], at[2] + 9};
    wr_gff_struct *row = git_append(gff, "SoundList", 6);
    wr_gff_set_resref(gff, row, "TemplateResRef", "computerpanne001");
    wr_gff_set_whole(gff, row, "GeneratedType", WR_GFF_DWORD, 4);
    git_put_floats(gff, row, git_places, high, 3);
}

static inline void git_put_store(struct wr_gff *gff, const float *at)
{
    static const float turn[2] = {-0.6f, 0.8f};
    wr_gff_struct *row = git_append(gff, "StoreList", 11);
    git_put_floats(gff, row, git_places, at, 3);
    git_put_floats(gff, row, git_turns, turn, 2);
    wr_gff_set_resref(gff, row, "ResRef", "m_chano");
}

static inline void git_put_camera(struct wr_gff *gff, const float *at)
{
    static const float turn[4] = {0.9f, 0.1f, -0.1f, 0.41231056f};
    wr_gff_struct *row = git_append(gff, "CameraList", 14);
    wr_gff_set_whole(gff, row, "CameraID", WR_GFF_INT, 12);
    git_put_vector(gff, row, "Position", WR_GFF_VECTOR, at);
    wr_gff_set_float(gff, row, "Pitch", 69.7f);
    wr_gff_set_float(gff, row, "MicRange", 2.5f);
    git_put_vector(gff, row, "Orientation", WR_GFF_ORIENTATION, turn);
    wr_gff_set_float(gff, row, "Height", 3);
    wr_gff_set_float(gff, row, "FieldOfView", 55);
}

static inline void git_put_creature(struct wr_gff *gff, const float *at)
{
    static const float turn[2] = {-0.83146536f, 0.55557656f};
    wr_gff_struct *row = git_append(gff, "Creature List", 4);
    git_put_floats(gff, row, git_places, at, 3);
    git_put_floats(gff, row, git_turns, turn, 2);
    wr_gff_set_resref(gff, row, "TemplateResRef", "C_Ithorian001");
    wr_gff_set_string(gff, row, "Tag", "his own");
}

static inline void git_put_placeable(struct wr_gff *gff, const float *at, bool tweaked)
{
    wr_gff_struct *row = git_append(gff, "Placeable List", 9);
    wr_gff_set_resref(gff, row, "TemplateResRef", "k_trans_abort");
    git_put_floats(gff, row, git_axes, at, 3);
    wr_gff_set_float(gff, row, "Bearing", 1);
    if (tweaked) {
        wr_gff_set_whole(gff, row, "UseTweakColor", WR_GFF_BYTE, 1);
        wr_gff_set_whole(gff, row, "TweakColor", WR_GFF_DWORD, 10197915);
    }
}

static inline void git_put_waypoint(struct wr_gff *gff, const float *at, bool noted)
{
    static const float turn[2] = {0, 1};
    wr_gff_struct *row = git_append(gff, "WaypointList", 5);
    wr_gff_set_whole(gff, row, "Appearance", WR_GFF_BYTE, 1);
    wr_gff_set_string(gff, row, "LinkedTo", "");
    wr_gff_set_resref(gff, row, "TemplateResRef", "wp_transabort");
    wr_gff_set_string(gff, row, "Tag", "wp_transabort");
    wr_gff_set_local(gff, row, "LocalizedName", 135283, NULL);
    wr_gff_set_whole(gff, row, "HasMapNote", WR_GFF_BYTE, noted);
    if (noted)
        git_put_texts(gff, row, "MapNote");
    wr_gff_set_whole(gff, row, "MapNoteEnabled", WR_GFF_BYTE, 1);
    git_put_floats(gff, row, git_places, at, 3);
    git_put_floats(gff, row, git_turns, turn, 2);
}

/* One of each around a place where there is floor. */
static inline void git_put_all(struct wr_gff *gff, float x, float y, float z)
{
    const float at[][3] = {
        {x, y, z}, {x + 0.7f, y + 0.3f, z}, {x - 0.3f, y + 0.9f, z}, {x + 1.1f, y - 1.3f, z}};
    git_put_trigger(gff, at[0]);
    git_put_encounter(gff, at[1]);
    git_put_sound(gff, at[2]);
    git_put_store(gff, at[3]);
    git_put_camera(gff, at[0]);
    git_put_creature(gff, at[1]);
    git_put_placeable(gff, at[2], false);
    git_put_placeable(gff, at[3], true);
    git_put_waypoint(gff, at[0], false);
    git_put_waypoint(gff, at[1], true);
}

/* ---- Moving ------------------------------------------------------------------------------ */

/* Mirrored in x, turned by degrees, moved. */
struct git_way {
    const char *name;
    bool mirror;
    float turn;
    wr_vec3 move;
};

static inline void git_turn(const struct git_way *way, double *x, double *y)
{
    double angle = way->turn * (GIT_PI / 180), from = way->mirror ? -*x : *x, side = *y;
    *x = cos(angle) * from - sin(angle) * side;
    *y = sin(angle) * from + cos(angle) * side;
}

static inline void git_move_floats(const struct git_way *way, wr_gff_struct *row,
                                   const char *const *labels, bool place)
{
    wr_gff_field *fields[3] = {wr_gff_find(row, labels[0]), wr_gff_find(row, labels[1]),
                               wr_gff_find(row, labels[2])};
    if (!fields[0] || !fields[1])
        return;
    double x = fields[0]->single, y = fields[1]->single;
    git_turn(way, &x, &y);
    fields[0]->single = (float)(x + (place ? way->move.x : 0));
    fields[1]->single = (float)(y + (place ? way->move.y : 0));
    if (place && fields[2])
        fields[2]->single += way->move.z;
}

/* An angle from +Y. */
static inline void git_move_angle(const struct git_way *way, wr_gff_struct *row,
                                  const char *label)
{
    wr_gff_field *field = wr_gff_find(row, label);
    if (field)
        field->single = (float)((way->mirror ? -field->single : field->single) +
                                way->turn * (GIT_PI / 180));
}

static inline void git_rotate(const float q[4], const double v[3], double out[3])
{
    double tx = 2 * (q[2] * v[2] - q[3] * v[1]), ty = 2 * (q[3] * v[0] - q[1] * v[2]),
           tz = 2 * (q[1] * v[1] - q[2] * v[0]);
    out[0] = v[0] + q[0] * tx + (q[2] * tz - q[3] * ty);
    out[1] = v[1] + q[0] * ty + (q[3] * tx - q[1] * tz);
    out[2] = v[2] + q[0] * tz + (q[1] * ty - q[2] * tx);
}

static inline void git_move_shape(const struct git_way *way, wr_gff_struct *row)
{
    wr_gff_list *corners = wr_gff_list_of(row, "Geometry");
    wr_gff_list *spots = wr_gff_list_of(row, "SpawnPointList");
    for (uint32_t i = 0; corners && i < corners->count; i++) {
        git_move_floats(way, corners->items[i], git_points, false);
        git_move_floats(way, corners->items[i], git_axes, false);
    }
    for (uint32_t i = 1; way->mirror && corners && 2 * i < corners->count; i++) {
        wr_gff_struct *swapped = corners->items[i];
        corners->items[i] = corners->items[corners->count - i];
        corners->items[corners->count - i] = swapped;
    }
    for (uint32_t i = 0; spots && i < spots->count; i++) {
        git_move_floats(way, spots->items[i], git_axes, true);
        git_move_angle(way, spots->items[i], "Orientation");
    }
}

/* All of a row but the orientation of a camera, which is compared by what it turns. */
static inline void git_move_row(const struct git_way *way, wr_gff_struct *row)
{
    wr_gff_field *position = wr_gff_find(row, "Position");
    git_move_floats(way, row, git_places, true);
    git_move_floats(way, row, git_axes, true);
    git_move_floats(way, row, git_turns, false);
    git_move_angle(way, row, "Bearing");
    git_move_shape(way, row);
    if (!position)
        return;
    double x = position->vector[0], y = position->vector[1];
    git_turn(way, &x, &y);
    position->vector[0] = (float)(x + way->move.x);
    position->vector[1] = (float)(y + way->move.y);
    position->vector[2] += way->move.z;
}

/* ---- Comparing --------------------------------------------------------------------------- */

static inline bool git_near(double a, double b, double within)
{
    return fabs(a - b) <= within;
}

static inline bool git_same_angle(double a, double b)
{
    double off = fmod(fabs(a - b), 2 * GIT_PI);
    return off < 1e-5 || 2 * GIT_PI - off < 1e-5;
}

static inline bool git_same_struct(const struct git_way *way, const wr_gff_struct *a,
                                   const wr_gff_struct *b);

/* Where a camera looks, what is above it, and what is to its right, which a mirror swaps. */
static inline bool git_same_camera(const struct git_way *way, const float a[4],
                                   const float b[4])
{
    bool same = true;
    for (int axis = 0; axis < 3; axis++) {
        double v[3] = {axis == 0, axis == 1, axis == 2}, was[3], is[3];
        git_rotate(b, v, is);
        v[0] = way->mirror ? -v[0] : v[0];
        git_rotate(a, v, was);
        git_turn(way, &was[0], &was[1]);
        for (int i = 0; i < 3; i++)
            same &= git_near(was[i], is[i], 1e-5);
    }
    return same;
}

static inline bool git_same_bytes(const uint8_t *a, uint32_t a_size, const uint8_t *b,
                                  uint32_t b_size)
{
    return a_size == b_size && (a_size == 0 || memcmp(a, b, a_size) == 0);
}

static inline bool git_same_texts(const wr_gff_field *a, const wr_gff_field *b)
{
    bool same = a->local.strref == b->local.strref && a->local.count == b->local.count;
    for (uint32_t i = 0; same && i < a->local.count; i++)
        same = a->local.texts[i].language == b->local.texts[i].language &&
               git_same_bytes(a->local.texts[i].data, a->local.texts[i].size,
                              b->local.texts[i].data, b->local.texts[i].size);
    return same;
}

static inline bool git_same_field(const struct git_way *way, const wr_gff_field *a,
                                  const wr_gff_field *b)
{
    bool same = a->type == b->type;
    if (!same)
        return false;
    switch (a->type) {
    case WR_GFF_FLOAT:
        if (strcmp(a->label, "Bearing") == 0 || strcmp(a->label, "Orientation") == 0)
            return git_same_angle(a->single, b->single);
        return git_near(a->single, b->single, 1e-5 * (1 + fabs((double)a->single)));
    case WR_GFF_VECTOR:
        for (int i = 0; i < 3; i++)
            same &= git_near(a->vector[i], b->vector[i], 1e-5 * (1 + fabs(a->vector[i])));
        return same;
    case WR_GFF_ORIENTATION:
        return strcmp(a->label, "Orientation") == 0
                   ? git_same_camera(way, a->vector, b->vector)
                   : memcmp(a->vector, b->vector, sizeof a->vector) == 0;
    case WR_GFF_RESREF: /* in any case */
        return wr_view_same((wr_view){(const char *)a->bytes.data, a->bytes.size},
                            (wr_view){(const char *)b->bytes.data, b->bytes.size});
    case WR_GFF_STRING:
    case WR_GFF_VOID:
        return git_same_bytes(a->bytes.data, a->bytes.size, b->bytes.data, b->bytes.size);
    case WR_GFF_LOCSTRING:
        return git_same_texts(a, b);
    case WR_GFF_STRUCT:
        return git_same_struct(way, a->child, b->child);
    case WR_GFF_LIST:
        same = a->list.count == b->list.count;
        for (uint32_t i = 0; same && i < a->list.count; i++)
            same = git_same_struct(way, a->list.items[i], b->list.items[i]);
        return same;
    default:
        return a->bits == b->bits;
    }
}

static inline bool git_same_struct(const struct git_way *way, const wr_gff_struct *a,
                                   const wr_gff_struct *b)
{
    bool same = a->id == b->id && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const wr_gff_field *twin = wr_gff_find(b, a->fields[i].label);
        same = twin && git_same_field(way, &a->fields[i], twin);
    }
    return same;
}

static inline void git_show(const wr_gff_struct *row, struct findings *findings)
{
    struct wr_gff gff = {
        .arena = findings->arena, .type = "GIT ", .root = (wr_gff_struct *)(uintptr_t)row};
    struct wr_bytes text = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &text, false);
    wr_gff_dump(&gff, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&text, '\0');
    print_message("%s\n", (const char *)text.data);
    wr_bytes_finish(&text);
}

/* Each row of `a`, moved, is one of `b`, and there are no others. */
static inline void git_same_rows(struct findings *findings, const struct git_way *way,
                                 const wr_gff_struct *a, const wr_gff_struct *b)
{
    for (size_t l = 0; l < sizeof git_lists / sizeof *git_lists; l++) {
        const wr_gff_list *p = wr_gff_list_of(a, git_lists[l]);
        const wr_gff_list *q = wr_gff_list_of(b, git_lists[l]);
        assert_non_null(p);
        assert_non_null(q);
        for (uint32_t i = 0; i < p->count; i++) {
            bool found = false;
            git_move_row(way, p->items[i]);
            for (uint32_t j = 0; j < q->count && !found; j++)
                found = git_same_struct(way, p->items[i], q->items[j]);
            if (found)
                continue;
            git_show(p->items[i], findings);
            for (uint32_t j = 0; j < q->count; j++)
                git_show(q->items[j], findings);
            fail_msg("%s: row %u of %s is nowhere", way->name, (unsigned)i, git_lists[l]);
        }
        assert_int_equal(p->count, q->count);
    }
}

#endif
