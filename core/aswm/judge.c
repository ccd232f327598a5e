/* The judge of walkmeshes of NWN2, part by part. Source: formats/aswm, 3. */
#include "core/aswm/judge.h"

#include "core/aswm/judging.h"

static bool is_baked(const struct wr_aswm *mesh)
{
    bool baked = mesh->island_count > 0;
    for (uint32_t i = 0; !baked && i < wr_aswm_tile_count(mesh); i++)
        baked = mesh->tiles[i].table.local_count > 0;
    return baked;
}

enum wr_result wr_aswm_judge(struct wr_context *context, const struct wr_aswm *mesh,
                             const struct wr_source *source)
{
    struct wr_aswm_judging judging = {context, mesh, source, wr_arena_create(), false};
    enum wr_result result = judging.scratch ? WR_OK : wr_no_memory(context);
    if (result == WR_OK)
        wr_aswm_judge_mesh(&judging);
    /* Tables and islands say how links are followed: first these have to be right. */
    if (result == WR_OK && !judging.wrong && is_baked(mesh)) {
        wr_aswm_judge_tables(&judging);
        result = wr_aswm_judge_islands(&judging);
    }
    wr_arena_destroy(judging.scratch);
    if (result == WR_OK && judging.wrong)
        result = WR_INVALID;
    return wr_context_whole(context, result);
}
