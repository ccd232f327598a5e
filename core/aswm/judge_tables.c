/* Judging the tables of tiles: whoever follows one arrives, by the shortest way.
 * Source: formats/aswm, 3, I7, I8 and I11. */
#include "core/aswm/judging.h"
#include "core/aswm/ways.h"

#include "core/base/math.h"

/* How much longer than the shortest a way may be: in parts of its length, and in metres. */
#define LONGER 1e-5
#define LONGER_BY 1e-5

struct faults {
    wr_aswm_fault nodes, links, lost, longer, sight, blocked;
    uint64_t marks, blocked_marks; /* pairs that are marked as seeing each other */
};

static bool nodes_fit(const struct wr_aswm *mesh, const wr_aswm_tile *tile)
{
    const wr_aswm_table *table = &tile->table;
    uint32_t node = 0;
    bool fine = table->local_count == tile->triangle_count;
    for (uint32_t i = 0; fine && i < tile->triangle_count; i++) {
        const wr_aswm_triangle *triangle = &mesh->triangles[tile->first + i];
        if (!(triangle->flags & WR_ASWM_WALKABLE)) {
            fine = table->local_to_node[i] == WR_ASWM_NO_NODE;
            continue;
        }
        fine = node < table->node_count && table->local_to_node[i] == node &&
               table->node_to_local[node] == i;
        node++;
    }
    return fine && node == table->node_count;
}

/* The length of the link from one node to the next; infinity where there is none. */
static double link_length(const struct wr_ways_graph *graph, uint32_t from, uint32_t to)
{
    double length = INFINITY;
    for (uint32_t i = 0; i < graph->links[from]; i++)
        if (graph->to[from][i] == to && graph->length[from][i] < length)
            length = graph->length[from][i];
    return length;
}

/* Whether following the table leads from one node to another at all. */
static bool arrives(const wr_aswm_table *table, uint32_t from, uint32_t to)
{
    uint32_t count = table->node_count;
    for (uint32_t steps = 0; from < count && steps < count; steps++) {
        if (from == to)
            return true;
        from = table->next[from * count + to] & ~(uint32_t)WR_ASWM_SEEN;
    }
    return false;
}

/* One row of a table. A step that brings the goal nearer can be taken for right at once, since
 * such steps end there; others are followed. */
static void judge_row(const wr_aswm_table *table, const struct wr_ways_graph *graph,
                      const double *lengths, uint32_t from, bool wrong[3])
{
    uint32_t count = table->node_count;
    const uint8_t *next = table->next + (size_t)from * count;
    double steps[WR_WAYS_NODES];
    for (uint32_t i = 0; i < graph->links[from]; i++)
        steps[graph->to[from][i]] = link_length(graph, from, graph->to[from][i]);
    for (uint32_t to = 0; to < count; to++) {
        double shortest = lengths[from * count + to];
        uint32_t hop = next[to] & ~(uint32_t)WR_ASWM_SEEN;
        bool reached = shortest < INFINITY && from != to, none = next[to] == WR_ASWM_NO_NODE;
        if (reached == none) {
            wrong[1] = true;
            continue;
        }
        if (none)
            continue;
        bool linked = false;
        for (uint32_t i = 0; i < graph->links[from]; i++)
            linked |= graph->to[from][i] == hop;
        if (!linked) {
            wrong[0] = true;
            continue;
        }
        double left = lengths[hop * count + to];
        wrong[1] |= left >= shortest && !arrives(table, from, to);
        wrong[2] |= left + steps[hop] > shortest * (1 + LONGER) + LONGER_BY;
    }
}

static bool sight_is_mutual(const wr_aswm_table *table)
{
    uint32_t count = table->node_count;
    bool mutual = true;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            mutual &=
                !((table->next[a * count + b] ^ table->next[b * count + a]) & WR_ASWM_SEEN);
    return mutual;
}

static void judge_table(const struct wr_aswm *mesh, uint32_t index, double *lengths,
                        struct faults *faults)
{
    const wr_aswm_tile *tile = &mesh->tiles[index];
    struct wr_ways_graph graph;
    bool wrong[3] = {false};
    if (!nodes_fit(mesh, tile)) {
        wr_aswm_met(&faults->nodes, index);
        return;
    }
    wr_ways_graph_of(mesh, tile, &graph);
    wr_ways_measure(&graph, lengths);
    for (uint32_t from = 0; from < graph.count; from++)
        judge_row(&tile->table, &graph, lengths, from, wrong);
    if (wrong[0])
        wr_aswm_met(&faults->links, index);
    if (wrong[1])
        wr_aswm_met(&faults->lost, index);
    if (wrong[2])
        wr_aswm_met(&faults->longer, index);
    if (!sight_is_mutual(&tile->table))
        wr_aswm_met(&faults->sight, index);
    uint32_t blocked = wr_aswm_blocked_marks(mesh, tile, &faults->marks);
    if (blocked > 0)
        wr_aswm_met(&faults->blocked, index);
    faults->blocked_marks += blocked;
}

static void charge(struct wr_aswm_judging *judging, const wr_aswm_fault *fault,
                   const char *slug, const char *what)
{
    size_t at = fault->count ? judging->mesh->tiles[fault->first].at : 0;
    wr_aswm_charge(judging, fault, WR_ERROR, at, slug, "tile", what);
}

/* Up to one official mark in eighty goes past a wall, over slivers; more than one in twenty
 * were made by other rules. */
static void charge_blocked(struct wr_aswm_judging *judging, const struct faults *faults)
{
    enum { FEW = 20 };
    const wr_aswm_fault *fault = &faults->blocked;
    bool few = faults->blocked_marks * FEW <= faults->marks;
    size_t at = fault->count ? judging->mesh->tiles[fault->first].at : 0;
    wr_aswm_charge(judging, fault, few ? WR_NOTE : WR_ERROR, at, "aswm-sight", "tile",
                   few ? "has a triangle that is said to see another past a wall, as some "
                         "official ones"
                       : "has triangles that are said to see others past a wall");
}

void wr_aswm_judge_tables(struct wr_aswm_judging *judging)
{
    struct faults faults = {0};
    double lengths[WR_WAYS_NODES * WR_WAYS_NODES];
    for (uint32_t i = 0; i < wr_aswm_tile_count(judging->mesh); i++) {
        if (wr_context_stopped(judging->context))
            return;
        judge_table(judging->mesh, i, lengths, &faults);
    }
    charge(judging, &faults.nodes, "aswm-nodes",
           "has a table whose nodes are not its walkable triangles");
    charge(judging, &faults.links, "aswm-path",
           "has a table with a step to a triangle that does not touch the one before it");
    charge(judging, &faults.lost, "aswm-path",
           "has a table that does not lead where links do, or leads where they do not");
    charge(judging, &faults.longer, "aswm-path-long",
           "has a table with a way that is not the shortest");
    charge(judging, &faults.sight, "aswm-sight",
           "has two triangles of which only one sees the other");
    charge_blocked(judging, &faults);
}
