/* Corridors of links: each is the first of its contact that is free, and whose doorways are. */
#include "builder/solver/frames.h"

/* Whether a corridor takes none of the doorways of a room that are taken. */
static bool finds_door(const struct wr_placing *s, uint32_t rank, uint64_t taken,
                       const wr_standing *corridor)
{
    uint32_t door =
        taken ? wr_rules_door(s->pieces, &s->frames[rank].standing, corridor) : WR_NO_DOOR;
    return door == WR_NO_DOOR || !(taken >> door % WR_FRAME_WORD & 1);
}

/* All that stands beside a room may hold the doorway that a corridor of a rank wants. */
static void blame_neighbours(struct wr_placing *s, uint32_t rank, uint32_t room)
{
    uint32_t node = s->order[room].node;
    for (uint32_t i = s->board.starts[node]; i < s->board.starts[node + 1]; i++)
        if (s->ranks[s->board.neighbours[i]] < rank)
            wr_frame_blame(&s->frames[rank], s->ranks[s->board.neighbours[i]]);
}

bool wr_corridor_put(struct wr_placing *s, uint32_t rank, const wr_tie *tie,
                     uint32_t *solid_count)
{
    struct wr_frame *frame = &s->frames[rank];
    const struct wr_contacts *contacts = s->puzzle->links[tie->link].contacts;
    const wr_standing *placed = &s->frames[tie->rank].standing;
    uint32_t at = wr_contact_find(s->pieces, contacts, placed->stance, frame->standing.stance,
                                  wr_spot_sub(frame->standing.spot, placed->spot));
    uint32_t first = contacts->via_start[at], count = contacts->via_start[at + 1] - first;
    uint32_t start = count > 1 ? wr_random_below(s->random, count) : 0;
    bool sliding = s->puzzle->rules && s->pieces->slides, held = false;
    uint64_t own = sliding ? wr_rules_doors(&s->board, rank, tie->rank) : 0;
    uint64_t other = sliding ? wr_rules_doors(&s->board, tie->rank, rank) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const wr_via *via = &contacts->vias[first + (start + i) % count];
        wr_standing standing =
            wr_standing_at(via->stance, wr_spot_add(placed->spot, via->offset));
        struct wr_solid corridor = wr_solid_of(s->pieces, standing, rank, tie->link);
        uint32_t culprit;
        if (!finds_door(s, rank, own, &standing) ||
            !finds_door(s, tie->rank, other, &standing)) {
            held = true;
            continue;
        }
        s->steps++;
        if (wr_solid_is_free(s->pieces, &corridor, s->solids, *solid_count, &culprit)) {
            s->corridors[tie->link] = standing;
            s->solids[(*solid_count)++] = corridor;
            return true;
        }
        if (culprit != rank)
            wr_frame_blame(frame, culprit);
        else
            s->greedy = true;
    }
    if (held) {
        s->greedy = true;
        wr_frame_blame(frame, tie->rank);
        blame_neighbours(s, rank, rank);
        blame_neighbours(s, rank, tie->rank);
    }
    return false;
}
