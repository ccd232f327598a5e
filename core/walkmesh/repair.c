/* Mending walkmeshes: rounds of small mends until one has nothing to do. */
#include "core/walkmesh/repairing.h"

#include <string.h>

enum { MOST_ROUNDS = 64 };

/* ---- Beginning and end ------------------------------------------------------------------- */

/* Which face of the file each one is once walkable ones come first. */
static void number_origins(struct wr_mending *mending, const struct wr_walkmesh *mesh,
                           uint64_t walkable)
{
    uint32_t count = 0;
    for (int front = 1; front >= 0; front--)
        for (uint32_t f = 0; f < mesh->face_count; f++)
            if (mesh->kind != WR_WOK ? front
                                     : wr_material_in(walkable, mesh->materials[f]) == front)
                mending->origins[count++] = f;
}

static bool copy_mesh(struct wr_mending *mending, const struct wr_walkmesh *mesh)
{
    struct wr_walkmesh *own = &mending->mesh;
    size_t faces = mesh->face_count;
    *own = *mesh;
    wr_walkmesh_forget(own);
    own->arena = mending->arena;
    own->vertices = wr_arena_copy(mending->arena, mesh->vertices, mesh->vertex_count,
                                  sizeof *mesh->vertices);
    own->faces = wr_arena_copy(mending->arena, mesh->faces, faces, sizeof *mesh->faces);
    own->materials =
        wr_arena_copy(mending->arena, mesh->materials, faces, sizeof *mesh->materials);
    mending->marks = WR_TAKE(mending->arena, int32_t, 3 * faces);
    mending->origins = WR_TAKE(mending->arena, uint32_t, faces);
    return own->vertices && own->faces && own->materials && mending->marks && mending->origins;
}

static enum wr_result take(struct wr_mending *mending, const struct wr_walkmesh *mesh,
                           uint64_t walkable)
{
    struct wr_marks marks = {0};
    if (!copy_mesh(mending, mesh))
        return wr_no_memory(mending->context);
    enum wr_result result =
        wr_walkmesh_marks(mending->context, mending->arena, mesh, &marks, NULL);
    if (result == WR_OK)
        result = wr_walkmesh_sort(mending->context, mending->arena, &mending->mesh, walkable,
                                  &marks);
    if (result != WR_OK)
        return result;
    number_origins(mending, mesh, walkable);
    memset(mending->marks, 0xff, 3 * (size_t)mesh->face_count * sizeof *mending->marks);
    for (uint32_t i = 0; i < marks.count; i++)
        mending->marks[marks.items[i].edge] = marks.items[i].transition;
    return WR_OK;
}

/* Gives used vertices new numbers in their order, and tells of those that no face used. */
static bool drop_vertices(struct wr_mending *mending, const struct wr_walkmesh *given)
{
    struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t *number = WR_ZERO(mending->arena, uint32_t, mesh->vertex_count), count = 0;
    uint8_t *before = WR_ZERO(mending->arena, uint8_t, mesh->vertex_count);
    if (!number || !before)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            number[mesh->faces[f].v[k]] = 1;
    for (uint32_t f = 0; f < given->face_count; f++)
        for (int k = 0; k < 3; k++)
            before[given->faces[f].v[k]] = 1;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!before[v])
            wr_repair_tell(mending, &mending->report->unused, WR_REPAIR_VERTEX, v,
                           "mended-vertex-unused", NULL, "vertex %u at %s was used by no face",
                           (unsigned)v, wr_repair_place_of(mesh->vertices[v]).text);
        if (!number[v])
            continue;
        mesh->vertices[count] = mesh->vertices[v];
        number[v] = count++;
    }
    mesh->vertex_count = count;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            mesh->faces[f].v[k] = number[mesh->faces[f].v[k]];
    return true;
}

static enum wr_result hand_out(struct wr_mending *mending, struct wr_arena *arena,
                               const struct wr_repair_task *task, struct wr_walkmesh **out,
                               struct wr_marks *marks)
{
    const struct wr_walkmesh *own = &mending->mesh;
    if (task->origins)
        *task->origins =
            wr_arena_copy(arena, mending->origins, own->face_count, sizeof *mending->origins);
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, own->kind, own->vertex_count, own->face_count);
    marks->count = 0;
    marks->items = WR_TAKE(arena, wr_edge, 3 * (size_t)own->face_count);
    if (!mesh || !marks->items || (task->origins && !*task->origins))
        return wr_no_memory(mending->context);
    struct wr_walkmesh tables = *mesh;
    *mesh = *own;
    mesh->arena = arena;
    mesh->vertices = tables.vertices;
    mesh->faces = tables.faces;
    mesh->materials = tables.materials;
    if (own->vertex_count)
        memcpy(mesh->vertices, own->vertices, own->vertex_count * sizeof *own->vertices);
    for (uint32_t f = 0; f < own->face_count; f++) {
        mesh->faces[f] = own->faces[f];
        mesh->materials[f] = own->materials[f];
    }
    for (uint32_t e = 0; e < 3 * own->face_count; e++)
        if (mending->marks[e] != -1)
            marks->items[marks->count++] = (wr_edge){e, mending->marks[e]};
    *out = mesh;
    return WR_OK;
}

/* ---- Rounds ------------------------------------------------------------------------------ */

static enum wr_result run_round(struct wr_mending *mending)
{
    enum wr_result result = wr_repair_weld(mending);
    if (result == WR_OK)
        result = wr_repair_drop(mending);
    if (result == WR_OK && mending->mesh.kind == WR_WOK)
        result = wr_repair_turn(mending);
    if (result == WR_OK && mending->mesh.kind == WR_WOK)
        result = wr_repair_seams(mending);
    return wr_context_whole(mending->context, result);
}

static enum wr_result run_rounds(struct wr_mending *mending, unsigned rounds)
{
    enum wr_result result = WR_OK;
    for (unsigned round = 0; result == WR_OK && round < rounds; round++) {
        uint64_t before = mending->changes;
        result = run_round(mending);
        if (mending->changes == before)
            return result;
    }
    if (result == WR_OK)
        wr_warn(mending->context, wr_at(mending->source, WR_WHOLE_FILE), "repair-unfinished",
                "repair it once more", "each of %u rounds of mends made room for more", rounds);
    return result;
}

static enum wr_result repair_all(struct wr_mending *mending, struct wr_arena *arena,
                                 const struct wr_repair_task *task, struct wr_walkmesh **out,
                                 struct wr_marks *marks)
{
    enum wr_result result = run_rounds(mending, task->rounds ? task->rounds : MOST_ROUNDS);
    mending->looking = true;
    if (result == WR_OK)
        result = wr_repair_leave(mending);
    mending->looking = false;
    if (result == WR_OK && !drop_vertices(mending, task->mesh))
        result = wr_no_memory(mending->context);
    return result == WR_OK ? hand_out(mending, arena, task, out, marks) : result;
}

enum wr_result wr_repair_mesh(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_repair_task *task, wr_repaired *report,
                              struct wr_walkmesh **out, struct wr_marks *marks)
{
    *report = (wr_repaired){0};
    struct wr_mending mending = {.context = context,
                                 .arena = wr_arena_create(),
                                 .source = task->source,
                                 .report = report};
    if (!mending.arena)
        return wr_no_memory(context);
    enum wr_result result = take(&mending, task->mesh, task->walkable);
    if (result == WR_OK)
        result = repair_all(&mending, arena, task, out, marks);
    wr_arena_destroy(mending.arena);
    return result;
}
