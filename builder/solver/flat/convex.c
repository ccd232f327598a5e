/* After Tutte (1963): the nodes of the outer face lie on a circle, and each other in the middle
 * of those it is linked to. Every other face is cut into triangles by a node of its own in its
 * middle, so that none lies on its own line (Floater, 1997). */
#include "builder/solver/flat/convex.h"
#include "builder/solver/flat/plane.h"

#include <math.h>

wr_drawn wr_convex_circle(double along)
{
    const double half = 0.5;
    double x = along < 1 ? 2 * along - 1 : along < 2 ? 1 : along < 3 ? 5 - 2 * along : -1;
    double y = along < 1 ? -1 : along < 2 ? 2 * along - 3 : along < 3 ? 1 : 7 - 2 * along;
    double far = sqrt(x * x + y * y);
    return (wr_drawn){half * x / far, half * y / far};
}

/* The heaviest of a few faces that are drawn. */
static uint32_t choose_outer(const struct wr_faces *faces, const double *weights,
                             wr_random *random)
{
    enum { DRAWN = 4 };
    uint32_t outer = 0;
    double most = -1;
    for (int i = 0; i < DRAWN; i++) {
        uint32_t face = wr_random_below(random, faces->count);
        double weight = 0;
        for (uint32_t k = 0; k < faces->sizes[face]; k++)
            weight += weights[faces->rings[face][k]];
        if (weight > most) {
            most = weight;
            outer = face;
        }
    }
    return outer;
}

/* All links, and those from the middle of each inner face to its nodes: the middle of a face
 * has the number of the face behind the nodes'. */
static bool make_triangles(uint32_t node_count, const uint32_t (*ends)[2], uint32_t link_count,
                           const struct wr_faces *faces, uint32_t outer, struct wr_arena *arena,
                           struct wr_neighbours *out)
{
    uint32_t count = link_count, sides = 0;
    for (uint32_t i = 0; i < faces->count; i++)
        sides += faces->sizes[i];
    uint32_t(*all)[2] = wr_arena_take(arena, (size_t)link_count + sides, sizeof *all);
    for (uint32_t i = 0; all && i < link_count; i++)
        for (int side = 0; side < 2; side++)
            all[i][side] = ends[i][side];
    for (uint32_t i = 0; all && i < faces->count; i++)
        for (uint32_t k = 0; i != outer && k < faces->sizes[i]; k++) {
            all[count][0] = node_count + i;
            all[count++][1] = faces->rings[i][k];
        }
    return all && wr_neighbours_make(arena, node_count + faces->count,
                                     (const uint32_t(*)[2])all, NULL, count, out);
}

struct balancing {
    struct wr_neighbours graph;
    wr_drawn *places;
    double *pulls; /* one a node: how much it counts for its neighbours */
    bool *fixed;
    uint32_t count;
};

/* Puts a node in the middle of its neighbours, and somewhat beyond, which is where further
 * rounds would bring it; returns how far that was. */
static double balance_node(struct balancing *b, uint32_t node)
{
    const double beyond = 1.8;
    wr_drawn *at = &b->places[node];
    double x = 0, y = 0, sum = 0;
    for (uint32_t e = b->graph.starts[node]; e < b->graph.starts[node + 1]; e++) {
        uint32_t next = b->graph.nodes[e];
        x += b->pulls[next] * (b->places[next].x - at->x);
        y += b->pulls[next] * (b->places[next].y - at->y);
        sum += b->pulls[next];
    }
    x *= beyond / sum;
    y *= beyond / sum;
    *at = (wr_drawn){at->x + x, at->y + y};
    return fabs(x) + fabs(y);
}

static void balance(struct balancing *b)
{
    enum { MOST_ROUNDS = 1000 };
    const double still = 1e-9;
    double moved = 1;
    for (int round = 0; round < MOST_ROUNDS && moved > still; round++) {
        moved = 0;
        for (uint32_t i = 0; i < b->count; i++)
            if (!b->fixed[i])
                moved += balance_node(b, i);
    }
}

/* The outer face lies on the circle. In the middle of a large face is little that pulls, or the
 * middle of a chain along it would shrink to a point. */
static void start_balance(struct balancing *b, uint32_t node_count,
                          const struct wr_faces *faces, uint32_t outer)
{
    for (uint32_t i = 0; i < node_count; i++)
        b->pulls[i] = 1;
    for (uint32_t i = 0; i < faces->count; i++)
        b->pulls[node_count + i] = 1.0 / faces->sizes[i];
    for (uint32_t i = 0; i < faces->sizes[outer]; i++) {
        uint32_t node = faces->rings[outer][i];
        b->places[node] = wr_convex_circle(4.0 * i / faces->sizes[outer]);
        b->fixed[node] = true;
    }
    b->fixed[node_count + outer] = true;
}

static bool draw_within(uint32_t node_count, const double *weights, const uint32_t (*ends)[2],
                        uint32_t link_count, const struct wr_faces *faces,
                        struct wr_arena *arena, wr_random *random, wr_drawn *places)
{
    uint32_t outer = choose_outer(faces, weights, random), count = node_count + faces->count;
    struct balancing b = {.places = WR_ZERO(arena, wr_drawn, count),
                          .pulls = WR_TAKE(arena, double, count),
                          .fixed = WR_ZERO(arena, bool, count),
                          .count = count};
    if (!b.places || !b.pulls || !b.fixed ||
        !make_triangles(node_count, ends, link_count, faces, outer, arena, &b.graph))
        return false;
    start_balance(&b, node_count, faces, outer);
    balance(&b);
    for (uint32_t i = 0; i < node_count; i++)
        places[i] = b.places[i];
    return true;
}

bool wr_convex_draw(uint32_t node_count, const double *weights, const uint32_t (*ends)[2],
                    uint32_t link_count, struct wr_arena *arena, wr_random *random,
                    wr_drawn *places, bool *flat)
{
    wr_arena_mark here = wr_arena_here(arena);
    struct wr_neighbours graph;
    struct wr_faces faces;
    bool fine = wr_neighbours_make(arena, node_count, ends, NULL, link_count, &graph) &&
                wr_plane_faces(&graph, node_count, arena, random, &faces);
    *flat = fine && faces.count > 0;
    if (*flat)
        fine =
            draw_within(node_count, weights, ends, link_count, &faces, arena, random, places);
    wr_arena_rewind(arena, here);
    return fine;
}
