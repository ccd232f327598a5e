/* The walkmesh files of a kit: binary WOK or text OBJ, told by content. */
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"

static enum wr_result derive(struct wr_context *context, struct wr_arena *scratch,
                             struct wr_walkmesh *mesh, const wr_surfaces *surfaces,
                             const struct wr_source *source)
{
    struct wr_marks marks;
    uint64_t walkable = wr_walkmesh_walkable(mesh, surfaces);
    enum wr_result result = wr_walkmesh_marks(context, scratch, mesh, &marks, NULL);
    if (!result)
        result = wr_walkmesh_sort(context, scratch, mesh, walkable, &marks);
    if (!result)
        result = wr_walkmesh_derive(context, scratch, mesh, &marks,
                                    wr_at(source, WR_WHOLE_FILE), NULL);
    return result;
}

static enum wr_result read_wok(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, const wr_surfaces *surfaces,
                               struct wr_walkmesh **out)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_bwm_read(context, arena, source, &mesh);
    if (result)
        return result;
    if (mesh->kind != WR_WOK)
        return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "kit-mesh-kind",
                       "name the WOK of the room",
                       "the walkmesh of a placeable or door cannot be a room's");
    struct wr_arena *scratch = wr_arena_create();
    if (!scratch)
        return wr_no_memory(context);
    result = derive(context, scratch, mesh, surfaces, source);
    wr_arena_destroy(scratch);
    if (!result)
        *out = mesh;
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
