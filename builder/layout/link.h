/* The rules two doorways must keep to be linked. */
#ifndef WR_BUILDER_LAYOUT_LINK_H
#define WR_BUILDER_LAYOUT_LINK_H

#include "builder/layout/layout.h"

/* A rule two doorways break: its slug and what is wrong. */
typedef struct wr_link_fault {
    const char *slug;
    const char *reason; /* NULL: nothing is */
} wr_link_fault;

/* Which rule forbids a link of two placed hooks, distance aside. False when memory is out. */
bool wr_link_judge(const struct wr_layout *layout, struct wr_arena *scratch, uint32_t a,
                   uint32_t b, wr_link_fault *out);

/* Two hooks of two rooms, the lower first, that lie within the layout's reach of each other and
 * whose link no rule forbids. */
typedef struct wr_hook_pair {
    double distance;
    uint32_t a, b;
} wr_hook_pair;

/* Nearest first; then by hook, so that the order is total. */
int wr_order_hook_pairs(const void *a, const void *b);

/* All pairs of a layout that is not linked yet, in its arena. */
enum wr_result wr_layout_pairs(struct wr_context *context, const struct wr_layout *layout,
                               wr_hook_pair **out, size_t *count);
/* wr_layout_link for somebody who knows all pairs, in any order: they are sorted. No hook may
 * be linked yet. */
enum wr_result wr_layout_link_pairs(struct wr_context *context, struct wr_layout *layout,
                                    struct wr_arena *scratch, wr_hook_pair *pairs,
                                    size_t count);

/* Whether a map's word for a door means one of a kit: "narrow", or "burrow:narrow". */
bool wr_word_means_door(const char *word, const struct wr_kit *kit, uint32_t door);

#endif
