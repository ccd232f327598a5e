/* What corridors of a template may be, once for all its levels. */
#include "builder/generate/graph/make.h"
#include "builder/solver/fold.h"

/* As nodes of a plan list what they may be: all that come, and have doorways for two links. */
static bool allow(const wr_corridor_rule *rule, struct wr_kit_pieces *kit,
                  struct wr_arena *arena)
{
    uint32_t all = kit->pieces.piece_count, count = 0;
    if (rule->length.most == 0)
        return true;
    uint32_t *list = WR_TAKE(arena, uint32_t, all);
    for (uint32_t p = 0; list && p < all; p++)
        if (wr_kit_piece_comes(&kit->rooms[p]) &&
            wr_piece_door_count(&kit->pieces.pieces[p]) >= 2 &&
            wr_choice_fits(&rule->rooms, kit->rooms[p].room))
            list[count++] = p;
    return list && wr_fold_allow(&kit->pieces, list, count, arena);
}

bool wr_graph_allow_corridors(const struct wr_template *template, struct wr_kit_pieces *kit,
                              struct wr_arena *arena)
{
    /* Where a graph has no round, corridors are no trouble, and contacts take time to make. */
    if (template->way != WR_WAY_GRAPH || template->link_count < template->node_count)
        return true;
    bool fine = allow(&template->corridor, kit, arena);
    for (uint32_t i = 0; fine && i < template->link_count; i++)
        fine = allow(&template->links[i].corridor, kit, arena);
    return fine;
}
