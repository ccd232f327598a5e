/* Edges of all rooms in a grid, by their middles. */
#include "builder/extract/scene/borders.h"

#include "core/base/grid.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

/* So many edges through one spot are looked at: more of them nobody means. */
enum { MOST_NEAR = 64 };
#define CELL (10 * WR_HOOK_REACH)

/* An open edge of a room. */
struct border {
    uint32_t room, place;
};

struct borders {
    struct wr_taking *taking;
    struct border *items;
    uint32_t count;
    struct wr_grid grid; /* of their middles */
};

static wr_vec3 start_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return mesh->vertices[wr_edge_start(mesh, edge)];
}

static wr_vec3 end_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return mesh->vertices[wr_edge_end(mesh, edge)];
}

static wr_dvec3 middle_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return wr_scale(wr_add(wr_widen(start_of(mesh, edge)), wr_widen(end_of(mesh, edge))), 0.5);
}

/* Whether edges of two meshes lie on each other, and run against each other. */
static bool are_twins(const struct wr_walkmesh *mesh, uint32_t edge,
                      const struct wr_walkmesh *other, uint32_t behind)
{
    return wr_distance(start_of(mesh, edge), end_of(other, behind)) <= WR_HOOK_REACH &&
           wr_distance(end_of(mesh, edge), start_of(other, behind)) <= WR_HOOK_REACH;
}

static bool list_edges(struct borders *b)
{
    const struct wr_taking *taking = b->taking;
    size_t most = 0;
    for (uint32_t r = 0; r < taking->room_count; r++)
        most += taking->rooms[r].mesh->edge_count;
    b->items = WR_TAKE(taking->arena, struct border, most);
    for (uint32_t r = 0; b->items && r < taking->room_count; r++) {
        const struct wr_walkmesh *mesh = taking->rooms[r].mesh;
        for (uint32_t place = 0; place < mesh->edge_count; place++) {
            uint32_t edge = mesh->edges[place].edge;
            wr_cell cell = wr_cell_at(middle_of(mesh, edge), CELL);
            if (edge / 3 >= mesh->walkable_count)
                continue;
            if (!wr_grid_add(&b->grid, cell, cell, b->count))
                return false;
            b->items[b->count++] = (struct border){r, place};
        }
    }
    return b->items != NULL;
}

/* The room behind an edge: the first that has one on it. */
static int32_t room_behind(const struct borders *b, const struct border *border)
{
    const struct wr_taking *taking = b->taking;
    const struct wr_walkmesh *mesh = taking->rooms[border->room].mesh;
    uint32_t edge = mesh->edges[border->place].edge, best = WR_NONE, looks = 0;
    wr_cell cells[WR_CELLS_NEAR];
    unsigned count = wr_cells_near(middle_of(mesh, edge), WR_HOOK_REACH, CELL, cells);
    for (unsigned c = 0; c < count; c++)
        for (uint32_t e = wr_grid_first(&b->grid, cells[c]);
             e != UINT32_MAX && looks < MOST_NEAR; e = b->grid.entries[e].next, looks++) {
            const struct border *other = &b->items[b->grid.entries[e].id];
            const struct wr_walkmesh *there = taking->rooms[other->room].mesh;
            if (other->room != border->room && other->room < best &&
                are_twins(mesh, edge, there, there->edges[other->place].edge))
                best = other->room;
        }
    return best == WR_NONE ? -1 : (int32_t)best;
}

bool wr_borders_find(struct wr_taking *taking)
{
    struct borders b = {.taking = taking};
    wr_grid_start(&b.grid);
    bool fine = list_edges(&b);
    for (uint32_t i = 0; fine && i < b.count; i++) {
        const struct border *border = &b.items[i];
        taking->rooms[border->room].mesh->edges[border->place].transition =
            room_behind(&b, border);
    }
    wr_grid_finish(&b.grid);
    return fine;
}

uint32_t wr_border_twin(const struct wr_taking *taking, uint32_t room, uint32_t edge,
                        uint32_t other)
{
    const struct wr_walkmesh *mesh = taking->rooms[room].mesh;
    const struct wr_walkmesh *there = taking->rooms[other].mesh;
    for (uint32_t place = 0; place < there->edge_count; place++)
        if (there->edges[place].transition == (int32_t)room &&
            are_twins(mesh, edge, there, there->edges[place].edge))
            return place;
    return WR_NONE;
}
