/* What the comparisons of all kinds of resources share. Private to builder/compare. */
#ifndef WR_BUILDER_COMPARE_COMPARING_H
#define WR_BUILDER_COMPARE_COMPARING_H

#include "builder/compare/compare.h"
#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/tolerance.h"
#include "core/format/gff.h"

#include <math.h>

/* A resource as it is and as it was. */
struct wr_comparing {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_source now, was, now_rows, was_rows; /* the latter: MDX, of models */
    bool rows[2];                                  /* whether there is one: now, before */
    uint32_t differences;
    double moved;          /* metres, as in wr_compare_file */
    enum wr_result result; /* why the comparison came to no end */
};

/* Each compares two files of its kind. */
void wr_compare_layouts(struct wr_comparing *comparing);
void wr_compare_sights(struct wr_comparing *comparing);
void wr_compare_walkmeshes(struct wr_comparing *comparing);
void wr_compare_models(struct wr_comparing *comparing);
void wr_compare_gffs(struct wr_comparing *comparing);

/* Counts a difference that was reported. */
static inline void wr_differs(struct wr_comparing *comparing, enum wr_result reported)
{
    (void)reported;
    comparing->differences++;
}
/* Keeps the first reason why there is no more to compare; whether there is more. */
static inline bool wr_comparing_goes_on(struct wr_comparing *comparing, enum wr_result result)
{
    if (comparing->result == WR_OK)
        comparing->result = result;
    return comparing->result == WR_OK;
}
/* The same for memory. */
static inline bool wr_comparing_has(struct wr_comparing *comparing, const void *memory)
{
    return wr_comparing_goes_on(comparing, memory ? WR_OK : wr_no_memory(comparing->context));
}

/* Whether something is where it was; how far it is off counts then. */
static inline bool wr_comparing_near(struct wr_comparing *comparing, double off)
{
    bool near = off <= WR_SAME_PLACE;
    if (near && off > comparing->moved)
        comparing->moved = off;
    return near;
}

/* What belongs to what: indices of the other side, or WR_UNPAIRED. */
struct wr_pairing {
    uint32_t *was_of, *now_of;
};
#define WR_UNPAIRED UINT32_MAX

/* Pairs the first of a name with the first of that name, the second with the second; capitals
 * do not count. NULL is no name. False when memory is out, which was said. */
bool wr_comparing_pair(struct wr_comparing *comparing, const char *const *now, size_t now_count,
                       const char *const *was, size_t was_count, struct wr_pairing *out);

/* Something with a place; a NULL mark is none. */
struct wr_placed {
    const char *mark;
    wr_vec3 at;
};
/* Pairs what has one mark, to the letter, with what stood nearest, no farther than `reach`, one
 * after the other; what is paired loses its mark, and keeps its partner in `out`, which
 * wr_comparing_unpaired begins. Both are false when memory is out, which was said. */
bool wr_comparing_unpaired(struct wr_comparing *comparing, uint32_t now_count,
                           uint32_t was_count, struct wr_pairing *out);
bool wr_comparing_pair_nearest(struct wr_comparing *comparing, struct wr_placed *now,
                               uint32_t now_count, struct wr_placed *was, uint32_t was_count,
                               double reach, struct wr_pairing *out);

/* Where a value stands in its tree: the labels on the way to it. */
struct wr_tree_step {
    const struct wr_tree_step *above;
    const char *label, *name; /* name of a row, or NULL */
    uint32_t row;             /* UINT32_MAX: the label is that of no list */
};

/* Compares all values of two structs but those that `skips` (NULL: none) names. */
typedef bool wr_skips_fn(const char *label);
void wr_compare_structs(struct wr_comparing *comparing, const struct wr_tree_step *step,
                        const wr_gff_struct *now, const wr_gff_struct *was, wr_skips_fn *skips);
/* Compares what stands in an area, whatever the order of its rows: the lists of a GIT. */
void wr_compare_things(struct wr_comparing *comparing, const wr_gff_struct *now,
                       const wr_gff_struct *was);
/* Whether a label is that of one of these lists. */
bool wr_is_things(const char *label);

#endif
