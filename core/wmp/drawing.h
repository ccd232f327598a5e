/* The faces of a level as one sees them: triangles with places in pictures. */
#ifndef WR_CORE_WMP_DRAWING_H
#define WR_CORE_WMP_DRAWING_H

#include "core/wmp/places.h"

/* A face that is seen. Its corners turn left as seen from outside. */
typedef struct wr_wmp_drawn {
    uint32_t block, face;
    uint32_t first, count; /* of the corners */
    uint32_t cut, cuts;    /* of the triangles: rows of three numbers of its own corners */
    wr_dvec3 normal;       /* of length 1 */
} wr_wmp_drawn;

/* u to the right and v down a picture: in texels, but where the face has places, in pictures.
 */
typedef struct wr_wmp_drawn_corner {
    wr_dvec3 at; /* in the world, quants */
    double u, v;
} wr_wmp_drawn_corner;

struct wr_wmp_drawing {
    wr_wmp_drawn *faces; /* in the order of blocks and their faces */
    wr_wmp_drawn_corner *corners;
    uint32_t (*triangles)[3];
    uint32_t face_count, corner_count, triangle_count;
};

/* All faces of all blocks but the sky, those that nobody sees, and those without area. In
 * `arena`. WR_LIMIT "wmp-large" where there are more than a model can number. */
enum wr_result wr_wmp_draw(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_wmp *level, const struct wr_wmp_places *places,
                           struct wr_wmp_drawing *out);

#endif
