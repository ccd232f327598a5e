/* The generator: a template and its kits made ready once, then a level for each seed. */
#ifndef WR_BUILDER_GENERATE_GENERATOR_H
#define WR_BUILDER_GENERATE_GENERATOR_H

#include "builder/generate/graph/blueprint.h"
#include "builder/generate/grow/tables.h"
#include "builder/generate/kept.h"

/* A level before it is a map: which rooms stand where, and which hooks meet. */
typedef struct wr_draft_room {
    const char *name; /* NULL: called what it is */
    wr_standing standing;
    const char *key; /* what lies here, or NULL */
} wr_draft_room;

typedef struct wr_draft_link {
    uint32_t rooms[2];
    uint16_t hooks[2]; /* of the pieces */
    const char *lock;  /* the key that opens it, or NULL */
    bool optional, hidden;
} wr_draft_link;

struct wr_draft {
    wr_draft_room *rooms;
    wr_draft_link *links;
    uint32_t room_count, link_count;
    uint32_t kept_count;  /* the first of the rooms, in the order of what is kept */
    uint32_t cap_count;   /* the last of the rooms, which close doorways */
    uint32_t entry, exit; /* rooms, or WR_NONE */
    uint64_t steps;
};

/* What the ways of making a level share. */
struct wr_making {
    struct wr_context *context;
    const struct wr_template *template;
    const struct wr_kit_pieces *kit;
    struct wr_arena *arena; /* of the draft */
    uint64_t seed, budget;
    const char *const *map_kits; /* where the map finds its kits, beside the usual places */
    uint32_t map_kit_count;
    const struct wr_grow_tables *growing; /* of levels that grow, else NULL */
    const struct wr_roster *roster;       /* all levels, where there are few, else NULL */
    const struct wr_kept *kept;           /* what stands before; perhaps no room */
    bool closes_kept; /* open doorways of what stands before are closed, too */
};

/* Closes open hooks with the kit's caps, one by one, where they fit. */
enum wr_result wr_draft_cap(const struct wr_making *making, struct wr_draft *draft);

/* The map of a draft, in an arena of its own; its links are stated. Fills all of `generated`
 * but seed, metrics and critical path. */
enum wr_result wr_draft_map(const struct wr_making *making, const struct wr_draft *draft,
                            struct wr_map **out, struct wr_generated *generated);

#endif
