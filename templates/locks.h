/* Locks and keys between places of any kind: the nodes of a template, the floors of a map. */
#ifndef WR_TEMPLATES_LOCKS_H
#define WR_TEMPLATES_LOCKS_H

#include "core/base/arena.h"
#include "kits/kits.h"

/* Places and the ways between them. Keys are numbered; several locks may take one, and it may
 * lie in several places. */
struct wr_lock_graph {
    const uint32_t (*ends)[2]; /* of each way */
    const uint32_t *locks;     /* of each way: its key, or WR_NONE */
    const uint32_t *keys;      /* of each place: what lies there, or WR_NONE */
    uint32_t place_count, way_count, key_count;
};

/* Somebody who takes every key they come to. */
struct wr_lock_walk;

/* In an arena; NULL when memory is out. The graph must live as long. */
struct wr_lock_walk *wr_lock_walk_make(const struct wr_lock_graph *graph,
                                       struct wr_arena *arena);
/* Walks wherever there is a way from a place, passing over one key, or none (WR_NONE). */
void wr_lock_walk_from(struct wr_lock_walk *walk, uint32_t place, uint32_t without);
/* The ways that leave a place, each as way * 2 + the side it is left from. */
const uint32_t *wr_lock_walk_ends(const struct wr_lock_walk *walk, uint32_t place,
                                  uint32_t *count);
/* What came of the last walk. */
bool wr_lock_walk_reached(const struct wr_lock_walk *walk, uint32_t place);
bool wr_lock_walk_holds(const struct wr_lock_walk *walk, uint32_t key);

/* How many walks over a graph are no hang. */
uint32_t wr_lock_walks(const struct wr_lock_graph *graph);

#define WR_LOCK_IDLE_HINT                                                                      \
    "close the other way, or say \"optional\": true beside the lock where that is meant"

enum wr_lock_fault {
    WR_LOCK_FINE,
    WR_LOCK_STUCK, /* its key lies where nobody gets without it */
    WR_LOCK_IDLE,  /* who never has its key gets to both its sides */
};

/* What is wrong with the lock of each way, for who begins at a place; WR_NONE: wherever they
 * begin, nothing but a way around it. Of more ways around than wr_lock_walks only the first are
 * found. False when memory is out. */
bool wr_locks_judge(const struct wr_lock_graph *graph, uint32_t start, struct wr_arena *arena,
                    enum wr_lock_fault *out);

#endif
