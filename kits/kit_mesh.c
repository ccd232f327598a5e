/* The walkmesh files of a kit: binary WOK or text OBJ, told by content. */
#include "core/format/bwm.h"
#include "core/format/obj.h"
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
