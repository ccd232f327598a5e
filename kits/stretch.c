/* Rooms that are longer than their kit has them. */
#include "core/base/tolerance.h"
#include "kits/kit.h"
#include "kits/outline.h"

#include <string.h>

wr_where wr_stretch_where(const wr_room *room, uint32_t stretch)
{
    const struct wr_source *text = room->kit->text;
    return text ? wr_at(text, room->stretches[stretch].place) : WR_NOWHERE;
}

bool wr_stretch_allows(const wr_stretch *stretch, float length)
{
    if (!(length >= stretch->from && length <= stretch->to))
        return false;
    if (!(stretch->step > 0))
        return true;
    double steps = (double)length / stretch->step;
    if (!(fabs(steps) < (double)INT64_MAX / 2))
        return false;
    double whole = (double)(int64_t)(steps + (steps < 0 ? -0.5 : 0.5));
    return fabs(whole * stretch->step - length) <= WR_PULL_STEP;
}

void wr_room_pulls(const wr_room *room, const float *lengths, wr_pull out[WR_MOST_STRETCHES])
{
    for (uint32_t i = 0; i < room->stretch_count; i++) {
        const wr_stretch *stretch = &room->stretches[i];
        if (stretch->slides)
            out[i] = (wr_pull){.axis = stretch->axis, .at = INFINITY};
        else
            out[i] = (wr_pull){stretch->axis, stretch->at, lengths[i],
                               (double)stretch->rise * lengths[i]};
    }
}

/* ---- Hooks --------------------------------------------------------------------------------
 */

uint32_t wr_hook_stretches(const wr_room *room, uint32_t hook)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < room->stretch_count; i++) {
        const wr_stretch *stretch = &room->stretches[i];
        bool moves = stretch->slides ? stretch->hook == hook
                                     : wr_pull_takes(stretch->axis, stretch->at,
                                                     wr_widen(room->hooks[hook].position));
        set |= (uint32_t)moves << i;
    }
    return set;
}

wr_vec3 wr_hook_at(const wr_room *room, uint32_t hook, const float *lengths)
{
    wr_pull pulls[WR_MOST_STRETCHES];
    wr_room_pulls(room, lengths, pulls);
    wr_vec3 at = wr_pulls_point(pulls, room->stretch_count, room->hooks[hook].position);
    for (uint32_t i = 0; i < room->stretch_count; i++)
        if (room->stretches[i].slides && room->stretches[i].hook == hook)
            *(room->stretches[i].axis == 0 ? &at.x : &at.y) += lengths[i];
    return at;
}

/* ---- A longer room ------------------------------------------------------------------------
 */

struct stretching {
    struct wr_arena *arena;
    const wr_room *from;
    const float *lengths;
    wr_pull pulls[WR_MOST_STRETCHES];
    wr_room *to;
};

static wr_vec3 pulled(const struct stretching *s, wr_vec3 point)
{
    return wr_pulls_point(s->pulls, s->from->stretch_count, point);
}

/* Their edges keep their numbers and directions, as no doorway lies across a plane; those of an
 * outline are found anew. */
static bool stretch_hooks(struct stretching *s)
{
    wr_hook *hooks =
        wr_arena_copy(s->arena, s->from->hooks, s->from->hook_count, sizeof *hooks);
    for (uint32_t h = 0; hooks && h < s->from->hook_count; h++) {
        hooks[h].position = wr_hook_at(s->from, h, s->lengths);
        if (s->from->outline)
            hooks[h].threshold_count = 0;
    }
    s->to->hooks = hooks;
    return hooks != NULL;
}

static bool stretch_arrivals(struct stretching *s, wr_marker *marker)
{
    wr_arrival *arrivals =
        wr_arena_copy(s->arena, marker->arrivals, marker->arrival_count, sizeof *arrivals);
    for (uint32_t i = 0; arrivals && i < marker->arrival_count; i++)
        arrivals[i].position = pulled(s, arrivals[i].position);
    marker->arrivals = arrivals;
    return arrivals != NULL;
}

/* A shape moves as a whole. */
static bool stretch_markers(struct stretching *s)
{
    wr_marker *markers =
        wr_arena_copy(s->arena, s->from->markers, s->from->marker_count, sizeof *markers);
    for (uint32_t i = 0; markers && i < s->from->marker_count; i++) {
        markers[i].position = pulled(s, markers[i].position);
        if (markers[i].arrival_count > 0 && !stretch_arrivals(s, &markers[i]))
            return false;
    }
    s->to->markers = markers;
    return markers != NULL;
}

/* What the room's file has keeps its bits where it stays. */
static bool stretch_written(struct stretching *s)
{
    const wr_room *from = s->from;
    uint32_t count = from->mesh->vertex_count;
    wr_vec3 *written = wr_arena_copy(s->arena, from->written, count, sizeof *written);
    for (uint32_t v = 0; written && v < count; v++) {
        uint32_t set =
            wr_pulls_of(s->pulls, from->stretch_count, wr_widen(from->mesh->vertices[v]));
        if (set)
            written[v] = wr_narrow(wr_add(wr_widen(written[v]), wr_pulls_sum(s->pulls, set)));
    }
    s->to->written = written;
    return written != NULL;
}

/* ---- A longer outline ----------------------------------------------------------------------
 */

static void pull_corners(const wr_room *room, const float *lengths,
                         wr_vec3 out[WR_OUTLINE_POINTS])
{
    wr_pull pulls[WR_MOST_STRETCHES];
    wr_room_pulls(room, lengths, pulls);
    for (uint32_t i = 0; i < room->outline->corner_count; i++)
        out[i] = wr_pulls_point(pulls, room->stretch_count, room->outline->corners[i]);
}

enum wr_result wr_lengths_fit(struct wr_context *context, const wr_room *room,
                              const float *lengths, wr_where where)
{
    wr_vec3 corners[WR_OUTLINE_POINTS];
    struct stretching s = {.arena = wr_arena_create(), .from = room, .lengths = lengths};
    wr_room moved = *room;
    s.to = &moved;
    enum wr_result result = WR_OK;
    if (!s.arena || !stretch_hooks(&s))
        result = wr_no_memory(context);
    if (result == WR_OK && room->outline) {
        pull_corners(room, lengths, corners);
        result = wr_outline_fits(context, &moved, corners, NULL, where);
    }
    wr_arena_destroy(s.arena);
    return result;
}

/* The walkmesh is made anew, and the doorways are found on it by their numbers. */
static enum wr_result stretch_outline(struct wr_context *context, struct stretching *s)
{
    wr_vec3 corners[WR_OUTLINE_POINTS];
    struct wr_walkmesh *mesh;
    pull_corners(s->from, s->lengths, corners);
    enum wr_result result =
        wr_outline_mesh(context, s->arena, s->to, corners, WR_NOWHERE, &mesh);
    if (result != WR_OK)
        return result;
    s->to->mesh = mesh;
    return wr_thresholds_find(context, s->arena, s->to);
}

/* ---- A longer walkmesh ---------------------------------------------------------------------
 */

static wr_box box_of(const struct wr_walkmesh *mesh)
{
    wr_box box = wr_box_empty();
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        box = wr_box_add(box, mesh->vertices[v]);
    return box;
}

static enum wr_result stretch_mesh(struct wr_context *context, struct stretching *s)
{
    struct wr_walkmesh *mesh;
    const wr_room *from = s->from;
    if (from->written && !stretch_written(s))
        return wr_no_memory(context);
    enum wr_result result =
        wr_kit_mesh_pull(context, s->arena, from->mesh, s->pulls, from->stretch_count, &mesh);
    if (result != WR_OK)
        return result;
    s->to->mesh = mesh;
    s->to->box = box_of(mesh);
    return WR_OK;
}

static enum wr_result stretch(struct wr_context *context, struct stretching *s)
{
    const wr_room *from = s->from;
    float *lengths = wr_arena_copy(s->arena, s->lengths, from->stretch_count, sizeof *lengths);
    s->to = wr_arena_copy(s->arena, from, 1, sizeof *s->to);
    if (!lengths || !s->to || !stretch_hooks(s) || !stretch_markers(s))
        return wr_no_memory(context);
    s->to->lengths = lengths;
    s->to->drawn = from;
    return from->outline ? stretch_outline(context, s) : stretch_mesh(context, s);
}

static bool is_drawn(const float *lengths, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (lengths[i] != 0)
            return false;
    return true;
}

enum wr_result wr_room_stretch(struct wr_context *context, struct wr_arena *arena,
                               const wr_room *room, const float *lengths, const wr_room **out)
{
    struct stretching s = {.arena = arena, .from = room, .lengths = lengths};
    *out = room;
    if (is_drawn(lengths, room->stretch_count))
        return WR_OK;
    wr_room_pulls(room, lengths, s.pulls);
    enum wr_result result = stretch(context, &s);
    if (result == WR_OK)
        *out = s.to;
    return result;
}
