/* Edges of rooms that lead into others, and which of them are two sides of one line. */
#ifndef WR_BUILDER_EXTRACT_SIDES_H
#define WR_BUILDER_EXTRACT_SIDES_H

#include "builder/extract/taking.h"

/* An edge that bears a transition. */
typedef struct wr_taken_side {
    uint32_t room;    /* of the rooms */
    uint32_t other;   /* the room it leads to; WR_NONE: none that is taken */
    uint32_t place;   /* in the edge table of the room's mesh */
    uint32_t twin;    /* the side of the other room that lies on it; WR_NONE: none */
    wr_vec3 from, to; /* its ends; the twin's are the other way round */
} wr_taken_side;

/* By room, then by place. */
struct wr_taken_sides {
    wr_taken_side *items;
    uint32_t count;
};

/* Lists them in `arena` and finds twins; false when memory is out. */
bool wr_taken_sides_find(const struct wr_taking *taking, struct wr_arena *arena,
                         struct wr_taken_sides *out);
/* The side of a place of a room; NULL where its edge leads nowhere. */
const wr_taken_side *wr_taken_side_at(const struct wr_taken_sides *sides, uint32_t room,
                                      uint32_t place);

#endif
