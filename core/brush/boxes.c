/* Boxes are halved by the middles of theirs along the longest side, until few are left. */
#include "core/brush/boxes.h"

enum { LEAF = 4 };

/* The children of a node follow it: the first at once, the second at `other`. */
struct wr_box_node {
    wr_dbox box;
    uint32_t from, count; /* of a leaf's items; 0: it has children */
    uint32_t other;
};

void wr_dbox_add(wr_dbox *box, wr_dvec3 point)
{
    box->min.x = point.x < box->min.x ? point.x : box->min.x;
    box->min.y = point.y < box->min.y ? point.y : box->min.y;
    box->min.z = point.z < box->min.z ? point.z : box->min.z;
    box->max.x = point.x > box->max.x ? point.x : box->max.x;
    box->max.y = point.y > box->max.y ? point.y : box->max.y;
    box->max.z = point.z > box->max.z ? point.z : box->max.z;
}

bool wr_dbox_touch(const wr_dbox *a, const wr_dbox *b)
{
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y &&
           b->min.y <= a->max.y && a->min.z <= b->max.z && b->min.z <= a->max.z;
}

static double along(wr_dvec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Twice the middle of a box. */
static wr_dvec3 middle_of(const struct wr_box_tree *tree, uint32_t item)
{
    return wr_add(tree->boxes[item].min, tree->boxes[item].max);
}

static bool is_before(const struct wr_box_tree *tree, uint32_t a, uint32_t b, int axis)
{
    double at_a = along(middle_of(tree, a), axis), at_b = along(middle_of(tree, b), axis);
    return at_a < at_b || (at_a == at_b && a < b);
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Moves items below the one in the middle of the range before it, and those above behind. */
static void halve(struct wr_box_tree *tree, uint32_t from, uint32_t to, int axis)
{
    uint32_t *items = tree->items, half = from + (to - from) / 2;
    while (to - from > 1) {
        swap(&items[from + (to - from) / 2], &items[to - 1]);
        uint32_t kept = from, pivot = items[to - 1];
        for (uint32_t i = from; i + 1 < to; i++)
            if (is_before(tree, items[i], pivot, axis))
                swap(&items[i], &items[kept++]);
        swap(&items[kept], &items[to - 1]);
        if (kept == half)
            return;
        if (kept < half)
            from = kept + 1;
        else
            to = kept;
    }
}

static int longest_of(wr_dbox box)
{
    wr_dvec3 size = wr_sub(box.max, box.min);
    if (size.x >= size.y && size.x >= size.z)
        return 0;
    return size.y >= size.z ? 1 : 2;
}

static void divide(struct wr_box_tree *tree, uint32_t from,
                   uint32_t to) // NOLINT(misc-no-recursion)
{
    struct wr_box_node *node = &tree->nodes[tree->node_count++];
    wr_dbox middles = wr_dbox_empty();
    *node = (struct wr_box_node){.box = wr_dbox_empty(), .from = from, .count = to - from};
    for (uint32_t i = from; i < to; i++) {
        wr_dbox_add(&node->box, tree->boxes[tree->items[i]].min);
        wr_dbox_add(&node->box, tree->boxes[tree->items[i]].max);
        wr_dbox_add(&middles, middle_of(tree, tree->items[i]));
    }
    if (to - from <= LEAF)
        return;
    uint32_t half = from + (to - from) / 2;
    halve(tree, from, to, longest_of(middles));
    node->count = 0;
    divide(tree, from, half);
    node->other = tree->node_count;
    divide(tree, half, to);
}

bool wr_box_tree_make(struct wr_arena *arena, const wr_dbox *boxes, uint32_t count,
                      struct wr_box_tree *out)
{
    *out = (struct wr_box_tree){.boxes = boxes, .count = count};
    out->items = WR_TAKE(arena, uint32_t, count);
    out->nodes = WR_TAKE(arena, struct wr_box_node, (size_t)count + 1);
    if (!out->items || !out->nodes)
        return false;
    for (uint32_t i = 0; i < count; i++)
        out->items[i] = i;
    if (count > 0)
        divide(out, 0, count);
    return true;
}

struct wr_look wr_box_tree_look(const struct wr_box_tree *boxes, wr_dbox box)
{
    return (struct wr_look){.boxes = boxes, .box = box, .depth = boxes->count > 0};
}

/* Goes down to the next leaf whose box is touched. */
static bool find_leaf(struct wr_look *look)
{
    while (look->depth > 0) {
        uint32_t at = look->stack[--look->depth];
        const struct wr_box_node *node = &look->boxes->nodes[at];
        if (!wr_dbox_touch(&node->box, &look->box))
            continue;
        if (node->count > 0) {
            look->at = node->from;
            look->end = node->from + node->count;
            return true;
        }
        look->stack[look->depth++] = node->other;
        look->stack[look->depth++] = at + 1;
    }
    return false;
}

bool wr_look_next(struct wr_look *look, uint32_t *out)
{
    do {
        while (look->at < look->end) {
            *out = look->boxes->items[look->at++];
            if (wr_dbox_touch(&look->boxes->boxes[*out], &look->box))
                return true;
        }
    } while (find_leaf(look));
    return false;
}
