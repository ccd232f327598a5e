/* Rosters: all levels of a template that has few. A seed draws from them, so that a level is as
 * likely as the weights of its rooms, multiplied, and not as likely as a search comes upon it.
 */
#ifndef WR_BUILDER_GENERATE_ROSTER_H
#define WR_BUILDER_GENERATE_ROSTER_H

#include "builder/generate/generator.h"

enum { WR_ROSTER_ROOMS = 10, WR_ROSTER_LEVELS = 1 << 12, WR_ROSTER_STEPS = 1 << 18 };

typedef struct wr_roster_link {
    uint32_t rooms[2], hooks[2];
    uint64_t mark; /* links with other marks are others */
} wr_roster_link;

typedef struct wr_roster_level {
    wr_standing *rooms;
    const uint64_t *marks; /* one a room: rooms with other marks are others */
    wr_roster_link *links;
    uint32_t room_count, link_count;
    uint64_t plan;    /* of a graph: the seed its plan is drawn from */
    uint32_t entries; /* of a level that grows: rooms it may begin at, a bit each */
    double upto;      /* the weights of all levels up to this one */
} wr_roster_level;

/* Keys that were met, in a hash table of a fixed size. */
struct wr_key_set {
    uint64_t *slots; /* 0: free */
};

/* An empty set, in memory of the arena; false when that is out. */
bool wr_key_set_start(struct wr_key_set *set, struct wr_arena *arena);
void wr_key_set_clear(struct wr_key_set *set);
/* Whether a key is met for the first time. Not for more than a roster has levels. */
bool wr_key_set_add(struct wr_key_set *set, uint64_t key);

struct wr_roster {
    const struct wr_pieces *pieces;
    struct wr_arena *arena;
    wr_roster_level *levels;
    struct wr_key_set keys;
    uint32_t count;
    uint64_t steps;
    uint32_t most_loops; /* of a level that grows, whatever number is asked for */
    bool many;           /* more than are listed: the roster is of no use */
};

/* Lists the levels of a template, perhaps none; `out` is NULL where there are many, or where it
 * asks for more than a roster can tell. */
enum wr_result wr_roster_make(const struct wr_making *making, struct wr_arena *arena,
                              struct wr_roster **out);

/* Adds a level that was not there yet; sets `many` where there are too many, and adds no more
 * then. False when memory is out. */
bool wr_roster_add(struct wr_roster *roster, const wr_roster_level *level);
/* The same for levels that a whole turn and a move bring onto each other. */
uint64_t wr_roster_key(const struct wr_pieces *pieces, const wr_roster_level *level);

/* Draws a level by the seed and makes it a draft; the roster must not be empty. */
enum wr_result wr_roster_draw(const struct wr_making *making, struct wr_draft *out);

#endif
