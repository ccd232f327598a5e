/* The meshes of a model that are drawn, where they stand when nothing moves. Source:
 * formats/module, 3.1. */
#include "core/model/drawn.h"
#include "core/model/floor.h"

#include <string.h>

struct reading {
    const struct wr_model *model;
    struct wr_arena *arena;
    const wr_model_texture *textures; /* one a node of the model's own tree; "" is none */
    struct wr_drawn_mesh *meshes;
    uint32_t count;
};

/* ---- Corners -------------------------------------------------------------------------------
 */

/* Texture coordinates in the rows of a mesh; NULL where it has none. */
static const uint8_t *uvs_of(const struct wr_model *model, const wr_model_mesh *mesh)
{
    uint32_t at = wr_get_u32(mesh->header + WR_MESH_ROW_UV);
    bool there = mesh->stride > 0 && mesh->row_flags & WR_ROW_UV && mesh->stride >= 8 &&
                 at <= mesh->stride - 8;
    return there ? model->mdx + mesh->mdx + at : NULL;
}

static const uint8_t *normals_of(const struct wr_model *model, const wr_model_mesh *mesh)
{
    uint32_t at = wr_row_vector_at(mesh, 1);
    return mesh->stride > 0 && at != UINT32_MAX ? model->mdx + mesh->mdx + at : NULL;
}

static wr_vec3 turned(const wr_model_pose *pose, wr_vec3 normal)
{
    wr_model_pose turn = *pose;
    turn.place = (wr_dvec3){0, 0, 0};
    wr_vec3 out = wr_narrow(wr_model_pose_point(&turn, wr_widen(normal)));
    return wr_vec3_finite(out) ? out : wr_vec3_of(0, 0, 1);
}

static float finite(float value)
{
    return isfinite(value) ? value : 0;
}

/* False where a place is none. */
static bool read_corners(const struct reading *reading, const wr_model_mesh *mesh,
                         const wr_model_pose *pose, wr_drawn_corner *out)
{
    const uint8_t *uvs = uvs_of(reading->model, mesh);
    const uint8_t *normals = normals_of(reading->model, mesh);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_dvec3 own = wr_widen(wr_get_vec3(mesh->vertices + 12 * (size_t)v));
        size_t row = (size_t)v * mesh->stride;
        out[v].position = wr_narrow(wr_model_pose_point(pose, own));
        if (!wr_vec3_finite(out[v].position))
            return false;
        if (normals)
            out[v].normal = turned(pose, wr_get_vec3(normals + row));
        if (uvs) {
            out[v].u = finite(wr_get_f32(uvs + row));
            out[v].v = finite(wr_get_f32(uvs + row + 4));
        }
    }
    return true;
}

/* ---- Faces ---------------------------------------------------------------------------------
 */

/* Those whose corners are there. */
static void read_faces(const wr_model_mesh *mesh, struct wr_drawn_mesh *out)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint8_t *from = mesh->faces + (size_t)f * WR_FACE_SIZE;
        wr_drawn_face face = {.material = wr_get_u32(from + WR_FACE_MATERIAL)};
        bool there = true;
        for (int k = 0; k < 3; k++) {
            face.v[k] = wr_get_u16(from + WR_FACE_CORNERS + 2 * k);
            there = there && face.v[k] < mesh->vertex_count;
        }
        if (!there)
            continue;
        face.normal = wr_narrow(wr_triangle_normal(out->corners[face.v[0]].position,
                                                   out->corners[face.v[1]].position,
                                                   out->corners[face.v[2]].position));
        out->faces[out->face_count++] = face;
    }
}

/* Without rows, a corner's normal is that of the faces around it, larger ones counting more. */
static void sum_normals(struct wr_drawn_mesh *mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++) {
            wr_drawn_corner *corner = &mesh->corners[mesh->faces[f].v[k]];
            wr_vec3 sum =
                wr_narrow(wr_add(wr_widen(corner->normal), wr_widen(mesh->faces[f].normal)));
            corner->normal = wr_vec3_finite(sum) ? sum : corner->normal;
        }
}

/* ---- Meshes --------------------------------------------------------------------------------
 */

static bool read_mesh(struct reading *reading, uint32_t node, const wr_model_pose *pose)
{
    const struct wr_model *model = reading->model;
    wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[node]);
    struct wr_drawn_mesh out = {.texture = reading->textures[node].name};
    if (!mesh.vertices || mesh.face_count == 0)
        return true;
    strncpy(out.name, wr_model_node_name(model, node), sizeof out.name - 1);
    out.corners = WR_ZERO(reading->arena, wr_drawn_corner, mesh.vertex_count);
    out.faces = WR_TAKE(reading->arena, wr_drawn_face, mesh.face_count);
    out.corner_count = mesh.vertex_count;
    if (!out.corners || !out.faces)
        return false;
    if (!read_corners(reading, &mesh, pose, out.corners))
        return true;
    read_faces(&mesh, &out);
    if (!normals_of(model, &mesh))
        sum_normals(&out);
    if (out.face_count > 0)
        reading->meshes[reading->count++] = out;
    return true;
}

static void note_texture(void *user, const wr_model_texture *texture)
{
    wr_model_texture *textures = user;
    if (texture->use == WR_TEXTURE_MESH)
        textures[texture->node] = *texture;
}

static bool read_meshes(struct reading *reading)
{
    const struct wr_model *model = reading->model;
    uint32_t count = model->trees[0].count;
    wr_model_texture *textures = WR_ZERO(reading->arena, wr_model_texture, count);
    wr_model_pose *poses = wr_model_poses(reading->arena, model);
    reading->meshes = WR_TAKE(reading->arena, struct wr_drawn_mesh, count);
    if (!textures || !poses || !reading->meshes)
        return false;
    wr_model_each_texture(model, note_texture, textures);
    reading->textures = textures;
    for (uint32_t n = 0; n < count; n++) {
        if (wr_model_is_drawn(model, &model->nodes[n]) && !read_mesh(reading, n, &poses[n]))
            return false;
    }
    return true;
}

bool wr_drawn_read(struct wr_arena *arena, const struct wr_model *model,
                   struct wr_drawn_mesh **out, uint32_t *count)
{
    struct reading reading = {.model = model, .arena = arena};
    bool fine = read_meshes(&reading);
    *out = reading.meshes;
    *count = reading.count;
    return fine;
}
