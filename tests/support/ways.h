/* The three ways of making a level, for what a template may say in each of them. */
#ifndef WR_TESTS_SUPPORT_WAYS_H
#define WR_TESTS_SUPPORT_WAYS_H

#include "tests/support/generated.h"

#define HEAD "{'format': 'warren-template', 'version': 1, 'id': 't', 'kit': 'burrow', "
#define FLAT "'exclude': ['#stairs', '#lift'], "

enum { WAYS = 3 };
#define GRAPH                                                                                  \
    "'nodes': [{'name': 'a'}, {'name': 'b'}, {'name': 'c'}, {'name': 'd'}, {'name': 'e'}], "   \
    "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}, {'from': 'c', 'to': 'd'}, " \
    "{'from': 'd', 'to': 'a'}, {'from': 'c', 'to': 'e'}], 'corridor': {'length': [1, 2]}"
#define CHAIN                                                                                  \
    "'nodes': [{'name': 'a'}, {'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}], "           \
    "'corridor': {'length': [6, 8]}"
#define GROWTH "'grow': {'rooms': [9, 14], 'branching': 0.5}"
#define PATTERNS                                                                               \
    "'patterns': [{'pattern': 'two_ways', 'length': [1, 3]}, {'pattern': 'lock_and_key'}], "   \
    "'corridor': {'length': [0, 1]}"

static const char *const ways[WAYS] = {GRAPH, GROWTH, PATTERNS};

typedef void check_fn(const struct generated *g);

static inline void check_seeds(const char *text, uint64_t seeds, check_fn *check)
{
    struct generated g;
    generated_start(&g, text);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        generated_make(&g, seed);
        check(&g);
    }
    generated_end(&g);
}

/* Each way, with some rules added. */
static inline void each_way(const char *rules, uint64_t seeds, check_fn *check)
{
    for (int i = 0; i < WAYS; i++) {
        char text[2048];
        snprintf(text, sizeof text, HEAD "%s, %s}", ways[i], rules);
        check_seeds(text, OFTEN(seeds, seeds / 5 + 1), check);
    }
}

static inline bool is_tagged(const wr_room *room, const char *tag)
{
    for (uint32_t i = 0; i < room->tag_count; i++)
        if (strcmp(room->tags[i], tag) == 0)
            return true;
    return false;
}

#endif
