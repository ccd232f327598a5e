/* Candidates: the places a rank's node may take, and in which order they come: drawn by weight
 * among its pieces, and of each in a cycle of pseudo-random order. */
#include "builder/solver/frames.h"

#include <string.h>

/* ---- Cycles ---- */

static void start_cycle(struct wr_placing *s, struct wr_cycle *cycle, uint32_t first,
                        uint32_t count)
{
    *cycle = (struct wr_cycle){.first = first, .count = count, .left = count, .step = 1};
    if (count < 2)
        return;
    cycle->at = wr_random_below(s->random, count);
    cycle->step = 1 + wr_random_below(s->random, count - 1);
    while (wr_greatest_divisor(cycle->step, count) != 1)
        cycle->step = cycle->step % (count - 1) + 1;
}

/* ---- Listing ---- */

static bool keep(struct wr_placing *s, struct wr_frame *frame, size_t at, uint32_t stance,
                 wr_spot spot)
{
    if (!wr_grow(&frame->list, &frame->list_capacity, at + 1, sizeof *frame->list)) {
        s->failed = true;
        return false;
    }
    frame->list[at] = (struct wr_candidate){.standing = wr_standing_at(stance, spot)};
    return true;
}

/* A placed neighbour, and its contacts with a stance. */
struct side {
    wr_standing placed;
    const struct wr_contacts *contacts;
    const wr_spot *offsets;
    uint32_t count;
};

static struct side side_of(const struct wr_placing *s, const wr_tie *tie, uint32_t stance)
{
    struct side side = {
        .placed = s->frames[tie->rank].standing,
        .contacts = s->puzzle->links[tie->link].contacts,
    };
    const uint32_t *start =
        &side.contacts->start[(size_t)side.placed.stance * s->pieces->stance_count + stance];
    side.offsets = side.contacts->offsets + start[0];
    side.count = start[1] - start[0];
    return side;
}

static bool touches(const struct wr_placing *s, const wr_tie *tie, uint32_t stance,
                    wr_spot spot)
{
    const wr_standing *placed = &s->frames[tie->rank].standing;
    return wr_contact_find(s->pieces, s->puzzle->links[tie->link].contacts, placed->stance,
                           stance, wr_spot_sub(spot, placed->spot)) != UINT32_MAX;
}

/* The places where a stance touches two placed nodes: both lists of offsets are sorted, so they
 * are merged. */
static size_t touch_both(struct wr_placing *s, struct wr_frame *frame, size_t count,
                         uint32_t stance, const wr_ranked *ranked)
{
    struct side p = side_of(s, &ranked->links[0], stance),
                q = side_of(s, &ranked->links[1], stance);
    wr_spot between = wr_spot_sub(q.placed.spot, p.placed.spot);
    uint32_t i = 0, k = 0;
    if (s->pieces->tolerance) {
        for (; i < p.count; i++) {
            wr_spot spot = wr_spot_add(p.placed.spot, p.offsets[i]);
            if (touches(s, &ranked->links[1], stance, spot) &&
                keep(s, frame, count, stance, spot))
                count++;
        }
        return count;
    }
    while (i < p.count && k < q.count) {
        int order = wr_spot_order(p.offsets[i], wr_spot_add(q.offsets[k], between));
        if (order == 0 &&
            keep(s, frame, count, stance, wr_spot_add(p.placed.spot, p.offsets[i])))
            count++;
        i += order <= 0;
        k += order >= 0;
    }
    return count;
}

/* Lists all places of a piece that touch every placed neighbour; there are at least two. */
static size_t list_places(struct wr_placing *s, const wr_ranked *ranked, struct wr_frame *frame,
                          size_t count, uint32_t piece)
{
    uint32_t end = s->pieces->first_stance[piece + 1];
    for (uint32_t stance = s->pieces->first_stance[piece]; stance < end; stance++) {
        size_t kept = count, found = touch_both(s, frame, count, stance, ranked);
        for (size_t i = count; i < found; i++) {
            bool all = true;
            for (uint32_t n = 2; all && n < ranked->link_count; n++)
                all = touches(s, &ranked->links[n], stance, frame->list[i].standing.spot);
            if (all)
                frame->list[kept++] = frame->list[i];
        }
        count = kept;
    }
    return count;
}

/* Where the offsets of a rank's only placed neighbour begin, a stance after another. */
static const uint32_t *offset_starts(const struct wr_placing *s, const wr_ranked *ranked)
{
    const wr_standing *placed = &s->frames[ranked->links[0].rank].standing;
    const struct wr_contacts *contacts = s->puzzle->links[ranked->links[0].link].contacts;
    return &contacts->start[(size_t)placed->stance * s->pieces->stance_count];
}

/* How many places a piece has beside the only placed neighbour, all its stances together. */
static uint32_t count_places(const struct wr_placing *s, const wr_ranked *ranked,
                             uint32_t piece)
{
    const uint32_t *start = offset_starts(s, ranked);
    return start[s->pieces->first_stance[piece + 1]] - start[s->pieces->first_stance[piece]];
}

/* A stance put to the only placed neighbour by a contact, or anywhere where there is none. */
static inline struct wr_candidate beside(struct wr_placing *s, uint32_t rank, uint32_t stance,
                                         uint32_t contact)
{
    const wr_ranked *ranked = &s->order[rank];
    struct wr_candidate candidate = {.standing.stance = stance, .contacts = {contact}};
    if (s->stretching) {
        candidate.standing = wr_stretching_draw(s, rank, stance, contact);
    } else if (ranked->link_count > 0) {
        const wr_tie *tie = &ranked->links[0];
        candidate.standing.spot =
            wr_spot_add(s->frames[tie->rank].standing.spot,
                        s->puzzle->links[tie->link].contacts->offsets[contact]);
    }
    return candidate;
}

/* ---- What is proposed ---- */

/* The contact by which a rank is proposed to hang on an earlier one, or UINT32_MAX. */
static uint32_t proposed_contact(const struct wr_placing *s, uint32_t rank, const wr_tie *tie)
{
    uint32_t node = s->order[rank].node, side = s->puzzle->links[tie->link].nodes[0] != node;
    struct side of = side_of(s, tie, s->proposal->standings[node].stance);
    const uint16_t *hooks = s->proposal->hooks[tie->link];
    uint32_t first = (uint32_t)(of.offsets - of.contacts->offsets);
    for (uint32_t i = first; i < first + of.count; i++)
        if (of.contacts->hooks[i][0] == hooks[1 - side] &&
            of.contacts->hooks[i][1] == hooks[side])
            return i;
    return UINT32_MAX;
}

/* Where all is proposed: one place, or none. */
static void open_proposed(struct wr_placing *s, uint32_t rank)
{
    enum { FIRST_TWO = 2 };
    const wr_ranked *ranked = &s->order[rank];
    struct wr_frame *frame = &s->frames[rank];
    uint32_t stance = s->proposal->standings[ranked->node].stance, contacts[FIRST_TWO] = {0, 0};
    for (uint32_t i = 0; i < ranked->link_count && i < FIRST_TWO; i++) {
        contacts[i] = proposed_contact(s, rank, &ranked->links[i]);
        if (contacts[i] == UINT32_MAX)
            return;
    }
    if (!keep(s, frame, 0, stance, (wr_spot){0, 0, 0}))
        return;
    if (ranked->link_count <= 1)
        frame->list[0] = beside(s, rank, stance, contacts[0]);
    memcpy(frame->list[0].contacts, contacts, sizeof contacts);
    frame->left = 1;
}

/* ---- Opening ---- */

void wr_candidates_open(struct wr_placing *s, uint32_t rank)
{
    const wr_ranked *ranked = &s->order[rank];
    const wr_puzzle_node *node = &s->puzzle->nodes[ranked->node];
    struct wr_frame *frame = &s->frames[rank];
    uint32_t at = 0;
    memset(frame->conflicts, 0, s->words * sizeof *frame->conflicts);
    frame->left = 0;
    frame->moved = false;
    if (s->proposal)
        open_proposed(s, rank);
    for (uint32_t i = 0; !s->proposal && i < node->piece_count; i++) {
        uint32_t piece = node->pieces[i], count = 0;
        if (node->fixed)
            count = i == 0;
        else if (ranked->link_count == 0)
            count = s->pieces->first_stance[piece + 1] - s->pieces->first_stance[piece];
        else if (ranked->link_count == 1)
            count = count_places(s, ranked, piece);
        else if (s->stretching)
            count = (uint32_t)wr_stretching_list(s, rank, at, piece) - at;
        else
            count = (uint32_t)list_places(s, ranked, frame, at, piece) - at;
        start_cycle(s, &frame->cycles[i], at, count);
        at += ranked->link_count > 1 ? count : 0;
        frame->left += count;
    }
    for (uint32_t n = 0; n < ranked->link_count; n++)
        wr_frame_blame(frame, ranked->links[n].rank);
}

/* The k-th candidate of a piece. */
static struct wr_candidate candidate_of(struct wr_placing *s, uint32_t rank, uint32_t piece,
                                        const struct wr_cycle *cycle)
{
    const wr_ranked *ranked = &s->order[rank];
    const wr_puzzle_node *node = &s->puzzle->nodes[ranked->node];
    if (node->fixed)
        return (struct wr_candidate){.standing = wr_puzzle_node_at(node)};
    if (ranked->link_count > 1)
        return s->frames[rank].list[cycle->first + cycle->at];
    if (ranked->link_count == 0)
        return beside(s, rank, s->pieces->first_stance[piece] + cycle->at, 0);
    const uint32_t *start = offset_starts(s, ranked);
    uint32_t stance = s->pieces->first_stance[piece], at = start[stance] + cycle->at;
    while (start[stance + 1] <= at)
        stance++;
    return beside(s, rank, stance, at);
}

/* ---- Drawing ---- */

/* Without weights every second draw is even among pieces, and the other among places: pieces
 * come about equally often, and no place of one with few is far more likely than any other. */
static uint32_t draw_evenly(struct wr_placing *s, const struct wr_frame *frame, uint32_t count)
{
    uint32_t i = 0;
    if (wr_random_below(s->random, 2)) {
        uint32_t at = wr_random_below(s->random, frame->left);
        for (; at >= frame->cycles[i].left; i++)
            at -= frame->cycles[i].left;
        return i;
    }
    i = wr_random_below(s->random, count);
    while (frame->cycles[i].left == 0)
        i = i + 1 == count ? 0 : i + 1;
    return i;
}

/* A piece that stretches and has candidates left, of which each is as likely as the others;
 * UINT32_MAX where there is none. */
static uint32_t draw_stretching(struct wr_placing *s, const struct wr_frame *frame,
                                const wr_puzzle_node *node)
{
    uint32_t seen = 0, drawn = UINT32_MAX;
    for (uint32_t i = 0; i < node->piece_count; i++)
        if (frame->cycles[i].left && s->pieces->pieces[node->pieces[i]].stretch_count > 0 &&
            wr_random_below(s->random, ++seen) == 0)
            drawn = i;
    return drawn;
}

/* Which of the node's pieces is next: drawn by weight among those that have candidates left. In
 * a round every second is one that stretches, which lets it close. */
static uint32_t draw_piece(struct wr_placing *s, uint32_t rank, const struct wr_frame *frame,
                           const wr_puzzle_node *node)
{
    if (s->stretching && s->order[rank].tie_count > 0 && wr_random_below(s->random, 2) == 0) {
        uint32_t drawn = draw_stretching(s, frame, node);
        if (drawn != UINT32_MAX)
            return drawn;
    }
    const uint32_t *weights = s->puzzle->rules ? s->puzzle->rules->weights : NULL;
    uint32_t total = 0;
    for (uint32_t i = 0; weights && i < node->piece_count; i++)
        total += frame->cycles[i].left ? weights[node->pieces[i]] : 0;
    if (total == 0)
        return draw_evenly(s, frame, node->piece_count);
    uint32_t at = wr_random_below(s->random, total);
    for (uint32_t i = 0;; i++) {
        uint32_t weight = frame->cycles[i].left ? weights[node->pieces[i]] : 0;
        if (at < weight)
            return i;
        at -= weight;
    }
}

bool wr_candidates_next(struct wr_placing *s, uint32_t rank, struct wr_candidate *out)
{
    struct wr_frame *frame = &s->frames[rank];
    const wr_puzzle_node *node = &s->puzzle->nodes[s->order[rank].node];
    if (frame->left == 0)
        return false;
    if (s->proposal) {
        *out = frame->list[0];
        return frame->left-- > 0;
    }
    uint32_t i = draw_piece(s, rank, frame, node);
    struct wr_cycle *cycle = &frame->cycles[i];
    *out = candidate_of(s, rank, node->pieces[i], cycle);
    cycle->at = (uint32_t)(((uint64_t)cycle->at + cycle->step) % cycle->count);
    cycle->left--;
    frame->left--;
    return true;
}
