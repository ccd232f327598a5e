/* Warren's public templates: what a level may be, for the generator.
 *
 * Lengths are metres. A choice of rooms is a list of ids and display names of kit rooms ("hub",
 * or "burrow:hub" for one kit's) and "#tags"; a room fits when any of them fits it, capitals or
 * not. */
#ifndef WR_TEMPLATES_TEMPLATE_H
#define WR_TEMPLATES_TEMPLATE_H

#include "kits/kits.h"
#include "templates/maps.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which rooms are meant; none means any. */
typedef struct wr_choice {
    const char *const *names;
    uint32_t count;
    wr_place place;
    const wr_place *places; /* one a name, or NULL */
} wr_choice;

typedef struct wr_span {
    uint32_t least, most; /* most is WR_NONE without a limit */
} wr_span;

/* How often one kit room may come again: as it likes, not linked to itself, not at all. */
enum wr_repeat { WR_REPEAT_FREE, WR_REPEAT_APART, WR_REPEAT_NEVER };

/* What a template changes about the kit rooms it names; later rules win over earlier ones.
 * wr_template_terms says what comes of them. */
typedef struct wr_room_rule {
    wr_choice rooms;
    float weight;  /* times the kit's; NAN: unchanged */
    wr_span count; /* of each, in the whole level; WR_NONE in `least`: the kit's own */
    enum wr_repeat repeat;
    bool sets_repeat, sets_mirror, mirror;
    wr_place place;
} wr_room_rule;

/* A chain of corridor rooms on a link. */
typedef struct wr_corridor_rule {
    wr_span length; /* how many rooms, most never WR_NONE; {0, 0}: the doors meet directly */
    wr_choice rooms;
} wr_corridor_rule;

/* A room the level must have. */
typedef struct wr_template_node {
    const char *name;
    wr_choice rooms;
    bool placed; /* at `placement` */
    wr_placement placement;
    const char *key; /* the name of a key that lies here, or NULL */
    wr_place place;
} wr_template_node;

/* Two nodes that must be linked; no two links have the same two. */
typedef struct wr_template_link {
    uint32_t nodes[2];
    const char *hooks[2];      /* or NULL: any */
    wr_corridor_rule corridor; /* the template's where the link says nothing */
    const char *lock;          /* the key that opens it, or NULL */
    bool optional;             /* it is meant that the lock can be walked around */
    bool hidden;
    wr_place place;
} wr_template_link;

/* A level that grows. NAN, or WR_NONE in `least`: not asked for. */
typedef struct wr_grow_rule {
    wr_span rooms;                /* most is never WR_NONE */
    float branching;              /* 0: one long way, 1: branch wherever a hook is open */
    float loop_share;             /* of links that close loops, 0 to 1 ... */
    wr_span loops;                /* ... or how many loops */
    const uint32_t *loop_lengths; /* wanted, in rooms, 3 or more each; none: any */
    uint32_t loop_length_count;
    wr_span critical_path; /* rooms from entry to exit, both counted */
    float dead_ends;       /* wanted share of rooms with one doorway */
} wr_grow_rule;

/* `rooms` of a pattern: what the key's room or the hub may be, else what the rooms on the
 * second way may be. */
enum wr_pattern {
    WR_LOCK_AND_KEY, /* a locked way on, and a side way that ends at its key */
    WR_SHORTCUT,     /* a long way, and a short one back that opens from its far end */
    WR_HIDDEN_ROUTE, /* a way, and a second one behind hidden doors */
    WR_HUB,          /* a room that ways leave and come back to */
    WR_TWO_WAYS,     /* two ways from one room to another */
};

/* A pattern to work into the level; they compose in order. */
typedef struct wr_pattern_rule {
    enum wr_pattern pattern;
    wr_span times;
    wr_span length; /* rooms on each way, between its ends */
    wr_choice rooms;
    wr_place place;
} wr_pattern_rule;

/* Each room that fits `rooms` must be linked to one that fits `others`, or to none. */
typedef struct wr_neighbour_rule {
    wr_choice rooms, others;
    bool must;
    wr_place place;
} wr_neighbour_rule;

/* Where a template says some things, for findings about them; 0: nowhere. */
typedef struct wr_template_places {
    wr_place id, rooms, repeat, nodes, exit, storeys, bounds, distance, neighbours;
    wr_place grow, path, loops, loop_lengths, dead_ends; /* of growth */
} wr_template_places;

enum wr_way { WR_WAY_GRAPH, WR_WAY_GROW, WR_WAY_PATTERNS };

struct wr_template {
    struct wr_arena *arena;
    const struct wr_source *source; /* the text, for findings */
    const char *path, *folder;
    const char *id, *title;
    enum wr_game game;             /* 0: not said */
    const char *const *kits;       /* names, at least one */
    const wr_place *kit_names;     /* where they stand, or NULL */
    const char *const *kit_places; /* paths, relative to the template, to look for kits in */
    uint32_t kit_count, kit_place_count;

    wr_choice include, exclude; /* an `exclude` of none excludes none */
    const wr_room_rule *rules;
    uint32_t rule_count;
    enum wr_repeat repeat; /* for rooms no rule speaks of; so is `mirror` */
    bool mirror;
    enum wr_way way;
    const wr_template_node *nodes; /* of a graph; in other ways, rooms the level must have */
    const wr_template_link *links; /* of a graph only, which they connect */
    uint32_t node_count, link_count;
    wr_grow_rule grow; /* of WR_WAY_GROW only */
    const wr_pattern_rule *patterns;
    uint32_t pattern_count;
    wr_corridor_rule corridor; /* for links that say nothing */
    uint32_t longest_run;      /* of unnamed rooms in a chain that are the same; 0: any */

    wr_choice entry, exit;          /* kit rooms, where no node is meant */
    uint32_t entry_node, exit_node; /* or WR_NONE */
    uint32_t storeys;               /* how many at most; 0: any */
    wr_box bounds;  /* floors must lie inside; infinite where the template says nothing */
    float spread;   /* -1: compact, 0: as it comes, 1: far apart */
    float distance; /* least, between rooms that are not linked; 0: they may touch */
    const wr_neighbour_rule *neighbours;
    uint32_t neighbour_count;
    const wr_door_pair *door_pairs;
    uint32_t door_pair_count;
    bool caps; /* close open hooks with rooms of `cap_rooms`, else with static doors */
    wr_choice cap_rooms;
    uint64_t budget; /* steps; 0: by size */
    wr_template_places places;
};

/* What a template says of one kit room. Rooms tagged "cap" and those of `cap_rooms` close
 * doorways and are used for nothing else. */
typedef struct wr_room_terms {
    bool used;
    float weight;
    wr_span count;
    enum wr_repeat repeat;
    bool mirror;
} wr_room_terms;

/* Whether a text says that it is a template, well-formed or not. */
WR_API bool wr_template_recognise(const uint8_t *data, size_t size);
/* Loads a template; all faults are reported. */
WR_API enum wr_result wr_template_load(struct wr_context *context, const char *path,
                                       struct wr_template **out);
/* The same from the bytes of its file, which are copied: findings call it `name`, and what it
 * names by paths is sought beside that. */
WR_API enum wr_result wr_template_read(struct wr_context *context, const char *name,
                                       const void *data, size_t size, struct wr_template **out);
WR_API void wr_template_free(struct wr_template *);
/* "lock_and_key", "shortcut", ... as templates say it. */
WR_API const char *wr_pattern_name(enum wr_pattern pattern);
/* Whether a kit room is meant by a choice. */
WR_API bool wr_choice_fits(const wr_choice *choice, const wr_room *room);
WR_API wr_room_terms wr_template_terms(const struct wr_template *, const wr_room *room);

#ifdef __cplusplus
}
#endif
#endif
