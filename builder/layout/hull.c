/* Hulls: of two convex shapes that lie apart one has a side that all of the other is beyond. */
#include "builder/layout/hull.h"

#include "core/walkmesh/walkmesh.h"

#include <stdlib.h>

/* ---- Making ---- */

static int order_spots(const void *a, const void *b)
{
    return wr_vec3_order(*(const wr_vec3 *)a, *(const wr_vec3 *)b);
}

/* The vertices of walkable faces, each once, from left to right. */
static uint32_t list_spots(const struct wr_walkmesh *mesh, bool *listed, wr_vec3 *out)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int corner = 0; corner < 3; corner++) {
            uint32_t v = mesh->faces[f].v[corner];
            if (!listed[v])
                out[count++] = mesh->vertices[v];
            listed[v] = true;
        }
    if (count)
        qsort(out, count, sizeof *out, order_spots);
    return count;
}

/* Whether b lies on the left of the line from a to c, or on it: it is no corner then. */
static bool is_within(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    double x = (double)c.x - a.x, y = (double)c.y - a.y;
    return x * ((double)b.y - a.y) - y * ((double)b.x - a.x) >= 0;
}

/* Puts a corner behind others, of which those from number `first` on give way to it. */
static uint32_t append_corner(wr_vec3 *corners, uint32_t count, uint32_t first, wr_vec3 at)
{
    while (count >= first + 2 && is_within(corners[count - 2], corners[count - 1], at))
        count--;
    corners[count] = at;
    return count + 1;
}

/* The corners of what is around spots, counter-clockwise: below from left to right, then above
 * from right to left. */
static uint32_t list_corners(const wr_vec3 *spots, uint32_t count, wr_vec3 *corners)
{
    uint32_t below = 0, all;
    for (uint32_t i = 0; i < count; i++)
        below = append_corner(corners, below, 0, spots[i]);
    all = below;
    for (uint32_t i = count; i-- > 0;)
        all = append_corner(corners, all, below ? below - 1 : 0, spots[i]);
    return all;
}

/* The first corner closes the round. */
uint32_t wr_hull_around(wr_vec3 *spots, uint32_t count, wr_vec3 *out)
{
    if (count == 0)
        return 0;
    qsort(spots, count, sizeof *spots, order_spots);
    return list_corners(spots, count, out) - 1;
}

/* Corners on one spot have no side between them. */
static void add_side(struct wr_hull *hull, wr_vec3 from, wr_vec3 to)
{
    double x = (double)to.x - from.x, y = (double)to.y - from.y, length = sqrt(x * x + y * y);
    if (!(length > 0))
        return;
    struct wr_hull_side side = {from.x, from.y, y / length, -x / length, 0};
    side.reach = side.out_x * from.x + side.out_y * from.y;
    hull->sides[hull->count++] = side;
}

static bool add_sides(struct wr_hull *hull, struct wr_arena *scratch,
                      const struct wr_walkmesh *mesh)
{
    bool *listed = WR_ZERO(scratch, bool, mesh->vertex_count);
    wr_vec3 *spots = WR_TAKE(scratch, wr_vec3, mesh->vertex_count);
    wr_vec3 *corners = WR_TAKE(scratch, wr_vec3, 2 * (size_t)mesh->vertex_count);
    if (!listed || !spots || !corners)
        return false;
    uint32_t count = list_corners(spots, list_spots(mesh, listed, spots), corners);
    for (uint32_t i = 0; i + 1 < count; i++)
        add_side(hull, corners[i], corners[i + 1]);
    for (uint32_t i = 0; i < hull->count; i++) {
        hull->x += hull->sides[i].x / hull->count;
        hull->y += hull->sides[i].y / hull->count;
    }
    return true;
}

bool wr_hull_make(struct wr_hull *hull, struct wr_arena *arena, const struct wr_walkmesh *mesh)
{
    *hull = (struct wr_hull){.sides = WR_TAKE(arena, struct wr_hull_side, mesh->vertex_count)};
    wr_arena_mark here = wr_arena_here(arena);
    bool fine = hull->sides && add_sides(hull, arena, mesh);
    wr_arena_rewind(arena, here);
    return fine;
}

/* ---- Beside each other ---- */

/* Whether all corners of a hull lie as far in a direction as that, or farther. */
static bool all_beyond(const struct wr_hull *hull, double x, double y, double from)
{
    for (uint32_t i = 0; i < hull->count; i++)
        if (!(x * hull->sides[i].x + y * hull->sides[i].y >= from))
            return false;
    return true;
}

/* A side that the other hull's middle is not beyond need not be looked at. */
bool wr_hull_beside(const struct wr_hull *hull, const struct wr_hull *other,
                    const struct wr_plan_map *map, double allowed)
{
    double at_x = map->xx * other->x + map->xy * other->y + map->x;
    double at_y = map->yx * other->x + map->yy * other->y + map->y;
    for (uint32_t i = 0; i < hull->count; i++) {
        const struct wr_hull_side *side = &hull->sides[i];
        double from = side->reach - allowed;
        if (!(side->out_x * at_x + side->out_y * at_y >= from))
            continue;
        double x = side->out_x * map->xx + side->out_y * map->yx;
        double y = side->out_x * map->xy + side->out_y * map->yy;
        from -= side->out_x * map->x + side->out_y * map->y;
        if (all_beyond(other, x, y, from))
            return true;
    }
    return false;
}
