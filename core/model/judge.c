/* Judging a model that could be read: whether its tables fit each other. Source:
 * formats/module, 3.1. */
#include "core/base/tolerance.h"
#include "core/model/tables.h"

#include <inttypes.h>
#include <stdio.h>

/* What may be wrong, and how it is told: "<what> <count> times, first in '<node>'". */
enum kind {
    FACE_CORNER,
    VERTEX_FINITE,
    ACROSS,
    PLANE,
    BOX,
    LIST,
    ROW,
    TREE_LEAF,
    TREE_BOX,
    PARENT,
    NAME,
    KINDS,
};

static const struct {
    enum wr_severity severity;
    const char *slug, *what;
} CHARGES[KINDS] = {
    [FACE_CORNER] = {WR_ERROR, "mdl-face", "a face names a vertex that is not there"},
    [VERTEX_FINITE] = {WR_ERROR, "mdl-not-finite", "a vertex is not finite"},
    [ACROSS] = {WR_WARNING, "mdl-adjacency", "a face calls a neighbour what shares no edge"},
    [PLANE] = {WR_WARNING, "mdl-plane", "a face is not in its plane"},
    [BOX] = {WR_WARNING, "mdl-box", "a vertex is outside the box of its mesh"},
    [LIST] = {WR_WARNING, "mdl-corners", "the list of corners is not that of the faces"},
    [ROW] = {WR_ERROR, "mdx-differs", "a vertex in the MDX is not where the MDL has it"},
    [TREE_LEAF] = {WR_ERROR, "mdl-tree", "a face of the walkmesh has not one leaf in its tree"},
    [TREE_BOX] = {WR_ERROR, "mdl-tree-box", "a box of the tree leaves out what it should hold"},
    [PARENT] = {WR_WARNING, "mdl-parent", "a node says it hangs elsewhere than it does"},
    [NAME] = {WR_WARNING, "mdl-name", "a node has the number of a name that is not there"},
};

struct judging {
    const struct wr_model *model;
    struct {
        uint64_t count;
        uint32_t node;
    } faults[KINDS];
};

static void add(struct judging *judging, enum kind kind, uint32_t node)
{
    if (judging->faults[kind].count++ == 0)
        judging->faults[kind].node = node;
}

/* ---- Faces ------------------------------------------------------------------------------- */

static const uint8_t *face_at(const wr_model_mesh *mesh, uint32_t face)
{
    return mesh->faces + (size_t)face * WR_FACE_SIZE;
}

static uint32_t corner(const wr_model_mesh *mesh, uint32_t face, uint32_t k)
{
    return wr_get_u16(face_at(mesh, face) + WR_FACE_CORNERS + 2 * (k % 3));
}

static wr_vec3 vertex(const wr_model_mesh *mesh, uint32_t v)
{
    return wr_get_vec3(mesh->vertices + 12 * (size_t)v);
}

static bool has_corners(const wr_model_mesh *mesh, uint32_t face)
{
    for (uint32_t k = 0; k < 3; k++)
        if (corner(mesh, face, k) >= mesh->vertex_count)
            return false;
    return true;
}

/* By place, not by number: vertices are doubled where textures or normals part. */
static bool shares_edge(const wr_model_mesh *mesh, uint32_t face, uint32_t k, uint32_t other)
{
    wr_vec3 a = vertex(mesh, corner(mesh, face, k)),
            b = vertex(mesh, corner(mesh, face, k + 1));
    for (uint32_t e = 0; e < 3; e++) {
        wr_vec3 c = vertex(mesh, corner(mesh, other, e));
        wr_vec3 d = vertex(mesh, corner(mesh, other, e + 1));
        if ((wr_distance(a, d) <= WR_MODEL_FIT && wr_distance(b, c) <= WR_MODEL_FIT) ||
            (wr_distance(a, c) <= WR_MODEL_FIT && wr_distance(b, d) <= WR_MODEL_FIT))
            return true;
    }
    return false;
}

/* A face that is a line or a point lies in many planes, and stores any. */
static bool has_area(const wr_model_mesh *mesh, uint32_t f)
{
    wr_vec3 a = vertex(mesh, corner(mesh, f, 0)), b = vertex(mesh, corner(mesh, f, 1));
    return wr_triangle_height(a, b, vertex(mesh, corner(mesh, f, 2))) > WR_PLANE_ERROR;
}

static void judge_face(struct judging *judging, uint32_t node, const wr_model_mesh *mesh,
                       uint32_t f)
{
    enum { NO_FACE = 0xffff };
    const uint8_t *face = face_at(mesh, f);
    if (!has_corners(mesh, f)) {
        add(judging, FACE_CORNER, node);
        return;
    }
    if (!mesh->vertices)
        return;
    bool flat = has_area(mesh, f);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t other = wr_get_u16(face + WR_FACE_ACROSS + 2 * k);
        if (other != NO_FACE && (other == f || other >= mesh->face_count ||
                                 !has_corners(mesh, other) || !shares_edge(mesh, f, k, other)))
            add(judging, ACROSS, node);
        wr_dvec3 p = wr_widen(vertex(mesh, corner(mesh, f, k)));
        double distance = wr_get_f32(face + WR_FACE_DISTANCE);
        if (flat && !(fabs(wr_dot(wr_widen(wr_get_vec3(face)), p) + distance) <= WR_CENTIMETRE))
            add(judging, PLANE, node);
    }
}

static bool is_inside(wr_vec3 p, wr_vec3 min, wr_vec3 max)
{
    const double slack = WR_BOX_ERROR;
    return p.x >= min.x - slack && p.y >= min.y - slack && p.z >= min.z - slack &&
           p.x <= max.x + slack && p.y <= max.y + slack && p.z <= max.z + slack;
}

static void judge_vertices(struct judging *judging, uint32_t node, const wr_model_mesh *mesh)
{
    wr_vec3 min = wr_get_vec3(mesh->header + WR_MESH_BOX);
    wr_vec3 max = wr_get_vec3(mesh->header + WR_MESH_BOX + 12);
    uint32_t place = wr_row_vector_at(mesh, 0);
    const uint8_t *row = mesh->stride ? judging->model->mdx + mesh->mdx : NULL;
    for (uint32_t v = 0; mesh->vertices && v < mesh->vertex_count; v++) {
        wr_vec3 p = vertex(mesh, v);
        if (!wr_vec3_finite(p))
            add(judging, VERTEX_FINITE, node);
        else if (!is_inside(p, min, max))
            add(judging, BOX, node);
        if (row && place != UINT32_MAX &&
            !(wr_distance(p, wr_get_vec3(row + (size_t)v * mesh->stride + place)) <=
              WR_MODEL_FIT))
            add(judging, ROW, node);
    }
}

/* The first list is a copy of the faces' corners. */
static void judge_list(struct judging *judging, uint32_t node, const wr_model_mesh *mesh)
{
    const uint8_t *data = wr_model_data(judging->model);
    if (wr_get_u32(mesh->header + WR_MESH_INDEX_LISTS + 4) != 1)
        return;
    uint32_t count = wr_get_u32(data + wr_get_u32(mesh->header + WR_MESH_INDEX_COUNTS));
    const uint8_t *list =
        data + (count ? wr_get_u32(data + wr_get_u32(mesh->header + WR_MESH_INDEX_LISTS)) : 0);
    bool same = count == 3 * (uint64_t)mesh->face_count;
    for (uint32_t f = 0; same && f < mesh->face_count; f++)
        same = memcmp(face_at(mesh, f) + WR_FACE_CORNERS, list + 6 * (size_t)f, 6) == 0;
    if (!same)
        add(judging, LIST, node);
}

/* ---- The tree ---------------------------------------------------------------------------- */

static bool holds(const uint8_t *outer, wr_vec3 min, wr_vec3 max)
{
    wr_vec3 low = wr_get_vec3(outer), high = wr_get_vec3(outer + 12);
    return is_inside(min, low, high) && is_inside(max, low, high);
}

/* `leaves` has a byte a face and comes cleared. */
static void judge_tree(struct judging *judging, uint32_t node, const wr_model_mesh *mesh,
                       uint8_t *leaves)
{
    const uint8_t *data = wr_model_data(judging->model);
    for (uint32_t i = 0; i < judging->model->box_count; i++) {
        const uint8_t *box = data + judging->model->boxes[i];
        uint32_t face = wr_get_u32(box + WR_BOX_FACE), child;
        bool inner = false;
        for (uint32_t k = 0; k < 2; k++) {
            child = wr_get_u32(box + WR_BOX_CHILDREN + 4 * k);
            inner |= child != 0;
            if (child && !holds(box, wr_get_vec3(data + child), wr_get_vec3(data + child + 12)))
                add(judging, TREE_BOX, node);
        }
        if (inner)
            continue;
        if (face >= mesh->face_count || leaves[face]++) {
            add(judging, TREE_LEAF, node);
            continue;
        }
        for (uint32_t k = 0; mesh->vertices && k < 3 && has_corners(mesh, face); k++) {
            wr_vec3 p = vertex(mesh, corner(mesh, face, k));
            if (!holds(box, p, p))
                add(judging, TREE_BOX, node);
        }
    }
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (!leaves[f])
            add(judging, TREE_LEAF, node);
}

/* ---- The whole --------------------------------------------------------------------------- */

static void judge_node(struct judging *judging, uint32_t n)
{
    const struct wr_model *model = judging->model;
    const wr_model_node *node = &model->nodes[n];
    uint32_t parent = wr_get_u32(wr_model_data(model) + node->at + WR_NODE_PARENT);
    if (parent != (node->parent == n ? 0 : model->nodes[node->parent].at))
        add(judging, PARENT, n);
    if (node->name >= model->name_count)
        add(judging, NAME, n);
    if (node->mesh == 0)
        return;
    wr_model_mesh mesh = wr_model_mesh_of(model, node);
    for (uint32_t f = 0; f < mesh.face_count; f++)
        judge_face(judging, n, &mesh, f);
    judge_vertices(judging, n, &mesh);
    judge_list(judging, n, &mesh);
}

/* How often, where it is more than once. */
static const char *times(char out[32], uint64_t count)
{
    if (count == 1)
        return "";
    snprintf(out, 32, " %" PRIu64 " times", count);
    return out;
}

static enum wr_result report(struct wr_context *context, const struct judging *judging,
                             const struct wr_source *source)
{
    enum wr_result result = WR_OK;
    for (int i = 0; i < KINDS; i++) {
        uint32_t node = judging->faults[i].node;
        uint64_t count = judging->faults[i].count;
        char text[32];
        if (count == 0)
            continue;
        wr_where where =
            source ? wr_at(source, WR_MDL_DATA + judging->model->nodes[node].at) : WR_NOWHERE;
        const char *name = wr_model_node_name(judging->model, node);
        const char *first = count == 1 ? "" : "first ";
        if (CHARGES[i].severity == WR_ERROR)
            result =
                wr_fail(context, WR_INVALID, where, CHARGES[i].slug, NULL, "%s%s, %sin '%s'",
                        CHARGES[i].what, times(text, count), first, name);
        else
            wr_warn(context, where, CHARGES[i].slug, NULL, "%s%s, %sin '%s'", CHARGES[i].what,
                    times(text, count), first, name);
    }
    return result;
}

enum wr_result wr_model_judge(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_model *model, const struct wr_source *source)
{
    struct judging judging = {.model = model};
    uint32_t walkmeshes = 0, walkmesh = 0;
    for (uint32_t n = 0; n < model->node_count; n++)
        judge_node(&judging, n);
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        if (wr_model_has(&model->nodes[n], WR_MODEL_WALKMESH) && walkmeshes++ == 0)
            walkmesh = n;
    if (walkmeshes == 1) {
        wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[walkmesh]);
        uint8_t *leaves = WR_ZERO(scratch, uint8_t, mesh.face_count);
        if (!leaves)
            return wr_no_memory(context);
        judge_tree(&judging, walkmesh, &mesh, leaves);
    }
    return report(context, &judging, source);
}
