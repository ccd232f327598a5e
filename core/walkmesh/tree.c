/* The AABB tree: median splits along the longest axis. Source: formats/bwm, 3.5.
 *
 * The faces of a node stay in ascending order, since every split is stable; "by centroid, then
 * by face" is therefore "by centroid, then by place". A subtree of n faces has 2n - 1 nodes, so
 * that each node's slot is known before anything below it. */
#include "core/walkmesh/tree.h"
#include "core/walkmesh/tree_nodes.h"

enum { FEW = 32, LOOK = 4096 };

/* A face while it is sorted: centroid keys that compare as integers. */
struct item {
    int32_t key[3];
    uint32_t face;
};

struct builder {
    struct wr_context *context;
    wr_tree_node *nodes;
    const struct wr_tree_bounds *faces; /* one a face */
    int32_t *keys;                      /* room for one key an item */
};

/* ---- Faces ------------------------------------------------------------------------------- */

static struct wr_tree_bounds bounds_of(const struct builder *builder, const struct item *items,
                                       uint32_t count)
{
    struct wr_tree_bounds all = builder->faces[items[0].face];
    for (uint32_t i = 1; i < count; i++)
        wr_tree_join(&all, &builder->faces[items[i].face]);
    return all;
}

/* ---- Splits ------------------------------------------------------------------------------ */

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
                              uint32_t count, const struct wr_tree_bounds *bounds, int axis)
{
    if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++)
            builder->keys[i] = items[i].key[axis];
        return select_few(builder->keys, count, count / 2);
    }
    /* No centroid lies outside the box. */
    uint32_t low = (uint32_t)wr_tree_key(3 * (double)bounds->low[axis]);
    uint32_t high = (uint32_t)wr_tree_key(-3 * (double)bounds->high[axis]);
    return select_many(items, count, axis, count / 2, low, high - low, builder->keys);
}

/* Moves the lower half of the items to `spare` and closes the ranks of the others, both in
 * their old order. Each is written to both places, of which one is right: no processor could
 * guess which. */
static void split(const struct builder *builder, struct item *restrict items,
                  struct item *restrict spare, uint32_t count,
                  const struct wr_tree_bounds *bounds)
{
    int axis = wr_tree_axis(bounds);
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

/* Half of all inner nodes hold two faces. */
static void build_pair(const struct builder *builder, const struct item *items, uint32_t slot,
                       const struct wr_tree_bounds *bounds)
{
    int axis = wr_tree_axis(bounds);
    bool swapped = items[1].key[axis] < items[0].key[axis];
    uint32_t first = items[swapped].face, second = items[!swapped].face;
    wr_tree_inner(&builder->nodes[slot], slot, 1, bounds, &builder->faces[first],
                  &builder->faces[second]);
    wr_tree_leaf(&builder->nodes[slot + 1], first, &builder->faces[first]);
    wr_tree_leaf(&builder->nodes[slot + 2], second, &builder->faces[second]);
}

/* Recursion halves the count: at most 32 deep. `spare` is as large as `items`. Nodes of a call
 * that is stopped are left as they are. */
static void build(const struct builder *builder, struct item *items, struct item *spare,
                  uint32_t count, uint32_t slot, const struct wr_tree_bounds *bounds)
{
    if (count == 1) {
        wr_tree_leaf(&builder->nodes[slot], items->face, &builder->faces[items->face]);
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
    struct wr_tree_bounds left = builder->faces[spare[0].face];
    struct wr_tree_bounds right = builder->faces[items[0].face];
    for (uint32_t i = 0; i < half; i++) { /* neither waits for the other */
        wr_tree_join(&left, &builder->faces[spare[i].face]);
        wr_tree_join(&right, &builder->faces[items[i].face]);
    }
    wr_tree_join(&right,
                 &builder->faces[items[count - half - 1].face]); /* it may have one more */
    wr_tree_inner(&builder->nodes[slot], slot, half, bounds, &left, &right);
    build(builder, spare, items + (count - half), half, slot + 1, &left);
    build(builder, items, spare, count - half, slot + 2 * half, &right);
}

enum wr_result wr_tree_fill(struct wr_context *context, struct wr_arena *scratch,
                            struct wr_walkmesh *mesh)
{
    uint32_t count = mesh->kind == WR_WOK ? mesh->face_count : 0;
    if (count > 0 && mesh->nodes && wr_tree_holds(context, mesh))
        return WR_OK;
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
    struct wr_tree_bounds *faces = WR_TAKE(scratch, struct wr_tree_bounds, count);
    struct builder builder = {context, mesh->nodes, faces, WR_TAKE(scratch, int32_t, count)};
    if (!items || !spare || !faces || !builder.keys)
        return wr_no_memory(context);
    for (uint32_t f = 0; f < count; f++) {
        if (f % LOOK == LOOK - 1 && wr_context_stopped(context))
            return WR_STOPPED;
        wr_tree_face(mesh, f, items[f].key, &faces[f]);
        items[f].face = f;
    }
    struct wr_tree_bounds all = bounds_of(&builder, items, count);
    build(&builder, items, spare, count, 0, &all);
    wr_arena_rewind(scratch, mark);
    return wr_context_whole(context, WR_OK);
}
