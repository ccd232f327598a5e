/* Graphs of hundreds and thousands of rooms, drawn: trees whose rooms hang on one of those just
 * before them, as levels do, and rounds that share no room. */
#ifndef WR_TESTS_SUPPORT_WIDE_GRAPH_H
#define WR_TESTS_SUPPORT_WIDE_GRAPH_H

#include "core/base/random.h"

#include <stdbool.h>
#include <stdlib.h>

struct wide_graph {
    uint32_t rooms, window, rounds;
    uint32_t degree; /* links a room has at most */
    bool even;       /* only rounds of four and of six rooms */
};

/* Marks the way from one node of a tree to another; false where it is too short, too long, or
 * crosses a marked one. */
static inline bool wide_mark(const uint32_t *parents, bool *marked, uint32_t a, uint32_t b,
                             bool even)
{
    enum { SHORTEST = 3, LONGEST = 6, MOST = 16 };
    uint32_t way[MOST] = {a, b}, count = 2;
    while (a != b) {
        uint32_t *later = a > b ? &a : &b;
        *later = parents[*later];
        if (count == MOST)
            return false;
        way[count++] = *later;
    }
    uint32_t links = count - 2;
    bool fine = links >= SHORTEST && links <= LONGEST && !(even && links % 2 == 0);
    for (uint32_t i = 0; i < count; i++)
        fine = fine && !marked[way[i]];
    for (uint32_t i = 0; fine && i < count; i++)
        marked[way[i]] = true;
    return fine;
}

/* Fills `links`, of which there must be room for `rooms + rounds`; returns how many. */
static inline uint32_t wide_graph_draw(struct wide_graph graph, uint64_t seed,
                                       uint32_t (*links)[2])
{
    wr_random random = wr_random_of(seed, 5);
    uint32_t *degrees = calloc(graph.rooms, sizeof *degrees), count = 0, rounds = 0;
    uint32_t *parents = calloc(graph.rooms, sizeof *parents);
    bool *marked = calloc(graph.rooms, sizeof *marked);
    if (!degrees || !parents || !marked)
        abort();
    while (count + 1 < graph.rooms) {
        uint32_t node = count + 1, window = node < graph.window ? node : graph.window;
        uint32_t parent = node - 1 - wr_random_below(&random, window);
        if (degrees[parent] == graph.degree)
            continue;
        parents[node] = parent;
        links[count][0] = parent;
        links[count++][1] = node;
        degrees[parent]++;
        degrees[node]++;
    }
    for (uint32_t tries = 100 * graph.rooms; rounds < graph.rounds && tries > 0; tries--) {
        uint32_t a = 1 + wr_random_below(&random, graph.rooms - 1);
        uint32_t b = a - 1 - wr_random_below(&random, a < graph.window ? a : graph.window);
        if (degrees[a] == graph.degree || degrees[b] == graph.degree ||
            !wide_mark(parents, marked, a, b, graph.even))
            continue;
        links[count][0] = b;
        links[count++][1] = a;
        degrees[a]++;
        degrees[b]++;
        rounds++;
    }
    free(degrees);
    free(parents);
    free(marked);
    return count;
}

#endif
