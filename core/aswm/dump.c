/* Walkmeshes of NWN2 as text. */
#include "core/aswm/dump.h"

#include "core/aswm/floors.h"

enum { FLOORS = WR_ASWM_FLOOR_COUNT, LOWEST = WR_ASWM_DIRT };

static void dump_floors(const struct wr_aswm *mesh, struct wr_dump *dump)
{
    uint32_t counts[FLOORS] = {0}, walkable = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (!wr_aswm_walkable(mesh, i))
            continue;
        walkable++;
        for (int floor = 0; floor < FLOORS; floor++)
            counts[floor] += !!(mesh->triangles[i].flags & LOWEST << floor);
    }
    wr_dump_count(dump, "walkable", walkable);
    wr_dump_row(dump);
    wr_dump_object(dump, "floors");
    for (int floor = 0; floor < FLOORS; floor++)
        if (counts[floor] > 0)
            wr_dump_count(dump, wr_aswm_floor_names[floor], counts[floor]);
    wr_dump_object_end(dump);
}

static void dump_tiles(const struct wr_aswm *mesh, struct wr_dump *dump)
{
    wr_dump_list(dump, "tiles");
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        const wr_aswm_tile *tile = &mesh->tiles[i];
        if (tile->triangle_count == 0)
            continue;
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "x", i % mesh->width);
        wr_dump_count(dump, "y", i / mesh->width);
        wr_dump_count(dump, "first", tile->first);
        wr_dump_count(dump, "triangles", tile->triangle_count);
        wr_dump_count(dump, "nodes", tile->table.node_count);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_island(const wr_aswm_island *island, struct wr_dump *dump)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", island->index);
    wr_dump_vec3(dump, "centre", island->centre);
    wr_dump_count(dump, "triangles", island->triangle_count);
    wr_dump_list(dump, "ways");
    for (uint32_t i = 0; i < island->way_count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "to", island->next[i]);
        wr_dump_number(dump, "distance", island->distance[i]);
        wr_dump_count(dump, "exit", island->exit[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

/* To which island each route goes first; -1 where none leads. */
static void dump_routes(const struct wr_aswm *mesh, uint32_t from, struct wr_dump *dump)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "from", from);
    wr_dump_list(dump, "next");
    for (uint32_t to = 0; to < mesh->island_count; to++) {
        uint16_t next = mesh->routes[(size_t)from * mesh->island_count + to].next;
        wr_dump_integer(dump, NULL, next == WR_ASWM_NO_ISLAND ? -1 : next);
    }
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

void wr_aswm_dump(const struct wr_aswm *mesh, struct wr_dump *dump)
{
    wr_dump_count(dump, "flags", mesh->flags);
    wr_dump_number(dump, "tile_width", mesh->tile_width);
    wr_dump_count(dump, "grid_width", mesh->width);
    wr_dump_count(dump, "grid_height", mesh->height);
    wr_dump_count(dump, "border", mesh->border);
    wr_dump_count(dump, "vertices", mesh->vertex_count);
    wr_dump_count(dump, "edges", mesh->edge_count);
    wr_dump_count(dump, "triangles", mesh->triangle_count);
    dump_floors(mesh, dump);
    dump_tiles(mesh, dump);
    wr_dump_list(dump, "islands");
    for (uint32_t i = 0; i < mesh->island_count; i++)
        dump_island(&mesh->islands[i], dump);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "routes");
    for (uint32_t i = 0; i < mesh->island_count; i++)
        dump_routes(mesh, i, dump);
    wr_dump_list_end(dump);
}
