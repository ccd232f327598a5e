/* Ways out of a module. Sources: formats/module, 2.4, and its rows of doors, triggers and
 * waypoints of real areas; the fields of a UTT are those that editors of the games write. */
#include "builder/module/ways_out.h"
#include "builder/module/rows.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"
#include "templates/map.h"

#include <stdio.h>
#include <string.h>

enum {
    TRIGGER_STRUCT = 1,
    CORNER_STRUCT = 3,
    TRANSITION = 1, /* of a trigger's Type */
};

static const wr_gff_row TRIGGER[] = {
    {"AutoRemoveKey", WR_GFF_BYTE, 0, 0},
    {"Faction", WR_GFF_DWORD, 1, 0},
    {"Cursor", WR_GFF_BYTE, 1, 0},
    {"HighlightHeight", WR_GFF_FLOAT, 0.1f, 0},
    {"KeyName", WR_GFF_STRING, 0, 0},
    {"LoadScreenID", WR_GFF_WORD, 0, 0},
    {"PortraitId", WR_GFF_WORD, 0, 0},
    {"Type", WR_GFF_INT, TRANSITION, 0},
    {"TrapDetectable", WR_GFF_BYTE, 0, 0},
    {"TrapDetectDC", WR_GFF_BYTE, 0, 0},
    {"TrapDisarmable", WR_GFF_BYTE, 0, 0},
    {"DisarmDC", WR_GFF_BYTE, 0, 0},
    {"TrapFlag", WR_GFF_BYTE, 0, 0},
    {"TrapOneShot", WR_GFF_BYTE, 0, 0},
    {"TrapType", WR_GFF_BYTE, 0, 0},
    {"OnDisarm", WR_GFF_RESREF, 0, 0},
    {"OnTrapTriggered", WR_GFF_RESREF, 0, 0},
    {"OnClick", WR_GFF_RESREF, 0, 0},
    {"ScriptHeartbeat", WR_GFF_RESREF, 0, 0},
    {"ScriptOnEnter", WR_GFF_RESREF, 0, 0},
    {"ScriptOnExit", WR_GFF_RESREF, 0, 0},
    {"ScriptUserDefine", WR_GFF_RESREF, 0, 0},
    {"PaletteID", WR_GFF_BYTE, 1, 0},
    {"Comment", WR_GFF_STRING, 0, 0},
};

/* Metres from the doorway: who arrives stands at most and at least so far from it, tried in
 * such strides; a trigger reaches so far into the room, and so far out of it. */
static const double FARTHEST = 2.5, NEAREST = 1, STRIDE = WR_ENTRY_STRIDE;
static const double FENCE_IN = 1, FENCE_OUT = 0.25;

/* ---- Where others arrive ----------------------------------------------------------------- */

/* A doorway in its room's own coordinates. */
struct doorway {
    const wr_room *room;
    const wr_hook *hook;
};

static wr_vec3 inside(const struct doorway *doorway, wr_vec3 from, double distance)
{
    return wr_vec3_of((float)(from.x - doorway->hook->out_x * distance),
                      (float)(from.y - doorway->hook->out_y * distance), from.z);
}

/* How far a point is from the nearest open edge, seen from above. */
static double clearance_at(const struct wr_walkmesh *mesh, wr_vec3 point)
{
    double least = WR_AREA_REACH;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        wr_vec3 a = mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)];
        wr_vec3 b = mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)];
        double x = (double)b.x - a.x, y = (double)b.y - a.y, length = x * x + y * y;
        double px = (double)point.x - a.x, py = (double)point.y - a.y;
        double along = length > 0 ? (px * x + py * y) / length : 0;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        double off = (px - along * x) * (px - along * x) + (py - along * y) * (py - along * y);
        least = off < least ? off : least;
    }
    return sqrt(least);
}

/* The floor that hangs together with the doorway's, so far inside; false where there is none.
 */
static bool floor_inside(const struct doorway *doorway, double distance, wr_vec3 *out)
{
    wr_hit hit;
    wr_vec3 at = inside(doorway, doorway->hook->position, distance);
    const struct wr_walkmesh *mesh = doorway->room->mesh;
    if (!wr_walkmesh_face_at(mesh, at, WR_ALL_SURFACES, &hit) ||
        hit.face >= mesh->walkable_count ||
        doorway->room->islands[hit.face] != doorway->hook->island ||
        fabs((double)hit.point.z - at.z) > WR_HEADROOM)
        return false;
    *out = hit.point;
    return true;
}

/* As far inside as there is space around, else where there is most; in a room without any the
 * floor that is nearest. */
static wr_vec3 find_spot(const struct doorway *doorway)
{
    wr_vec3 best = doorway->hook->position, at;
    double most = 0;
    wr_hit hit;
    for (double d = FARTHEST; d >= NEAREST && most < WR_ENTRY_CLEARANCE; d -= STRIDE) {
        double clearance =
            floor_inside(doorway, d, &at) ? clearance_at(doorway->room->mesh, at) : 0;
        if (clearance <= most)
            continue;
        most = clearance;
        best = at;
    }
    at = inside(doorway, doorway->hook->position, NEAREST);
    if (most == 0 && wr_walkmesh_nearest(doorway->room->mesh, at, INFINITY, &hit))
        best = hit.point;
    return best;
}

/* ---- Triggers ---------------------------------------------------------------------------- */

static wr_vec3 onto_floor(const struct wr_walkmesh *mesh, wr_vec3 point)
{
    wr_hit hit;
    if (wr_walkmesh_face_at(mesh, point, WR_ALL_SURFACES, &hit) &&
        fabs((double)hit.point.z - point.z) <= WR_HEADROOM)
        point.z = hit.point.z;
    return point;
}

/* From a little outside the threshold to a step inside, but not as far as where others arrive:
 * they would leave at once. */
static void find_fence(const struct doorway *doorway, const wr_motion *motion, wr_vec3 spot,
                       wr_vec3 out[4])
{
    const wr_hook *hook = doorway->hook;
    const struct wr_walkmesh *mesh = doorway->room->mesh;
    uint32_t first = hook->threshold_count ? hook->threshold[0] : hook->foot;
    uint32_t last =
        hook->threshold_count ? hook->threshold[hook->threshold_count - 1] : hook->foot;
    wr_vec3 from = mesh->vertices[wr_edge_start(mesh, first)];
    wr_vec3 to = mesh->vertices[wr_edge_end(mesh, last)];
    wr_dvec3 off = wr_sub(wr_widen(spot), wr_widen(hook->position));
    double depth = -(off.x * hook->out_x + off.y * hook->out_y) / 2;
    depth = depth < FENCE_OUT ? FENCE_OUT : depth > FENCE_IN ? FENCE_IN : depth;
    const wr_vec3 corners[4] = {inside(doorway, from, -FENCE_OUT),
                                inside(doorway, to, -FENCE_OUT),
                                onto_floor(mesh, inside(doorway, to, depth)),
                                onto_floor(mesh, inside(doorway, from, depth))};
    for (int i = 0; i < 4; i++)
        out[motion->mirrored ? i ^ 1 : i] = wr_motion_point(motion, corners[i]);
}

/* ---- All of them ------------------------------------------------------------------------- */

static char *lowered(struct wr_arena *arena, const char *tag)
{
    char *text = wr_arena_text(arena, tag, strlen(tag));
    for (size_t i = 0; text && text[i]; i++)
        text[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    return text;
}

static bool is_waypoint(const wr_marker *marker)
{
    return marker->kind == WR_WAYPOINT || !wr_marker_value(marker, "blueprint");
}

/* The tags of the waypoints that kits bring along; the games do not tell capitals. */
static bool list_tags(struct wr_arena *arena, const struct wr_layout *layout,
                      const char ***items, uint32_t *count)
{
    *items = NULL;
    *count = 0;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        const wr_room *room = layout->rooms[r].room;
        for (uint32_t i = 0; i < room->marker_count; i++) {
            const wr_marker *marker = &room->markers[i];
            const char *tag = is_waypoint(marker) ? wr_marker_value(marker, "tag") : NULL;
            const char **more = tag ? wr_arena_more(arena, *items, *count, sizeof *more) : NULL;
            char *text = more ? lowered(arena, tag) : NULL;
            if (tag && !text)
                return false;
            if (!tag)
                continue;
            *items = more;
            more[(*count)++] = text;
        }
    }
    return true;
}

static wr_way_out make_one(const struct wr_layout *layout, const wr_exit *exit)
{
    const wr_placed_room *placed = &layout->rooms[exit->said->room];
    struct doorway doorway = {placed->room, wr_hook_of(layout, exit->hook)};
    wr_vec3 spot = find_spot(&doorway);
    const wr_placed_hook *hook = &layout->hooks[exit->hook];
    wr_way_out way = {
        .said = exit->said,
        .spot = wr_motion_point(&placed->motion, spot),
        .facing = (float)wr_bearing_of(-hook->out_x, -hook->out_y),
        .by_door = wr_exit_has_door(layout, exit),
    };
    wr_map_exit_tag(exit->said, layout->id, way.tag);
    wr_map_exit_arrival(exit->said, way.arrival);
    find_fence(&doorway, &placed->motion, spot, way.fence);
    return way;
}

enum wr_result wr_ways_out_make(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_layout *layout, struct wr_ways_out *out)
{
    struct wr_names names;
    const char **tags;
    uint32_t tag_count;
    *out = (struct wr_ways_out){.items = WR_TAKE(arena, wr_way_out, layout->exit_count)};
    if (!out->items || !list_tags(arena, layout, &tags, &tag_count))
        return wr_no_memory(context);
    enum wr_result result = wr_names_make(context, arena, tags, tag_count, &names);
    for (uint32_t i = 0; result == WR_OK && i < layout->exit_count; i++) {
        wr_way_out *way = &out->items[out->count++];
        *way = make_one(layout, &layout->exits[i]);
        const char *text = lowered(arena, way->arrival);
        if (!text)
            return wr_no_memory(context);
        if (wr_names_find(&names, text) != WR_NONE)
            way->arrival[0] = '\0';
    }
    return result;
}

/* ---- Rows -------------------------------------------------------------------------------- */

static int64_t flags_of(const wr_way_out *way)
{
    if (!way || !way->tag[0])
        return 0;
    return way->said->goal == WR_EXIT_TO_DOOR ? 1 : 2;
}

static void set_title(struct wr_gff *gff, wr_gff_struct *row, const wr_way_out *way)
{
    wr_gff_set_local(gff, row, "TransitionDestin", way ? way->said->title_line : -1,
                     way ? way->said->title : NULL);
}

void wr_way_out_link(struct wr_gff *gff, wr_gff_struct *row, const wr_way_out *way)
{
    wr_gff_set_resref(gff, row, "LinkedToModule", way ? way->said->module : "");
    wr_gff_set_string(gff, row, "LinkedTo", way ? way->tag : "");
    wr_gff_set_whole(gff, row, "LinkedToFlags", WR_GFF_BYTE, flags_of(way));
    set_title(gff, row, way);
}

/* Corners are told from where the trigger stands: its first one. */
static void add_corners(struct wr_gff *gff, wr_gff_struct *row, const wr_vec3 fence[4])
{
    wr_gff_list *list = wr_gff_set_list(gff, row, "Geometry");
    for (int i = 0; i < 4; i++) {
        wr_gff_struct *corner = wr_gff_append(gff, list, CORNER_STRUCT);
        wr_gff_set_float(gff, corner, "PointX", fence[i].x - fence[0].x);
        wr_gff_set_float(gff, corner, "PointY", fence[i].y - fence[0].y);
        wr_gff_set_float(gff, corner, "PointZ", fence[i].z - fence[0].z);
    }
}

void wr_way_out_trigger(struct wr_gff *gff, wr_gff_list *list, const wr_way_out *way,
                        const char *name)
{
    wr_gff_struct *row = wr_gff_append(gff, list, TRIGGER_STRUCT);
    wr_gff_set_resref(gff, row, "TemplateResRef", name);
    wr_gff_set_string(gff, row, "Tag", name);
    set_title(gff, row, way);
    wr_way_out_link(gff, row, way);
    wr_gff_set_float(gff, row, "XPosition", way->fence[0].x);
    wr_gff_set_float(gff, row, "YPosition", way->fence[0].y);
    wr_gff_set_float(gff, row, "ZPosition", way->fence[0].z);
    wr_gff_set_float(gff, row, "XOrientation", 0);
    wr_gff_set_float(gff, row, "YOrientation", 0);
    wr_gff_set_float(gff, row, "ZOrientation", 0);
    add_corners(gff, row, way->fence);
}

enum wr_result wr_way_out_blueprint(struct wr_context *context, struct wr_arena *arena,
                                    const char *name, const wr_way_out *way,
                                    struct wr_bytes *out)
{
    struct wr_gff *gff = wr_gff_create(arena, "UTT ");
    if (!gff)
        return wr_no_memory(context);
    wr_gff_set_string(gff, gff->root, "Tag", name);
    wr_gff_set_resref(gff, gff->root, "TemplateResRef", name);
    wr_gff_set_local(gff, gff->root, "LocalizedName", -1, way->said->title);
    WR_GFF_ROWS(gff, gff->root, TRIGGER, 0);
    return wr_gff_write(context, gff, out);
}
