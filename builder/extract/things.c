/* From rows of the GIT to markers. */
#include "builder/extract/things.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/gff_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THINGS = 10000 }; /* of a kind; the games' own areas have some hundred */

/* How a list of the GIT is read. */
struct kind {
    const char *list;
    enum wr_marker_kind marker;
    const char *x, *y, *z;
    bool turned; /* by a bearing, not by a direction */
};

static const struct kind KINDS[] = {
    {"Creature List", WR_SPAWN, "XPosition", "YPosition", "ZPosition", false},
    {"Placeable List", WR_PLACEABLE, "X", "Y", "Z", true},
    {"WaypointList", WR_WAYPOINT, "XPosition", "YPosition", "ZPosition", false},
};

/* Lists that no marker can say yet. */
static const char *const OTHERS[] = {"Encounter List", "SoundList", "StoreList", "TriggerList",
                                     "CameraList"};

/* ---- Values ------------------------------------------------------------------------------ */

/* A text of the games as clean UTF-8; NULL where nothing is left of it. */
static const char *clean(struct wr_taking *taking, const uint8_t *data, uint32_t size)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < size && data[i]; i++) {
        uint32_t code = wr_gff_code_point(data[i]);
        if (code >= 0x20 && (code < 0x7f || code > 0x9f))
            wr_taken_utf8(&text, code);
    }
    const char *out = text.size > 0 && !text.failed
                          ? wr_arena_text(taking->arena, (const char *)text.data, text.size)
                          : NULL;
    wr_bytes_finish(&text);
    return out;
}

static const char *text_of(struct wr_taking *taking, const wr_gff_struct *row,
                           const char *label)
{
    const wr_gff_field *field = wr_gff_find(row, label);
    bool text = field && (field->type == WR_GFF_STRING || field->type == WR_GFF_RESREF);
    return text ? clean(taking, field->bytes.data, field->bytes.size) : NULL;
}

static const char *note_of(struct wr_taking *taking, const wr_gff_struct *row)
{
    const wr_gff_field *field = wr_gff_find(row, "MapNote");
    if (!wr_gff_whole(row, "HasMapNote", 0) || !field || field->type != WR_GFF_LOCSTRING ||
        field->local.count == 0)
        return NULL;
    return clean(taking, field->local.texts[0].data, field->local.texts[0].size);
}

static float facing_of(const struct kind *kind, const wr_gff_struct *row)
{
    const double degrees = 180 / 3.14159265358979323846;
    double x = wr_gff_float(row, "XOrientation", 0), y = wr_gff_float(row, "YOrientation", 1);
    if (kind->turned) {
        float bearing = wr_gff_float(row, "Bearing", 0);
        bearing = bearing > -1e6f && bearing < 1e6f ? bearing : 0;
        wr_turn_of(bearing * degrees + 90, &x, &y);
    }
    return isfinite(x) && isfinite(y) && (x != 0 || y != 0) ? (float)wr_bearing_of(x, y) : 0;
}

/* ---- Where it stands --------------------------------------------------------------------- */

/* The room whose floor is under or over a point, the nearest; else the one whose floor is
 * nearest, where any is near. */
static uint32_t room_at(const struct wr_taking *taking, wr_vec3 at)
{
    uint32_t best = WR_NONE, beside = WR_NONE;
    double least = WR_HEADROOM, nearest = WR_HEADROOM;
    wr_hit hit;
    for (uint32_t r = 0; r < taking->room_count; r++) {
        const struct wr_walkmesh *mesh = taking->rooms[r].mesh;
        if (wr_walkmesh_face_at(mesh, at, taking->surfaces.walkable, &hit) &&
            wr_distance(hit.point, at) < least) {
            least = wr_distance(hit.point, at);
            best = r;
        }
        if (best == WR_NONE && wr_walkmesh_nearest(mesh, at, (float)nearest, &hit) &&
            hit.distance < nearest) {
            nearest = hit.distance;
            beside = r;
        }
    }
    return best != WR_NONE ? best : beside;
}

/* ---- Names ------------------------------------------------------------------------------- */

/* What a marker is called: its tag, else its blueprint, as an id. */
static void name_marker(wr_taken_marker *marker)
{
    const char *text = marker->tag ? marker->tag : marker->blueprint;
    size_t size = 0, most = sizeof marker->name - 7; /* a number may follow */
    for (; text && text[size] && size < most; size++) {
        wr_view one = {text + size, 1};
        bool twice = text[size] == '-' && size > 0 && marker->name[size - 1] == '-';
        marker->name[size] = wr_kit_id_valid(one) && !twice ? text[size] : '_';
    }
    if (size == 0)
        size = (size_t)snprintf(marker->name, sizeof marker->name, "%s",
                                wr_marker_kind_name(marker->kind));
    marker->name[size] = '\0';
}

static int order_names(const void *a, const void *b)
{
    const wr_taken_marker *const *p = a, *const *q = b;
    if ((*p)->room != (*q)->room)
        return (*p)->room < (*q)->room ? -1 : 1;
    int order =
        wr_text_same((*p)->name, (*q)->name) ? 0 : wr_text_order((*p)->name, (*q)->name);
    return order ? order : *p < *q ? -1 : *p > *q;
}

/* Those of one room and name get numbers from the second on, behind two hyphens, which no name
 * has. */
static bool number_names(struct wr_taking *taking)
{
    uint32_t count = taking->marker_count, same = 1;
    wr_taken_marker **order = WR_TAKE(taking->arena, wr_taken_marker *, count);
    char *before = WR_ZERO(taking->arena, char, sizeof order[0]->name);
    if (!order || !before)
        return false;
    for (uint32_t i = 0; i < count; i++)
        order[i] = &taking->markers[i];
    if (count)
        qsort(order, count, sizeof *order, order_names);
    for (uint32_t i = 0; i < count; i++) {
        bool again = i > 0 && order[i]->room == order[i - 1]->room &&
                     wr_text_same(order[i]->name, before);
        same = again ? same + 1 : 1;
        memcpy(before, order[i]->name, sizeof order[i]->name);
        size_t size = strlen(order[i]->name);
        if (again)
            snprintf(order[i]->name + size, sizeof order[i]->name - size, "--%u",
                     (unsigned)same);
    }
    return true;
}

/* ---- Listing ----------------------------------------------------------------------------- */

static bool is_usual(const char *blueprint)
{
    return wr_text_same(blueprint, "sw_waypoint001") ||
           wr_text_same(blueprint, "sw_mapnote001");
}

/* A spot at a wall, of no blueprint of its own: what kits call a thing there, which becomes a
 * waypoint again. */
static void settle_kind(const struct wr_taking *taking, wr_taken_marker *marker)
{
    wr_hit hit;
    if (marker->kind == WR_WAYPOINT && !marker->blueprint && marker->room != WR_NONE &&
        !wr_walkmesh_face_at(taking->rooms[marker->room].mesh, marker->at,
                             taking->surfaces.walkable, &hit))
        marker->kind = WR_PLACEABLE;
}

static wr_taken_marker read_row(struct wr_taking *taking, const struct kind *kind,
                                const wr_gff_struct *row)
{
    wr_taken_marker marker = {
        .kind = kind->marker,
        .at = {wr_gff_float(row, kind->x, 0), wr_gff_float(row, kind->y, 0),
               wr_gff_float(row, kind->z, 0)},
        .facing = facing_of(kind, row),
        .blueprint = text_of(taking, row, "TemplateResRef"),
        .tag = kind->marker == WR_WAYPOINT ? text_of(taking, row, "Tag") : NULL,
        .note = kind->marker == WR_WAYPOINT ? note_of(taking, row) : NULL,
    };
    if (marker.blueprint &&
        (!wr_kit_blueprint_valid(marker.blueprint) || is_usual(marker.blueprint)))
        marker.blueprint = NULL;
    marker.room = wr_vec3_finite(marker.at) ? room_at(taking, marker.at) : WR_NONE;
    settle_kind(taking, &marker);
    name_marker(&marker);
    return marker;
}

static bool add_marker(struct wr_taking *taking, const wr_taken_marker *marker)
{
    wr_taken_marker *markers =
        wr_arena_more(taking->arena, taking->markers, taking->marker_count, sizeof *markers);
    if (!markers)
        return false;
    taking->markers = markers;
    markers[taking->marker_count++] = *marker;
    return true;
}

static bool list_kind(struct wr_taking *taking, const struct kind *kind, uint32_t *lost)
{
    const wr_gff_list *rows = wr_gff_list_of(taking->git->root, kind->list);
    for (uint32_t i = 0; rows && i < rows->count && i < MOST_THINGS; i++) {
        if (wr_context_stopped(taking->context))
            return true;
        wr_taken_marker marker = read_row(taking, kind, rows->items[i]);
        if (marker.room == WR_NONE)
            ++*lost;
        else if (!add_marker(taking, &marker))
            return false;
    }
    return true;
}

static void tell(struct wr_taking *taking, uint32_t lost)
{
    uint32_t others = 0;
    wr_where where = wr_at(&taking->resources.source, WR_WHOLE_FILE);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        const wr_gff_list *rows = wr_gff_list_of(taking->git->root, OTHERS[i]);
        others += rows ? rows->count : 0;
    }
    if (lost && !taking->options->rooms)
        wr_warn(
            taking->context, where, "extract-thing", NULL,
            "%u things of the GIT stand farther than 2 m from every floor, and are left out",
            (unsigned)lost);
    if (others)
        wr_note(taking->context, where, "extract-things",
                "build into the module, which keeps them",
                "%u triggers, encounters, sounds, stores and cameras cannot be in a kit",
                (unsigned)others);
}

enum wr_result wr_taking_things(struct wr_taking *taking)
{
    uint32_t lost = 0;
    if (!taking->git)
        return WR_OK;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (!list_kind(taking, &KINDS[i], &lost))
            return wr_no_memory(taking->context);
    if (!number_names(taking))
        return wr_no_memory(taking->context);
    tell(taking, lost);
    return WR_OK;
}
