/* A level that grows: rooms that stand, the links between them, and what is still to come. */
#ifndef WR_BUILDER_GENERATE_GROW_GROWTH_H
#define WR_BUILDER_GENERATE_GROW_GROWTH_H

#include "builder/generate/grow/frontier.h"
#include "builder/generate/wishes.h"
#include "builder/solver/ground.h"

/* Instead of another hook. */
#define WR_UNLINKED UINT32_MAX

typedef struct wr_grown_room {
    wr_standing standing;
    uint32_t degree, depth; /* depth: links from the entry, kept where a path is asked for */
    uint32_t wish;          /* that it fulfils, or WR_NONE */
    uint32_t arrival;       /* its place among the arrivals */
    uint32_t stamp, distance, through; /* of the search that came here last */
    bool stands, kept;                 /* kept: never taken away again */
} wr_grown_room;

struct wr_growth {
    const struct wr_making *making;
    const struct wr_pieces *pieces;
    const struct wr_joins *joins;
    const struct wr_sums *sums;
    struct wr_wishes wishes;
    struct wr_ground ground;
    struct wr_frontier frontier;
    struct wr_arena *arena; /* of arrays whose size the kit gives */
    double exactly;         /* units: how far lengths let doorways of a loop miss each other */

    wr_grown_room *rooms;
    size_t room_capacity;
    uint32_t slot_count, room_count; /* rooms with numbers; rooms that stand */
    uint32_t *free_slots;
    size_t free_capacity;
    uint32_t free_count;
    uint32_t hooks_a_room; /* hook = room * hooks_a_room + number */
    uint32_t *mates;       /* one a hook: the other hook of its link, or WR_UNLINKED; its own
                              where it is shut */
    uint32_t *blocks;      /* one a hook: of loops that its link is in, or WR_NONE */
    size_t mate_capacity, block_capacity;
    uint32_t *block_parents, *block_longest; /* the longest loop of a block */
    size_t block_parent_capacity, block_longest_capacity;
    uint32_t block_count;
    uint32_t *parked; /* hooks that may be tried again when the level has changed */
    size_t parked_capacity;
    uint32_t parked_count;

    uint32_t *piece_counts; /* one a piece */
    uint32_t *wish_rooms;   /* one a wish: its room, or WR_NONE */
    uint32_t *arrivals;     /* rooms put since the last operation began, see wr_growth_undo */
    size_t arrival_capacity;
    uint32_t arrival_count;
    uint32_t link_count, dead_ends, missing_wishes;
    uint32_t entry;
    /* Of what is kept and no part of what is asked for. `base_parts`: that hang together with
     * nothing else, and need not. */
    uint32_t base_rooms, base_loops, base_ends, base_parts;
    uint32_t retreats;
    uint32_t most_depth; /* no room may be farther from the entry */
    uint32_t stamp;

    wr_random picks, choices, loops, mends;
    uint64_t
        patience; /* steps after which a level that gets no more loops is given up; 0: none */
    uint64_t steps, budget, whole_budget, refused[WR_OTHER_STOREY + 1];
    uint32_t most_rooms; /* at any time */
    uint32_t most_loops; /* when all rooms stood */
    bool stood;          /* all rooms, at any time */
    bool failed;         /* memory is out */
    bool late;           /* the deadline is past */
    uint32_t looks;      /* whether to go on */
};

/* ---- growth.c: what stands ---- */

bool wr_growth_start(struct wr_growth *growth, const struct wr_making *making);
void wr_growth_finish(struct wr_growth *growth);
/* Whether there is memory, budget and time to go on. */
bool wr_growth_goes_on(struct wr_growth *growth);
/* Takes everything away, and draws from other streams. */
void wr_growth_clear(struct wr_growth *growth, uint64_t attempt);

/* Puts a room on ground that is free; WR_NONE (and `failed`) when memory is out. */
uint32_t wr_growth_put(struct wr_growth *growth, wr_standing standing, uint32_t depth);
/* Takes a room and its links away. */
void wr_growth_take(struct wr_growth *growth, uint32_t room);
/* Takes away what was put since `mark`, an earlier arrival_count. */
void wr_growth_undo(struct wr_growth *growth, uint32_t mark);
/* `other` is the newer room's. */
void wr_growth_link(struct wr_growth *growth, uint32_t hook, uint32_t other);
/* Lets nothing be put to a hook without a link. */
void wr_growth_shut(struct wr_growth *growth, uint32_t hook);
/* Whether two rooms stood before: what is linked between them is settled. */
static inline bool wr_growth_both_kept(const struct wr_growth *g, uint32_t room, uint32_t other)
{
    uint32_t kept = g->making->kept->room_count;
    return room < kept && other < kept;
}
/* Loops there are, when all rooms hang together that are to. */
static inline uint32_t wr_growth_loops(const struct wr_growth *g)
{
    uint32_t most = g->link_count + 1 + g->base_parts;
    return most > g->room_count ? most - g->room_count : 0;
}
/* Whether the share of dead ends is too low for some more rooms. */
static inline bool wr_growth_wants_ends(const struct wr_growth *g, uint32_t more)
{
    return g->wishes.dead_ends * ((double)g->room_count + more - g->base_rooms) >
           (double)g->dead_ends - g->base_ends;
}
/* Whether it may stand there, counting why not. */
bool wr_growth_is_free(struct wr_growth *growth, wr_standing standing, const uint32_t *beside,
                       uint32_t beside_count);

static inline uint32_t wr_growth_hook(const struct wr_growth *g, uint32_t room, uint32_t hook)
{
    return room * g->hooks_a_room + hook;
}
static inline uint32_t wr_growth_room(const struct wr_growth *g, uint32_t hook)
{
    return hook / g->hooks_a_room;
}
static inline uint32_t wr_growth_piece(const struct wr_growth *g, uint32_t room)
{
    return g->pieces->stances[g->rooms[room].standing.stance].piece;
}
static inline uint32_t wr_growth_hook_count(const struct wr_growth *g, uint32_t room)
{
    return g->pieces->pieces[wr_growth_piece(g, room)].hook_count;
}
static inline const wr_piece_hook *wr_growth_out(const struct wr_growth *g, uint32_t hook)
{
    return wr_hook_out(g->pieces, g->rooms[wr_growth_room(g, hook)].standing.stance,
                       hook % g->hooks_a_room);
}
wr_spot wr_growth_spot(const struct wr_growth *growth, uint32_t hook);
/* Whether two pieces may be linked. */
bool wr_growth_is_forbidden(const struct wr_growth *growth, uint32_t piece, uint32_t other);
/* Whether a room's duties to its neighbours are done. */
bool wr_growth_is_satisfied(const struct wr_growth *growth, uint32_t room, uint32_t without);
/* How many rooms are still to come. */
uint32_t wr_growth_left(const struct wr_growth *growth);
/* Whether nothing is left to do. */
bool wr_growth_is_done(const struct wr_growth *growth);

/* ---- run.c: what becomes of it ---- */

/* Grows the level of its wishes and makes it a draft; false where there is none within the
 * budget, of which nothing is said. To be finished either way. */
bool wr_growth_run(struct wr_growth *growth, const struct wr_making *making,
                   struct wr_draft *out);
/* Whether the level is what was asked for, but for its counts; then it becomes a draft. */
bool wr_growth_draft(struct wr_growth *growth, struct wr_draft *out);

/* ---- links.c: which close loops ---- */

/* Whether a loop is due, as the level has grown so far. */
bool wr_growth_owes_loop(const struct wr_growth *growth);
/* Whether two rooms are linked. */
bool wr_growth_are_linked(const struct wr_growth *growth, uint32_t room, uint32_t other);
/* Whether rooms between two others leave the depth of both as it is. */
bool wr_growth_keeps_depths(const struct wr_growth *growth, uint32_t room, uint32_t other,
                            uint32_t between);
/* Whether doorways that meet do so as exactly as lengths bring them together. */
bool wr_growth_meet_exactly(const struct wr_growth *growth, wr_spot spot, wr_spot other);
/* Whether a link between two hooks is a loop that may be. */
bool wr_growth_may_close(struct wr_growth *growth, uint32_t hook, uint32_t other);
/* Links two hooks that may close. */
void wr_growth_close(struct wr_growth *growth, uint32_t hook, uint32_t other);

/* ---- explain.c: why nothing grew ---- */

/* Where one rule alone is in the way: WR_NO_FIT "rule-in-the-way". WR_OK where no rule is; then
 * nothing was said. `what` says how far it came. */
enum wr_result wr_explain_growth(const struct wr_making *making, const char *what);

/* ---- attach.c: one room more ---- */

/* What the room must be; zero asks for nothing. */
typedef struct wr_attachment {
    const bool *only; /* one a piece, or NULL */
    uint32_t hooks;   /* at least so many */
    bool on_path;     /* hooks that stay open are not needed yet */
} wr_attachment;

/* Puts a room to an open hook; WR_NONE where none fits. `final` says that none would later. */
uint32_t wr_growth_attach(struct wr_growth *growth, uint32_t hook, wr_attachment want,
                          bool *final);
/* Links a room's doorways to open ones that happen to be at the same place, where loops are
 * welcome; and sees to its duties. False when a duty cannot be done. */
bool wr_growth_settle(struct wr_growth *growth, uint32_t room);

/* ---- loops.c: loops of several rooms ---- */

/* Tries to close one loop more. */
bool wr_growth_close_loop(struct wr_growth *growth);
/* The longest chain of rooms by which a loop closes. */
uint32_t wr_growth_longest_chain(const struct wr_growth *growth);
/* Links two open hooks by a chain of `count` rooms, a loop of `length` rooms (0: no matter). */
bool wr_growth_bridge(struct wr_growth *growth, uint32_t from, uint32_t to, uint32_t count,
                      uint32_t length);

/* ---- beginning.c: how it begins ---- */

/* Entry, rooms that have their place, and the path to the exit; false where it did not come
 * about. */
bool wr_growth_begin(struct wr_growth *growth);

/* ---- mend.c ---- */

/* Takes a pocket of up to `size` rooms away; false where there is none. */
bool wr_growth_prune(struct wr_growth *growth, uint32_t size);
/* Takes the end of a way back that leads nowhere: all its hooks are closed. */
bool wr_growth_retreat(struct wr_growth *growth, uint32_t room);
/* Opens a hook that was closed. */
void wr_growth_reopen(struct wr_growth *growth, uint32_t hook);

#endif
