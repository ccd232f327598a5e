/* Edges in a row: what a kit would make of them as a hook's. */
#include "builder/extract/threshold.h"

#include "core/base/tolerance.h"

static wr_vec3 start_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return mesh->vertices[wr_edge_start(mesh, edge)];
}

static wr_vec3 end_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return mesh->vertices[wr_edge_end(mesh, edge)];
}

static wr_vec3 middle_between(wr_vec3 a, wr_vec3 b)
{
    return wr_narrow(wr_scale(wr_add(wr_widen(a), wr_widen(b)), 0.5));
}

bool wr_threshold_outward(const struct wr_walkmesh *mesh, uint32_t edge, double *x, double *y)
{
    wr_dvec3 along = wr_sub(wr_widen(end_of(mesh, edge)), wr_widen(start_of(mesh, edge)));
    double length = sqrt(along.x * along.x + along.y * along.y);
    if (!(length > 0))
        return false;
    if (mesh->normals[edge / 3].z < 0)
        length = -length;
    *x = along.y / length;
    *y = -along.x / length;
    return true;
}

/* Whether an edge faces within 20 degrees of all. */
static bool faces_as_all(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                         uint32_t foot)
{
    double x, y, other_x, other_y;
    if (!wr_threshold_outward(mesh, foot, &x, &y))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!wr_threshold_outward(mesh, edges[i], &other_x, &other_y) ||
            x * other_x + y * other_y < WR_FACING_COSINE)
            return false;
    return true;
}

bool wr_threshold_holds(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (faces_as_all(mesh, edges, count, edges[i]))
            return true;
    return false;
}

double wr_threshold_distance(const struct wr_walkmesh *mesh, uint32_t edge, wr_vec3 point,
                             wr_vec3 *nearest)
{
    wr_dvec3 a = wr_widen(start_of(mesh, edge)), p = wr_widen(point);
    wr_dvec3 along = wr_sub(wr_widen(end_of(mesh, edge)), a);
    double length = wr_dot(along, along),
           t = length > 0 ? wr_dot(wr_sub(p, a), along) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    wr_dvec3 there = wr_add(a, wr_scale(along, t));
    *nearest = wr_narrow(there);
    return wr_length(wr_sub(p, there));
}

double wr_threshold_near(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                         wr_vec3 point)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wr_vec3 nearest;
        double distance = wr_threshold_distance(mesh, edges[i], point, &nearest);
        least = distance < least ? distance : least;
    }
    return least;
}

float wr_threshold_width(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count)
{
    return (float)wr_distance(start_of(mesh, edges[0]), end_of(mesh, edges[count - 1]));
}

wr_vec3 wr_threshold_middle(const struct wr_walkmesh *mesh, const uint32_t *edges,
                            uint32_t count)
{
    return middle_between(start_of(mesh, edges[0]), end_of(mesh, edges[count - 1]));
}

/* The edge a kit takes for the foot of a hook: the nearest, of equally near ones the lowest. */
static uint32_t foot_at(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                        wr_vec3 point, double *distance)
{
    uint32_t best = edges[0];
    *distance = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wr_vec3 nearest;
        double other = wr_threshold_distance(mesh, edges[i], point, &nearest);
        if (other < *distance || (other == *distance && edges[i] < best)) {
            *distance = other;
            best = edges[i];
        }
    }
    return best;
}

/* A little less than a kit allows: the hook is still to be rounded to its room's coordinates.
 */
static bool stands_well(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                        wr_vec3 point)
{
    double distance;
    uint32_t foot = foot_at(mesh, edges, count, point, &distance);
    return distance <= 0.9 * WR_HOOK_OFF_PERIMETER && faces_as_all(mesh, edges, count, foot);
}

wr_vec3 wr_threshold_spot(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                          wr_vec3 wanted)
{
    double least = INFINITY;
    wr_vec3 best = wanted, nearest;
    uint32_t foot = edges[0];
    if (stands_well(mesh, edges, count, wanted))
        return wanted;
    for (uint32_t i = 0; i < count; i++) {
        double distance = wr_threshold_distance(mesh, edges[i], wanted, &nearest);
        if (!(distance < least) || !faces_as_all(mesh, edges, count, edges[i]))
            continue;
        least = distance;
        best = nearest;
        foot = edges[i];
    }
    return stands_well(mesh, edges, count, best)
               ? best
               : middle_between(start_of(mesh, foot), end_of(mesh, foot));
}
