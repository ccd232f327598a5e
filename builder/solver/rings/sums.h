/* Sums: all the ways that chains of one to four rooms lead, whichever rooms they are made of.
 * Far fewer than chains, they tell what can close at all. */
#ifndef WR_BUILDER_SOLVER_RINGS_SUMS_H
#define WR_BUILDER_SOLVER_RINGS_SUMS_H

#include "builder/solver/rings/joins.h"

#include "core/base/random.h"

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

/* Which cell of so many bits a number is in. They are counted from far away, so that no number
 * is negative. */
static inline uint64_t wr_sum_cell(int64_t value, uint32_t shift)
{
    return (((uint64_t)1 << 40) + (uint64_t)value) >> shift;
}
/* Of two doorways, and a cell on each axis. */
static inline uint64_t wr_sum_hash(uint32_t in, uint32_t out, uint64_t x, uint64_t y,
                                   uint64_t z)
{
    return wr_mix(((uint64_t)in << 32 | out) * 0xd6e8feb86659fd93u ^ x * 0x9e3779b97f4a7c15u ^
                  y * 0xc2b2ae3d27d4eb4fu ^ z * 0x165667b19e3779f9u);
}

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

/* Whether a chain of some rooms may lead over a way, in at a doorway that meets that of `from`
 * and out at one that meets that of `to`; never false where it does. */
bool wr_sums_may(const struct wr_sums *sums, uint32_t rooms, wr_spot way, uint16_t from,
                 uint16_t to);

#endif
