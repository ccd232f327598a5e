/* Where a node stands and looks, and what is noted beside it. */
#include "builder/extract/scene/markers.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/named.h"
#include "builder/extract/scene/outline.h"

#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/marker_row.h"

#include <inttypes.h>
#include <string.h>

/* What is no farther from the floor is on it; metres. */
#define ON_FLOOR 0.05

struct marking {
    struct wr_taking *taking;
    const struct wr_scenery *scenery;
    uint32_t left_out;
    const char *first; /* of them */
    bool failed;       /* memory is out */
};

/* ---- Places ------------------------------------------------------------------------------ */

static wr_vec3 place_of(const wr_scene_node *node)
{
    return wr_narrow((wr_dvec3){node->world.m[0][3], node->world.m[1][3], node->world.m[2][3]});
}

/* Where its own X looks. */
static float facing_of(const wr_scene_node *node)
{
    double x = node->world.m[0][0], y = node->world.m[1][0];
    return x == 0 && y == 0 ? 0 : (float)wr_bearing_of(x, y);
}

static bool hangs(enum wr_marker_kind kind)
{
    return kind == WR_SOUND || kind == WR_CAMERA || kind >= WR_TRACK;
}

static bool is_turned(enum wr_marker_kind kind)
{
    return kind != WR_TRIGGER && kind != WR_ENCOUNTER && kind != WR_SOUND && kind < WR_TRACK;
}

/* The room of a node, and where it stands there. */
static uint32_t find_room(const struct marking *m, uint32_t node, bool on_floor, wr_vec3 *at)
{
    wr_vec3 floor;
    const struct wr_taking *taking = m->taking;
    uint32_t room = wr_named_floor(taking, *at, &floor), own = m->scenery->nodes[node].room;
    if (room != WR_NONE && (own == WR_NONE || own == room)) {
        if (on_floor && fabsf(at->z - floor.z) > (float)ON_FLOOR)
            *at = floor;
        return room;
    }
    if (own != WR_NONE || on_floor)
        return own;
    wr_hit hit;
    for (uint32_t r = 0; r < taking->room_count && room == WR_NONE; r++)
        if (wr_walkmesh_face_at(taking->rooms[r].mesh, *at, taking->surfaces.walkable, &hit))
            room = r;
    return room;
}

/* ---- What is noted ----------------------------------------------------------------------- */

/* Keys that say something else than the kit's pairs do. */
static bool is_own(const wr_scene_extra *note, enum wr_marker_kind kind)
{
    static const char *const camera[] = {"number", "pitch", "height", "view", "range"};
    for (size_t i = 0; kind == WR_CAMERA && i < sizeof camera / sizeof *camera; i++)
        if (wr_text_same(note->key, camera[i]))
            return true;
    return !wr_kit_id_valid(wr_view_of(note->key));
}

/* Of keys that are alike, the first. */
static bool is_said(const wr_marker *marker, const wr_pair *pairs, const char *key)
{
    for (uint32_t i = 0; i < marker->pair_count; i++)
        if (strcmp(pairs[i].key, key) == 0)
            return true;
    return false;
}

static bool take_pairs(struct marking *m, const wr_scene_node *node, wr_marker *marker)
{
    wr_pair *pairs = WR_TAKE(m->taking->arena, wr_pair, node->extra_count);
    marker->pairs = pairs;
    for (uint32_t i = 0; pairs && i < node->extra_count; i++) {
        const wr_scene_extra *note = &node->extras[i];
        if (is_own(note, marker->kind) || is_said(marker, pairs, note->key))
            continue;
        const char *text = wr_scene_extra_text(m->taking->arena, note);
        if (!text)
            return false;
        pairs[marker->pair_count++] = (wr_pair){note->key, text};
    }
    return pairs != NULL;
}

static void take_number(const wr_scene_node *node, const char *key, float *out)
{
    double number;
    if (wr_scene_number(node, key, &number) && isfinite((float)number))
        *out = (float)number;
}

static bool take_camera(struct marking *m, const wr_scene_node *node, wr_marker *marker)
{
    wr_camera *camera = WR_TAKE(m->taking->arena, wr_camera, 1);
    double number;
    if (!camera)
        return false;
    *camera = wr_camera_usual;
    if (wr_scene_number(node, "number", &number) && number >= 0 && number <= INT32_MAX)
        camera->number = (int32_t)number;
    take_number(node, "pitch", &camera->pitch);
    take_number(node, "height", &camera->height);
    take_number(node, "view", &camera->view);
    take_number(node, "range", &camera->range);
    marker->camera = camera;
    return true;
}

/* ---- Shapes ------------------------------------------------------------------------------ */

/* Nodes called `arrival_...` below an encounter are where its creatures appear. */
static bool take_arrivals(struct marking *m, uint32_t node, uint32_t room, wr_marker *marker)
{
    const struct wr_scene *scene = m->scenery->scene;
    wr_arrival *arrivals = NULL;
    for (uint32_t i = node + 1; i < scene->node_count; i++) {
        const wr_scene_node *child = &scene->nodes[i];
        if (child->parent != node || !wr_named_begins(child->name, "arrival_") ||
            !wr_vec3_finite(place_of(child)) || marker->arrival_count == WR_MOST_POINTS)
            continue;
        arrivals =
            wr_arena_more(m->taking->arena, arrivals, marker->arrival_count, sizeof *arrivals);
        if (!arrivals)
            return false;
        arrivals[marker->arrival_count++] = (wr_arrival){
            wr_taken_own(&m->taking->rooms[room], place_of(child)), facing_of(child)};
    }
    marker->arrivals = arrivals;
    return true;
}

static bool take_shape(struct marking *m, uint32_t node, wr_vec3 at, wr_marker *marker)
{
    if (!wr_marker_has_corners(marker->kind))
        return true;
    return wr_outline_of(m->taking->arena, m->scenery->scene, node, at, &marker->corners,
                         &marker->corner_count);
}

/* ---- All of them ------------------------------------------------------------------------- */

static bool add_marker(struct marking *m, uint32_t node, uint32_t room, wr_vec3 at)
{
    const wr_scene_node *self = &m->scenery->scene->nodes[node];
    const wr_scenery_node *as = &m->scenery->nodes[node];
    wr_taken_marker *taken = wr_named_marker(m->taking, room, as->name, 1, at);
    if (!taken)
        return false;
    wr_marker *marker = &taken->as;
    marker->kind = as->marker;
    marker->facing = is_turned(as->marker) ? facing_of(self) : 0;
    return take_pairs(m, self, marker) && take_shape(m, node, at, marker) &&
           (as->marker != WR_ENCOUNTER || take_arrivals(m, node, room, marker)) &&
           (as->marker != WR_CAMERA || take_camera(m, self, marker));
}

static void take_entry(struct marking *m, uint32_t node, uint32_t room, wr_vec3 at)
{
    struct wr_taken_design *design = m->taking->design;
    if (design->has_entry)
        return;
    design->has_entry = true;
    design->entry_room = room;
    design->entry = wr_taken_own(&m->taking->rooms[room], at);
    design->facing = facing_of(&m->scenery->scene->nodes[node]);
}

static void take_node(struct marking *m, uint32_t node)
{
    const wr_scenery_node *as = &m->scenery->nodes[node];
    bool entry = as->role == WR_ROLE_ENTRY;
    wr_vec3 at = place_of(&m->scenery->scene->nodes[node]);
    uint32_t room =
        wr_vec3_finite(at) ? find_room(m, node, entry || !hangs(as->marker), &at) : WR_NONE;
    if (room == WR_NONE) {
        if (m->left_out++ == 0)
            m->first = m->scenery->scene->nodes[node].name;
    } else if (entry)
        take_entry(m, node, room, at);
    else
        m->failed |= !add_marker(m, node, room, at);
}

enum wr_result wr_scenery_markers(struct wr_taking *taking, const struct wr_scenery *scenery)
{
    struct marking m = {.taking = taking, .scenery = scenery};
    for (uint32_t i = 0; i < scenery->scene->node_count && !m.failed; i++) {
        enum wr_scene_role role = scenery->nodes[i].role;
        if (wr_context_stopped(taking->context))
            return WR_STOPPED;
        if (role == WR_ROLE_MARKER || role == WR_ROLE_ENTRY)
            take_node(&m, i);
    }
    if (m.failed)
        return wr_no_memory(taking->context);
    if (m.left_out > 0)
        wr_note(taking->context, scenery->where, "extract-things",
                "put them over a floor, or below the node of their room",
                "%" PRIu32 " marker%s over no floor and %s left out; the first is '%.40s'",
                m.left_out, m.left_out == 1 ? " is" : "s are", m.left_out == 1 ? "is" : "are",
                m.first);
    return WR_OK;
}
