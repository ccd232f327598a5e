/* All levels of a small graph: its plans are drawn until no new ones come, and each is searched
 * to the end. */
#include "builder/generate/graph/list.h"
#include "builder/generate/graph/make.h"
#include "builder/generate/roster.h"
#include "builder/solver/placing.h"

#include <string.h>

/* Of `n` plans that are equally likely, 16 n drawings miss each with a chance of e^-16. */
enum { PLAN_STREAM = 41, ORDER_STREAM, PLANS = 128, DRAWINGS_A_PLAN = 16, DRAWINGS = 32 };

/* A plan that is searched. */
struct listing {
    const struct wr_making *making;
    struct wr_roster *roster;
    struct wr_blueprint blueprint;
    struct wr_placing *placing;
    wr_standing nodes[WR_ROSTER_ROOMS], corridors[WR_ROSTER_ROOMS * WR_ROSTER_ROOMS];
    uint64_t marks[WR_ROSTER_ROOMS];
    wr_roster_link links[WR_ROSTER_ROOMS * WR_ROSTER_ROOMS];
    wr_roster_level level;
    bool failed; /* memory is out */
};

/* ---- What is drawn ---- */

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 1;
    for (; text && *text; text++)
        hash = wr_mix(hash ^ (unsigned char)*text);
    return text ? hash : 0;
}

/* Nodes of the template keep their names; others are told apart by what they are for. */
static uint64_t mark_of(const struct wr_blueprint *b, uint32_t node)
{
    uint64_t mark = node < b->template->node_count ? node + 1 : 0;
    mark = wr_mix(mark ^ hash_of(b->keys[node]));
    return wr_mix(mark ^ (node == b->entry ? 2u : 0u) ^ (node == b->exit ? 1u : 0u));
}

static uint64_t key_of_plan(const struct wr_blueprint *b)
{
    uint64_t key = wr_mix(b->node_count);
    for (uint32_t i = 0; i < b->node_count; i++) {
        key = wr_mix(key ^ mark_of(b, i));
        for (uint32_t k = 0; k < b->nodes[i].piece_count; k++)
            key = wr_mix(key ^ (b->nodes[i].pieces[k] + 1));
        key = wr_mix(key ^ (b->nodes[i].fixed ? b->nodes[i].stance : 0));
    }
    for (uint32_t i = 0; i < b->link_count; i++)
        for (int side = 0; side < 2; side++)
            key = wr_mix(key ^ b->links[i].nodes[side] ^ hash_of(b->passages[i].lock));
    return key;
}

/* ---- Placing it in every way ---- */

static void describe(struct listing *l, uint64_t seed)
{
    const struct wr_blueprint *b = &l->blueprint;
    for (uint32_t i = 0; i < b->node_count; i++)
        l->marks[i] = mark_of(b, i);
    for (uint32_t i = 0; i < b->link_count; i++)
        l->links[i] = (wr_roster_link){
            .rooms = {b->links[i].nodes[0], b->links[i].nodes[1]},
            .mark = hash_of(b->passages[i].lock) + b->passages[i].hidden,
        };
    l->level = (wr_roster_level){
        .rooms = l->nodes,
        .marks = l->marks,
        .links = l->links,
        .room_count = b->node_count,
        .link_count = b->link_count,
        .plan = seed,
    };
}

static bool take_level(void *user)
{
    struct listing *l = user;
    wr_placing_tell(l->placing, l->nodes, l->corridors);
    l->failed |= !wr_roster_add(l->roster, &l->level);
    return l->failed || l->roster->many;
}

static enum wr_result place_all(struct listing *l, wr_random *random)
{
    struct wr_arena *arena = l->making->arena;
    struct wr_puzzle puzzle = wr_graph_puzzle(l->making, &l->blueprint);
    l->placing = wr_placing_start(&puzzle, random, arena);
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    if (l->placing)
        verdict = wr_placing_all(l->placing, WR_ROSTER_STEPS - l->roster->steps, take_level, l);
    if (l->placing)
        l->roster->steps += wr_placing_steps(l->placing);
    wr_placing_finish(l->placing);
    l->roster->many |= verdict != WR_UNSOLVABLE;
    return l->failed || verdict == WR_OUT_OF_MEMORY ? wr_no_memory(l->making->context) : WR_OK;
}

/* Draws a plan, and places it where it is a new one. */
static enum wr_result list_plan(struct listing *l, uint64_t seed, uint64_t *plans,
                                uint32_t *count)
{
    wr_random random = wr_random_of(seed, PLAN_STREAM),
              order = wr_random_of(seed, ORDER_STREAM);
    enum wr_result result = wr_graph_plan(l->making, &random, false, WR_ROSTER_ROOMS,
                                          WR_ROSTER_STEPS, &l->blueprint);
    l->roster->many |= l->blueprint.end != WR_PLAN_NO_MEMORY;
    if (result != WR_OK) /* other plans may be possible */
        return result == WR_NO_FIT ? WR_OK : result;
    uint64_t key = key_of_plan(&l->blueprint);
    for (uint32_t i = 0; i < *count; i++)
        if (plans[i] == key)
            return WR_OK;
    l->roster->many |=
        *count == PLANS || l->blueprint.link_count > WR_ROSTER_ROOMS * WR_ROSTER_ROOMS;
    if (l->roster->many)
        return WR_OK;
    plans[(*count)++] = key;
    describe(l, seed);
    return place_all(l, &order);
}

enum wr_result wr_graph_list(const struct wr_making *m, struct wr_roster *roster)
{
    struct listing *l = WR_ZERO(m->arena, struct listing, 1);
    uint64_t plans[PLANS];
    uint32_t count = 0;
    enum wr_result result = WR_OK;
    if (!l)
        return wr_no_memory(m->context);
    roster->many |= m->template->node_count > WR_ROSTER_ROOMS;
    l->making = m;
    l->roster = roster;
    for (uint64_t seed = 1; result == WR_OK && !roster->many; seed++) {
        wr_arena_mark here = wr_arena_here(m->arena);
        if (seed > DRAWINGS + (uint64_t)DRAWINGS_A_PLAN * count)
            break;
        result = list_plan(l, seed, plans, &count);
        wr_arena_rewind(m->arena, here);
    }
    return result;
}

/* ---- One of them ---- */

enum wr_result wr_graph_recall(const struct wr_making *m, const wr_roster_level *level,
                               struct wr_draft *out)
{
    wr_random random = wr_random_of(level->plan, PLAN_STREAM);
    struct wr_blueprint blueprint;
    *out = (struct wr_draft){0};
    enum wr_result result =
        wr_graph_plan(m, &random, false, WR_ROSTER_ROOMS, WR_ROSTER_STEPS, &blueprint);
    wr_standing *standings =
        wr_arena_copy(m->arena, level->rooms, level->room_count, sizeof *standings);
    if (result == WR_OK && !standings)
        result = wr_no_memory(m->context);
    return result == WR_OK ? wr_graph_draft(m, &blueprint, standings, out) : result;
}
