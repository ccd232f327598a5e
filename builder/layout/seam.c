/* Fitting two thresholds into one line.
 *
 * Both thresholds are read as chains of points along the doorway, in one direction. Points
 * closer than the seam distance come together half way, each with at most one of the other
 * chain; a point that meets none cuts the other chain's edge. Only the stretch both have in
 * common becomes the seam. Where coming half way would turn a thin face of one room over, that
 * room stays as it is and the other comes all the way. */
#include "builder/layout/seam.h"
#include "builder/layout/profile.h"
#include "builder/layout/stitch.h"

#include "core/base/disjoint.h"
#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"

#include <stdlib.h>
#include <string.h>

/* ---- Chains ---- */

/* A vertex of a threshold in the area, and the edge from there to the next. */
struct chain_point {
    double along; /* metres along the doorway, increasing */
    wr_vec3 at;
    uint32_t vertex, edge;
};

/* A threshold in the walking order of the link's first hook. `reversed` says that the chain
 * runs against the kit room's own winding. */
struct chain {
    uint32_t count;
    struct chain_point *points;
    bool reversed;
};

/* Lists the vertices and edges of a threshold. */
static void chain_list(struct chain *chain, const struct wr_walkmesh *mesh, const wr_hook *hook)
{
    uint32_t last = hook->threshold_count;
    struct chain_point *points = chain->points;
    for (uint32_t k = 0; k < last; k++) {
        uint32_t edge = hook->threshold[k];
        points[chain->reversed ? last - k : k].vertex = wr_edge_start(mesh, edge);
        points[chain->reversed ? last - 1 - k : k].edge = edge;
    }
    points[chain->reversed ? 0 : last].vertex = wr_edge_end(mesh, hook->threshold[last - 1]);
}

/* Reads a placed hook's threshold. `frame` gives the origin and the direction the chain is
 * measured in; `second` says that it is the link's second hook, whose own walk runs the other
 * way. */
static bool chain_read(struct chain *chain, struct wr_arena *scratch,
                       const struct wr_layout *layout, uint32_t placed_hook,
                       const wr_placed_hook *frame, bool second)
{
    const wr_placed_hook *placed = &layout->hooks[placed_hook];
    const wr_placed_room *room = &layout->rooms[placed->room];
    const wr_hook *hook = &room->room->hooks[placed->hook];
    chain->count = hook->threshold_count + 1;
    chain->points = WR_TAKE(scratch, struct chain_point, chain->count);
    chain->reversed = room->motion.mirrored != second;
    if (!chain->points)
        return false;
    chain_list(chain, room->room->mesh, hook);
    for (uint32_t k = 0; k < chain->count; k++) {
        struct chain_point *point = &chain->points[k];
        point->at = wr_placed_vertex(room, point->vertex);
        wr_dvec3 offset = wr_sub(wr_widen(point->at), wr_widen(frame->position));
        point->along = offset.y * frame->out_x - offset.x * frame->out_y;
    }
    return true;
}

static bool chain_runs_forward(const struct chain *chain)
{
    for (uint32_t k = 1; k < chain->count; k++)
        if (!(chain->points[k].along > chain->points[k - 1].along))
            return false;
    return true;
}

/* ---- Matching ---- */

/* A point of the seam before it has its place: an index into each chain, or the edge it cuts
 * there. */
struct match {
    uint32_t at[2];  /* point, or the point before the cut */
    double share[2]; /* 0 on a point; else how far along the cut edge, 0..1 in chain order */
    bool cut[2];
};

struct matches {
    struct match *items;
    uint32_t count;
};

static double gap(double a, double b)
{
    return a < b ? b - a : a - b;
}

static void add_common(struct matches *matches, uint32_t a, uint32_t b)
{
    matches->items[matches->count++] = (struct match){.at = {a, b}};
}

/* Point `k` of chain `own` meets no point of the other, whose next point is `next`: it cuts the
 * edge before that, or lies beyond the chain's ends and is left out. */
static void add_cut(struct matches *matches, int own, const struct chain chains[2], uint32_t k,
                    uint32_t next)
{
    const struct chain *other = &chains[1 - own];
    if (next == 0 || next == other->count)
        return;
    double before = other->points[next - 1].along, after = other->points[next].along;
    struct match match = {0};
    match.at[own] = k;
    match.at[1 - own] = next - 1;
    match.cut[1 - own] = true;
    match.share[1 - own] = (chains[own].points[k].along - before) / (after - before);
    if (match.share[1 - own] > 0 && match.share[1 - own] < 1)
        matches->items[matches->count++] = match;
}

/* Whether the next point of a chain lies nearer to `to` than this one. */
static bool next_is_nearer(const struct chain *chain, uint32_t k, double to)
{
    return k + 1 < chain->count &&
           gap(chain->points[k + 1].along, to) < gap(chain->points[k].along, to);
}

static void match_chains(const struct chain chains[2], double distance, struct matches *out)
{
    uint32_t i = 0, j = 0;
    out->count = 0;
    while (i < chains[0].count || j < chains[1].count) {
        double a = i < chains[0].count ? chains[0].points[i].along : INFINITY;
        double b = j < chains[1].count ? chains[1].points[j].along : INFINITY;
        bool close = gap(a, b) <= distance;
        if (close && !next_is_nearer(&chains[0], i, b) && !next_is_nearer(&chains[1], j, a))
            add_common(out, i++, j++);
        else if (a < b) {
            add_cut(out, 0, chains, i, j);
            i++;
        } else {
            add_cut(out, 1, chains, j, i);
            j++;
        }
    }
}

static wr_dvec3 place_on(const struct chain *chain, const struct match *match, int side)
{
    wr_dvec3 start = wr_widen(chain->points[match->at[side]].at);
    if (!match->cut[side])
        return start;
    wr_dvec3 end = wr_widen(chain->points[match->at[side] + 1].at);
    return wr_add(start, wr_scale(wr_sub(end, start), match->share[side]));
}

/* Both chains of two hooks and how they match; everything lives in `scratch`. */
struct fitting {
    struct chain chains[2];
    struct matches matches;
    bool folded;
};

static bool fitting_make(struct fitting *fitting, const struct wr_layout *layout,
                         struct wr_arena *scratch, uint32_t hook_a, uint32_t hook_b)
{
    const wr_placed_hook *frame = &layout->hooks[hook_a];
    if (!chain_read(&fitting->chains[0], scratch, layout, hook_a, frame, false) ||
        !chain_read(&fitting->chains[1], scratch, layout, hook_b, frame, true))
        return false;
    fitting->matches.count = 0;
    fitting->matches.items =
        WR_TAKE(scratch, struct match, fitting->chains[0].count + fitting->chains[1].count);
    if (!fitting->matches.items)
        return false;
    fitting->folded =
        !chain_runs_forward(&fitting->chains[0]) || !chain_runs_forward(&fitting->chains[1]);
    if (!fitting->folded)
        match_chains(fitting->chains, layout->seam_distance, &fitting->matches);
    return true;
}

static double length_of(const struct chain *chain)
{
    return wr_length(
        wr_sub(wr_widen(chain->points[chain->count - 1].at), wr_widen(chain->points[0].at)));
}

bool wr_seam_fit(const struct wr_layout *layout, struct wr_arena *scratch, uint32_t hook_a,
                 uint32_t hook_b, struct wr_fit *out)
{
    struct fitting fitting;
    *out = (struct wr_fit){0};
    if (!fitting_make(&fitting, layout, scratch, hook_a, hook_b))
        return false;
    double lengths[] = {length_of(&fitting.chains[0]), length_of(&fitting.chains[1])};
    out->shorter = lengths[0] < lengths[1] ? lengths[0] : lengths[1];
    out->folded = fitting.folded;
    const struct matches *matches = &fitting.matches;
    for (uint32_t m = 0; m < matches->count; m++) {
        wr_dvec3 a = place_on(&fitting.chains[0], &matches->items[m], 0);
        wr_dvec3 b = place_on(&fitting.chains[1], &matches->items[m], 1);
        double step = gap(a.z, b.z), move = wr_length(wr_sub(a, b)) / 2;
        out->step = step > out->step ? step : out->step;
        out->worst_move = move > out->worst_move ? move : out->worst_move;
    }
    if (matches->count > 1) {
        wr_dvec3 first = place_on(&fitting.chains[0], &matches->items[0], 0);
        wr_dvec3 last = place_on(&fitting.chains[0], &matches->items[matches->count - 1], 0);
        out->overlap = wr_length(wr_sub(last, first));
    }
    return true;
}

/* ---- Places ---- */

/* A vertex of a placed room that a seam point stands for. Those with one key are one point. */
struct use {
    uint32_t room, vertex, point;
};

static int order_uses(const void *a, const void *b)
{
    const struct use *p = a, *q = b;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    if (p->vertex != q->vertex)
        return p->vertex < q->vertex ? -1 : 1;
    return p->point < q->point ? -1 : p->point > q->point;
}

/* Two ends of each point, gathered before places are known. */
struct draft {
    wr_dvec3 places[2];
};

struct drafts {
    struct draft *items;
    wr_seam_point *points;
    size_t count, draft_capacity, point_capacity;
};

static wr_seam_end end_of(const struct chain *chain, const struct match *match, int side)
{
    uint32_t at = match->at[side];
    if (!match->cut[side])
        return (wr_seam_end){.vertex = chain->points[at].vertex};
    double share = match->share[side];
    return (wr_seam_end){
        .vertex = WR_NONE,
        .edge = chain->points[at].edge,
        .along = chain->reversed ? 1 - share : share,
    };
}

static bool draft_link(struct drafts *drafts, const struct wr_layout *layout,
                       struct wr_arena *scratch, uint32_t link, wr_seam *seam)
{
    struct fitting fitting;
    const uint32_t *hooks = layout->links[link].hooks;
    if (!fitting_make(&fitting, layout, scratch, hooks[0], hooks[1]))
        return false;
    size_t needed = drafts->count + fitting.matches.count;
    if (!wr_grow(&drafts->items, &drafts->draft_capacity, needed, sizeof *drafts->items) ||
        !wr_grow(&drafts->points, &drafts->point_capacity, needed, sizeof *drafts->points))
        return false;
    *seam = (wr_seam){(uint32_t)drafts->count, fitting.matches.count, 0};
    for (uint32_t m = 0; m < fitting.matches.count; m++, drafts->count++) {
        const struct match *match = &fitting.matches.items[m];
        for (int side = 0; side < 2; side++) {
            drafts->items[drafts->count].places[side] =
                place_on(&fitting.chains[side], match, side);
            drafts->points[drafts->count].ends[side] =
                end_of(&fitting.chains[side], match, side);
        }
    }
    return true;
}

static bool draft_links(struct drafts *drafts, const struct wr_layout *layout,
                        struct wr_arena *scratch, wr_seam *seams)
{
    for (uint32_t i = 0; i < layout->link_count; i++) {
        wr_arena_mark here = wr_arena_here(scratch);
        if (!draft_link(drafts, layout, scratch, i, &seams[i]))
            return false;
        wr_arena_rewind(scratch, here);
    }
    return true;
}

static uint32_t lowest_twin(const struct wr_placed_room *room, uint32_t vertex)
{
    wr_mates twins = wr_mates_of(room->profile->twins, vertex);
    return twins.count && twins.items[0].other < vertex ? twins.items[0].other : vertex;
}

/* The vertices seam points stand for, sorted so that equal ones are neighbours; twins count as
 * one through their lowest. */
static size_t list_uses(const struct wr_layout *layout, const struct wr_seams *seams,
                        struct use *uses)
{
    size_t count = 0;
    for (uint32_t i = 0; i < layout->link_count; i++)
        for (uint32_t p = seams->items[i].first;
             p < seams->items[i].first + seams->items[i].count; p++)
            for (int side = 0; side < 2; side++) {
                uint32_t vertex = seams->points[p].ends[side].vertex;
                uint32_t room = layout->hooks[layout->links[i].hooks[side]].room;
                if (vertex != WR_NONE)
                    uses[count++] =
                        (struct use){room, lowest_twin(&layout->rooms[room], vertex), p};
            }
    qsort(uses, count, sizeof *uses, order_uses);
    return count;
}

static void join_points(uint32_t *parents, const struct use *uses, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (uses[i].room != uses[i - 1].room || uses[i].vertex != uses[i - 1].vertex)
            continue;
        wr_disjoint_join(parents, uses[i - 1].point, uses[i].point);
    }
}

/* Where the points of a layout come together: the drafts' places, which points are one, and
 * which ends should stay where they are. */
struct settling {
    const struct wr_layout *layout;
    struct wr_seams *seams;
    const struct draft *drafts;
    uint32_t *parents;
    bool (*stays)[2]; /* one a point and side */
    wr_dvec3 *places; /* of the points that are one, at their root */
    uint32_t *counts;
};

/* The middle of ends that are one, or of those among them that stay; summed in the order of the
 * points. */
static void find_middles(struct settling *settling, bool staying)
{
    for (uint32_t p = 0; p < settling->seams->point_count; p++) {
        uint32_t root = wr_disjoint_root(settling->parents, p);
        for (int side = 0; side < 2; side++) {
            if (staying && !settling->stays[p][side])
                continue;
            settling->places[root] =
                wr_add(settling->places[root], settling->drafts[p].places[side]);
            settling->counts[root]++;
        }
    }
}

static bool is_near(const struct settling *settling, uint32_t point, wr_vec3 place)
{
    for (int side = 0; side < 2; side++)
        if (wr_length(wr_sub(wr_widen(place), settling->drafts[point].places[side])) >
            settling->layout->seam_distance)
            return false;
    return true;
}

static bool clear_middles(struct settling *settling, struct wr_arena *scratch)
{
    uint32_t count = settling->seams->point_count;
    settling->places = WR_ZERO(scratch, wr_dvec3, count);
    settling->counts = WR_ZERO(scratch, uint32_t, count);
    return settling->places && settling->counts;
}

static wr_vec3 middle_of(const struct settling *settling, uint32_t root)
{
    return wr_narrow(wr_scale(settling->places[root], 1.0 / settling->counts[root]));
}

static bool settle_points(struct settling *settling, struct wr_arena *scratch)
{
    struct wr_seams *seams = settling->seams;
    if (!clear_middles(settling, scratch))
        return false;
    find_middles(settling, false);
    for (uint32_t p = 0; p < seams->point_count; p++)
        seams->points[p].position = middle_of(settling, wr_disjoint_root(settling->parents, p));
    return true;
}

/* Points with ends that stay go there, unless other ends would have to come too far. */
static bool settle_staying(struct settling *settling, struct wr_arena *scratch)
{
    struct wr_seams *seams = settling->seams;
    bool *too_far = WR_ZERO(scratch, bool, seams->point_count);
    if (!too_far || !settle_points(settling, scratch) || !clear_middles(settling, scratch))
        return false;
    find_middles(settling, true);
    for (uint32_t p = 0; p < seams->point_count; p++) {
        uint32_t root = wr_disjoint_root(settling->parents, p);
        too_far[root] |=
            settling->counts[root] == 0 || !is_near(settling, p, middle_of(settling, root));
    }
    for (uint32_t p = 0; p < seams->point_count; p++) {
        uint32_t root = wr_disjoint_root(settling->parents, p);
        if (!too_far[root])
            seams->points[p].position = middle_of(settling, root);
    }
    return true;
}

/* ---- Faces that would turn over ---- */

static bool moves(const struct settling *settling, uint32_t point, int side)
{
    return !wr_vec3_same(settling->seams->points[point].position,
                         wr_narrow(settling->drafts[point].places[side]));
}

/* Whether a face has the vertex an end stands for, or one on the same spot, or the edge it
 * cuts.
 */
static bool is_at(const struct wr_placed_room *room, const wr_seam_end *end, uint32_t face)
{
    const struct wr_walkmesh *mesh = room->room->mesh;
    if (end->vertex == WR_NONE) {
        wr_mates borders = wr_mates_of(room->profile->borders, end->edge);
        bool found = end->edge / 3 == face;
        for (uint32_t i = 0; i < borders.count; i++)
            found |= borders.items[i].other / 3 == face;
        return found;
    }
    for (int k = 0; k < 3; k++)
        if (wr_vec3_same(mesh->vertices[mesh->faces[face].v[k]], mesh->vertices[end->vertex]))
            return true;
    return false;
}

/* Lets the ends of one doorway stay at faces that turn over; true where one did not before. */
static bool hold_ends(struct settling *settling, const struct wr_placed_room *room,
                      uint32_t link, int side, const bool *flips)
{
    const wr_seam *seam = &settling->seams->items[link];
    bool more = false;
    for (uint32_t p = seam->first; p < seam->first + seam->count; p++)
        for (uint32_t f = 0; f < room->room->mesh->face_count; f++)
            if (flips[f] && !settling->stays[p][side] &&
                is_at(room, &settling->seams->points[p].ends[side], f))
                more = settling->stays[p][side] = true;
    return more;
}

static int side_of_hook(const struct wr_layout *layout, uint32_t hook)
{
    return layout->links[layout->hooks[hook].link].hooks[0] == hook ? 0 : 1;
}

static bool room_moves(const struct settling *settling, const struct wr_placed_room *room)
{
    const struct wr_layout *layout = settling->layout;
    for (uint32_t h = 0; h < room->room->hook_count; h++) {
        uint32_t hook = room->first_hook + h, link = layout->hooks[hook].link;
        if (link == WR_NONE)
            continue;
        const wr_seam *seam = &settling->seams->items[link];
        for (uint32_t p = seam->first; p < seam->first + seam->count; p++)
            if (moves(settling, p, side_of_hook(layout, hook)))
                return true;
    }
    return false;
}

static enum wr_result hold_room(struct wr_context *context, struct settling *settling,
                                uint32_t index, struct wr_arena *scratch, bool *more)
{
    const struct wr_layout *layout = settling->layout;
    const struct wr_placed_room *room = &layout->rooms[index];
    if (!room_moves(settling, room))
        return WR_OK;
    bool *flips = WR_ZERO(scratch, bool, room->room->mesh->face_count);
    if (!flips)
        return wr_no_memory(context);
    enum wr_result result = wr_stitch_flips(context, layout, index, scratch, flips);
    for (uint32_t h = 0; result == WR_OK && h < room->room->hook_count; h++) {
        uint32_t hook = room->first_hook + h, link = layout->hooks[hook].link;
        if (link != WR_NONE &&
            hold_ends(settling, room, link, side_of_hook(layout, hook), flips))
            *more = true;
    }
    return result;
}

/* Ends stay one after another, so that this comes to an end. */
static enum wr_result hold_faces(struct wr_context *context, struct settling *settling,
                                 struct wr_arena *scratch)
{
    enum wr_result result = WR_OK;
    for (bool more = true; more && result == WR_OK;) {
        more = false;
        for (uint32_t r = 0; result == WR_OK && r < settling->layout->room_count; r++) {
            wr_arena_mark here = wr_arena_here(scratch);
            result = hold_room(context, settling, r, scratch, &more);
            wr_arena_rewind(scratch, here);
        }
        if (more && result == WR_OK && !settle_staying(settling, scratch))
            result = wr_no_memory(context);
    }
    return result;
}

static enum wr_result settle(struct wr_context *context, struct wr_arena *scratch,
                             const struct wr_layout *layout, struct wr_seams *seams,
                             const struct draft *drafts)
{
    size_t count = seams->point_count;
    struct use *uses = WR_TAKE(scratch, struct use, 2 * count);
    struct settling settling = {
        .layout = layout,
        .seams = seams,
        .drafts = drafts,
        .parents = WR_TAKE(scratch, uint32_t, count),
        .stays = wr_arena_zero(scratch, count, sizeof *settling.stays),
    };
    if (!uses || !settling.parents || !settling.stays)
        return wr_no_memory(context);
    wr_disjoint_start(settling.parents, seams->point_count);
    join_points(settling.parents, uses, list_uses(layout, seams, uses));
    if (!settle_points(&settling, scratch))
        return wr_no_memory(context);
    return hold_faces(context, &settling, scratch);
}

/* ---- Judging the moves ---- */

static enum wr_result judge_seam(struct wr_context *context, const struct wr_layout *layout,
                                 const struct draft *drafts, uint32_t link)
{
    wr_seam *seam = &layout->seams->items[link];
    for (uint32_t p = seam->first; p < seam->first + seam->count; p++)
        for (int side = 0; side < 2; side++) {
            double move = wr_length(
                wr_sub(wr_widen(layout->seams->points[p].position), drafts[p].places[side]));
            if ((float)move > seam->worst_move)
                seam->worst_move = (float)move;
        }
    /* The places were rounded to float32, so a move of exactly the tolerance may exceed it by
     * that. */
    if (seam->worst_move <= (float)(layout->seam_distance * 1.0001))
        return WR_OK;
    uint32_t hook = layout->links[link].hooks[0];
    const wr_placed_room *room = &layout->rooms[layout->hooks[hook].room];
    return wr_fail(context, WR_INVALID, room->where, "seam-move",
                   "doorways that share a corner pull at it from both sides: move a room, or "
                   "raise the seam tolerance",
                   "at hook '%s' of room '%s' a doorway vertex would move %s m, more than %s m",
                   wr_hook_of(layout, hook)->name, room->name,
                   wr_fixed(seam->worst_move, 3).text, wr_fixed(layout->seam_distance, 3).text);
}

static enum wr_result make_seams(struct wr_context *context, struct wr_layout *layout,
                                 struct wr_arena *scratch, struct drafts *drafts)
{
    struct wr_seams *seams = WR_ZERO(layout->arena, struct wr_seams, 1);
    if (!seams)
        return wr_no_memory(context);
    seams->items = WR_TAKE(layout->arena, wr_seam, layout->link_count);
    if (!seams->items || !draft_links(drafts, layout, scratch, seams->items))
        return wr_no_memory(context);
    seams->point_count = (uint32_t)drafts->count;
    seams->points =
        wr_arena_copy(layout->arena, drafts->points, drafts->count, sizeof *drafts->points);
    if (!seams->points)
        return wr_no_memory(context);
    layout->seams = seams;
    enum wr_result first = settle(context, scratch, layout, seams, drafts->items);
    if (first != WR_OK)
        return first;
    for (uint32_t i = 0; i < layout->link_count; i++) {
        enum wr_result result = judge_seam(context, layout, drafts->items, i);
        if (first == WR_OK)
            first = result;
    }
    return first;
}

enum wr_result wr_seams_make(struct wr_context *context, struct wr_layout *layout)
{
    struct wr_arena *scratch = wr_arena_create();
    if (!scratch)
        return wr_no_memory(context);
    struct drafts drafts = {0};
    enum wr_result result = make_seams(context, layout, scratch, &drafts);
    wr_free(drafts.items);
    wr_free(drafts.points);
    wr_arena_destroy(scratch);
    return result;
}
