/* Doorways and markers where something drawn by hand has a name that says so. */
#ifndef WR_BUILDER_EXTRACT_NAMED_H
#define WR_BUILDER_EXTRACT_NAMED_H

#include "builder/extract/taking.h"

/* How high over a floor, and how far below it, may be what belongs to it; metres. */
#define WR_NAMED_ABOVE 3.0
#define WR_NAMED_BELOW 0.5

/* Which part of the ground a doorway covers. */
enum wr_named_extent_kind {
    WR_EXTENT_ALL,   /* whatever goes on in its direction */
    WR_EXTENT_EDGE,  /* one edge */
    WR_EXTENT_BOX,   /* what lies in a box that stands upright */
    WR_EXTENT_ROUND, /* what lies within a distance */
};
typedef struct wr_named_extent {
    enum wr_named_extent_kind kind;
    wr_dvec3 origin, along,
        across; /* a corner and two sides of the box, or the middle; metres */
    double radius;
} wr_named_extent;

/* A name that means a doorway. */
typedef struct wr_named_doorway {
    const char *name;
    wr_vec3 at;
    wr_named_extent extent;
    uint32_t room; /* whose edges are asked; WR_NONE: all rooms' */
    bool linked;   /* it may be where two rooms meet */
} wr_named_doorway;

/* The edges of one doorway in the order of their perimeter. */
typedef struct wr_named_row {
    uint32_t room; /* WR_NONE: no edge of a floor is near */
    int32_t transition;
    uint32_t edges[WR_MOST_EDGES], count;
} wr_named_row;

/* Whether a text begins with a word that is not all of it, letters alike without case. */
bool wr_named_begins(const char *text, const char *word);
/* The nearest edge of a floor, and those that go on from it in its direction, lead to the same
 * room and lie in the doorway's extent. */
wr_named_row wr_named_find(const struct wr_taking *taking, const wr_named_doorway *doorway);
/* Whether a hook of the room has one of the edges, or stands where theirs would: a kit's room
 * has one hook on a spot, also where floors lie in each other. */
bool wr_named_is_taken(const struct wr_taking *taking, const wr_named_row *row);
/* Makes a hook of edges that lead nowhere. A doorway without edges, or on the spot of another,
 * is a warning "extract-hooks" at `where`. Hooks are ordered by wr_taken_hooks_order. */
enum wr_result wr_named_hook(struct wr_taking *taking, const char *name,
                             const wr_named_row *row, wr_where where);
/* Gives a hook a name, with a number where another of its room has it. */
void wr_named_rename(struct wr_taking *taking, uint32_t hook, const char *name);

/* The floor under a place, of the room where it is the nearest; WR_NONE where there is none. */
uint32_t wr_named_floor(const struct wr_taking *taking, wr_vec3 at, wr_vec3 *out);
/* Adds a marker, `at` in the area; its name begins with a number from `number` on behind it,
 * where 1 is none. NULL when memory is out. */
wr_taken_marker *wr_named_marker(struct wr_taking *taking, uint32_t room, const char *name,
                                 unsigned number, wr_vec3 at);

#endif
