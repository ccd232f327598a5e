/* Open edges in loops: the fan walk of the game's compiler. Source: formats/bwm, 3.7. */
#include "core/walkmesh/perimeter.h"

static uint32_t next_corner(uint32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

/* The open edge that follows: round the end vertex, across every shared edge. Each half-edge is
 * met once from one open edge, so all walks together are linear. */
static uint32_t next_open(const int32_t *across, uint32_t edge)
{
    edge = next_corner(edge);
    while (across[edge] >= 0)
        edge = next_corner((uint32_t)across[edge]);
    return edge;
}

static uint32_t count_open(const struct wr_walkmesh *mesh)
{
    uint32_t open = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        const int32_t *row = mesh->adjacency[f];
        open += (uint32_t)(row[0] < 0) + (uint32_t)(row[1] < 0) + (uint32_t)(row[2] < 0);
    }
    return open;
}

/* Fills mesh->edges and the ends of the loops; returns their number. Walks no more of them once
 * the call is stopped. */
static uint32_t walk_loops(struct wr_context *context, struct wr_walkmesh *mesh,
                           uint8_t *visited, uint32_t *ends)
{
    enum { LOOK = 8192 };
    const int32_t *across = mesh->adjacency[0];
    uint32_t count = 0, loops = 0;
    for (uint32_t start = 0; count < mesh->edge_count; start++) {
        if (start % LOOK == LOOK - 1 && wr_context_stopped(context))
            break;
        if (across[start] >= 0 || (visited[start / 8] >> start % 8 & 1))
            continue;
        uint32_t edge = start;
        do {
            visited[edge / 8] |= (uint8_t)(1u << edge % 8);
            mesh->edges[count++] = (wr_edge){edge, -1};
            edge = next_open(across, edge);
        } while (edge != start);
        ends[loops++] = count;
    }
    return loops;
}

static const wr_edge *find_mark(const struct wr_marks *marks, uint32_t edge)
{
    uint32_t low = 0, high = marks->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (marks->items[middle].edge < edge)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < marks->count && marks->items[low].edge == edge;
    return found ? &marks->items[low] : NULL;
}

static uint32_t apply_marks(struct wr_walkmesh *mesh, const struct wr_marks *marks)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < mesh->edge_count && used < marks->count; i++) {
        const wr_edge *mark = find_mark(marks, mesh->edges[i].edge);
        if (mark) {
            mesh->edges[i].transition = mark->transition;
            used++;
        }
    }
    return marks->count - used;
}

enum wr_result wr_perimeter_fill(struct wr_context *context, struct wr_arena *scratch,
                                 struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                 uint32_t *dropped)
{
    mesh->edge_count = count_open(mesh);
    if (!mesh->edges)
        mesh->edges = WR_TAKE(mesh->arena, wr_edge, mesh->edge_count);
    if (!mesh->perimeters) /* the shortest loop, of a face that repeats a corner, has one edge
                            */
        mesh->perimeters = WR_TAKE(mesh->arena, uint32_t, mesh->edge_count);
    if (!mesh->edges || !mesh->perimeters)
        return wr_no_memory(context);
    wr_arena_mark mark = wr_arena_here(scratch);
    uint8_t *visited = WR_ZERO(scratch, uint8_t, 3 * (size_t)mesh->walkable_count / 8 + 1);
    if (!visited)
        return wr_no_memory(context);
    mesh->perimeter_count = walk_loops(context, mesh, visited, mesh->perimeters);
    wr_arena_rewind(scratch, mark);
    if (wr_context_stopped(context))
        return WR_STOPPED;
    uint32_t unused = marks ? apply_marks(mesh, marks) : 0;
    if (dropped)
        *dropped = unused;
    return WR_OK;
}
