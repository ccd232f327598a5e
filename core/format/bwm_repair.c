/* Mending a BWM file. */
#include "core/format/bwm.h"

#include "core/base/bytes.h"
#include "core/walkmesh/repair.h"

enum wr_result wr_bwm_repair(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, const wr_surfaces *surfaces,
                             struct wr_bytes *out, struct wr_rebuilt *report)
{
    struct wr_walkmesh *mesh, *mended = NULL;
    struct wr_marks marks;
    uint32_t dropped = 0;
    enum wr_result result = wr_bwm_read(context, arena, source, &mesh);
    if (result != WR_OK)
        return result;
    *report = (struct wr_rebuilt){0};
    const struct wr_repair_task task = {
        .source = source, .mesh = mesh, .walkable = wr_walkmesh_walkable(mesh, surfaces)};
    result = wr_repair_mesh(context, arena, &task, &report->mended, &mended, &marks);
    if (result == WR_OK)
        result = wr_walkmesh_derive(context, arena, mended, &marks,
                                    wr_at(source, WR_WHOLE_FILE), &dropped);
    if (result == WR_OK)
        result = wr_bwm_fits(context, mended, wr_at(source, WR_WHOLE_FILE));
    if (result != WR_OK)
        return result;
    wr_bwm_write(mended, out);
    report->faces = mended->face_count;
    report->dropped = dropped;
    return out->failed ? wr_no_memory(context) : WR_OK;
}
