/* A walkmesh seen from above in its own coordinates: what stays true of it wherever it stands.
 */
#ifndef WR_BUILDER_LAYOUT_FACETS_H
#define WR_BUILDER_LAYOUT_FACETS_H

#include "builder/layout/hull.h"
#include "builder/layout/rims.h"
#include "core/base/arena.h"
#include "core/base/math.h"

/* A face, and how far inside the walkable floor any point of it can lie at most, before it is
 * placed and rounded; infinite where that is not known, 0 for a face nobody walks on. */
struct wr_facet {
    wr_box box;
    double most;
    uint32_t face;
};

struct wr_facets {
    const struct wr_walkmesh *mesh;
    struct wr_facet *items;    /* one a face, in their order */
    struct wr_facet *walkable; /* by `most`, the deepest first, then by number */
    struct wr_rims rims;       /* one an edge of the border */
    struct wr_hull hull;       /* of walkable faces */
    wr_box box, floor;         /* of all vertices; of walkable faces */
};

/* Those of meshes that were asked for, each made once. */
struct wr_facets_table {
    struct wr_arena *arena;
    const struct wr_facets **slots;
    size_t capacity, count;
};

void wr_facets_start(struct wr_facets_table *table, struct wr_arena *arena);
/* Those of a derived mesh, which must stay as it is. NULL when memory is out. */
const struct wr_facets *wr_facets_of(struct wr_facets_table *table,
                                     const struct wr_walkmesh *mesh);

/* The same where it was asked for before; NULL where it was not. Several threads may look
 * things up while nobody asks for new ones. */
const struct wr_facets *wr_facets_find(const struct wr_facets_table *table,
                                       const struct wr_walkmesh *mesh);

#endif
