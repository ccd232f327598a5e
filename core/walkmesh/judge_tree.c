/* Judging the AABB tree of a room. Source: formats/bwm, 3.5. */
#include "core/base/tolerance.h"
#include "core/walkmesh/judging.h"

#include <inttypes.h>

enum { CONSTANT = 4 }; /* of unknown meaning, in every file of the game */

static const char rebuild[] = "`warren rebuild` makes the tree anew";

static void charge(struct wr_mesh_judging *judging, const struct wr_fault *fault,
                   enum wr_severity severity, const char *slug, const char *what)
{
    wr_mesh_judging_charge(
        judging, fault,
        &(struct wr_charge){severity, WR_TABLE_NODES, slug, "tree node", what, rebuild});
}

static bool is_flag(uint32_t plane)
{
    return plane != 0 && plane <= 32 && (plane & (plane - 1)) == 0;
}

/* Leaves and inner nodes, each by itself. */
static void judge_nodes(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault form = {0}, constant = {0}, order = {0};
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        const wr_tree_node *node = &mesh->nodes[i];
        bool leaf = node->face >= 0;
        if (leaf ? node->plane != 0 || node->left != -1 || node->right != -1
                 : node->face != -1 || !is_flag(node->plane))
            wr_fault_add(&form, i);
        if (!leaf && node->left >= 0 && (uint32_t)node->left != i + 1)
            wr_fault_add(&order, i);
        if (node->constant != CONSTANT)
            wr_fault_add(&constant, i);
    }
    charge(judging, &form, WR_ERROR, "wok-tree-node",
           "is neither a leaf (a face, plane 0, no children) nor a branch (no face, one plane "
           "flag)");
    charge(judging, &order, WR_WARNING, "tree-order",
           "is not followed by its left child, as in the game's own files");
    charge(judging, &constant, WR_WARNING, "tree-constant",
           "lacks the constant 4 that the game's own files have");
}

static bool is_branch(const struct wr_walkmesh *mesh, uint32_t node)
{
    return mesh->nodes[node].face < 0;
}

static bool has_node(const struct wr_walkmesh *mesh, int32_t node)
{
    return node >= 0 && (uint32_t)node < mesh->node_count;
}

/* Each node has one parent and is reached from the root. `parents` and `stack` have an entry a
 * node; parents come cleared. */
static void judge_children(struct wr_mesh_judging *judging, uint8_t *parents, uint32_t *stack)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault missing = {0}, shared = {0}, lost = {0};
    uint32_t waiting = 0;
    stack[waiting++] = 0;
    parents[0] = 1;
    while (waiting > 0) {
        uint32_t i = stack[--waiting];
        const int32_t children[2] = {mesh->nodes[i].right, mesh->nodes[i].left};
        for (int k = 0; k < 2 && is_branch(mesh, i); k++) {
            if (!has_node(mesh, children[k])) {
                wr_fault_add(&missing, i);
            } else if (parents[children[k]]) {
                wr_fault_add(&shared, (uint32_t)children[k]);
            } else {
                parents[children[k]] = 1;
                stack[waiting++] = (uint32_t)children[k];
            }
        }
    }
    for (uint32_t i = 0; i < mesh->node_count; i++)
        if (!parents[i])
            wr_fault_add(&lost, i);
    charge(judging, &missing, WR_ERROR, "wok-tree-child", "has a child that does not exist");
    charge(judging, &shared, WR_ERROR, "wok-tree-cycle", "is the child of two nodes");
    charge(judging, &lost, WR_ERROR, "wok-tree-lost", "is not reached from the root");
}

/* Each face has one leaf. `leaves` has an entry a face and comes cleared. */
static void judge_leaves(struct wr_mesh_judging *judging, uint8_t *leaves)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault wrong = {0}, missing = {0};
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        if (is_branch(mesh, i))
            continue;
        uint32_t face = (uint32_t)mesh->nodes[i].face;
        if (face >= mesh->face_count || leaves[face])
            wr_fault_add(&wrong, i);
        else
            leaves[face] = 1;
    }
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (!leaves[f])
            wr_fault_add(&missing, f);
    charge(judging, &wrong, WR_ERROR, "wok-tree-leaf",
           "is a leaf for a face that does not exist or has a leaf already");
    wr_mesh_judging_charge(judging, &missing,
                           &(struct wr_charge){WR_ERROR, WR_TABLE_FACES, "wok-tree-face",
                                               "face", "is in no leaf of the tree", rebuild});
}

/* NaN where one of the two is. */
static double lesser(double a, double b)
{
    return isnan(b) || b < a ? b : a;
}

/* By how much a box exceeds another on the side where it does so least; NaN where it is none.
 */
static double margin(wr_box outer, wr_box inner)
{
    wr_dvec3 low = wr_sub(wr_widen(inner.min), wr_widen(outer.min));
    wr_dvec3 high = wr_sub(wr_widen(outer.max), wr_widen(inner.max));
    return lesser(lesser(lesser(low.x, low.y), lesser(low.z, high.x)), lesser(high.y, high.z));
}

static wr_box face_box(const struct wr_walkmesh *mesh, uint32_t face)
{
    wr_box box = wr_box_empty();
    for (int i = 0; i < 3; i++)
        box = wr_box_add(box, mesh->vertices[mesh->faces[face].v[i]]);
    return box;
}

static double branch_margin(const struct wr_walkmesh *mesh, const wr_tree_node *node)
{
    double left = 0, right = 0;
    if (has_node(mesh, node->left))
        left = margin(node->box, mesh->nodes[node->left].box);
    if (has_node(mesh, node->right))
        right = margin(node->box, mesh->nodes[node->right].box);
    return lesser(left, right);
}

static void judge_boxes(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault box = {0}, unpadded = {0};
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        const wr_tree_node *node = &mesh->nodes[i];
        if (is_branch(mesh, i)) {
            if (!(branch_margin(mesh, node) >= -WR_BOX_ERROR))
                wr_fault_add(&box, i);
        } else if ((uint32_t)node->face < mesh->face_count) {
            double padding = margin(node->box, face_box(mesh, (uint32_t)node->face));
            if (!(padding >= -WR_BOX_ERROR))
                wr_fault_add(&box, i);
            else if (padding < WR_TREE_PADDING - WR_BOX_ERROR)
                wr_fault_add(&unpadded, i);
        }
    }
    charge(judging, &box, WR_ERROR, "wok-tree-box",
           "has a box that leaves out a part of its face or children");
    charge(judging, &unpadded, WR_WARNING, "tree-unpadded",
           "has a leaf box that is not 1 cm larger than its face all round, so that rays in a "
           "flat floor may miss it");
}

enum wr_result wr_judge_tree(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    uint64_t wanted = mesh->face_count ? 2 * (uint64_t)mesh->face_count - 1 : 0;
    if (mesh->node_count != wanted) {
        judging->wrong = true;
        wr_fail(judging->context, WR_INVALID, wr_mesh_judging_row(judging, WR_TABLE_NODES, 0),
                "wok-tree-count", rebuild,
                "the tree has %" PRIu32 " nodes; one leaf a face makes %" PRIu64,
                mesh->node_count, wanted);
    }
    if (mesh->node_count == 0)
        return WR_OK;
    uint8_t *parents = WR_ZERO(judging->scratch, uint8_t, mesh->node_count);
    uint8_t *leaves = WR_ZERO(judging->scratch, uint8_t, mesh->face_count);
    uint32_t *stack = WR_TAKE(judging->scratch, uint32_t, mesh->node_count);
    if (!parents || !leaves || !stack)
        return wr_no_memory(judging->context);
    judge_nodes(judging);
    judge_children(judging, parents, stack);
    judge_leaves(judging, leaves);
    judge_boxes(judging);
    return WR_OK;
}
