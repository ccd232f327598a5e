/* Straight parts of rooms: what lies askew of an axis takes away all that it reaches over, what
 * lies along it where it begins and ends; the longest part that is left, and whose cross
 * section is the same at both ends, is the one. */
#include "builder/extract/straight.h"
#include "builder/extract/source.h"

#include "core/base/tolerance.h"
#include "kits/kit.h"
#include "templates/map.h"

#include <stdlib.h>

/* What a part must have at least, and keep away from doorways and from what stands in the room,
 * metres. */
#define STRAIGHT_LEAST 1.0
#define DOORWAY_AWAY 1.0
#define THING_AWAY 0.5
/* How far from its room's origin a thing may be; more where it reaches beyond. */
#define FARTHEST (2.0 * (double)WR_MAP_FARTHEST)
/* How far a face may be from parallel to the axis, as a part of its normal; how far a section
 * may change, as a part of its length. */
#define STRAIGHT_ASKEW 1e-3

/* A stretch of the axis in which nothing can be. */
struct taken {
    double from, to;
};

/* A room being looked at along an axis, in its own coordinates. */
struct looking {
    struct wr_arena *scratch;
    const struct wr_taking *taking;
    const struct wr_model *model; /* NULL: none */
    wr_taken_room *room;
    uint32_t axis;
    struct taken *taken;
    uint32_t count;
    bool starved;
};

static double along(const struct looking *look, wr_vec3 own)
{
    return look->axis == 0 ? own.x : own.y;
}

static wr_vec3 own_of(const struct looking *look, wr_vec3 point)
{
    return wr_narrow(wr_sub(wr_widen(point), wr_widen(look->room->position)));
}

/* What lies nowhere, or where no map reaches, takes all. */
static void take(struct looking *look, double from, double to)
{
    struct taken *taken = wr_arena_more(look->scratch, look->taken, look->count, sizeof *taken);
    look->starved |= !taken;
    if (!taken)
        return;
    bool known = from >= -FARTHEST && to <= FARTHEST;
    taken[look->count++] =
        known ? (struct taken){from, to} : (struct taken){-INFINITY, INFINITY};
    look->taken = taken;
}

/* ---- What is askew ------------------------------------------------------------------------
 */

/* Of a face across the axis nothing is left; one along it begins and ends somewhere. */
static void take_face(void *user, const wr_vec3 corners[3])
{
    struct looking *look = user;
    double least = INFINITY, most = -INFINITY;
    wr_dvec3 normal = wr_triangle_normal(corners[0], corners[1], corners[2]);
    double askew = look->axis == 0 ? normal.x : normal.y;
    for (int k = 0; k < 3; k++) {
        double at = along(look, corners[k]);
        least = at < least ? at : least;
        most = at > most ? at : most;
        take(look, at - WR_CENTIMETRE, at + WR_CENTIMETRE);
    }
    if (fabs(askew) > STRAIGHT_ASKEW * wr_length(normal))
        take(look, least, most);
}

/* Visits the faces of the walkmesh, then those of the model. False when memory is out. */
static bool each_face(const struct looking *look, wr_model_triangle_fn *visit, void *user)
{
    const struct wr_walkmesh *mesh = look->room->mesh;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_vec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = own_of(look, mesh->vertices[mesh->faces[f].v[k]]);
        visit(user, corners);
    }
    return !look->model || wr_model_each_triangle(look->scratch, look->model, visit, user);
}

/* ---- What is not to be near ---------------------------------------------------------------
 */

static void take_hooks(struct looking *look)
{
    const struct wr_walkmesh *mesh = look->room->mesh;
    for (uint32_t h = 0; h < look->room->hook_count; h++) {
        const wr_taken_hook *hook = &look->taking->hooks[look->room->first_hook + h];
        for (uint32_t i = 0; i < hook->edge_count; i++) {
            double from =
                along(look, own_of(look, mesh->vertices[wr_edge_start(mesh, hook->edges[i])]));
            double to =
                along(look, own_of(look, mesh->vertices[wr_edge_end(mesh, hook->edges[i])]));
            take(look, (from < to ? from : to) - DOORWAY_AWAY,
                 (from < to ? to : from) + DOORWAY_AWAY);
        }
        double at = along(look, own_of(look, hook->at));
        take(look, at - DOORWAY_AWAY, at + DOORWAY_AWAY);
    }
}

/* The shape of a thing is kept whole. */
static void take_markers(struct looking *look)
{
    uint32_t index = (uint32_t)(look->room - look->taking->rooms);
    for (uint32_t i = 0; i < look->taking->marker_count; i++) {
        const wr_marker *marker = &look->taking->markers[i].as;
        if (look->taking->markers[i].room != index)
            continue;
        double at = along(look, marker->position), least = at, most = at;
        for (uint32_t k = 0; k < marker->corner_count; k++) {
            double corner = at + along(look, marker->corners[k]);
            least = corner < least ? corner : least;
            most = corner > most ? corner : most;
        }
        take(look, least - THING_AWAY, most + THING_AWAY);
    }
}

/* ---- What is left -------------------------------------------------------------------------
 */

static int order_taken(const void *a, const void *b)
{
    const struct taken *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

/* The longest part of the room that nobody takes, the first of equally long ones. */
static bool find_longest(struct looking *look, struct taken *out)
{
    double free = INFINITY, longest = STRAIGHT_LEAST;
    bool found = false;
    if (look->count)
        qsort(look->taken, look->count, sizeof *look->taken, order_taken);
    for (uint32_t i = 0; i < look->count; i++) {
        if (look->taken[i].from - free >= longest) {
            longest = look->taken[i].from - free;
            *out = (struct taken){free, look->taken[i].from};
            found = true;
        }
        free = i == 0 || look->taken[i].to > free ? look->taken[i].to : free;
    }
    return found;
}

/* ---- Cross sections -----------------------------------------------------------------------
 */

/* A cut through all faces: how long it is, and where its middle lies, times that. */
struct section {
    const struct looking *look;
    double at, length, aside, up;
};

static void cut_face(void *user, const wr_vec3 corners[3])
{
    struct section *section = user;
    wr_dvec3 ends[2];
    uint32_t count = 0;
    for (int k = 0; k < 3 && count < 2; k++) {
        wr_dvec3 a = wr_widen(corners[k]), b = wr_widen(corners[(k + 1) % 3]);
        double from = along(section->look, corners[k]) - section->at;
        double to = along(section->look, corners[(k + 1) % 3]) - section->at;
        if ((from > 0) != (to > 0))
            ends[count++] = wr_add(a, wr_scale(wr_sub(b, a), from / (from - to)));
    }
    if (count < 2)
        return;
    double length = wr_length(wr_sub(ends[1], ends[0]));
    wr_dvec3 middle = wr_scale(wr_add(ends[0], ends[1]), length / 2);
    section->length += length;
    section->aside += section->look->axis == 0 ? middle.y : middle.x;
    section->up += middle.z;
}

/* No face begins or ends within the part, so that a section changes evenly or not at all. */
static bool is_same_along(struct looking *look, struct taken part)
{
    struct section first = {.look = look, .at = part.from},
                   last = {.look = look, .at = part.to};
    if (!each_face(look, cut_face, &first) || !each_face(look, cut_face, &last)) {
        look->starved = true;
        return false;
    }
    double slack = STRAIGHT_ASKEW * (1 + first.length);
    return fabs(first.length - last.length) <= slack &&
           fabs(first.aside - last.aside) <= slack && fabs(first.up - last.up) <= slack;
}

/* Longer parts come first. */
static bool find_straight(struct looking *look, struct taken *out)
{
    enum { TRIES = 8 };
    for (int i = 0; i < TRIES && !look->starved && find_longest(look, out); i++) {
        if (is_same_along(look, *out))
            return true;
        take(look, out->from, out->to);
    }
    return false;
}

/* Whether the floor goes on there. */
static bool crosses_floor(const struct looking *look, double at)
{
    const struct wr_walkmesh *mesh = look->room->mesh;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        uint32_t beyond = 0;
        for (int k = 0; k < 3; k++)
            beyond += along(look, own_of(look, mesh->vertices[mesh->faces[f].v[k]])) - at >
                      WR_PULL_PLANE;
        if (beyond > 0 && beyond < 3)
            return true;
    }
    return false;
}

/* ---- A room -------------------------------------------------------------------------------
 */

/* By the centimetre. */
static double rounded(double value)
{
    double hundreds = value / WR_CENTIMETRE;
    return (double)(int64_t)(hundreds + (hundreds < 0 ? -0.5 : 0.5)) * WR_CENTIMETRE;
}

static enum wr_result look_along(struct wr_taking *taking, wr_taken_room *room, uint32_t axis,
                                 const struct wr_model *model, struct wr_arena *scratch)
{
    struct looking look = {
        .scratch = scratch, .taking = taking, .model = model, .room = room, .axis = axis};
    struct taken part = {0, 0};
    wr_model_tear tear = {WR_TEAR_NONE, 0, 0};
    take_hooks(&look);
    take_markers(&look);
    look.starved |= !each_face(&look, take_face, &look);
    bool found = find_straight(&look, &part);
    if (look.starved)
        return wr_no_memory(taking->context);
    if (!found)
        return WR_OK;
    const wr_pull pull = {axis, rounded((part.from + part.to) / 2), 1, 0};
    enum wr_result result = WR_OK;
    if (model)
        result =
            wr_model_judge_pull(taking->context, model, &pull, 1, wr_vec3_of(0, 0, 0), &tear);
    if (result == WR_OK && tear.what == WR_TEAR_NONE && crosses_floor(&look, pull.at))
        room->straights[room->straight_count++] = (wr_taken_straight){axis, (float)pull.at};
    return result;
}

static enum wr_result read_model(struct wr_context *context, struct wr_arena *scratch,
                                 const wr_entry *entry, struct wr_model **out)
{
    struct wr_source mdl;
    enum wr_result result = wr_entry_read(context, scratch, entry, &mdl);
    mdl.binary = true;
    return result == WR_OK ? wr_model_read(context, scratch, &mdl, NULL, out) : result;
}

/* Leaves out straight parts, the last first, until a kit's own judge finds that all of the
 * floor goes with those that are left: a sliver may lie across a section that is the same all
 * along. */
static enum wr_result judge_straights(struct wr_context *lenient, wr_taken_room *room)
{
    const struct wr_kit kit = {.text = NULL};
    const float place[2] = {room->position.x, room->position.y};
    enum wr_result result = WR_INVALID;
    while (result == WR_INVALID && room->straight_count > 0) {
        wr_stretch stretches[2] = {{.axis = 0}};
        for (uint32_t i = 0; i < room->straight_count; i++) {
            uint32_t axis = room->straights[i].axis;
            stretches[i] = (wr_stretch){.axis = axis,
                                        .at = room->straights[i].at + place[axis],
                                        .to = WR_STRAIGHT_MOST};
        }
        const wr_room said = {.kit = &kit,
                              .name = room->name,
                              .mesh = room->mesh,
                              .stretches = stretches,
                              .stretch_count = room->straight_count};
        result = wr_stretches_check(lenient, &said);
        room->straight_count -= result == WR_INVALID;
    }
    return room->straight_count > 0 ? result : WR_OK;
}

/* A model is looked at without its rows; what is wrong with it was said before. */
static enum wr_result look_at(struct wr_taking *taking, wr_taken_room *room)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_context *lenient = scratch ? wr_taking_lenient(taking) : NULL;
    struct wr_model *model = NULL;
    enum wr_result result = lenient ? WR_OK : wr_no_memory(taking->context);
    if (result == WR_OK && room->mdl)
        result = read_model(lenient, scratch, room->mdl, &model);
    for (uint32_t axis = 0; result == WR_OK && axis < 2; axis++)
        result = look_along(taking, room, axis, model, scratch);
    if (result == WR_OK)
        result = judge_straights(lenient, room);
    if (lenient)
        wr_context_destroy(lenient);
    wr_arena_destroy(scratch);
    return result == WR_NO_MEMORY ? result : WR_OK;
}

enum wr_result wr_taking_straights(struct wr_taking *taking)
{
    for (uint32_t i = 0; i < taking->room_count; i++) {
        wr_taken_room *room = &taking->rooms[i];
        enum wr_result result =
            room->like == i && !room->astray ? look_at(taking, room) : WR_OK;
        if (result == WR_OK && wr_context_stopped(taking->context))
            result = WR_STOPPED;
        if (result != WR_OK)
            return result;
    }
    return WR_OK;
}
