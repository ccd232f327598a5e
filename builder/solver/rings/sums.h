/* Sums: all the ways that chains of one to four rooms lead, whichever rooms they are made of.
 * Far fewer than chains, they tell what can close at all. */
#ifndef WR_BUILDER_SOLVER_RINGS_SUMS_H
#define WR_BUILDER_SOLVER_RINGS_SUMS_H

#include "builder/solver/rings/joins.h"

enum { WR_SUM_ROOMS = 4 };

/* From the doorway one comes in at to the one where one goes out. Doorways are numbers of
 * wr_sums_end. */
typedef struct wr_sum {
    int32_t x, y, z;
    uint16_t in, out;
} wr_sum;

/* Sums of chains of one length, each once; chained in buckets by the cell they lead to. */
struct wr_sum_set {
    wr_sum *sums;
    uint32_t *next, *heads; /* one a sum; one a bucket */
    size_t sum_capacity, next_capacity;
    uint32_t count, bucket_count;
    uint32_t shift; /* cells are two to this power of units wide */
};

/* False when memory is out. A set begins empty. */
bool wr_sum_set_start(struct wr_sum_set *set, uint32_t shift);
void wr_sum_set_finish(struct wr_sum_set *set);
/* Enters a sum, unless it is there. */
bool wr_sum_set_enter(struct wr_sum_set *set, wr_sum sum);

/* Kinds of doors that may meet the same ones are one class. */
struct wr_door_classes {
    uint16_t *of; /* one a kind */
    bool *meets;  /* count squared */
    uint32_t count;
};
bool wr_door_classes_make(const struct wr_pieces *pieces, struct wr_door_classes *out);
void wr_door_classes_finish(struct wr_door_classes *classes);

struct wr_sums {
    const struct wr_joins *joins;
    bool turns; /* all rooms turn: only chains are kept whose first doorway faces 0 */
    struct wr_door_classes classes;
    uint32_t *first_step; /* in set 1, one a doorway and one more: steps in at it */
    struct wr_sum_set sets[WR_SUM_ROOMS + 1];
    uint32_t rooms;   /* sets up to this length are made */
    uint32_t beyond;  /* the next one has more sums than so many */
    wr_spot longest;  /* step, on each axis */
    int64_t rounding; /* how far a sum that is turned may be from that of turned rooms, units */
};

/* Makes the first set. False when memory is out. */
bool wr_sums_make(const struct wr_joins *joins, struct wr_sums *out);
void wr_sums_finish(struct wr_sums *sums);

/* 28 bytes each, and at most twice that while a set grows. */
enum { WR_SUMS_MOST = 4 << 20 };

/* Makes the sets up to a length, as far as none has more sums than the limit. False when memory
 * is out. */
bool wr_sums_extend(struct wr_sums *sums, uint32_t rooms, uint32_t limit);

/* The number of a doorway that faces so. */
static inline uint16_t wr_sums_end(const struct wr_sums *sums, uint32_t facing, uint32_t kind)
{
    return (uint16_t)(facing * sums->classes.count + sums->classes.of[kind]);
}

/* A sum as the sets keep it: turned back until its first doorway faces 0. */
wr_sum wr_sums_level(const struct wr_sums *sums, wr_spot length, uint32_t in_facing,
                     uint32_t in_class, uint32_t out_facing, uint32_t out_class);

/* Whether a chain of some rooms may lead over a way, in at a doorway that meets that of `from`
 * and out at one that meets that of `to`; never false where it does. */
bool wr_sums_may(const struct wr_sums *sums, uint32_t rooms, wr_spot way, uint16_t from,
                 uint16_t to);

/* Sums of a set that differ from a sum by at most so much: the first, or the next one after
 * `cursor` found it; UINT32_MAX at the end. */
struct wr_sum_cursor {
    const struct wr_sum_set *set;
    wr_sum sum;
    int64_t slack;
    uint32_t cells[8], cell_count, cell; /* buckets to look into */
    uint32_t at;
};
void wr_sums_look(const struct wr_sums *sums, uint32_t rooms, wr_sum sum, int64_t slack,
                  struct wr_sum_cursor *out);
uint32_t wr_sums_next(struct wr_sum_cursor *cursor);

#endif
