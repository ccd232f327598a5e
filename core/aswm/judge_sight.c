/* Judging marks of sight: who is said to see another in whole sees its middle.
 * Source: formats/aswm, 2 and 3, I11. */
#include "core/aswm/judging.h"

#include "core/base/math.h"

/* How far, in metres, a line may lie over the end of a wall: official marks pass over slivers.
 */
#define GRAZE 0.05

/* A walkable triangle of a tile, its corners counterclockwise, and the nodes behind its sides.
 */
struct floor {
    double x[3], y[3], centre[2];
    uint8_t beyond[3]; /* WR_ASWM_NO_NODE: none */
    uint8_t entry[3];  /* which of its sides that is there */
};

struct floors {
    uint32_t count;
    struct floor items[WR_ASWM_NODES_MOST];
};

/* ---- The floor of a tile ---- */

static uint8_t node_behind(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                           const wr_aswm_triangle *triangle, uint32_t a, uint32_t b)
{
    for (int slot = 0; slot < 3; slot++) {
        const uint32_t *v = mesh->edges[triangle->edge[slot]].v;
        uint32_t link = triangle->link[slot];
        if ((v[0] != a || v[1] != b) && (v[0] != b || v[1] != a))
            continue;
        bool here = link >= tile->first && link - tile->first < tile->triangle_count;
        return here ? tile->table.local_to_node[link - tile->first] : WR_ASWM_NO_NODE;
    }
    return WR_ASWM_NO_NODE;
}

static void add_floor(const struct wr_aswm *mesh, const wr_aswm_tile *tile, uint32_t node,
                      struct floor *floor)
{
    const wr_aswm_triangle *triangle =
        &mesh->triangles[tile->first + tile->table.node_to_local[node]];
    const wr_vec3 *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = &mesh->vertices[triangle->v[i]];
    bool left = ((double)p[1]->x - p[0]->x) * ((double)p[2]->y - p[0]->y) >=
                ((double)p[1]->y - p[0]->y) * ((double)p[2]->x - p[0]->x);
    const int order[] = {0, left ? 1 : 2, left ? 2 : 1};
    for (int i = 0; i < 3; i++) {
        uint32_t a = triangle->v[order[i]], b = triangle->v[order[i == 2 ? 0 : i + 1]];
        floor->x[i] = (double)p[order[i]]->x;
        floor->y[i] = (double)p[order[i]]->y;
        floor->beyond[i] = node_behind(mesh, tile, triangle, a, b);
    }
    floor->centre[0] = (floor->x[0] + floor->x[1] + floor->x[2]) / 3;
    floor->centre[1] = (floor->y[0] + floor->y[1] + floor->y[2]) / 3;
}

/* The first side of the node behind that leads back. */
static void find_entries(struct floors *floors)
{
    for (uint32_t node = 0; node < floors->count; node++)
        for (int i = 0; i < 3; i++) {
            struct floor *floor = &floors->items[node];
            const uint8_t *back = floor->beyond[i] < floors->count
                                      ? floors->items[floor->beyond[i]].beyond
                                      : floor->beyond;
            floor->entry[i] = back[0] == node ? 0 : back[1] == node ? 1 : 2;
        }
}

/* ---- Lines ---- */

/* x and y lie on it where dx y - dy x is `along`. */
struct line {
    double dx, dy, along;
};

/* Above 0 on the left of a line: how far off, times its length. */
static double left_of(const struct line *line, const struct floor *floor, int corner)
{
    return line->dx * floor->y[corner] - line->dy * floor->x[corner] - line->along;
}

static int after(int side)
{
    return side == 2 ? 0 : side + 1;
}

/* A line leaves a triangle over the side that starts on its right and ends on its left. */
static int side_out(const struct line *line, const struct floor *floor)
{
    bool left[3];
    for (int i = 0; i < 3; i++)
        left[i] = left_of(line, floor, i) >= 0;
    for (int i = 0; i < 3; i++)
        if (!left[i] && left[after(i)])
            return i;
    return 0;
}

static bool grazes(const struct line *line, const struct floor *floor, int side)
{
    double from = fabs(left_of(line, floor, side)),
           to = fabs(left_of(line, floor, after(side)));
    return (from < to ? from : to) <= GRAZE * sqrt(line->dx * line->dx + line->dy * line->dy);
}

/* Whether the line between the middles of two triangles stays on the floor. */
static bool is_open(const struct floors *floors, uint32_t from, uint32_t to)
{
    const struct floor *floor = &floors->items[from], *goal = &floors->items[to];
    struct line line = {goal->centre[0] - floor->centre[0], goal->centre[1] - floor->centre[1],
                        0};
    line.along = line.dx * floor->centre[1] - line.dy * floor->centre[0];
    int side = side_out(&line, floor);
    for (uint32_t steps = 0; steps < floors->count && from != to; steps++) {
        uint32_t next = floor->beyond[side];
        if (next >= floors->count)
            return grazes(&line, floor, side);
        int in = floor->entry[side], tip = in == 0 ? 2 : in - 1;
        floor = &floors->items[next];
        side = left_of(&line, floor, tip) < 0 ? tip : after(in);
        from = next;
    }
    return true;
}

/* ---- The marks ---- */

uint32_t wr_aswm_blocked_marks(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                               uint64_t *marks)
{
    struct floors floors = {.count = tile->table.node_count};
    uint32_t blocked = 0;
    for (uint32_t node = 0; node < floors.count; node++)
        add_floor(mesh, tile, node, &floors.items[node]);
    find_entries(&floors);
    for (uint32_t from = 0; from < floors.count; from++) {
        const uint8_t *next = tile->table.next + (size_t)from * floors.count;
        for (uint32_t to = from + 1; to < floors.count; to++) {
            bool marked = next[to] != WR_ASWM_NO_NODE && next[to] & WR_ASWM_SEEN;
            *marks += marked;
            blocked += marked && !is_open(&floors, from, to);
        }
    }
    return blocked;
}
