/* Floors that lie beside each other and would come to lie in each other: where the border of
 * one goes askew across a plane, it sweeps over what lies beside it while the room gets longer.
 */
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"

#include <stdlib.h>

/* A corner of the border, by how far it lies aside of the stretch's axis. */
struct corner {
    double aside;
    uint32_t vertex;
};

struct sweep {
    const wr_room *room;
    const wr_stretch *stretch;
    struct corner *corners;
};

/* Along and aside of the axis. */
struct spot {
    double along, aside;
};

static wr_vec3 at(const struct sweep *sweep, uint32_t vertex)
{
    return sweep->room->mesh->vertices[vertex];
}

static struct spot spot_of(const struct sweep *sweep, uint32_t vertex)
{
    wr_vec3 p = at(sweep, vertex);
    return sweep->stretch->axis == 0 ? (struct spot){p.x, p.y} : (struct spot){p.y, p.x};
}

static bool is_taken(const struct sweep *sweep, uint32_t vertex)
{
    return wr_pull_takes(sweep->stretch->axis, sweep->stretch->at, wr_widen(at(sweep, vertex)));
}

static int order_corners(const void *a, const void *b)
{
    const struct corner *p = a, *q = b;
    if (p->aside != q->aside)
        return p->aside < q->aside ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

static void list_corners(struct sweep *sweep)
{
    const struct wr_walkmesh *mesh = sweep->room->mesh;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        uint32_t vertex = wr_edge_start(mesh, mesh->edges[i].edge);
        sweep->corners[i] = (struct corner){spot_of(sweep, vertex).aside, vertex};
    }
    if (mesh->edge_count)
        qsort(sweep->corners, mesh->edge_count, sizeof *sweep->corners, order_corners);
}

static uint32_t first_beyond(const struct sweep *sweep, double aside)
{
    uint32_t low = 0, high = sweep->room->mesh->edge_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sweep->corners[middle].aside <= aside)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether a corner that stays with `still` is swept over by the line from there to `moved`,
 * which is moved along the axis by anything from `least` to `most`. */
static bool is_swept(const struct sweep *sweep, uint32_t corner, struct spot still,
                     struct spot moved, double least, double most)
{
    struct spot own = spot_of(sweep, corner);
    double part = (own.aside - still.aside) / (moved.aside - still.aside);
    double line = still.along + part * (moved.along - still.along);
    return part > 0 && part < 1 && own.along > line + part * least + WR_PULL_PLANE &&
           own.along < line + part * most - WR_PULL_PLANE;
}

static bool is_near(const struct sweep *sweep, uint32_t corner, uint32_t a, uint32_t b)
{
    double z = at(sweep, corner).z, p = at(sweep, a).z, q = at(sweep, b).z;
    return z > (p < q ? p : q) - WR_HEADROOM && z < (p < q ? q : p) + WR_HEADROOM;
}

/* The corner that an edge with one end on either side of the plane sweeps over, seen from the
 * end that stays or from the one that moves; WR_NONE: none. */
static uint32_t swept_by(const struct sweep *sweep, uint32_t still, uint32_t moved)
{
    bool side = is_taken(sweep, still);
    double least = side ? -(double)sweep->stretch->to : sweep->stretch->from;
    double most = side ? -(double)sweep->stretch->from : sweep->stretch->to;
    struct spot from = spot_of(sweep, still), to = spot_of(sweep, moved);
    double low = from.aside < to.aside ? from.aside : to.aside;
    double high = from.aside < to.aside ? to.aside : from.aside;
    for (uint32_t i = first_beyond(sweep, low + WR_PULL_PLANE);
         high - low > WR_PULL_PLANE && i < sweep->room->mesh->edge_count &&
         sweep->corners[i].aside < high;
         i++) {
        uint32_t corner = sweep->corners[i].vertex;
        if (corner != still && corner != moved && is_taken(sweep, corner) == side &&
            is_near(sweep, corner, still, moved) &&
            is_swept(sweep, corner, from, to, least, most))
            return corner;
    }
    return WR_NONE;
}

static uint32_t find_swept(struct wr_context *context, struct sweep *sweep)
{
    const struct wr_walkmesh *mesh = sweep->room->mesh;
    for (uint32_t i = 0; i < mesh->edge_count && !wr_context_stopped(context); i++) {
        uint32_t a = wr_edge_start(mesh, mesh->edges[i].edge);
        uint32_t b = wr_edge_end(mesh, mesh->edges[i].edge);
        if (is_taken(sweep, a) == is_taken(sweep, b))
            continue;
        uint32_t corner = swept_by(sweep, a, b);
        corner = corner == WR_NONE ? swept_by(sweep, b, a) : corner;
        if (corner != WR_NONE)
            return corner;
    }
    return WR_NONE;
}

enum wr_result wr_stretch_sweep(struct wr_context *context, const wr_room *room,
                                uint32_t stretch)
{
    struct sweep sweep = {.room = room, .stretch = &room->stretches[stretch]};
    struct wr_arena *scratch = wr_arena_create();
    if (scratch)
        sweep.corners = WR_TAKE(scratch, struct corner, room->mesh->edge_count);
    if (!sweep.corners) {
        wr_arena_destroy(scratch);
        return wr_no_memory(context);
    }
    list_corners(&sweep);
    uint32_t corner = find_swept(context, &sweep);
    wr_arena_destroy(scratch);
    if (corner == WR_NONE)
        return WR_OK;
    return wr_fail(
        context, WR_INVALID, wr_stretch_where(room, stretch), "stretch-overlaps",
        "put the plane where the edge of the floor is parallel to the axis",
        "the edge of the floor of room '%s' comes to lie over its corner at (%s, %s, "
        "%s) with some lengths of this stretch",
        room->name, wr_fixed(at(&sweep, corner).x, 2).text,
        wr_fixed(at(&sweep, corner).y, 2).text, wr_fixed(at(&sweep, corner).z, 2).text);
}
