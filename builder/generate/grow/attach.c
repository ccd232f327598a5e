/* One room more: which, and how it stands. */
#include "builder/generate/grow/growth.h"
#include "builder/solver/lengths.h"

/* Duties may ask for rooms that have duties themselves, but not for ever. */
enum { DEEPEST_DUTY = 4, RESERVE = 3 };

/* ---- Which piece ---- */

/* How many hooks must stay open so that the level can go on. */
static uint32_t reserve_of(const struct wr_growth *g)
{
    uint32_t after = wr_growth_left(g) > 0 ? wr_growth_left(g) - 1 : 0;
    uint32_t reserve = g->wishes.rooms > 40 ? RESERVE : 1;
    return after < reserve ? after : reserve;
}

static bool is_too_deep(const struct wr_growth *g, uint32_t depth, uint32_t piece)
{
    if (g->most_depth == WR_NONE || depth <= g->most_depth)
        return false;
    return g->wishes.exit_wish == WR_NONE && (!g->wishes.exit || g->wishes.exit[piece]);
}

/* Whether a piece may come at a hook at all; `passing` where that may change. */
static bool may_come(const struct wr_growth *g, uint32_t hook, uint32_t piece,
                     const wr_attachment *want, bool *passing)
{
    uint32_t room = wr_growth_room(g, hook), hooks = g->pieces->pieces[piece].hook_count;
    if (!wr_kit_piece_comes(&g->making->kit->rooms[piece]) ||
        wr_growth_is_forbidden(g, wr_growth_piece(g, room), piece) ||
        is_too_deep(g, g->rooms[room].depth + 1, piece))
        return false;
    if (g->piece_counts[piece] >= g->wishes.most[piece])
        return false;
    uint32_t open = wr_frontier_size(&g->frontier) + hooks - 2; /* the two that meet go */
    if (hooks < want->hooks || (want->only && !want->only[piece]) ||
        (!want->on_path && open < reserve_of(g))) {
        *passing = true;
        return false;
    }
    return true;
}

/* The pieces with joins at the hook, by weight; those without weight are left for the end. */
static double weigh(const struct wr_growth *g, uint32_t hook, const wr_attachment *want,
                    double *weights, bool *tried, bool *passing)
{
    double sum = 0;
    uint32_t stance = g->rooms[wr_growth_room(g, hook)].standing.stance, range[2];
    for (uint32_t p = 0; p < g->pieces->piece_count; p++) {
        wr_joins_into(g->joins, stance, hook % g->hooks_a_room, p, range);
        tried[p] = range[0] == range[1] || !may_come(g, hook, p, want, passing);
        weights[p] = tried[p] ? 0 : g->wishes.weights[p];
        sum += weights[p];
    }
    return sum;
}

/* Draws one by weight, else any of the rest; WR_NONE when all were tried. */
static uint32_t draw_piece(struct wr_growth *g, const double *weights, const bool *tried,
                           double sum)
{
    double at = wr_random_unit(&g->choices) * sum;
    uint32_t last = WR_NONE, rest = 0;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++) {
        rest += !tried[p];
        if (weights[p] <= 0)
            continue;
        last = p;
        if (at < weights[p])
            return p;
        at -= weights[p];
    }
    if (last != WR_NONE || rest == 0)
        return last;
    uint32_t pick = wr_random_below(&g->choices, rest);
    for (uint32_t p = 0; p < g->pieces->piece_count; p++)
        if (!tried[p] && pick-- == 0)
            return p;
    return WR_NONE;
}

/* ---- How it stands ---- */

static bool attach_deep(struct wr_growth *g, uint32_t hook, wr_attachment want, unsigned deep,
                        bool *final, uint32_t *out);

/* Gives a room the neighbours it must have. */
static bool do_duties(struct wr_growth *g, uint32_t room, unsigned deep)
{
    uint32_t piece = wr_growth_piece(g, room), count = wr_growth_hook_count(g, room);
    for (uint32_t i = 0; i < g->wishes.duty_count; i++) {
        const wr_must *duty = &g->wishes.duties[i];
        if (!duty->rooms[piece] || wr_growth_is_satisfied(g, room, WR_NONE))
            continue;
        bool met = false, final;
        for (uint32_t h = 0; h < count && !met; h++) {
            uint32_t neighbour = g->mates[wr_growth_hook(g, room, h)];
            met = neighbour != WR_UNLINKED && wr_growth_room(g, neighbour) != room &&
                  duty->others[wr_growth_piece(g, wr_growth_room(g, neighbour))];
        }
        for (uint32_t h = 0; h < count && !met && deep < DEEPEST_DUTY; h++) {
            uint32_t hook = wr_growth_hook(g, room, h), added;
            wr_attachment want = {.only = duty->others};
            met = g->mates[hook] == WR_UNLINKED && wr_growth_left(g) > 0 &&
                  attach_deep(g, hook, want, deep + 1, &final, &added);
        }
        if (!met)
            return false;
    }
    return true;
}

/* A join with lengths that are drawn by chance; false where it has none, or no ground then. */
static bool stretch_join(struct wr_growth *g, uint32_t hook, const wr_join *join,
                         wr_standing *standing)
{
    uint32_t from = wr_growth_room(g, hook);
    wr_standing longer = {.stance = join->stance};
    if (g->pieces->pieces[g->pieces->stances[join->stance].piece].stretch_count == 0)
        return false;
    longer.lengths = wr_lengths_draw(g->pieces, join->stance, &g->choices);
    longer.spot =
        wr_spot_sub(wr_growth_spot(g, hook), wr_standing_hook(g->pieces, &longer, join->hook));
    if (!wr_growth_is_free(g, longer, &from, 1))
        return false;
    *standing = longer;
    return true;
}

static bool try_join(struct wr_growth *g, uint32_t hook, const wr_join *join, unsigned deep,
                     uint32_t *out)
{
    uint32_t from = wr_growth_room(g, hook);
    uint32_t depth = g->rooms[from].depth + 1;
    wr_standing standing =
        wr_joins_standing(g->joins, &g->rooms[from].standing, hook % g->hooks_a_room, join);
    uint32_t mark = g->arrival_count;
    if (!stretch_join(g, hook, join, &standing) && !wr_growth_is_free(g, standing, &from, 1))
        return false;
    *out = wr_growth_put(g, standing, depth);
    if (*out == WR_NONE)
        return false;
    wr_growth_link(g, hook, wr_growth_hook(g, *out, join->hook));
    if (do_duties(g, *out, deep))
        return true;
    wr_growth_undo(g, mark);
    return false;
}

static bool try_piece(struct wr_growth *g, uint32_t hook, uint32_t piece, unsigned deep,
                      uint32_t *out)
{
    uint32_t stance = g->rooms[wr_growth_room(g, hook)].standing.stance, range[2];
    wr_joins_into(g->joins, stance, hook % g->hooks_a_room, piece, range);
    uint32_t count = range[1] - range[0], turn = wr_random_below(&g->choices, count);
    for (uint32_t i = 0; i < count && wr_growth_goes_on(g); i++)
        if (try_join(g, hook, &g->joins->joins[range[0] + (turn + i) % count], deep, out))
            return true;
    return false;
}

static bool attach_deep(struct wr_growth *g, uint32_t hook, wr_attachment want, unsigned deep,
                        bool *final, uint32_t *out)
{
    wr_arena_mark here = wr_arena_here(g->arena);
    double *weights = WR_TAKE(g->arena, double, g->pieces->piece_count);
    bool *tried = WR_TAKE(g->arena, bool, g->pieces->piece_count), passing = false;
    bool put = false;
    g->failed |= !weights || !tried;
    double sum = g->failed ? 0 : weigh(g, hook, &want, weights, tried, &passing);
    while (!g->failed && !put && g->steps < g->budget) {
        uint32_t piece = draw_piece(g, weights, tried, sum);
        if (piece == WR_NONE)
            break;
        put = try_piece(g, hook, piece, deep, out);
        sum -= weights[piece];
        weights[piece] = 0;
        tried[piece] = true;
    }
    wr_arena_rewind(g->arena, here);
    *final = !passing;
    return put;
}

uint32_t wr_growth_attach(struct wr_growth *g, uint32_t hook, wr_attachment want, bool *final)
{
    uint32_t room;
    return attach_deep(g, hook, want, 0, final, &room) ? room : WR_NONE;
}

/* ---- What it happens to meet ---- */

/* The unlinked hook at the same place that faces this one, or WR_UNLINKED. */
static uint32_t find_opposite(const struct wr_growth *g, uint32_t hook)
{
    const struct wr_spot_grid *grid = &g->frontier.grid;
    int64_t reach = g->pieces->tolerance;
    wr_spot at = wr_growth_spot(g, hook), corner = {reach, reach, reach};
    wr_cell from = wr_spot_cell(grid, wr_spot_sub(at, corner));
    wr_cell to = wr_spot_cell(grid, wr_spot_add(at, corner)), cell;
    for (cell.z = from.z; cell.z <= to.z; cell.z++)
        for (cell.y = from.y; cell.y <= to.y; cell.y++)
            for (cell.x = from.x; cell.x <= to.x; cell.x++)
                for (uint32_t e = wr_grid_first(&grid->cells, cell); e != UINT32_MAX;
                     e = grid->cells.entries[e].next) {
                    uint32_t other = grid->cells.entries[e].id;
                    if (wr_spots_meet(g->pieces, wr_growth_spot(g, other), at) &&
                        wr_hooks_meet(g->pieces, wr_growth_out(g, hook),
                                      wr_growth_out(g, other)))
                        return other;
                }
    return WR_UNLINKED;
}

bool wr_growth_settle(struct wr_growth *g, uint32_t room)
{
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t hook = wr_growth_hook(g, room, h);
        if (g->mates[hook] != WR_UNLINKED)
            continue;
        uint32_t other = find_opposite(g, hook);
        if (other != WR_UNLINKED && wr_growth_may_close(g, hook, other))
            wr_growth_close(g, hook, other);
    }
    return do_duties(g, room, 0);
}
