/* The graph is drawn with straight links that do not cross; each link gets a way, east, north,
 * west or south, about as it is drawn; nodes are cast by what leads these ways; and rooms are
 * moved until their doorways meet. */
#include "builder/solver/flat/flat.h"
#include "builder/solver/flat/chart.h"
#include "builder/solver/flat/straight.h"
#include "builder/solver/rules.h"

struct wr_flat {
    struct wr_chart chart;
    wr_random random;
    wr_standing *standings; /* one a node */
};

/* ---- Suited ---- */

static bool is_level(const wr_piece *piece)
{
    for (uint32_t h = 1; h < piece->hook_count; h++)
        if (piece->hooks[h].at.z != piece->hooks[0].at.z)
            return false;
    for (uint32_t i = 0; i < piece->stretch_count; i++)
        if (piece->stretches[i].z != 0)
            return false;
    return true;
}

bool wr_flat_is_suited(const struct wr_puzzle *puzzle)
{
    if (puzzle->node_count > WR_MOST_DRAWN || !wr_puzzle_stretches(puzzle) ||
        (puzzle->rules && puzzle->rules->anchored))
        return false;
    for (uint32_t i = 0; i < puzzle->node_count; i++) {
        const wr_puzzle_node *node = &puzzle->nodes[i];
        if (node->fixed)
            return false;
        for (uint32_t k = 0; k < node->piece_count; k++)
            if (!is_level(&puzzle->pieces->pieces[node->pieces[k]]))
                return false;
    }
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        if (puzzle->links[i].contacts != &puzzle->pieces->direct ||
            puzzle->links[i].nodes[0] == puzzle->links[i].nodes[1])
            return false;
    return true;
}

/* ---- Drawing ---- */

struct wr_flat *wr_flat_start(const struct wr_puzzle *puzzle, uint64_t seed,
                              struct wr_arena *arena)
{
    enum { STREAM = 1 };
    struct wr_flat *flat = WR_ZERO(arena, struct wr_flat, 1);
    wr_standing *standings = WR_TAKE(arena, wr_standing, puzzle->node_count);
    if (!flat || !standings || !wr_chart_start(&flat->chart, puzzle, arena, &flat->random))
        return NULL;
    flat->random = wr_random_of(seed, STREAM);
    flat->standings = standings;
    return flat;
}

/* Which way links lead and what nodes are is drawn until the core is settled, so often. */
static enum wr_verdict lead(struct wr_chart *chart)
{
    enum { TIMES = 3 };
    bool cast = false, settled = false;
    for (int i = 0; !settled && i < TIMES; i++) {
        if (!wr_compass_choose(chart) || !wr_casting_draw(chart, &cast))
            return WR_OUT_OF_MEMORY;
        if (!cast)
            continue;
        wr_spans_measure(chart);
        if (!wr_compaction_move(chart, i + 1 == TIMES, &settled))
            return WR_OUT_OF_MEMORY;
    }
    return cast ? WR_SOLVED : WR_OUT_OF_BUDGET;
}

/* Where nodes are drawn, and links lead. */
static enum wr_verdict draw(struct wr_chart *chart)
{
    bool lies_flat;
    if (!wr_straight_draw(&chart->drawing, chart->puzzle->links, chart->puzzle->link_count,
                          chart->arena, chart->random, &lies_flat))
        return WR_OUT_OF_MEMORY;
    if (!lies_flat)
        return WR_UNSOLVABLE;
    return wr_chart_order(chart) ? lead(chart) : WR_OUT_OF_MEMORY;
}

enum wr_verdict wr_flat_draw(struct wr_flat *flat)
{
    struct wr_chart *chart = &flat->chart;
    wr_arena_mark here = wr_arena_here(chart->arena);
    enum wr_verdict verdict = draw(chart);
    if (verdict == WR_SOLVED)
        wr_spans_stretch(chart);
    for (uint32_t i = 0; verdict == WR_SOLVED && i < chart->puzzle->node_count; i++)
        flat->standings[i] = chart->rooms[i].standing;
    wr_arena_rewind(chart->arena, here);
    return verdict;
}

struct wr_proposal wr_flat_proposal(const struct wr_flat *flat)
{
    return (struct wr_proposal){flat->standings, (const uint16_t(*)[2])flat->chart.hooks};
}
