/* Lengths: drawn by chance, or computed so that two doorways meet. */
#ifndef WR_BUILDER_SOLVER_LENGTHS_H
#define WR_BUILDER_SOLVER_LENGTHS_H

#include "builder/solver/standings.h"

#include "core/base/random.h"

enum { WR_MOST_PULLS = 64 };

/* A length on the way between two doorways: what a unit more of it moves. */
struct wr_length_pull {
    uint32_t room, stretch; /* whose it is, in the caller's numbers */
    double x, y, z;
    const wr_piece_stretch *limits;
    int64_t length;
};

/* Two doorways to be brought together. */
struct wr_pulls {
    double x, y, z; /* by which they miss each other, units */
    struct wr_length_pull of[WR_MOST_PULLS];
    uint32_t count;
};

/* How far lengths can move one doorway against another: least and most, on each axis. */
struct wr_way_box {
    double x[2], y[2], z[2];
};

/* Lengths of a stance that are allowed, in whole steps; where any are, in quarters of a metre.
 */
wr_lengths wr_lengths_draw(const struct wr_pieces *pieces, uint32_t stance, wr_random *random);
/* The length a stretch may have that is nearest to one. */
int64_t wr_length_nearest(const wr_piece_stretch *stretch, double length);
/* How far doorways may miss each other on the ground that lengths bring together, units. */
double wr_lengths_exactly(const struct wr_pieces *pieces);

/* Adds what a room's lengths do between two things in it that bits of stretches move, but for
 * those that are settled. */
void wr_pulls_add(struct wr_pulls *pulls, const struct wr_pieces *pieces, uint32_t room,
                  const wr_standing *standing, uint8_t settled, const uint8_t moved[2],
                  double sign);
/* What they can do. */
struct wr_way_box wr_pulls_box(const struct wr_pulls *pulls);
/* Adds to a range what a length can do with a part of it, more than it does. */
void wr_pull_widen(double range[2], double part, const struct wr_length_pull *pull);
/* Changes the lengths, in an order that is drawn, until the doorways meet: level as exactly as
 * lengths can do it, in height as others do. False where they do not. */
bool wr_pulls_meet(struct wr_pulls *pulls, const struct wr_pieces *pieces, double exactly,
                   wr_random *random);

#endif
