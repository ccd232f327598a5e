/* The AABB tree: median splits along the longest axis. Source: formats/bwm, 3.5.
 *
 * The faces of a node stay in ascending order, since every split is stable; "by centroid, then
 * by face" is therefore "by centroid, then by place". A subtree of n faces has 2n - 1 nodes, so
 * that each node's slot is known before anything below it. */
#include "core/walkmesh/tree.h"

#include "core/base/tolerance.h"

#include <string.h>

enum { NODE_CONSTANT = 4 };

/* A face while it is sorted: centroid keys that compare as unsigned integers. */
struct item {
    uint32_t key[3], face;
};

/* Bounds of a face or a node, without padding. */
struct extent {
    float low[3], high[3];
};

struct builder {
    wr_tree_node *nodes;
    const struct extent *extents; /* one a face */
    uint32_t *keys;               /* room for one key an item */
};

/* Adding zero makes one zero of two. */
static uint32_t key_of(double sum)
{
    float value = (float)(sum + 0.0);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static void spread(float out[3], wr_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* The centroid is ordered by the sum of three coordinates in double, rounded once: the game's
 * own trees agree with that, and not with sums in float32. */
static void prepare_face(const struct wr_walkmesh *mesh, uint32_t face, struct item *item,
                         struct extent *extent)
{
    float corner[3][3];
    for (int k = 0; k < 3; k++)
        spread(corner[k], mesh->vertices[mesh->faces[face].v[k]]);
    for (int axis = 0; axis < 3; axis++) {
        float a = corner[0][axis], b = corner[1][axis], c = corner[2][axis];
        float low = a < b ? a : b, high = a < b ? b : a;
        extent->low[axis] = c < low ? c : low;
        extent->high[axis] = c > high ? c : high;
        item->key[axis] = key_of((double)a + b + c);
    }
    item->face = face;
}

static struct extent extent_of(const struct builder *builder, const struct item *items,
                               uint32_t count)
{
    struct extent all = builder->extents[items[0].face];
    for (uint32_t i = 1; i < count; i++) {
        const struct extent *one = &builder->extents[items[i].face];
        for (int axis = 0; axis < 3; axis++) {
            all.low[axis] = one->low[axis] < all.low[axis] ? one->low[axis] : all.low[axis];
            all.high[axis] =
                one->high[axis] > all.high[axis] ? one->high[axis] : all.high[axis];
        }
    }
    return all;
}

static int longest_axis(const struct extent *extent)
{
    int longest = 0;
    double length = (double)extent->high[0] - extent->low[0];
    for (int axis = 1; axis < 3; axis++) {
        double other = (double)extent->high[axis] - extent->low[axis];
        if (other > length) {
            longest = axis;
            length = other;
        }
    }
    return longest;
}

/* The key of rank `rank` among `count`, by bytes from the top; `keys` is used up. */
static uint32_t select_key(uint32_t *keys, uint32_t count, uint32_t rank)
{
    for (int shift = 24; shift >= 0 && count > 1; shift -= 8) {
        uint32_t bins[256] = {0}, byte = 0, kept = 0;
        for (uint32_t i = 0; i < count; i++)
            bins[keys[i] >> shift & 0xff]++;
        for (; rank >= bins[byte]; byte++)
            rank -= bins[byte];
        for (uint32_t i = 0; i < count; i++)
            if ((keys[i] >> shift & 0xff) == byte)
                keys[kept++] = keys[i];
        count = kept;
    }
    return keys[0];
}

/* Copies the `left` lowest items to the front of `to` and the others behind them. */
static void split(const struct builder *builder, const struct item *from, struct item *to,
                  uint32_t count, uint32_t left, int axis)
{
    for (uint32_t i = 0; i < count; i++)
        builder->keys[i] = from[i].key[axis];
    uint32_t pivot = select_key(builder->keys, count, left);
    uint32_t equal = left, low = 0, high = left;
    for (uint32_t i = 0; i < count; i++)
        equal -= from[i].key[axis] < pivot;
    for (uint32_t i = 0; i < count; i++) {
        bool same = from[i].key[axis] == pivot;
        if (from[i].key[axis] < pivot || (same && equal > 0)) {
            equal -= same;
            to[low++] = from[i];
        } else {
            to[high++] = from[i];
        }
    }
}

static wr_tree_node leaf_of(const struct extent *extent, uint32_t face)
{
    float low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = (float)(extent->low[axis] - WR_TREE_PADDING);
        high[axis] = (float)(extent->high[axis] + WR_TREE_PADDING);
    }
    return (wr_tree_node){
        .box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}},
        .face = (int32_t)face,
        .constant = NODE_CONSTANT,
        .left = -1,
        .right = -1,
    };
}

static float lower(float a, float b)
{
    return b < a ? b : a;
}

static float upper(float a, float b)
{
    return b > a ? b : a;
}

static wr_box join(const wr_box *a, const wr_box *b)
{
    return (wr_box){
        {lower(a->min.x, b->min.x), lower(a->min.y, b->min.y), lower(a->min.z, b->min.z)},
        {upper(a->max.x, b->max.x), upper(a->max.y, b->max.y), upper(a->max.z, b->max.z)},
    };
}

static double middle_step(float left_min, float left_max, float right_min, float right_max)
{
    return ((double)right_min + right_max) - ((double)left_min + left_max);
}

/* The axis along which the children's centres differ most; the low bits say that the left child
 * comes first along it. */
static uint32_t plane_of(const wr_box *left, const wr_box *right)
{
    const double step[3] = {
        middle_step(left->min.x, left->max.x, right->min.x, right->max.x),
        middle_step(left->min.y, left->max.y, right->min.y, right->max.y),
        middle_step(left->min.z, left->max.z, right->min.z, right->max.z),
    };
    int axis = 0;
    for (int other = 1; other < 3; other++)
        if (fabs(step[other]) > fabs(step[axis]))
            axis = other;
    return (step[axis] < 0 ? 8u : 1u) << axis;
}

/* Recursion halves the count: at most 32 deep. `spare` is as large as `items`. */
static void build(const struct builder *builder, struct item *items, struct item *spare,
                  uint32_t count, uint32_t slot)
{
    wr_tree_node *node = &builder->nodes[slot];
    if (count == 1) {
        *node = leaf_of(&builder->extents[items->face], items->face);
        return;
    }
    struct extent extent = extent_of(builder, items, count);
    uint32_t left = count / 2;
    split(builder, items, spare, count, left, longest_axis(&extent));
    build(builder, spare, items, left, slot + 1);
    build(builder, spare + left, items + left, count - left, slot + 2 * left);
    const wr_box *a = &node[1].box, *b = &node[2 * left].box;
    *node = (wr_tree_node){
        .box = join(a, b),
        .face = -1,
        .constant = NODE_CONSTANT,
        .plane = plane_of(a, b),
        .left = (int32_t)(slot + 1),
        .right = (int32_t)(slot + 2 * left),
    };
}

enum wr_result wr_tree_derive(struct wr_context *context, struct wr_arena *scratch,
                              struct wr_walkmesh *mesh)
{
    uint32_t count = mesh->kind == WR_WOK ? mesh->face_count : 0;
    mesh->node_count = count > 0 ? 2 * count - 1 : 0;
    mesh->nodes = WR_TAKE(mesh->arena, wr_tree_node, mesh->node_count);
    if (!mesh->nodes)
        return wr_no_memory(context);
    wr_arena_mark mark = wr_arena_here(scratch);
    struct item *items = WR_TAKE(scratch, struct item, count);
    struct item *spare = WR_TAKE(scratch, struct item, count);
    struct extent *extents = WR_TAKE(scratch, struct extent, count);
    struct builder builder = {mesh->nodes, extents, WR_TAKE(scratch, uint32_t, count)};
    if (!items || !spare || !extents || !builder.keys)
        return wr_no_memory(context);
    for (uint32_t f = 0; f < count; f++)
        prepare_face(mesh, f, &items[f], &extents[f]);
    if (count > 0)
        build(&builder, items, spare, count, 0);
    wr_arena_rewind(scratch, mark);
    return WR_OK;
}
