/* Shared edges: half-edges are sorted by their lower vertex, then matched within a vertex. */
#include "core/walkmesh/adjacency.h"

#include <string.h>

enum {
    FEW = 24, /* up to here, insertion beats a heap */
    LOOK = 8192,
};

/* A half-edge as it is sorted: other end, edge number, and whether it runs down. */
static uint64_t half_edge(uint32_t upper, uint32_t edge, bool down)
{
    return (uint64_t)upper << 32 | edge << 1 | down;
}
static uint32_t upper_of(uint64_t half)
{
    return (uint32_t)(half >> 32);
}
static uint32_t edge_of(uint64_t half)
{
    return (uint32_t)half >> 1;
}

static void sift_down(uint64_t *items, size_t at, size_t count)
{
    uint64_t item = items[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && items[child] < items[child + 1])
            child++;
        if (items[child] <= item)
            break;
        items[at] = items[child];
    }
    items[at] = item;
}

static void heap_sort(uint64_t *items, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(items, i, count);
    for (size_t last = count; last-- > 1;) {
        uint64_t largest = items[0];
        items[0] = items[last];
        items[last] = largest;
        sift_down(items, 0, last);
    }
}

static void insertion_sort(uint64_t *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t item = items[i];
        size_t k = i;
        for (; k > 0 && items[k - 1] > item; k--)
            items[k] = items[k - 1];
        items[k] = item;
    }
}

/* A face whose corners repeat meets itself; that is no link and no fault of the edge. */
static bool links(uint64_t a, uint64_t b)
{
    return ((a ^ b) & 1) && edge_of(a) / 3 != edge_of(b) / 3;
}

/* Matches the sorted half-edges of one lower vertex; returns how many edges are overused. */
static uint32_t match(int32_t *across, uint32_t lower, const uint64_t *halves, size_t count)
{
    uint32_t overused = 0;
    for (size_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && upper_of(halves[end]) == upper_of(halves[i]))
            end++;
        if (end - i == 1 || upper_of(halves[i]) == lower)
            continue;
        if (end - i == 2 && links(halves[i], halves[i + 1])) {
            across[edge_of(halves[i])] = (int32_t)edge_of(halves[i + 1]);
            across[edge_of(halves[i + 1])] = (int32_t)edge_of(halves[i]);
        } else if (end - i > 2 || !((halves[i] ^ halves[i + 1]) & 1)) {
            overused++;
        }
    }
    return overused;
}

/* first[v] becomes where the half-edges of lower vertex v start in `halves`; false where the
 * call was stopped. */
static bool sort_by_lower(struct wr_context *context, const struct wr_walkmesh *mesh,
                          uint32_t *first, uint64_t *halves)
{
    uint32_t edges = 3 * mesh->walkable_count;
    for (uint32_t edge = 0; edge < edges; edge++) {
        if (edge % LOOK == LOOK - 1 && wr_context_stopped(context))
            return false;
        uint32_t a = wr_edge_start(mesh, edge), b = wr_edge_end(mesh, edge);
        first[(a < b ? a : b) + 1]++;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        first[v + 1] += first[v];
    for (uint32_t edge = edges; edge-- > 0;) {
        if (edge % LOOK == LOOK - 1 && wr_context_stopped(context))
            return false;
        uint32_t a = wr_edge_start(mesh, edge), b = wr_edge_end(mesh, edge);
        halves[--first[(a < b ? a : b) + 1]] = half_edge(a < b ? b : a, edge, a > b);
    }
    memmove(first, first + 1, mesh->vertex_count * sizeof *first);
    first[mesh->vertex_count] = edges;
    return true;
}

/* Links nothing more once the call is stopped. */
static uint32_t link_all(struct wr_context *context, struct wr_walkmesh *mesh,
                         const uint32_t *first, uint64_t *halves)
{
    uint32_t overused = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (v % LOOK == LOOK - 1 && wr_context_stopped(context))
            break;
        uint64_t *some = halves + first[v];
        size_t count = first[v + 1] - first[v];
        if (count <= FEW)
            insertion_sort(some, count);
        else
            heap_sort(some, count);
        overused += match(mesh->adjacency[0], v, some, count);
    }
    return overused;
}

enum wr_result wr_adjacency_fill(struct wr_context *context, struct wr_arena *scratch,
                                 struct wr_walkmesh *mesh, uint32_t *overused)
{
    if (!mesh->adjacency)
        mesh->adjacency =
            wr_arena_take(mesh->arena, mesh->walkable_count, sizeof *mesh->adjacency);
    if (!mesh->adjacency)
        return wr_no_memory(context);
    wr_arena_mark mark = wr_arena_here(scratch);
    uint32_t *first = WR_ZERO(scratch, uint32_t, (size_t)mesh->vertex_count + 1);
    uint64_t *halves = WR_TAKE(scratch, uint64_t, 3 * (size_t)mesh->walkable_count);
    if (!first || !halves)
        return wr_no_memory(context);
    memset(mesh->adjacency, 0xff, mesh->walkable_count * sizeof *mesh->adjacency);
    uint32_t found = 0;
    if (sort_by_lower(context, mesh, first, halves))
        found = link_all(context, mesh, first, halves);
    wr_arena_rewind(scratch, mark);
    if (overused)
        *overused = found;
    return wr_context_whole(context, WR_OK);
}

/* Parents are always lower faces, so the lowest face of an island is its root. */
static uint32_t root_of(uint32_t *parent, uint32_t face)
{
    while (parent[face] != face) {
        parent[face] = parent[parent[face]];
        face = parent[face];
    }
    return face;
}

static void join(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

uint32_t wr_adjacency_islands(const struct wr_walkmesh *mesh, uint32_t *out)
{
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        out[f] = f;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++)
            if (mesh->adjacency[f][k] >= 0)
                join(out, f, (uint32_t)mesh->adjacency[f][k] / 3);
    uint32_t islands = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        out[f] = out[f] == f ? islands++ : out[out[f]];
    return islands;
}

int wr_edge_ends_order(const void *a, const void *b)
{
    const wr_edge_ends *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return p->edge < q->edge ? -1 : p->edge > q->edge;
}
