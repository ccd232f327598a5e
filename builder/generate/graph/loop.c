/* A part that is one loop. */
#include "builder/generate/graph/loop.h"

bool wr_loop_is(const struct wr_part *part, uint32_t count)
{
    uint32_t links = 0;
    for (uint32_t i = 0; i < part->blueprint->node_count; i++) {
        uint32_t degree = 0;
        for (uint32_t k = 0; part->in[i] && k < part->blueprint->link_count; k++)
            for (int side = 0; side < 2; side++)
                degree += part->blueprint->links[k].nodes[side] == i &&
                          part->in[part->blueprint->links[k].nodes[1 - side]];
        if (part->in[i] && degree != 2)
            return false;
        links += degree;
    }
    return count > 2 && links == 2 * count;
}

/* The next room of a loop after two of them. */
static uint32_t next_of_loop(const struct wr_part *part, uint32_t before, uint32_t at)
{
    for (uint32_t k = 0; k < part->blueprint->link_count; k++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = part->blueprint->links[k].nodes[1 - side];
            if (part->blueprint->links[k].nodes[side] == at && part->in[other] &&
                other != before)
                return other;
        }
    return WR_NONE;
}

static uint32_t first_of_loop(const struct wr_part *part)
{
    uint32_t first = WR_NONE;
    for (uint32_t i = 0; i < part->blueprint->node_count; i++)
        if (part->in[i] &&
            (first == WR_NONE || (!part->blueprint->names[first] && part->blueprint->names[i])))
            first = i;
    return first;
}

void wr_loop_name(const struct wr_part *part, struct wr_bytes *out)
{
    uint32_t first = first_of_loop(part), at = first, before = WR_NONE, between = 0;
    bool some = false;
    do {
        uint32_t next = next_of_loop(part, before, at);
        if (part->blueprint->names[at]) {
            if (between)
                wr_bytes_print(out, "%s%u more", some ? ", " : "", (unsigned)between);
            wr_bytes_print(out, "%s'%s'", some || between ? ", " : "",
                           part->blueprint->names[at]);
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

static uint32_t turning_of_node(const struct wr_part *part, uint32_t node)
{
    const struct wr_pieces *pieces = &part->blueprint->kit->pieces;
    const wr_puzzle_node *of = &part->blueprint->nodes[node];
    uint32_t most = 0;
    for (uint32_t i = 0; i < of->piece_count; i++) {
        uint32_t turn = turning_of(&pieces->pieces[of->pieces[i]], pieces->turn_count);
        most = turn > most ? turn : most;
    }
    return most;
}

uint32_t wr_loop_turning(const struct wr_part *part)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < part->blueprint->node_count; i++)
        sum += part->in[i] ? turning_of_node(part, i) : 0;
    return sum;
}

/* Whether a loop of so many rooms closes, each of which may be what any room of the part may.
 */
static bool loop_closes(struct wr_part *part, const uint32_t *pieces, uint32_t piece_count,
                        uint32_t length)
{
    wr_puzzle_node *nodes = WR_ZERO(part->arena, wr_puzzle_node, length);
    wr_puzzle_link *links = WR_ZERO(part->arena, wr_puzzle_link, length);
    wr_standing *standings = WR_TAKE(part->arena, wr_standing, 2 * (size_t)length);
    struct wr_effort effort;
    if (!nodes || !links || !standings)
        return false;
    for (uint32_t i = 0; i < length; i++) {
        nodes[i] = (wr_puzzle_node){.pieces = pieces, .piece_count = piece_count};
        links[i] =
            (wr_puzzle_link){{i, (i + 1) % length}, &part->blueprint->kit->pieces.direct};
    }
    struct wr_puzzle loop = {.pieces = &part->blueprint->kit->pieces,
                             .nodes = nodes,
                             .links = links,
                             .node_count = length,
                             .link_count = length,
                             .deadline = part->blueprint->deadline};
    return wr_puzzle_solve(&loop, &part->random, WR_PART_STEPS * length, standings,
                           standings + length, &effort) == WR_SOLVED;
}

static uint32_t *pieces_of_part(struct wr_part *part, uint32_t *count)
{
    uint32_t all = part->blueprint->kit->pieces.piece_count;
    uint32_t *pieces = WR_TAKE(part->arena, uint32_t, all);
    bool *seen = WR_ZERO(part->arena, bool, all);
    *count = 0;
    for (uint32_t i = 0; pieces && seen && i < part->blueprint->node_count; i++)
        for (uint32_t k = 0; part->in[i] && k < part->blueprint->nodes[i].piece_count; k++) {
            uint32_t piece = part->blueprint->nodes[i].pieces[k];
            if (!seen[piece])
                pieces[(*count)++] = piece;
            seen[piece] = true;
        }
    return seen ? pieces : NULL;
}

void wr_loop_name_lengths(struct wr_part *part, uint32_t length, struct wr_bytes *out)
{
    enum { AROUND = 4, LENGTHS = 2 * AROUND + 1 };
    uint32_t count, found[LENGTHS], found_count = 0;
    const uint32_t *pieces = pieces_of_part(part, &count);
    uint32_t from = length > AROUND + 3 ? length - AROUND : 3;
    for (uint32_t n = from; pieces && n <= length + AROUND; n++)
        if (n != length && loop_closes(part, pieces, count, n))
            found[found_count++] = n;
    for (uint32_t i = 0; i < found_count; i++)
        wr_bytes_print(out, "%s%u",
                       i == 0                ? ""
                       : i + 1 < found_count ? ", "
                                             : " and ",
                       (unsigned)found[i]);
}
