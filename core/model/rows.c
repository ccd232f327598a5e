/* The rows of a walkmesh node in the MDX. Source: formats/module, 3.1. */
#include "core/model/floor.h"

#include "core/base/slices.h"

enum { ROW_UNIT = 16 }; /* what the game's own files align rows to */

/* Where rows may go: what the node had, with the filling behind it. */
struct gap {
    uint32_t at, size;
};

static uint32_t next_rows(const struct wr_model *model, uint32_t node, uint32_t at)
{
    uint32_t next = model->mdx_size;
    for (uint32_t n = 0; n < model->node_count; n++) {
        if (n == node || model->nodes[n].mesh == 0)
            continue;
        wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[n]);
        if (mesh.stride > 0 && mesh.mdx > at && mesh.mdx < next)
            next = mesh.mdx;
    }
    return next;
}

static struct gap gap_of(const struct wr_model *model, uint32_t node, const wr_model_mesh *mesh,
                         uint32_t stride, uint32_t rows)
{
    if (rows == 0)
        return (struct gap){model->mdx_size, 0};
    uint32_t next = next_rows(model, node, mesh->mdx);
    uint64_t end = mesh->mdx + (rows + (uint64_t)1) * stride;
    bool filling = next >= end && next - end < ROW_UNIT;
    return (struct gap){mesh->mdx, (filling || end > next ? next : (uint32_t)end) - mesh->mdx};
}

/* Sums of the normals of the faces around each vertex, larger faces counting more. */
static void sum_normals(const wr_model_mesh *mesh, wr_dvec3 *sums)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint8_t *face = mesh->faces + (size_t)f * WR_FACE_SIZE + WR_FACE_CORNERS;
        uint32_t v[3];
        wr_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            v[k] = wr_get_u16(face + 2 * k);
            p[k] = wr_get_vec3(mesh->vertices + 12 * (size_t)v[k]);
        }
        for (int k = 0; k < 3; k++)
            sums[v[k]] = wr_add(sums[v[k]], wr_triangle_normal(p[0], p[1], p[2]));
    }
}

static void put_row(uint8_t *row, uint32_t at, wr_vec3 value)
{
    if (at != UINT32_MAX)
        wr_put_vec3(row + at, value);
}

static void fill_rows(const wr_model_mesh *mesh, const wr_dvec3 *sums, uint8_t *row)
{
    uint32_t position = wr_row_vector_at(mesh, 0), normal = wr_row_vector_at(mesh, 1);
    const wr_vec3 huge = {1e7f, 1e7f, 1e7f};
    for (uint32_t v = 0; v < mesh->vertex_count; v++, row += mesh->stride) {
        double length = wr_length(sums[v]);
        put_row(row, position, wr_get_vec3(mesh->vertices + 12 * (size_t)v));
        put_row(row, normal,
                length > 0 ? wr_narrow(wr_scale(sums[v], 1 / length)) : wr_vec3_of(0, 0, 1));
    }
    if (mesh->stride >= 12)
        put_row(row, 0, huge);
}

/* What lay behind the gap lies `shift` later. */
static void shift_rows(struct wr_model *model, uint32_t behind, uint32_t shift)
{
    for (uint32_t n = 0; n < model->node_count; n++) {
        if (model->nodes[n].mesh == 0)
            continue;
        wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[n]);
        if (mesh.mdx != UINT32_MAX && mesh.mdx >= behind)
            wr_put_u32(mesh.header + wr_model_shift(model) + WR_MESH_MDX, mesh.mdx + shift);
    }
}

/* The new rows' length, and what fills them up so that all others stay aligned. */
static uint64_t room_of(const wr_model_mesh *mesh, uint32_t stride, const struct gap *gap)
{
    uint64_t size = mesh->vertex_count ? (mesh->vertex_count + (uint64_t)1) * stride : 0;
    return size + ((gap->size - size) & (ROW_UNIT - 1));
}

static void put_mdx(struct wr_model *model, uint8_t *mdx, uint32_t size)
{
    model->mdx = mdx;
    model->mdx_size = size;
    wr_put_u32(model->mdl + WR_MDL_MDX_AT, size);
    wr_put_u32(wr_model_data(model) + WR_MDL_MDX_SIZE, size);
}

enum wr_result wr_model_put_rows(struct wr_context *context, struct wr_model *model,
                                 uint32_t node, uint32_t rows)
{
    wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[node]);
    uint32_t stride = wr_get_u32(mesh.header + WR_MESH_STRIDE);
    if (!model->has_mdx || stride == 0 || stride == UINT32_MAX || mesh.mdx == UINT32_MAX)
        return WR_OK;
    struct gap gap = gap_of(model, node, &mesh, stride, rows);
    uint64_t wanted = room_of(&mesh, stride, &gap);
    uint32_t lead = rows == 0 ? -model->mdx_size & (ROW_UNIT - 1) : 0;
    uint64_t size = model->mdx_size - gap.size + lead + wanted;
    if (size > INT32_MAX)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large", NULL,
                       "the MDX of '%s' would pass 2 GiB", model->file);
    uint8_t *mdx = WR_TAKE(model->arena, uint8_t, (size_t)size);
    wr_dvec3 *sums = WR_ZERO(model->arena, wr_dvec3, mesh.vertex_count);
    if (!mdx || !sums)
        return wr_no_memory(context);
    uint32_t start = gap.at + lead, behind = gap.at + gap.size;
    memset(mdx + gap.at, 0, lead + (size_t)wanted);
    if (!wr_slices_copy(context, mdx, model->mdx, gap.at) ||
        !wr_slices_copy(context, mdx + start + wanted, model->mdx + behind,
                        model->mdx_size - behind))
        return WR_STOPPED;
    if (mesh.vertex_count > 0) {
        sum_normals(&mesh, sums);
        fill_rows(&mesh, sums, mdx + start);
    }
    shift_rows(model, behind, (uint32_t)(start + wanted) - behind);
    wr_put_u32(mesh.header + wr_model_shift(model) + WR_MESH_MDX, start);
    put_mdx(model, mdx, (uint32_t)size);
    return WR_OK;
}
