/* Visibility: lines of sight are followed from doorway to doorway.
 *
 * From each doorway of a room goes a beam: all lines that leave by it, kept as the part of the
 * first doorway they came through and the part of the latest they have reached. Each doorway
 * behind that one which the beam meets is reached by a narrower beam. The plan and the
 * elevation (heights over the distance in the plan) are judged one after the other, each by the
 * same clipping, so a beam holds at least the lines there are.
 *
 * A doorway that many beams of one source reach is given one wide beam for all, so that no
 * level makes more beams than a few for each doorway and source. */
#include "builder/sight/visibility.h"
#include "builder/layout/names.h"
#include "builder/sight/stated.h"

#include "core/base/parallel.h"
#include "core/base/tolerance.h"
#include "core/format/vis.h"

#include <stdlib.h>
#include <string.h>

/* So many beams of one source pass a doorway before they are joined, and so many more before
 * the rest is taken as seen. */
enum { SINGLE_BEAMS = 16, JOINED_BEAMS = 8 };

typedef struct range {
    double from, to;
} range;

/* Lines from a source to a portal: where they cross both, along their plans and in height. */
typedef struct beam {
    uint32_t portal;
    range source, target;
    range source_height, target_height;
    range level; /* heights at which a level line passes every portal so far */
} beam;

/* What a worker knows of a portal while it follows one source. */
struct trace {
    uint32_t source; /* which source, plus 1 */
    uint32_t beams;  /* that were followed */
    uint32_t latest; /* of them */
};

struct workspace {
    struct trace *traces; /* one a portal */
    uint64_t *seen;       /* a bit an area room */
    beam *beams;          /* of the source at hand, in the order they were found */
    size_t beam_count, beam_capacity;
    uint32_t *waiting; /* beams to be followed, the latest first */
    size_t waiting_count, waiting_capacity;
};

struct survey {
    const struct wr_portals *portals;
    struct workspace *workspaces;
    struct wr_visibility *out;
};

/* ---- Beams ---- */

static bool is_empty(range r)
{
    return !(r.from <= r.to);
}

static range common(range a, range b)
{
    return (range){a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

static range both(range a, range b)
{
    return (range){a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to};
}

static bool holds(range a, range b)
{
    return a.from <= b.from && a.to >= b.to;
}

static range across_of(const wr_portal *portal)
{
    return (range){portal->plan.from, portal->plan.to};
}

static range height_of(const wr_portal *portal)
{
    return (range){portal->low, portal->high};
}

/* Everything that may go from one portal through another. */
static beam beam_between(const wr_portal *from, const wr_portal *to, uint32_t number)
{
    return (beam){number,          across_of(from), across_of(to),
                  height_of(from), height_of(to),   common(height_of(from), height_of(to))};
}

static wr_slot part_of(const wr_portal *portal, range part)
{
    wr_slot slot = portal->plan;
    slot.from = part.from;
    slot.to = part.to;
    return slot;
}

/* A portal in the elevation: the first coordinate is the distance from the source. */
static wr_slot elevation_of(range distance, range height)
{
    return (wr_slot){.x = (distance.from + distance.to) / 2,
                     .ty = 1,
                     .from = height.from,
                     .to = height.to,
                     .deep = (distance.to - distance.from) / 2};
}

static bool before(const struct wr_portals *portals, uint32_t portal, uint32_t next)
{
    const wr_portal *a = &portals->items[portal], *b = &portals->items[next];
    const wr_portal *back = &portals->items[next ^ 1];
    return wr_slot_before(&a->plan, a->lean, &b->plan) &&
           wr_slot_before(&back->plan, back->lean, &a->plan);
}

/* A beam about to go on: the parts it crossed in the plan, and what is seen behind them. */
struct gaze {
    const beam *old;
    wr_slot source, pass;
    wr_cone cone;
};

static struct gaze gaze_of(const struct wr_portals *portals, uint32_t source, const beam *old)
{
    struct gaze gaze = {.old = old,
                        .source = part_of(&portals->items[source], old->source),
                        .pass = part_of(&portals->items[old->portal], old->target)};
    if (old->portal != source)
        gaze.cone = wr_cone_of(&gaze.source, &gaze.pass);
    return gaze;
}

/* Clips a source to what of it is seen looking back from `onto` through `pass`. */
static bool clip_back(wr_slot *source, const wr_slot *pass, const wr_slot *onto)
{
    wr_cone back = wr_cone_of(onto, pass);
    return wr_cone_clip(&back, source);
}

static bool clip_heights(const struct gaze *gaze, const wr_slot *target, beam *next)
{
    range distances[2];
    wr_slot_apart(&gaze->source, &gaze->pass, &distances[0].from, &distances[0].to);
    wr_slot_apart(&gaze->source, target, &distances[1].from, &distances[1].to);
    wr_slot source = elevation_of((range){0, 0}, gaze->old->source_height);
    wr_slot pass = elevation_of(distances[0], gaze->old->target_height);
    wr_slot onto = elevation_of(distances[1], next->target_height);
    wr_cone cone = wr_cone_of(&source, &pass);
    if (!wr_cone_clip(&cone, &onto) || !clip_back(&source, &pass, &onto))
        return false;
    next->source_height = (range){source.from, source.to};
    next->target_height = (range){onto.from, onto.to};
    return true;
}

/* What of a beam goes on through the portal `to`; false where nothing does. */
static bool beam_through(const struct wr_portals *portals, uint32_t source,
                         const struct gaze *gaze, uint32_t to, beam *out)
{
    const wr_portal *next = &portals->items[to];
    if (!before(portals, source, to))
        return false;
    *out = beam_between(&portals->items[source], next, to);
    if (gaze->old->portal == source)
        return true;
    wr_slot target = next->plan, eye = gaze->source;
    if (!wr_cone_clip(&gaze->cone, &target) || !before(portals, gaze->old->portal, to) ||
        !clip_back(&eye, &gaze->pass, &target))
        return false;
    out->source = (range){eye.from, eye.to};
    out->target = (range){target.from, target.to};
    out->level = common(gaze->old->level, height_of(next));
    out->source_height = gaze->old->source_height;
    return !is_empty(out->level) || clip_heights(gaze, &target, out);
}

/* ---- Following them ---- */

static bool beam_holds(const beam *a, const beam *b)
{
    return holds(a->source, b->source) && holds(a->target, b->target) &&
           holds(a->source_height, b->source_height) &&
           holds(a->target_height, b->target_height);
}

static void join_beams(beam *into, const beam *other)
{
    into->source = both(into->source, other->source);
    into->target = both(into->target, other->target);
    into->source_height = both(into->source_height, other->source_height);
    into->target_height = both(into->target_height, other->target_height);
    into->level = both(into->level, other->level);
}

/* Puts a beam among those to be followed, unless what it sees is seen already; false when
 * memory is out. */
static bool add_beam(const struct survey *survey, struct workspace *workspace, uint32_t source,
                     beam next)
{
    const struct wr_portals *portals = survey->portals;
    const wr_portal *portal = &portals->items[next.portal];
    struct trace *trace = &workspace->traces[next.portal];
    if (trace->source != source + 1)
        *trace = (struct trace){.source = source + 1};
    else if (beam_holds(&workspace->beams[trace->latest], &next))
        return true;
    if (trace->beams >= SINGLE_BEAMS + JOINED_BEAMS)
        next = beam_between(&portals->items[source], portal, next.portal);
    else if (trace->beams >= SINGLE_BEAMS)
        join_beams(&next, &workspace->beams[trace->latest]);
    workspace->seen[portal->to / 64] |= (uint64_t)1 << portal->to % 64;
    if (!wr_grow(&workspace->beams, &workspace->beam_capacity, workspace->beam_count + 1,
                 sizeof *workspace->beams) ||
        !wr_grow(&workspace->waiting, &workspace->waiting_capacity,
                 workspace->waiting_count + 1, sizeof *workspace->waiting))
        return false;
    trace->beams++;
    trace->latest = (uint32_t)workspace->beam_count++;
    workspace->beams[trace->latest] = next;
    workspace->waiting[workspace->waiting_count++] = trace->latest;
    return true;
}

/* A line that comes back to the room it started in starts there as well: it is not followed. */
static bool follow_all(const struct survey *survey, struct workspace *workspace, uint32_t room,
                       uint32_t source)
{
    const struct wr_portals *portals = survey->portals;
    const wr_portal *first = &portals->items[source];
    workspace->beam_count = workspace->waiting_count = 0;
    if (!add_beam(survey, workspace, source, beam_between(first, first, source)))
        return false;
    while (workspace->waiting_count > 0) {
        beam old = workspace->beams[workspace->waiting[--workspace->waiting_count]], next;
        struct gaze gaze = gaze_of(portals, source, &old);
        uint32_t here = portals->items[old.portal].to;
        for (uint32_t i = portals->starts[here]; i < portals->starts[here + 1]; i++) {
            uint32_t to = portals->leaving[i];
            if (to == (old.portal ^ 1) || portals->items[to].to == room ||
                !beam_through(portals, source, &gaze, to, &next))
                continue;
            if (!add_beam(survey, workspace, source, next))
                return false;
        }
    }
    return true;
}

/* ---- Rooms ---- */

static void workspace_finish(struct workspace *workspace)
{
    wr_free(workspace->traces);
    wr_free(workspace->seen);
    wr_free(workspace->beams);
    wr_free(workspace->waiting);
    *workspace = (struct workspace){0};
}

static bool workspace_set(struct workspace *workspace, const struct survey *survey)
{
    size_t portals = survey->portals->count, words = survey->out->room_count / 64 + (size_t)1;
    if (workspace->traces && workspace->seen)
        return true;
    workspace_finish(workspace);
    workspace->traces = wr_alloc((portals + 1) * sizeof *workspace->traces);
    workspace->seen = wr_alloc(words * sizeof *workspace->seen);
    if (!workspace->traces || !workspace->seen)
        return false;
    memset(workspace->traces, 0, (portals + 1) * sizeof *workspace->traces);
    memset(workspace->seen, 0, words * sizeof *workspace->seen);
    return true;
}

/* Takes the seen rooms from the workspace, and clears it. */
static bool take_seen(struct workspace *workspace, uint32_t rooms, struct wr_seen *out)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word <= rooms / 64; word++)
        for (uint64_t bits = workspace->seen[word]; bits; bits &= bits - 1)
            count++;
    out->items = wr_alloc((count + (size_t)1) * sizeof *out->items);
    if (!out->items)
        return false;
    for (uint32_t word = 0; word <= rooms / 64; word++) {
        for (uint32_t bit = 0; workspace->seen[word] && bit < 64; bit++)
            if (workspace->seen[word] >> bit & 1)
                out->items[out->count++] = 64 * word + bit;
        workspace->seen[word] = 0;
    }
    return true;
}

static enum wr_result look_around(void *user, struct wr_context *context, unsigned worker,
                                  size_t room)
{
    struct survey *survey = user;
    const struct wr_portals *portals = survey->portals;
    struct workspace *workspace = &survey->workspaces[worker];
    if (!workspace_set(workspace, survey))
        return wr_no_memory(context);
    for (uint32_t i = portals->starts[room]; i < portals->starts[room + 1]; i++)
        if (!follow_all(survey, workspace, (uint32_t)room, portals->leaving[i]))
            return wr_no_memory(context);
    if (!take_seen(workspace, survey->out->room_count, &survey->out->rooms[room]))
        return wr_no_memory(context);
    return WR_OK;
}

/* Sight goes both ways. Each room's list may hold too much, so what only one of two lists has
 * is not seen. `at` and `kept` have an item a room. */
static void keep_mutual(struct wr_visibility *visibility, uint32_t *at, uint32_t *kept)
{
    for (uint32_t a = 0; a < visibility->room_count; a++) {
        struct wr_seen *own = &visibility->rooms[a];
        while (at[a] < own->count && own->items[at[a]] < a)
            at[a]++;
        for (uint32_t i = at[a]; i < own->count; i++) {
            uint32_t b = own->items[i];
            struct wr_seen *other = &visibility->rooms[b];
            while (at[b] < other->count && other->items[at[b]] < a)
                at[b]++;
            if (at[b] == other->count || other->items[at[b]] != a)
                continue;
            at[b]++;
            other->items[kept[b]++] = a;
            own->items[kept[a]++] = b;
        }
        own->count = kept[a];
        visibility->pairs += kept[a];
    }
}

static enum wr_result look_from_all(struct wr_context *context, struct wr_arena *arena,
                                    struct survey *survey)
{
    struct wr_visibility *out = survey->out;
    unsigned workers = wr_context_jobs(context);
    uint32_t *at = WR_ZERO(arena, uint32_t, out->room_count);
    uint32_t *kept = WR_ZERO(arena, uint32_t, out->room_count);
    survey->workspaces = WR_ZERO(arena, struct workspace, workers);
    if (!at || !kept || !survey->workspaces)
        return wr_no_memory(context);
    enum wr_result result =
        wr_parallel(context, "rooms looked from", out->room_count, look_around, survey);
    for (unsigned i = 0; i < workers; i++)
        workspace_finish(&survey->workspaces[i]);
    if (result == WR_OK)
        keep_mutual(out, at, kept);
    return result;
}

enum wr_result wr_visibility_look(struct wr_context *context, const struct wr_portals *portals,
                                  uint32_t rooms, struct wr_visibility *out)
{
    *out = (struct wr_visibility){.rule = WR_VIS_PORTAL, .room_count = rooms};
    struct wr_arena *arena = wr_arena_create();
    struct survey survey = {.portals = portals, .out = out};
    enum wr_result result = WR_OK;
    out->rooms = wr_alloc(((size_t)rooms + 1) * sizeof *out->rooms);
    if (out->rooms)
        memset(out->rooms, 0, rooms * sizeof *out->rooms);
    if (!arena || !out->rooms)
        result = wr_no_memory(context);
    if (result == WR_OK)
        result = look_from_all(context, arena, &survey);
    wr_arena_destroy(arena);
    if (result != WR_OK)
        wr_visibility_finish(out);
    return result;
}

enum wr_result wr_visibility_make(struct wr_context *context, const struct wr_layout *layout,
                                  enum wr_vis_rule rule, struct wr_visibility *out)
{
    uint64_t rooms = layout->area_room_count;
    *out = (struct wr_visibility){.rule = rule, .room_count = layout->area_room_count};
    if (rule == WR_VIS_ALL) {
        out->pairs = rooms * (rooms - 1);
        return WR_OK;
    }
    struct wr_portals portals;
    struct wr_arena *arena = wr_arena_create();
    bool fine = arena && wr_portals_make(arena, layout, &portals);
    enum wr_result result =
        fine ? wr_visibility_look(context, &portals, layout->area_room_count, out)
             : wr_no_memory(context);
    wr_arena_destroy(arena);
    if (result != WR_OK)
        return result;
    result = wr_stated_apply(context, layout, out);
    if (result != WR_OK)
        wr_visibility_finish(out);
    return result;
}

void wr_visibility_finish(struct wr_visibility *visibility)
{
    for (uint32_t i = 0; visibility->rooms && i < visibility->room_count; i++)
        wr_free(visibility->rooms[i].items);
    wr_free(visibility->rooms);
    wr_free(visibility->changed);
    *visibility = (struct wr_visibility){0};
}

/* ---- Writing ---- */

uint32_t wr_visibility_names(const struct wr_visibility *visibility, const char *const *names,
                             uint32_t room, const char **out)
{
    uint32_t count = 0;
    if (visibility->rooms) {
        const struct wr_seen *seen = &visibility->rooms[room];
        for (; count < seen->count; count++)
            out[count] = names[seen->items[count]];
        return count;
    }
    for (uint32_t other = 0; other < visibility->room_count; other++)
        if (other != room)
            out[count++] = names[other];
    return count;
}
