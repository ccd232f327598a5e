/* Inner nodes of the AABB tree. */
#include "core/walkmesh/tree_nodes.h"

/* The axis along which the children's centres differ most; the low bits say that the left child
 * comes first along it. */
static uint32_t plane_of(const struct wr_tree_bounds *left, const struct wr_tree_bounds *right)
{
    uint32_t plane = 1;
    double largest = -1;
    for (int axis = 0; axis < 3; axis++) {
        double step = ((double)right->low[axis] - right->high[axis]) -
                      ((double)left->low[axis] - left->high[axis]);
        if (fabs(step) > largest) {
            largest = fabs(step);
            plane = (step < 0 ? 8u : 1u) << axis;
        }
    }
    return plane;
}

void wr_tree_inner(wr_tree_node *out, uint32_t slot, uint32_t half,
                   const struct wr_tree_bounds *bounds, const struct wr_tree_bounds *left,
                   const struct wr_tree_bounds *right)
{
    *out = (wr_tree_node){
        .box = wr_tree_box(bounds),
        .face = -1,
        .constant = WR_TREE_CONSTANT,
        .plane = plane_of(left, right),
        .left = (int32_t)(slot + 1),
        .right = (int32_t)(slot + 2 * half),
    };
}
