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

/* Whether a map's word for a door means one of a kit: "narrow", or "burrow:narrow". */
bool wr_word_means_door(const char *word, const struct wr_kit *kit, uint32_t door);

#endif
