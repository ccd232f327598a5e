/* Whether all of a layout is right, and where its kits are. */
#include "builder/layout/exits.h"
#include "builder/layout/layout.h"
#include "builder/layout/reach.h"
#include "builder/layout/seam.h"

#include "kits/kit_set.h"

/* Links, seams, overlaps and the entry are judged together, so that a map's author sees all of
 * them at once. */
enum wr_result wr_layout_judge(struct wr_context *context, struct wr_layout *layout,
                               uint32_t *unreachable)
{
    enum wr_result linked = wr_layout_link(context, layout);
    enum wr_result apart = wr_layout_overlap(context, layout);
    enum wr_result entered = wr_layout_enter(context, layout);
    if (linked == WR_OK)
        linked = wr_layout_exits(context, layout);
    if (linked == WR_OK)
        linked = wr_seams_make(context, layout);
    enum wr_result result = linked != WR_OK ? linked : apart != WR_OK ? apart : entered;
    enum wr_result walked = result == WR_OK ? wr_layout_reach(context, layout, unreachable)
                                            : wr_layout_islands(context, layout);
    return result == WR_OK ? walked : result;
}

enum wr_result wr_layout_look(struct wr_context *context, const struct wr_map *map,
                              struct wr_kits *kits)
{
    enum wr_result result = wr_kits_set_map_folder(kits, map->folder);
    for (uint32_t i = 0; result == WR_OK && i < map->kit_count; i++)
        result = wr_kits_add_of_map(kits, map->kits[i]);
    return result == WR_OK ? WR_OK : wr_no_memory(context);
}
