/* Judges the AABB tree: bwm.md, section 3.5. */
#include "tests/oracle/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What lies below a node: how many leaves, and the range of their faces' centroids. */
struct below {
    uint32_t leaves, nodes;
    double low[3], high[3];
};

static const double centroid_slack = 2e-4; /* stock boxes and vertices were rounded apart */

static bool is_leaf(const struct oracle_node *node)
{
    return node->face >= 0;
}

static bool child_fits(const struct oracle_wok *wok, int32_t child)
{
    return child > 0 && child < (int64_t)wok->node_count;
}

static bool is_direction(uint32_t plane)
{
    return plane != 0 && plane <= 32 && (plane & (plane - 1)) == 0;
}

/* False when the leaf's face is none. */
static bool judge_leaf(const struct oracle_hearing *hearing, uint32_t index)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    if (node->left != -1 || node->right != -1)
        ORACLE_BLAME(hearing, TREE_CHILDREN, "leaf %u has children %d and %d", index,
                     node->left, node->right);
    if (node->plane)
        ORACLE_BLAME(hearing, TREE_PLANE, "leaf %u has plane %u", index, node->plane);
    if ((uint32_t)node->face < hearing->wok->face_count)
        return true;
    ORACLE_BLAME(hearing, TREE_FACES, "leaf %u holds face %d of %u", index, node->face,
                 hearing->wok->face_count);
    return false;
}

/* False when a child cannot be followed. */
static bool judge_inner(const struct oracle_hearing *hearing, uint32_t index)
{
    const struct oracle_wok *wok = hearing->wok;
    const struct oracle_node *node = &wok->nodes[index];
    if (!is_direction(node->plane))
        ORACLE_BLAME(hearing, TREE_PLANE, "node %u has plane %u", index, node->plane);
    if (node->face == -1 && child_fits(wok, node->left) && child_fits(wok, node->right))
        return true;
    ORACLE_BLAME(hearing, TREE_CHILDREN, "node %u: face %d, children %d and %d", index,
                 node->face, node->left, node->right);
    return false;
}

static bool judge_node(const struct oracle_hearing *hearing, uint32_t index)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    if (node->constant != 4)
        ORACLE_BLAME(hearing, TREE_CONSTANT, "node %u: the word at +28 is %u, not 4", index,
                     node->constant);
    return is_leaf(node) ? judge_leaf(hearing, index) : judge_inner(hearing, index);
}

static bool judge_leaf_faces(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t *leaves = oracle_take(wok->face_count, sizeof *leaves);
    bool each_once = true;
    for (uint32_t i = 0; i < wok->node_count; i++)
        if (is_leaf(&wok->nodes[i]))
            leaves[wok->nodes[i].face]++;
    for (uint32_t f = 0; f < wok->face_count; f++)
        if (leaves[f] != 1) {
            ORACLE_BLAME(hearing, TREE_FACES, "face %u stands in %u leaves", f, leaves[f]);
            each_once = false;
        }
    free(leaves);
    return each_once;
}

/* Nodes in an order in which parents come first; NULL unless each is reached exactly once. */
static uint32_t *reach_all(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t *order = oracle_take(wok->node_count, sizeof *order), length = 1;
    unsigned char *seen = oracle_take(wok->node_count, 1);
    bool once = true;
    seen[0] = 1;
    for (uint32_t i = 0; i < length; i++) {
        const struct oracle_node *node = &wok->nodes[order[i]];
        for (int side = 0; side < 2 && !is_leaf(node); side++) {
            uint32_t child = (uint32_t)(side ? node->right : node->left);
            if (seen[child]) {
                ORACLE_BLAME(hearing, TREE_REACH, "node %u is reached twice", child);
                once = false;
                continue;
            }
            seen[child] = 1;
            order[length++] = child;
        }
    }
    if (length != wok->node_count && once &&
        wok->node_count == 2 * (uint64_t)wok->face_count - 1)
        ORACLE_BLAME(hearing, TREE_REACH, "%u of %u nodes cannot be reached",
                     wok->node_count - length, wok->node_count);
    free(seen);
    if (once && length == wok->node_count)
        return order;
    free(order);
    return NULL;
}

static void leaf_below(const struct oracle_wok *wok, uint32_t face, struct below *below)
{
    double sum[3] = {0, 0, 0};
    for (unsigned k = 0; k < 3; k++) {
        double p[3];
        oracle_corner(wok, face, k, p);
        for (int i = 0; i < 3; i++)
            sum[i] += p[i] / 3;
    }
    below->leaves = below->nodes = 1;
    memcpy(below->low, sum, sizeof sum);
    memcpy(below->high, sum, sizeof sum);
}

static void join_below(const struct below *left, const struct below *right, struct below *out)
{
    out->leaves = left->leaves + right->leaves;
    out->nodes = left->nodes + right->nodes + 1;
    for (int i = 0; i < 3; i++) {
        out->low[i] = fmin(left->low[i], right->low[i]);
        out->high[i] = fmax(left->high[i], right->high[i]);
    }
}

/* As fmax, but not a number stays so. */
static double largest_of(double a, double b)
{
    return a >= b || a != a ? a : b;
}

static void judge_leaf_box(const struct oracle_hearing *hearing, uint32_t index)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        double low = INFINITY, high = -INFINITY;
        for (unsigned k = 0; k < 3; k++) {
            double p[3];
            oracle_corner(hearing->wok, (uint32_t)node->face, k, p);
            low = fmin(low, p[i]);
            high = fmax(high, p[i]);
        }
        double below = fabs(low - hearing->options->leaf_pad - (double)node->low[i]);
        double above = fabs(high + hearing->options->leaf_pad - (double)node->high[i]);
        worst = largest_of(worst, largest_of(below, above));
    }
    if (!(worst <= hearing->options->box_error))
        ORACLE_BLAME(hearing, TREE_LEAF_BOX, "leaf %u: the box of face %d is off by %g", index,
                     node->face, worst);
}

static void judge_union(const struct oracle_hearing *hearing, uint32_t index)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    const struct oracle_node *left = &hearing->wok->nodes[node->left];
    const struct oracle_node *right = &hearing->wok->nodes[node->right];
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        float low = left->low[i] < right->low[i] ? left->low[i] : right->low[i];
        float high = left->high[i] > right->high[i] ? left->high[i] : right->high[i];
        double below = fabs((double)node->low[i] - (double)low);
        double above = fabs((double)node->high[i] - (double)high);
        worst = largest_of(worst, largest_of(below, above));
    }
    if (!(worst <= hearing->options->union_error))
        ORACLE_BLAME(hearing, TREE_UNION, "node %u: its box is not its children's, but %g off",
                     index, worst);
}

static void judge_direction(const struct oracle_hearing *hearing, uint32_t index)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    const struct oracle_node *left = &hearing->wok->nodes[node->left];
    const struct oracle_node *right = &hearing->wok->nodes[node->right];
    double apart[3], largest = 0;
    for (int i = 0; i < 3; i++) {
        apart[i] = ((double)right->low[i] + (double)right->high[i] - (double)left->low[i] -
                    (double)left->high[i]) /
                   2;
        largest = fmax(largest, fabs(apart[i]));
    }
    for (int i = 0; i < 3; i++) {
        uint32_t flag = (apart[i] < 0 ? 8u : 1u) << i;
        if (node->plane == flag && fabs(apart[i]) >= largest - 1e-5)
            return;
    }
    if (largest > 1e-5 && is_direction(node->plane))
        ORACLE_BLAME(hearing, TREE_DIRECTION,
                     "node %u: plane %u, but the boxes are %g %g %g apart", index, node->plane,
                     apart[0], apart[1], apart[2]);
}

/* Left must lie before right along the longest axis of the box; any axis among equals will do.
 */
static void judge_sort(const struct oracle_hearing *hearing, uint32_t index,
                       const struct below *left, const struct below *right)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    double longest = 0;
    for (int i = 0; i < 3; i++)
        longest = fmax(longest, (double)node->high[i] - (double)node->low[i]);
    for (int i = 0; i < 3; i++)
        if ((double)node->high[i] - (double)node->low[i] >= longest - 1e-5 &&
            left->high[i] <= right->low[i] + centroid_slack)
            return;
    ORACLE_BLAME(hearing, TREE_SORT, "node %u: its faces are not parted along its longest axis",
                 index);
}

static void judge_interior(const struct oracle_hearing *hearing, uint32_t index,
                           const struct below *all)
{
    const struct oracle_node *node = &hearing->wok->nodes[index];
    const struct below *left = &all[node->left], *right = &all[node->right];
    if (node->left != (int64_t)index + 1 || node->right != (int64_t)index + 1 + left->nodes)
        ORACLE_BLAME(hearing, TREE_PREORDER, "node %u: children %d and %d are not in pre-order",
                     index, node->left, node->right);
    if (left->leaves != all[index].leaves / 2)
        ORACLE_BLAME(hearing, TREE_MEDIAN, "node %u: %u of %u leaves lie to its left", index,
                     left->leaves, all[index].leaves);
    else
        judge_sort(hearing, index, left, right);
    judge_union(hearing, index);
    judge_direction(hearing, index);
}

static void judge_shape(const struct oracle_hearing *hearing, const uint32_t *order)
{
    const struct oracle_wok *wok = hearing->wok;
    struct below *all = oracle_take(wok->node_count, sizeof *all);
    for (uint32_t i = wok->node_count; i-- > 0;) {
        const struct oracle_node *node = &wok->nodes[order[i]];
        if (is_leaf(node)) {
            leaf_below(wok, (uint32_t)node->face, &all[order[i]]);
            judge_leaf_box(hearing, order[i]);
        } else {
            join_below(&all[node->left], &all[node->right], &all[order[i]]);
            judge_interior(hearing, order[i], all);
        }
    }
    free(all);
}

void oracle_judge_tree(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint64_t expected = wok->face_count ? 2 * (uint64_t)wok->face_count - 1 : 0;
    if (wok->node_count != expected)
        ORACLE_BLAME(hearing, TREE_COUNT, "%u nodes for %u faces, not %llu", wok->node_count,
                     wok->face_count, (unsigned long long)expected);
    bool sound = wok->node_count > 0;
    for (uint32_t i = 0; i < wok->node_count; i++)
        sound &= judge_node(hearing, i);
    if (!sound)
        return;
    uint32_t *order = judge_leaf_faces(hearing) ? reach_all(hearing) : NULL;
    if (order)
        judge_shape(hearing, order);
    free(order);
}
