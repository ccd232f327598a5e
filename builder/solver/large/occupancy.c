/* Blocks on the ground: which stand, what an offer would evict, and how full it is around a
 * place. */
#include "builder/solver/large/occupancy.h"
#include "builder/solver/rules.h"

#include <string.h>

enum { MOST_IN_WAY = 64 };

static const wr_block *block_of(const struct wr_occupancy *o, uint32_t block)
{
    return &o->blocks->blocks[block];
}

static uint32_t piece_of(const struct wr_occupancy *o, uint32_t stance)
{
    return o->pieces->stances[stance].piece;
}

/* ---- Crowds ---- */

static uint32_t *crowd_at(struct wr_occupancy *o, uint32_t scale, int64_t column, int64_t row)
{
    uint64_t cell = wr_mix((uint64_t)column << 32 ^ (uint64_t)(row & UINT32_MAX));
    return &o->crowds[scale][cell % WR_CROWD_CELLS];
}

static wr_spot middle_of(const struct wr_occupancy *o, wr_standing at)
{
    const wr_stance *stance = &o->pieces->stances[at.stance];
    return (wr_spot){at.spot.x + (stance->low.x + stance->high.x) / 2,
                     at.spot.y + (stance->low.y + stance->high.y) / 2, at.spot.z};
}

static void crowd(struct wr_occupancy *o, wr_standing at, uint32_t by)
{
    wr_spot middle = middle_of(o, at);
    for (uint32_t scale = 0; scale < WR_CROWD_SCALES; scale++) {
        int64_t width = o->cell_width << scale;
        *crowd_at(o, scale, wr_cell_of(middle.x, width), wr_cell_of(middle.y, width)) += by;
    }
}

/* How much stands around a place where `weight` nodes go on, near things counting most. */
static uint64_t crowd_around(struct wr_occupancy *o, wr_spot middle, uint32_t weight)
{
    enum { REACH = 3, PARTS = 16 };
    uint32_t scale = 0;
    while (scale + 1 < WR_CROWD_SCALES && (uint64_t)4 << 2 * scale < weight)
        scale++;
    int64_t width = o->cell_width << scale;
    int64_t column = wr_cell_of(middle.x, width), row = wr_cell_of(middle.y, width);
    uint64_t sum = 0;
    for (int64_t dy = -REACH; dy <= REACH; dy++)
        for (int64_t dx = -REACH; dx <= REACH; dx++) {
            uint32_t count = *crowd_at(o, scale, column + dx, row + dy);
            int64_t far_x = ((column + dx) * width + width / 2 - middle.x) * PARTS / width;
            int64_t far_y = ((row + dy) * width + width / 2 - middle.y) * PARTS / width;
            int64_t far = far_x * far_x + far_y * far_y;
            if (count)
                sum += ((uint64_t)count << 20) / (uint64_t)(PARTS * PARTS + far);
        }
    return sum;
}

/* Keeps the `most` least of some numbers, in their order. */
static void keep_least(uint64_t *least, uint32_t *count, uint32_t most, uint64_t number)
{
    if (*count == most && number >= least[most - 1])
        return;
    uint32_t at = *count < most ? (*count)++ : most - 1;
    for (; at > 0 && least[at - 1] > number; at--)
        least[at] = least[at - 1];
    least[at] = number;
}

uint64_t wr_occupancy_crowd(struct wr_occupancy *o, const wr_standing *at, uint32_t entry,
                            uint32_t branches, uint32_t weight)
{
    enum { MOST_BRANCHES = 8 };
    const wr_piece *piece = &o->pieces->pieces[wr_standing_stance(o->pieces, at)->piece];
    uint64_t least[MOST_BRANCHES], sum = 0;
    uint32_t count = 0, most = branches < MOST_BRANCHES ? branches : MOST_BRANCHES;
    for (uint32_t h = 0; most > 0 && h < piece->hook_count; h++)
        if (wr_piece_door(piece, h) != wr_piece_door(piece, entry))
            keep_least(least, &count, most,
                       crowd_around(o, wr_standing_hook(o->pieces, at, h), weight));
    for (uint32_t i = 0; i < count; i++)
        sum += least[i];
    return count > 0 ? sum / count : crowd_around(o, middle_of(o, *at), weight);
}

/* ---- Putting up and taking down ---- */

static uint32_t body_count(const struct wr_occupancy *o, uint32_t block)
{
    return block_of(o, block)->count + block_of(o, block)->link_count + 1;
}

/* The number of a block's body on the ground: of its nodes, then its inner corridors, then the
 * bridge's. */
static uint32_t body_id(const struct wr_occupancy *o, uint32_t block, uint32_t i)
{
    const wr_block *of = block_of(o, block);
    if (i < of->count)
        return o->blocks->members[of->first + i];
    uint32_t link = i < of->count + of->link_count
                        ? o->blocks->inner[of->first_inner + i - of->count]
                        : of->link;
    return o->puzzle->node_count + link;
}

/* Where a body would stand; WR_NO_STANCE: there is none. */
static wr_standing body_at(const struct wr_occupancy *o, uint32_t block, uint32_t i,
                           const struct wr_offer *offer)
{
    const wr_block *of = block_of(o, block);
    wr_standing at = {.stance = WR_NO_STANCE};
    if (i == of->count + of->link_count) {
        if (of->parent == WR_NO_BLOCK || offer->via == WR_NO_CORRIDOR)
            return at;
        const wr_via *via = &o->puzzle->links[of->link].contacts->vias[offer->via];
        return wr_standing_at(via->stance, wr_spot_add(o->nodes[of->anchor].spot, via->offset));
    }
    if (of->count == 1)
        return i == 0 ? offer->gate : at;
    const wr_standing *answer = wr_answer(&o->answers[block], of, offer->answer);
    if (answer[i].stance == WR_NO_STANCE)
        return at;
    uint32_t gate = of->parent == WR_NO_BLOCK ? 0 : o->blocks->places[of->gate];
    wr_spot way = wr_spot_sub(offer->gate.spot, answer[gate].spot);
    return (wr_standing){answer[i].stance, wr_spot_add(answer[i].spot, way), answer[i].lengths};
}

static void note_stood(struct wr_occupancy *o, uint32_t block, uint32_t more, uint32_t less)
{
    for (; block != WR_NO_BLOCK; block = block_of(o, block)->parent)
        o->states[block].stood += more - less;
}

bool wr_occupancy_put(struct wr_occupancy *o, uint32_t block, const struct wr_offer *offer)
{
    const wr_block *of = block_of(o, block);
    for (uint32_t i = 0; i < body_count(o, block); i++) {
        wr_standing at = body_at(o, block, i, offer);
        uint32_t id = body_id(o, block, i), n = o->puzzle->node_count;
        if (at.stance == WR_NO_STANCE)
            continue;
        if (!wr_ground_put(&o->ground, id, at))
            return false;
        if (id >= n) {
            o->corridors[id - n] = at;
            continue;
        }
        o->nodes[id] = at;
        o->counts[piece_of(o, at.stance)]++;
        crowd(o, at, o->rooms[block]);
    }
    o->states[block].stands = true;
    note_stood(o, block, of->count, 0);
    if (o->states[0].stood > o->deepest)
        o->deepest = o->states[0].stood;
    return true;
}

static void take_bodies(struct wr_occupancy *o, uint32_t block)
{
    uint32_t n = o->puzzle->node_count;
    for (uint32_t i = 0; i < body_count(o, block); i++) {
        uint32_t id = i + 1 == body_count(o, block) && block_of(o, block)->parent == WR_NO_BLOCK
                          ? UINT32_MAX
                          : body_id(o, block, i);
        if (id == UINT32_MAX || (id >= n && o->corridors[id - n].stance == WR_NO_STANCE))
            continue;
        wr_ground_take(&o->ground, id);
        if (id >= n) {
            o->corridors[id - n].stance = WR_NO_STANCE;
        } else {
            o->counts[piece_of(o, o->nodes[id].stance)]--;
            crowd(o, o->nodes[id], 0 - o->rooms[block]);
        }
    }
}

void wr_occupancy_take(struct wr_occupancy *o, uint32_t block)
{
    enum { PENALTY = 4 };
    uint32_t stood = o->states[block].stood;
    if (!o->states[block].stands)
        return;
    for (uint32_t b = block; b < block + block_of(o, block)->span; b++) {
        if (o->states[b].stands)
            take_bodies(o, b);
        o->states[b].stands = false;
        o->states[b].stood = 0;
    }
    note_stood(o, block_of(o, block)->parent, 0, stood);
    o->states[block].penalty += PENALTY;
}

/* ---- What is in the way ---- */

uint64_t wr_occupancy_cost(const struct wr_occupancy *o, uint32_t block)
{
    return (uint64_t)o->states[block].stood + o->states[block].penalty;
}

static bool add_evicted(struct wr_occupancy *o, uint32_t other, uint32_t block, uint64_t *cost)
{
    if (o->states[other].stamp == o->stamp)
        return true;
    if (wr_block_is_below(o->blocks, block, other))
        return false;
    o->states[other].stamp = o->stamp;
    o->evicted[o->evicted_count++] = other;
    *cost += wr_occupancy_cost(o, other);
    return true;
}

uint32_t wr_occupancy_owner(const struct wr_occupancy *o, uint32_t id)
{
    uint32_t n = o->puzzle->node_count;
    return id < n ? o->blocks->owners[id] : o->blocks->link_owners[id - n];
}

/* Adds what one body would stand in; false where it must not stand at all. */
static bool clear_body(struct wr_occupancy *o, uint32_t block, uint32_t i, wr_standing at,
                       uint64_t *cost)
{
    const wr_block *of = block_of(o, block);
    uint32_t ids[MOST_IN_WAY];
    bool beside = i < of->count && of->parent != WR_NO_BLOCK &&
                  o->blocks->members[of->first + i] == of->gate;
    o->steps++;
    if (!wr_ground_allows(&o->ground, at))
        return false;
    uint32_t count = wr_ground_clashes(&o->ground, at, &of->anchor, beside, ids, MOST_IN_WAY);
    for (uint32_t k = 0; k < count; k++)
        if (!add_evicted(o, wr_occupancy_owner(o, ids[k]), block, cost))
            return false;
    return count < MOST_IN_WAY;
}

/* The corridor of the bridge must not stand in its own block's rooms either. */
static bool clear_of_own(const struct wr_occupancy *o, uint32_t block,
                         const struct wr_offer *offer, wr_standing corridor)
{
    for (uint32_t i = 0; i + 1 < body_count(o, block); i++) {
        wr_standing at = body_at(o, block, i, offer);
        if (at.stance != WR_NO_STANCE &&
            wr_stances_overlap(o->pieces, at.stance, corridor.stance,
                               wr_spot_sub(corridor.spot, at.spot)))
            return false;
    }
    return true;
}

/* What a link leads to from a room that stands: its corridor, or the other room. */
static const wr_standing *next_by(const struct wr_occupancy *o, uint32_t link,
                                  const wr_standing *other)
{
    return o->corridors[link].stance != WR_NO_STANCE ? &o->corridors[link] : other;
}

/* Adds what takes the doorway by which a block is to hang, where that has several places; false
 * where it must not be taken. */
static bool clear_door(struct wr_occupancy *o, uint32_t block, const wr_standing *next,
                       uint64_t *cost)
{
    const wr_block *of = block_of(o, block);
    const wr_standing *anchor = &o->nodes[of->anchor];
    if (!o->rules || !o->pieces->slides)
        return true;
    uint32_t door = wr_rules_door(o->pieces, anchor, next);
    for (uint32_t i = o->graph.starts[of->anchor]; i < o->graph.starts[of->anchor + 1]; i++) {
        uint32_t link = o->graph.links[i], node = o->graph.nodes[i];
        uint32_t owner = o->blocks->owners[node];
        if (link != of->link && o->states[owner].stands &&
            wr_rules_door(o->pieces, anchor, next_by(o, link, &o->nodes[node])) == door &&
            !add_evicted(o, owner, block, cost))
            return false;
    }
    return true;
}

/* Whether the gate of a block of several nodes has its doorway for the bridge to itself. */
static bool gate_has_door(const struct wr_occupancy *o, uint32_t block,
                          const struct wr_offer *offer, const wr_standing *next)
{
    const wr_block *of = block_of(o, block);
    if (!o->rules || !o->pieces->slides || of->count == 1)
        return true;
    uint32_t door = wr_rules_door(o->pieces, &offer->gate, next);
    for (uint32_t i = 0; i < of->link_count; i++) {
        const uint32_t *ends = o->puzzle->links[o->blocks->inner[of->first_inner + i]].nodes;
        if (ends[0] != of->gate && ends[1] != of->gate)
            continue;
        wr_standing inner = body_at(o, block, of->count + i, offer);
        if (inner.stance == WR_NO_STANCE)
            inner = body_at(o, block, o->blocks->places[ends[ends[0] == of->gate]], offer);
        if (wr_rules_door(o->pieces, &offer->gate, &inner) == door)
            return false;
    }
    return true;
}

/* Adds what the chosen corridor would stand in, or whose doorway it takes. */
static bool clear_corridor(struct wr_occupancy *o, uint32_t block, const struct wr_offer *offer,
                           uint64_t *cost)
{
    uint32_t corridor = block_of(o, block)->count + block_of(o, block)->link_count;
    wr_standing at = body_at(o, block, corridor, offer);
    return clear_of_own(o, block, offer, at) && gate_has_door(o, block, offer, &at) &&
           clear_door(o, block, &at, cost) &&
           clear_body(o, block, block_of(o, block)->count, at, cost);
}

/* Chooses the corridor with the least in its way, from a random one on. */
static bool choose_corridor(struct wr_occupancy *o, uint32_t block, struct wr_offer *offer,
                            uint64_t *cost)
{
    const wr_block *of = block_of(o, block);
    const struct wr_contacts *contacts = o->puzzle->links[of->link].contacts;
    uint32_t first = contacts->via_start[offer->contact];
    uint32_t count = contacts->via_start[offer->contact + 1] - first;
    uint32_t start = count > 1 ? wr_random_below(o->random, count) : 0;
    uint32_t kept = o->evicted_count;
    int64_t best = WR_NO_CORRIDOR;
    uint64_t least = WR_NO_OFFER;
    for (uint32_t i = 0; i < count && least != 0; i++) {
        uint64_t more = 0;
        offer->via = first + (start + i) % count;
        if (clear_corridor(o, block, offer, &more) && more < least) {
            least = more;
            best = offer->via;
        }
        while (o->evicted_count > kept)
            o->states[o->evicted[--o->evicted_count]].stamp = 0;
    }
    offer->via = best;
    return best != WR_NO_CORRIDOR && clear_corridor(o, block, offer, cost);
}

/* The cheapest node of a piece that may give it up. */
static uint32_t cheapest_of(const struct wr_occupancy *o, uint32_t piece, uint32_t block)
{
    uint32_t best = WR_NO_BLOCK;
    for (uint32_t i = 0; i < o->puzzle->node_count; i++) {
        uint32_t owner = o->blocks->owners[i];
        if (o->states[owner].stands && piece_of(o, o->nodes[i].stance) == piece &&
            o->states[owner].stamp != o->stamp && !wr_block_is_below(o->blocks, block, owner) &&
            (best == WR_NO_BLOCK || wr_occupancy_cost(o, owner) < wr_occupancy_cost(o, best)))
            best = owner;
    }
    return best;
}

static uint32_t freed_by_eviction(const struct wr_occupancy *o, uint32_t piece)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < o->evicted_count; v++) {
        const wr_block *of = block_of(o, o->evicted[v]);
        for (uint32_t i = 0; i < of->count; i++)
            count += piece_of(o, o->nodes[o->blocks->members[of->first + i]].stance) == piece;
    }
    return count;
}

/* Adds blocks whose pieces there may be no more of beside the offer's. */
static bool clear_counts(struct wr_occupancy *o, uint32_t block, const struct wr_offer *offer,
                         uint64_t *cost)
{
    const uint32_t *most = o->rules ? o->rules->most : NULL;
    bool fine = true;
    for (uint32_t i = 0; most && i < block_of(o, block)->count; i++)
        o->tally[piece_of(o, body_at(o, block, i, offer).stance)]++;
    for (uint32_t i = 0; most && i < block_of(o, block)->count; i++) {
        uint32_t piece = piece_of(o, body_at(o, block, i, offer).stance);
        uint32_t wanted = o->tally[piece];
        o->tally[piece] = 0;
        while (fine && wanted > 0 && most[piece] != UINT32_MAX &&
               o->counts[piece] + wanted - freed_by_eviction(o, piece) > most[piece]) {
            uint32_t cheapest = cheapest_of(o, piece, block);
            fine = cheapest != WR_NO_BLOCK && add_evicted(o, cheapest, block, cost);
        }
    }
    return fine;
}

/* Whether the rules keep a node's doorway for another link of it. */
static bool is_kept(const struct wr_occupancy *o, uint32_t node, uint32_t link, uint32_t piece,
                    uint16_t hook)
{
    const wr_piece *of = &o->pieces->pieces[piece];
    for (uint32_t i = o->graph.starts[node]; i < o->graph.starts[node + 1]; i++) {
        uint32_t other = o->graph.links[i], side = o->puzzle->links[other].nodes[0] != node;
        const uint16_t *wanted = o->rules->hooks[other][side];
        if (other != link && wanted && wanted[piece] < of->hook_count &&
            wr_piece_door(of, wanted[piece]) == wr_piece_door(of, hook))
            return true;
    }
    return false;
}

/* Whether the rules let the two ends of a block's bridge meet so. */
static bool may_meet(const struct wr_occupancy *o, uint32_t block, const struct wr_offer *offer)
{
    const wr_block *of = block_of(o, block);
    const wr_puzzle_link *link = &o->puzzle->links[of->link];
    uint32_t own = piece_of(o, offer->gate.stance);
    uint32_t other = piece_of(o, o->nodes[of->anchor].stance);
    if (!o->rules)
        return true;
    if (o->rules->apart && o->rules->apart[(size_t)own * o->pieces->piece_count + other])
        return false;
    if (!o->rules->hooks || !link->contacts->hooks)
        return true;
    const uint16_t *const *wanted = o->rules->hooks[of->link];
    const uint16_t *hooks = link->contacts->hooks[offer->contact];
    int side = link->nodes[0] == of->gate ? 0 : 1;
    return wr_rules_take_hook(o->pieces, wanted[side], own, hooks[1]) &&
           wr_rules_take_hook(o->pieces, wanted[1 - side], other, hooks[0]) &&
           !is_kept(o, of->gate, of->link, own, hooks[1]) &&
           !is_kept(o, of->anchor, of->link, other, hooks[0]);
}

/* What a block would evict; WR_NO_OFFER where it must not stand, or where
 * that is `limit` or more. */
uint64_t wr_occupancy_weigh(struct wr_occupancy *o, uint32_t block, struct wr_offer *offer,
                            uint64_t limit)
{
    const wr_block *of = block_of(o, block);
    bool bridged = of->parent != WR_NO_BLOCK;
    uint64_t cost = 0;
    o->stamp++;
    o->evicted_count = 0;
    if (bridged && !may_meet(o, block, offer))
        return WR_NO_OFFER;
    for (uint32_t i = 0; i + 1 < body_count(o, block); i++) {
        wr_standing at = body_at(o, block, i, offer);
        if (at.stance == WR_NO_STANCE)
            continue;
        if (!clear_body(o, block, i, at, &cost) || cost >= limit)
            return WR_NO_OFFER;
    }
    bool direct = bridged && !o->puzzle->links[of->link].contacts->vias;
    if (direct && (!gate_has_door(o, block, offer, &o->nodes[of->anchor]) ||
                   !clear_door(o, block, &offer->gate, &cost) || cost >= limit))
        return WR_NO_OFFER;
    if (bridged && !direct &&
        !(offer->via == WR_NO_CORRIDOR ? choose_corridor(o, block, offer, &cost)
                                       : clear_corridor(o, block, offer, &cost)))
        return WR_NO_OFFER;
    if (!clear_counts(o, block, offer, &cost))
        return WR_NO_OFFER;
    return cost < limit ? cost : WR_NO_OFFER;
}

/* ---- Starting ---- */

/* A block's nodes, and all that hangs on it but its heaviest branch, by the node: that goes on
 * elsewhere. */
static void reserve(struct wr_occupancy *o)
{
    for (uint32_t b = 0; b < o->blocks->count; b++) {
        uint32_t heaviest = 0;
        for (uint32_t c = o->blocks->child_starts[b]; c < o->blocks->child_starts[b + 1]; c++) {
            uint32_t weight = block_of(o, o->blocks->children[c])->weight;
            heaviest = weight > heaviest ? weight : heaviest;
        }
        o->rooms[b] = (block_of(o, b)->weight - heaviest + block_of(o, b)->count - 1) /
                      block_of(o, b)->count;
    }
}

static void rule_ground(struct wr_occupancy *o)
{
    o->ground.headroom = 0;
    if (!o->rules)
        return;
    o->ground.most_storeys = o->rules->storeys;
    o->ground.storey_height = o->rules->storey_height;
    if (o->rules->bounded && o->rules->anchored) {
        o->ground.low = o->rules->low;
        o->ground.high = o->rules->high;
    }
}

bool wr_occupancy_start(struct wr_occupancy *o, const struct wr_puzzle *puzzle,
                        const struct wr_blocks *blocks, wr_answers *answers, wr_standing *nodes,
                        wr_standing *corridors, struct wr_arena *arena)
{
    uint32_t count = blocks->count, pieces = puzzle->pieces->piece_count;
    *o = (struct wr_occupancy){
        .puzzle = puzzle,
        .pieces = puzzle->pieces,
        .rules = puzzle->rules,
        .blocks = blocks,
        .answers = answers,
        .nodes = nodes,
        .corridors = corridors,
        .states = WR_ZERO(arena, wr_occupancy_state, count),
        .evicted = WR_TAKE(arena, uint32_t, count),
        .rooms = WR_TAKE(arena, uint32_t, count),
        .counts = WR_ZERO(arena, uint32_t, pieces),
        .tally = WR_ZERO(arena, uint32_t, pieces),
        .crowds = wr_arena_zero(arena, WR_CROWD_SCALES, sizeof *o->crowds),
    };
    wr_ground_start(&o->ground, puzzle->pieces, o->rules ? o->rules->gap : 0);
    bool asked = puzzle->pieces->slides || (o->rules && o->rules->hooks);
    if (asked && !wr_neighbours_of(arena, puzzle->node_count, puzzle->links, puzzle->link_count,
                                   &o->graph))
        return false;
    if (!o->states || !o->evicted || !o->rooms || !o->counts || !o->tally || !o->crowds)
        return false;
    o->cell_width = 2 * o->ground.grid.width;
    rule_ground(o);
    reserve(o);
    return true;
}

void wr_occupancy_finish(struct wr_occupancy *o)
{
    wr_ground_finish(&o->ground);
}

void wr_occupancy_clear(struct wr_occupancy *o)
{
    wr_ground_clear(&o->ground);
    memset(o->counts, 0, o->pieces->piece_count * sizeof *o->counts);
    memset(o->crowds, 0, WR_CROWD_SCALES * sizeof *o->crowds);
    memset(o->states, 0, o->blocks->count * sizeof *o->states);
    for (uint32_t i = 0; i < o->puzzle->link_count; i++)
        o->corridors[i].stance = WR_NO_STANCE;
    o->stamp = 0;
}

/* Bounds whose place nothing says are put around the root. */
void wr_occupancy_bound(struct wr_occupancy *o, wr_standing root)
{
    const struct wr_rules *rules = o->rules;
    if (!rules || !rules->bounded || rules->anchored)
        return;
    wr_spot middle = middle_of(o, root), size = wr_spot_sub(rules->high, rules->low);
    const wr_stance *stance = &o->pieces->stances[root.stance];
    middle.z = root.spot.z + (stance->low.z + stance->high.z) / 2;
    o->ground.low =
        (wr_spot){middle.x - size.x / 2, middle.y - size.y / 2, middle.z - size.z / 2};
    o->ground.high = wr_spot_add(o->ground.low, size);
}
