/* A subgraph that is one loop. */
#include "builder/generate/graph/loop.h"

bool wr_loop_is(const struct wr_subgraph *subgraph, uint32_t count)
{
    uint32_t links = 0;
    for (uint32_t i = 0; i < subgraph->blueprint->node_count; i++) {
        uint32_t degree = 0;
        for (uint32_t k = 0; subgraph->in[i] && k < subgraph->blueprint->link_count; k++)
            for (int side = 0; side < 2; side++)
                degree += subgraph->blueprint->links[k].nodes[side] == i &&
                          subgraph->in[subgraph->blueprint->links[k].nodes[1 - side]];
        if (subgraph->in[i] && degree != 2)
            return false;
        links += degree;
    }
    return count > 2 && links == 2 * count;
}

/* The next room of a loop after two of them. */
static uint32_t next_of_loop(const struct wr_subgraph *subgraph, uint32_t before, uint32_t at)
{
    for (uint32_t k = 0; k < subgraph->blueprint->link_count; k++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = subgraph->blueprint->links[k].nodes[1 - side];
            if (subgraph->blueprint->links[k].nodes[side] == at && subgraph->in[other] &&
                other != before)
                return other;
        }
    return WR_NONE;
}

static uint32_t first_of_loop(const struct wr_subgraph *subgraph)
{
    uint32_t first = WR_NONE;
    for (uint32_t i = 0; i < subgraph->blueprint->node_count; i++)
        if (subgraph->in[i] && (first == WR_NONE || (!subgraph->blueprint->names[first] &&
                                                     subgraph->blueprint->names[i])))
            first = i;
    return first;
}

void wr_loop_name(const struct wr_subgraph *subgraph, struct wr_bytes *out)
{
    uint32_t first = first_of_loop(subgraph), at = first, before = WR_NONE, between = 0;
    bool some = false;
    do {
        uint32_t next = next_of_loop(subgraph, before, at);
        if (subgraph->blueprint->names[at]) {
            if (between)
                wr_bytes_print(out, "%s%u more", some ? ", " : "", (unsigned)between);
            wr_bytes_print(out, "%s'%s'", some || between ? ", " : "",
                           subgraph->blueprint->names[at]);
            some = true;
            between = 0;
        } else {
            between++;
        }
        before = at;
        at = next;
    } while (at != first && at != WR_NONE);
    if (between && some)
        wr_bytes_print(out, ", %u more", (unsigned)between);
}

/* How far a way through a piece turns at most. */
static uint32_t turning_of(const wr_piece *piece, uint32_t turn_count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < piece->hook_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            uint32_t from = piece->hooks[i].facing + turn_count / 2;
            uint32_t turn = (from + turn_count - piece->hooks[k].facing) % turn_count;
            turn = turn > turn_count / 2 ? turn_count - turn : turn;
            most = turn > most ? turn : most;
        }
    return most;
}

static uint32_t turning_of_node(const struct wr_subgraph *subgraph, uint32_t node)
{
    const struct wr_pieces *pieces = &subgraph->blueprint->kit->pieces;
    const wr_puzzle_node *of = &subgraph->blueprint->nodes[node];
    uint32_t most = 0;
    for (uint32_t i = 0; i < of->piece_count; i++) {
        uint32_t turn = turning_of(&pieces->pieces[of->pieces[i]], pieces->turn_count);
        most = turn > most ? turn : most;
    }
    return most;
}

uint32_t wr_loop_turning(const struct wr_subgraph *subgraph)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < subgraph->blueprint->node_count; i++)
        sum += subgraph->in[i] ? turning_of_node(subgraph, i) : 0;
    return sum;
}

/* Whether a loop of so many rooms closes, each of which may be what any room of the subgraph
 * may.
 */
static bool loop_closes(struct wr_subgraph *subgraph, const uint32_t *pieces,
                        uint32_t piece_count, uint32_t length)
{
    wr_puzzle_node *nodes = WR_ZERO(subgraph->arena, wr_puzzle_node, length);
    wr_puzzle_link *links = WR_ZERO(subgraph->arena, wr_puzzle_link, length);
    wr_standing *standings = WR_TAKE(subgraph->arena, wr_standing, 2 * (size_t)length);
    static const struct wr_rules rules; /* but that links take a doorway each */
    struct wr_effort effort;
    if (!nodes || !links || !standings)
        return false;
    for (uint32_t i = 0; i < length; i++) {
        nodes[i] = (wr_puzzle_node){.pieces = pieces, .piece_count = piece_count};
        links[i] =
            (wr_puzzle_link){{i, (i + 1) % length}, &subgraph->blueprint->kit->pieces.direct};
    }
    struct wr_puzzle loop = {.pieces = &subgraph->blueprint->kit->pieces,
                             .nodes = nodes,
                             .links = links,
                             .node_count = length,
                             .link_count = length,
                             .rules = &rules,
                             .context = subgraph->blueprint->context};
    return wr_puzzle_solve(&loop, &subgraph->random, WR_SUBGRAPH_STEPS * length, standings,
                           standings + length, &effort) == WR_SOLVED;
}

static uint32_t *pieces_of(struct wr_subgraph *subgraph, uint32_t *count)
{
    uint32_t all = subgraph->blueprint->kit->pieces.piece_count;
    uint32_t *pieces = WR_TAKE(subgraph->arena, uint32_t, all);
    bool *seen = WR_ZERO(subgraph->arena, bool, all);
    *count = 0;
    for (uint32_t i = 0; pieces && seen && i < subgraph->blueprint->node_count; i++)
        for (uint32_t k = 0; subgraph->in[i] && k < subgraph->blueprint->nodes[i].piece_count;
             k++) {
            uint32_t piece = subgraph->blueprint->nodes[i].pieces[k];
            if (!seen[piece])
                pieces[(*count)++] = piece;
            seen[piece] = true;
        }
    return seen ? pieces : NULL;
}

void wr_loop_name_lengths(struct wr_subgraph *subgraph, uint32_t length, struct wr_bytes *out)
{
    enum { AROUND = 4, LENGTHS = 2 * AROUND + 1 };
    uint32_t count, found[LENGTHS], found_count = 0;
    const uint32_t *pieces = pieces_of(subgraph, &count);
    uint32_t from = length > AROUND + 3 ? length - AROUND : 3;
    for (uint32_t n = from; pieces && n <= length + AROUND; n++)
        if (n != length && loop_closes(subgraph, pieces, count, n))
            found[found_count++] = n;
    for (uint32_t i = 0; i < found_count; i++)
        wr_bytes_print(out, "%s%u",
                       i == 0                ? ""
                       : i + 1 < found_count ? ", "
                                             : " and ",
                       (unsigned)found[i]);
}
