/* Vertices in a grid of the plane; who comes first gives the others their place. */
#include "core/brush/vertices.h"

enum { WIDTH = 8, NEAR = 2 }; /* of a cell, and what is one spot: steps */
#define NONE UINT32_MAX

void wr_vertices_start(struct wr_vertices *vertices, double gap)
{
    *vertices = (struct wr_vertices){.gap = gap};
    wr_grid_start(&vertices->grid);
}

void wr_vertices_finish(struct wr_vertices *vertices)
{
    wr_grid_finish(&vertices->grid);
    wr_free(vertices->spots);
}

/* The nearest vertex within a reach; of several the first. */
static uint32_t nearest(const struct wr_vertices *vertices, wr_dvec3 spot, double reach)
{
    wr_dvec3 flat = {spot.x, spot.y, 0};
    wr_cell cells[WR_CELLS_NEAR];
    unsigned count = wr_cells_near(flat, reach, WIDTH, cells);
    uint32_t best = NONE;
    double least = reach * reach;
    for (unsigned i = 0; i < count; i++) {
        if (cells[i].z != 0)
            continue;
        for (uint32_t e = wr_grid_first(&vertices->grid, cells[i]); e != NONE;
             e = vertices->grid.entries[e].next) {
            uint32_t v = vertices->grid.entries[e].id;
            wr_dvec3 off = wr_sub(vertices->spots[v], spot);
            double distance = off.x * off.x + off.y * off.y;
            if (fabs(off.z) > vertices->gap || distance > least ||
                (distance == least && v > best))
                continue;
            best = v;
            least = distance;
        }
    }
    return best;
}

static bool within(struct wr_vertices *vertices, wr_dvec3 spot, double reach, uint32_t *out)
{
    *out = nearest(vertices, spot, reach);
    if (*out != NONE)
        return true;
    wr_cell cell = wr_cell_at((wr_dvec3){spot.x, spot.y, 0}, WIDTH);
    if (!wr_grow(&vertices->spots, &vertices->capacity, (size_t)vertices->count + 1,
                 sizeof *vertices->spots) ||
        !wr_grid_add(&vertices->grid, cell, cell, vertices->count))
        return false;
    vertices->spots[vertices->count] = spot;
    *out = vertices->count++;
    return true;
}

bool wr_vertices_weld(struct wr_vertices *vertices, wr_dvec3 spot, uint32_t *out)
{
    return within(vertices, spot, NEAR, out);
}

bool wr_vertices_find(struct wr_vertices *vertices, wr_dvec3 spot, uint32_t *out)
{
    return within(vertices, spot, 0, out);
}

bool wr_vertices_settle(struct wr_vertices *vertices, struct wr_arena *arena)
{
    wr_dbox *boxes = WR_TAKE(arena, wr_dbox, vertices->count);
    if (!boxes)
        return false;
    for (uint32_t v = 0; v < vertices->count; v++)
        boxes[v] = (wr_dbox){vertices->spots[v], vertices->spots[v]};
    return wr_box_tree_make(arena, boxes, vertices->count, &vertices->tree);
}

struct wr_look wr_vertices_look(const struct wr_vertices *vertices, wr_dvec3 from, wr_dvec3 to)
{
    wr_dbox box = wr_dbox_empty();
    wr_dvec3 margin = {1, 1, vertices->gap};
    wr_dbox_add(&box, from);
    wr_dbox_add(&box, to);
    box = (wr_dbox){wr_sub(box.min, margin), wr_add(box.max, margin)};
    return wr_box_tree_look(&vertices->tree, box);
}

bool wr_vertices_next(const struct wr_vertices *vertices, struct wr_look *look, wr_dvec3 from,
                      wr_dvec3 to, uint32_t *out)
{
    wr_whole a = {(int32_t)from.x, (int32_t)from.y}, b = {(int32_t)to.x, (int32_t)to.y};
    wr_dvec3 way = wr_sub(to, from);
    double length = way.x * way.x + way.y * way.y;
    while (wr_look_next(look, out)) {
        wr_dvec3 off = wr_sub(vertices->spots[*out], from);
        double part = (off.x * way.x + off.y * way.y) / length;
        if (wr_whole_near(a, b, wr_vertices_whole(vertices, *out)) &&
            fabs(off.z - part * way.z) <= vertices->gap)
            return true;
    }
    return false;
}
