/* Somebody who walks on the floor of a level: from face to face, along walls, through open
 * doors. */
#include "builder/studio/own.h"

#include "core/base/arena.h"
#include "core/walkmesh/walkmesh.h"

#include <math.h>

enum { MOST_FACES = 256 /* that one step crosses */ };

typedef struct flat {
    double x, y;
} flat;

struct step {
    const struct wr_walkmesh *mesh;
    const float *shut;
    uint32_t shut_count;
    flat at, to;
    uint32_t face;
};

enum wr_result wr_studio_floor(struct wr_studio *studio)
{
    const wr_built_mesh *built;
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result =
            studio->area ? wr_area_merged(studio->context, studio->area, &built) : WR_NOT_FOUND;
    if (result != WR_OK)
        return result;
    const struct wr_walkmesh *mesh = built->mesh;
    wr_free(studio->rooms);
    studio->rooms = wr_alloc((mesh->face_count + 1) * sizeof *studio->rooms);
    if (!studio->rooms)
        return WR_NO_MEMORY;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        studio->rooms[i] = built->origins[i].room;
    studio->floor = mesh;
    studio->face = WR_NONE;
    wr_studio_give(studio, WR_STUDIO_VERTICES, mesh->vertices, 3 * mesh->vertex_count);
    wr_studio_give(studio, WR_STUDIO_FACES, mesh->faces, 3 * mesh->face_count);
    wr_studio_give(studio, WR_STUDIO_MATERIALS, mesh->materials, mesh->face_count);
    wr_studio_give(studio, WR_STUDIO_ROOMS, studio->rooms, mesh->face_count);
    return WR_OK;
}

static enum wr_result answer(struct wr_studio *studio)
{
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_vec3(dump, "at", studio->stands);
    wr_dump_count(dump, "face", studio->face);
    wr_dump_count(dump, "room", studio->rooms[studio->face]);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_stand(struct wr_studio *studio, float x, float y, float z)
{
    wr_hit hit;
    enum wr_result result = wr_studio_begin(studio);
    if (result != WR_OK)
        return result;
    if (!studio->floor || !wr_walkmesh_nearest(studio->floor, (wr_vec3){x, y, z}, 4, &hit))
        return WR_NOT_FOUND;
    studio->stands = hit.point;
    studio->face = hit.face;
    return answer(studio);
}

/* ---- A step ---- */

static flat corner(const struct step *step, uint32_t index)
{
    wr_vec3 v = step->mesh->vertices[step->mesh->faces[step->face].v[index % 3]];
    return (flat){(double)v.x, (double)v.y};
}

static double cross(flat a, flat b, flat c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Whether the way from `at` to `to` crosses a closed door. */
static bool is_shut(const struct step *step)
{
    for (uint32_t i = 0; i < step->shut_count; i++) {
        const float *door = step->shut + 4 * (size_t)i;
        flat a = {(double)door[0], (double)door[1]}, b = {(double)door[2], (double)door[3]};
        bool apart = cross(step->at, step->to, a) * cross(step->at, step->to, b) > 0;
        if (!apart && cross(a, b, step->at) * cross(a, b, step->to) <= 0)
            return true;
    }
    return false;
}

/* The edge by which the way leaves the face, and how much of the way that is; 3: none. */
static uint32_t way_out(const struct step *step, double *share)
{
    uint32_t out = 3;
    *share = 1;
    for (uint32_t k = 0; k < 3; k++) {
        flat a = corner(step, k), b = corner(step, k + 1);
        double from = cross(a, b, step->at), to = cross(a, b, step->to);
        if (to >= 0 || from <= to)
            continue;
        double part = from > 0 ? from / (from - to) : 0;
        if (out == 3 || part < *share) {
            *share = part;
            out = k;
        }
    }
    return out;
}

/* At a wall the rest of the way is what of it leads along the wall. */
static void slide(struct step *step, uint32_t edge)
{
    flat a = corner(step, edge), b = corner(step, edge + 1);
    double x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    double along = (step->to.x - step->at.x) * x + (step->to.y - step->at.y) * y;
    double share = length > 0 ? along / length : 0;
    /* a little inward, so that rounding leads into no wall */
    double inward = length > 0 ? 1e-4 / sqrt(length) : 0;
    step->at = (flat){step->at.x - y * inward, step->at.y + x * inward};
    step->to = (flat){step->at.x + x * share, step->at.y + y * share};
}

static void advance(struct step *step, double share)
{
    step->at.x += (step->to.x - step->at.x) * share;
    step->at.y += (step->to.y - step->at.y) * share;
}

/* Whether a point lies in the face, seen from above. */
static bool is_inside(const struct step *step, flat point)
{
    for (uint32_t k = 0; k < 3; k++)
        if (cross(corner(step, k), corner(step, k + 1), point) < 0)
            return false;
    return true;
}

static void go(struct step *step)
{
    uint32_t walls = 0;
    for (int i = 0; i < MOST_FACES; i++) {
        double share;
        uint32_t edge = way_out(step, &share);
        advance(step, share);
        if (edge == 3)
            return;
        int32_t across = step->mesh->adjacency[step->face][edge];
        if (across >= 0) {
            step->face = (uint32_t)across / 3;
            continue;
        }
        if (++walls > 2)
            return;
        slide(step, edge);
    }
}

static float height(const struct step *step, flat point, float otherwise)
{
    wr_vec3 normal = step->mesh->normals[step->face];
    double d = (double)step->mesh->distances[step->face];
    if (fabs((double)normal.z) < 1e-6)
        return otherwise;
    double flat_part = (double)normal.x * point.x + (double)normal.y * point.y;
    return (float)(-(flat_part + d) / (double)normal.z);
}

enum wr_result wr_studio_walk(struct wr_studio *studio, float x, float y, const float *shut,
                              uint32_t shut_count)
{
    enum wr_result result = wr_studio_begin(studio);
    if (result != WR_OK)
        return result;
    if (!studio->floor || studio->face == WR_NONE || !isfinite(x) || !isfinite(y))
        return WR_NOT_FOUND;
    flat from = {(double)studio->stands.x, (double)studio->stands.y};
    struct step step = {.mesh = studio->floor,
                        .shut = shut,
                        .shut_count = shut_count,
                        .at = from,
                        .to = {(double)x, (double)y},
                        .face = studio->face};
    if (is_shut(&step))
        return answer(studio);
    go(&step);
    /* what sliding has led out of the face by rounding stays where it was */
    step.to = step.at;
    step.at = from;
    if (!is_inside(&step, step.to) || is_shut(&step))
        return answer(studio);
    studio->face = step.face;
    studio->stands =
        (wr_vec3){(float)step.to.x, (float)step.to.y, height(&step, step.to, studio->stands.z)};
    return answer(studio);
}
