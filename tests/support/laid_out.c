/* From a map to a layout whose rooms are one area room, as the builder does it. */
#include "tests/support/laid_out.h"

#include "builder/build.h"
#include "builder/layout/profile.h"
#include "builder/layout/stitch.h"

void laid_out_start(struct laid_out *level, const struct wr_map *map, struct wr_kits *kits)
{
    struct wr_build_options options = {.merge_all = true};
    uint32_t unreachable;
    *level = (struct laid_out){0};
    findings_start(&level->findings);
    level->arena = wr_arena_create();
    level->scratch = wr_arena_create();
    struct wr_context *context = level->findings.context;
    enum wr_result result = wr_layout_look(context, map, kits);
    if (result == WR_OK)
        result = wr_layout_place(context, map, kits, &options, &level->layout);
    if (result == WR_OK)
        result = wr_layout_judge(context, level->layout, &unreachable);
    if (result == WR_OK)
        result = wr_area_room_mesh(context, level->layout, 0, level->arena, level->scratch,
                                   &level->mesh, NULL);
    if (result != WR_OK)
        fail_msg("%s", findings_said(&level->findings));
}

void laid_out_end(struct laid_out *level)
{
    wr_layout_free(level->layout);
    wr_arena_destroy(level->arena);
    wr_arena_destroy(level->scratch);
    findings_end(&level->findings);
}
