/* Blocks on the ground: which stand, what an offer would drive out, and how full it is around a
 * place. */
#include "builder/solver/large/yard.h"
#include "builder/solver/rules.h"

#include <string.h>

enum { MOST_IN_WAY = 64 };

static const wr_block *block_of(const struct wr_yard *y, uint32_t block)
{
    return &y->blocks->blocks[block];
}

static uint32_t piece_of(const struct wr_yard *y, uint32_t stance)
{
    return y->pieces->stances[stance].piece;
}

/* ---- Crowds ---- */

static int64_t floored(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

static uint32_t *crowd_at(struct wr_yard *y, uint32_t scale, int64_t column, int64_t row)
{
    uint64_t cell = wr_mix((uint64_t)column << 32 ^ (uint64_t)(row & UINT32_MAX));
    return &y->crowds[scale][cell % WR_CROWD_CELLS];
}

static wr_spot middle_of(const struct wr_yard *y, wr_standing at)
{
    const wr_stance *stance = &y->pieces->stances[at.stance];
    return (wr_spot){at.spot.x + (stance->low.x + stance->high.x) / 2,
                     at.spot.y + (stance->low.y + stance->high.y) / 2, at.spot.z};
}

static void crowd(struct wr_yard *y, wr_standing at, uint32_t by)
{
    wr_spot middle = middle_of(y, at);
    for (uint32_t scale = 0; scale < WR_CROWD_SCALES; scale++) {
        int64_t width = y->cell_width << scale;
        *crowd_at(y, scale, floored(middle.x, width), floored(middle.y, width)) += by;
    }
}

/* How much stands around a place that `weight` nodes are to hang on, near things counting
 * most. */
uint64_t wr_yard_crowd(struct wr_yard *y, wr_standing at, uint32_t weight)
{
    enum { REACH = 3, PARTS = 16 };
    uint32_t scale = 0;
    while (scale + 1 < WR_CROWD_SCALES && (uint64_t)4 << 2 * scale < weight)
        scale++;
    int64_t width = y->cell_width << scale;
    wr_spot middle = middle_of(y, at);
    int64_t column = floored(middle.x, width), row = floored(middle.y, width);
    uint64_t sum = 0;
    for (int64_t dy = -REACH; dy <= REACH; dy++)
        for (int64_t dx = -REACH; dx <= REACH; dx++) {
            uint32_t count = *crowd_at(y, scale, column + dx, row + dy);
            int64_t far_x = ((column + dx) * width + width / 2 - middle.x) * PARTS / width;
            int64_t far_y = ((row + dy) * width + width / 2 - middle.y) * PARTS / width;
            int64_t far = far_x * far_x + far_y * far_y;
            if (count)
                sum += ((uint64_t)count << 20) / (uint64_t)(PARTS * PARTS + far);
        }
    return sum;
}

/* ---- Putting up and taking down ---- */

static uint32_t body_count(const struct wr_yard *y, uint32_t block)
{
    return block_of(y, block)->count + block_of(y, block)->link_count + 1;
}

/* The number of a block's body on the ground: of its nodes, then its inner corridors, then the
 * bridge's. */
static uint32_t body_id(const struct wr_yard *y, uint32_t block, uint32_t i)
{
    const wr_block *of = block_of(y, block);
    if (i < of->count)
        return y->blocks->members[of->first + i];
    uint32_t link = i < of->count + of->link_count
                        ? y->blocks->inner[of->first_inner + i - of->count]
                        : of->link;
    return y->puzzle->node_count + link;
}

/* Where a body would stand; WR_NO_STANCE: there is none. */
static wr_standing body_at(const struct wr_yard *y, uint32_t block, uint32_t i,
                           const struct wr_offer *offer)
{
    const wr_block *of = block_of(y, block);
    wr_standing at = {WR_NO_STANCE, {0, 0, 0}};
    if (i == of->count + of->link_count) {
        if (of->parent == WR_NO_BLOCK || offer->via == WR_NO_CORRIDOR)
            return at;
        const wr_via *via = &y->puzzle->links[of->link].contacts->vias[offer->via];
        return (wr_standing){via->stance, wr_spot_add(y->nodes[of->anchor].spot, via->offset)};
    }
    if (of->count == 1)
        return i == 0 ? offer->gate : at;
    const wr_standing *answer = wr_answer(&y->answers[block], of, offer->answer);
    if (answer[i].stance == WR_NO_STANCE)
        return at;
    uint32_t gate = of->parent == WR_NO_BLOCK ? 0 : y->blocks->places[of->gate];
    wr_spot way = wr_spot_sub(offer->gate.spot, answer[gate].spot);
    return (wr_standing){answer[i].stance, wr_spot_add(answer[i].spot, way)};
}

static void note_stood(struct wr_yard *y, uint32_t block, uint32_t more, uint32_t less)
{
    for (; block != WR_NO_BLOCK; block = block_of(y, block)->parent)
        y->states[block].stood += more - less;
}

bool wr_yard_put(struct wr_yard *y, uint32_t block, const struct wr_offer *offer)
{
    const wr_block *of = block_of(y, block);
    for (uint32_t i = 0; i < body_count(y, block); i++) {
        wr_standing at = body_at(y, block, i, offer);
        uint32_t id = body_id(y, block, i), n = y->puzzle->node_count;
        if (at.stance == WR_NO_STANCE)
            continue;
        if (!wr_ground_put(&y->ground, id, at))
            return false;
        if (id >= n) {
            y->corridors[id - n] = at;
            continue;
        }
        y->nodes[id] = at;
        y->counts[piece_of(y, at.stance)]++;
        crowd(y, at, y->rooms[block]);
    }
    y->states[block].stands = true;
    note_stood(y, block, of->count, 0);
    if (y->states[0].stood > y->deepest)
        y->deepest = y->states[0].stood;
    return true;
}

static void take_bodies(struct wr_yard *y, uint32_t block)
{
    uint32_t n = y->puzzle->node_count;
    for (uint32_t i = 0; i < body_count(y, block); i++) {
        uint32_t id = i + 1 == body_count(y, block) && block_of(y, block)->parent == WR_NO_BLOCK
                          ? UINT32_MAX
                          : body_id(y, block, i);
        if (id == UINT32_MAX || (id >= n && y->corridors[id - n].stance == WR_NO_STANCE))
            continue;
        wr_ground_take(&y->ground, id);
        if (id >= n) {
            y->corridors[id - n].stance = WR_NO_STANCE;
        } else {
            y->counts[piece_of(y, y->nodes[id].stance)]--;
            crowd(y, y->nodes[id], 0 - y->rooms[block]);
        }
    }
}

void wr_yard_take(struct wr_yard *y, uint32_t block)
{
    enum { GRUDGE = 4 };
    uint32_t stood = y->states[block].stood;
    if (!y->states[block].stands)
        return;
    for (uint32_t b = block; b < block + block_of(y, block)->span; b++) {
        if (y->states[b].stands)
            take_bodies(y, b);
        y->states[b].stands = false;
        y->states[b].stood = 0;
    }
    note_stood(y, block_of(y, block)->parent, 0, stood);
    y->states[block].grudge += GRUDGE;
}

/* ---- What is in the way ---- */

uint64_t wr_yard_cost(const struct wr_yard *y, uint32_t block)
{
    return (uint64_t)y->states[block].stood + y->states[block].grudge;
}

static bool add_victim(struct wr_yard *y, uint32_t victim, uint32_t block, uint64_t *cost)
{
    if (y->states[victim].stamp == y->stamp)
        return true;
    if (wr_block_is_below(y->blocks, block, victim))
        return false;
    y->states[victim].stamp = y->stamp;
    y->victims[y->victim_count++] = victim;
    *cost += wr_yard_cost(y, victim);
    return true;
}

uint32_t wr_yard_owner(const struct wr_yard *y, uint32_t id)
{
    uint32_t n = y->puzzle->node_count;
    return id < n ? y->blocks->owners[id] : y->blocks->link_owners[id - n];
}

/* Adds what one body would stand in; false where it must not stand at all. */
static bool clear_body(struct wr_yard *y, uint32_t block, uint32_t i, wr_standing at,
                       uint64_t *cost)
{
    const wr_block *of = block_of(y, block);
    uint32_t ids[MOST_IN_WAY];
    bool beside = i < of->count && of->parent != WR_NO_BLOCK &&
                  y->blocks->members[of->first + i] == of->gate;
    y->steps++;
    if (!wr_ground_allows(&y->ground, at))
        return false;
    uint32_t count = wr_ground_clashes(&y->ground, at, &of->anchor, beside, ids, MOST_IN_WAY);
    for (uint32_t k = 0; k < count; k++)
        if (!add_victim(y, wr_yard_owner(y, ids[k]), block, cost))
            return false;
    return count < MOST_IN_WAY;
}

/* The corridor of the bridge must not stand in its own block's rooms either. */
static bool clear_of_own(const struct wr_yard *y, uint32_t block, const struct wr_offer *offer,
                         wr_standing corridor)
{
    for (uint32_t i = 0; i + 1 < body_count(y, block); i++) {
        wr_standing at = body_at(y, block, i, offer);
        if (at.stance != WR_NO_STANCE &&
            wr_stances_overlap(y->pieces, at.stance, corridor.stance,
                               wr_spot_sub(corridor.spot, at.spot)))
            return false;
    }
    return true;
}

/* Chooses the corridor with the least in its way, from a random one on. */
static bool choose_corridor(struct wr_yard *y, uint32_t block, struct wr_offer *offer,
                            uint64_t *cost)
{
    const wr_block *of = block_of(y, block);
    const struct wr_contacts *contacts = y->puzzle->links[of->link].contacts;
    uint32_t first = contacts->via_start[offer->contact];
    uint32_t count = contacts->via_start[offer->contact + 1] - first;
    uint32_t start = count > 1 ? wr_random_below(y->random, count) : 0;
    uint32_t kept = y->victim_count;
    int64_t best = WR_NO_CORRIDOR;
    uint64_t least = WR_NO_OFFER;
    for (uint32_t i = 0; i < count && least != 0; i++) {
        uint64_t more = 0;
        offer->via = first + (start + i) % count;
        wr_standing at = body_at(y, block, of->count + of->link_count, offer);
        if (clear_of_own(y, block, offer, at) && clear_body(y, block, of->count, at, &more) &&
            more < least) {
            least = more;
            best = offer->via;
        }
        while (y->victim_count > kept)
            y->states[y->victims[--y->victim_count]].stamp = 0;
    }
    offer->via = best;
    if (best == WR_NO_CORRIDOR)
        return false;
    wr_standing at = body_at(y, block, of->count + of->link_count, offer);
    return clear_body(y, block, of->count, at, cost);
}

/* The cheapest node of a piece that may give it up. */
static uint32_t cheapest_of(const struct wr_yard *y, uint32_t piece, uint32_t block)
{
    uint32_t best = WR_NO_BLOCK;
    for (uint32_t i = 0; i < y->puzzle->node_count; i++) {
        uint32_t owner = y->blocks->owners[i];
        if (y->states[owner].stands && piece_of(y, y->nodes[i].stance) == piece &&
            y->states[owner].stamp != y->stamp && !wr_block_is_below(y->blocks, block, owner) &&
            (best == WR_NO_BLOCK || wr_yard_cost(y, owner) < wr_yard_cost(y, best)))
            best = owner;
    }
    return best;
}

static uint32_t freed_by_victims(const struct wr_yard *y, uint32_t piece)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < y->victim_count; v++) {
        const wr_block *of = block_of(y, y->victims[v]);
        for (uint32_t i = 0; i < of->count; i++)
            count += piece_of(y, y->nodes[y->blocks->members[of->first + i]].stance) == piece;
    }
    return count;
}

/* Adds blocks whose pieces there may be no more of beside the offer's. */
static bool clear_counts(struct wr_yard *y, uint32_t block, const struct wr_offer *offer,
                         uint64_t *cost)
{
    const uint32_t *most = y->rules ? y->rules->most : NULL;
    bool fine = true;
    for (uint32_t i = 0; most && i < block_of(y, block)->count; i++)
        y->tally[piece_of(y, body_at(y, block, i, offer).stance)]++;
    for (uint32_t i = 0; most && i < block_of(y, block)->count; i++) {
        uint32_t piece = piece_of(y, body_at(y, block, i, offer).stance);
        uint32_t wanted = y->tally[piece];
        y->tally[piece] = 0;
        while (fine && wanted > 0 && most[piece] != UINT32_MAX &&
               y->counts[piece] + wanted - freed_by_victims(y, piece) > most[piece]) {
            uint32_t victim = cheapest_of(y, piece, block);
            fine = victim != WR_NO_BLOCK && add_victim(y, victim, block, cost);
        }
    }
    return fine;
}

static bool takes_hook(const uint16_t *wanted, uint32_t piece, uint16_t hook)
{
    return !wanted || wanted[piece] == WR_ANY_HOOK || wanted[piece] == hook;
}

/* Whether the rules let the two ends of a block's bridge meet so. */
static bool may_meet(const struct wr_yard *y, uint32_t block, const struct wr_offer *offer)
{
    const wr_block *of = block_of(y, block);
    const wr_puzzle_link *link = &y->puzzle->links[of->link];
    uint32_t own = piece_of(y, offer->gate.stance);
    uint32_t other = piece_of(y, y->nodes[of->anchor].stance);
    if (!y->rules)
        return true;
    if (y->rules->apart && y->rules->apart[(size_t)own * y->pieces->piece_count + other])
        return false;
    if (!y->rules->hooks || !link->contacts->hooks)
        return true;
    const uint16_t *const *wanted = y->rules->hooks[of->link];
    const uint16_t *hooks = link->contacts->hooks[offer->contact];
    int side = link->nodes[0] == of->gate ? 0 : 1;
    return takes_hook(wanted[side], own, hooks[1]) &&
           takes_hook(wanted[1 - side], other, hooks[0]);
}

/* What a block would drive out, as `victims`; WR_NO_OFFER where it must not stand, or where
 * that is `limit` or more. */
uint64_t wr_yard_weigh(struct wr_yard *y, uint32_t block, struct wr_offer *offer,
                       uint64_t limit)
{
    const wr_block *of = block_of(y, block);
    bool bridged = of->parent != WR_NO_BLOCK;
    uint64_t cost = 0;
    y->stamp++;
    y->victim_count = 0;
    if (bridged && !may_meet(y, block, offer))
        return WR_NO_OFFER;
    for (uint32_t i = 0; i + 1 < body_count(y, block); i++) {
        wr_standing at = body_at(y, block, i, offer);
        if (at.stance == WR_NO_STANCE)
            continue;
        if (!clear_body(y, block, i, at, &cost) || cost >= limit)
            return WR_NO_OFFER;
    }
    if (bridged && y->puzzle->links[of->link].contacts->vias && offer->via == WR_NO_CORRIDOR &&
        !choose_corridor(y, block, offer, &cost))
        return WR_NO_OFFER;
    if (!clear_counts(y, block, offer, &cost))
        return WR_NO_OFFER;
    return cost < limit ? cost : WR_NO_OFFER;
}

/* ---- Starting ---- */

/* A block's nodes, and all that hangs on it but its heaviest branch, by the node: that goes on
 * elsewhere. */
static void reserve(struct wr_yard *y)
{
    for (uint32_t b = 0; b < y->blocks->count; b++) {
        uint32_t heaviest = 0;
        for (uint32_t c = y->blocks->child_starts[b]; c < y->blocks->child_starts[b + 1]; c++) {
            uint32_t weight = block_of(y, y->blocks->children[c])->weight;
            heaviest = weight > heaviest ? weight : heaviest;
        }
        y->rooms[b] = (block_of(y, b)->weight - heaviest + block_of(y, b)->count - 1) /
                      block_of(y, b)->count;
    }
}

static void rule_ground(struct wr_yard *y)
{
    y->ground.headroom = 0;
    if (!y->rules)
        return;
    y->ground.most_storeys = y->rules->storeys;
    y->ground.storey_height = y->rules->storey_height;
    if (y->rules->bounded && y->rules->anchored) {
        y->ground.low = y->rules->low;
        y->ground.high = y->rules->high;
    }
}

bool wr_yard_start(struct wr_yard *y, const struct wr_puzzle *puzzle,
                   const struct wr_blocks *blocks, wr_answers *answers, wr_standing *nodes,
                   wr_standing *corridors, struct wr_arena *arena)
{
    uint32_t count = blocks->count, pieces = puzzle->pieces->piece_count;
    *y = (struct wr_yard){
        .puzzle = puzzle,
        .pieces = puzzle->pieces,
        .rules = puzzle->rules,
        .blocks = blocks,
        .answers = answers,
        .nodes = nodes,
        .corridors = corridors,
        .states = WR_ZERO(arena, wr_yard_state, count),
        .victims = WR_TAKE(arena, uint32_t, count),
        .rooms = WR_TAKE(arena, uint32_t, count),
        .counts = WR_ZERO(arena, uint32_t, pieces),
        .tally = WR_ZERO(arena, uint32_t, pieces),
        .crowds = wr_arena_zero(arena, WR_CROWD_SCALES, sizeof *y->crowds),
    };
    bool fine = wr_ground_start(&y->ground, puzzle->pieces, y->rules ? y->rules->gap : 0);
    if (!fine || !y->states || !y->victims || !y->rooms || !y->counts || !y->tally ||
        !y->crowds)
        return false;
    y->cell_width = 2 * y->ground.grid.width;
    rule_ground(y);
    reserve(y);
    return true;
}

void wr_yard_finish(struct wr_yard *y)
{
    wr_ground_finish(&y->ground);
}

void wr_yard_clear(struct wr_yard *y)
{
    wr_ground_clear(&y->ground);
    memset(y->counts, 0, y->pieces->piece_count * sizeof *y->counts);
    memset(y->crowds, 0, WR_CROWD_SCALES * sizeof *y->crowds);
    memset(y->states, 0, y->blocks->count * sizeof *y->states);
    for (uint32_t i = 0; i < y->puzzle->link_count; i++)
        y->corridors[i].stance = WR_NO_STANCE;
    y->stamp = 0;
}

/* Bounds whose place nothing says are put around the root. */
void wr_yard_bound(struct wr_yard *y, wr_standing root)
{
    const struct wr_rules *rules = y->rules;
    if (!rules || !rules->bounded || rules->anchored)
        return;
    wr_spot middle = middle_of(y, root), size = wr_spot_sub(rules->high, rules->low);
    const wr_stance *stance = &y->pieces->stances[root.stance];
    middle.z = root.spot.z + (stance->low.z + stance->high.z) / 2;
    y->ground.low =
        (wr_spot){middle.x - size.x / 2, middle.y - size.y / 2, middle.z - size.z / 2};
    y->ground.high = wr_spot_add(y->ground.low, size);
}
