/* A search for rings under way: what its ways of searching share. */
#ifndef WR_BUILDER_SOLVER_RINGS_RINGING_H
#define WR_BUILDER_SOLVER_RINGS_RINGING_H

#include "builder/solver/rings/rings.h"

struct wr_ringing {
    struct wr_ring_search *search;
    const struct wr_joins *joins;
    const struct wr_pieces *pieces;
    wr_random *random;
    uint64_t looks;
    wr_ring ring; /* under way */
    uint32_t put; /* rooms of it */
    bool spent;
};

/* Where one comes into a room, or goes out. */
wr_spot wr_ringing_door(const struct wr_pieces *pieces, const wr_bridge_room *room, bool out);
/* Puts the room of a step behind what is put. */
void wr_ringing_put(struct wr_ringing *r, uint32_t step);
/* Whether the last room put overlaps another. */
bool wr_ringing_overlaps(const struct wr_ringing *r);
/* Whether any two of some rooms do. */
bool wr_ringing_rooms_overlap(const struct wr_pieces *pieces, const wr_bridge_room *rooms,
                              uint32_t count);
/* Keeps what is put if it is a ring; true when there are as many as were wanted. */
bool wr_ringing_try(struct wr_ringing *r);
/* Where all rooms may turn, a ring comes in every turn: looking at one is enough, unless rings
 * are wanted to stand in all of them. */
bool wr_ringing_one_turn(const struct wr_ringing *r);

/* Every ring there is, by the sums of both halves, in an order that is drawn; says in the
 * search whether it came to its end. False when memory is out. */
bool wr_ringing_close(struct wr_ringing *r);

#endif
