/* What a template asks of a level that grows, in the words of the search. */
#ifndef WR_BUILDER_GENERATE_WISHES_H
#define WR_BUILDER_GENERATE_WISHES_H

#include "builder/generate/generator.h"
#include "builder/solver/rules.h"

/* A room the level must have. */
typedef struct wr_wish {
    const char *name; /* of the template's node, or NULL */
    const bool *fits; /* one a piece */
    bool placed;      /* at `standing` */
    wr_standing standing;
} wr_wish;

struct wr_wishes {
    uint32_t rooms;
    uint32_t path; /* rooms from entry to exit; 0: as it comes */
    uint32_t loops;
    bool asks_loops, exact_loops; /* a number of them; that one and no more */
    const uint32_t *lengths;      /* of loops; none: any */
    uint32_t length_count, longest;
    bool lengths_differ;
    double branching, dead_ends; /* dead ends: NAN, or a share */
    double spread;
    const double *weights;          /* one a piece; 0: where nothing else fits */
    const uint32_t *least, *most;   /* one a piece */
    uint64_t least_sum, most_sum;   /* of all pieces */
    const bool *entry, *exit;       /* pieces that may be; NULL: any */
    uint32_t entry_wish, exit_wish; /* or WR_NONE */
    const bool *forbidden;          /* pieces that must not be linked; squared, or NULL */
    const wr_wish *list;
    const wr_must *duties;
    uint32_t count, duty_count;
};

/* All but numbers: lengths of loops, terms of pieces, sets of rooms. WR_NO_FIT where nothing is
 * what is asked for. */
enum wr_result wr_wishes_sets(const struct wr_making *making, struct wr_wishes *out);
/* Draws what the template leaves open, for the n-th time. Needs all else. */
enum wr_result wr_wishes_draw(const struct wr_making *making, uint64_t attempt,
                              struct wr_wishes *out);
/* Both. WR_NO_FIT where its counts contradict each other,
 * and where no number of rooms can hold the loops. */
enum wr_result wr_wishes_make(const struct wr_making *making, struct wr_wishes *out);

#endif
