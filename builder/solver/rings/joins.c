/* The contact table turned round: by the hook one stands at. */
#include "builder/solver/rings/joins.h"

#include <stdlib.h>

static uint32_t hooks_of(const struct wr_pieces *pieces, uint32_t stance)
{
    return pieces->pieces[pieces->stances[stance].piece].hook_count;
}

static bool number_hooks(struct wr_joins *joins, struct wr_arena *arena)
{
    const struct wr_pieces *pieces = joins->pieces;
    uint32_t count = 0;
    joins->first_hook = WR_TAKE(arena, uint32_t, (size_t)pieces->stance_count + 1);
    if (!joins->first_hook)
        return false;
    for (uint32_t s = 0; s < pieces->stance_count; s++) {
        joins->first_hook[s] = count;
        count += hooks_of(pieces, s);
    }
    joins->first_hook[pieces->stance_count] = count;
    return true;
}

static bool list_steps(struct wr_joins *joins, struct wr_arena *arena)
{
    const struct wr_pieces *pieces = joins->pieces;
    uint32_t hooks = joins->first_hook[pieces->stance_count], count = 0;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        count += hooks_of(pieces, s) * (hooks_of(pieces, s) - (hooks_of(pieces, s) > 0));
    joins->first_step = WR_TAKE(arena, uint32_t, (size_t)hooks + 1);
    joins->steps = WR_TAKE(arena, wr_step, count);
    if (!joins->first_step || !joins->steps)
        return false;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        for (uint32_t in = 0; in < hooks_of(pieces, s); in++) {
            joins->first_step[wr_joins_hook(joins, s, in)] = joins->step_count;
            for (uint32_t out = 0; out < hooks_of(pieces, s); out++)
                if (out != in)
                    joins->steps[joins->step_count++] =
                        (wr_step){s, (uint16_t)in, (uint16_t)out};
        }
    joins->first_step[hooks] = joins->step_count;
    return true;
}

static int order_spots(const void *a, const void *b)
{
    return wr_spot_order(*(const wr_spot *)a, *(const wr_spot *)b);
}

/* Whether b can stand at this very offset from a: contacts hold what does not overlap. */
static bool is_contact(const struct wr_pieces *pieces, uint32_t a, uint32_t b, wr_spot offset)
{
    const uint32_t *start = &pieces->direct.start[(size_t)a * pieces->stance_count + b];
    return bsearch(&offset, pieces->direct.offsets + start[0], start[1] - start[0],
                   sizeof offset, order_spots) != NULL;
}

/* All joins from a hook into a piece; with `out` NULL they are only counted. */
static uint32_t list_joins(const struct wr_joins *joins, uint32_t stance, uint32_t hook,
                           uint32_t piece, wr_join *out)
{
    const struct wr_pieces *pieces = joins->pieces;
    const wr_piece_hook *from = wr_hook_out(pieces, stance, hook);
    uint32_t count = 0;
    for (uint32_t s = pieces->first_stance[piece]; s < pieces->first_stance[piece + 1]; s++)
        for (uint32_t h = 0; h < pieces->pieces[piece].hook_count; h++) {
            const wr_piece_hook *to = wr_hook_out(pieces, s, h);
            wr_spot offset = wr_spot_sub(from->at, to->at);
            if (!wr_hooks_meet(pieces, from, to) || !is_contact(pieces, stance, s, offset))
                continue;
            if (out)
                out[count] = (wr_join){s, h, offset};
            count++;
        }
    return count;
}

static bool make_rows(struct wr_joins *joins, struct wr_arena *arena)
{
    const struct wr_pieces *pieces = joins->pieces;
    size_t rows = (size_t)joins->first_hook[pieces->stance_count] * pieces->piece_count,
           row = 0;
    uint32_t count = 0;
    joins->start = WR_TAKE(arena, uint32_t, rows + 1);
    if (!joins->start)
        return false;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        for (uint32_t h = 0; h < hooks_of(pieces, s); h++)
            for (uint32_t p = 0; p < pieces->piece_count; p++) {
                joins->start[row++] = count;
                count += list_joins(joins, s, h, p, NULL);
            }
    joins->start[rows] = count;
    joins->joins = WR_TAKE(arena, wr_join, count);
    return joins->joins != NULL;
}

bool wr_joins_make(const struct wr_pieces *pieces, struct wr_arena *arena, struct wr_joins *out)
{
    *out = (struct wr_joins){.pieces = pieces};
    if (!number_hooks(out, arena) || !list_steps(out, arena) || !make_rows(out, arena))
        return false;
    size_t row = 0;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        for (uint32_t h = 0; h < hooks_of(pieces, s); h++)
            for (uint32_t p = 0; p < pieces->piece_count; p++, row++)
                list_joins(out, s, h, p, out->joins + out->start[row]);
    return true;
}
