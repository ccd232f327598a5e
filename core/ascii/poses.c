/* Positions and orientations of nodes, through their parents. */
#include "core/ascii/poses.h"

#include <stdlib.h>
#include <string.h>

/* The quaternion of an axis and an angle in radians. */
static void turn_of(const wr_ascii_node *node, double out[4])
{
    const double degrees = 180 / 3.14159265358979323846;
    wr_dvec3 axis = wr_widen(node->axis);
    double size = wr_length(axis), cosine, sine;
    wr_turn_of(node->angle * degrees / 2, &cosine, &sine);
    bool none = !(size > 0) || node->angle == 0;
    out[0] = none ? 1 : cosine;
    out[1] = none ? 0 : sine * axis.x / size;
    out[2] = none ? 0 : sine * axis.y / size;
    out[3] = none ? 0 : sine * axis.z / size;
}

wr_affine wr_ascii_pose(const wr_ascii_node *node)
{
    static const double scale[3] = {1, 1, 1};
    const double place[3] = {node->position.x, node->position.y, node->position.z};
    double turn[4];
    turn_of(node, turn);
    return wr_affine_from(place, turn, scale);
}

/* ---- Parents -------------------------------------------------------------------------------
 */

struct named {
    wr_view name;
    uint32_t node;
};

static int order_names(wr_view a, wr_view b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = order_names(x->name, y->name);
    return order ? order : (x->node > y->node) - (x->node < y->node);
}

/* The first node of a name; NULL: none. */
static const struct named *find(const struct named *names, uint32_t count, wr_view name)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_names(names[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && order_names(names[low].name, name) == 0 ? &names[low] : NULL;
}

wr_affine *wr_ascii_poses(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_ascii *ascii)
{
    enum { LOOK = 1024 };
    struct named *names = WR_TAKE(arena, struct named, ascii->node_count);
    wr_affine *out = WR_TAKE(arena, wr_affine, ascii->node_count);
    if (!names || !out)
        return NULL;
    for (uint32_t i = 0; i < ascii->node_count; i++)
        names[i] = (struct named){ascii->nodes[i].name, i};
    if (ascii->node_count > 0)
        qsort(names, ascii->node_count, sizeof *names, by_name);
    for (uint32_t i = 0; i < ascii->node_count; i++) {
        if (i % LOOK == 0 && wr_context_stopped(context))
            return NULL;
        const struct named *parent = find(names, ascii->node_count, ascii->nodes[i].parent);
        out[i] = wr_ascii_pose(&ascii->nodes[i]);
        if (parent && parent->node < i)
            out[i] = wr_affine_of(&out[parent->node], &out[i]);
    }
    return out;
}
