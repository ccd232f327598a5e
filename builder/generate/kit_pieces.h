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
    const float *slides;   /* how far along its wall from where it is drawn each of them is,
                              metres; NULL: all are where they are drawn */
    wr_span count;         /* in the whole level */
    enum wr_repeat repeat;
    bool cap;    /* closes doorways the level leaves open, and is used for nothing else */
    bool closes; /* does that, whatever else it is used for */
    bool kept;   /* stands as often as it ever will: nothing new is it */
    wr_placement turned; /* how the piece is turned from the room */
} wr_kit_piece;

/* The kit's own room, however long one is. */
static inline const wr_room *wr_room_as_drawn(const wr_room *room)
{
    return room->drawn ? room->drawn : room;
}

/* Whether new rooms may be it. */
static inline bool wr_kit_piece_comes(const wr_kit_piece *piece)
{
    return !piece->cap && !piece->kept;
}

/* Whether two may not be linked because they are one kit room; of two that stand nothing is
 * asked. */
static inline bool wr_kit_pieces_apart(const wr_kit_piece *a, const wr_kit_piece *b)
{
    return wr_room_as_drawn(a->room) == wr_room_as_drawn(b->room) &&
           a->repeat == WR_REPEAT_APART && b->repeat == WR_REPEAT_APART &&
           !(a->kept && b->kept);
}

/* What becomes pieces beside the rooms a template allows. */
struct wr_kit_wish {
    const struct wr_layout *standing; /* rooms that stand; or NULL */
    uint32_t *pieces;                 /* of each of these */
    bool apart;      /* they do not count as rooms that the template speaks of */
    wr_choice close; /* rooms that close doorways, where any are named */
};

struct wr_kit_pieces {
    struct wr_pieces pieces;
    wr_kit_piece *rooms;  /* one a piece */
    uint32_t most_places; /* of a door that slides; 1: it stays where it is drawn */
    bool apart;           /* rooms that are kept are none that the template speaks of */
    struct wr_arena *arena;
};

/* Takes the rooms a template allows from its kits: hooks on the least circle of turns that
 * holds all facings, hook pairs judged by the rules of a link, footprints with a skin. Rooms
 * whose doorways look in odd directions are left out with a warning "room-angle". WR_NO_FIT
 * where nothing remains. Each room of `wish`, which may be NULL, is a piece as it is turned,
 * and in no other way. */
enum wr_result wr_kit_pieces_make(struct wr_context *context,
                                  const struct wr_template *template,
                                  const struct wr_kit *const *kits, uint32_t kit_count,
                                  const struct wr_kit_wish *wish, struct wr_arena *arena,
                                  struct wr_kit_pieces *out);

/* The placement of a stance at a spot. */
wr_placement wr_stance_placement(const struct wr_pieces *pieces, uint32_t stance, wr_spot spot);

#endif
