/* Judging edges, links, planes and flags. Source: formats/aswm, 3, I3 to I5 and I12. */
#include "core/aswm/baking.h"
#include "core/aswm/judging.h"

#include "core/base/math.h"

/* How far centres and planes of official files stray, at most, and over which share of a
 * coordinate float32 tells less apart. */
#define STRAY 1e-4
#define COARSE 1e-6

static void judge_edges(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    wr_aswm_fault order = {0}, sides = {0};
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        const wr_aswm_edge *edge = &mesh->edges[i];
        if (edge->v[0] >= edge->v[1])
            wr_aswm_met(&order, i);
        if (edge->triangle[0] == WR_ASWM_NONE)
            wr_aswm_met(&sides, i);
    }
    wr_aswm_charge(judging, &order, WR_ERROR, wr_aswm_edge_at(mesh, order.first),
                   "aswm-edge-order", "edge", "does not name its lower vertex first");
    wr_aswm_charge(judging, &sides, WR_ERROR, wr_aswm_edge_at(mesh, sides.first),
                   "aswm-edge-order", "edge", "does not name its only triangle first");
}

static void judge_links(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    wr_aswm_fault wrong = {0}, twice = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *edge = mesh->triangles[i].edge;
        bool sound = true;
        for (int slot = 0; slot < 3; slot++)
            sound &= wr_aswm_link_sound(mesh, i, slot);
        if (!sound)
            wr_aswm_met(&wrong, i);
        if (edge[0] == edge[1] || edge[1] == edge[2] || edge[2] == edge[0])
            wr_aswm_met(&twice, i);
    }
    wr_aswm_charge(judging, &wrong, WR_ERROR, wr_aswm_triangle_at(mesh, wrong.first),
                   "aswm-link", "triangle",
                   "has an edge or a link that does not name it, or not between its corners");
    wr_aswm_charge(judging, &twice, WR_ERROR, wr_aswm_triangle_at(mesh, twice.first),
                   "aswm-link", "triangle", "names an edge twice");
}

/* ---- Planes ------------------------------------------------------------------------------ */

struct plane_faults {
    wr_aswm_fault centre, plane, winding, below;
};

static double stray_at(double a, double b)
{
    double most = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return STRAY + COARSE * most;
}

/* Official triangles without area, and slivers, have whatever normal came out. */
static bool plane_fits(const wr_aswm_triangle *triangle, const wr_vec3 *p[3])
{
    wr_dvec3 n = wr_widen(triangle->normal);
    double along = wr_dot(n, wr_widen(*p[0])) + (double)triangle->distance;
    return fabs(wr_length(n) - 1) <= STRAY &&
           fabs(along) <= stray_at(p[0]->x, p[0]->y) + stray_at(p[0]->z, 0);
}

static void judge_plane(const struct wr_aswm *mesh, uint32_t index, struct plane_faults *faults)
{
    const wr_aswm_triangle *triangle = &mesh->triangles[index];
    const wr_vec3 *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = &mesh->vertices[triangle->v[i]];
    double x = ((double)p[0]->x + p[1]->x + p[2]->x) / 3;
    double y = ((double)p[0]->y + p[1]->y + p[2]->y) / 3;
    wr_dvec3 cross = wr_triangle_normal(*p[0], *p[1], *p[2]);
    bool clockwise = triangle->flags & WR_ASWM_CLOCKWISE;
    if (fabs(x - (double)triangle->x) > stray_at(x, 0) ||
        fabs(y - (double)triangle->y) > stray_at(y, 0))
        wr_aswm_met(&faults->centre, index);
    if (!plane_fits(triangle, p))
        wr_aswm_met(&faults->plane, index);
    if (cross.z != 0 && (cross.z < 0) != clockwise)
        wr_aswm_met(&faults->winding, index);
    if ((triangle->flags & WR_ASWM_WALKABLE) && triangle->normal.z <= 0)
        wr_aswm_met(&faults->below, index);
}

static void judge_planes(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    struct plane_faults faults = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        judge_plane(mesh, i, &faults);
    wr_aswm_charge(judging, &faults.centre, WR_ERROR,
                   wr_aswm_triangle_at(mesh, faults.centre.first), "aswm-centre", "triangle",
                   "does not have the middle of its corners for its centre");
    wr_aswm_charge(judging, &faults.plane, WR_ERROR,
                   wr_aswm_triangle_at(mesh, faults.plane.first), "aswm-plane", "triangle",
                   "has a plane that does not go through it");
    wr_aswm_charge(judging, &faults.winding, WR_NOTE,
                   wr_aswm_triangle_at(mesh, faults.winding.first), "aswm-winding", "triangle",
                   "lies the other way round than its flag says, as some official ones do");
    wr_aswm_charge(judging, &faults.below, WR_NOTE,
                   wr_aswm_triangle_at(mesh, faults.below.first), "aswm-upright", "triangle",
                   "is walkable though it stands upright or faces down, as some official ones");
}

/* ---- Flags ------------------------------------------------------------------------------- */

static unsigned floors_of(const wr_aswm_triangle *triangle)
{
    unsigned count = 0;
    for (unsigned bits = triangle->flags & WR_ASWM_FLOORS; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static void judge_flags(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    wr_aswm_fault none = {0}, kept = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        unsigned floors = floors_of(&mesh->triangles[i]);
        if (wr_aswm_walkable(mesh, i) ? floors != 1 : floors > 1)
            wr_aswm_met(&none, i);
        if (!wr_aswm_walkable(mesh, i) && floors == 1)
            wr_aswm_met(&kept, i);
    }
    wr_aswm_charge(judging, &none, WR_ERROR, wr_aswm_triangle_at(mesh, none.first),
                   "aswm-floor", "triangle", "does not have one kind of floor");
    wr_aswm_charge(judging, &kept, WR_NOTE, wr_aswm_triangle_at(mesh, kept.first),
                   "aswm-floor-kept", "triangle",
                   "has a kind of floor though nobody walks there, as some official ones");
}

void wr_aswm_judge_mesh(struct wr_aswm_judging *judging)
{
    judge_edges(judging);
    judge_links(judging);
    judge_planes(judging);
    judge_flags(judging);
}
