/* Listing the levels of small templates, either way, and drawing from the list. */
#include "builder/generate/graph/list.h"
#include "builder/generate/grow/list.h"
#include "builder/generate/roster.h"

enum { DRAW_STREAM = 31 };

/* Rooms that come only where nothing else fits make a level so unlikely. */
static const double LEAST_WEIGHT = 1e-9;

static double weight_of(const struct wr_pieces *pieces, const wr_roster_level *level)
{
    double weight = 1;
    for (uint32_t i = 0; i < level->room_count; i++) {
        double own =
            (double)pieces->pieces[pieces->stances[level->rooms[i].stance].piece].weight;
        weight *= own > 0 ? own : LEAST_WEIGHT;
    }
    return weight;
}

/* What a level is like is not counted out where the template has a preference. */
static bool is_impartial(const struct wr_template *template)
{
    return template->spread == 0;
}

static enum wr_result list(const struct wr_making *m, struct wr_roster *roster)
{
    roster->levels = WR_TAKE(roster->arena, wr_roster_level, WR_ROSTER_LEVELS);
    if (!roster->levels || !wr_key_set_start(&roster->keys, m->arena))
        return wr_no_memory(m->context);
    return m->growing ? wr_growth_list(m, roster) : wr_graph_list(m, roster);
}

enum wr_result wr_roster_make(const struct wr_making *m, struct wr_arena *arena,
                              struct wr_roster **out)
{
    struct wr_roster *roster = WR_ZERO(arena, struct wr_roster, 1);
    *out = NULL;
    if (!roster)
        return wr_no_memory(m->context);
    if (!is_impartial(m->template))
        return WR_OK;
    roster->pieces = &m->kit->pieces;
    roster->arena = arena;
    enum wr_result result = list(m, roster);
    if (result != WR_OK || roster->many)
        return result == WR_NO_MEMORY ? result : WR_OK;
    double sum = 0;
    for (uint32_t i = 0; i < roster->count; i++) {
        sum += weight_of(roster->pieces, &roster->levels[i]);
        roster->levels[i].upto = sum;
    }
    *out = roster;
    return WR_OK;
}

enum wr_result wr_roster_draw(const struct wr_making *m, struct wr_draft *out)
{
    const struct wr_roster *roster = m->roster;
    wr_random random = wr_random_of(m->seed, DRAW_STREAM);
    double at = wr_random_unit(&random) * roster->levels[roster->count - 1].upto;
    uint32_t low = 0, high = roster->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (at < roster->levels[middle].upto)
            high = middle;
        else
            low = middle + 1;
    }
    return m->growing ? wr_growth_recall(m, &roster->levels[low], &random, out)
                      : wr_graph_recall(m, &roster->levels[low], out);
}
