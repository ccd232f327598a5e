/* What nodes of the AABB tree are made of, shared by who makes trees and who proves them right.
 * Source: formats/bwm, 3.5. */
#ifndef WR_CORE_WALKMESH_TREE_NODES_H
#define WR_CORE_WALKMESH_TREE_NODES_H

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { WR_TREE_CONSTANT = 4 };

/* A box as the file has it, but with its upper half negated: joining is one kind of step, which
 * compilers do four numbers at a time. The last of each four is not used. */
struct wr_tree_bounds {
    float low[4], high[4];
};

/* ---- Faces ------------------------------------------------------------------------------- */

/* A number as an integer that compares alike. Adding zero makes one zero of two. */
static inline int32_t wr_tree_key(double sum)
{
    float value = (float)(sum + 0.0);
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? bits ^ INT32_MAX : bits;
}

/* The centroid is ordered by the sum of three coordinates in double, rounded once: the game's
 * own trees agree with that, and not with sums in float32. */
static inline void wr_tree_measure(float a, float b, float c, int32_t *key, float *low,
                                   float *high)
{
    float least = a < b ? a : b, most = a < b ? b : a;
    least = c < least ? c : least;
    most = c > most ? c : most;
    *low = (float)(least - WR_TREE_PADDING);
    *high = -(float)(most + WR_TREE_PADDING);
    *key = wr_tree_key((double)a + b + c);
}

/* Keys of a face's centroid, and its padded box. */
static inline void wr_tree_face(const struct wr_walkmesh *mesh, uint32_t face, int32_t key[3],
                                struct wr_tree_bounds *bounds)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    wr_tree_measure(a.x, b.x, c.x, &key[0], &bounds->low[0], &bounds->high[0]);
    wr_tree_measure(a.y, b.y, c.y, &key[1], &bounds->low[1], &bounds->high[1]);
    wr_tree_measure(a.z, b.z, c.z, &key[2], &bounds->low[2], &bounds->high[2]);
    bounds->low[3] = bounds->high[3] = 0;
}

/* ---- Boxes ------------------------------------------------------------------------------- */

/* The compiler is not trusted to find this by itself; the result is the same. */
static inline void wr_tree_join(struct wr_tree_bounds *all, const struct wr_tree_bounds *one)
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

/* Along which a node is split. Ties go to the later axis, as in all nodes of the game's own
 * trees. */
static inline int wr_tree_axis(const struct wr_tree_bounds *bounds)
{
    double x = -(double)bounds->high[0] - bounds->low[0];
    double y = -(double)bounds->high[1] - bounds->low[1];
    double z = -(double)bounds->high[2] - bounds->low[2];
    int longest = y >= x ? 1 : 0;
    return z >= (y >= x ? y : x) ? 2 : longest;
}

static inline wr_box wr_tree_box(const struct wr_tree_bounds *bounds)
{
    return (wr_box){{bounds->low[0], bounds->low[1], bounds->low[2]},
                    {-bounds->high[0], -bounds->high[1], -bounds->high[2]}};
}

/* ---- Nodes ------------------------------------------------------------------------------- */

static inline void wr_tree_leaf(wr_tree_node *out, uint32_t face,
                                const struct wr_tree_bounds *bounds)
{
    *out = (wr_tree_node){
        .box = wr_tree_box(bounds),
        .face = (int32_t)face,
        .constant = WR_TREE_CONSTANT,
        .left = -1,
        .right = -1,
    };
}

/* A subtree of n faces has 2n - 1 nodes, its own first: the one at `slot`, with `half` faces on
 * its left, whose box is `bounds`. */
void wr_tree_inner(wr_tree_node *out, uint32_t slot, uint32_t half,
                   const struct wr_tree_bounds *bounds, const struct wr_tree_bounds *left,
                   const struct wr_tree_bounds *right);

#endif
