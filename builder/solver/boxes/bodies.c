/* Bodies out of nodes and links. */
#include "builder/solver/boxes/bodies.h"

/* Numbers what there is. */
static bool count_bodies(struct wr_bodies *b, struct wr_arena *arena)
{
    b->corridors = WR_TAKE(arena, uint32_t, b->puzzle->link_count);
    b->count = b->puzzle->node_count;
    for (uint32_t i = 0; b->corridors && i < b->puzzle->link_count; i++)
        b->corridors[i] = b->puzzle->links[i].contacts->vias ? b->count++ : WR_NO_BODY;
    return b->corridors != NULL;
}

static bool add_stance(struct wr_body *body, uint32_t stance, struct wr_arena *arena)
{
    for (uint32_t i = 0; i < body->stance_count; i++)
        if (body->stances[i] == stance)
            return true;
    body->stances = wr_arena_more(arena, body->stances, body->stance_count, sizeof stance);
    if (!body->stances)
        return false;
    body->stances[body->stance_count++] = stance;
    return true;
}

static bool list_node(struct wr_bodies *b, uint32_t node, struct wr_arena *arena)
{
    const wr_puzzle_node *of = &b->puzzle->nodes[node];
    struct wr_body *body = &b->list[node];
    if (of->fixed)
        return add_stance(body, of->stance, arena);
    for (uint32_t i = 0; i < of->piece_count; i++) {
        const uint32_t *first = b->puzzle->pieces->first_stance + of->pieces[i];
        for (uint32_t stance = first[0]; stance < first[1]; stance++)
            if (!add_stance(body, stance, arena))
                return false;
    }
    return true;
}

/* A corridor is whatever stands anywhere between two stances; most links have the same. */
static bool list_corridor(struct wr_bodies *b, uint32_t link, struct wr_arena *arena)
{
    const struct wr_contacts *contacts = b->puzzle->links[link].contacts;
    size_t pairs = (size_t)b->puzzle->pieces->stance_count * b->puzzle->pieces->stance_count;
    struct wr_body *body = &b->list[b->corridors[link]];
    for (uint32_t i = 0; i < link; i++)
        if (b->puzzle->links[i].contacts == contacts) {
            *body = b->list[b->corridors[i]];
            return true;
        }
    for (uint32_t i = 0; i < contacts->via_start[contacts->start[pairs]]; i++)
        if (!add_stance(body, contacts->vias[i].stance, arena))
            return false;
    return true;
}

static void meet(struct wr_bodies *b, uint32_t first, uint32_t second)
{
    b->meetings[b->meeting_count][0] = first;
    b->meetings[b->meeting_count++][1] = second;
}

static bool list_bodies(struct wr_bodies *b, struct wr_arena *arena)
{
    for (uint32_t i = 0; i < b->puzzle->node_count; i++)
        if (!list_node(b, i, arena))
            return false;
    for (uint32_t i = 0; i < b->puzzle->link_count; i++) {
        const wr_puzzle_link *link = &b->puzzle->links[i];
        if (b->corridors[i] == WR_NO_BODY) {
            meet(b, link->nodes[0], link->nodes[1]);
            continue;
        }
        meet(b, link->nodes[0], b->corridors[i]);
        meet(b, b->corridors[i], link->nodes[1]);
        if (!list_corridor(b, i, arena))
            return false;
    }
    return true;
}

/* Takes leaves off until none is left: the others are in rounds, or between them. */
static bool find_rounds(struct wr_bodies *b, struct wr_arena *arena)
{
    uint32_t *degrees = WR_ZERO(arena, uint32_t, b->count);
    if (!degrees)
        return false;
    for (uint32_t i = 0; i < b->meeting_count; i++)
        for (uint32_t side = 0; side < 2; side++)
            degrees[b->meetings[i][side]]++;
    for (uint32_t i = 0; i < b->count; i++)
        b->list[i].round = degrees[i] > 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < b->meeting_count; i++) {
            uint32_t p = b->meetings[i][0], q = b->meetings[i][1];
            if (!b->list[p].round || !b->list[q].round || (degrees[p] > 1 && degrees[q] > 1))
                continue;
            b->list[degrees[p] > 1 ? q : p].round = false;
            degrees[p]--;
            degrees[q]--;
            changed = true;
        }
    }
    return true;
}

bool wr_bodies_make(const struct wr_puzzle *puzzle, struct wr_arena *arena, struct wr_bodies *b)
{
    *b = (struct wr_bodies){.puzzle = puzzle};
    if (!count_bodies(b, arena))
        return false;
    b->list = WR_ZERO(arena, struct wr_body, b->count);
    b->meetings = wr_arena_take(arena, 2 * (size_t)puzzle->link_count, sizeof *b->meetings);
    return b->list && b->meetings && list_bodies(b, arena) && find_rounds(b, arena);
}
