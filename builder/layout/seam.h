/* One canonical line a link: the points both rooms' doorways get, bit for bit. */
#ifndef WR_BUILDER_LAYOUT_SEAM_H
#define WR_BUILDER_LAYOUT_SEAM_H

#include "builder/layout/layout.h"

/* Where a seam's point lies on one room's threshold: on a vertex, or between two. */
typedef struct wr_seam_end {
    uint32_t vertex; /* of the kit room's walkmesh, or WR_NONE: the edge is cut */
    uint32_t edge;   /* the edge that is cut */
    double along;    /* 0..1 from that edge's start, in the kit room's own winding */
} wr_seam_end;

typedef struct wr_seam_point {
    wr_vec3 position;    /* in the area, for both rooms */
    wr_seam_end ends[2]; /* of the link's hooks */
} wr_seam_point;

/* The points of a link, in the walking order of hooks[0]'s perimeter (floor on the left). */
typedef struct wr_seam {
    uint32_t first, count;
    float worst_move; /* of a doorway vertex, metres */
} wr_seam;

struct wr_seams {
    wr_seam *items; /* one a link */
    wr_seam_point *points;
    uint32_t point_count;
};

/* How two thresholds fit together. */
struct wr_fit {
    double overlap;    /* the common length along the doorway, metres */
    double shorter;    /* the length of the shorter threshold */
    double step;       /* the largest difference in height between them */
    double worst_move; /* how far a vertex must move so that both are one line */
    bool folded;       /* a threshold turns back on itself: no seam is possible */
};

/* Measures the thresholds of two placed hooks against each other; out of memory is false. */
bool wr_seam_fit(const struct wr_layout *layout, struct wr_arena *scratch, uint32_t hook_a,
                 uint32_t hook_b, struct wr_fit *out);

/* Makes layout->seams for all links. A vertex that two seams share gets one place for both.
 * WR_INVALID "seam-move" where a vertex would move too far. */
enum wr_result wr_seams_make(struct wr_context *context, struct wr_layout *layout);

#endif
