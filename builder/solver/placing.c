/* Depth-first search with conflict-directed backjumping.
 *
 * Each rank places one node against those it is linked to. A candidate fails for a reason, and
 * the reason is an earlier rank: the neighbour it must touch, the room it would overlap, the
 * end of a chain it could no longer reach. When a rank runs out of candidates the search goes
 * straight back to the latest rank any of its candidates failed for. */
#include "builder/solver/placing.h"
#include "builder/solver/frames.h"
#include "builder/solver/neighbours.h"
#include "builder/solver/restarts.h"

#include <string.h>

/* Steps of an ear's shortest try a rank of it, and how often it is tried. */
enum { EAR_STEPS = 10, EAR_TRIES = 30 };

/* ---- Candidates ---- */

static uint32_t greatest_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void start_cycle(struct wr_placing *s, struct wr_cycle *cycle, uint32_t first,
                        uint32_t count)
{
    *cycle = (struct wr_cycle){.first = first, .count = count, .left = count, .step = 1};
    if (count < 2)
        return;
    cycle->at = wr_random_below(s->random, count);
    cycle->step = 1 + wr_random_below(s->random, count - 1);
    while (greatest_divisor(cycle->step, count) != 1)
        cycle->step = cycle->step % (count - 1) + 1;
}

static bool keep(struct wr_placing *s, struct wr_frame *frame, size_t at, uint32_t stance,
                 wr_spot spot)
{
    if (!wr_grow(&frame->list, &frame->list_capacity, at + 1, sizeof *frame->list)) {
        s->failed = true;
        return false;
    }
    frame->list[at] = (struct wr_candidate){.standing = wr_standing_at(stance, spot)};
    return true;
}

/* A placed neighbour, and its contacts with a stance. */
struct side {
    wr_standing placed;
    const struct wr_contacts *contacts;
    const wr_spot *offsets;
    uint32_t count;
};

static struct side side_of(const struct wr_placing *s, const wr_tie *tie, uint32_t stance)
{
    struct side side = {
        .placed = s->frames[tie->rank].standing,
        .contacts = s->puzzle->links[tie->link].contacts,
    };
    const uint32_t *start =
        &side.contacts->start[(size_t)side.placed.stance * s->pieces->stance_count + stance];
    side.offsets = side.contacts->offsets + start[0];
    side.count = start[1] - start[0];
    return side;
}

static bool touches(const struct wr_placing *s, const wr_tie *tie, uint32_t stance,
                    wr_spot spot)
{
    const wr_standing *placed = &s->frames[tie->rank].standing;
    return wr_contact_find(s->pieces, s->puzzle->links[tie->link].contacts, placed->stance,
                           stance, wr_spot_sub(spot, placed->spot)) != UINT32_MAX;
}

/* The places where a stance touches two placed nodes: both lists of offsets are sorted, so they
 * are merged. */
static size_t touch_both(struct wr_placing *s, struct wr_frame *frame, size_t count,
                         uint32_t stance, const wr_ranked *ranked)
{
    struct side p = side_of(s, &ranked->links[0], stance),
                q = side_of(s, &ranked->links[1], stance);
    wr_spot between = wr_spot_sub(q.placed.spot, p.placed.spot);
    uint32_t i = 0, k = 0;
    if (s->pieces->tolerance) {
        for (; i < p.count; i++) {
            wr_spot spot = wr_spot_add(p.placed.spot, p.offsets[i]);
            if (touches(s, &ranked->links[1], stance, spot) &&
                keep(s, frame, count, stance, spot))
                count++;
        }
        return count;
    }
    while (i < p.count && k < q.count) {
        int order = wr_spot_order(p.offsets[i], wr_spot_add(q.offsets[k], between));
        if (order == 0 &&
            keep(s, frame, count, stance, wr_spot_add(p.placed.spot, p.offsets[i])))
            count++;
        i += order <= 0;
        k += order >= 0;
    }
    return count;
}

/* Lists all places of a piece that touch every placed neighbour; there are at least two. */
static size_t list_places(struct wr_placing *s, const wr_ranked *ranked, struct wr_frame *frame,
                          size_t count, uint32_t piece)
{
    uint32_t end = s->pieces->first_stance[piece + 1];
    for (uint32_t stance = s->pieces->first_stance[piece]; stance < end; stance++) {
        size_t kept = count, found = touch_both(s, frame, count, stance, ranked);
        for (size_t i = count; i < found; i++) {
            bool all = true;
            for (uint32_t n = 2; all && n < ranked->link_count; n++)
                all = touches(s, &ranked->links[n], stance, frame->list[i].standing.spot);
            if (all)
                frame->list[kept++] = frame->list[i];
        }
        count = kept;
    }
    return count;
}

/* Where the offsets of a rank's only placed neighbour begin, a stance after another. */
static const uint32_t *offset_starts(const struct wr_placing *s, const wr_ranked *ranked)
{
    const wr_standing *placed = &s->frames[ranked->links[0].rank].standing;
    const struct wr_contacts *contacts = s->puzzle->links[ranked->links[0].link].contacts;
    return &contacts->start[(size_t)placed->stance * s->pieces->stance_count];
}

/* How many places a piece has beside the only placed neighbour, all its stances together. */
static uint32_t count_places(const struct wr_placing *s, const wr_ranked *ranked,
                             uint32_t piece)
{
    const uint32_t *start = offset_starts(s, ranked);
    return start[s->pieces->first_stance[piece + 1]] - start[s->pieces->first_stance[piece]];
}

static void open_rank(struct wr_placing *s, uint32_t rank)
{
    const wr_ranked *ranked = &s->order[rank];
    const wr_puzzle_node *node = &s->puzzle->nodes[ranked->node];
    struct wr_frame *frame = &s->frames[rank];
    uint32_t at = 0;
    memset(frame->conflicts, 0, s->words * sizeof *frame->conflicts);
    frame->left = 0;
    frame->moved = false;
    if (s->stretching)
        wr_stretching_open(s);
    for (uint32_t i = 0; i < node->piece_count; i++) {
        uint32_t piece = node->pieces[i], count = 0;
        if (node->fixed)
            count = i == 0;
        else if (ranked->link_count == 0)
            count = s->pieces->first_stance[piece + 1] - s->pieces->first_stance[piece];
        else if (ranked->link_count == 1)
            count = count_places(s, ranked, piece);
        else if (s->stretching)
            count = (uint32_t)wr_stretching_list(s, rank, at, piece) - at;
        else
            count = (uint32_t)list_places(s, ranked, frame, at, piece) - at;
        start_cycle(s, &frame->cycles[i], at, count);
        at += ranked->link_count > 1 ? count : 0;
        frame->left += count;
    }
    for (uint32_t n = 0; n < ranked->link_count; n++)
        wr_frame_blame(frame, ranked->links[n].rank);
}

/* A stance put to the only placed neighbour by a contact, or anywhere where there is none. */
static inline struct wr_candidate beside(struct wr_placing *s, uint32_t rank, uint32_t stance,
                                         uint32_t contact)
{
    const wr_ranked *ranked = &s->order[rank];
    struct wr_candidate candidate = {.standing.stance = stance, .contacts = {contact}};
    if (s->stretching) {
        candidate.standing = wr_stretching_draw(s, rank, stance, contact);
    } else if (ranked->link_count > 0) {
        const wr_tie *tie = &ranked->links[0];
        candidate.standing.spot =
            wr_spot_add(s->frames[tie->rank].standing.spot,
                        s->puzzle->links[tie->link].contacts->offsets[contact]);
    }
    return candidate;
}

/* The k-th candidate of a piece. */
static struct wr_candidate candidate_of(struct wr_placing *s, uint32_t rank, uint32_t piece,
                                        const struct wr_cycle *cycle)
{
    const wr_ranked *ranked = &s->order[rank];
    const wr_puzzle_node *node = &s->puzzle->nodes[ranked->node];
    if (node->fixed)
        return (struct wr_candidate){.standing = wr_puzzle_node_at(node)};
    if (ranked->link_count > 1)
        return s->frames[rank].list[cycle->first + cycle->at];
    if (ranked->link_count == 0)
        return beside(s, rank, s->pieces->first_stance[piece] + cycle->at, 0);
    const uint32_t *start = offset_starts(s, ranked);
    uint32_t stance = s->pieces->first_stance[piece], at = start[stance] + cycle->at;
    while (start[stance + 1] <= at)
        stance++;
    return beside(s, rank, stance, at);
}

/* Without weights every second draw is even among pieces, and the other among places: pieces
 * come about equally often, and no place of one with few is far more likely than any other. */
static uint32_t draw_evenly(struct wr_placing *s, const struct wr_frame *frame, uint32_t count)
{
    uint32_t i = 0;
    if (wr_random_below(s->random, 2)) {
        uint32_t at = wr_random_below(s->random, frame->left);
        for (; at >= frame->cycles[i].left; i++)
            at -= frame->cycles[i].left;
        return i;
    }
    i = wr_random_below(s->random, count);
    while (frame->cycles[i].left == 0)
        i = i + 1 == count ? 0 : i + 1;
    return i;
}

/* A piece that stretches and has candidates left, of which each is as likely as the others;
 * UINT32_MAX where there is none. */
static uint32_t draw_stretching(struct wr_placing *s, const struct wr_frame *frame,
                                const wr_puzzle_node *node)
{
    uint32_t seen = 0, drawn = UINT32_MAX;
    for (uint32_t i = 0; i < node->piece_count; i++)
        if (frame->cycles[i].left && s->pieces->pieces[node->pieces[i]].stretch_count > 0 &&
            wr_random_below(s->random, ++seen) == 0)
            drawn = i;
    return drawn;
}

/* Which of the node's pieces is next: drawn by weight among those that have candidates left. In
 * a round every second is one that stretches, which lets it close. */
static uint32_t draw_piece(struct wr_placing *s, uint32_t rank, const struct wr_frame *frame,
                           const wr_puzzle_node *node)
{
    if (s->stretching && s->order[rank].tie_count > 0 && wr_random_below(s->random, 2) == 0) {
        uint32_t drawn = draw_stretching(s, frame, node);
        if (drawn != UINT32_MAX)
            return drawn;
    }
    const uint32_t *weights = s->puzzle->rules ? s->puzzle->rules->weights : NULL;
    uint32_t total = 0;
    for (uint32_t i = 0; weights && i < node->piece_count; i++)
        total += frame->cycles[i].left ? weights[node->pieces[i]] : 0;
    if (total == 0)
        return draw_evenly(s, frame, node->piece_count);
    uint32_t at = wr_random_below(s->random, total);
    for (uint32_t i = 0;; i++) {
        uint32_t weight = frame->cycles[i].left ? weights[node->pieces[i]] : 0;
        if (at < weight)
            return i;
        at -= weight;
    }
}

/* Takes the next candidate. */
static bool next_candidate(struct wr_placing *s, uint32_t rank, struct wr_candidate *out)
{
    struct wr_frame *frame = &s->frames[rank];
    const wr_puzzle_node *node = &s->puzzle->nodes[s->order[rank].node];
    if (frame->left == 0)
        return false;
    uint32_t i = draw_piece(s, rank, frame, node);
    struct wr_cycle *cycle = &frame->cycles[i];
    *out = candidate_of(s, rank, node->pieces[i], cycle);
    cycle->at = (uint32_t)(((uint64_t)cycle->at + cycle->step) % cycle->count);
    cycle->left--;
    frame->left--;
    return true;
}

/* ---- Standing ---- */

/* Puts up a rank's node and its corridors. */
static bool put_up(struct wr_placing *s, uint32_t rank, const struct wr_solid *node)
{
    const wr_ranked *ranked = &s->order[rank];
    uint32_t count = s->frames[rank].first_solid;
    s->solids[count++] = *node;
    for (uint32_t i = 0; i < ranked->link_count; i++)
        if (s->puzzle->links[ranked->links[i].link].contacts->vias &&
            !wr_corridor_put(s, rank, &ranked->links[i], &count))
            return false;
    s->solid_count = count;
    return true;
}

/* Nodes that stand already are not put where they touch: two of them may miss each other. */
static bool fixed_touch(const struct wr_placing *s, const wr_ranked *ranked,
                        const struct wr_candidate *at)
{
    if (!s->puzzle->nodes[ranked->node].fixed)
        return true;
    for (uint32_t i = 0; i < ranked->link_count; i++)
        if (wr_standings_contact(s->pieces, s->puzzle->links[ranked->links[i].link].contacts,
                                 &s->frames[ranked->links[i].rank].standing,
                                 &at->standing) == UINT32_MAX)
            return false;
    return true;
}

static bool is_allowed(struct wr_placing *s, uint32_t rank)
{
    if (!s->puzzle->rules)
        return true;
    for (uint32_t i = 0; i < s->order[rank].link_count; i++)
        s->corridors[s->order[rank].links[i].link].stance = WR_NO_STANCE;
    s->standings[rank] = s->frames[rank].standing;
    s->board.rank = rank;
    return wr_rules_allow(&s->board, s->frames[rank].conflicts);
}

/* Where rooms stretch, lengths bring a room to its neighbours. */
static bool bring(struct wr_placing *s, uint32_t rank, struct wr_candidate *candidate)
{
    const wr_ranked *ranked = &s->order[rank];
    if (!s->stretching)
        return true;
    if (ranked->link_count > 1 && !s->puzzle->nodes[ranked->node].fixed)
        return wr_stretching_close(s, rank, candidate);
    wr_stretching_hang(s, rank, candidate);
    return true;
}

/* Whether a rank may stand where it was put. */
static bool may_stand(struct wr_placing *s, uint32_t rank, const struct wr_candidate *candidate)
{
    struct wr_frame *frame = &s->frames[rank];
    struct wr_solid node = wr_solid_of(s->pieces, frame->standing, rank, WR_NO_STANCE);
    uint32_t culprit = 0;
    if (!wr_foresight_allows(s, candidate, rank))
        return false;
    if (!wr_solid_is_free(s->pieces, &node, s->solids, frame->first_solid, &culprit)) {
        wr_frame_blame(frame, culprit);
        return false;
    }
    return is_allowed(s, rank);
}

/* The next candidate that may stand, and puts the rank there. */
static bool find_place(struct wr_placing *s, uint32_t rank, struct wr_candidate *out)
{
    while (next_candidate(s, rank, out)) {
        if (++s->steps > s->limit)
            return false;
        if (!fixed_touch(s, &s->order[rank], out) || !bring(s, rank, out))
            continue;
        s->frames[rank].standing = out->standing;
        if (may_stand(s, rank, out))
            return true;
        if (s->stretching)
            wr_stretching_undo(s, rank);
    }
    return false;
}

/* Of some such candidates the one that is nearest to where it is drawn. */
static bool find_guided_place(struct wr_placing *s, uint32_t rank, struct wr_candidate *out)
{
    enum { WANTED = 4 };
    struct wr_candidate candidate;
    uint32_t found = 0;
    double least = 0;
    while (found < WANTED && find_place(s, rank, &candidate)) {
        double miss = wr_guide_miss(s, &candidate, rank);
        if (found++ == 0 || miss < least) {
            least = miss;
            *out = candidate;
        }
    }
    if (found == 0)
        return false;
    wr_stretching_hang(s, rank, out);
    s->frames[rank].standing = out->standing;
    return is_allowed(s, rank);
}

static bool place_next(struct wr_placing *s, uint32_t rank)
{
    struct wr_candidate candidate;
    s->guided = wr_guide_leads(s, rank);
    while (s->guided ? find_guided_place(s, rank, &candidate)
                     : find_place(s, rank, &candidate)) {
        struct wr_solid node =
            wr_solid_of(s->pieces, s->frames[rank].standing, rank, WR_NO_STANCE);
        if (put_up(s, rank, &node))
            return true;
        if (s->stretching)
            wr_stretching_undo(s, rank);
    }
    return false;
}

/* ---- The search ---- */

/* The latest rank a dead end is due to, or UINT32_MAX; its blame takes over the rest. */
static uint32_t jump_back(struct wr_placing *s, uint32_t rank)
{
    const uint64_t *from = s->frames[rank].conflicts;
    for (uint32_t earlier = rank; earlier-- > 0;) {
        if (!(from[earlier / WR_FRAME_WORD] >> earlier % WR_FRAME_WORD & 1))
            continue;
        struct wr_frame *to = &s->frames[earlier];
        for (uint32_t w = 0; w < s->words; w++)
            to->conflicts[w] |= from[w];
        to->conflicts[earlier / WR_FRAME_WORD] &= ~((uint64_t)1 << earlier % WR_FRAME_WORD);
        return earlier;
    }
    return UINT32_MAX;
}

/* Looks at the clock now and then. */
static bool is_late(struct wr_placing *s)
{
    enum { LOOKS = 256 };
    return ++s->looks % LOOKS == 0 && wr_puzzle_is_late(s->puzzle);
}

/* ---- Ears ---- */

static void take_down(struct wr_placing *s, uint32_t rank)
{
    wr_foresight_take(s, rank, false);
    if (s->stretching)
        wr_stretching_undo(s, rank);
}

/* Lengths let nearly every ear close somehow, and none of the tries is exhaustive: an ear that
 * takes long is begun anew with other rooms, and the one before it where that is in vain. */
static void mark_ears(struct wr_placing *s)
{
    for (uint32_t r = 0; r < s->puzzle->node_count; r++)
        s->frames[r].ear = r == 0 || s->order[r - 1].link_count > 1 ? r : s->frames[r - 1].ear;
}

static void begin_ear(struct wr_placing *s, uint32_t rank, bool anew)
{
    struct wr_frame *frame = &s->frames[rank];
    uint32_t end = rank + 1;
    while (end < s->puzzle->node_count && s->frames[end].ear == rank)
        end++;
    if (anew)
        frame->tries = 0;
    frame->ear_limit = s->steps + wr_restart_length(frame->tries++) * EAR_STEPS * (end - rank);
}

/* Goes back to where an ear begins that takes too long; returns the rank to go on with. */
static uint32_t begin_again(struct wr_placing *s, uint32_t rank)
{
    uint32_t ear = s->frames[rank].ear;
    if (!s->stretching || s->steps <= s->frames[ear].ear_limit)
        return rank;
    while (ear > 0 && s->frames[ear].tries >= EAR_TRIES)
        ear = s->frames[ear - 1].ear;
    while (rank > ear)
        take_down(s, --rank);
    begin_ear(s, ear, false);
    open_rank(s, ear);
    return ear;
}

/* Ends the try of an ear; one that cannot even begin is hardly worth others. */
static void give_up_try(struct wr_placing *s, uint32_t rank)
{
    enum { NO_BEGINNING = 10 };
    uint32_t ear = s->frames[rank].ear;
    s->frames[ear].ear_limit = 0;
    if (rank == ear)
        s->frames[ear].tries += NO_BEGINNING;
}

/* What was found counts as a dead end that is due to all that stands. */
static void blame_all(struct wr_placing *s, uint32_t rank)
{
    for (uint32_t earlier = 0; earlier < rank; earlier++)
        wr_frame_blame(&s->frames[rank], earlier);
}

/* Until something is found that `visit` takes, or anything at all where there is none. */
static enum wr_verdict run(struct wr_placing *s, bool visit(void *user), void *user)
{
    uint32_t rank = 0, count = s->puzzle->node_count;
    for (uint32_t i = 0; i < count; i++)
        s->ranks[s->order[i].node] = i;
    s->frames[0].first_solid = 0;
    mark_ears(s);
    begin_ear(s, 0, true);
    open_rank(s, 0);
    while (rank < count) {
        rank = begin_again(s, rank);
        bool placed = !s->failed && place_next(s, rank);
        if (s->failed)
            return WR_OUT_OF_MEMORY;
        if (!placed && rank == s->effort.deepest)
            s->effort.stuck = s->order[rank].node;
        if (s->steps > s->limit)
            return WR_OUT_OF_BUDGET;
        if (is_late(s))
            return WR_OUT_OF_TIME;
        if (!placed) {
            uint32_t back = jump_back(s, rank);
            if (s->stretching && s->frames[rank].ear > 0 &&
                (back == UINT32_MAX || back < s->frames[rank].ear)) {
                give_up_try(s, rank);
                continue;
            }
            while (rank > 0 && (back == UINT32_MAX || rank > back))
                take_down(s, --rank);
            rank = back;
            if (rank == UINT32_MAX)
                return s->greedy ? WR_OUT_OF_BUDGET : WR_UNSOLVABLE;
            continue;
        }
        wr_foresight_take(s, rank, true);
        if (++rank > s->effort.deepest)
            s->effort.deepest = rank;
        if (rank == count && (!visit || visit(user)))
            break;
        if (rank == count) {
            blame_all(s, --rank);
            take_down(s, rank);
            continue;
        }
        s->frames[rank].first_solid = s->solid_count;
        if (s->frames[rank].ear == rank)
            begin_ear(s, rank, true);
        open_rank(s, rank);
    }
    return WR_SOLVED;
}

static bool make_frames(struct wr_placing *s, struct wr_arena *arena)
{
    uint32_t count = s->puzzle->node_count, most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (s->puzzle->nodes[i].piece_count > most)
            most = s->puzzle->nodes[i].piece_count;
    s->words = (count + WR_FRAME_WORD - 1) / WR_FRAME_WORD;
    s->frames = WR_ZERO(arena, struct wr_frame, count);
    s->solids = WR_TAKE(arena, struct wr_solid, (size_t)count + s->puzzle->link_count);
    if (!s->solids)
        return false;
    for (uint32_t i = 0; s->frames && i < count; i++) {
        s->frames[i].conflicts = WR_TAKE(arena, uint64_t, s->words);
        s->frames[i].cycles = WR_TAKE(arena, struct wr_cycle, most);
        if (!s->frames[i].conflicts || !s->frames[i].cycles)
            return false;
    }
    return s->frames != NULL;
}

/* What rules look at: the graph, and where things stand. */
static bool make_board(struct wr_placing *s, struct wr_arena *arena)
{
    const struct wr_puzzle *puzzle = s->puzzle;
    uint32_t n = puzzle->node_count;
    struct wr_neighbours graph;
    s->ranks = WR_TAKE(arena, uint32_t, n);
    s->standings = WR_TAKE(arena, wr_standing, n);
    s->corridors = WR_TAKE(arena, wr_standing, puzzle->link_count);
    if (!s->ranks || !s->standings || !s->corridors ||
        !wr_neighbours_of(arena, n, puzzle->links, puzzle->link_count, &graph))
        return false;
    s->board = (struct wr_board){
        .puzzle = puzzle,
        .order = s->order,
        .ranks = s->ranks,
        .standings = s->standings,
        .corridors = s->corridors,
        .starts = graph.starts,
        .neighbours = graph.nodes,
    };
    return true;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static wr_spot longest_link(const struct wr_puzzle *puzzle)
{
    wr_spot longest = {0, 0, 0};
    for (uint32_t i = 0; i < puzzle->link_count; i++) {
        wr_spot link = puzzle->links[i].contacts->longest;
        longest = (wr_spot){larger(longest.x, link.x), larger(longest.y, link.y),
                            larger(longest.z, link.z)};
    }
    return wr_spot_add(longest, wr_stretching_most(puzzle->pieces));
}

static bool is_direct(const struct wr_puzzle *puzzle)
{
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        if (puzzle->links[i].contacts != &puzzle->pieces->direct)
            return false;
    return true;
}

void wr_placing_tell(const struct wr_placing *s, wr_standing *nodes, wr_standing *corridors)
{
    for (uint32_t i = 0; i < s->puzzle->link_count; i++)
        corridors[i].stance = WR_NO_STANCE;
    for (uint32_t i = 0; i < s->solid_count; i++) {
        const struct wr_solid *solid = &s->solids[i];
        if (solid->link == WR_NO_STANCE)
            nodes[s->order[solid->rank].node] = solid->standing;
        else
            corridors[solid->link] = solid->standing;
    }
}

struct wr_placing *wr_placing_start(const struct wr_puzzle *puzzle, wr_random *random,
                                    struct wr_arena *arena)
{
    struct wr_placing *s = WR_ZERO(arena, struct wr_placing, 1);
    if (!s)
        return NULL;
    s->puzzle = puzzle;
    s->pieces = puzzle->pieces;
    s->random = random;
    s->arena = arena;
    s->order = WR_TAKE(arena, wr_ranked, puzzle->node_count);
    s->longest = longest_link(puzzle);
    s->effort = wr_effort_none();
    if (!s->order || !make_frames(s, arena) || !make_board(s, arena))
        return NULL;
    s->leaps = wr_leaps_start(puzzle);
    s->stretching = wr_puzzle_stretches(puzzle) && is_direct(puzzle);
    s->leaping =
        s->leaps && is_direct(puzzle) && wr_leaps_are_known(s->leaps) && !s->stretching;
    s->greedy = s->stretching;
    if (s->leaps && (!s->stretching || wr_stretching_start(s)))
        return s;
    wr_placing_finish(s);
    return NULL;
}

void wr_placing_finish(struct wr_placing *s)
{
    for (uint32_t i = 0; s && i < s->puzzle->node_count; i++) {
        wr_free(s->frames[i].list);
        wr_free(s->frames[i].past);
    }
    if (s && s->stretching)
        wr_stretching_finish(s);
    if (s)
        wr_leaps_finish(s->leaps);
}

enum wr_verdict wr_placing_try(struct wr_placing *s, uint64_t steps)
{
    return wr_placing_all(s, steps, NULL, NULL);
}

enum wr_verdict wr_placing_all(struct wr_placing *s, uint64_t steps, bool visit(void *user),
                               void *user)
{
    wr_arena_mark here = wr_arena_here(s->arena);
    s->limit = s->steps + steps;
    if (!wr_order_make(s->puzzle, s->random, s->arena, s->order))
        return WR_OUT_OF_MEMORY;
    if (s->stretching)
        wr_drawing_draw(&s->drawing, s->random);
    enum wr_verdict verdict = run(s, visit, user);
    wr_arena_rewind(s->arena, here);
    return verdict;
}

enum wr_verdict wr_placing_judge(struct wr_placing *s, const wr_standing *nodes,
                                 const wr_standing *corridors)
{
    wr_arena_mark here = wr_arena_here(s->arena);
    bool fine = true;
    if (!s->puzzle->rules)
        return WR_SOLVED;
    if (!wr_order_make(s->puzzle, s->random, s->arena, s->order))
        return WR_OUT_OF_MEMORY;
    memcpy(s->corridors, corridors, s->puzzle->link_count * sizeof *corridors);
    for (uint32_t i = 0; i < s->puzzle->node_count; i++) {
        s->ranks[s->order[i].node] = i;
        s->standings[i] = nodes[s->order[i].node];
    }
    for (uint32_t i = 0; fine && i < s->puzzle->node_count; i++) {
        s->board.rank = i;
        fine = wr_rules_allow(&s->board, s->frames[i].conflicts);
    }
    wr_arena_rewind(s->arena, here);
    return fine ? WR_SOLVED : WR_OUT_OF_BUDGET;
}

uint64_t wr_placing_steps(const struct wr_placing *s)
{
    return s->steps;
}

struct wr_effort wr_placing_effort(const struct wr_placing *s)
{
    struct wr_effort effort = s->effort;
    effort.steps = s->steps;
    return effort;
}
