/* Rings of made-up kits: what is found by chains and sums is what trying all rooms finds. */
#include "builder/solver/rings/rings.h"
#include "tests/support/made_kits.h"
#include "tests/support/test.h"

enum { MOST = 1 << 12, TRIED = 1 << 15 };

struct kit {
    struct made_kit made;
    struct wr_joins joins;
    struct wr_sums sums;
};

/* Without a likeness it is that of passages. */
static void kit_start(struct kit *kit, const struct made_like *like, uint64_t seed)
{
    struct made_kit *made = &kit->made;
    assert_true(like ? made_kit_draw(made, like, seed) : made_kit_of_passages(made));
    assert_true(wr_joins_make(&made->pieces, made->arena, &kit->joins));
    assert_true(wr_sums_make(&kit->joins, &kit->sums));
}

static void kit_end(struct kit *kit)
{
    wr_sums_finish(&kit->sums);
    made_kit_end(&kit->made);
}

/* ---- Trying every chain ------------------------------------------------------------------ */

struct rings {
    wr_ring *items;
    uint32_t count, length, tried, limit;
};

struct trying {
    const struct kit *kit;
    struct rings *out;
    wr_ring ring;
};

static wr_spot way_over(const struct kit *kit, const wr_bridge_room *room, bool out)
{
    const wr_stance *stance = &kit->made.pieces.stances[room->standing.stance];
    return wr_spot_add(room->standing.spot, stance->hooks[out ? room->out : room->in].at);
}

static bool doors_meet(const struct kit *kit, const wr_bridge_room *a, const wr_bridge_room *b)
{
    const wr_piece_hook *p = &kit->made.pieces.stances[a->standing.stance].hooks[a->out];
    const wr_piece_hook *q = &kit->made.pieces.stances[b->standing.stance].hooks[b->in];
    return (p->facing + kit->made.pieces.turn_count / 2) % kit->made.pieces.turn_count ==
               q->facing &&
           kit->made.meets[p->kind * MADE_KINDS + q->kind];
}

/* Rectangles that stand square; others are asked of the pieces. */
static bool lie_in_each_other(const struct kit *kit, const wr_standing *a, const wr_standing *b)
{
    const wr_stance *p = &kit->made.pieces.stances[a->stance],
                    *q = &kit->made.pieces.stances[b->stance];
    wr_spot way = wr_spot_sub(b->spot, a->spot);
    int64_t skin = kit->made.pieces.skin;
    if (kit->made.pieces.turn_count != 4)
        return wr_stances_overlap(&kit->made.pieces, a->stance, b->stance, way);
    return q->low.x + way.x < p->high.x - skin && p->low.x < q->high.x + way.x - skin &&
           q->low.y + way.y < p->high.y - skin && p->low.y < q->high.y + way.y - skin &&
           q->low.z + way.z < p->high.z && p->low.z < q->high.z + way.z;
}

static bool is_closed(const struct trying *t)
{
    const wr_bridge_room *first = &t->ring.rooms[0], *last = &t->ring.rooms[t->out->length - 1];
    wr_spot gap = wr_spot_sub(way_over(t->kit, last, true), way_over(t->kit, first, false));
    int64_t most = t->kit->made.pieces.tolerance;
    return doors_meet(t->kit, last, first) && gap.x <= most && -gap.x <= most &&
           gap.y <= most && -gap.y <= most && gap.z <= most && -gap.z <= most;
}

static void try_rooms(struct trying *t, uint32_t put)
{
    if (put == t->out->length) {
        if (t->out->count < MOST && is_closed(t))
            t->out->items[t->out->count++] = t->ring;
        return;
    }
    for (uint32_t s = 0; s < t->kit->made.pieces.stance_count; s++) {
        uint32_t hooks = t->kit->made.shapes[t->kit->made.pieces.stances[s].piece].hook_count;
        for (uint32_t in = 0; in < hooks; in++)
            for (uint32_t out = 0; out < hooks && t->out->tried < t->out->limit; out++) {
                wr_bridge_room room = {{.stance = s}, (uint16_t)in, (uint16_t)out};
                const wr_bridge_room *last = put ? &t->ring.rooms[put - 1] : NULL;
                if (in == out || (last && !doors_meet(t->kit, last, &room)))
                    continue;
                wr_spot at = last ? way_over(t->kit, last, true) : (wr_spot){0, 0, 0};
                room.standing.spot =
                    wr_spot_sub(at, t->kit->made.pieces.stances[s].hooks[in].at);
                bool free = true;
                for (uint32_t i = 0; free && i < put; i++)
                    free =
                        !lie_in_each_other(t->kit, &t->ring.rooms[i].standing, &room.standing);
                t->ring.rooms[put] = room;
                t->out->tried++;
                if (free)
                    try_rooms(t, put + 1);
            }
    }
}

/* ---- Comparing --------------------------------------------------------------------------- */

static int order_rings(const void *a, const void *b)
{
    const wr_ring *p = a, *q = b;
    for (uint32_t i = 0; i < p->length; i++) {
        const wr_bridge_room *x = &p->rooms[i], *y = &q->rooms[i];
        if (x->standing.stance != y->standing.stance)
            return x->standing.stance < y->standing.stance ? -1 : 1;
        if (x->in != y->in || x->out != y->out)
            return x->in * MADE_HOOKS + x->out < y->in * MADE_HOOKS + y->out ? -1 : 1;
    }
    return 0;
}

static void assert_same(struct rings *a, struct rings *b, uint64_t seed)
{
    if (a->count != b->count)
        fail_msg("seed %u: of %u rooms there are %u rings, found are %u", (unsigned)seed,
                 (unsigned)a->length, (unsigned)a->count, (unsigned)b->count);
    qsort(a->items, a->count, sizeof *a->items, order_rings);
    qsort(b->items, b->count, sizeof *b->items, order_rings);
    for (uint32_t i = 0; i < a->count; i++)
        if (order_rings(&a->items[i], &b->items[i]) != 0)
            fail_msg("seed %u: another ring of %u rooms", (unsigned)seed, (unsigned)a->length);
}

static struct wr_ring_search search_for(struct kit *kit, uint32_t length, wr_ring *rings,
                                        uint32_t most)
{
    return (struct wr_ring_search){
        .sums = &kit->sums, .length = length, .most = most, .rings = rings};
}

/* How often rings of each length were compared, and how often there were any. */
struct tally {
    uint32_t compared[WR_RING_MOST + 1], closed[WR_RING_MOST + 1];
};

static void compare(struct kit *kit, uint32_t length, uint64_t seed, uint32_t limit,
                    struct tally *tally)
{
    struct rings tried = {
        .items = wr_alloc(MOST * sizeof(wr_ring)), .length = length, .limit = limit};
    struct rings found = {.items = wr_alloc(MOST * sizeof(wr_ring)), .length = length};
    struct trying trying = {kit, &tried, {.length = length}};
    assert_true(tried.items && found.items);
    try_rooms(&trying, 0);
    if (tried.tried < limit && tried.count < MOST) {
        struct wr_ring_search search = search_for(kit, length, found.items, MOST);
        search.budget = WR_RING_ALL;
        assert_true(wr_rings_find(&search, &kit->made.random));
        assert_true(search.proved);
        found.count = search.found;
        assert_same(&tried, &found, seed);
        search = search_for(kit, length, found.items, 1);
        assert_true(wr_rings_find(&search, &kit->made.random));
        assert_int_equal(search.found, tried.count > 0);
        assert_int_equal(search.proved, tried.count == 0);
        tally->compared[length]++;
        tally->closed[length] += tried.count > 0;
    }
    wr_free(tried.items);
    wr_free(found.items);
}

static void compare_kits(const struct made_like *like, uint64_t seeds, uint32_t longest,
                         struct tally *tally)
{
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct kit kit;
        kit_start(&kit, like, seed);
        for (uint32_t length = WR_RING_LEAST; length <= longest; length++)
            compare(&kit, length, seed, TRIED, tally);
        kit_end(&kit);
    }
}

static void every_ring_is_found_and_no_other(void **state)
{
    static const struct made_like likes[] = {
        {.turns = 4, .pieces = 2},
        {.turns = 4, .pieces = 2, .play = 3},
        {.turns = 4, .pieces = 1, .play = 40},
        {.turns = 4, .pieces = 1, .mirrors = true},
        {.turns = 4, .pieces = 3, .fixed = true},
        {.turns = 4, .pieces = 2, .storeys = true},
    };
    struct tally tally = {0};
    (void)state;
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        compare_kits(&likes[i], 8, WR_RING_MOST, &tally);
    for (uint32_t i = WR_RING_LEAST; i <= WR_RING_MOST; i++) {
        assert_true(tally.compared[i] >= 10);
        assert_true(tally.closed[i] < tally.compared[i]);
        assert_true(i == 7 || tally.closed[i] > 0);
    }
}

static void rooms_that_turn_by_eighths_close_the_same_rings(void **state)
{
    struct made_like like = {.turns = 8, .pieces = 2, .play = 3};
    struct tally tally = {0};
    (void)state;
    compare_kits(&like, 6, 6, &tally);
    assert_true(tally.closed[4] > 0 && tally.compared[6] > 0);
}

static void passages_close_lengths_that_counting_gives(void **state)
{
    struct kit kit;
    struct tally tally = {0};
    wr_ring_lengths lengths;
    (void)state;
    kit_start(&kit, NULL, 0);
    for (uint32_t length = WR_RING_LEAST; length <= WR_RING_MOST; length++)
        compare(&kit, length, 0, 1 << 22, &tally);
    assert_int_equal(tally.compared[WR_RING_MOST], 1);
    assert_true(wr_rings_survey(NULL, &kit.sums, WR_RING_ANY, &kit.made.random, &lengths));
    assert_string_equal(wr_ring_lengths_text(&lengths).text,
                        "loops of 4, 6, 7 and 8 rooms, not of 3 or 5");
    kit_end(&kit);
}

static void chains_tell_where_sums_are_too_many(void **state)
{
    struct kit kit;
    wr_ring ring;
    (void)state;
    kit_start(&kit, NULL, 0);
    assert_true(wr_sums_extend(&kit.sums, WR_SUM_ROOMS, 30));
    kit.sums.beyond = UINT32_MAX;
    for (uint32_t length = WR_RING_LEAST; length <= WR_RING_MOST; length++) {
        struct wr_ring_search search = search_for(&kit, length, &ring, 1);
        search.budget = WR_RING_ALL;
        assert_true(wr_rings_find(&search, &kit.made.random));
        assert_int_equal(search.found, length != 3 && length != 5);
        assert_int_equal(search.proved, length == 3 || length == 5);
    }
    wr_ring_lengths lengths = {
        {[4] = WR_LENGTH_CLOSES, [6] = WR_LENGTH_CLOSES, [3] = WR_LENGTH_NEVER}};
    assert_string_equal(wr_ring_lengths_text(&lengths).text,
                        "loops of 4 and 6 rooms, not of 3; none was found of 5, 7 or 8");
    for (uint32_t length = WR_RING_LEAST; length <= WR_RING_MOST; length++)
        lengths.of[length] = WR_LENGTH_NEVER;
    assert_string_equal(wr_ring_lengths_text(&lengths).text, "no loops of 3, 4, 5, 6, 7 or 8");
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ring_is_found_and_no_other),
        cmocka_unit_test(rooms_that_turn_by_eighths_close_the_same_rings),
        cmocka_unit_test(passages_close_lengths_that_counting_gives),
        cmocka_unit_test(chains_tell_where_sums_are_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
