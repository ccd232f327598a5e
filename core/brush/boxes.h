/* A tree of boxes: which of them touch another one. */
#ifndef WR_CORE_BRUSH_BOXES_H
#define WR_CORE_BRUSH_BOXES_H

#include "core/base/arena.h"
#include "core/base/math.h"

typedef struct wr_dbox {
    wr_dvec3 min, max;
} wr_dbox;

/* A box that holds nothing yet: add points to it. */
static inline wr_dbox wr_dbox_empty(void)
{
    return (wr_dbox){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}
void wr_dbox_add(wr_dbox *box, wr_dvec3 point);
bool wr_dbox_touch(const wr_dbox *a, const wr_dbox *b);

struct wr_box_tree {
    const wr_dbox *boxes;
    uint32_t *items; /* in the order of the leaves */
    struct wr_box_node *nodes;
    uint32_t count, node_count;
};

/* Makes the tree in `arena`; the boxes must outlive it. False when memory is out. */
bool wr_box_tree_make(struct wr_arena *arena, const wr_dbox *boxes, uint32_t count,
                      struct wr_box_tree *out);

/* A look through a tree: starts with wr_box_tree_look, and gives one number after another. */
struct wr_look {
    const struct wr_box_tree *boxes;
    wr_dbox box;
    uint32_t stack[64];
    uint32_t depth, at, end;
};

struct wr_look wr_box_tree_look(const struct wr_box_tree *boxes, wr_dbox box);
/* False when all boxes were given that touch the one that was looked for. */
bool wr_look_next(struct wr_look *look, uint32_t *out);

#endif
