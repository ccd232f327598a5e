/* Meshes across a plane: vertices, planes, normals and boxes. */
#include "core/base/tolerance.h"
#include "core/model/pulling.h"

/* ---- Vertices -----------------------------------------------------------------------------
 */

static bool start(struct wr_pulling *pulling, uint32_t node, struct wr_pulled_mesh *out)
{
    const wr_model_mesh *mesh = &out->mesh;
    wr_vec3 *before = WR_TAKE(pulling->scratch, wr_vec3, mesh->vertex_count);
    uint32_t *sets = WR_TAKE(pulling->scratch, uint32_t, mesh->vertex_count);
    if (!before || !sets)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        before[v] = wr_get_vec3(mesh->vertices + 12 * (size_t)v);
        sets[v] = wr_pulling_set(pulling, node, mesh, v);
    }
    out->before = before;
    out->sets = sets;
    return true;
}

static void move_vertices(const struct wr_pulling *pulling, const struct wr_pulled_mesh *pulled)
{
    const wr_model_mesh *mesh = &pulled->mesh;
    uint32_t place = wr_row_vector_at(mesh, 0), own = pulling->sets[pulled->node];
    wr_dvec3 still = wr_pulls_sum(pulling->pulls, own);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (pulled->sets[v] == own)
            continue;
        wr_dvec3 way = wr_sub(wr_pulls_sum(pulling->pulls, pulled->sets[v]), still);
        wr_vec3 now = wr_narrow(
            wr_add(wr_widen(pulled->before[v]), wr_pulling_local(pulling, pulled->node, way)));
        wr_put_vec3(mesh->vertices + 12 * (size_t)v, now);
        if (pulled->rows && place != UINT32_MAX)
            wr_put_vec3(pulled->rows + (size_t)v * mesh->stride + place, now);
    }
}

/* ---- Faces --------------------------------------------------------------------------------
 */

/* The unit normals of a face before and after; false where either is none. */
static bool normals_of(const struct wr_pulled_mesh *pulled, const uint8_t *face,
                       wr_dvec3 *before, wr_dvec3 *now)
{
    wr_vec3 was[3], is[3];
    for (int k = 0; k < 3; k++) {
        uint32_t v = wr_get_u16(face + WR_FACE_CORNERS + 2 * k);
        if (v >= pulled->mesh.vertex_count)
            return false;
        was[k] = pulled->before[v];
        is[k] = wr_get_vec3(pulled->mesh.vertices + 12 * (size_t)v);
    }
    *before = wr_triangle_normal(was[0], was[1], was[2]);
    *now = wr_triangle_normal(is[0], is[1], is[2]);
    double length = wr_length(*before), other = wr_length(*now);
    if (!(length > 0) || !(other > 0))
        return false;
    *before = wr_scale(*before, 1 / length);
    *now = wr_scale(*now, 1 / other);
    return true;
}

/* Faces that only get longer keep the normals of their file, whatever these were rounded to. */
static bool is_tilted(wr_dvec3 before, wr_dvec3 now)
{
    return wr_length(wr_cross(before, now)) > WR_PULL_TILT;
}

static void put_plane(const struct wr_pulled_mesh *pulled, uint8_t *face, wr_dvec3 *sums,
                      bool *tilted)
{
    wr_dvec3 before, now;
    uint32_t first = wr_get_u16(face + WR_FACE_CORNERS);
    if (first >= pulled->mesh.vertex_count)
        return;
    if (normals_of(pulled, face, &before, &now)) {
        bool tilts = is_tilted(before, now);
        *tilted |= tilts;
        if (tilts)
            wr_put_vec3(face, wr_narrow(now));
        for (int k = 0; k < 3; k++) {
            uint32_t v = wr_get_u16(face + WR_FACE_CORNERS + 2 * k);
            sums[2 * v] = wr_add(sums[2 * v], before);
            sums[2 * v + 1] = wr_add(sums[2 * v + 1], tilts ? now : before);
        }
    }
    wr_vec3 at = wr_get_vec3(pulled->mesh.vertices + 12 * (size_t)first);
    wr_put_f32(face + WR_FACE_DISTANCE,
               (float)-wr_dot(wr_widen(wr_get_vec3(face)), wr_widen(at)));
}

/* ---- Normals of vertices ------------------------------------------------------------------
 */

/* Turns a vector as `from` is turned into `to`, both of unit length and not opposite. */
static wr_dvec3 turned(wr_dvec3 vector, wr_dvec3 from, wr_dvec3 to)
{
    wr_dvec3 axis = wr_cross(from, to), once = wr_cross(axis, vector);
    double cosine = wr_dot(from, to);
    return wr_add(wr_add(vector, once), wr_scale(wr_cross(axis, once), 1 / (1 + cosine)));
}

static void turn_row(const wr_model_mesh *mesh, uint8_t *row, wr_dvec3 from, wr_dvec3 to)
{
    for (unsigned i = 1; i < WR_ROW_VECTORS; i++) {
        uint32_t at = wr_row_vector_at(mesh, i);
        for (uint32_t k = 0; at != UINT32_MAX && k < wr_row_vector_size(i); k += 12) {
            wr_dvec3 vector = wr_widen(wr_get_vec3(row + at + k));
            wr_put_vec3(row + at + k, wr_narrow(turned(vector, from, to)));
        }
    }
}

/* A vertex turns as the faces around it do. */
static void turn_rows(const struct wr_pulled_mesh *pulled, const wr_dvec3 *sums)
{
    const wr_model_mesh *mesh = &pulled->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_dvec3 from = sums[2 * v], to = sums[2 * v + 1];
        double length = wr_length(from), other = wr_length(to);
        if (!(length > 0) || !(other > 0))
            continue;
        from = wr_scale(from, 1 / length);
        to = wr_scale(to, 1 / other);
        if (is_tilted(from, to) && wr_dot(from, to) > WR_ROUNDING - 1)
            turn_row(mesh, pulled->rows + (size_t)v * mesh->stride, from, to);
    }
}

/* ---- Boxes --------------------------------------------------------------------------------
 */

/* Some of the game's meshes have the origin in their boxes, though none of their vertices. */
static bool holds_origin(const struct wr_pulled_mesh *pulled)
{
    wr_box box = wr_box_empty();
    for (uint32_t v = 0; v < pulled->mesh.vertex_count; v++)
        box = wr_box_add(box, pulled->before[v]);
    const wr_box origin = {{0, 0, 0}, {0, 0, 0}};
    wr_box stored = {wr_get_vec3(pulled->mesh.header + WR_MESH_BOX),
                     wr_get_vec3(pulled->mesh.header + WR_MESH_BOX + 12)};
    return wr_box_touch(stored, origin) && !wr_box_touch(box, origin);
}

/* ---- The mesh -----------------------------------------------------------------------------
 */

static bool pull_faces(struct wr_pulling *pulling, const struct wr_pulled_mesh *pulled)
{
    const wr_model_mesh *mesh = &pulled->mesh;
    wr_dvec3 *sums = WR_ZERO(pulling->scratch, wr_dvec3, 2 * (size_t)mesh->vertex_count);
    bool tilted = false;
    if (!sums)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        put_plane(pulled, mesh->faces + (size_t)f * WR_FACE_SIZE, sums, &tilted);
    if (tilted && pulled->rows)
        turn_rows(pulled, sums);
    return true;
}

bool wr_pull_mesh(struct wr_pulling *pulling, uint32_t node, uint8_t *mdx)
{
    struct wr_pulled_mesh pulled = {
        .mesh = wr_model_mesh_of(pulling->model, &pulling->model->nodes[node]), .node = node};
    uint32_t set;
    if (!pulled.mesh.vertices ||
        (wr_pulling_whole(pulling, node, &pulled.mesh, &set) && set == pulling->sets[node]))
        return true;
    wr_arena_mark here = wr_arena_here(pulling->scratch);
    if (pulled.mesh.stride > 0)
        pulled.rows = mdx + pulled.mesh.mdx;
    if (!start(pulling, node, &pulled))
        return false;
    bool with_origin = holds_origin(&pulled);
    move_vertices(pulling, &pulled);
    if (!pull_faces(pulling, &pulled) || !wr_pull_texture(pulling, &pulled))
        return false;
    wr_model_put_extent(pulling->model, &pulled.mesh, with_origin);
    wr_arena_rewind(pulling->scratch, here);
    return true;
}
