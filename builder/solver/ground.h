/* The ground: which rooms stand where, and whether another one still fits. */
#ifndef WR_BUILDER_SOLVER_GROUND_H
#define WR_BUILDER_SOLVER_GROUND_H

#include "builder/solver/puzzle.h"
#include "builder/solver/spot_grid.h"

enum { WR_GROUND_STOREYS = 64 };

/* Why a room cannot stand somewhere. */
enum wr_refusal { WR_FREE, WR_TAKEN, WR_TOO_NEAR, WR_OUT_OF_BOUNDS, WR_OTHER_STOREY };

struct wr_ground {
    const struct wr_pieces *pieces;
    struct wr_pieces apart; /* the same, with the least distance instead of the skin */
    wr_spot low, high;      /* floors must lie between */
    uint32_t most_storeys;  /* 0: any */
    int64_t storey_height, headroom;
    bool has_distance;

    struct wr_spot_grid grid;
    wr_standing *standings; /* one an id */
    uint32_t *stamps;       /* one an id: when it was looked at last */
    size_t standing_capacity, stamp_capacity;
    uint32_t stamp;
    int64_t storeys[WR_GROUND_STOREYS]; /* heights; one that was opened stays open */
    uint32_t storey_count;
};

/* Everything free, everywhere allowed; `distance` (units) must be kept between rooms that are
 * not linked. */
void wr_ground_start(struct wr_ground *ground, const struct wr_pieces *pieces,
                     int64_t distance);
void wr_ground_finish(struct wr_ground *ground);
void wr_ground_clear(struct wr_ground *ground);

/* Whether a room can stand here; `beside` are rooms it will be linked to, which may be nearer
 * than the distance. */
enum wr_refusal wr_ground_judge(struct wr_ground *ground, wr_standing standing,
                                const uint32_t *beside, uint32_t beside_count);
/* Whether bounds and storeys allow a room here, whatever else stands. */
bool wr_ground_allows(const struct wr_ground *ground, wr_standing standing);
/* Fills the rooms a room here would stand in, or nearer to than the distance, and returns how
 * many: at most `most`. */
uint32_t wr_ground_clashes(struct wr_ground *ground, wr_standing standing,
                           const uint32_t *beside, uint32_t beside_count, uint32_t *ids,
                           uint32_t most);
/* The same for all rooms near a box. */
uint32_t wr_ground_near(struct wr_ground *ground, wr_spot low, wr_spot high, uint32_t *ids,
                        uint32_t most);
/* `id` is the caller's number of the room; false when memory is out. */
bool wr_ground_put(struct wr_ground *ground, uint32_t id, wr_standing standing);
void wr_ground_take(struct wr_ground *ground, uint32_t id);

#endif
