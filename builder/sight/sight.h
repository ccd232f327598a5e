/* Which part of an opening can be seen from one opening through another, in a plane. */
#ifndef WR_BUILDER_SIGHT_SIGHT_H
#define WR_BUILDER_SIGHT_SIGHT_H

#include <stdbool.h>

/* A stretch of a line with some depth, metres: the points (x, y) + along * (tx, ty) + across *
 * (ty, -tx), where (tx, ty) is a unit, along lies in [from, to] and across in [-deep, deep]. */
typedef struct wr_slot {
    double x, y, tx, ty;
    double from, to;
    double deep;
} wr_slot;

/* What can be seen from one slot through another: lies between two lines that touch both. */
typedef struct wr_cone {
    double x, y; /* the points below are measured from here */
    struct {
        double from_x, from_y, to_x, to_y;
        bool cuts; /* false: the slots are too close for a line between them */
    } borders[2]; /* what is seen is on the right of the first, and on the left of the second */
} wr_cone;

wr_cone wr_cone_of(const wr_slot *source, const wr_slot *through);
/* Narrows slot->from and slot->to so that what is left holds every point of the slot on a line
 * that comes from the cone's source, went through its other slot and goes on. False where
 * nothing is left. */
bool wr_cone_clip(const wr_cone *cone, wr_slot *slot);

/* Whether a point of `ahead` lies before `slot`: on the side of (ty, -tx), or as little behind
 * as a line of sight may that leans back by `lean` metres a metre. */
bool wr_slot_before(const wr_slot *slot, double lean, const wr_slot *ahead);

/* Bounds of the distance between a point of one slot and a point of the other. */
void wr_slot_apart(const wr_slot *a, const wr_slot *b, double *least, double *most);

#endif
