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
    while (wr_candidates_next(s, rank, out)) {
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
    bool guided = wr_guide_leads(s, rank);
    while (guided ? find_guided_place(s, rank, &candidate) : find_place(s, rank, &candidate)) {
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
    if (!s->stretching || s->proposal || s->steps <= s->frames[ear].ear_limit)
        return rank;
    while (ear > 0 && s->frames[ear].tries >= EAR_TRIES)
        ear = s->frames[ear - 1].ear;
    while (rank > ear)
        take_down(s, --rank);
    begin_ear(s, ear, false);
    wr_candidates_open(s, ear);
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
    wr_candidates_open(s, 0);
    while (rank < count) {
        rank = begin_again(s, rank);
        bool placed = !s->failed && place_next(s, rank);
        if (s->failed)
            return WR_OUT_OF_MEMORY;
        if (!placed && rank == s->effort.deepest)
            s->effort.stuck = s->order[rank].node;
        if (s->steps > s->limit || (!placed && s->proposal))
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
        wr_candidates_open(s, rank);
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

static wr_spot longest_link(const struct wr_puzzle *puzzle)
{
    wr_spot longest = {0, 0, 0};
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        longest = wr_spot_larger(longest, puzzle->links[i].contacts->longest);
    return longest;
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

enum wr_verdict wr_placing_follow(struct wr_placing *s, const struct wr_proposal *proposal,
                                  uint64_t steps)
{
    s->proposal = proposal;
    enum wr_verdict verdict = wr_placing_all(s, steps, NULL, NULL);
    s->proposal = NULL;
    return verdict;
}

enum wr_verdict wr_placing_all(struct wr_placing *s, uint64_t steps, bool visit(void *user),
                               void *user)
{
    wr_arena_mark here = wr_arena_here(s->arena);
    s->limit = s->steps + steps;
    if (!wr_order_make(s->puzzle, s->random, s->arena, s->order))
        return WR_OUT_OF_MEMORY;
    if (s->stretching && !s->proposal)
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
