/* The graph of a tile: its walkable triangles, and which of them touch. */
#include "core/aswm/ways.h"

#include "core/base/math.h"

#include <string.h>

static double between(const wr_aswm_triangle *a, const wr_aswm_triangle *b)
{
    double x = (double)a->x - b->x, y = (double)a->y - b->y;
    return sqrt(x * x + y * y);
}

static void add_links(const struct wr_aswm *mesh, const wr_aswm_tile *tile, uint32_t node,
                      struct wr_ways_graph *graph)
{
    const wr_aswm_triangle *triangle =
        &mesh->triangles[tile->first + tile->table.node_to_local[node]];
    graph->links[node] = 0;
    for (int slot = 0; slot < WR_WAYS_LINKS; slot++) {
        uint32_t link = triangle->link[slot], local = link - tile->first;
        if (link < tile->first || local >= tile->triangle_count ||
            local == tile->table.node_to_local[node] ||
            tile->table.local_to_node[local] == WR_ASWM_NO_NODE)
            continue;
        uint8_t way = graph->links[node]++;
        graph->to[node][way] = tile->table.local_to_node[local];
        graph->length[node][way] = between(triangle, &mesh->triangles[link]);
    }
}

void wr_ways_graph_of(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                      struct wr_ways_graph *out)
{
    out->count = tile->table.node_count;
    for (uint32_t node = 0; node < out->count; node++)
        add_links(mesh, tile, node, out);
}

static void flood(const struct wr_ways_graph *graph, uint8_t part[WR_WAYS_NODES],
                  uint32_t start, uint32_t number)
{
    uint8_t waiting[WR_WAYS_NODES];
    uint32_t count = 0;
    waiting[count++] = (uint8_t)start;
    part[start] = (uint8_t)number;
    while (count > 0) {
        uint8_t node = waiting[--count];
        for (uint32_t i = 0; i < graph->links[node]; i++) {
            uint8_t to = graph->to[node][i];
            if (part[to] != WR_ASWM_NO_NODE)
                continue;
            part[to] = (uint8_t)number;
            waiting[count++] = to;
        }
    }
}

uint32_t wr_ways_parts(const struct wr_ways_graph *graph, uint8_t part[WR_WAYS_NODES])
{
    uint32_t parts = 0;
    memset(part, WR_ASWM_NO_NODE, WR_WAYS_NODES);
    for (uint32_t node = 0; node < graph->count; node++)
        if (part[node] == WR_ASWM_NO_NODE)
            flood(graph, part, node, parts++);
    return parts;
}
