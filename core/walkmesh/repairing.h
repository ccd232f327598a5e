/* What the parts of a repair share: the walkmesh being mended, and how changes are told.
 * Private to repair*.c. */
#ifndef WR_CORE_WALKMESH_REPAIRING_H
#define WR_CORE_WALKMESH_REPAIRING_H

#include "core/base/arena.h"
#include "core/base/text.h"
#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/repair.h"

/* The vertices of the file stay where they are and keep their numbers; faces are dropped, cut
 * and turned, walkable ones first all the while. */
struct wr_mending {
    struct wr_context *context;
    struct wr_arena *arena;         /* of all that is made on the way */
    const struct wr_source *source; /* may be NULL or text: then changes have no offset */
    struct wr_walkmesh mesh;        /* vertices, faces, materials and counts only */
    int32_t *marks;                 /* the transition of each edge, or -1 */
    uint32_t *origins;              /* by face: which one of the file it was */
    uint64_t changes;
    wr_repaired *report;
    bool looking; /* nothing is changed any more: what is met is left */
};

#define WR_NO_VERTEX UINT32_MAX

enum wr_repair_row { WR_REPAIR_VERTEX, WR_REPAIR_FACE };

/* Tells of a change, or of what is left, at a row of the file; counts it in `count`. */
void wr_repair_tell(struct wr_mending *mending, uint32_t *count, enum wr_repair_row row,
                    uint32_t index, const char *slug, const char *hint, const char *format, ...)
    WR_PRINTF(7, 8);
/* "(1.000, 2.000, 0.250)". */
struct wr_repair_place {
    char text[104];
} wr_repair_place_of(wr_vec3 at);

/* The edges of all walkable faces, those of the same two vertices side by side; with `map`, as
 * if each vertex were the one it says. NULL when memory is out. */
wr_edge_ends *wr_repair_edges(struct wr_mending *mending, const uint32_t *map);
/* The end of the run of edges that share the vertices of `edges[from]`. */
static inline size_t wr_edge_run(const wr_edge_ends *edges, size_t count, size_t from)
{
    size_t end = from + 1;
    while (end < count && edges[end].low == edges[from].low &&
           edges[end].high == edges[from].high)
        end++;
    return end;
}
static inline wr_vec3 wr_repair_middle(const struct wr_walkmesh *mesh, uint32_t face)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_dvec3 sum = wr_add(wr_widen(mesh->vertices[v[0]]), wr_widen(mesh->vertices[v[1]]));
    return wr_narrow(wr_scale(wr_add(sum, wr_widen(mesh->vertices[v[2]])), 1.0 / 3));
}

/* Two faces of the same three vertices, ordered by them and then by face. */
typedef struct wr_corners {
    uint32_t v[3], face;
} wr_corners;
wr_corners wr_corners_of(const uint32_t v[3], uint32_t face);
int wr_corners_order(const void *a, const void *b);
static inline bool wr_corners_same(const wr_corners *a, const wr_corners *b)
{
    return a->v[0] == b->v[0] && a->v[1] == b->v[1] && a->v[2] == b->v[2];
}

/* Each does one kind of work on all of the mesh and adds to `changes`. */
enum wr_result wr_repair_weld(struct wr_mending *mending);
enum wr_result wr_repair_drop(struct wr_mending *mending);
enum wr_result wr_repair_turn(struct wr_mending *mending);
enum wr_result wr_repair_seams(struct wr_mending *mending);
/* What is left, once nothing changes any more. */
enum wr_result wr_repair_leave(struct wr_mending *mending);

/* Takes welds out of `map` that would do harm: let more than two walkable faces share an edge,
 * turn a face over or, unless `collapse`, take one its area. map[v] is v or a lower vertex that
 * is itself. */
enum wr_result wr_repair_spare(struct wr_mending *mending, uint32_t *map, bool collapse);
/* Welds by a map. */
void wr_repair_join(struct wr_mending *mending, const uint32_t *map);

/* A vertex that cuts an open edge, at a distance along it. */
typedef struct wr_cut {
    uint32_t edge, vertex;
    double along;
    double aside; /* how far from the edge it lies */
} wr_cut;
/* Cuts faces at vertices on their edges, one edge a face and call, where that does no harm. The
 * cuts come in any order. */
enum wr_result wr_repair_cut(struct wr_mending *mending, wr_cut *cuts, size_t count);

/* Two open edges that run along each other in opposite ways, met at an end of one of them. */
typedef struct wr_meeting {
    uint32_t edge, other; /* the one that is met, and the one whose end it is */
    uint32_t vertex;      /* that end */
    double along, aside;  /* where on the edge, and how far from it */
    double step;          /* how much higher the other lies there, where heights do not count */
} wr_meeting;
/* Finds them; `flat`, as seen from above. Edges with a transition are left out. The list is on
 * the heap. */
enum wr_result wr_repair_meetings(struct wr_mending *mending, bool flat, wr_meeting **out,
                                  size_t *count);

#endif
