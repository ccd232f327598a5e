/* Whether a tree is the one that would be made, in one walk from its leaves up.
 *
 * Where all of a node's left faces come before all of its right ones, along the axis that the
 * node is split along, and half of its faces are left, then these are the halves that a sort
 * would make. What was seen below a node says so: its box, and its first and last face along
 * each axis. That no face comes before itself makes the leaves name each face once. */
#include "core/walkmesh/tree.h"
#include "core/walkmesh/tree_nodes.h"

enum { LOOK = 4096 };

struct proof {
    struct wr_context *context;
    const struct wr_walkmesh *mesh;
};

/* What is below a node; places of faces along an axis are those of their centroids, and of one
 * place those of their numbers. */
struct below {
    struct wr_tree_bounds bounds;
    int64_t first[3], last[3];
};

/* To the byte, since that is what is asked; a node has no padding. */
static bool same_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(wr_tree_node)) == 0;
}

static bool leaf_holds(const struct proof *proof, const wr_tree_node *node, struct below *out)
{
    uint32_t face = (uint32_t)node->face;
    int32_t key[3];
    if (face >= proof->mesh->face_count)
        return false;
    wr_tree_face(proof->mesh, face, key, &out->bounds);
    for (int axis = 0; axis < 3; axis++)
        out->first[axis] = out->last[axis] = key[axis] * (INT64_C(1) << 32) + face;
    wr_tree_node made;
    wr_tree_leaf(&made, face, &out->bounds);
    return same_bytes(node, &made);
}

static void join(struct below *all, const struct below *one)
{
    wr_tree_join(&all->bounds, &one->bounds);
    for (int axis = 0; axis < 3; axis++) {
        if (one->first[axis] < all->first[axis])
            all->first[axis] = one->first[axis];
        if (one->last[axis] > all->last[axis])
            all->last[axis] = one->last[axis];
    }
}

/* Links are looked at on the way down: a tree of another shape is soon seen. At most 32 deep,
 * as the count halves. */
static bool node_holds(const struct proof *proof, uint32_t count, uint32_t slot,
                       struct below *out)
{
    const wr_tree_node *node = &proof->mesh->nodes[slot];
    uint32_t half = count / 2, right_slot = slot + 2 * half;
    struct below left, right;
    if (count == 1)
        return leaf_holds(proof, node, out);
    if (node->left != (int32_t)(slot + 1) || node->right != (int32_t)right_slot)
        return false;
    if (count >= LOOK && wr_context_stopped(proof->context))
        return false;
    if (!node_holds(proof, half, slot + 1, &left) ||
        !node_holds(proof, count - half, right_slot, &right))
        return false;
    *out = left;
    join(out, &right);
    int axis = wr_tree_axis(&out->bounds);
    wr_tree_node made;
    wr_tree_inner(&made, slot, half, &out->bounds, &left.bounds, &right.bounds);
    return left.last[axis] < right.first[axis] && same_bytes(node, &made);
}

/* The first subtree of few faces: its nodes come right behind those above it. */
bool wr_tree_begins(const struct wr_walkmesh *mesh)
{
    const struct proof proof = {NULL, mesh};
    uint32_t count = mesh->face_count, slot = 0;
    struct below first;
    for (; count > WR_TREE_BEGIN / 4; count /= 2)
        slot++;
    return count > 0 && mesh->node_count == 2 * mesh->face_count - 1 &&
           node_holds(&proof, count, slot, &first);
}

bool wr_tree_holds(struct wr_context *context, const struct wr_walkmesh *mesh)
{
    const struct proof proof = {context, mesh};
    struct below all;
    return mesh->face_count > 0 && mesh->node_count == 2 * mesh->face_count - 1 &&
           node_holds(&proof, mesh->face_count, 0, &all);
}
