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

/* Where a triangle is linked to no other, -1. */
static void dump_triangle(const struct wr_aswm *mesh, uint32_t index, struct wr_dump *dump)
{
    const wr_aswm_triangle *triangle = &mesh->triangles[index];
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", index);
    wr_dump_integer(dump, "island",
                    triangle->island == WR_ASWM_NO_ISLAND ? -1 : triangle->island);
    wr_dump_list(dump, "floors");
    for (int floor = 0; floor < FLOORS; floor++)
        if (triangle->flags & LOWEST << floor)
            wr_dump_text(dump, NULL, wr_aswm_floor_names[floor]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "links");
    for (int i = 0; i < 3; i++)
        wr_dump_integer(dump, NULL,
                        triangle->link[i] == WR_ASWM_NONE ? -1 : (int64_t)triangle->link[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "corners");
    for (int i = 0; i < 3; i++)
        wr_dump_vec3(dump, NULL, mesh->vertices[triangle->v[i]]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static void dump_node(const wr_aswm_tile *tile, uint32_t from, struct wr_dump *dump)
{
    const wr_aswm_table *table = &tile->table;
    const uint8_t *next = table->next + (size_t)from * table->node_count;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "node", from);
    wr_dump_count(dump, "triangle", tile->first + table->node_to_local[from]);
    wr_dump_list(dump, "next");
    for (uint32_t to = 0; to < table->node_count; to++)
        wr_dump_integer(dump, NULL,
                        next[to] == WR_ASWM_NO_NODE ? -1 : next[to] & ~WR_ASWM_SEEN);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "sees");
    for (uint32_t to = 0; to < table->node_count; to++)
        if (next[to] != WR_ASWM_NO_NODE && next[to] & WR_ASWM_SEEN)
            wr_dump_count(dump, NULL, to);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

void wr_aswm_dump_tile(const struct wr_aswm *mesh, uint32_t index, struct wr_dump *dump)
{
    const wr_aswm_tile *tile = &mesh->tiles[index];
    wr_dump_count(dump, "x", index % mesh->width);
    wr_dump_count(dump, "y", index / mesh->width);
    wr_dump_list(dump, "triangles");
    for (uint32_t i = 0; i < tile->triangle_count; i++)
        dump_triangle(mesh, tile->first + i, dump);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "table");
    for (uint32_t from = 0; from < tile->table.node_count; from++)
        dump_node(tile, from, dump);
    wr_dump_list_end(dump);
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
