/* What one sees of a level, dealt out to its rooms. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_PIECES_H
#define WR_BUILDER_EXTRACT_LEVEL_PIECES_H

#include "builder/extract/level/level.h"
#include "core/wmp/drawing.h"

/* A face, or what of it is seen from one room. */
typedef struct wr_level_piece {
    uint32_t room; /* of the rooms that were taken */
    uint32_t face; /* of the drawing */
    const wr_wmp_drawn_corner *corners;
    uint32_t corner_count;
    uint32_t (*cuts)[3]; /* triangles, by numbers of the piece's corners; NULL: a fan */
    uint32_t cut_count;
} wr_level_piece;

struct wr_level_pieces {
    wr_level_piece *items; /* in the order of faces */
    size_t count;
};

/* A face is seen from the room of its block, or, where regions are rooms, from those that it
 * looks into: it is cut along their sides. What none has is the first room's. The pieces point
 * into the drawing; false when memory is out. */
bool wr_level_pieces_make(struct wr_taking *taking, const struct wr_level *level,
                          const struct wr_wmp_drawing *drawing, struct wr_level_pieces *out);

#endif
