/* Rows are counted, then filled. */
#include "builder/solver/neighbours.h"

bool wr_neighbours_make(struct wr_arena *arena, uint32_t node_count, const uint32_t (*ends)[2],
                        const bool *taken, uint32_t link_count, struct wr_neighbours *out)
{
    out->starts = WR_ZERO(arena, uint32_t, (size_t)node_count + 2);
    out->nodes = WR_TAKE(arena, uint32_t, 2 * (size_t)link_count);
    out->links = WR_TAKE(arena, uint32_t, 2 * (size_t)link_count);
    if (!out->starts || !out->nodes || !out->links)
        return false;
    for (uint32_t i = 0; i < link_count; i++)
        for (int side = 0; side < 2 && (!taken || taken[i]); side++)
            out->starts[ends[i][side] + 2]++;
    for (uint32_t i = 2; i < node_count + 2; i++)
        out->starts[i] += out->starts[i - 1];
    for (uint32_t i = 0; i < link_count; i++)
        for (int side = 0; side < 2 && (!taken || taken[i]); side++) {
            uint32_t at = out->starts[ends[i][side] + 1]++;
            out->nodes[at] = ends[i][1 - side];
            out->links[at] = i;
        }
    return true;
}

bool wr_neighbours_of(struct wr_arena *arena, uint32_t node_count, const wr_puzzle_link *links,
                      uint32_t link_count, struct wr_neighbours *out)
{
    uint32_t(*ends)[2] = wr_arena_take(arena, link_count, sizeof *ends);
    for (uint32_t i = 0; ends && i < link_count; i++)
        for (int side = 0; side < 2; side++)
            ends[i][side] = links[i].nodes[side];
    return ends && wr_neighbours_make(arena, node_count, (const uint32_t(*)[2])ends, NULL,
                                      link_count, out);
}
