/* Blocks are put to what stands, from the root outwards, where most room is left. What fits
 * nowhere takes the place where least is in its way; that is taken down, with all that
 * hangs on it, and placed again. What was evicted often weighs more, so that the same two do
 * not drive each other out for ever; and where all would be dear, the room it hangs on is taken
 * down, now and then also what that hangs on. */
#include "builder/solver/large/repair.h"
#include "builder/solver/large/occupancy.h"
#include "builder/solver/rules.h"

enum { MOST_AROUND = 256 };

/* When a block has its turn. */
struct turn {
    uint32_t depth; /* of the tree */
    uint32_t tie;   /* drawn: order among equals */
    uint32_t falls; /* how often what it hangs on was taken down for it */
    bool queued;
    bool proposed; /* it was put as it is proposed, or could not be */
};

struct wr_repair {
    const struct wr_puzzle *puzzle;
    const struct wr_pieces *pieces;
    const struct wr_blocks *blocks;
    struct wr_occupancy occupancy;
    const struct wr_proposal *proposal; /* or NULL */
    struct turn *turns;
    uint32_t *queue; /* a heap */
    uint32_t queue_count;
    uint64_t seed, limit, looks;
    uint32_t hardest, most_falls; /* the block that had most of them, of all tries */
    enum wr_verdict verdict;      /* why it cannot go on */
};

static const wr_block *block_of(const struct wr_repair *r, uint32_t block)
{
    return &r->blocks->blocks[block];
}

/* ---- The queue ---- */

/* What is put first: what is nearest to the root; of that the heaviest. All branches grow
 * alike, so that what does not fit is found out before much hangs on what is in its way. */
static bool goes_before(const struct wr_repair *r, uint32_t a, uint32_t b)
{
    if (r->turns[a].depth != r->turns[b].depth)
        return r->turns[a].depth < r->turns[b].depth;
    if (block_of(r, a)->weight != block_of(r, b)->weight)
        return block_of(r, a)->weight > block_of(r, b)->weight;
    if (r->turns[a].tie != r->turns[b].tie)
        return r->turns[a].tie < r->turns[b].tie;
    return a < b;
}

static void enqueue(struct wr_repair *r, uint32_t block)
{
    if (r->turns[block].queued)
        return;
    r->turns[block].queued = true;
    uint32_t at = r->queue_count++;
    while (at > 0 && goes_before(r, block, r->queue[(at - 1) / 2])) {
        r->queue[at] = r->queue[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    r->queue[at] = block;
}

static uint32_t dequeue(struct wr_repair *r)
{
    uint32_t first = r->queue[0], last = r->queue[--r->queue_count], at = 0;
    while (2 * at + 1 < r->queue_count) {
        uint32_t next = 2 * at + 1;
        if (next + 1 < r->queue_count && goes_before(r, r->queue[next + 1], r->queue[next]))
            next++;
        if (!goes_before(r, r->queue[next], last))
            break;
        r->queue[at] = r->queue[next];
        at = next;
    }
    r->queue[at] = last;
    r->turns[first].queued = false;
    return first;
}

/* ---- Putting up and taking down ---- */

static void put(struct wr_repair *r, uint32_t block, const struct wr_offer *offer)
{
    const uint32_t *starts = r->blocks->child_starts;
    if (!wr_occupancy_put(&r->occupancy, block, offer))
        r->verdict = WR_OUT_OF_MEMORY;
    for (uint32_t c = starts[block]; c < starts[block + 1]; c++)
        enqueue(r, r->blocks->children[c]);
}

/* It waits for another place. */
static void take(struct wr_repair *r, uint32_t block)
{
    if (!r->occupancy.states[block].stands)
        return;
    wr_occupancy_take(&r->occupancy, block);
    enqueue(r, block);
}

/* ---- Offers ---- */

/* The places of one piece, or of one answer, beside what a block hangs on. */
static uint32_t count_offers(const struct wr_repair *r, uint32_t block, uint32_t kind,
                             uint32_t *first)
{
    const wr_block *of = block_of(r, block);
    const uint32_t *start =
        r->puzzle->links[of->link].contacts->start +
        (size_t)r->occupancy.nodes[of->anchor].stance * r->pieces->stance_count;
    uint32_t low, high;
    if (of->count == 1) {
        uint32_t piece = r->puzzle->nodes[of->gate].pieces[kind];
        low = r->pieces->first_stance[piece];
        high = r->pieces->first_stance[piece + 1];
    } else {
        low = wr_answer(&r->occupancy.answers[block], of, kind)[r->blocks->places[of->gate]]
                  .stance;
        high = low + 1;
    }
    *first = start[low];
    return start[high] - start[low];
}

static uint32_t kind_count(const struct wr_repair *r, uint32_t block)
{
    const wr_block *of = block_of(r, block);
    return of->count == 1 ? r->puzzle->nodes[of->gate].piece_count
                          : r->occupancy.answers[block].count;
}

/* Where a gate stands by a contact; lengths move the hooks of both. */
static wr_spot spot_beside(const struct wr_repair *r, const wr_standing *anchor,
                           const wr_standing *gate, const struct wr_contacts *contacts,
                           uint32_t contact)
{
    if (wr_standing_is_drawn(anchor) && wr_standing_is_drawn(gate))
        return wr_spot_add(anchor->spot, contacts->offsets[contact]);
    return wr_spot_sub(wr_standing_hook(r->pieces, anchor, contacts->hooks[contact][0]),
                       wr_standing_hook(r->pieces, gate, contacts->hooks[contact][1]));
}

static struct wr_offer offer_of(const struct wr_repair *r, uint32_t block, uint32_t kind,
                                uint32_t contact)
{
    const wr_block *of = block_of(r, block);
    const struct wr_contacts *contacts = r->puzzle->links[of->link].contacts;
    const wr_standing *anchor = &r->occupancy.nodes[of->anchor];
    const uint32_t *start = contacts->start + (size_t)anchor->stance * r->pieces->stance_count;
    uint32_t stance =
        of->count == 1
            ? r->pieces->first_stance[r->puzzle->nodes[of->gate].pieces[kind]]
            : wr_answer(&r->occupancy.answers[block], of, kind)[r->blocks->places[of->gate]]
                  .stance;
    while (start[stance + 1] <= contact)
        stance++;
    wr_standing gate = wr_standing_at(stance, (wr_spot){0, 0, 0});
    if (of->count > 1)
        gate.lengths =
            wr_answer(&r->occupancy.answers[block], of, kind)[r->blocks->places[of->gate]]
                .lengths;
    gate.spot = spot_beside(r, anchor, &gate, contacts, contact);
    return (struct wr_offer){
        .answer = kind, .contact = contact, .gate = gate, .via = WR_NO_CORRIDOR};
}

/* The `at`-th of all offers; false beyond the last. */
static bool find_offer(const struct wr_repair *r, uint32_t block, uint64_t at,
                       struct wr_offer *out)
{
    for (uint32_t kind = 0; kind < kind_count(r, block); kind++) {
        uint32_t first, count = count_offers(r, block, kind, &first);
        if (at < count) {
            *out = offer_of(r, block, kind, first + (uint32_t)at);
            return true;
        }
        at -= count;
    }
    return false;
}

static uint64_t count_all_offers(const struct wr_repair *r, uint32_t block)
{
    uint64_t sum = 0;
    uint32_t first;
    for (uint32_t kind = 0; kind < kind_count(r, block); kind++)
        sum += count_offers(r, block, kind, &first);
    return sum;
}

/* The weight of a piece that has a place; without weights all are equal. */
static uint32_t weight_of(const struct wr_repair *r, uint32_t block, uint32_t kind)
{
    const wr_block *of = block_of(r, block);
    const uint32_t *weights =
        r->occupancy.rules && of->count == 1 ? r->occupancy.rules->weights : NULL;
    uint32_t first;
    if (count_offers(r, block, kind, &first) == 0)
        return 0;
    return weights ? weights[r->puzzle->nodes[of->gate].pieces[kind]] : 1;
}

/* Draws a piece or an answer, then one of its places. */
static bool draw_offer(struct wr_repair *r, uint32_t block, uint64_t all, struct wr_offer *out)
{
    uint32_t total = 0, kind = 0, first, kinds = kind_count(r, block);
    for (uint32_t k = 0; k < kinds; k++)
        total += weight_of(r, block, k);
    if (total == 0)
        return find_offer(r, block, wr_random_below(r->occupancy.random, (uint32_t)all), out);
    uint32_t at = wr_random_below(r->occupancy.random, total);
    for (uint32_t weight; at >= (weight = weight_of(r, block, kind)); kind++)
        at -= weight;
    uint32_t count = count_offers(r, block, kind, &first);
    *out = offer_of(r, block, kind, first + wr_random_below(r->occupancy.random, count));
    return true;
}

/* ---- Choosing ---- */

/* How much stands where what hangs on a block would leave an offer of it; a block of several
 * nodes is taken for its gate. */
static uint64_t crowd_of(struct wr_repair *r, uint32_t block, const struct wr_offer *offer)
{
    const wr_block *of = block_of(r, block);
    const uint16_t(*hooks)[2] =
        (const uint16_t(*)[2])r->puzzle->links[of->link].contacts->hooks;
    const uint32_t *starts = &r->blocks->child_starts[block];
    uint32_t branches = of->count == 1 && hooks ? starts[1] - starts[0] : 0;
    return wr_occupancy_crowd(&r->occupancy, &offer->gate, hooks ? hooks[offer->contact][1] : 0,
                              branches, of->weight);
}

/* Of some places where nothing is in the way the one with most room around. */
static bool choose_free(struct wr_repair *r, uint32_t block, uint64_t all, struct wr_offer *out)
{
    enum { TRIES = 40, WANTED = 6 };
    uint32_t weight = block_of(r, block)->weight, found = 0;
    uint64_t best = 0;
    uint32_t wanted = weight > block_of(r, block)->count ? WANTED : 1;
    uint64_t tries = all < TRIES / 2 ? 2 * all : TRIES;
    for (uint64_t i = 0; i < tries && found < wanted; i++) {
        struct wr_offer offer;
        if (!draw_offer(r, block, all, &offer) ||
            wr_occupancy_weigh(&r->occupancy, block, &offer, 1) == WR_NO_OFFER)
            continue;
        uint64_t around = crowd_of(r, block, &offer);
        if (found++ == 0 || around < best) {
            best = around;
            *out = offer;
        }
    }
    return found > 0;
}

/* The place with the least in its way. */
static uint64_t choose_cheapest(struct wr_repair *r, uint32_t block, uint64_t all,
                                struct wr_offer *out)
{
    enum { LOOKS = 60 };
    uint64_t best = WR_NO_OFFER, looks = all < LOOKS ? all : LOOKS;
    uint32_t start = all ? wr_random_below(r->occupancy.random, (uint32_t)all) : 0;
    for (uint64_t i = 0; i < looks && best != 0; i++) {
        struct wr_offer offer;
        uint64_t at = all <= LOOKS ? (start + i) % all
                                   : wr_random_below(r->occupancy.random, (uint32_t)all);
        if (!find_offer(r, block, at, &offer))
            continue;
        uint64_t cost = wr_occupancy_weigh(&r->occupancy, block, &offer, best);
        if (cost < best) {
            best = cost;
            *out = offer;
        }
    }
    return best;
}

/* What stands around a block and is dear to take down: more than `cheap`. */
static uint32_t look_around(struct wr_repair *r, uint32_t block, uint64_t cheap,
                            wr_standing *others, uint32_t most)
{
    const wr_block *of = block_of(r, block);
    uint32_t ids[MOST_AROUND], found = 0, n = r->puzzle->node_count;
    const struct wr_contacts *contacts = r->puzzle->links[of->link].contacts;
    wr_spot at = r->occupancy.nodes[of->anchor].spot;
    int64_t hops = of->count / 2 + 2;
    wr_spot far = {contacts->longest.x * hops, contacts->longest.y * hops,
                   contacts->longest.z * hops};
    if (r->occupancy.rules && r->occupancy.rules->gap)
        return 0;
    uint32_t count = wr_ground_near(&r->occupancy.ground, wr_spot_sub(at, far),
                                    wr_spot_add(at, far), ids, MOST_AROUND);
    for (uint32_t i = 0; i < count && found < most; i++) {
        uint32_t owner = wr_occupancy_owner(&r->occupancy, ids[i]);
        bool dear = wr_block_is_below(r->blocks, block, owner) ||
                    wr_occupancy_cost(&r->occupancy, owner) > cheap;
        if (ids[i] != of->anchor && dear)
            others[found++] =
                ids[i] < n ? r->occupancy.nodes[ids[i]] : r->occupancy.corridors[ids[i] - n];
    }
    return found;
}

/* Asks for one more way in which a block can stand, where it hangs now. */
static bool ask(struct wr_repair *r, uint32_t block, uint64_t cheap)
{
    enum { STEPS_A_NODE = 60 };
    const wr_block *of = block_of(r, block);
    wr_standing others[MOST_AROUND];
    wr_surroundings around = {.others = others};
    if (of->count == 1)
        return false;
    if (of->parent != WR_NO_BLOCK) {
        around.anchor = &r->occupancy.nodes[of->anchor];
        around.other_count = look_around(r, block, cheap, others, MOST_AROUND);
    }
    uint64_t budget = (uint64_t)STEPS_A_NODE * of->count + 2 * around.other_count;
    struct wr_effort effort = wr_effort_none();
    enum wr_verdict verdict = wr_answers_ask(r->puzzle, r->blocks, block, &around, r->seed,
                                             budget, &r->occupancy.answers[block], &effort);
    r->occupancy.steps += effort.steps;
    if (verdict == WR_OUT_OF_MEMORY || verdict == WR_OUT_OF_TIME)
        r->verdict = verdict;
    return verdict == WR_SOLVED;
}

/* Takes down what a block hangs on; again and again also what that hangs on. A way with hardly
 * a branch that turned in among its own rooms must be left as a whole, and costs little: half
 * as often, twice as far. */
static void take_under(struct wr_repair *r, uint32_t block)
{
    enum { FARTHEST = 64 };
    uint32_t under = block_of(r, block)->parent, height = 1;
    if (r->turns[block].falls >= r->most_falls) {
        r->most_falls = r->turns[block].falls + 1;
        r->hardest = block;
    }
    for (uint32_t falls = ++r->turns[block].falls; falls % 2 == 0 && under != 0; falls /= 2) {
        under = block_of(r, under)->parent;
        height++;
    }
    uint32_t far = FARTHEST / (1 + wr_random_below(r->occupancy.random, FARTHEST));
    for (; height < far && under != 0; height++) {
        uint32_t next = block_of(r, under)->parent;
        if (r->occupancy.states[next].stood > 2 * height)
            break;
        under = next;
    }
    ask(r, under, 0);
    take(r, under);
}

/* The place of a single node beside what it hangs on that is proposed; false where that stands
 * otherwise. */
static bool find_proposed(const struct wr_repair *r, uint32_t block, struct wr_offer *out)
{
    const wr_block *of = block_of(r, block);
    const wr_puzzle_link *link = &r->puzzle->links[of->link];
    const wr_standing *anchor = &r->occupancy.nodes[of->anchor];
    const uint16_t *hooks = r->proposal->hooks[of->link];
    wr_standing gate = r->proposal->standings[of->gate];
    uint32_t side = link->nodes[0] != of->gate, kind = 0;
    const uint32_t *start =
        link->contacts->start + (size_t)anchor->stance * r->pieces->stance_count + gate.stance;
    for (uint32_t i = start[0]; i < start[1]; i++) {
        if (link->contacts->hooks[i][0] != hooks[1 - side] ||
            link->contacts->hooks[i][1] != hooks[side])
            continue;
        while (r->puzzle->nodes[of->gate].pieces[kind] != r->pieces->stances[gate.stance].piece)
            kind++;
        gate.spot = spot_beside(r, anchor, &gate, link->contacts, i);
        *out = (struct wr_offer){
            .answer = kind, .contact = i, .gate = gate, .via = WR_NO_CORRIDOR};
        return anchor->stance == r->proposal->standings[of->anchor].stance;
    }
    return false;
}

/* Once a try; it stands anywhere where it is taken down again. */
static bool put_proposed(struct wr_repair *r, uint32_t block)
{
    struct wr_offer offer;
    if (!r->proposal || r->turns[block].proposed || block_of(r, block)->count > 1)
        return false;
    r->turns[block].proposed = true;
    if (!find_proposed(r, block, &offer) ||
        wr_occupancy_weigh(&r->occupancy, block, &offer, 1) == WR_NO_OFFER)
        return false;
    put(r, block, &offer);
    return true;
}

/* A block of several nodes is asked for once more where nothing is free: among all that stands
 * around, or only what is dear. */
static void settle(struct wr_repair *r, uint32_t block)
{
    enum { CHEAP = 4 };
    struct wr_offer offer;
    if (put_proposed(r, block))
        return;
    uint64_t all = count_all_offers(r, block), cost = WR_NO_OFFER;
    if (all > 0 && choose_free(r, block, all, &offer)) {
        put(r, block, &offer);
        return;
    }
    if (ask(r, block, 0) || ask(r, block, CHEAP))
        all = count_all_offers(r, block);
    if (all > 0)
        cost = choose_cheapest(r, block, all, &offer);
    if (cost == WR_NO_OFFER ||
        cost > wr_occupancy_cost(&r->occupancy, block_of(r, block)->parent)) {
        take_under(r, block);
        return;
    }
    wr_occupancy_weigh(&r->occupancy, block, &offer, WR_NO_OFFER);
    for (uint32_t v = 0; v < r->occupancy.evicted_count; v++)
        take(r, r->occupancy.evicted[v]);
    put(r, block, &offer);
}

/* ---- The root ---- */

static bool draw_root(struct wr_repair *r, struct wr_offer *out)
{
    const wr_block *of = block_of(r, 0);
    const wr_puzzle_node *node = &r->puzzle->nodes[r->blocks->members[of->first]];
    *out = (struct wr_offer){.via = WR_NO_CORRIDOR};
    if (of->count > 1) {
        if (r->occupancy.answers[0].count == 0)
            return false;
        out->answer = wr_random_below(r->occupancy.random, r->occupancy.answers[0].count);
        out->gate = wr_answer(&r->occupancy.answers[0], of, out->answer)[0];
    } else if (r->proposal) {
        out->gate = r->proposal->standings[r->blocks->members[of->first]];
    } else if (node->fixed) {
        out->gate = wr_puzzle_node_at(node);
    } else {
        uint32_t piece = node->pieces[wr_random_below(r->occupancy.random, node->piece_count)];
        const uint32_t *first = &r->pieces->first_stance[piece];
        out->gate.stance = first[0] + wr_random_below(r->occupancy.random, first[1] - first[0]);
    }
    return true;
}

/* Puts the root; false where it must not stand. */
static bool put_root(struct wr_repair *r)
{
    enum { TRIES = 16 };
    struct wr_offer offer;
    for (int i = 0; i < TRIES && draw_root(r, &offer); i++) {
        wr_occupancy_bound(&r->occupancy, offer.gate);
        if (wr_occupancy_weigh(&r->occupancy, 0, &offer, 1) == WR_NO_OFFER)
            continue;
        put(r, 0, &offer);
        return true;
    }
    return false;
}

/* ---- Trying ---- */

static void begin(struct wr_repair *r)
{
    wr_occupancy_clear(&r->occupancy);
    r->queue_count = 0;
    for (uint32_t b = 0; b < r->blocks->count; b++)
        r->turns[b] = (struct turn){.tie = wr_random_u32(r->occupancy.random),
                                    .depth = r->turns[b].depth};
    enqueue(r, 0);
}

void wr_repair_follow(struct wr_repair *r, const struct wr_proposal *proposal)
{
    r->proposal = proposal;
}

enum wr_verdict wr_repair_try(struct wr_repair *r, wr_random *random, uint64_t steps)
{
    enum { LOOKS = 64 };
    r->occupancy.random = random;
    r->limit = r->occupancy.steps + steps < steps ? UINT64_MAX : r->occupancy.steps + steps;
    r->verdict = WR_SOLVED;
    begin(r);
    while (r->verdict == WR_SOLVED && r->queue_count > 0) {
        uint32_t block = dequeue(r), parent = block_of(r, block)->parent;
        if (r->occupancy.steps > r->limit)
            return WR_OUT_OF_BUDGET;
        if (++r->looks % LOOKS == 0 && wr_puzzle_is_late(r->puzzle))
            return WR_OUT_OF_TIME;
        if (r->occupancy.states[block].stands)
            continue;
        if (block == 0) {
            if (!put_root(r))
                return WR_OUT_OF_BUDGET;
        } else if (r->occupancy.states[parent].stands) {
            settle(r, block);
        }
    }
    return r->verdict;
}

/* ---- Starting ---- */

struct wr_repair *wr_repair_start(const struct wr_puzzle *puzzle,
                                  const struct wr_blocks *blocks, wr_answers *answers,
                                  uint64_t seed, wr_standing *nodes, wr_standing *corridors,
                                  struct wr_arena *arena)
{
    struct wr_repair *r = WR_ZERO(arena, struct wr_repair, 1);
    if (!r)
        return NULL;
    r->puzzle = puzzle;
    r->pieces = puzzle->pieces;
    r->blocks = blocks;
    r->seed = seed;
    r->turns = WR_ZERO(arena, struct turn, blocks->count);
    r->queue = WR_TAKE(arena, uint32_t, blocks->count);
    if (!wr_occupancy_start(&r->occupancy, puzzle, blocks, answers, nodes, corridors, arena) ||
        !r->turns || !r->queue) {
        wr_repair_finish(r);
        return NULL;
    }
    for (uint32_t b = 1; b < blocks->count; b++)
        r->turns[b].depth = r->turns[blocks->blocks[b].parent].depth + 1;
    return r;
}

void wr_repair_finish(struct wr_repair *r)
{
    if (r)
        wr_occupancy_finish(&r->occupancy);
}

struct wr_effort wr_repair_effort(const struct wr_repair *r)
{
    struct wr_effort effort = {
        .steps = r->occupancy.steps, .deepest = r->occupancy.deepest, .stuck = WR_NOT_STUCK};
    if (r->most_falls)
        effort.stuck = block_of(r, r->hardest)->gate;
    return effort;
}
