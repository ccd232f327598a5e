/* Which part of an opening can be seen from one opening through another, in a plane. */
#ifndef WR_BUILDER_SIGHT_H
#define WR_BUILDER_SIGHT_H

#include <stdbool.h>

/* A stretch of a line with some depth, metres: the points (x, y) + along * (tx, ty) + across *
 * (ty, -tx), where (tx, ty) is a unit, along lies in [from, to] and across in [-deep, deep]. */
typedef struct wr_slot {
    double x, y, tx, ty;
    double from, to;
    double deep;
} wr_slot;

/* Narrows onto->from and onto->to so that what is left holds every point of `onto` on a line
 * that comes from `source`, went through `through` and goes on. False where nothing is left.
 * Where the first two are so close that they hide nothing of the third, it stays as it is. */
bool wr_slot_clip(const wr_slot *source, const wr_slot *through, wr_slot *onto);

/* Whether a point of `ahead` lies before `slot`: on the side of (ty, -tx), or as little behind
 * as a line of sight may that leans back by `lean` metres a metre. */
bool wr_slot_before(const wr_slot *slot, double lean, const wr_slot *ahead);

/* Bounds of the distance between a point of one slot and a point of the other. */
void wr_slot_apart(const wr_slot *a, const wr_slot *b, double *least, double *most);

#endif
