/* Areas of NWN2: TRX and TRN. */
#include "builder/inspect/kinds_area.h"

#include "core/aswm/area.h"
#include "core/aswm/dump.h"
#include "core/aswm/judge.h"

#include <inttypes.h>

static enum wr_result show_tile(struct wr_context *context, const struct wr_kind_file *file,
                                const struct wr_aswm *mesh, struct wr_dump *dump)
{
    const struct wr_show_tile *tile = file->tile;
    if (tile->x >= mesh->width || tile->y >= mesh->height)
        return wr_fail(context, WR_INVALID, wr_at(&file->source, WR_WHOLE_FILE), "show-tile",
                       "tiles are counted from 0",
                       "there is no tile %" PRIu32 ",%" PRIu32 "; the area has %" PRIu32
                       " by %" PRIu32,
                       tile->x, tile->y, mesh->width, mesh->height);
    wr_aswm_dump_tile(mesh, tile->y * mesh->width + tile->x, dump);
    return WR_OK;
}

enum wr_result wr_kind_show_area(struct wr_context *context, const struct wr_kind_file *file,
                                 struct wr_dump *dump)
{
    struct wr_aswm_area area;
    enum wr_result result = wr_aswm_area_read(context, file->arena, &file->source, &area);
    if (result != WR_OK)
        return result;
    if (file->tile)
        return show_tile(context, file, &area.mesh, dump);
    wr_trx_dump(&area.trx, dump);
    wr_aswm_dump(&area.mesh, dump);
    return WR_OK;
}

/* Of an interior, whose tiles are those of its walkmesh; an exterior is counted in larger ones.
 */
static enum wr_result judge_size(struct wr_context *context, const struct wr_kind_file *file,
                                 const struct wr_aswm_area *area)
{
    const struct wr_trx *trx = &area->trx;
    if (area->mesh.border > 0 ||
        (trx->width == area->mesh.width && trx->height == area->mesh.height))
        return WR_OK;
    return wr_fail(context, WR_INVALID, wr_at(&file->source, trx->packets[trx->size].offset),
                   "trx-grid", "'warren bake' writes both alike",
                   "the area is %" PRIu32 " by %" PRIu32 " tiles, its walkmesh %" PRIu32
                   " by %" PRIu32,
                   trx->width, trx->height, area->mesh.width, area->mesh.height);
}

enum wr_result wr_kind_check_area(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_aswm_area area;
    enum wr_result result = wr_aswm_area_read(context, file->arena, &file->source, &area);
    if (result != WR_OK)
        return result;
    result = judge_size(context, file, &area);
    enum wr_result mesh = wr_aswm_judge(context, &area.mesh, &area.packet);
    return result == WR_OK ? mesh : result;
}
