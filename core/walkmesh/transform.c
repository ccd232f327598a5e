/* Mirroring, turning and moving walkmeshes. */
#include "core/walkmesh/transform.h"

static wr_face moved_face(const wr_motion *motion, wr_face face)
{
    return motion->mirrored ? (wr_face){{face.v[0], face.v[2], face.v[1]}} : face;
}

static void move_geometry(const wr_motion *motion, const struct wr_walkmesh *mesh,
                          struct wr_walkmesh *out)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        out->vertices[v] = mesh->kind == WR_WOK ? wr_motion_point(motion, mesh->vertices[v])
                                                : wr_motion_vector(motion, mesh->vertices[v]);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        out->faces[f] = moved_face(motion, mesh->faces[f]);
        out->materials[f] = mesh->materials[f];
    }
    out->walkable_count = mesh->walkable_count;
}

/* An absolute hook of zero is one that nobody set. */
static wr_vec3 moved_hook(const wr_motion *motion, wr_vec3 hook)
{
    return wr_vec3_same(hook, wr_vec3_of(0, 0, 0)) ? hook : wr_motion_point(motion, hook);
}

static void move_header(const wr_motion *motion, const struct wr_walkmesh *mesh,
                        struct wr_walkmesh *out)
{
    for (int i = 0; i < 2; i++) {
        out->relative_hooks[i] = wr_motion_vector(motion, mesh->relative_hooks[i]);
        out->absolute_hooks[i] = moved_hook(motion, mesh->absolute_hooks[i]);
    }
    out->position = mesh->kind == WR_WOK ? wr_motion_vector(motion, mesh->position)
                                         : wr_motion_point(motion, mesh->position);
}

static void reverse(wr_edge *items, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        wr_edge item = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = item;
    }
}

/* A mirror reverses the order of the edges within each face and nothing else. */
static void move_marks(const wr_motion *motion, struct wr_marks *marks)
{
    for (uint32_t first = 0, end = 0; motion->mirrored && first < marks->count; first = end) {
        uint32_t face = marks->items[first].edge / 3;
        for (; end < marks->count && marks->items[end].edge / 3 == face; end++)
            marks->items[end].edge = wr_motion_edge(motion, marks->items[end].edge);
        reverse(marks->items + first, end - first);
    }
}

enum wr_result wr_walkmesh_move(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_walkmesh *mesh, const wr_motion *motion,
                                struct wr_marks *marks, struct wr_walkmesh **out)
{
    struct wr_walkmesh *moved =
        wr_walkmesh_new(arena, mesh->kind, mesh->vertex_count, mesh->face_count);
    if (!moved)
        return wr_no_memory(context);
    move_geometry(motion, mesh, moved);
    move_header(motion, mesh, moved);
    if (marks)
        move_marks(motion, marks);
    *out = moved;
    return WR_OK;
}

struct wr_walkmesh *wr_walkmesh_pull(struct wr_arena *arena, const struct wr_walkmesh *mesh,
                                     const wr_pull *pulls, uint32_t count)
{
    const wr_motion still = {.cosine = 1};
    struct wr_walkmesh *pulled =
        wr_walkmesh_new(arena, mesh->kind, mesh->vertex_count, mesh->face_count);
    if (!pulled)
        return NULL;
    move_geometry(&still, mesh, pulled);
    move_header(&still, mesh, pulled);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        pulled->vertices[v] = wr_pulls_point(pulls, count, mesh->vertices[v]);
    return pulled;
}

struct wr_walkmesh *wr_walkmesh_seen_from(struct wr_arena *arena,
                                          const struct wr_walkmesh *mesh, wr_vec3 origin)
{
    struct wr_walkmesh *moved = wr_arena_copy(arena, mesh, 1, sizeof *mesh);
    wr_vec3 *vertices = WR_TAKE(arena, wr_vec3, mesh->vertex_count);
    float *distances = WR_TAKE(arena, float, mesh->face_count);
    wr_tree_node *nodes =
        wr_arena_copy(arena, mesh->nodes, mesh->node_count, sizeof *mesh->nodes);
    if (!moved || !vertices || !distances || !nodes)
        return NULL;
    wr_dvec3 from = wr_widen(origin);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        vertices[i] = wr_narrow(wr_sub(wr_widen(mesh->vertices[i]), from));
    for (uint32_t i = 0; i < mesh->face_count; i++)
        distances[i] =
            (float)-wr_dot(wr_widen(mesh->normals[i]), wr_widen(vertices[mesh->faces[i].v[0]]));
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        nodes[i].box.min = wr_narrow(wr_sub(wr_widen(nodes[i].box.min), from));
        nodes[i].box.max = wr_narrow(wr_sub(wr_widen(nodes[i].box.max), from));
    }
    moved->vertices = vertices;
    moved->distances = distances;
    moved->nodes = nodes;
    return moved;
}
