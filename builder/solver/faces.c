/* Faces: what rounds on one storey part from each other.
 *
 * Rooms are walked around counter-clockwise, from doorway to doorway and through those that are
 * linked: a walk that comes back to where it began went around one face. What is still to be
 * placed and hangs together lies in one face, so that a free doorway of every room it is linked
 * to must be in that, and there must be room for it. Rooms that stand already may be apart, and
 * tell nothing. */
#include "builder/solver/frames.h"

#include <math.h>

enum { MOST_HOOKS = 16, MOST_FACES = 64 };

#define FREE UINT32_MAX

/* A doorway of a rank, in the order around its room. */
struct slot {
    uint32_t mate; /* the slot it is linked to, or FREE */
    uint32_t face;
};

struct wr_faces {
    const uint8_t **orders;  /* one a stance: its hooks counter-clockwise */
    struct slot *slots;      /* MOST_HOOKS a rank */
    uint32_t *queue;         /* of nodes to come that hang together */
    bool *seen;              /* one a node */
    double *floors;          /* one a node: of the smallest piece it may be */
    double room[MOST_FACES]; /* in each face, less what is to lie in it; square units */
    uint32_t count;
    uint32_t tries; /* of the search, this one counted */
};

/* ---- Starting ---- */

/* Whether a piece keeps to one height. */
static bool is_level(const wr_piece *piece)
{
    for (uint32_t i = 0; i < piece->stretch_count; i++)
        if (piece->stretches[i].z != 0)
            return false;
    for (uint32_t h = 1; h < piece->hook_count; h++)
        if (piece->hooks[h].at.z != piece->hooks[0].at.z)
            return false;
    return piece->hook_count <= MOST_HOOKS;
}

static bool lies_below(wr_spot way)
{
    return way.y < 0 || (way.y == 0 && way.x < 0);
}

static bool comes_before(wr_spot a, wr_spot b)
{
    if (lies_below(a) != lies_below(b))
        return lies_below(b);
    return a.x * b.y - a.y * b.x > 0;
}

/* A hook as seen from the middle of its room. */
static wr_spot way_to(const wr_stance *stance, uint32_t hook)
{
    wr_spot middle = {(stance->low.x + stance->high.x) / 2,
                      (stance->low.y + stance->high.y) / 2, 0};
    return wr_spot_sub(stance->hooks[hook].at, middle);
}

static const uint8_t *order_of(const wr_stance *stance, uint32_t count, struct wr_arena *arena)
{
    uint8_t *order = WR_TAKE(arena, uint8_t, (size_t)count + 1);
    for (uint32_t h = 0; order && h < count; h++) {
        uint32_t at = h;
        for (; at > 0 && comes_before(way_to(stance, h), way_to(stance, order[at - 1])); at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)h;
    }
    return order;
}

bool wr_faces_start(struct wr_placing *s)
{
    const struct wr_pieces *pieces = s->pieces;
    size_t nodes = s->puzzle->node_count;
    for (uint32_t p = 0; p < pieces->piece_count; p++)
        if (!is_level(&pieces->pieces[p]))
            return true;
    for (size_t i = 0; i < nodes; i++)
        if (s->puzzle->nodes[i].fixed)
            return true;
    struct wr_faces *faces = WR_ZERO(s->arena, struct wr_faces, 1);
    if (!faces)
        return false;
    faces->orders = WR_TAKE(s->arena, const uint8_t *, pieces->stance_count);
    faces->slots = WR_TAKE(s->arena, struct slot, MOST_HOOKS * nodes);
    faces->queue = WR_TAKE(s->arena, uint32_t, nodes);
    faces->seen = WR_TAKE(s->arena, bool, nodes);
    faces->floors = WR_TAKE(s->arena, double, nodes);
    for (uint32_t i = 0; faces->floors && i < nodes; i++)
        faces->floors[i] = wr_puzzle_floor(s->pieces, &s->puzzle->nodes[i]);
    for (uint32_t i = 0; faces->orders && i < pieces->stance_count; i++) {
        const wr_stance *stance = &pieces->stances[i];
        faces->orders[i] = order_of(stance, pieces->pieces[stance->piece].hook_count, s->arena);
        if (!faces->orders[i])
            return false;
    }
    s->faces = faces;
    return faces->orders && faces->slots && faces->queue && faces->seen && faces->floors;
}

/* ---- Walking around ---- */

static uint32_t hook_count(const struct wr_placing *s, uint32_t rank)
{
    return s->pieces->pieces[wr_standing_stance(s->pieces, &s->frames[rank].standing)->piece]
        .hook_count;
}

static uint32_t slot_of(const struct wr_placing *s, uint32_t rank, uint32_t hook)
{
    const uint8_t *order = s->faces->orders[s->frames[rank].standing.stance];
    uint32_t at = 0;
    while (order[at] != hook)
        at++;
    return rank * MOST_HOOKS + at;
}

static void link_slots(struct wr_placing *s, uint32_t rank)
{
    const wr_ranked *ranked = &s->order[rank];
    for (uint32_t i = 0; i < ranked->link_count; i++) {
        const wr_tie *tie = &ranked->links[i];
        const struct wr_contacts *contacts = s->puzzle->links[tie->link].contacts;
        uint32_t at = wr_standings_contact(s->pieces, contacts, &s->frames[tie->rank].standing,
                                           &s->frames[rank].standing);
        if (at == UINT32_MAX)
            continue;
        uint32_t a = slot_of(s, tie->rank, contacts->hooks[at][0]);
        uint32_t b = slot_of(s, rank, contacts->hooks[at][1]);
        s->faces->slots[a].mate = b;
        s->faces->slots[b].mate = a;
    }
}

static uint32_t next_slot(const struct wr_placing *s, uint32_t slot)
{
    uint32_t rank = slot / MOST_HOOKS, at = slot % MOST_HOOKS + 1;
    return rank * MOST_HOOKS + (at == hook_count(s, rank) ? 0 : at);
}

static wr_spot spot_of(const struct wr_placing *s, uint32_t slot)
{
    const wr_standing *standing = &s->frames[slot / MOST_HOOKS].standing;
    return wr_standing_hook(s->pieces, standing,
                            s->faces->orders[standing->stance][slot % MOST_HOOKS]);
}

/* What a room takes of a face that is walked past it, from one doorway to the next. */
static double part_of(const struct wr_placing *s, uint32_t rank)
{
    wr_spot low, high;
    wr_standing_box(s->pieces, &s->frames[rank].standing, &low, &high);
    return (double)(high.x - low.x) * (double)(high.y - low.y) / hook_count(s, rank);
}

/* Gives all free doorways around a face its number; returns how much room there is in it. What
 * is walked around clockwise is an inner one. */
static double walk(struct wr_placing *s, uint32_t from, uint32_t face)
{
    struct slot *slots = s->faces->slots;
    uint32_t at = from;
    double twice = 0, rooms = 0;
    do {
        if (slots[at].mate == FREE)
            slots[at].face = face;
        uint32_t next = next_slot(s, at);
        wr_spot a = spot_of(s, at), b = spot_of(s, next);
        twice += (double)a.y * (double)b.x - (double)a.x * (double)b.y;
        rooms += part_of(s, at / MOST_HOOKS);
        at = slots[next].mate != FREE ? slots[next].mate : next;
    } while (at != from);
    return twice > 0 ? twice / 2 - rooms : INFINITY;
}

/* False where there are too many faces. */
static bool number_faces(struct wr_placing *s, uint32_t rank)
{
    struct slot *slots = s->faces->slots;
    uint32_t count = 0;
    for (uint32_t i = 0; i < (rank + 1) * MOST_HOOKS; i++)
        slots[i] = (struct slot){FREE, MOST_FACES};
    for (uint32_t r = 0; r <= rank; r++)
        link_slots(s, r);
    for (uint32_t r = 0; r <= rank; r++)
        for (uint32_t at = 0; at < hook_count(s, r); at++) {
            uint32_t slot = r * MOST_HOOKS + at;
            if (slots[slot].mate != FREE || slots[slot].face != MOST_FACES)
                continue;
            if (count == MOST_FACES)
                return false;
            s->faces->room[count] = walk(s, slot, count);
            count++;
        }
    s->faces->count = count;
    return true;
}

/* ---- What is to come ---- */

static uint64_t faces_of(const struct wr_placing *s, uint32_t rank)
{
    uint64_t bits = 0;
    for (uint32_t at = 0; at < hook_count(s, rank); at++) {
        const struct slot *slot = &s->faces->slots[rank * MOST_HOOKS + at];
        bits |= slot->mate == FREE ? (uint64_t)1 << slot->face : 0;
    }
    return bits;
}

/* Nodes to come that hang together: the faces they may be in, and the floor they need. */
struct cluster {
    uint64_t faces;
    double floor;
};

/* Walks over all that hang on a node. */
static struct cluster cluster_of(struct wr_placing *s, uint32_t rank, uint32_t node, bool blame)
{
    uint32_t head = 0, tail = 0, *queue = s->faces->queue;
    struct cluster cluster = {UINT64_MAX, 0};
    queue[tail++] = node;
    s->faces->seen[node] = true;
    while (head < tail) {
        uint32_t at = queue[head++];
        cluster.floor += s->faces->floors[at] + s->puzzle->nodes[at].beyond;
        for (uint32_t i = s->board.starts[at]; i < s->board.starts[at + 1]; i++) {
            uint32_t next = s->board.neighbours[i];
            if (s->ranks[next] <= rank) {
                cluster.faces &= faces_of(s, s->ranks[next]);
                if (blame && s->ranks[next] < rank)
                    wr_frame_blame(&s->frames[rank], s->ranks[next]);
            } else if (!s->faces->seen[next]) {
                s->faces->seen[next] = true;
                queue[tail++] = next;
            }
        }
    }
    return cluster;
}

/* Takes room from a face, where there is only one that something may lie in. Rooms leave gaps
 * between each other that are larger than they are themselves. */
static void take_room(struct wr_faces *faces, uint64_t bits, double floor)
{
    const double spread = 2;
    uint32_t face = 0;
    if (bits == 0 || bits & (bits - 1))
        return;
    while (!(bits >> face & 1))
        face++;
    faces->room[face] -= spread * floor;
}

/* Whether each face has room for what is to hang on what stands. Levels that are packed more
 * tightly there may be: every fourth try does not ask. */
static bool have_room(struct wr_placing *s, uint32_t rank)
{
    enum { TIGHT = 4 };
    struct wr_faces *faces = s->faces;
    if (faces->tries % TIGHT == 0)
        return true;
    for (uint32_t r = 0; r <= rank; r++)
        if (s->puzzle->nodes[s->order[r].node].beyond > 0)
            take_room(faces, faces_of(s, r), s->puzzle->nodes[s->order[r].node].beyond);
    for (uint32_t f = 0; f < faces->count; f++)
        if (faces->room[f] < 0)
            return false;
    return true;
}

void wr_faces_begin(struct wr_placing *s)
{
    if (s->faces)
        s->faces->tries++;
}

bool wr_faces_allow(struct wr_placing *s, uint32_t rank)
{
    uint32_t count = s->puzzle->node_count;
    if (!s->faces || !number_faces(s, rank))
        return true;
    for (uint32_t i = 0; i < count; i++)
        s->faces->seen[i] = false;
    for (uint32_t r = rank + 1; r < count; r++) {
        uint32_t node = s->order[r].node;
        if (s->faces->seen[node])
            continue;
        struct cluster cluster = cluster_of(s, rank, node, false);
        if (cluster.faces == 0) {
            cluster_of(s, rank, node, true);
            return false;
        }
        take_room(s->faces, cluster.faces, cluster.floor);
    }
    if (have_room(s, rank))
        return true;
    for (uint32_t r = 0; r < rank; r++)
        wr_frame_blame(&s->frames[rank], r);
    return false;
}
