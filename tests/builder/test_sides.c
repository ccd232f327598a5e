/* Boxes for deciding: their sizes and margins, counted in the unit, against contacts; and which
 * bodies a puzzle puts up. */
#include "tests/support/small_puzzle.h"
#include "tests/support/test.h"

#include "builder/solver/boxes/bodies.h"
#include "builder/solver/boxes/sides.h"

static const struct small_shape boxes = {
    .nodes = 5, .cells = 4, .one_hook_of = 2, .boxes = true};

/* ---- Sides ------------------------------------------------------------------------------- */

static wr_spot low_to_low(const struct wr_pieces *pieces, uint32_t a, uint32_t b,
                          wr_spot offset)
{
    return wr_spot_add(offset, wr_spot_sub(pieces->stances[b].low, pieces->stances[a].low));
}

/* Whether all lengths of the stances used are multiples of one. */
static bool divides_all(const struct wr_pieces *pieces, const bool *used, int64_t unit)
{
    for (uint32_t a = 0; a < pieces->stance_count; a++) {
        const wr_stance *p = &pieces->stances[a];
        if (!used[a])
            continue;
        if ((p->high.x - p->low.x) % unit || (p->high.y - p->low.y) % unit)
            return false;
        for (uint32_t b = 0; b < pieces->stance_count; b++) {
            const uint32_t *start = &pieces->direct.start[a * pieces->stance_count + b];
            for (uint32_t i = start[0]; used[b] && i < start[1]; i++) {
                wr_spot at = low_to_low(pieces, a, b, pieces->direct.offsets[i]);
                if (at.x % unit || at.y % unit)
                    return false;
            }
        }
    }
    return true;
}

static void check_unit(const struct wr_pieces *pieces, const bool *used,
                       const struct wr_box_sides *sides)
{
    assert_true(sides->unit > 0 && divides_all(pieces, used, sides->unit));
    for (int64_t times = 2; times <= 64; times++)
        assert_false(divides_all(pieces, used, times * sides->unit));
}

static void check_sizes(const struct wr_pieces *pieces, const bool *used,
                        const struct wr_box_sides *sides)
{
    for (uint32_t i = 0; i < pieces->stance_count; i++) {
        const wr_stance *stance = &pieces->stances[i];
        if (!used[i])
            continue;
        assert_int_equal(sides->sizes[i][0] * sides->unit, stance->high.x - stance->low.x);
        assert_int_equal(sides->sizes[i][1] * sides->unit, stance->high.y - stance->low.y);
    }
}

/* What the margins of a side say about a box that lies there, `along` it. */
static bool margins_allow(const struct wr_pieces *pieces, const struct wr_box_sides *sides,
                          uint32_t a, uint32_t b, enum wr_box_side side, int32_t along)
{
    int axis = side == WR_EAST || side == WR_WEST ? 1 : 0;
    wr_margin margin = wr_box_sides_of(sides, pieces->stance_count, a, b)[side];
    return margin.first != WR_NO_MARGIN && sides->sizes[a][axis] - along >= margin.first &&
           along + sides->sizes[b][axis] >= margin.second;
}

static wr_spot place_at(const struct wr_box_sides *sides, uint32_t a, uint32_t b,
                        enum wr_box_side side, int32_t along)
{
    const int32_t *p = sides->sizes[a], *q = sides->sizes[b];
    int32_t x = side == WR_EAST ? p[0] : side == WR_WEST ? -q[0] : along;
    int32_t y = side == WR_NORTH ? p[1] : side == WR_SOUTH ? -q[1] : along;
    return (wr_spot){x * sides->unit, y * sides->unit, 0};
}

/* Whether one box may lie beside another, as the kit's contacts say. */
static bool contacts_allow(const struct wr_pieces *pieces, uint32_t a, uint32_t b, wr_spot at)
{
    const uint32_t *start = &pieces->direct.start[a * pieces->stance_count + b];
    for (uint32_t i = start[0]; i < start[1]; i++) {
        wr_spot own = low_to_low(pieces, a, b, pieces->direct.offsets[i]);
        if (own.x == at.x && own.y == at.y)
            return true;
    }
    return false;
}

static uint32_t check_margins(const struct wr_pieces *pieces, const struct wr_box_sides *sides,
                              uint32_t a, uint32_t b)
{
    uint32_t met = 0;
    for (int side = 0; side < WR_SIDES; side++) {
        int axis = side == WR_EAST || side == WR_WEST ? 1 : 0;
        for (int32_t along = -sides->sizes[b][axis]; along <= sides->sizes[a][axis]; along++) {
            wr_spot at = place_at(sides, a, b, (enum wr_box_side)side, along);
            bool meet = contacts_allow(pieces, a, b, at);
            assert_int_equal(margins_allow(pieces, sides, a, b, (enum wr_box_side)side, along),
                             meet);
            met += meet;
        }
    }
    return met;
}

static bool check_sides(const struct small_puzzle *s, const bool *used, uint32_t *met)
{
    struct wr_box_sides sides;
    struct wr_arena *arena = wr_arena_create();
    bool encoded = wr_box_sides_make(&s->pieces, used, arena, &sides) == WR_ENCODED;
    if (encoded) {
        check_unit(&s->pieces, used, &sides);
        check_sizes(&s->pieces, used, &sides);
        for (uint32_t a = 0; a < s->pieces.stance_count; a++)
            for (uint32_t b = 0; b < s->pieces.stance_count; b++)
                *met += used[a] && used[b] ? check_margins(&s->pieces, &sides, a, b) : 0;
    }
    wr_arena_destroy(arena);
    return encoded;
}

/* Whether all stances are encoded, or those of all pieces but one. */
static bool are_encoded_without(const struct small_puzzle *s, uint32_t left_out, uint32_t *met)
{
    bool *used = test_malloc(s->pieces.stance_count * sizeof *used);
    for (uint32_t i = 0; i < s->pieces.stance_count; i++)
        used[i] = s->pieces.stances[i].piece != left_out;
    bool encoded = check_sides(s, used, met);
    test_free(used);
    return encoded;
}

static void sides_say_what_contacts_say(void **state)
{
    uint32_t encoded = 0, met = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct small_puzzle s;
        small_puzzle_start(&s, seed, boxes);
        encoded += are_encoded_without(&s, UINT32_MAX, &met);
        small_puzzle_end(&s);
    }
    assert_true(encoded > 20 && met > 1000);
}

/* Takes the second of three doorways in one wall of a piece away; false where it has none. */
static bool make_gap(struct small_puzzle *s, wr_piece *piece)
{
    wr_piece_hook *hooks =
        wr_arena_copy(s->arena, piece->hooks, piece->hook_count, sizeof *hooks);
    uint32_t at = 1;
    while (at + 1 < piece->hook_count && hooks[at - 1].facing != hooks[at + 1].facing)
        at++;
    if (at + 1 >= piece->hook_count)
        return false;
    piece->hook_count--;
    for (uint32_t i = at; i < piece->hook_count; i++)
        hooks[i] = hooks[i + 1];
    piece->hooks = hooks;
    assert_true(wr_pieces_prepare(&s->pieces, s->arena));
    return true;
}

static void a_box_that_nothing_may_be_does_not_hinder(void **state)
{
    uint32_t whole = 0, without = 0, met = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct small_puzzle s;
        small_puzzle_start(&s, seed, boxes);
        if (s.pieces.piece_count > 1 && make_gap(&s, &s.shapes[0])) {
            bool encoded = are_encoded_without(&s, UINT32_MAX, &met);
            whole += encoded;
            without += !encoded && are_encoded_without(&s, 0, &met);
        }
        small_puzzle_end(&s);
    }
    printf("[  NOTE    ] %u encoded with a gap, %u without that box\n", (unsigned)whole,
           (unsigned)without);
    assert_true(without > 10);
}

/* ---- Bodies ------------------------------------------------------------------------------ */

static bool holds(const struct wr_body *body, uint32_t stance)
{
    for (uint32_t i = 0; i < body->stance_count; i++)
        if (body->stances[i] == stance)
            return true;
    return false;
}

/* A node's body is all stances of all pieces it may be, each once. */
static void check_body(const struct small_puzzle *s, const struct wr_bodies *bodies,
                       uint32_t node)
{
    const wr_puzzle_node *of = &s->puzzle.nodes[node];
    const struct wr_body *body = &bodies->list[node];
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < s->pieces.stance_count; i++) {
        bool may = false;
        for (uint32_t p = 0; p < of->piece_count; p++)
            may |= s->pieces.stances[i].piece == of->pieces[p];
        may = of->fixed ? i == of->stance : may;
        assert_int_equal(holds(body, i), may);
        wanted += may;
    }
    assert_int_equal(body->stance_count, wanted);
}

/* Whether a body can still be reached from another when a meeting is left out. */
static bool reaches(const struct wr_bodies *bodies, uint32_t from, uint32_t to,
                    uint32_t without)
{
    bool reached[NODES + LINKS] = {false};
    reached[from] = true;
    for (uint32_t turn = 0; turn < bodies->count; turn++)
        for (uint32_t i = 0; i < bodies->meeting_count; i++) {
            const uint32_t *ends = bodies->meetings[i];
            if (i != without && (reached[ends[0]] || reached[ends[1]]))
                reached[ends[0]] = reached[ends[1]] = true;
        }
    return reached[to];
}

static bool is_led_around(const struct wr_bodies *bodies, uint32_t meeting)
{
    return reaches(bodies, bodies->meetings[meeting][0], bodies->meetings[meeting][1], meeting);
}

/* What a round leads over is in one; what has one meeting only is in none. */
static void check_rounds(const struct wr_bodies *bodies)
{
    bool any = false;
    for (uint32_t i = 0; i < bodies->meeting_count; i++) {
        any |= is_led_around(bodies, i);
        for (int side = 0; side < 2 && is_led_around(bodies, i); side++)
            assert_true(bodies->list[bodies->meetings[i][side]].round);
    }
    for (uint32_t b = 0; any && b < bodies->count; b++) {
        uint32_t meetings = 0;
        for (uint32_t i = 0; i < bodies->meeting_count; i++)
            meetings += bodies->meetings[i][0] == b || bodies->meetings[i][1] == b;
        if (meetings < 2)
            assert_false(bodies->list[b].round);
    }
}

static void bodies_are_rooms_and_corridors_with_all_their_stances(void **state)
{
    uint32_t rounds = 0, others = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct small_puzzle s;
        struct wr_bodies bodies;
        struct small_shape shape = boxes;
        shape.corridors = seed % 2;
        small_puzzle_start(&s, seed, shape);
        struct wr_arena *arena = wr_arena_create();
        assert_true(wr_bodies_make(&s.puzzle, arena, &bodies));
        for (uint32_t i = 0; i < s.puzzle.node_count; i++)
            check_body(&s, &bodies, i);
        check_rounds(&bodies);
        for (uint32_t i = 0; i < bodies.count; i++)
            (bodies.list[i].round ? rounds++ : others++);
        wr_arena_destroy(arena);
        small_puzzle_end(&s);
    }
    assert_in_range(rounds, 20, 1000);
    assert_in_range(others, 20, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_say_what_contacts_say),
        cmocka_unit_test(a_box_that_nothing_may_be_does_not_hinder),
        cmocka_unit_test(bodies_are_rooms_and_corridors_with_all_their_stances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
