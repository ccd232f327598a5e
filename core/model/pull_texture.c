/* Texture coordinates of meshes that get longer: a texture goes on over what is new, as far
 * from the plane as the part behind it moves, and so does all of that part which has it. */
#include "core/model/pulling.h"

#include "core/base/disjoint.h"

#include <stdlib.h>

/* By how much faces of one part may disagree about how fast a texture goes on. */
static const double PARTING = 0.05;

struct texture {
    const struct wr_pulled_mesh *pulled;
    const float *was;  /* two coordinates a vertex, before all pulls */
    uint32_t bit;      /* the pull */
    wr_dvec3 along;    /* its axis in the node's space */
    uint32_t *parents; /* vertices that are taken and hang together */
    struct part {
        double weight, sum[2], least[2], most[2];
    } * parts; /* one a root of these */
};

static uint8_t *row_of(const struct wr_pulled_mesh *pulled, uint32_t v)
{
    return pulled->rows + (size_t)v * pulled->mesh.stride +
           wr_get_u32(pulled->mesh.header + WR_MESH_ROW_UV);
}

static bool is_taken(const struct texture *t, uint32_t v)
{
    return t->pulled->sets[v] & t->bit;
}

static bool corners_of(const struct texture *t, uint32_t f, uint32_t v[3])
{
    const wr_model_mesh *mesh = &t->pulled->mesh;
    for (int k = 0; k < 3; k++) {
        v[k] = wr_get_u16(mesh->faces + (size_t)f * WR_FACE_SIZE + WR_FACE_CORNERS + 2 * k);
        if (v[k] >= mesh->vertex_count)
            return false;
    }
    return true;
}

/* ---- What hangs together ------------------------------------------------------------------
 */

/* A vertex by the bits of its place and of its place in the texture, which may be no numbers.
 */
struct spot {
    uint32_t where[5];
    uint32_t vertex;
};

static int order_spots(const void *a, const void *b)
{
    const struct spot *p = a, *q = b;
    int order = memcmp(p->where, q->where, sizeof p->where);
    return order ? order : p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* Vertices are doubled where normals part; the texture goes on. */
static bool join_doubled(const struct wr_pulling *pulling, struct texture *t)
{
    uint32_t count = t->pulled->mesh.vertex_count;
    struct spot *spots = WR_TAKE(pulling->scratch, struct spot, count);
    if (!spots)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        wr_vec3 at = t->pulled->before[v];
        memcpy(spots[v].where, &at, sizeof at);
        memcpy(spots[v].where + 3, &t->was[2 * v], 2 * sizeof *t->was);
        spots[v].vertex = v;
    }
    qsort(spots, count, sizeof *spots, order_spots);
    for (uint32_t i = 1; i < count; i++) {
        const struct spot *p = &spots[i - 1], *q = &spots[i];
        if (memcmp(p->where, q->where, sizeof p->where) == 0)
            wr_disjoint_join(t->parents, p->vertex, q->vertex);
    }
    return true;
}

static void join_faces(struct texture *t)
{
    for (uint32_t f = 0; f < t->pulled->mesh.face_count; f++) {
        uint32_t v[3];
        if (!corners_of(t, f, v))
            continue;
        for (int k = 0; k < 3; k++)
            if (is_taken(t, v[k]) && is_taken(t, v[(k + 1) % 3]))
                wr_disjoint_join(t->parents, v[k], v[(k + 1) % 3]);
    }
}

/* ---- How fast a texture goes on -----------------------------------------------------------
 */

/* How much of it passes in a metre along the axis, on a face; weighted by the face's size. */
static bool rate_of(const struct texture *t, const uint32_t v[3], double rate[2],
                    double *weight)
{
    wr_dvec3 p[3];
    double place[3][2];
    for (int k = 0; k < 3; k++) {
        p[k] = wr_widen(t->pulled->before[v[k]]);
        place[k][0] = t->was[2 * v[k]];
        place[k][1] = t->was[2 * v[k] + 1];
    }
    wr_dvec3 one = wr_sub(p[1], p[0]), two = wr_sub(p[2], p[0]), normal = wr_cross(one, two);
    double size = wr_dot(normal, normal);
    if (!(size > 0))
        return false;
    double to_one = wr_dot(wr_cross(two, normal), t->along) / size;
    double to_two = wr_dot(wr_cross(normal, one), t->along) / size;
    for (int i = 0; i < 2; i++) {
        rate[i] = (place[1][i] - place[0][i]) * to_one + (place[2][i] - place[0][i]) * to_two;
        if (!isfinite(rate[i]))
            return false;
    }
    *weight = sqrt(size);
    return true;
}

static void add_rate(struct part *part, const double rate[2], double weight)
{
    for (int i = 0; i < 2; i++) {
        part->least[i] =
            part->weight > 0 && part->least[i] < rate[i] ? part->least[i] : rate[i];
        part->most[i] = part->weight > 0 && part->most[i] > rate[i] ? part->most[i] : rate[i];
        part->sum[i] += weight * rate[i];
    }
    part->weight += weight;
}

static void find_rates(struct texture *t)
{
    for (uint32_t f = 0; f < t->pulled->mesh.face_count; f++) {
        uint32_t v[3], taken = UINT32_MAX, count = 0;
        double rate[2], weight;
        if (!corners_of(t, f, v))
            continue;
        for (int k = 0; k < 3; k++)
            if (is_taken(t, v[k])) {
                taken = v[k];
                count++;
            }
        if (count > 0 && count < 3 && rate_of(t, v, rate, &weight))
            add_rate(&t->parts[wr_disjoint_root(t->parents, taken)], rate, weight);
    }
}

/* Where faces disagree there is no one way to go on: the texture is drawn out there. */
static bool agrees(const struct part *part)
{
    double largest = 0, apart = 0;
    for (int i = 0; i < 2; i++) {
        double most = fabs(part->most[i]), least = fabs(part->least[i]);
        largest = most > largest ? most : largest;
        largest = least > largest ? least : largest;
        apart = part->most[i] - part->least[i] > apart ? part->most[i] - part->least[i] : apart;
    }
    return part->weight > 0 && apart <= PARTING * largest;
}

static void move_on(struct texture *t, double length)
{
    for (uint32_t v = 0; v < t->pulled->mesh.vertex_count; v++) {
        const struct part *part = &t->parts[wr_disjoint_root(t->parents, v)];
        uint8_t *row = row_of(t->pulled, v);
        if (!is_taken(t, v) || !agrees(part))
            continue;
        for (int i = 0; i < 2; i++) {
            double place = wr_get_f32(row + 4 * i);
            wr_put_f32(row + 4 * i, (float)(place + length * part->sum[i] / part->weight));
        }
    }
}

/* ---- The mesh -----------------------------------------------------------------------------
 */

static bool go_on(struct wr_pulling *pulling, const struct wr_pulled_mesh *pulled,
                  const float *was, uint32_t i)
{
    const wr_model_mesh *mesh = &pulled->mesh;
    const wr_dvec3 axes[2] = {{1, 0, 0}, {0, 1, 0}};
    struct texture t = {
        .pulled = pulled,
        .was = was,
        .bit = 1u << i,
        .along = wr_pulling_local(pulling, pulled->node, axes[pulling->pulls[i].axis]),
        .parents = WR_TAKE(pulling->scratch, uint32_t, mesh->vertex_count),
        .parts = WR_ZERO(pulling->scratch, struct part, mesh->vertex_count),
    };
    if (!t.parents || !t.parts)
        return false;
    wr_disjoint_start(t.parents, mesh->vertex_count);
    if (!join_doubled(pulling, &t))
        return false;
    join_faces(&t);
    find_rates(&t);
    move_on(&t, pulling->pulls[i].along);
    return true;
}

bool wr_pull_texture(struct wr_pulling *pulling, const struct wr_pulled_mesh *pulled)
{
    const wr_model_mesh *mesh = &pulled->mesh;
    uint32_t at = wr_get_u32(mesh->header + WR_MESH_ROW_UV);
    if (!pulled->rows || !(mesh->row_flags & WR_ROW_UV) || mesh->stride < 8 ||
        at > mesh->stride - 8)
        return true;
    float *was = WR_TAKE(pulling->scratch, float, 2 * (size_t)mesh->vertex_count);
    if (!was)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        was[2 * v] = wr_get_f32(row_of(pulled, v));
        was[2 * v + 1] = wr_get_f32(row_of(pulled, v) + 4);
    }
    for (uint32_t i = 0; i < pulling->count; i++)
        if (pulling->pulls[i].along != 0 && !go_on(pulling, pulled, was, i))
            return false;
    return true;
}
