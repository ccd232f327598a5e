/* What is known while cutters are taken out of a walkmesh: what lies near, where edges are
 * crossed, what is left. */
#ifndef WR_CORE_ASWM_CARVING_H
#define WR_CORE_ASWM_CARVING_H

#include "core/aswm/carve.h"
#include "core/aswm/patch.h"

/* A place on an edge where a side of a cutter is. Hits of an edge lie from its lesser vertex
 * on; those on one spot have one vertex. */
typedef struct wr_edge_hit {
    uint32_t cutter, side;
    double along; /* of the cutter's side, from 0 to 1 */
    double part;  /* of the edge */
    uint32_t vertex;
} wr_edge_hit;

struct wr_crossed_edge {
    uint32_t a, b; /* vertices, a < b; both 0: none */
    uint32_t first, count;
};

struct wr_carving {
    struct wr_context *context;
    struct wr_arena *arena, *scratch; /* the latter for one triangle */
    struct wr_aswm *mesh;
    const struct wr_aswm_cutters *cutters;
    uint32_t *near; /* cutters that may touch the tile */
    uint32_t near_count;
    wr_vec3 *vertices; /* old and new */
    uint32_t vertex_count;
    wr_edge_hit *hits;
    uint32_t hit_count;
    struct wr_crossed_edge *edges; /* a table of a power of two */
    uint32_t edge_room, edge_count;
    wr_aswm_triangle *triangles; /* that are left */
    uint32_t *faces;             /* which of the mesh each is a piece of */
    uint32_t triangle_count;
    uint32_t face;        /* that is cut */
    bool failed, tangled; /* memory is out; a patch is */
};

bool wr_carving_start(struct wr_carving *carving, struct wr_context *context,
                      struct wr_arena *arena, struct wr_aswm *mesh,
                      const struct wr_aswm_cutters *cutters);
/* Gives the mesh what is left, without vertices that nobody uses; false when memory is out. */
bool wr_carving_end(struct wr_carving *carving, uint32_t **faces);

/* Finds the cutters near a tile, whose triangles lie where it says. */
void wr_carving_approach(struct wr_carving *carving, const wr_aswm_tile *tile);
bool wr_carving_is_near(const struct wr_carving *carving, const wr_aswm_triangle *triangle);
/* Whether a cutter may touch what lies between two points. */
bool wr_carving_touch(const wr_aswm_cutter *cutter, wr_plan_point low, wr_plan_point high);

static inline const wr_aswm_cutter *wr_carving_near(const struct wr_carving *carving,
                                                    uint32_t index)
{
    return &carving->cutters->items[carving->near[index]];
}
static inline wr_plan_point wr_carving_plan(const struct wr_carving *carving, uint32_t vertex)
{
    wr_vec3 at = carving->vertices[vertex];
    return (wr_plan_point){(double)at.x, (double)at.y};
}

/* All hits of the edge between two vertices, the same whoever asks. */
struct wr_crossed_edge wr_carving_edge(struct wr_carving *carving, uint32_t a, uint32_t b);
uint32_t wr_carving_vertex(struct wr_carving *carving, wr_dvec3 at);
/* Adds a triangle to what is left. */
void wr_carving_keep(struct wr_carving *carving, const wr_aswm_triangle *triangle);

#endif
