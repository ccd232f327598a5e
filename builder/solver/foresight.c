/* Foresight: whether rooms that are placed later can still link a candidate with what stands.
 */
#include "builder/solver/frames.h"

static bool beyond(int64_t distance, int64_t longest)
{
    return distance > longest || distance < -longest;
}

/* Whether the rooms between are long enough. */
static bool in_reach(const struct wr_placing *s, const struct wr_candidate *candidate,
                     const wr_tie *tie)
{
    wr_spot way = wr_spot_sub(candidate->standing.spot, s->frames[tie->rank].standing.spot);
    return !beyond(way.x, s->longest.x * tie->hops) &&
           !beyond(way.y, s->longest.y * tie->hops) && !beyond(way.z, s->longest.z * tie->hops);
}

uint64_t wr_foresight_places(const struct wr_placing *s, uint32_t stance, uint32_t hook)
{
    const wr_piece *piece = &s->pieces->pieces[s->pieces->stances[stance].piece];
    uint32_t door = wr_piece_door(piece, hook), h = wr_piece_door_start(piece, hook);
    uint64_t bits = 0;
    for (; h < piece->hook_count && h < WR_FRAME_WORD && wr_piece_door(piece, h) == door; h++)
        bits |= (uint64_t)1 << h;
    return bits;
}

/* The bits of the two hooks by which a candidate is linked to an earlier rank. */
static void hooks_of(const struct wr_placing *s, const wr_tie *tie, const wr_standing *standing,
                     uint64_t bits[2])
{
    const wr_standing *placed = &s->frames[tie->rank].standing;
    const struct wr_contacts *contacts = s->puzzle->links[tie->link].contacts;
    uint32_t at = wr_standings_contact(s->pieces, contacts, placed, standing);
    for (int side = 0; side < 2; side++) {
        uint32_t stance = side ? standing->stance : placed->stance;
        bits[side] =
            at == UINT32_MAX ? 0 : wr_foresight_places(s, stance, contacts->hooks[at][side]);
    }
}

void wr_foresight_take(struct wr_placing *s, uint32_t rank, bool take)
{
    const wr_ranked *ranked = &s->order[rank];
    struct wr_frame *frame = &s->frames[rank];
    frame->own = 0;
    for (uint32_t i = 0; (s->leaping || s->stretching) && i < ranked->link_count; i++) {
        uint64_t bits[2], *other = &s->frames[ranked->links[i].rank].taken;
        hooks_of(s, &ranked->links[i], &frame->standing, bits);
        *other = take ? *other | bits[0] : *other & ~bits[0];
        frame->own |= bits[1];
    }
    frame->taken = frame->own;
}

/* Blames what has taken hooks of an earlier rank since that was placed. */
static void blame_takers(struct wr_placing *s, uint32_t rank, uint32_t earlier)
{
    uint32_t node = s->order[earlier].node;
    for (uint32_t i = s->board.starts[node]; i < s->board.starts[node + 1]; i++) {
        uint32_t taker = s->ranks[s->board.neighbours[i]];
        if (taker > earlier && taker < rank)
            wr_frame_blame(&s->frames[rank], taker);
    }
}

/* How many doorways of the rooms between may miss each other: a room is put exactly to one of
 * its neighbours only, which need not be one of the chain where it has more than two. */
static uint32_t count_misses(const struct wr_placing *s, const wr_tie *tie)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i + 1 < tie->hops; i++)
        count += s->board.starts[tie->over[i] + 1] - s->board.starts[tie->over[i]] > 2;
    return count;
}

/* Whether the rooms between a candidate and an earlier rank may link the two. */
static bool leads_to(struct wr_placing *s, const struct wr_candidate *candidate, uint64_t taken,
                     wr_tie *tie, uint32_t rank)
{
    const struct wr_frame *other = &s->frames[tie->rank];
    wr_leap_end from = {candidate->standing, taken};
    wr_leap_end to = {other->standing, other->taken};
    if (tie->hops > WR_TIE_OVER + 1)
        return true;
    if (tie->leap == WR_NOT_ASKED &&
        !wr_leaps_over(s->leaps, tie->over, tie->hops - 1, &tie->leap)) {
        s->failed = true;
        return false;
    }
    if (tie->leap == WR_NO_LEAP)
        return true;
    uint32_t misses = count_misses(s, tie);
    if (wr_leaps_may(s->leaps, tie->leap, &from, &to, misses))
        return true;
    to.taken = other->own;
    if (other->taken != other->own && wr_leaps_may(s->leaps, tie->leap, &from, &to, misses))
        blame_takers(s, rank, tie->rank);
    return false;
}

/* The same where rooms stretch. */
static bool may_join(struct wr_placing *s, uint64_t taken, wr_tie *tie, uint32_t rank)
{
    if (wr_stretching_may_join(s, rank, taken, tie))
        return true;
    blame_takers(s, rank, tie->rank);
    return false;
}

uint64_t wr_foresight_taken(const struct wr_placing *s, const struct wr_candidate *candidate,
                            const wr_ranked *ranked)
{
    uint64_t taken = 0, bits[2];
    for (uint32_t i = 0; i < ranked->link_count; i++) {
        hooks_of(s, &ranked->links[i], &candidate->standing, bits);
        taken |= bits[1];
    }
    return taken;
}

/* Whether all that a tie leads over is still to come. */
static bool is_to_come(const struct wr_placing *s, const wr_tie *tie, uint32_t rank)
{
    for (uint32_t i = 0; i + 1 < tie->hops; i++)
        if (s->ranks[tie->over[i]] <= rank)
            return false;
    return true;
}

/* Whether a neighbour can still be linked with all it is tied to when a candidate has taken one
 * of its doorways. */
static bool leaves_joins(struct wr_placing *s, const struct wr_candidate *candidate,
                         const wr_tie *link, uint32_t rank)
{
    const wr_ranked *neighbour = &s->order[link->rank];
    uint64_t bits[2];
    if (neighbour->tie_count == 0)
        return true;
    hooks_of(s, link, &candidate->standing, bits);
    for (uint32_t i = 0; i < neighbour->tie_count; i++) {
        wr_tie *tie = &neighbour->ties[i];
        if (is_to_come(s, tie, rank) &&
            !wr_stretching_may_join(s, link->rank, s->frames[link->rank].taken | bits[0], tie))
            return false;
    }
    return true;
}

/* ---- Judging ---- */

bool wr_foresight_allows(struct wr_placing *s, const struct wr_candidate *candidate,
                         uint32_t rank)
{
    const wr_ranked *ranked = &s->order[rank];
    bool asks = ranked->tie_count > 0 && (s->leaping || s->stretching);
    uint64_t taken = asks ? wr_foresight_taken(s, candidate, ranked) : 0;
    for (uint32_t i = 0; i < ranked->tie_count; i++) {
        wr_tie *tie = &ranked->ties[i];
        if (s->stretching ? may_join(s, taken, tie, rank)
                          : in_reach(s, candidate, tie) &&
                                (!s->leaping || leads_to(s, candidate, taken, tie, rank)))
            continue;
        wr_frame_blame(&s->frames[rank], tie->rank);
        return false;
    }
    for (uint32_t i = 0; s->stretching && i < ranked->link_count; i++)
        if (!leaves_joins(s, candidate, &ranked->links[i], rank))
            return false;
    return true;
}
