/* Rooms whose lengths are chosen: small puzzles against trying everything, by code that shares
 * nothing with the search but what pieces are. */
#include "tests/support/test.h"

#include "builder/solver/placing.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWN = 6, NODES = 9, LINKS = 11, PIECES = 3, HOOKS = 3, UNIT = 100, STEP = 100 };
enum { TRIES = 400000, CASES = OFTEN(64, 12) };

struct made {
    struct wr_arena *arena;
    struct wr_pieces pieces;
    wr_piece shapes[PIECES];
    wr_slab slabs[PIECES];
    wr_spot corners[PIECES][4];
    uint8_t moved[PIECES][4];
    wr_piece_hook hooks[PIECES][HOOKS];
    wr_piece_stretch stretches[PIECES][2];
    bool meets;
    struct wr_puzzle puzzle;
    wr_puzzle_node nodes[NODES];
    wr_puzzle_link links[LINKS];
    uint32_t sets[NODES][PIECES];
};

/* A piece that stands, as this test sees it. */
struct pose {
    uint32_t piece, turn;
    bool mirrored;
    wr_spot spot;
    int32_t lengths[2];
};

static int64_t draw(wr_random *random, int64_t least, int64_t most)
{
    return least + wr_random_below(random, (uint32_t)(most - least + 1));
}

/* ---- Random puzzles -----------------------------------------------------------------------
 */

/* A doorway in the middle of a cell of one of the four sides. */
static wr_piece_hook draw_hook(wr_random *random, wr_spot size, uint32_t side)
{
    wr_spot at = {side == 0 ? size.x : 0, side == 1 ? size.y : 0, 0};
    if (side % 2)
        at.x = draw(random, 0, size.x / UNIT - 1) * UNIT + UNIT / 2;
    else
        at.y = draw(random, 0, size.y / UNIT - 1) * UNIT + UNIT / 2;
    return (wr_piece_hook){.at = at, .facing = (uint16_t)side};
}

/* What lies beyond a quarter of a cell behind one of its edges moves. */
static void add_stretch(struct made *m, wr_random *random, uint32_t p, wr_spot size)
{
    wr_piece *piece = &m->shapes[p];
    bool along_y = piece->stretch_count ? m->stretches[p][0].x > 0 : draw(random, 0, 1);
    uint8_t bit = (uint8_t)(1u << piece->stretch_count);
    int64_t cells = (along_y ? size.y : size.x) / UNIT;
    int64_t at = draw(random, 0, cells - 1) * UNIT + UNIT / 4;
    bool shrinks = cells == 2 && at < UNIT && draw(random, 0, 1);
    for (uint32_t h = 0; h < piece->hook_count; h++)
        shrinks &= (along_y ? m->hooks[p][h].at.y : m->hooks[p][h].at.x) != UNIT / 2;
    m->stretches[p][piece->stretch_count++] =
        (wr_piece_stretch){.x = !along_y,
                           .y = along_y,
                           .from = shrinks ? -STEP : 0,
                           .to = STEP * draw(random, 1, 2),
                           .step = STEP};
    for (int i = 0; i < 4; i++)
        if ((along_y ? m->corners[p][i].y : m->corners[p][i].x) > at)
            m->moved[p][i] |= bit;
    for (uint32_t h = 0; h < piece->hook_count; h++)
        if ((along_y ? m->hooks[p][h].at.y : m->hooks[p][h].at.x) > at)
            m->hooks[p][h].moved |= bit;
}

/* A passage, a corner and a fork. */
static void draw_piece(struct made *m, wr_random *random, uint32_t p, uint32_t hooks,
                       bool stretches)
{
    wr_spot size = {draw(random, 1, 2) * UNIT, draw(random, 1, 2) * UNIT, 0};
    wr_spot corners[4] = {{0, 0, 0}, {size.x, 0, 0}, size, {0, size.y, 0}};
    uint32_t side = wr_random_below(random, 4);
    memcpy(m->corners[p], corners, sizeof corners);
    m->slabs[p] = (wr_slab){m->corners[p], 4, 0, UNIT, m->moved[p]};
    m->shapes[p] = (wr_piece){.slabs = &m->slabs[p],
                              .slab_count = 1,
                              .hooks = m->hooks[p],
                              .hook_count = hooks,
                              .stretches = m->stretches[p],
                              .weight = 1,
                              .may_mirror = wr_random_below(random, 3) == 0,
                              .may_turn = true};
    for (uint32_t h = 0; h < hooks; h++) {
        m->hooks[p][h] = draw_hook(random, size, side % 4);
        side += p == 0 ? 2 : 1;
    }
    for (int64_t i = draw(random, 1, p == 0 ? 2 : 1); stretches && i > 0; i--)
        add_stretch(m, random, p, size);
}

static void add_link(struct made *m, uint32_t a, uint32_t b)
{
    m->links[m->puzzle.link_count++] =
        (wr_puzzle_link){.nodes = {a, b}, .contacts = &m->pieces.direct};
}

/* A round of three to six nodes and a tree that hangs on it, two rounds, or a tree alone. */
static void draw_graph(struct made *m, wr_random *random)
{
    uint32_t kind = wr_random_below(random, 6);
    uint32_t count = (uint32_t)draw(random, kind < 3 ? 3 : 5, DRAWN);
    uint32_t round = kind == 0 ? 1 : kind == 1 ? (count + 3) / 2 : count;
    for (uint32_t i = 1; i < count; i++)
        add_link(m, i < round ? i - 1 : wr_random_below(random, i), i);
    if (round > 2)
        add_link(m, 0, round - 1);
    if (kind == 2 && count >= 5)
        add_link(m, 0, 2);
    m->puzzle.node_count = count;
}

static uint32_t degree(const struct made *m, uint32_t node)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->puzzle.link_count; i++)
        count += m->links[i].nodes[0] == node || m->links[i].nodes[1] == node;
    return count;
}

/* A round of four between two others, on one of which a room hangs: which ranks close a round
 * depends on which of these two comes first. */
static void draw_pair(struct made *m)
{
    static const uint32_t links[LINKS][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {4, 5},
                                             {5, 1}, {2, 6}, {6, 7}, {7, 3}, {4, 8}};
    for (uint32_t i = 0; i < LINKS; i++)
        add_link(m, links[i][0], links[i][1]);
    m->puzzle.node_count = NODES;
}

static void choose_pieces(struct made *m, wr_random *random)
{
    for (uint32_t i = 0; i < m->puzzle.node_count; i++) {
        uint32_t first = degree(m, i) > 2 ? 2 : (uint32_t)draw(random, 0, 1);
        wr_puzzle_node *node = &m->nodes[i];
        node->pieces = m->sets[i];
        m->sets[i][node->piece_count++] = first;
        if (first < 2 && wr_random_below(random, 3) > 0)
            m->sets[i][node->piece_count++] = 1 - first;
    }
}

/* How a puzzle is made: of any graph, of two rounds with one between, or of any graph and a kit
 * in which only some pieces stretch. */
enum make { ANY, PAIR, PARTLY };

static void made_start_as(struct made *m, uint64_t seed, enum make make)
{
    wr_random random = wr_random_of(seed, 31);
    memset(m, 0, sizeof *m);
    m->arena = wr_arena_create();
    assert_non_null(m->arena);
    m->meets = true;
    uint32_t rigid = make == PARTLY ? 1 + wr_random_below(&random, 6) : 0;
    for (uint32_t p = 0; p < PIECES; p++)
        draw_piece(m, &random, p, p == 2 ? 3 : 2, !(rigid >> p & 1));
    m->pieces = (struct wr_pieces){.turn_count = 4,
                                   .pieces = m->shapes,
                                   .piece_count = PIECES,
                                   .kind_count = 1,
                                   .meets = &m->meets};
    assert_true(wr_pieces_prepare(&m->pieces, m->arena));
    m->puzzle = (struct wr_puzzle){.pieces = &m->pieces, .nodes = m->nodes, .links = m->links};
    if (make == PAIR)
        draw_pair(m);
    else
        draw_graph(m, &random);
    choose_pieces(m, &random);
}

static void made_start(struct made *m, uint64_t seed)
{
    made_start_as(m, seed, ANY);
}

/* ---- Poses --------------------------------------------------------------------------------
 */

/* Where a point of a piece is that some of its stretches move. */
static wr_spot point_of(const struct made *m, const struct pose *pose, wr_spot p, uint8_t moved)
{
    const wr_piece *piece = &m->shapes[pose->piece];
    for (uint32_t i = 0; i < piece->stretch_count; i++)
        if (moved >> i & 1) {
            p.x += m->stretches[pose->piece][i].x > 0 ? pose->lengths[i] : 0;
            p.y += m->stretches[pose->piece][i].y > 0 ? pose->lengths[i] : 0;
        }
    if (pose->mirrored)
        p.x = -p.x;
    for (uint32_t quarter = 0; quarter < pose->turn; quarter++)
        p = (wr_spot){-p.y, p.x, p.z};
    return (wr_spot){p.x + pose->spot.x, p.y + pose->spot.y, p.z + pose->spot.z};
}

static wr_spot hook_at(const struct made *m, const struct pose *pose, uint32_t hook)
{
    const wr_piece_hook *of = &m->hooks[pose->piece][hook];
    return point_of(m, pose, of->at, of->moved);
}

static uint32_t facing_of(const struct made *m, const struct pose *pose, uint32_t hook)
{
    uint32_t facing = m->hooks[pose->piece][hook].facing;
    return ((pose->mirrored ? 6 - facing : facing) + pose->turn) % 4;
}

static bool overlap(const struct made *m, const struct pose *a, const struct pose *b)
{
    int64_t low[2][2], high[2][2];
    for (int side = 0; side < 2; side++) {
        const struct pose *pose = side ? b : a;
        for (int i = 0; i < 4; i++) {
            wr_spot p = point_of(m, pose, m->corners[pose->piece][i], m->moved[pose->piece][i]);
            const int64_t at[2] = {p.x, p.y};
            for (int axis = 0; axis < 2; axis++) {
                if (i == 0 || at[axis] < low[side][axis])
                    low[side][axis] = at[axis];
                if (i == 0 || at[axis] > high[side][axis])
                    high[side][axis] = at[axis];
            }
        }
    }
    return low[0][0] < high[1][0] && low[1][0] < high[0][0] && low[0][1] < high[1][1] &&
           low[1][1] < high[0][1];
}

/* Of a piece that does not overlap another no two doorways come to the same place, so that
 * links of a room never share one. */
static bool meet(const struct made *m, const struct pose *a, const struct pose *b)
{
    for (uint32_t i = 0; i < m->shapes[a->piece].hook_count; i++)
        for (uint32_t k = 0; k < m->shapes[b->piece].hook_count; k++) {
            wr_spot p = hook_at(m, a, i), q = hook_at(m, b, k);
            if (p.x == q.x && p.y == q.y && p.z == q.z &&
                (facing_of(m, a, i) + 2) % 4 == facing_of(m, b, k))
                return true;
        }
    return false;
}

/* ---- Trying everything --------------------------------------------------------------------
 */

struct brute {
    const struct made *m;
    struct pose poses[NODES];
    bool drawn; /* all lengths are 0 */
    uint64_t steps;
};

enum { MOST_STEPS = 1000000 };

static bool fits(const struct brute *b, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (overlap(b->m, &b->poses[i], &b->poses[at]))
            return false;
    for (uint32_t i = 0; i < b->m->puzzle.link_count; i++) {
        uint32_t p = b->m->links[i].nodes[0], q = b->m->links[i].nodes[1];
        if ((p == at && q < at) || (q == at && p < at))
            if (!meet(b->m, &b->poses[p], &b->poses[q]))
                return false;
    }
    return true;
}

static bool place(struct brute *b, uint32_t at);

static bool join(struct brute *b, uint32_t at, uint32_t parent)
{
    struct pose *own = &b->poses[at];
    for (uint32_t h = 0; h < b->m->shapes[b->poses[parent].piece].hook_count; h++)
        for (uint32_t k = 0; k < b->m->shapes[own->piece].hook_count; k++) {
            b->steps++;
            if ((facing_of(b->m, own, k) + 2) % 4 != facing_of(b->m, &b->poses[parent], h))
                continue;
            own->spot = (wr_spot){0, 0, 0};
            own->spot = wr_spot_sub(hook_at(b->m, &b->poses[parent], h), hook_at(b->m, own, k));
            if (fits(b, at) && place(b, at + 1))
                return true;
        }
    return false;
}

static bool each_length(struct brute *b, uint32_t at, uint32_t stretch, uint32_t parent)
{
    struct pose *own = &b->poses[at];
    if (stretch < 2 && stretch < b->m->shapes[own->piece].stretch_count && !b->drawn) {
        const wr_piece_stretch *of = &b->m->stretches[own->piece][stretch];
        for (int64_t length = of->from; length <= of->to; length += STEP) {
            own->lengths[stretch] = (int32_t)length;
            if (each_length(b, at, stretch + 1, parent))
                return true;
        }
        return false;
    }
    if (at > 0)
        return join(b, at, parent);
    own->spot = (wr_spot){0, 0, 0};
    return place(b, 1);
}

/* The node that is first looks one way: all may turn. */
static bool each_turn(struct brute *b, uint32_t at, uint32_t parent)
{
    struct pose *own = &b->poses[at];
    for (uint32_t turn = 0; turn < (at == 0 ? 1 : 4); turn++)
        for (int mirrored = 0; mirrored <= b->m->shapes[own->piece].may_mirror; mirrored++) {
            own->turn = turn;
            own->mirrored = mirrored;
            if (each_length(b, at, 0, parent))
                return true;
        }
    return false;
}

static uint32_t parent_of(const struct made *m, uint32_t node)
{
    for (uint32_t i = 0; i < m->puzzle.link_count; i++)
        if (m->links[i].nodes[1] == node && m->links[i].nodes[0] < node)
            return m->links[i].nodes[0];
    return 0;
}

static bool place(struct brute *b, uint32_t at)
{
    const wr_puzzle_node *node = &b->m->nodes[at];
    if (at == b->m->puzzle.node_count)
        return true;
    for (uint32_t i = 0; i < node->piece_count && b->steps < MOST_STEPS; i++) {
        b->poses[at] = (struct pose){.piece = node->pieces[i]};
        if (each_turn(b, at, parent_of(b->m, at)))
            return true;
    }
    return false;
}

static bool brute_finds(struct brute *b, const struct made *m, bool drawn)
{
    *b = (struct brute){.m = m, .drawn = drawn};
    return place(b, 0);
}

/* ---- Judging ------------------------------------------------------------------------------
 */

static struct pose pose_of(const struct made *m, const wr_standing *at)
{
    const wr_stance *stance = &m->pieces.stances[at->stance];
    return (struct pose){stance->piece,
                         stance->turn,
                         stance->mirrored,
                         at->spot,
                         {at->lengths.of[0], at->lengths.of[1]}};
}

static bool may_be(const struct made *m, uint32_t node, const struct pose *pose)
{
    bool listed = false;
    const wr_puzzle_node *of = &m->nodes[node];
    for (uint32_t i = 0; i < of->piece_count; i++)
        listed |= of->pieces[i] == pose->piece;
    for (uint32_t i = 0; i < 2; i++) {
        const wr_piece_stretch *stretch = &m->stretches[pose->piece][i];
        bool has = i < m->shapes[pose->piece].stretch_count;
        listed &= has ? pose->lengths[i] >= stretch->from && pose->lengths[i] <= stretch->to &&
                            pose->lengths[i] % STEP == 0
                      : pose->lengths[i] == 0;
    }
    return listed && (!pose->mirrored || m->shapes[pose->piece].may_mirror);
}

static bool same_pose(const struct pose *a, const struct pose *b)
{
    return a->piece == b->piece && a->turn == b->turn && a->mirrored == b->mirrored &&
           a->spot.x == b->spot.x && a->spot.y == b->spot.y && a->spot.z == b->spot.z &&
           a->lengths[0] == b->lengths[0] && a->lengths[1] == b->lengths[1];
}

static const char *fault_of(const struct made *m, const wr_standing *standings)
{
    struct pose poses[NODES];
    for (uint32_t i = 0; i < m->puzzle.node_count; i++) {
        poses[i] = pose_of(m, &standings[i]);
        if (!may_be(m, i, &poses[i]))
            return "a room is what it may not be";
        if (m->nodes[i].fixed) {
            wr_standing stood = wr_puzzle_node_at(&m->nodes[i]);
            struct pose was = pose_of(m, &stood);
            if (!same_pose(&was, &poses[i]))
                return "a room that stood has changed";
        }
        for (uint32_t k = 0; k < i; k++)
            if (overlap(m, &poses[i], &poses[k]))
                return "two rooms overlap";
    }
    for (uint32_t i = 0; i < m->puzzle.link_count; i++)
        if (!meet(m, &poses[m->links[i].nodes[0]], &poses[m->links[i].nodes[1]]))
            return "two linked rooms do not meet";
    return NULL;
}

static enum wr_verdict solve(const struct made *m, uint64_t seed, uint64_t budget)
{
    wr_standing nodes[NODES], corridors[LINKS];
    struct wr_effort effort;
    wr_random random = wr_random_of(seed, 5);
    enum wr_verdict verdict =
        wr_puzzle_solve(&m->puzzle, &random, budget, nodes, corridors, &effort);
    const char *fault = verdict == WR_SOLVED ? fault_of(m, nodes) : NULL;
    if (fault)
        fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
    return verdict;
}

/* ---- The tests ----------------------------------------------------------------------------
 */

static void lengths_are_found_wherever_there_are_some(void **state)
{
    struct made m;
    struct brute brute;
    uint32_t found = 0, none = 0, by_lengths = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        made_start(&m, seed);
        bool is = brute_finds(&brute, &m, false);
        bool known = brute.steps < MOST_STEPS;
        enum wr_verdict verdict = solve(&m, seed, is ? TRIES : TRIES / 100);
        if (is && verdict != WR_SOLVED)
            fail_msg("seed %llu: verdict %d, but there is a solution", (unsigned long long)seed,
                     verdict);
        if (!is && known && verdict == WR_SOLVED)
            fail_msg("seed %llu: trying everything missed a solution",
                     (unsigned long long)seed);
        found += is;
        none += !is && known;
        by_lengths += is && !brute_finds(&brute, &m, true) && brute.steps < MOST_STEPS;
        wr_arena_destroy(m.arena);
    }
    printf("[  NOTE    ] seeds 1 to %d: %u have solutions, %u of them by lengths alone; %u "
           "have none\n",
           CASES, (unsigned)found, (unsigned)by_lengths, (unsigned)none);
    assert_true(found >= CASES / 3 && none >= CASES / 10 && by_lengths >= CASES / 10);
}

static bool may_stretch(const struct made *m)
{
    for (uint32_t i = 0; i < m->puzzle.node_count; i++)
        for (uint32_t k = 0; k < m->nodes[i].piece_count; k++)
            if (m->shapes[m->sets[i][k]].stretch_count > 0)
                return true;
    return false;
}

/* In a kit of which only some pieces stretch a graph of the others is searched to the end. */
static void a_graph_that_cannot_stretch_is_decided(void **state)
{
    struct made m;
    struct brute brute;
    uint32_t found = 0, none = 0, stretching = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 3 * CASES; seed++) {
        made_start_as(&m, seed, PARTLY);
        bool may = may_stretch(&m), is = brute_finds(&brute, &m, false);
        bool known = brute.steps < MOST_STEPS;
        enum wr_verdict verdict = solve(&m, seed, is || !may ? TRIES : TRIES / 100);
        if (is && verdict != WR_SOLVED)
            fail_msg("seed %llu: verdict %d, but there is a solution", (unsigned long long)seed,
                     verdict);
        if (!is && known && (may ? verdict == WR_SOLVED : verdict != WR_UNSOLVABLE))
            fail_msg("seed %llu: verdict %d, but there is no solution",
                     (unsigned long long)seed, verdict);
        found += is && !may;
        none += !is && known && !may;
        stretching += may;
        wr_arena_destroy(m.arena);
    }
    printf(
        "[  NOTE    ] of graphs that cannot stretch %u have solutions, %u have none; %u can\n",
        (unsigned)found, (unsigned)none, (unsigned)stretching);
    assert_true(found >= OFTEN(8, 0) && none >= OFTEN(8, 2) && stretching >= CASES);
}

static uint32_t stance_of(const struct made *m, const struct pose *pose)
{
    for (uint32_t i = 0; i < m->pieces.stance_count; i++) {
        const wr_stance *stance = &m->pieces.stances[i];
        if (stance->piece == pose->piece && stance->turn == pose->turn &&
            stance->mirrored == pose->mirrored)
            return i;
    }
    return WR_NO_STANCE;
}

static bool keep(struct made *m, uint32_t node, const struct pose *pose)
{
    uint32_t stance = stance_of(m, pose);
    if (stance == WR_NO_STANCE) /* another looks alike */
        return false;
    m->nodes[node].fixed = true;
    m->nodes[node].stance = stance;
    m->nodes[node].spot = pose->spot;
    memcpy(m->nodes[node].lengths.of, pose->lengths, sizeof pose->lengths);
    return true;
}

/* One or two rooms of a solution stand already; the rest comes to them. */
static void rooms_that_stand_keep_their_lengths(void **state)
{
    struct made m;
    struct brute brute;
    uint32_t kept = 0, two = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES + CASES / 2; seed++) {
        wr_random random = wr_random_of(seed, 77);
        made_start(&m, seed);
        if (brute_finds(&brute, &m, false)) {
            uint32_t a = wr_random_below(&random, m.puzzle.node_count);
            uint32_t b = wr_random_below(&random, m.puzzle.node_count);
            bool one = keep(&m, a, &brute.poses[a]), other = keep(&m, b, &brute.poses[b]);
            enum wr_verdict verdict = solve(&m, seed, TRIES);
            if (verdict != WR_SOLVED)
                fail_msg("seed %llu: verdict %d, but rooms %u and %u stand in a solution",
                         (unsigned long long)seed, verdict, (unsigned)a, (unsigned)b);
            kept += one || other;
            two += one && other && a != b;
        }
        wr_arena_destroy(m.arena);
    }
    printf("[  NOTE    ] %u puzzles around rooms that stand, %u of them around two\n",
           (unsigned)kept, (unsigned)two);
    assert_true(kept >= CASES / 2 && two >= CASES / 4);
}

/* Each try is over after a few steps, wherever it is then, and the next begins in another order
 * with what the one before left. Where that counts, rooms are put back to where it had them:
 * the search goes round for ever, or ends with rooms that do not meet. */
static void a_try_begins_anew_whatever_the_one_before_moved(void **state)
{
    enum { STEPS = 800, CUTS = 50 };
    struct made m;
    uint32_t solved = 0, cut = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        made_start_as(&m, seed, PAIR);
        wr_random random = wr_random_of(seed, 9);
        wr_standing nodes[NODES], corridors[LINKS];
        struct wr_placing *placing = wr_placing_start(&m.puzzle, &random, m.arena);
        assert_non_null(placing);
        for (uint32_t i = 0; i < CUTS; i++) {
            if (wr_placing_try(placing, 1 + wr_random_below(&random, STEPS)) != WR_SOLVED) {
                cut++;
                continue;
            }
            wr_placing_tell(placing, nodes, corridors);
            const char *fault = fault_of(&m, nodes);
            if (fault)
                fail_msg("seed %llu, try %u: %s", (unsigned long long)seed, (unsigned)i, fault);
            solved++;
        }

        wr_placing_finish(placing);
        wr_arena_destroy(m.arena);
    }
    printf("[  NOTE    ] %u tries came to an end, %u were cut short\n", (unsigned)solved,
           (unsigned)cut);
    assert_true(solved >= CASES && cut >= CASES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_found_wherever_there_are_some),
        cmocka_unit_test(a_graph_that_cannot_stretch_is_decided),
        cmocka_unit_test(rooms_that_stand_keep_their_lengths),
        cmocka_unit_test(a_try_begins_anew_whatever_the_one_before_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
