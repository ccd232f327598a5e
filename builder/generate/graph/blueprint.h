/* From a template to a puzzle: which nodes there are, what each may be, which are linked. */
#ifndef WR_BUILDER_GENERATE_GRAPH_BLUEPRINT_H
#define WR_BUILDER_GENERATE_GRAPH_BLUEPRINT_H

#include "builder/generate/kept.h"
#include "builder/solver/puzzle.h"
#include "builder/solver/rules.h"

/* Which of the lengths it may have a corridor is drawn from. */
enum wr_half { WR_BOTH_HALVES, WR_LOWER_HALF, WR_UPPER_HALF };

/* What a link means to who walks it. */
typedef struct wr_passage {
    const char *lock; /* the key that opens it, or NULL */
    bool optional;    /* it is meant that the lock can be walked around */
    bool hidden;
    const wr_corridor_rule *corridor; /* NULL: the template's */
    enum wr_half half;                /* of the corridor's lengths */
    const char *hooks[2];             /* of its ends, or NULL: any */
    wr_place place;                   /* of the link or pattern it comes from; 0: nowhere */
} wr_passage;

/* Why planning ended before its time. */
enum wr_plan_end {
    WR_PLAN_NO_MEMORY, /* where nothing else is said */
    WR_PLAN_TOO_LARGE, /* more than `most` nodes */
    WR_PLAN_NO_BUDGET,
    WR_PLAN_LATE,
};

/* No level that is planned has more rooms; levels that grow may. */
enum { WR_PLAN_ROOMS = 10000 };

/* A graph under way; nodes and links are added one by one. */
struct wr_blueprint {
    const struct wr_template *template;
    const struct wr_kit_pieces *kit;
    struct wr_arena *arena;
    wr_puzzle_node *nodes;
    const char **names;        /* one a node, or NULL: it bears none in the template */
    const wr_choice **choices; /* what was asked for, or NULL: any room */
    wr_place *places;
    const char **keys;               /* what lies in a node, or NULL */
    const wr_placement **placements; /* where a node is fixed, else NULL */
    uint32_t *kept_rooms;            /* which kept room a node is, or WR_NONE */
    wr_puzzle_link *links;
    wr_passage *passages; /* one a link */
    uint32_t node_count, link_count;
    uint32_t entry, exit;       /* nodes, or WR_NONE */
    const struct wr_kept *kept; /* perhaps no room */
    uint32_t *kept_nodes;       /* one a kept room: its node, or WR_NONE */
    bool *kept_links;           /* one a kept link: whether it is in the graph */
    const char *kept_reason;    /* why the last chain between kept nodes is not; or NULL */
    struct wr_rules rules;
    bool long_rounds;           /* corridors are long on rounds of the graph, else short */
    uint32_t most;              /* nodes there may be */
    uint64_t work;              /* what was looked at */
    uint64_t budget;            /* steps it may take; 0: by size */
    struct wr_context *context; /* says when to give up */
    enum wr_plan_end end;
};

/* Counts what was looked at; false once that is enough, or the time is over. */
bool wr_blueprint_works(struct wr_blueprint *blueprint, uint64_t looks);
/* Steps of the budget that the work so far takes. */
uint64_t wr_blueprint_steps(const struct wr_blueprint *blueprint);
/* Reports why planning ended, at what asked for too much: WR_NO_FIT "level-too-large",
 * "budget-spent" or "timed-out", or WR_NO_MEMORY. */
enum wr_result wr_blueprint_ended(struct wr_context *context,
                                  const struct wr_blueprint *blueprint, wr_place place);

/* False when planning has to end, see wr_blueprint_ended. A name that the template gives to
 * another node gets a number. */
bool wr_blueprint_node(struct wr_blueprint *blueprint, const char *name,
                       const wr_choice *choice, wr_place place);
/* What messages call a node: its name in quotes; a room that bears none, by what the template
 * says that it comes from: "a room of pattern 'hub'", "a room of the corridor from 'gate'". */
typedef struct wr_called {
    char text[112];
} wr_called;
wr_called wr_blueprint_called(const struct wr_blueprint *blueprint, uint32_t node);
/* Adds the template's node of a number, behind those of lower ones. False as wr_blueprint_node.
 */
bool wr_blueprint_take_node(struct wr_blueprint *blueprint, uint32_t node);
/* Links two nodes through a chain of corridor rooms, its length drawn from the rule's, all of
 * it or its lower or upper half. A lock is on its first link, at `a`. False as
 * wr_blueprint_node.
 */
bool wr_blueprint_link(struct wr_blueprint *blueprint, uint32_t a, uint32_t b,
                       wr_passage passage, wr_random *random);

/* Reads a template's graph into a blueprint. */
enum wr_result wr_blueprint_graph(struct wr_context *context, struct wr_blueprint *blueprint,
                                  wr_random *random);

/* Works a template's patterns into a way from an entry to an exit. */
enum wr_result wr_blueprint_patterns(struct wr_context *context, struct wr_blueprint *blueprint,
                                     wr_random *random);

/* Whether every node can be reached by who starts at the entry with no key. WR_NO_FIT
 * "key-behind-lock" names the locks that never open. */
enum wr_result wr_blueprint_unlock(struct wr_context *context, struct wr_blueprint *blueprint);

/* Fills each node's pieces, draws entry and exit where the template says only what they are,
 * and nodes for rooms the level must have. WR_NO_FIT "no-room-fits" says which node nothing
 * fits, and why, "no-room-stands" which cannot stand as it is fixed, and "room-count" which
 * room there are too few or too many places for. */
enum wr_result wr_blueprint_choose(struct wr_context *context, struct wr_blueprint *blueprint,
                                   wr_random *random);

/* Takes from the choice of unnamed rooms in chains, so that no more of them in a row than the
 * template says are the same kit room; rooms that can be nothing else stay. */
enum wr_result wr_blueprint_break_runs(struct wr_context *context,
                                       struct wr_blueprint *blueprint, wr_random *random);

/* Fills the rules; needs chosen pieces. */
enum wr_result wr_blueprint_rule(struct wr_context *context, struct wr_blueprint *blueprint);

/* Whether each node has doorways for what it is linked to, and can have the neighbours it must;
 * needs rules. WR_NO_FIT "doorways-too-few" and "neighbours-too-many" name those that cannot.
 */
enum wr_result wr_blueprint_count(struct wr_context *context, struct wr_blueprint *blueprint);

/* Whether a graph can be laid out without links that cross, where all rooms are on one storey.
 * WR_NO_FIT "links-cross" names one that does. */
enum wr_result wr_blueprint_cross(struct wr_context *context,
                                  const struct wr_blueprint *blueprint);

/* A place of the template; all of it where the place is nowhere. */
wr_where wr_blueprint_at(const struct wr_blueprint *blueprint, wr_place place);

/* Which pieces a choice means, one entry a piece: no caps, and nothing that stands apart. NULL
 * when memory is out. */
bool *wr_choice_set(const struct wr_kit_pieces *kit, const wr_choice *choice,
                    struct wr_arena *arena);
/* Fills in which pieces may not be linked, and which must be; false when memory is out. */
bool wr_rule_neighbours(const struct wr_template *template, const struct wr_kit_pieces *kit,
                        struct wr_arena *arena, struct wr_rules *out);

/* The stance of a piece that is turned and mirrored as a placement says, or WR_NO_STANCE. */
uint32_t wr_stance_at(const struct wr_kit_pieces *kit, uint32_t piece,
                      const wr_placement *placement);

#endif
