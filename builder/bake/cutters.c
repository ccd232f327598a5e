/* Walkmesh cutters are triggers of their own type. Source: formats/aswm, 3; their fields as
 * three real areas have them. */
#include "builder/bake/cutters.h"

#include "core/files/file.h"

#include <math.h>
#include <string.h>

enum { TYPE_CUTTER = 3 };

enum wr_result wr_bake_places_read(struct wr_context *context, struct wr_arena *arena,
                                   const char *path, struct wr_bake_places *out)
{
    enum wr_result result = wr_file_read(context, arena, path, &out->source);
    out->source.binary = true;
    if (result == WR_OK)
        result = wr_gff_read(context, arena, &out->source, &out->git);
    if (result == WR_OK && strcmp(out->git->type, "GIT ") != 0)
        result = wr_fail(context, WR_INVALID, wr_at(&out->source, 0), "bake-git",
                         "give the .git of the area", "this is no GIT");
    return result;
}

static enum wr_result make_cutter(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_bake_places *places,
                                  const wr_gff_struct *trigger, wr_aswm_cutter *out)
{
    const wr_gff_field *field = wr_gff_find(trigger, "Geometry");
    const wr_gff_list *points = wr_gff_list_of(trigger, "Geometry");
    const char *tag = wr_gff_text_of(trigger, "Tag", arena);
    uint32_t count = points ? points->count : 0;
    wr_plan_point *corners = WR_TAKE(arena, wr_plan_point, count);
    if (!corners || !tag)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < count; i++) {
        const wr_gff_struct *point = points->items[i];
        corners[i].x = (double)wr_gff_float(trigger, "XPosition", NAN) +
                       (double)wr_gff_float(point, "PointX", NAN);
        corners[i].y = (double)wr_gff_float(trigger, "YPosition", NAN) +
                       (double)wr_gff_float(point, "PointY", NAN);
    }
    wr_where where = wr_at(&places->source, field ? field->at : WR_WHOLE_FILE);
    return wr_aswm_cutter_make(context, arena, corners, count, tag, where, out);
}

enum wr_result wr_bake_cutters(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_bake_places *places, struct wr_aswm_cutters *out)
{
    const wr_gff_list *triggers = wr_gff_list_of(places->git->root, "TriggerList");
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; triggers && i < triggers->count; i++) {
        if (wr_gff_whole(triggers->items[i], "Type", 0) != TYPE_CUTTER)
            continue;
        wr_aswm_cutter *items = wr_arena_more(arena, out->items, out->count, sizeof *items);
        if (!items)
            return wr_no_memory(context);
        out->items = items;
        enum wr_result one =
            make_cutter(context, arena, places, triggers->items[i], &items[out->count]);
        out->count += one == WR_OK;
        result = result == WR_OK ? one : result;
    }
    return result;
}
