/* Many places of a room's floor and the straight ways between neighbours: what path points are
 * chosen from. */
#ifndef WR_BUILDER_MODULE_PATH_GRAPH_H
#define WR_BUILDER_MODULE_PATH_GRAPH_H

#include "builder/module/path_floor.h"
#include "core/base/heap.h"
#include "kits/kits.h"

/* A way between two places, or between two points that were chosen. */
typedef struct wr_path_way {
    uint32_t a, b;
    double cost; /* metres; many times more where it is too near to a wall */
} wr_path_way;

/* A way as one of its ends has it: where it leads, at what cost, and its number. What a search
 * looks at lies together so. */
typedef struct wr_path_end {
    uint32_t other, way;
    double cost;
} wr_path_end;

/* How much more a metre costs where there is no room to walk: no other way is so long. */
#define WR_PATH_NARROW_COST 1e4

struct wr_path_graph {
    const struct wr_path_floor *floor;
    struct wr_arena *arena;

    /* Places: first one inside each doorway, then the rest. */
    wr_path_spot *spots;
    float *clear;     /* metres from the nearest wall, up to WR_PATH_FREE */
    uint32_t *island; /* of each; WR_NONE: not to be used */
    uint32_t count;
    uint32_t weak; /* places from here on are in the middle of edges, only to get through */
    uint32_t *door_spots; /* one a doorway: the place inside it */

    wr_path_way *ways;
    uint32_t way_count;
    wr_path_end *ends; /* the ways of place i are ends[starts[i]] up to starts[i + 1] */
    uint32_t *starts;

    double grid;   /* metres between places of open floor */
    uint32_t bare; /* islands without a place */
    bool failed;   /* memory was out */
};

/* From here on it does not matter how far a wall is. */
#define WR_PATH_FREE 2.0

/* Finds places no more than `grid` apart and the ways between them, finer where the floor needs
 * it: what belongs together and has room for a walker, or a doorway, is connected. */
enum wr_result wr_path_graph_make(struct wr_context *context, const struct wr_path_floor *floor,
                                  double grid, struct wr_arena *arena,
                                  struct wr_path_graph *out);

/* The other end of a way. */
static inline uint32_t wr_path_other(const wr_path_way *way, uint32_t place)
{
    return way->a == place ? way->b : way->a;
}

/* ---- Shortest ways, by any graph of the kind ---- */

/* What a search keeps of each place. */
struct wr_path_search {
    const wr_path_end *ends;
    const uint32_t *starts;
    double *costs;     /* INFINITY: not reached */
    uint32_t *reached; /* what was, in the order of it */
    uint32_t reached_count;
    uint32_t *owners, *before; /* the source it was reached from, and by which way, or WR_NONE
                                */
    struct wr_heap heap;
    bool failed; /* memory was out */
};

/* A search over a graph's ways in which nothing is reached yet; false when memory is out. */
bool wr_path_search_start(struct wr_path_search *search, struct wr_arena *arena,
                          const struct wr_path_graph *graph);
/* Nothing is reached again. */
void wr_path_search_again(struct wr_path_search *search);
void wr_path_search_finish(struct wr_path_search *search);
/* Goes out from a source, as far as it is nearer than all before it and not farther than
 * `most`. */
void wr_path_search_from(struct wr_path_search *search, uint32_t source, double most);

#endif
