/* A room's own walkmesh in the area: turned, mirrored, moved, its doorways brought onto their
 * seams. */
#ifndef WR_BUILDER_LAYOUT_STITCH_H
#define WR_BUILDER_LAYOUT_STITCH_H

#include "builder/layout/seam.h"
#include "core/walkmesh/walkmesh.h"

/* A doorway of a stitched room: the vertices of its seam, in the seam's order. */
typedef struct wr_doorway {
    uint32_t link, hook; /* the layout's */
    uint32_t *vertices;
    uint32_t count;
} wr_doorway;

/* A stitched room: vertices, faces and materials, no derived tables yet, and its linked
 * doorways. A pure function of (kit room, placement, its seams). */
struct wr_stitched {
    struct wr_walkmesh *mesh; /* walkable_count is set */
    uint32_t *origins;        /* one a face: that of the kit room it is a piece of; NULL where
                                 no face was cut, and each is its own */
    struct wr_marks marks;    /* doorway edges and the area rooms they lead to */
    wr_doorway *doorways;
    uint32_t doorway_count;
    uint32_t splits; /* vertices put into walkable edges */
};

/* Stitches a placed room. Everything is taken from `arena`. A face that the move of a doorway
 * vertex turns over or flattens is WR_INVALID "seam-flips-face". */
enum wr_result wr_stitch(struct wr_context *context, const struct wr_layout *layout,
                         uint32_t room, struct wr_arena *arena, struct wr_stitched *out);

/* Notes the faces of the kit room's walkmesh for which wr_stitch would fail so; `arena` is only
 * used meanwhile. */
enum wr_result wr_stitch_flips(struct wr_context *context, const struct wr_layout *layout,
                               uint32_t room, struct wr_arena *arena, bool *flips);

/* The derived walkmesh of an area room: one stitched room, or a group welded into one. `arena`
 * holds the mesh; it is also the mesh's own. `splits` (may be NULL) is increased. */
enum wr_result wr_area_room_mesh(struct wr_context *context, const struct wr_layout *layout,
                                 uint32_t area_room, struct wr_arena *arena,
                                 struct wr_arena *scratch, struct wr_walkmesh **out,
                                 uint32_t *splits);
/* The same, and where each of its faces comes from, in `arena`. */
enum wr_result wr_area_room_traced(struct wr_context *context, const struct wr_layout *layout,
                                   uint32_t area_room, struct wr_arena *arena,
                                   struct wr_arena *scratch, struct wr_walkmesh **out,
                                   wr_face_origin **origins);

#endif
