/* The rooms of a module, read to be judged, and the rules about how they lead into each other.
 * Private to judge_module.c. */
#ifndef WR_BUILDER_INSPECT_JUDGE_TRANSITIONS_H
#define WR_BUILDER_INSPECT_JUDGE_TRANSITIONS_H

#include "builder/inspect/judge_module.h"
#include "core/walkmesh/walkmesh.h"

/* A room as its files have it. */
struct wr_judged_room {
    const char *name;
    const wr_entry *part;   /* its walkmesh, or NULL */
    struct wr_arena *arena; /* of the walkmesh and its source */
    struct wr_source source;
    struct wr_walkmesh *mesh; /* NULL: there is none, or it cannot be read */
    bool elsewhere;           /* nothing of the room is in the archive */
    uint32_t *islands, first_island;
};

struct wr_judged_module {
    struct wr_arena *arena;
    const struct wr_module_parts *parts;
    const wr_entry *layout;
    const char *name; /* of its LYT, without suffix */
    struct wr_source lyt_source, vis_source;
    struct wr_lyt lyt;
    struct wr_judged_room *rooms;
    uint32_t room_count, island_count;
    const wr_surfaces *surfaces;
    double overlap; /* how deep floors may lie in each other */
    uint32_t files;
};

/* Keeps the first failure. */
static inline enum wr_result wr_judged_worse(enum wr_result a, enum wr_result b)
{
    return a != WR_OK ? a : b;
}

/* Numbers the islands of all rooms, judges every transition, and warns of floors that cannot be
 * reached. */
enum wr_result wr_judge_transitions(struct wr_context *context,
                                    struct wr_judged_module *module);

#endif
