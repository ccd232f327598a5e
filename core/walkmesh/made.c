/* Walkmeshes that a program makes: of triangles, or of another walkmesh. */
#include "core/base/math.h"
#include "core/walkmesh/repair.h"
#include "core/walkmesh/transform.h"

#include <inttypes.h>
#include <string.h>

/* What is needed while one is made, and what becomes of it. */
struct making {
    struct wr_context *context;
    struct wr_arena *arena, *scratch; /* the walkmesh's, and what is forgotten afterwards */
    struct wr_walkmesh *mesh;
    struct wr_marks marks;
};

static enum wr_result begin(struct making *making, struct wr_context *context)
{
    *making = (struct making){
        .context = context, .arena = wr_arena_create(), .scratch = wr_arena_create()};
    return making->arena && making->scratch ? WR_OK : wr_no_memory(context);
}

static enum wr_result derive(struct making *making, uint64_t walkable)
{
    enum wr_result result = wr_walkmesh_sort(making->context, making->scratch, making->mesh,
                                             walkable, &making->marks);
    if (result != WR_OK)
        return result;
    return wr_walkmesh_derive(making->context, making->scratch, making->mesh, &making->marks,
                              WR_NOWHERE, NULL);
}

static enum wr_result finish(struct making *making, enum wr_result result,
                             struct wr_walkmesh **out)
{
    wr_arena_destroy(making->scratch);
    if (result == WR_OK)
        *out = making->mesh;
    else
        wr_arena_destroy(making->arena);
    return result;
}

/* ---- Of triangles ---------------------------------------------------------------------- */

static enum wr_result check_triangles(struct wr_context *context, const wr_triangles *triangles)
{
    if (triangles->face_count > INT32_MAX / 3 || triangles->vertex_count > INT32_MAX)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "bwm-too-large",
                       "cut it into several rooms", "%" PRIu32 " faces are too many",
                       triangles->face_count);
    for (uint32_t v = 0; v < triangles->vertex_count; v++)
        if (!wr_vec3_finite(triangles->vertices[v]))
            return wr_fail(context, WR_INVALID, WR_NOWHERE, "bwm-not-finite", NULL,
                           "vertex %" PRIu32 " is not finite", v);
    for (uint32_t f = 0; f < triangles->face_count; f++)
        for (int k = 0; k < 3; k++)
            if (triangles->faces[f].v[k] >= triangles->vertex_count)
                return wr_fail(context, WR_INVALID, WR_NOWHERE, "bwm-vertex-index", NULL,
                               "face %" PRIu32 " names vertex %" PRIu32 " of %" PRIu32, f,
                               triangles->faces[f].v[k], triangles->vertex_count);
    return WR_OK;
}

static enum wr_result copy_triangles(struct making *making, enum wr_walkmesh_kind kind,
                                     const wr_triangles *triangles)
{
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(making->arena, kind, triangles->vertex_count, triangles->face_count);
    if (!mesh)
        return wr_no_memory(making->context);
    if (triangles->vertex_count)
        memcpy(mesh->vertices, triangles->vertices,
               triangles->vertex_count * sizeof *mesh->vertices);
    for (uint32_t f = 0; f < triangles->face_count; f++) {
        mesh->faces[f] = triangles->faces[f];
        mesh->materials[f] = triangles->materials[f];
    }
    making->mesh = mesh;
    return WR_OK;
}

static wr_surfaces given(const wr_surfaces *surfaces)
{
    return surfaces ? *surfaces : wr_surfaces_default(WR_K1);
}

static enum wr_result make(struct wr_context *context, enum wr_walkmesh_kind kind,
                           const wr_triangles *triangles, const wr_surfaces *surfaces,
                           struct wr_walkmesh **out)
{
    struct making making;
    enum wr_result result = check_triangles(context, triangles);
    if (result != WR_OK)
        return result;
    result = begin(&making, context);
    if (result == WR_OK)
        result = copy_triangles(&making, kind, triangles);
    if (result == WR_OK)
        result = derive(&making, given(surfaces).walkable);
    return finish(&making, result, out);
}

enum wr_result wr_walkmesh_make(struct wr_context *context, enum wr_walkmesh_kind kind,
                                const wr_triangles *triangles, const wr_surfaces *surfaces,
                                struct wr_walkmesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, make(context, kind, triangles, surfaces, out));
}

/* ---- Of another walkmesh --------------------------------------------------------------- */

static enum wr_result copy_mesh(struct making *making, const struct wr_walkmesh *mesh)
{
    const wr_triangles triangles = {mesh->vertices, mesh->faces, mesh->materials,
                                    mesh->vertex_count, mesh->face_count};
    enum wr_result result = copy_triangles(making, mesh->kind, &triangles);
    if (result != WR_OK)
        return result;
    memcpy(making->mesh->relative_hooks, mesh->relative_hooks, sizeof mesh->relative_hooks);
    memcpy(making->mesh->absolute_hooks, mesh->absolute_hooks, sizeof mesh->absolute_hooks);
    making->mesh->position = mesh->position;
    return WR_OK;
}

static enum wr_result move_mesh(struct making *making, const struct wr_walkmesh *mesh,
                                const wr_placement *placement)
{
    wr_motion motion = wr_motion_of(*placement);
    return wr_walkmesh_move(making->context, making->arena, mesh, &motion, &making->marks,
                            &making->mesh);
}

/* A copy that stands where it stood, or where `placement` says, with its transitions. */
static enum wr_result remake(struct wr_context *context, const struct wr_walkmesh *mesh,
                             const wr_placement *placement, const wr_surfaces *surfaces,
                             struct wr_walkmesh **out)
{
    struct making making;
    enum wr_result result = begin(&making, context);
    if (result == WR_OK)
        result = wr_walkmesh_marks(context, making.scratch, mesh, &making.marks, NULL);
    if (result == WR_OK)
        result = placement ? move_mesh(&making, mesh, placement) : copy_mesh(&making, mesh);
    if (result == WR_OK) {
        wr_surfaces table = given(surfaces);
        result = derive(&making, wr_walkmesh_walkable(mesh, &table));
    }
    return finish(&making, result, out);
}

enum wr_result wr_walkmesh_rebuild(struct wr_context *context, const struct wr_walkmesh *mesh,
                                   const wr_surfaces *surfaces, struct wr_walkmesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, remake(context, mesh, NULL, surfaces, out));
}

enum wr_result wr_walkmesh_place(struct wr_context *context, const struct wr_walkmesh *mesh,
                                 const wr_placement *placement, const wr_surfaces *surfaces,
                                 struct wr_walkmesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, remake(context, mesh, placement, surfaces, out));
}

/* ---- Mended ------------------------------------------------------------------------------ */

static enum wr_result repair(struct wr_context *context, const struct wr_walkmesh *mesh,
                             const wr_surfaces *surfaces, wr_repaired *report,
                             struct wr_walkmesh **out)
{
    struct making making;
    wr_repaired own;
    wr_surfaces table = given(surfaces);
    const struct wr_repair_task task = {.mesh = mesh,
                                        .walkable = wr_walkmesh_walkable(mesh, &table)};
    enum wr_result result = begin(&making, context);
    if (result == WR_OK)
        result = wr_repair_mesh(context, making.arena, &task, report ? report : &own,
                                &making.mesh, &making.marks);
    if (result == WR_OK)
        result = derive(&making, task.walkable);
    return finish(&making, result, out);
}

enum wr_result wr_walkmesh_repair(struct wr_context *context, const struct wr_walkmesh *mesh,
                                  const wr_surfaces *surfaces, wr_repaired *report,
                                  struct wr_walkmesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, repair(context, mesh, surfaces, report, out));
}
