/* Rooms whose lengths are chosen: a round closes by computing them.
 *
 * Rooms hang on each other by joints. Between two doorways the rooms on the way hold some
 * lengths that no closed round has settled; each moves the one doorway against the other in a
 * direction of its own. Where a room would come to a second neighbour, what the doorways miss
 * each other by is to be the sum of such moves (`lengths`). What hangs on a length that changed
 * is moved and judged anew. */
#include "builder/solver/frames.h"

#include <string.h>

static const wr_stance *stance_at(const struct wr_placing *s, uint32_t rank)
{
    return wr_standing_stance(s->pieces, &s->frames[rank].standing);
}

static uint32_t stretch_count(const struct wr_placing *s, const wr_stance *stance)
{
    return s->pieces->pieces[stance->piece].stretch_count;
}

static const struct wr_contacts *contacts_of(const struct wr_placing *s, const wr_tie *tie)
{
    return s->puzzle->links[tie->link].contacts;
}

/* ---- The way between two doorways ---- */

/* Adds what a rank's free lengths do between two things in it that some of them move. */
static void pull_room(const struct wr_placing *s, struct wr_pulls *pulls, uint32_t rank,
                      uint8_t from, uint8_t to, double sign)
{
    const struct wr_frame *frame = &s->frames[rank];
    wr_pulls_add(pulls, s->pieces, rank, &frame->standing, frame->settled,
                 (const uint8_t[2]){from, to}, sign);
}

static uint8_t moved_hook(const struct wr_placing *s, uint32_t rank, uint32_t hook)
{
    return stance_at(s, rank)->hooks[hook].moved;
}

/* Climbs from a doorway to what its room hangs on. */
static void climb(const struct wr_placing *s, struct wr_pulls *pulls, uint32_t *rank,
                  uint32_t *hook, double sign)
{
    const struct wr_frame *frame = &s->frames[*rank];
    pull_room(s, pulls, *rank, moved_hook(s, *rank, *hook),
              moved_hook(s, *rank, frame->joint_hooks[1]), sign);
    *hook = frame->joint_hooks[0];
    *rank = frame->joint;
}

/* All lengths on the way from one doorway to another. Rooms that hang on nothing stay. */
static void pull_way(const struct wr_placing *s, struct wr_pulls *pulls, uint32_t p,
                     uint32_t hook_p, uint32_t q, uint32_t hook_q)
{
    const struct wr_frame *frames = s->frames;
    while (p != q) {
        bool from_p = frames[p].joint != WR_NO_RANK && (p > q || frames[q].joint == WR_NO_RANK);
        if (from_p) {
            climb(s, pulls, &p, &hook_p, 1);
        } else if (frames[q].joint != WR_NO_RANK) {
            climb(s, pulls, &q, &hook_q, -1);
        } else {
            pull_room(s, pulls, p, moved_hook(s, p, hook_p), 0, 1);
            pull_room(s, pulls, q, 0, moved_hook(s, q, hook_q), 1);
            return;
        }
    }
    pull_room(s, pulls, p, moved_hook(s, p, hook_p), moved_hook(s, q, hook_q), 1);
}

/* ---- Listing places ---- */

static bool holds_range(const double a[2], const double b[2], int64_t miss, double tolerance)
{
    return (double)miss + a[0] + b[0] <= tolerance && (double)miss + a[1] + b[1] >= -tolerance;
}

/* Whether two ways may make up for what doorways miss each other by. */
static bool holds(const struct wr_way_box *a, const struct wr_way_box *b, wr_spot miss,
                  double tolerance)
{
    return holds_range(a->x, b->x, miss.x, tolerance) &&
           holds_range(a->y, b->y, miss.y, tolerance) &&
           holds_range(a->z, b->z, miss.z, tolerance);
}

/* What the lengths between two doorways of the first two neighbours can do. */
static struct wr_way_box way_box(struct wr_placing *s, const wr_ranked *ranked, uint32_t hook_p,
                                 uint32_t hook_q)
{
    struct wr_pulls pulls = {.count = 0};
    pull_way(s, &pulls, ranked->links[0].rank, hook_p, ranked->links[1].rank, hook_q);
    for (uint32_t i = 0; i < pulls.count; i++)
        wr_frame_blame(&s->frames[s->ranks[ranked->node]], pulls.of[i].room);
    return wr_pulls_box(&pulls);
}

static bool is_in(uint64_t taken, uint32_t hook)
{
    return hook < WR_FRAME_WORD && taken >> hook & 1;
}

static bool is_taken(const struct wr_placing *s, uint32_t rank, uint32_t hook)
{
    return is_in(s->frames[rank].taken, hook);
}

/* Whether lengths may bring a stance to both neighbours by two contacts. */
static bool may_close(struct wr_placing *s, const wr_ranked *ranked, uint32_t stance,
                      uint32_t first, uint32_t second)
{
    const wr_tie *p = &ranked->links[0], *q = &ranked->links[1];
    const uint16_t *a = contacts_of(s, p)->hooks[first], *b = contacts_of(s, q)->hooks[second];
    const wr_stance *own = &s->pieces->stances[stance];
    double tolerance = (double)s->pieces->tolerance;
    if (a[1] == b[1] || is_taken(s, p->rank, a[0]) || is_taken(s, q->rank, b[0]) ||
        (p->rank == q->rank && a[0] == b[0]))
        return false;
    wr_spot from = wr_standing_hook(s->pieces, &s->frames[p->rank].standing, a[0]);
    wr_spot to = wr_standing_hook(s->pieces, &s->frames[q->rank].standing, b[0]);
    wr_spot miss = wr_spot_sub(to, from);
    struct wr_way_box box = way_box(s, ranked, a[0], b[0]);
    struct wr_way_box more = wr_way_within(own, stretch_count(s, own), b[1], a[1]);
    return holds(&box, &more, miss, tolerance);
}

/* Whether a chain of rooms may lead from a doorway of a rank to one of an earlier rank. */
static bool may_join(struct wr_placing *s, uint32_t rank, uint32_t from, const wr_tie *tie,
                     uint32_t to)
{
    const wr_stance *own = stance_at(s, rank), *other = stance_at(s, tie->rank);
    uint32_t turns = s->pieces->turn_count;
    uint32_t last = (other->hooks[to].facing + turns / 2) % turns;
    const struct wr_way_list *chains =
        wr_ways_of(&s->ways, tie->leap, own->hooks[from].facing, last);
    if (chains->count == 0)
        return false;
    struct wr_pulls pulls = {.count = 0};
    double tolerance = (double)s->pieces->tolerance * tie->hops;
    wr_spot miss = wr_spot_sub(wr_standing_hook(s->pieces, &s->frames[rank].standing, from),
                               wr_standing_hook(s->pieces, &s->frames[tie->rank].standing, to));
    pull_way(s, &pulls, tie->rank, to, rank, from);
    struct wr_way_box way = wr_pulls_box(&pulls);
    for (uint32_t i = 0; i < chains->count; i++)
        if (holds(&way, &chains->boxes[i], miss, tolerance))
            return true;
    return false;
}

bool wr_stretching_may_join(struct wr_placing *s, uint32_t rank, uint64_t taken, wr_tie *tie)
{
    if (tie->leap == WR_NOT_ASKED)
        tie->leap =
            tie->over ? wr_ways_over(&s->ways, tie->over, tie->hops - 1) : WR_NO_WAY_CHAIN;
    if (tie->leap == WR_NO_WAY_CHAIN) {
        s->failed = true;
        return false;
    }
    uint32_t own = s->pieces->pieces[stance_at(s, rank)->piece].hook_count;
    uint32_t other = s->pieces->pieces[stance_at(s, tie->rank)->piece].hook_count;
    for (uint32_t i = 0; i < own; i++)
        for (uint32_t k = 0; k < other; k++)
            if (!is_in(taken, i) && !is_taken(s, tie->rank, k) && may_join(s, rank, i, tie, k))
                return true;
    return false;
}

static const uint32_t *contact_range(const struct wr_placing *s, const wr_tie *tie,
                                     uint32_t stance)
{
    uint32_t placed = s->frames[tie->rank].standing.stance;
    return &contacts_of(s, tie)->start[(size_t)placed * s->pieces->stance_count + stance];
}

bool wr_stretching_start(struct wr_placing *s)
{
    s->exactly = wr_lengths_exactly(s->pieces);
    return wr_ways_start(&s->ways, s->puzzle) &&
           wr_drawing_start(s->puzzle, s->arena, &s->drawing);
}

void wr_stretching_finish(struct wr_placing *s)
{
    wr_ways_finish(&s->ways);
}

size_t wr_stretching_list(struct wr_placing *s, uint32_t rank, size_t count, uint32_t piece)
{
    const wr_ranked *ranked = &s->order[rank];
    struct wr_frame *frame = &s->frames[rank];
    uint32_t end = s->pieces->first_stance[piece + 1];
    for (uint32_t stance = s->pieces->first_stance[piece]; stance < end; stance++) {
        const uint32_t *p = contact_range(s, &ranked->links[0], stance);
        const uint32_t *q = contact_range(s, &ranked->links[1], stance);
        for (uint32_t i = p[0]; i < p[1]; i++)
            for (uint32_t k = q[0]; k < q[1]; k++) {
                if (!may_close(s, ranked, stance, i, k))
                    continue;
                if (!wr_grow(&frame->list, &frame->list_capacity, count + 1,
                             sizeof *frame->list)) {
                    s->failed = true;
                    return count;
                }
                frame->list[count++] = (struct wr_candidate){
                    .standing = wr_standing_at(stance, (wr_spot){0, 0, 0}), .contacts = {i, k}};
            }
    }
    return count;
}

/* ---- Hanging ---- */

/* A stance put to a neighbour by a contact, its lengths as they are. */
static wr_spot spot_beside(const struct wr_placing *s, uint32_t rank, const uint16_t *hooks,
                           const wr_standing *own)
{
    wr_standing here = *own;
    here.spot = (wr_spot){0, 0, 0};
    return wr_spot_sub(wr_standing_hook(s->pieces, &s->frames[rank].standing, hooks[0]),
                       wr_standing_hook(s->pieces, &here, hooks[1]));
}

/* Rounds are drawn long, so that there is room in them for what hangs on their rooms, and that
 * short. */
static wr_lengths draw_lengths(struct wr_placing *s, uint32_t rank, uint32_t stance)
{
    enum { DRAWS = 3 };
    if (s->proposal)
        return s->proposal->standings[s->order[rank].node].lengths;
    wr_lengths lengths = wr_lengths_draw(s->pieces, stance, s->random);
    bool round = s->order[rank].tie_count > 0 || s->order[rank].link_count > 1;
    for (uint32_t draw = 1; draw < DRAWS; draw++) {
        wr_lengths other = wr_lengths_draw(s->pieces, stance, s->random);
        for (uint32_t i = 0; i < WR_PIECE_STRETCHES; i++)
            if (round ? other.of[i] > lengths.of[i] : other.of[i] < lengths.of[i])
                lengths.of[i] = other.of[i];
    }
    return lengths;
}

wr_standing wr_stretching_draw(struct wr_placing *s, uint32_t rank, uint32_t stance,
                               uint32_t contact)
{
    const wr_ranked *ranked = &s->order[rank];
    wr_standing own = {.stance = stance, .lengths = draw_lengths(s, rank, stance)};
    if (ranked->link_count > 0) {
        const wr_tie *tie = &ranked->links[0];
        own.spot = spot_beside(s, tie->rank, contacts_of(s, tie)->hooks[contact], &own);
    }
    return own;
}

void wr_stretching_hang(struct wr_placing *s, uint32_t rank,
                        const struct wr_candidate *candidate)
{
    const wr_ranked *ranked = &s->order[rank];
    struct wr_frame *frame = &s->frames[rank];
    bool fixed = s->puzzle->nodes[ranked->node].fixed;
    frame->settled = fixed ? UINT8_MAX : 0;
    frame->joint = WR_NO_RANK;
    if (ranked->link_count == 0 || fixed)
        return;
    frame->joint = ranked->links[0].rank;
    memcpy(frame->joint_hooks, contacts_of(s, &ranked->links[0])->hooks[candidate->contacts[0]],
           sizeof frame->joint_hooks);
}

/* ---- Moving ---- */

static bool remember(struct wr_placing *s, uint32_t rank)
{
    struct wr_frame *frame = &s->frames[rank];
    if (!frame->past) {
        frame->past = wr_alloc(s->puzzle->node_count * sizeof *frame->past);
        if (!frame->past) {
            s->failed = true;
            return false;
        }
    }
    for (uint32_t r = 0; r < rank; r++)
        frame->past[r] = (struct wr_past){s->frames[r].standing, s->frames[r].settled};
    frame->moved = true;
    return true;
}

static void put(struct wr_placing *s, uint32_t rank)
{
    s->solids[rank] = wr_solid_of(s->pieces, s->frames[rank].standing, rank, WR_NO_STANCE);
    s->standings[rank] = s->frames[rank].standing;
}

static bool same(const wr_standing *a, const wr_standing *b)
{
    return wr_spot_order(a->spot, b->spot) == 0 &&
           memcmp(&a->lengths, &b->lengths, sizeof a->lengths) == 0;
}

void wr_stretching_undo(struct wr_placing *s, uint32_t rank)
{
    struct wr_frame *frame = &s->frames[rank];
    for (uint32_t r = 0; frame->moved && r < rank; r++) {
        bool stayed = same(&s->frames[r].standing, &frame->past[r].standing);
        s->frames[r].standing = frame->past[r].standing;
        s->frames[r].settled = frame->past[r].settled;
        if (!stayed)
            put(s, r);
    }
    frame->moved = false;
}

/* Puts everything where it hangs, earlier ranks first. */
static void rehang(struct wr_placing *s, uint32_t rank)
{
    for (uint32_t r = 0; r <= rank; r++) {
        struct wr_frame *frame = &s->frames[r];
        if (frame->joint == WR_NO_RANK)
            continue;
        frame->standing.spot =
            spot_beside(s, frame->joint, frame->joint_hooks, &frame->standing);
    }
}

/* Brings a rank's doorway to another room's, and settles what lies on the way. */
static bool bring(struct wr_placing *s, uint32_t rank, const wr_tie *tie, const uint16_t *hooks)
{
    struct wr_pulls pulls = {.count = 0};
    struct wr_frame *frames = s->frames;
    wr_spot to = wr_standing_hook(s->pieces, &frames[tie->rank].standing, hooks[0]);
    wr_spot from = wr_standing_hook(s->pieces, &frames[rank].standing, hooks[1]);
    wr_spot miss = wr_spot_sub(to, from);
    pulls.x = (double)miss.x, pulls.y = (double)miss.y, pulls.z = (double)miss.z;
    pull_way(s, &pulls, rank, hooks[1], tie->rank, hooks[0]);
    if (!wr_pulls_meet(&pulls, s->pieces, s->exactly, s->random))
        return false;
    for (uint32_t i = 0; i < pulls.count; i++) {
        struct wr_frame *frame = &frames[pulls.of[i].room];
        frame->standing.lengths.of[pulls.of[i].stretch] = (int32_t)pulls.of[i].length;
        frame->settled |= (uint8_t)(1u << pulls.of[i].stretch);
    }
    rehang(s, rank);
    return true;
}

/* Brings a rank to a further neighbour, by whichever contact does it. */
static bool bring_somehow(struct wr_placing *s, uint32_t rank, const wr_tie *tie)
{
    const uint32_t *range = contact_range(s, tie, s->frames[rank].standing.stance);
    const struct wr_contacts *contacts = contacts_of(s, tie);
    for (uint32_t i = range[0]; i < range[1]; i++)
        if (!is_taken(s, tie->rank, contacts->hooks[i][0]) &&
            bring(s, rank, tie, contacts->hooks[i]))
            return true;
    return false;
}

static bool touches_all(const struct wr_placing *s, uint32_t rank)
{
    const wr_ranked *ranked = &s->order[rank];
    for (uint32_t i = 0; i < ranked->link_count; i++)
        if (wr_standings_contact(s->pieces, contacts_of(s, &ranked->links[i]),
                                 &s->frames[ranked->links[i].rank].standing,
                                 &s->frames[rank].standing) == UINT32_MAX)
            return false;
    return true;
}

/* ---- Judging ---- */

/* Whether two ranks lie to each other as they did. */
static bool lie_alike(const struct wr_placing *s, uint32_t rank, uint32_t a, uint32_t b)
{
    const struct wr_past *past = s->frames[rank].past;
    const wr_standing *p = &s->frames[a].standing, *q = &s->frames[b].standing;
    wr_spot moved_p = wr_spot_sub(p->spot, past[a].standing.spot);
    wr_spot moved_q = wr_spot_sub(q->spot, past[b].standing.spot);
    return wr_spot_order(moved_p, moved_q) == 0 &&
           memcmp(&p->lengths, &past[a].standing.lengths, sizeof p->lengths) == 0 &&
           memcmp(&q->lengths, &past[b].standing.lengths, sizeof q->lengths) == 0;
}

static bool are_free(struct wr_placing *s, uint32_t rank)
{
    uint32_t culprit;
    for (uint32_t a = 1; a < rank; a++)
        for (uint32_t b = 0; b < a; b++) {
            if (lie_alike(s, rank, a, b) ||
                wr_solid_is_free(s->pieces, &s->solids[a], &s->solids[b], 1, &culprit))
                continue;
            wr_frame_blame(&s->frames[rank], a);
            wr_frame_blame(&s->frames[rank], b);
            return false;
        }
    return true;
}

static bool are_allowed(struct wr_placing *s, uint32_t rank)
{
    for (uint32_t r = 0; s->puzzle->rules && r < rank; r++) {
        s->board.rank = r;
        if (!same(&s->frames[r].standing, &s->frames[rank].past[r].standing) &&
            !wr_rules_allow(&s->board, s->frames[rank].conflicts)) {
            wr_frame_blame(&s->frames[rank], r);
            return false;
        }
    }
    return true;
}

static bool close_all(struct wr_placing *s, uint32_t rank, const struct wr_candidate *candidate)
{
    const wr_ranked *ranked = &s->order[rank];
    struct wr_frame *frame = &s->frames[rank];
    wr_stretching_hang(s, rank, candidate);
    frame->standing =
        (wr_standing){.stance = candidate->standing.stance,
                      .lengths = draw_lengths(s, rank, candidate->standing.stance)};
    frame->standing.spot = spot_beside(s, frame->joint, frame->joint_hooks, &frame->standing);
    if (!bring(s, rank, &ranked->links[1],
               contacts_of(s, &ranked->links[1])->hooks[candidate->contacts[1]]))
        return false;
    for (uint32_t i = 2; i < ranked->link_count; i++)
        if (!bring_somehow(s, rank, &ranked->links[i]))
            return false;
    if (!touches_all(s, rank))
        return false;
    for (uint32_t r = 0; r < rank; r++)
        if (!same(&s->frames[r].standing, &frame->past[r].standing))
            put(s, r);
    return are_free(s, rank) && are_allowed(s, rank);
}

bool wr_stretching_close(struct wr_placing *s, uint32_t rank, struct wr_candidate *candidate)
{
    if (!remember(s, rank))
        return false;
    if (!close_all(s, rank, candidate)) {
        wr_stretching_undo(s, rank);
        return false;
    }
    candidate->standing = s->frames[rank].standing;
    return true;
}
