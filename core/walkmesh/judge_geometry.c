/* Judging the geometry itself: faults a file or a kit brings along, which nobody but its author
 * can mend. Source: formats/bwm, 3.1 to 3.3. */
#include "core/walkmesh/judging.h"
#include "core/walkmesh/planes.h"

#include <stdlib.h>

static void charge(struct wr_mesh_judging *judging, const struct wr_fault *fault,
                   enum wr_severity severity, const char *slug, const char *what,
                   const char *hint)
{
    wr_mesh_judging_charge(
        judging, fault,
        &(struct wr_charge){severity, WR_TABLE_FACES, slug, "face", what, hint});
}

static void judge_sides(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault none = {0}, upright = {0}, downward = {0};
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        enum wr_side side = wr_face_side(mesh, f);
        bool walkable =
            mesh->kind == WR_WOK && wr_material_in(judging->walkable, mesh->materials[f]);
        if (side == WR_SIDE_NONE)
            wr_fault_add(&none, f);
        else if (walkable && side == WR_SIDE_UPRIGHT)
            wr_fault_add(&upright, f);
        else if (walkable && side == WR_SIDE_DOWN)
            wr_fault_add(&downward, f);
    }
    charge(judging, &none, WR_WARNING, "face-without-area", "has no area", NULL);
    charge(judging, &upright, WR_WARNING, "face-upright", "is walkable but stands upright",
           "give it a material that is not walkable");
    charge(judging, &downward, WR_WARNING, "face-downward", "is walkable but looks downward",
           "turn its corners round, or give it a material that is not walkable");
}

/* ---- Doubles --------------------------------------------------------------------------- */

struct corners {
    uint32_t v[3], face;
};

static int order_corners(const void *left, const void *right)
{
    const struct corners *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->v[i] != b->v[i])
            return a->v[i] < b->v[i] ? -1 : 1;
    return a->face < b->face ? -1 : a->face > b->face;
}

static void swap_if_greater(uint32_t *a, uint32_t *b)
{
    if (*a > *b) {
        uint32_t c = *a;
        *a = *b;
        *b = c;
    }
}

static struct corners corners_of(const struct wr_walkmesh *mesh, uint32_t face)
{
    const uint32_t *v = mesh->faces[face].v;
    struct corners corners = {{v[0], v[1], v[2]}, face};
    swap_if_greater(&corners.v[0], &corners.v[1]);
    swap_if_greater(&corners.v[1], &corners.v[2]);
    swap_if_greater(&corners.v[0], &corners.v[1]);
    return corners;
}

static bool judge_doubled_faces(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct corners *all = WR_TAKE(judging->scratch, struct corners, mesh->face_count);
    if (!all)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        all[f] = corners_of(mesh, f);
    qsort(all, mesh->face_count, sizeof *all, order_corners);
    struct wr_fault doubled = {0};
    for (uint32_t i = 1; i < mesh->face_count; i++) {
        const uint32_t *a = all[i - 1].v, *b = all[i].v;
        if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2])
            wr_fault_add(&doubled, all[i].face);
    }
    charge(judging, &doubled, WR_WARNING, "face-doubled", "has the corners of an earlier face",
           "remove one of the two");
    return true;
}

struct spot {
    wr_vec3 at;
    uint32_t vertex;
};

static int order_spots(const void *left, const void *right)
{
    const struct spot *a = left, *b = right;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    if (a->at.y != b->at.y)
        return a->at.y < b->at.y ? -1 : 1;
    if (a->at.z != b->at.z)
        return a->at.z < b->at.z ? -1 : 1;
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

static bool judge_doubled_vertices(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct spot *all = WR_TAKE(judging->scratch, struct spot, mesh->vertex_count);
    if (!all)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        all[v] = (struct spot){mesh->vertices[v], v};
    qsort(all, mesh->vertex_count, sizeof *all, order_spots);
    struct wr_fault doubled = {0};
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        if (wr_vec3_same(all[i - 1].at, all[i].at))
            wr_fault_add(&doubled, all[i].vertex);
    wr_mesh_judging_charge(
        judging, &doubled,
        &(struct wr_charge){WR_NOTE, WR_TABLE_VERTICES, "vertex-doubled", "vertex",
                            "lies exactly on another; faces that use one are not "
                            "linked with faces that use the other",
                            NULL});
    return true;
}

static bool judge_unused_vertices(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    uint8_t *used = WR_ZERO(judging->scratch, uint8_t, mesh->vertex_count);
    if (!used)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int i = 0; i < 3; i++)
            used[mesh->faces[f].v[i]] = 1;
    struct wr_fault unused = {0};
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (!used[v])
            wr_fault_add(&unused, v);
    wr_mesh_judging_charge(judging, &unused,
                           &(struct wr_charge){WR_NOTE, WR_TABLE_VERTICES, "vertex-unused",
                                               "vertex", "is used by no face", NULL});
    return true;
}

enum wr_result wr_judge_geometry(struct wr_mesh_judging *judging)
{
    judge_sides(judging);
    if (!judge_doubled_faces(judging) || !judge_unused_vertices(judging) ||
        !judge_doubled_vertices(judging))
        return wr_no_memory(judging->context);
    return WR_OK;
}
