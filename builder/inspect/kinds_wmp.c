/* Levels of GameStudio: WMP in all its dialects. */
#include "builder/inspect/kinds_wmp.h"

#include "core/wmp/dump.h"
#include "core/wmp/judge.h"
#include "core/wmp/solids.h"

bool wr_kind_is_wmp_binary(const uint8_t *data, size_t size)
{
    enum wr_wmp_dialect dialect;
    return wr_wmp_is(data, size, &dialect) && dialect == WR_WMP_BINARY;
}

bool wr_kind_is_wmp_text(const uint8_t *data, size_t size)
{
    enum wr_wmp_dialect dialect;
    return wr_wmp_is(data, size, &dialect) ? dialect != WR_WMP_BINARY
                                           : wr_wmp_is_acknex3(data, size);
}

enum wr_result wr_kind_show_wmp(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump)
{
    struct wr_wmp *level;
    enum wr_result result = wr_wmp_read(context, file->arena, &file->source, &level);
    if (result == WR_OK)
        wr_wmp_dump(level, dump);
    return result;
}

enum wr_result wr_kind_check_wmp(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_wmp *level;
    struct wr_wmp_places places;
    enum wr_result result = wr_wmp_read(context, file->arena, &file->source, &level);
    if (result == WR_OK)
        result = wr_wmp_resolve(context, file->arena, level, &places);
    return result == WR_OK ? wr_wmp_judge(context, level, &places) : result;
}

enum wr_result wr_kind_floors_of_wmp(struct wr_context *context,
                                     const struct wr_kind_file *file, struct wr_walkmesh **out)
{
    struct wr_wmp *level;
    struct wr_wmp_places places;
    struct wr_brush_level solids = {.metres = 1 / WR_WMP_QUANTS_PER_METRE};
    wr_triangles floors;
    solids.rules = wr_wmp_rules(&solids.rule_count);
    enum wr_result result = wr_wmp_read(context, file->arena, &file->source, &level);
    if (result == WR_OK)
        result = wr_wmp_resolve(context, file->arena, level, &places);
    if (result == WR_OK)
        result = wr_wmp_solids(context, file->arena, level, &places, &solids, NULL);
    if (result == WR_OK)
        result = wr_brush_floors(context, file->arena, &solids, &floors, NULL);
    if (result == WR_OK && floors.face_count == 0)
        result =
            wr_fail(context, WR_INVALID, wr_at(&file->source, WR_WHOLE_FILE), "wmp-no-floor",
                    level->block_count > 0 ? "'warren check' says which blocks are broken"
                                           : "models and terrains are not read",
                    level->block_count > 0 ? "nobody can stand anywhere in the level"
                                           : "the level has no blocks to stand on");
    return result == WR_OK ? wr_walkmesh_make(context, WR_WOK, &floors, NULL, out) : result;
}
