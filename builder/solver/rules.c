/* Judging one rank after another; what is to blame is always earlier. */
#include "builder/solver/rules.h"

enum { WORD = 64, MOST_STOREYS = 64 };

static void blame(uint64_t *conflicts, uint32_t rank)
{
    conflicts[rank / WORD] |= (uint64_t)1 << rank % WORD;
}

static uint32_t piece_at(const struct wr_board *board, uint32_t rank)
{
    return board->puzzle->pieces->stances[board->standings[rank].stance].piece;
}

/* ---- Pieces ---- */

static bool within_most(const struct wr_board *board, uint64_t *conflicts)
{
    const uint32_t *most = board->puzzle->rules->most;
    uint32_t piece = piece_at(board, board->rank), count = 1;
    if (!most || most[piece] == UINT32_MAX)
        return true;
    for (uint32_t r = 0; r < board->rank; r++)
        count += piece_at(board, r) == piece;
    if (count <= most[piece])
        return true;
    for (uint32_t r = 0; r < board->rank; r++)
        if (piece_at(board, r) == piece)
            blame(conflicts, r);
    return false;
}

static bool may_be_linked(const struct wr_board *board, uint64_t *conflicts)
{
    const bool *apart = board->puzzle->rules->apart;
    const wr_ranked *ranked = &board->order[board->rank];
    size_t size = board->puzzle->pieces->piece_count;
    for (uint32_t i = 0; apart && i < ranked->link_count; i++) {
        uint32_t other = ranked->links[i].rank;
        if (!apart[piece_at(board, board->rank) * size + piece_at(board, other)])
            continue;
        blame(conflicts, other);
        return false;
    }
    return true;
}

/* ---- Hooks ---- */

bool wr_rules_take_hook(const struct wr_pieces *pieces, const uint16_t *wanted, uint32_t piece,
                        uint16_t hook)
{
    return !wanted || wanted[piece] == WR_ANY_HOOK ||
           (wanted[piece] != WR_NO_HOOK &&
            wr_piece_door(&pieces->pieces[piece], wanted[piece]) ==
                wr_piece_door(&pieces->pieces[piece], hook));
}

static bool link_takes_hooks(const struct wr_board *board, const wr_tie *tie)
{
    const struct wr_puzzle *puzzle = board->puzzle;
    const wr_puzzle_link *link = &puzzle->links[tie->link];
    const uint16_t *const *wanted = puzzle->rules->hooks[tie->link];
    const wr_standing *own = &board->standings[board->rank];
    const wr_standing *other = &board->standings[tie->rank];
    if ((!wanted[0] && !wanted[1]) || !link->contacts->hooks)
        return true;
    uint32_t at = wr_standings_contact(puzzle->pieces, link->contacts, other, own);
    int side = link->nodes[0] == board->order[board->rank].node ? 0 : 1;
    return at != UINT32_MAX &&
           wr_rules_take_hook(puzzle->pieces, wanted[side], piece_at(board, board->rank),
                              link->contacts->hooks[at][1]) &&
           wr_rules_take_hook(puzzle->pieces, wanted[1 - side], piece_at(board, tie->rank),
                              link->contacts->hooks[at][0]);
}

static bool takes_hooks(const struct wr_board *board, uint64_t *conflicts)
{
    const wr_ranked *ranked = &board->order[board->rank];
    for (uint32_t i = 0; board->puzzle->rules->hooks && i < ranked->link_count; i++)
        if (!link_takes_hooks(board, &ranked->links[i])) {
            blame(conflicts, ranked->links[i].rank);
            return false;
        }
    return true;
}

/* ---- Doorways with several places ---- */

uint32_t wr_rules_door(const struct wr_pieces *pieces, const wr_standing *room,
                       const wr_standing *other)
{
    uint32_t at = wr_standings_contact(pieces, &pieces->direct, room, other);
    if (at == UINT32_MAX)
        return WR_NO_DOOR;
    return wr_piece_door(&pieces->pieces[wr_standing_stance(pieces, room)->piece],
                         pieces->direct.hooks[at][0]);
}

/* The doorway of an earlier rank, or of the rank itself, that a tie takes. */
static uint32_t door_of(const struct wr_board *board, uint32_t rank, const wr_tie *tie,
                        bool earlier)
{
    const struct wr_pieces *pieces = board->puzzle->pieces;
    const struct wr_contacts *contacts = board->puzzle->links[tie->link].contacts;
    const wr_standing *corridor = &board->corridors[tie->link];
    if (contacts->vias)
        return corridor->stance == WR_NO_STANCE
                   ? WR_NO_DOOR
                   : wr_rules_door(pieces, &board->standings[earlier ? tie->rank : rank],
                                   corridor);
    uint32_t at = wr_standings_contact(pieces, contacts, &board->standings[tie->rank],
                                       &board->standings[rank]);
    if (at == UINT32_MAX)
        return WR_NO_DOOR;
    return wr_piece_door(&pieces->pieces[piece_at(board, earlier ? tie->rank : rank)],
                         contacts->hooks[at][earlier ? 0 : 1]);
}

/* The doorway of a rank's room that the link with another takes; the later one has the tie. */
static uint32_t door_to(const struct wr_board *board, uint32_t rank, uint32_t other)
{
    uint32_t later = rank > other ? rank : other, earlier = rank > other ? other : rank;
    const wr_ranked *ranked = &board->order[later];
    for (uint32_t i = 0; i < ranked->link_count; i++)
        if (ranked->links[i].rank == earlier)
            return door_of(board, later, &ranked->links[i], earlier == rank);
    return WR_NO_DOOR;
}

/* Whether the links of a rank's room with what stands take one doorway each; of those that do
 * not, two are to blame. */
static bool has_doors(const struct wr_board *board, uint32_t rank, uint64_t *conflicts)
{
    uint32_t node = board->order[rank].node;
    for (uint32_t i = board->starts[node]; i < board->starts[node + 1]; i++) {
        uint32_t other = board->ranks[board->neighbours[i]];
        uint32_t door = other <= board->rank ? door_to(board, rank, other) : WR_NO_DOOR;
        for (uint32_t k = board->starts[node]; door != WR_NO_DOOR && k < i; k++) {
            uint32_t third = board->ranks[board->neighbours[k]];
            if (third > board->rank || door_to(board, rank, third) != door)
                continue;
            const uint32_t due[] = {rank, other, third};
            for (int d = 0; d < 3; d++)
                if (due[d] < board->rank)
                    blame(conflicts, due[d]);
            return false;
        }
    }
    return true;
}

uint64_t wr_rules_doors(const struct wr_board *board, uint32_t rank, uint32_t but)
{
    uint32_t node = board->order[rank].node;
    uint64_t taken = 0;
    for (uint32_t i = board->starts[node]; i < board->starts[node + 1]; i++) {
        uint32_t other = board->ranks[board->neighbours[i]];
        uint32_t door =
            other > board->rank || other == but ? WR_NO_DOOR : door_to(board, rank, other);
        taken |= door == WR_NO_DOOR ? 0 : (uint64_t)1 << door % WORD;
    }
    return taken;
}

/* Rooms in one doorway are in each other's way, unless it has several places. */
static bool takes_doors(const struct wr_board *board, uint64_t *conflicts)
{
    const wr_ranked *ranked = &board->order[board->rank];
    if (!board->puzzle->pieces->slides)
        return true;
    for (uint32_t i = 0; i < ranked->link_count; i++)
        if (!has_doors(board, ranked->links[i].rank, conflicts))
            return false;
    return has_doors(board, board->rank, conflicts);
}

/* ---- Neighbours ---- */

static bool may_be_of(const wr_puzzle_node *node, const bool *set)
{
    for (uint32_t i = 0; i < node->piece_count; i++)
        if (set[node->pieces[i]])
            return true;
    return false;
}

/* Whether a node that stands has the neighbour it must have, or may still get it. */
static bool is_satisfied(const struct wr_board *board, uint32_t node, const wr_must *must)
{
    if (!must->rooms[piece_at(board, board->ranks[node])])
        return true;
    for (uint32_t i = board->starts[node]; i < board->starts[node + 1]; i++) {
        uint32_t next = board->neighbours[i], rank = board->ranks[next];
        if (rank <= board->rank ? must->others[piece_at(board, rank)]
                                : may_be_of(&board->puzzle->nodes[next], must->others))
            return true;
    }
    return false;
}

static void blame_around(const struct wr_board *board, uint32_t node, uint64_t *conflicts)
{
    if (board->ranks[node] < board->rank)
        blame(conflicts, board->ranks[node]);
    for (uint32_t i = board->starts[node]; i < board->starts[node + 1]; i++)
        if (board->ranks[board->neighbours[i]] < board->rank)
            blame(conflicts, board->ranks[board->neighbours[i]]);
}

static bool has_neighbours(const struct wr_board *board, uint64_t *conflicts)
{
    const struct wr_rules *rules = board->puzzle->rules;
    const wr_ranked *ranked = &board->order[board->rank];
    for (uint32_t m = 0; m < rules->must_count; m++)
        for (uint32_t i = 0; i <= ranked->link_count; i++) {
            uint32_t node = i < ranked->link_count ? board->order[ranked->links[i].rank].node
                                                   : ranked->node;
            if (is_satisfied(board, node, &rules->musts[m]))
                continue;
            blame_around(board, node, conflicts);
            return false;
        }
    return true;
}

/* ---- Distance ---- */

static bool is_linked(const wr_ranked *ranked, uint32_t rank)
{
    for (uint32_t i = 0; i < ranked->link_count; i++)
        if (ranked->links[i].rank == rank)
            return true;
    return false;
}

static bool keeps_distance(const struct wr_board *board, uint64_t *conflicts)
{
    const wr_standing *own = &board->standings[board->rank];
    struct wr_pieces wide = *board->puzzle->pieces;
    if (board->puzzle->rules->gap == 0)
        return true;
    wide.skin = -board->puzzle->rules->gap;
    for (uint32_t r = 0; r < board->rank; r++) {
        const wr_standing *other = &board->standings[r];
        if (is_linked(&board->order[board->rank], r) ||
            !wr_standings_overlap(&wide, other, own))
            continue;
        blame(conflicts, r);
        return false;
    }
    return true;
}

/* ---- Bounds ---- */

struct extent {
    int64_t low, high;
};

static struct extent extent_of(const struct wr_board *board, uint32_t rank, int axis)
{
    wr_spot low, high;
    wr_standing_box(board->puzzle->pieces, &board->standings[rank], &low, &high);
    int64_t lows[] = {low.x, low.y, low.z}, highs[] = {high.x, high.y, high.z};
    return (struct extent){lows[axis], highs[axis]};
}

static bool fits_axis(const struct wr_board *board, int axis, int64_t low, int64_t high,
                      uint64_t *conflicts)
{
    struct extent own = extent_of(board, board->rank, axis);
    if (board->puzzle->rules->anchored)
        return own.low >= low && own.high <= high;
    for (uint32_t r = 0; r < board->rank; r++) {
        struct extent other = extent_of(board, r, axis);
        int64_t least = other.low < own.low ? other.low : own.low;
        int64_t most = other.high > own.high ? other.high : own.high;
        if (most - least <= high - low)
            continue;
        blame(conflicts, r);
        return false;
    }
    return own.high - own.low <= high - low;
}

/* Where a rank that is anchored leaves its bounds, what it is linked to is to blame, which is
 * so already. */
static bool is_inside(const struct wr_board *board, uint64_t *conflicts)
{
    const struct wr_rules *rules = board->puzzle->rules;
    return !rules->bounded || (fits_axis(board, 0, rules->low.x, rules->high.x, conflicts) &&
                               fits_axis(board, 1, rules->low.y, rules->high.y, conflicts) &&
                               fits_axis(board, 2, rules->low.z, rules->high.z, conflicts));
}

/* ---- Storeys ---- */

/* Adds a rank's heights to those there are; false where it is one too many. */
static bool add_heights(const struct wr_board *board, uint32_t rank, int64_t *heights,
                        uint32_t *count)
{
    const struct wr_rules *rules = board->puzzle->rules;
    return wr_standing_storeys(board->puzzle->pieces, &board->standings[rank],
                               rules->storey_height, heights, count, rules->storeys);
}

static bool keeps_storeys(const struct wr_board *board, uint64_t *conflicts)
{
    int64_t heights[MOST_STOREYS];
    uint32_t most = board->puzzle->rules->storeys, count = 0, opened = 0;
    uint32_t openers[MOST_STOREYS];
    if (most == 0 || most > MOST_STOREYS)
        return true;
    for (uint32_t r = 0; r < board->rank; r++) {
        add_heights(board, r, heights, &count);
        while (opened < count)
            openers[opened++] = r;
    }
    if (add_heights(board, board->rank, heights, &count))
        return true;
    for (uint32_t i = 0; i < opened; i++)
        blame(conflicts, openers[i]);
    return false;
}

bool wr_rules_allow(const struct wr_board *board, uint64_t *conflicts)
{
    return within_most(board, conflicts) && may_be_linked(board, conflicts) &&
           takes_hooks(board, conflicts) && takes_doors(board, conflicts) &&
           is_inside(board, conflicts) && keeps_storeys(board, conflicts) &&
           has_neighbours(board, conflicts) && keeps_distance(board, conflicts);
}
