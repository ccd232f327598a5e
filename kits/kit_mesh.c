/* The walkmesh files of a kit: binary WOK or text OBJ, told by content. */
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "core/walkmesh/transform.h"
#include "kits/kit.h"

static enum wr_result read_wok(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, const wr_surfaces *surfaces,
                               struct wr_walkmesh **out)
{
    enum wr_result result = wr_bwm_read_room(context, arena, source, surfaces, out);
    if (result == WR_OK && wr_bwm_kind(source) != WR_WOK)
        return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "kit-mesh-kind",
                       "name the WOK of the room",
                       "the walkmesh of a placeable or door cannot be a room's");
    return result;
}

enum wr_result wr_kit_mesh_read(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, const wr_surfaces *surfaces,
                                struct wr_walkmesh **out)
{
    if (!wr_bwm_recognise(source->data, source->size))
        return wr_obj_read(context, arena, source, surfaces, out);
    struct wr_source binary = *source;
    binary.binary = true;
    return read_wok(context, arena, &binary, surfaces, out);
}

/* What there is to say about the mesh was said when it was read. */
static enum wr_result derive_quietly(struct wr_context *context, struct wr_arena *scratch,
                                     struct wr_walkmesh *mesh, const struct wr_marks *marks)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    if (!quiet)
        return wr_no_memory(context);
    enum wr_result result = wr_walkmesh_derive(quiet, scratch, mesh, marks, WR_NOWHERE, NULL);
    wr_context_destroy(quiet);
    return result == WR_NO_MEMORY ? wr_no_memory(context) : result;
}

enum wr_result wr_kit_mesh_bring(struct wr_context *context, struct wr_arena *arena,
                                 struct wr_arena *scratch, const struct wr_walkmesh *mesh,
                                 wr_vec3 origin, struct wr_walkmesh **out)
{
    wr_motion back = {.cosine = 1, .move = {0 - origin.x, 0 - origin.y, 0 - origin.z}};
    struct wr_marks marks;
    struct wr_walkmesh *brought;
    enum wr_result result = wr_walkmesh_marks(context, scratch, mesh, &marks, NULL);
    if (result == WR_OK)
        result = wr_walkmesh_move(context, arena, mesh, &back, &marks, &brought);
    if (result == WR_OK)
        result = derive_quietly(context, scratch, brought, &marks);
    if (result == WR_OK)
        *out = brought;
    return result;
}

enum wr_result wr_kit_mesh_pull(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_walkmesh *mesh, const wr_pull *pulls,
                                uint32_t count, struct wr_walkmesh **out)
{
    struct wr_marks marks;
    struct wr_arena *scratch = wr_arena_create();
    struct wr_walkmesh *pulled = wr_walkmesh_pull(arena, mesh, pulls, count);
    enum wr_result result = scratch && pulled
                                ? wr_walkmesh_marks(context, scratch, mesh, &marks, NULL)
                                : wr_no_memory(context);
    if (result == WR_OK)
        result = derive_quietly(context, scratch, pulled, &marks);
    wr_arena_destroy(scratch);
    *out = pulled;
    return result;
}
