/* The AABB tree: median splits along the longest axis. Source: formats/bwm, 3.5.
 *
 * The faces of a node stay in ascending order, since every split is stable; "by centroid, then
 * by face" is therefore "by centroid, then by place". A subtree of n faces has 2n - 1 nodes, so
 * that each node's slot is known before anything below it. */
#include "core/walkmesh/tree.h"

#include "core/base/tolerance.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { NODE_CONSTANT = 4, FEW = 32, LOOK = 4096 };

/* A face while it is sorted: centroid keys that compare as integers. */
struct item {
    int32_t key[3];
    uint32_t face;
};

/* A box as the file has it, but with its upper half negated: joining is one kind of step, which
 * compilers do four numbers at a time. The last of each four is not used. */
struct bounds {
    float low[4], high[4];
};

struct builder {
    struct wr_context *context;
    wr_tree_node *nodes;
    const struct bounds *faces; /* one a face */
    int32_t *keys;              /* room for one key an item */
};

/* ---- Faces ------------------------------------------------------------------------------- */

/* Adding zero makes one zero of two. */
static int32_t key_of(double sum)
{
    float value = (float)(sum + 0.0);
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? bits ^ INT32_MAX : bits;
}

/* The centroid is ordered by the sum of three coordinates in double, rounded once: the game's
 * own trees agree with that, and not with sums in float32. */
static void prepare_axis(float a, float b, float c, int32_t *key, float *low, float *high)
{
    float least = a < b ? a : b, most = a < b ? b : a;
    least = c < least ? c : least;
    most = c > most ? c : most;
    *low = (float)(least - WR_TREE_PADDING);
    *high = -(float)(most + WR_TREE_PADDING);
    *key = key_of((double)a + b + c);
}

static void prepare_face(const struct wr_walkmesh *mesh, uint32_t face, struct item *item,
                         struct bounds *bounds)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    prepare_axis(a.x, b.x, c.x, &item->key[0], &bounds->low[0], &bounds->high[0]);
    prepare_axis(a.y, b.y, c.y, &item->key[1], &bounds->low[1], &bounds->high[1]);
    prepare_axis(a.z, b.z, c.z, &item->key[2], &bounds->low[2], &bounds->high[2]);
    bounds->low[3] = bounds->high[3] = 0;
    item->face = face;
}

/* The compiler is not trusted to find this by itself; the result is the same. */
static void join(struct bounds *all, const struct bounds *one)
{
#if defined(__SSE2__)
    _mm_storeu_ps(all->low, _mm_min_ps(_mm_loadu_ps(one->low), _mm_loadu_ps(all->low)));
    _mm_storeu_ps(all->high, _mm_min_ps(_mm_loadu_ps(one->high), _mm_loadu_ps(all->high)));
#else
    for (int i = 0; i < 3; i++) {
        all->low[i] = one->low[i] < all->low[i] ? one->low[i] : all->low[i];
        all->high[i] = one->high[i] < all->high[i] ? one->high[i] : all->high[i];
    }
#endif
}

static struct bounds bounds_of(const struct builder *builder, const struct item *items,
                               uint32_t count)
{
    struct bounds all = builder->faces[items[0].face];
    for (uint32_t i = 1; i < count; i++)
        join(&all, &builder->faces[items[i].face]);
    return all;
}

/* ---- Splits ------------------------------------------------------------------------------ */

/* Ties go to the later axis, as in all nodes of the game's own trees. */
static int longest_axis(const struct bounds *bounds)
{
    double x = -(double)bounds->high[0] - bounds->low[0];
    double y = -(double)bounds->high[1] - bounds->low[1];
    double z = -(double)bounds->high[2] - bounds->low[2];
    int longest = y >= x ? 1 : 0;
    return z >= (y >= x ? y : x) ? 2 : longest;
}

/* A key, how many are less, and how many are the same. */
struct rank {
    int32_t key;
    uint32_t less, same;
};

/* Tries keys that may be the one, each against all: quick for few, and without surprises for
 * the processor. */
static struct rank select_few(const int32_t *keys, uint32_t count, uint32_t rank)
{
    int64_t above = INT64_MIN, below = INT64_MAX;
    for (uint32_t i = 0;; i++) {
        const int32_t key = keys[i];
        uint32_t less = 0, same = 0;
        if (key <= above || key >= below)
            continue;
        for (uint32_t k = 0; k < count; k++)
            less += keys[k] < key;
        for (uint32_t k = 0; k < count; k++)
            same += keys[k] == key;
        if (rank < less)
            below = key;
        else if (rank < less + same)
            return (struct rank){key, less, same};
        else
            above = key;
    }
}

/* The smallest shift that leaves fewer than `wanted` values of [0, span]. */
static uint32_t shift_for(uint32_t span, uint32_t wanted)
{
    uint32_t shift = 0;
    while (span >> shift >= wanted)
        shift++;
    return shift;
}

/* Counts the keys along an axis by their leading bits and keeps those of the bin that `rank`
 * falls into, and so on with what is left: at most eight rounds (each takes four bits or more)
 * over ever fewer keys, whatever they are. All keys lie in [low, low + span]. */
static struct rank select_many(const struct item *items, uint32_t count, int axis,
                               uint32_t rank, uint32_t low, uint32_t span, int32_t *keys)
{
    enum { BINS = 1024 };
    uint32_t bins[BINS], less = 0, stride = sizeof *items / sizeof *keys;
    const int32_t *from = &items->key[axis];
    do {
        uint32_t bin = 0, kept = 0;
        uint32_t shift = shift_for(span, count / 2 < BINS ? count / 2 : BINS);
        memset(bins, 0, ((span >> shift) + 1) * sizeof *bins);
        for (uint32_t i = 0; i < count; i++)
            bins[((uint32_t)from[i * stride] - low) >> shift]++;
        for (; rank - less >= bins[bin]; bin++)
            less += bins[bin];
        for (uint32_t i = 0; i < count; i++) {
            int32_t key = from[i * stride];
            keys[kept] = key;
            kept += ((uint32_t)key - low) >> shift == bin;
        }
        count = kept;
        low += bin << shift;
        span = (1u << shift) - 1;
        from = keys;
        stride = 1;
    } while (count > FEW && span > 0);
    if (span == 0)
        return (struct rank){keys[0], less, count};
    struct rank found = select_few(keys, count, rank - less);
    found.less += less;
    return found;
}

static struct rank select_key(const struct builder *builder, const struct item *items,
                              uint32_t count, const struct bounds *bounds, int axis)
{
    if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++)
            builder->keys[i] = items[i].key[axis];
        return select_few(builder->keys, count, count / 2);
    }
    /* No centroid lies outside the box. */
    uint32_t low = (uint32_t)key_of(3 * (double)bounds->low[axis]);
    uint32_t high = (uint32_t)key_of(-3 * (double)bounds->high[axis]);
    return select_many(items, count, axis, count / 2, low, high - low, builder->keys);
}

/* Moves the lower half of the items to `spare` and closes the ranks of the others, both in
 * their old order. Each is written to both places, of which one is right: no processor could
 * guess which. */
static void split(const struct builder *builder, struct item *restrict items,
                  struct item *restrict spare, uint32_t count, const struct bounds *bounds)
{
    int axis = longest_axis(bounds);
    uint32_t half = count / 2, left = 0, i = 0;
    struct rank middle = select_key(builder, items, count, bounds, axis);
    for (uint32_t same = half - middle.less; same > 0; i++) {
        const int32_t key = items[i].key[axis];
        spare[left] = items[i];
        items[i - left] = items[i];
        same -= key == middle.key;
        bool first = key <= middle.key;
        left += first;
    }
    for (; i < count; i++) {
        bool first = items[i].key[axis] < middle.key;
        spare[left] = items[i];
        items[i - left] = items[i];
        left += first;
    }
}

/* ---- Nodes ------------------------------------------------------------------------------- */

static wr_box box_of(const struct bounds *bounds)
{
    return (wr_box){{bounds->low[0], bounds->low[1], bounds->low[2]},
                    {-bounds->high[0], -bounds->high[1], -bounds->high[2]}};
}

/* The axis along which the children's centres differ most; the low bits say that the left child
 * comes first along it. */
static uint32_t plane_of(const struct bounds *left, const struct bounds *right)
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

static void make_leaf(const struct builder *builder, uint32_t face, uint32_t slot)
{
    builder->nodes[slot] = (wr_tree_node){
        .box = box_of(&builder->faces[face]),
        .face = (int32_t)face,
        .constant = NODE_CONSTANT,
        .left = -1,
        .right = -1,
    };
}

static void make_inner(const struct builder *builder, uint32_t slot, uint32_t half,
                       const struct bounds *bounds, const struct bounds *left,
                       const struct bounds *right)
{
    builder->nodes[slot] = (wr_tree_node){
        .box = box_of(bounds),
        .face = -1,
        .constant = NODE_CONSTANT,
        .plane = plane_of(left, right),
        .left = (int32_t)(slot + 1),
        .right = (int32_t)(slot + 2 * half),
    };
}

/* Half of all inner nodes hold two faces. */
static void build_pair(const struct builder *builder, const struct item *items, uint32_t slot,
                       const struct bounds *bounds)
{
    int axis = longest_axis(bounds);
    bool swapped = items[1].key[axis] < items[0].key[axis];
    uint32_t first = items[swapped].face, second = items[!swapped].face;
    make_inner(builder, slot, 1, bounds, &builder->faces[first], &builder->faces[second]);
    make_leaf(builder, first, slot + 1);
    make_leaf(builder, second, slot + 2);
}

/* Recursion halves the count: at most 32 deep. `spare` is as large as `items`. Nodes of a call
 * that is stopped are left as they are. */
static void build(const struct builder *builder, struct item *items, struct item *spare,
                  uint32_t count, uint32_t slot, const struct bounds *bounds)
{
    if (count == 1) {
        make_leaf(builder, items->face, slot);
        return;
    }
    if (count == 2) {
        build_pair(builder, items, slot, bounds);
        return;
    }
    if (count >= LOOK && wr_context_stopped(builder->context))
        return;
    uint32_t half = count / 2;
    split(builder, items, spare, count, bounds);
    struct bounds left = builder->faces[spare[0].face];
    struct bounds right = builder->faces[items[0].face];
    for (uint32_t i = 0; i < half; i++) { /* neither waits for the other */
        join(&left, &builder->faces[spare[i].face]);
        join(&right, &builder->faces[items[i].face]);
    }
    join(&right, &builder->faces[items[count - half - 1].face]); /* it may have one more */
    make_inner(builder, slot, half, bounds, &left, &right);
    build(builder, spare, items + (count - half), half, slot + 1, &left);
    build(builder, items, spare, count - half, slot + 2 * half, &right);
}

enum wr_result wr_tree_fill(struct wr_context *context, struct wr_arena *scratch,
                            struct wr_walkmesh *mesh)
{
    uint32_t count = mesh->kind == WR_WOK ? mesh->face_count : 0;
    mesh->node_count = count > 0 ? 2 * count - 1 : 0;
    if (!mesh->nodes)
        mesh->nodes = WR_TAKE(mesh->arena, wr_tree_node, mesh->node_count);
    if (!mesh->nodes)
        return wr_no_memory(context);
    if (count == 0)
        return WR_OK;
    wr_arena_mark mark = wr_arena_here(scratch);
    struct item *items = WR_TAKE(scratch, struct item, count);
    struct item *spare = WR_TAKE(scratch, struct item, count / 2 + 1);
    struct bounds *faces = WR_TAKE(scratch, struct bounds, count);
    struct builder builder = {context, mesh->nodes, faces, WR_TAKE(scratch, int32_t, count)};
    if (!items || !spare || !faces || !builder.keys)
        return wr_no_memory(context);
    for (uint32_t f = 0; f < count; f++) {
        if (f % LOOK == LOOK - 1 && wr_context_stopped(context))
            return WR_STOPPED;
        prepare_face(mesh, f, &items[f], &faces[f]);
    }
    struct bounds all = bounds_of(&builder, items, count);
    build(&builder, items, spare, count, 0, &all);
    wr_arena_rewind(scratch, mark);
    return wr_context_whole(context, WR_OK);
}
