/* Kits as pieces: the only place where the search meets rooms. */
#ifndef WR_BUILDER_GENERATE_KIT_PIECES_H
#define WR_BUILDER_GENERATE_KIT_PIECES_H

#include "builder/layout/layout.h"
#include "builder/solver/pieces.h"
#include "templates/template.h"

/* A kit room that takes part, with what the template says of it. */
typedef struct wr_kit_piece {
    const wr_room *room;
    const uint32_t *hooks; /* the room's number of each of the piece's hooks */
    wr_span count;         /* in the whole level */
    enum wr_repeat repeat;
    bool cap; /* closes doorways the level leaves open, and is used for nothing else */
} wr_kit_piece;

struct wr_kit_pieces {
    struct wr_pieces pieces;
    wr_kit_piece *rooms; /* one a piece */
    struct wr_arena *arena;
};

/* Takes the rooms a template allows from its kits: hooks on the least circle of turns that
 * holds all facings, hook pairs judged by the rules of a link, footprints with a skin. Rooms
 * whose doorways look in odd directions are left out with a warning "room-angle". WR_NO_FIT
 * where nothing remains. */
enum wr_result wr_kit_pieces_make(struct wr_context *context,
                                  const struct wr_template *template,
                                  const struct wr_kit *const *kits, uint32_t kit_count,
                                  struct wr_arena *arena, struct wr_kit_pieces *out);

/* The placement of a stance at a spot. */
wr_placement wr_stance_placement(const struct wr_pieces *pieces, uint32_t stance, wr_spot spot);

#endif
