/* Each answer is the solution of a puzzle of its own, with a random state of its own: which
 * core finds it, and when, makes no difference. */
#include "builder/solver/large/answers.h"
#include "builder/solver/placing.h"
#include "builder/solver/rules.h"

#include "core/base/parallel.h"

#include <string.h>

/* ---- A block as a puzzle ---- */

/* A block, and what it must leave room for: the first node of all that hangs on it, and perhaps
 * the node it hangs on itself. */
struct part {
    struct wr_puzzle puzzle;
    struct wr_rules rules;
    wr_puzzle_node *nodes;
    wr_puzzle_link *links;
    const uint16_t *(*hooks)[2];
    wr_standing *standings, *corridors;
    uint32_t *hanging;
};

static void add_link(struct part *part, const struct wr_puzzle *from, uint32_t link, uint32_t a,
                     uint32_t b)
{
    uint32_t at = part->puzzle.link_count++;
    part->links[at] = from->links[link];
    part->links[at].nodes[0] = a;
    part->links[at].nodes[1] = b;
    if (from->rules && from->rules->hooks)
        memcpy(part->hooks[at], from->rules->hooks[link], sizeof *part->hooks);
}

static bool take_memory(struct part *part, const struct wr_blocks *blocks, uint32_t number,
                        uint32_t others, struct wr_arena *arena)
{
    const wr_block *block = &blocks->blocks[number];
    size_t more = 1 + (size_t)(blocks->child_starts[number + 1] - blocks->child_starts[number]);
    size_t nodes = block->count + more + others, links = block->link_count + more;
    part->nodes = WR_TAKE(arena, wr_puzzle_node, nodes);
    part->links = WR_TAKE(arena, wr_puzzle_link, links);
    part->hooks = wr_arena_take(arena, links, sizeof *part->hooks);
    part->hanging = WR_ZERO(arena, uint32_t, nodes);
    part->standings = WR_TAKE(arena, wr_standing, nodes);
    part->corridors = WR_TAKE(arena, wr_standing, links);
    return part->nodes && part->links && part->hooks && part->hanging && part->standings &&
           part->corridors;
}

/* Where nothing is fixed, only how large the bounds are can be asked. */
static void relax(struct part *part, const struct wr_puzzle *from)
{
    bool fixed = false;
    if (!from->rules)
        return;
    for (uint32_t i = 0; i < part->puzzle.node_count; i++)
        fixed |= part->nodes[i].fixed;
    part->rules = *from->rules;
    part->rules.anchored &= fixed;
    part->rules.hooks = from->rules->hooks ? part->hooks : NULL;
    part->puzzle.rules = &part->rules;
}

/* Adds the node at the far end of a bridge. */
static wr_puzzle_node *add_far(struct part *part, const struct wr_puzzle *from,
                               const struct wr_blocks *blocks, uint32_t link, uint32_t near,
                               uint32_t far)
{
    bool forth = from->links[link].nodes[0] == near;
    uint32_t gate = blocks->places[near], other = part->puzzle.node_count++;
    part->nodes[other] = from->nodes[far];
    add_link(part, from, link, forth ? gate : other, forth ? other : gate);
    return &part->nodes[other];
}

static void fix(wr_puzzle_node *node, const wr_standing *at)
{
    node->fixed = true;
    node->stance = at->stance;
    node->spot = at->spot;
    node->lengths = at->lengths;
}

static bool make_part(struct part *part, const struct wr_puzzle *from,
                      const struct wr_blocks *blocks, uint32_t number,
                      const wr_surroundings *around, struct wr_arena *arena)
{
    const wr_block *block = &blocks->blocks[number];
    *part = (struct part){.puzzle = *from};
    part->puzzle.rules = NULL;
    part->puzzle.node_count = part->puzzle.link_count = 0;
    if (!take_memory(part, blocks, number, around->other_count, arena))
        return false;
    part->puzzle.nodes = part->nodes;
    part->puzzle.links = part->links;
    part->puzzle.hanging = part->hanging;
    for (uint32_t i = 0; i < block->count; i++)
        part->nodes[i] = from->nodes[blocks->members[block->first + i]];
    for (uint32_t i = 0; i < block->link_count; i++) {
        uint32_t link = blocks->inner[block->first_inner + i];
        const uint32_t *ends = from->links[link].nodes;
        add_link(part, from, link, blocks->places[ends[0]], blocks->places[ends[1]]);
    }
    part->puzzle.node_count = block->count;
    for (uint32_t c = blocks->child_starts[number]; c < blocks->child_starts[number + 1]; c++) {
        const wr_block *child = &blocks->blocks[blocks->children[c]];
        part->hanging[part->puzzle.node_count] = child->weight - 1;
        add_far(part, from, blocks, child->link, child->anchor, child->gate);
    }
    if (around->anchor)
        fix(add_far(part, from, blocks, block->link, block->gate, block->anchor),
            around->anchor);
    for (uint32_t i = 0; i < around->other_count; i++) {
        wr_puzzle_node *node = &part->nodes[part->puzzle.node_count++];
        const wr_stance *stance = &from->pieces->stances[around->others[i].stance];
        *node = (wr_puzzle_node){.pieces = &stance->piece, .piece_count = 1};
        fix(node, &around->others[i]);
    }
    relax(part, from);
    return true;
}

/* ---- Asking ---- */

static void keep(const wr_block *block, const struct part *part, uint32_t at, wr_answers *out)
{
    wr_standing *to = out->standings + (size_t)at * (block->count + block->link_count);
    memcpy(to, part->standings, block->count * sizeof *to);
    memcpy(to + block->count, part->corridors, block->link_count * sizeof *to);
}

enum wr_verdict wr_answers_ask(const struct wr_puzzle *puzzle, const struct wr_blocks *blocks,
                               uint32_t block, const wr_surroundings *around, uint64_t seed,
                               uint64_t budget, wr_answers *out, struct wr_effort *effort)
{
    const wr_block *of = &blocks->blocks[block];
    struct wr_arena *arena = wr_arena_create();
    wr_random random = wr_random_of(wr_mix(seed + block), out->asked++);
    struct wr_effort own = wr_effort_none();
    struct part part;
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    if (arena && make_part(&part, puzzle, blocks, block, around, arena))
        verdict = wr_puzzle_search(&part.puzzle, &random, budget, part.standings,
                                   part.corridors, &own);
    if (verdict == WR_SOLVED) {
        uint32_t at = out->count < WR_MOST_ANSWERS ? out->count++
                                                   : wr_random_below(&random, WR_MOST_ANSWERS);
        keep(of, &part, at, out);
    }
    uint32_t fixed = around->other_count + (around->anchor != NULL);
    own.part = part.puzzle.node_count - fixed;
    own.deepest = own.deepest > fixed ? own.deepest - fixed : 0;
    if (own.stuck != WR_NOT_STUCK)
        own.stuck = blocks->members[of->first + (own.stuck < of->count ? own.stuck : 0)];
    wr_effort_add(effort, own);
    wr_arena_destroy(arena);
    return verdict;
}

/* ---- Following ---- */

/* What is proposed of a part's nodes and links, in its own numbers; false when memory is out.
 */
static bool take_proposal(const struct part *part, const struct wr_blocks *blocks,
                          uint32_t block, const struct wr_proposal *proposal,
                          struct wr_arena *arena, struct wr_proposal *out)
{
    const wr_block *of = &blocks->blocks[block];
    wr_standing *standings = WR_TAKE(arena, wr_standing, part->puzzle.node_count);
    uint16_t(*hooks)[2] = wr_arena_take(arena, part->puzzle.link_count, sizeof *hooks);
    uint32_t nodes = of->count, links = of->link_count;
    if (!standings || !hooks)
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        standings[i] = proposal->standings[blocks->members[of->first + i]];
    for (uint32_t i = 0; i < links; i++)
        memcpy(hooks[i], proposal->hooks[blocks->inner[of->first_inner + i]], sizeof *hooks);
    for (uint32_t c = blocks->child_starts[block]; c < blocks->child_starts[block + 1]; c++) {
        const wr_block *child = &blocks->blocks[blocks->children[c]];
        standings[nodes++] = proposal->standings[child->gate];
        memcpy(hooks[links++], proposal->hooks[child->link], sizeof *hooks);
    }
    *out = (struct wr_proposal){standings, (const uint16_t(*)[2])hooks};
    return true;
}

/* The search draws nothing but the order, which does not matter. */
static enum wr_verdict follow(struct part *part, const struct wr_proposal *proposal,
                              struct wr_arena *arena, struct wr_effort *effort)
{
    enum { STEPS_A_NODE = 4 };
    wr_random random = wr_random_of(0, 0);
    struct wr_placing *placing = wr_placing_start(&part->puzzle, &random, arena);
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    if (placing) {
        verdict = wr_placing_follow(placing, proposal,
                                    (uint64_t)STEPS_A_NODE * part->puzzle.node_count);
        effort->steps += wr_placing_steps(placing);
    }
    if (verdict == WR_SOLVED)
        wr_placing_tell(placing, part->standings, part->corridors);
    wr_placing_finish(placing);
    return verdict;
}

enum wr_verdict wr_answers_follow(const struct wr_puzzle *puzzle,
                                  const struct wr_blocks *blocks, uint32_t block,
                                  const struct wr_proposal *proposal, wr_answers *out,
                                  struct wr_effort *effort)
{
    const wr_surroundings nothing = {0};
    struct wr_arena *arena = wr_arena_create();
    struct part part;
    struct wr_proposal own;
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    if (arena && make_part(&part, puzzle, blocks, block, &nothing, arena) &&
        take_proposal(&part, blocks, block, proposal, arena, &own))
        verdict = follow(&part, &own, arena, effort);
    if (verdict == WR_SOLVED) {
        keep(&blocks->blocks[block], &part, 0, out);
        out->count = 1;
    }
    wr_arena_destroy(arena);
    return verdict;
}

/* ---- All blocks ---- */

struct asking {
    const struct wr_puzzle *puzzle;
    const struct wr_blocks *blocks;
    uint64_t seed;
    uint64_t steps_a_node, limit; /* of one answer */
    wr_answers *answers;
    uint32_t *rounds; /* blocks of several nodes that have no answer yet */
    uint32_t count;
    enum wr_verdict *verdicts; /* one a round */
    struct wr_effort *efforts;
};

/* A few for small blocks, which are easy and to be had in several ways; of a large one the
 * first is dear. */
static uint32_t first_answers(const wr_block *block)
{
    enum { SMALL = 12, MIDDLING = 40 };
    return block->parent == WR_NO_BLOCK || block->count > MIDDLING ? 1
           : block->count > SMALL                                  ? 2
                                                                   : 4;
}

static enum wr_result ask_block(void *user, struct wr_context *context, unsigned worker,
                                size_t index)
{
    struct asking *a = user;
    uint32_t number = a->rounds[index];
    const wr_block *block = &a->blocks->blocks[number];
    const wr_surroundings nothing = {0};
    uint64_t budget = a->steps_a_node * block->count;
    enum wr_verdict verdict = WR_SOLVED;
    struct wr_puzzle puzzle = *a->puzzle;
    (void)worker;
    puzzle.context = context;
    a->efforts[index] = wr_effort_none();
    for (uint32_t i = 0; i < first_answers(block) && verdict == WR_SOLVED; i++) {
        verdict = wr_answers_ask(&puzzle, a->blocks, number, &nothing, a->seed,
                                 budget < a->limit ? budget : a->limit, &a->answers[number],
                                 &a->efforts[index]);
        if (i == 0)
            a->verdicts[index] = verdict;
    }
    return WR_OK;
}

static enum wr_verdict ask_blocks(struct asking *a)
{
    struct wr_context *context = a->puzzle->context;
    if (!context || wr_context_jobs(context) < 2) {
        for (uint32_t i = 0; i < a->count; i++)
            ask_block(a, context, 0, i);
        return WR_SOLVED;
    }
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    if (!quiet)
        return WR_OUT_OF_MEMORY;
    enum wr_result result = wr_parallel(quiet, NULL, a->count, ask_block, a);
    wr_context_destroy(quiet);
    return result == WR_OK ? WR_SOLVED : WR_OUT_OF_MEMORY;
}

wr_answers *wr_answers_start(const struct wr_blocks *blocks, struct wr_arena *arena)
{
    wr_answers *answers = WR_ZERO(arena, wr_answers, blocks->count);
    for (uint32_t b = 0; answers && b < blocks->count; b++) {
        const wr_block *block = &blocks->blocks[b];
        size_t size = (size_t)block->count + block->link_count;
        if (block->count == 1)
            continue;
        answers[b].standings = WR_TAKE(arena, wr_standing, WR_MOST_ANSWERS * size);
        if (!answers[b].standings)
            return NULL;
    }
    return answers;
}

static bool list_rounds(struct asking *a, uint32_t first, struct wr_arena *arena)
{
    a->rounds = WR_TAKE(arena, uint32_t, a->blocks->count);
    for (uint32_t b = first; a->rounds && b < a->blocks->count; b++)
        if (a->blocks->blocks[b].count > 1 && a->answers[b].count == 0)
            a->rounds[a->count++] = b;
    a->verdicts = WR_ZERO(arena, enum wr_verdict, a->count);
    a->efforts = WR_TAKE(arena, struct wr_effort, a->count);
    return a->rounds && a->verdicts && a->efforts;
}

/* That there is no answer says most; a budget that ran out least. */
static enum wr_verdict worse(enum wr_verdict a, enum wr_verdict b)
{
    static const int ranks[] = {[WR_SOLVED] = 0,
                                [WR_OUT_OF_BUDGET] = 1,
                                [WR_OUT_OF_TIME] = 2,
                                [WR_OUT_OF_MEMORY] = 3,
                                [WR_UNSOLVABLE] = 4};
    return ranks[a] > ranks[b] ? a : b;
}

/* Leaves those that have no answer. */
static enum wr_verdict settle_round(struct asking *a, struct wr_effort *effort)
{
    enum wr_verdict verdict = WR_SOLVED;
    uint32_t left = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        verdict = worse(verdict, a->verdicts[i]);
        if (a->verdicts[i] == WR_SOLVED) {
            effort->steps += a->efforts[i].steps;
            continue;
        }
        wr_effort_add(effort, a->efforts[i]);
        a->rounds[left++] = a->rounds[i];
    }
    a->count = left;
    return verdict;
}

enum wr_verdict wr_answers_ask_all(const struct wr_puzzle *puzzle,
                                   const struct wr_blocks *blocks, uint32_t first,
                                   uint64_t seed, uint64_t budget, struct wr_arena *arena,
                                   wr_answers *out, struct wr_effort *effort)
{
    enum { FIRST_STEPS_A_NODE = 1000 };
    struct asking a = {
        .puzzle = puzzle,
        .blocks = blocks,
        .seed = seed,
        .steps_a_node = FIRST_STEPS_A_NODE,
        .limit = budget,
        .answers = out,
    };
    if (!list_rounds(&a, first, arena))
        return WR_OUT_OF_MEMORY;
    enum wr_verdict verdict = WR_SOLVED;
    do {
        verdict = ask_blocks(&a);
        verdict = worse(verdict, settle_round(&a, effort));
        a.steps_a_node *= 2;
    } while (verdict == WR_OUT_OF_BUDGET && effort->steps < budget);
    return verdict;
}
