/* ASWM, the walkmesh of an NWN2 area, as its packet has it. Source: formats/aswm, 2.
 *
 * Lengths are metres, x and y count from a corner of the area. A mesh is cut along the lines of
 * a grid of square tiles, row after row; the triangles of a tile lie in a row, tile after tile.
 * Everything in here that points somewhere leads there: who reads or makes one sees to that. */
#ifndef WR_CORE_ASWM_ASWM_H
#define WR_CORE_ASWM_ASWM_H

#include "core/base/arena.h"
#include "core/base/diag.h"

enum {
    WR_ASWM_VERSION = 0x6c,
    WR_ASWM_NAME = 32,        /* bytes of a name, which nobody reads */
    WR_ASWM_NODES_MOST = 127, /* walkable triangles of a tile that its table can tell of */
    WR_ASWM_NO_NODE = 0xff,   /* in a table: not walkable, not reached */
    WR_ASWM_SEEN = 0x80, /* in a table: beside the next node, that the two see each other */
    WR_ASWM_NO_ISLAND = 0xffff,
    WR_ASWM_SQUARE = 4, /* tiles along a side of what exteriors are counted in */
};
#define WR_ASWM_NONE UINT32_MAX /* no triangle */

enum wr_aswm_flag {
    WR_ASWM_WALKABLE = 1,
    WR_ASWM_CLOCKWISE = 4, /* its corners, seen from above */
    WR_ASWM_DIRT = 8,      /* from here on the floor: one of them where one walks */
    WR_ASWM_GRASS = 0x10,
    WR_ASWM_STONE = 0x20,
    WR_ASWM_WOOD = 0x40,
    WR_ASWM_CARPET = 0x80,
    WR_ASWM_METAL = 0x100,
    WR_ASWM_SWAMP = 0x200,
    WR_ASWM_MUD = 0x400,
    WR_ASWM_LEAVES = 0x800,
    WR_ASWM_WATER = 0x1000,
    WR_ASWM_PUDDLES = 0x2000,
    WR_ASWM_FLOORS = 0x3ff8,
};

typedef struct wr_aswm_edge {
    uint32_t v[2];        /* the smaller first */
    uint32_t triangle[2]; /* WR_ASWM_NONE: none */
} wr_aswm_edge;

typedef struct wr_aswm_triangle {
    uint32_t v[3];
    uint32_t edge[3];
    uint32_t link[3]; /* the triangle behind each of the edges */
    float x, y;       /* its centre */
    wr_vec3 normal;
    float distance; /* normal . p + distance = 0 */
    uint16_t island, flags;
} wr_aswm_triangle;

/* How to get from each walkable triangle of a tile to each other of them. */
typedef struct wr_aswm_table {
    uint32_t local_count;         /* all triangles of the tile; 0 in a TRN */
    uint32_t node_count;          /* the walkable ones */
    const uint8_t *local_to_node; /* one a triangle; WR_ASWM_NO_NODE: not walkable */
    const uint32_t *node_to_local;
    const uint8_t *next; /* [from * node_count + to]: the node to go to, and WR_ASWM_SEEN */
} wr_aswm_table;

typedef struct wr_aswm_tile {
    uint8_t name[WR_ASWM_NAME];
    uint32_t vertex_count, edge_count, triangle_count;
    float size[2];
    uint32_t first; /* of its triangles */
    wr_aswm_table table;
    uint32_t flags; /* as the mesh has them */
    uint32_t at;    /* where the tile starts in the packet; of no meaning in a made one */
} wr_aswm_tile;

/* Walkable triangles of one tile that are linked to each other. */
typedef struct wr_aswm_island {
    uint32_t index, tile; /* the latter means nothing */
    wr_vec3 centre;
    uint32_t triangle_count;
    uint32_t way_count;
    uint32_t *next;  /* one a way: the island it leads to */
    float *distance; /* from centre to centre */
    uint32_t *exit;  /* the triangle of this island that is linked to it */
    uint32_t at;
} wr_aswm_island;

typedef struct wr_aswm_route {
    uint16_t next, pad; /* WR_ASWM_NO_ISLAND: no way leads there */
    float weight;       /* the distance to `next` */
} wr_aswm_route;

struct wr_aswm {
    uint8_t name[WR_ASWM_NAME];
    uint32_t face_offset; /* 0 in every file */
    uint32_t flags;       /* 15 in a TRN, 31 in a TRX */
    float tile_width;
    uint32_t height, width; /* of the grid, in tiles */
    uint32_t border;        /* tiles all round that nobody walks on */

    uint32_t vertex_count, edge_count, triangle_count, island_count;
    wr_vec3 *vertices;
    wr_aswm_edge *edges;
    wr_aswm_triangle *triangles;
    wr_aswm_tile *tiles; /* height * width of them */
    wr_aswm_island *islands;
    wr_aswm_route *routes; /* [from * island_count + to] */
    uint32_t routes_at;    /* where they start in the packet */
};

static inline uint32_t wr_aswm_tile_count(const struct wr_aswm *mesh)
{
    return mesh->height * mesh->width;
}
static inline bool wr_aswm_walkable(const struct wr_aswm *mesh, uint32_t triangle)
{
    return mesh->triangles[triangle].flags & WR_ASWM_WALKABLE;
}

/* Where an item starts in the packet of a mesh that was read. */
size_t wr_aswm_vertex_at(uint32_t index);
size_t wr_aswm_edge_at(const struct wr_aswm *mesh, uint32_t index);
size_t wr_aswm_triangle_at(const struct wr_aswm *mesh, uint32_t index);

/* Reads a packet that is not packed any more. Tables of tiles point into the source, which must
 * outlive the mesh. Whatever leads out of its range is refused, all of it at once: WR_SYNTAX
 * "aswm-short", WR_INVALID "aswm-range" and others of its kind, WR_LIMIT "aswm-version". */
enum wr_result wr_aswm_read(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, struct wr_aswm *out);
/* Appends the packet, unpacked: of one that was read, the same bytes. */
void wr_aswm_write(struct wr_context *context, const struct wr_aswm *mesh,
                   struct wr_bytes *out);

#endif
