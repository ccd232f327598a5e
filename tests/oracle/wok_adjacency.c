/* Judges adjacency, the listed edges and their loops: bwm.md, sections 3.6 and 3.7. */
#include "tests/oracle/judge.h"

#include <stdlib.h>

/* One use of an undirected edge by a walkable face. */
struct use {
    uint32_t low, high, edge;
};

static uint32_t edge_start(const struct oracle_wok *wok, uint32_t edge)
{
    return wok->faces[edge / 3][edge % 3];
}

static int compare_uses(const void *left, const void *right)
{
    const struct use *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

static uint32_t edge_end(const struct oracle_wok *wok, uint32_t edge)
{
    return wok->faces[edge / 3][(edge % 3 + 1) % 3];
}

static void link_group(const struct oracle_wok *wok, const struct use *group, uint32_t count,
                       int32_t *links, uint32_t *uses)
{
    for (uint32_t i = 0; i < count; i++)
        uses[group[i].edge] = count;
    if (count != 2 || edge_start(wok, group[0].edge) == edge_start(wok, group[1].edge))
        return;
    links[group[0].edge] = (int32_t)group[1].edge;
    links[group[1].edge] = (int32_t)group[0].edge;
}

void oracle_derive_links(const struct oracle_wok *wok, int32_t **links, uint32_t **uses)
{
    uint32_t count = 3 * wok->row_count;
    struct use *all = oracle_take(count, sizeof *all);
    *links = oracle_take(count, sizeof **links);
    *uses = oracle_take(count, sizeof **uses);
    for (uint32_t e = 0; e < count; e++) {
        uint32_t a = edge_start(wok, e), b = edge_end(wok, e);
        all[e] = a < b ? (struct use){a, b, e} : (struct use){b, a, e};
        (*links)[e] = -1;
    }
    qsort(all, count, sizeof *all, compare_uses);
    for (uint32_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && all[last].low == all[first].low &&
                               all[last].high == all[first].high;)
            last++;
        link_group(wok, all + first, last - first, *links, *uses);
    }
    free(all);
}

static int32_t stored_link(const struct oracle_wok *wok, uint32_t edge)
{
    return wok->adjacency[edge / 3][edge % 3];
}

/* One stored link that can be followed. */
static void judge_link(const struct oracle_hearing *hearing, uint32_t edge, int32_t expected,
                       uint32_t uses)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t other = (uint32_t)stored_link(wok, edge);
    if (edge_start(wok, edge) != edge_end(wok, other) ||
        edge_end(wok, edge) != edge_start(wok, other))
        ORACLE_BLAME(hearing, ADJACENCY_VERTICES, "edge %u is linked to %u, not its reverse",
                     edge, other);
    else if (stored_link(wok, other) != (int32_t)edge)
        ORACLE_BLAME(hearing, ADJACENCY_SYMMETRY, "edge %u is linked to %u, but %u to %d", edge,
                     other, other, stored_link(wok, other));
    else if (expected < 0)
        ORACLE_BLAME(hearing, ADJACENCY_CROWDED, "edge %u is linked, but %u faces use it", edge,
                     uses);
}

void oracle_judge_adjacency(const struct oracle_hearing *hearing, const int32_t *links,
                            const uint32_t *uses)
{
    const struct oracle_wok *wok = hearing->wok;
    for (uint32_t e = 0; e < 3 * wok->row_count; e++) {
        int32_t stored = stored_link(wok, e);
        if (stored < -1 || stored >= (int64_t)3 * wok->row_count)
            ORACLE_BLAME(hearing, ADJACENCY_RANGE, "edge %u is linked to %d", e, stored);
        else if (stored >= 0)
            judge_link(hearing, e, links[e], uses[e]);
        else if (links[e] >= 0 && stored_link(wok, (uint32_t)links[e]) == -1)
            ORACLE_BLAME(hearing, ADJACENCY_MISSING, "edges %u and %d meet and are not linked",
                         e, links[e]);
    }
}

/* How often each edge is listed; NULL when an id cannot be followed. */
static uint32_t *count_listed(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t *listed = oracle_take(3 * (size_t)wok->row_count, sizeof *listed);
    bool inside = true;
    for (uint32_t i = 0; i < wok->edge_count; i++) {
        if (wok->edges[i].edge >= (uint64_t)3 * wok->row_count) {
            ORACLE_BLAME(hearing, EDGE_RANGE, "entry %u names edge %u", i, wok->edges[i].edge);
            inside = false;
        } else {
            listed[wok->edges[i].edge]++;
        }
    }
    if (inside)
        return listed;
    free(listed);
    return NULL;
}

static bool judge_listing(const struct oracle_hearing *hearing, const int32_t *links,
                          const uint32_t *listed)
{
    size_t before = hearing->report->count;
    for (uint32_t e = 0; e < 3 * hearing->wok->row_count; e++) {
        if (listed[e] && links[e] >= 0)
            ORACLE_BLAME(hearing, EDGE_NOT_OPEN, "edge %u is listed, but not open", e);
        else if (listed[e] > 1)
            ORACLE_BLAME(hearing, EDGE_TWICE, "edge %u is listed %u times", e, listed[e]);
        else if (!listed[e] && links[e] < 0)
            ORACLE_BLAME(hearing, EDGE_MISSING, "edge %u is open, but not listed", e);
    }
    return hearing->report->count == before;
}

static bool judge_loop_ends(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < wok->loop_count; i++) {
        if (wok->loops[i] <= begin || wok->loops[i] > wok->edge_count) {
            ORACLE_BLAME(hearing, LOOP_ENDS, "loop %u ends at %u, the one before at %u", i,
                         wok->loops[i], begin);
            return false;
        }
        begin = wok->loops[i];
    }
    if (begin != wok->edge_count)
        ORACLE_BLAME(hearing, LOOP_ENDS, "the last loop ends at %u of %u edges", begin,
                     wok->edge_count);
    return begin == wok->edge_count;
}

static void judge_loop(const struct oracle_hearing *hearing, uint32_t begin, uint32_t end)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t first = wok->edges[begin].edge;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t here = wok->edges[i].edge;
        uint32_t next = wok->edges[i + 1 < end ? i + 1 : begin].edge;
        if (edge_end(wok, here) != edge_start(wok, next))
            ORACLE_BLAME(hearing, LOOP_CLOSED, "edge %u does not begin where edge %u ends",
                         next, here);
        if (here < first)
            ORACLE_BLAME(hearing, LOOP_ORDER, "a loop begins at edge %u and holds edge %u",
                         first, here);
    }
}

static void judge_loop_list(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t begin = 0, before = 0;
    for (uint32_t i = 0; i < wok->loop_count; i++) {
        uint32_t first = wok->edges[begin].edge;
        if (i && first < before)
            ORACLE_BLAME(hearing, LOOP_ORDER, "loop %u begins at %u, the one before at %u", i,
                         first, before);
        judge_loop(hearing, begin, wok->loops[i]);
        before = first;
        begin = wok->loops[i];
    }
}

/* From an open edge round its end vertex to the next open edge. */
static uint32_t next_open(const struct oracle_wok *wok, const int32_t *links, uint32_t edge)
{
    uint32_t at = edge / 3 * 3 + (edge % 3 + 1) % 3;
    for (uint32_t turns = 0; links[at] >= 0 && turns <= wok->row_count; turns++) {
        uint32_t other = (uint32_t)links[at];
        at = other / 3 * 3 + (other % 3 + 1) % 3;
    }
    return at;
}

struct walk {
    uint32_t *edges, *loops;
    uint32_t edge_count, loop_count;
};

static void walk_loop(const struct oracle_wok *wok, const int32_t *links, uint32_t start,
                      unsigned char *visited, struct walk *walk)
{
    for (uint32_t at = start; !visited[at]; at = next_open(wok, links, at)) {
        visited[at] = 1;
        walk->edges[walk->edge_count++] = at;
    }
    walk->loops[walk->loop_count++] = walk->edge_count;
}

static bool same_walk(const struct oracle_wok *wok, const struct walk *walk)
{
    if (walk->edge_count != wok->edge_count || walk->loop_count != wok->loop_count)
        return false;
    for (uint32_t i = 0; i < walk->edge_count; i++)
        if (walk->edges[i] != wok->edges[i].edge)
            return false;
    for (uint32_t i = 0; i < walk->loop_count; i++)
        if (walk->loops[i] != wok->loops[i])
            return false;
    return true;
}

static void judge_walk(const struct oracle_hearing *hearing, const int32_t *links)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t count = 3 * wok->row_count;
    unsigned char *visited = oracle_take(count, 1);
    struct walk walk = {oracle_take(count, sizeof *walk.edges),
                        oracle_take(count, sizeof *walk.loops), 0, 0};
    for (uint32_t e = 0; e < count; e++)
        if (links[e] < 0 && !visited[e])
            walk_loop(wok, links, e, visited, &walk);
    if (!same_walk(wok, &walk))
        ORACLE_BLAME(hearing, LOOP_WALK,
                     "%u edges in %u loops are not those of the fan walk, "
                     "%u in %u",
                     wok->edge_count, wok->loop_count, walk.edge_count, walk.loop_count);
    free(visited);
    free(walk.edges);
    free(walk.loops);
}

static void judge_transitions(const struct oracle_hearing *hearing)
{
    for (uint32_t i = 0; i < hearing->wok->edge_count; i++)
        if (hearing->wok->edges[i].transition < -1)
            ORACLE_BLAME(hearing, EDGE_TRANSITION, "edge %u leads to room %d",
                         hearing->wok->edges[i].edge, hearing->wok->edges[i].transition);
}

/* Each step speaks only where the one before has found nothing. */
void oracle_judge_loops(const struct oracle_hearing *hearing, const int32_t *links)
{
    judge_transitions(hearing);
    uint32_t *listed = count_listed(hearing);
    bool whole = listed && judge_listing(hearing, links, listed);
    free(listed);
    if (!judge_loop_ends(hearing) || !whole)
        return;
    size_t before = hearing->report->count;
    judge_loop_list(hearing);
    if (hearing->report->count == before)
        judge_walk(hearing, links);
}
