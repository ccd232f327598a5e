/* After Demoucron, Malgrange and Pertuiset (1964): from a link on, what is missing falls into
 * fragments. One that fits into no more than one face goes first: a way through it is laid,
 * which cuts a face in two. Where one fits into none, links cross however they lie. This is
 * done with each part of the graph that hangs together though any one node is left out. */
#include "builder/solver/flat/plane.h"
#include "builder/solver/flat/components.h"

#define NONE UINT32_MAX

enum { MOST_FACES = 64 };

/* What is missing and hangs together: a link, or nodes with all they are linked to. */
struct fragment {
    uint32_t gate, next; /* laid out, and the other end of a link of it */
    uint64_t faces;      /* bits of those it fits into */
};

struct laying {
    const struct wr_neighbours *graph;
    const uint32_t *nodes; /* of the part */
    uint32_t count;
    struct wr_arena *arena;
    uint32_t *rings[MOST_FACES], sizes[MOST_FACES]; /* the nodes around each face */
    uint32_t face_count;
    bool *inside, *laid;     /* one a node: in the part, and laid out */
    bool *done;              /* one an entry of the graph's rows: a link that is laid out */
    uint64_t *faces;         /* one a node: bits of those it is on */
    uint32_t *from, *marks;  /* one a node: how it was reached, and in which walk */
    uint32_t *queue, *chain; /* of nodes */
    uint32_t mark, length;   /* of the walk, and of the chain */
    uint32_t *ring;
    wr_random *random; /* draws among faces; NULL: the first of them */
    bool whole;        /* nothing is missing */
};

static bool is_one(uint64_t bits)
{
    return bits && !(bits & (bits - 1));
}

/* Walks over nodes that are not laid out, all that hang together with one. */
static struct fragment flood(struct laying *l, uint32_t first)
{
    struct fragment found = {NONE, NONE, UINT64_MAX};
    uint32_t head = 0, tail = 0;
    l->marks[first] = ++l->mark;
    l->queue[tail++] = first;
    while (head < tail) {
        uint32_t at = l->queue[head++];
        for (uint32_t e = l->graph->starts[at]; e < l->graph->starts[at + 1]; e++) {
            uint32_t next = l->graph->nodes[e];
            if (l->inside[next] && l->laid[next]) {
                found.faces &= l->faces[next];
                found.gate = next;
                found.next = at;
            } else if (l->inside[next] && l->marks[next] != l->mark) {
                l->marks[next] = l->mark;
                l->queue[tail++] = next;
            }
        }
    }
    return found;
}

/* Whether a fragment goes before one that was found earlier. */
static bool goes_first(const struct fragment *one, const struct fragment *best)
{
    if (best->gate == NONE || one->faces == 0)
        return true;
    return is_one(one->faces) && best->faces && !is_one(best->faces);
}

/* Where nothing is missing it has no gate. */
static struct fragment find_fragment(struct laying *l)
{
    struct fragment best = {NONE, NONE, 0};
    uint32_t before = l->mark;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t node = l->nodes[i];
        if (!l->laid[node] && l->marks[node] <= before) {
            struct fragment one = flood(l, node);
            best = goes_first(&one, &best) ? one : best;
        }
        for (uint32_t e = l->graph->starts[node]; e < l->graph->starts[node + 1]; e++) {
            uint32_t next = l->graph->nodes[e];
            struct fragment one = {node, next, l->faces[node] & l->faces[next]};
            if (l->laid[node] && l->inside[next] && l->laid[next] && !l->done[e] &&
                goes_first(&one, &best))
                best = one;
        }
    }
    return best;
}

/* The way through a fragment, from its gate to the nearest other node that is laid out. */
static void find_chain(struct laying *l, const struct fragment *fragment)
{
    uint32_t head = 0, tail = 0, end = l->laid[fragment->next] ? fragment->next : NONE;
    l->marks[fragment->next] = ++l->mark;
    l->from[fragment->next] = fragment->gate;
    l->queue[tail++] = fragment->next;
    while (end == NONE) {
        uint32_t at = l->queue[head++];
        for (uint32_t e = l->graph->starts[at]; e < l->graph->starts[at + 1]; e++) {
            uint32_t next = l->graph->nodes[e];
            if (!l->inside[next] || next == fragment->gate || l->marks[next] == l->mark)
                continue;
            l->marks[next] = l->mark;
            l->from[next] = at;
            l->queue[tail++] = next;
            if (l->laid[next])
                end = next;
        }
    }
    l->length = 0;
    for (; end != fragment->gate; end = l->from[end])
        l->chain[l->length++] = end;
    l->chain[l->length++] = fragment->gate;
}

static void lay_link(struct laying *l, uint32_t a, uint32_t b)
{
    l->laid[a] = l->laid[b] = true;
    for (uint32_t e = l->graph->starts[a]; e < l->graph->starts[a + 1]; e++)
        l->done[e] |= l->graph->nodes[e] == b;
    for (uint32_t e = l->graph->starts[b]; e < l->graph->starts[b + 1]; e++)
        l->done[e] |= l->graph->nodes[e] == a;
}

static bool put_face(struct laying *l, uint32_t face, const uint32_t *ring, uint32_t size)
{
    l->rings[face] = wr_arena_copy(l->arena, ring, size, sizeof *ring);
    l->sizes[face] = size;
    for (uint32_t i = 0; i < size; i++)
        l->faces[ring[i]] |= (uint64_t)1 << face;
    return l->rings[face] != NULL;
}

/* Where a ring goes from one of its nodes to another; returns how many those are. */
static uint32_t copy_arc(const uint32_t *ring, uint32_t size, uint32_t from, uint32_t to,
                         uint32_t *out)
{
    uint32_t at = 0, count = 0;
    while (ring[at] != from)
        at++;
    for (out[count++] = from; ring[at] != to; out[count++] = ring[at])
        at = at + 1 == size ? 0 : at + 1;
    return count;
}

/* Lays the chain through a face. */
static bool cut_face(struct laying *l, uint32_t face)
{
    const uint32_t *ring = l->rings[face];
    uint32_t size = l->sizes[face], first = l->chain[l->length - 1], last = l->chain[0];
    for (uint32_t i = 0; i < size; i++)
        l->faces[ring[i]] &= ~((uint64_t)1 << face);
    for (uint32_t i = 0; i + 1 < l->length; i++)
        lay_link(l, l->chain[i], l->chain[i + 1]);
    uint32_t count = copy_arc(ring, size, first, last, l->ring);
    for (uint32_t i = 1; i + 1 < l->length; i++)
        l->ring[count++] = l->chain[i];
    if (!put_face(l, face, l->ring, count))
        return false;
    count = copy_arc(ring, size, last, first, l->ring);
    for (uint32_t i = l->length - 1; i-- > 1;)
        l->ring[count++] = l->chain[i];
    return put_face(l, l->face_count++, l->ring, count);
}

/* One of the faces a fragment fits into. */
static uint32_t choose_face(uint64_t bits, wr_random *random)
{
    uint32_t chosen = NONE, seen = 0;
    for (uint32_t at = 0; at < MOST_FACES; at++)
        if (bits >> at & 1 &&
            (chosen == NONE || (random && wr_random_below(random, ++seen + 1) == 0)))
            chosen = at;
    return chosen;
}

/* A link, with the whole plane around it. */
static bool lay_first(struct laying *l)
{
    uint32_t pair[2] = {l->nodes[0], NONE};
    for (uint32_t e = l->graph->starts[pair[0]]; pair[1] == NONE; e++)
        if (l->inside[l->graph->nodes[e]])
            pair[1] = l->graph->nodes[e];
    lay_link(l, pair[0], pair[1]);
    l->face_count = 1;
    return put_face(l, 0, pair, 2);
}

static bool take_memory(struct laying *l, uint32_t node_count)
{
    l->inside = WR_ZERO(l->arena, bool, node_count);
    l->laid = WR_ZERO(l->arena, bool, node_count);
    l->done = WR_ZERO(l->arena, bool, l->graph->starts[node_count]);
    l->faces = WR_ZERO(l->arena, uint64_t, node_count);
    l->from = WR_TAKE(l->arena, uint32_t, node_count);
    l->marks = WR_ZERO(l->arena, uint32_t, node_count);
    l->queue = WR_TAKE(l->arena, uint32_t, node_count);
    l->chain = WR_TAKE(l->arena, uint32_t, node_count);
    l->ring = WR_TAKE(l->arena, uint32_t, node_count);
    return l->inside && l->laid && l->done && l->faces && l->from && l->marks && l->queue &&
           l->chain && l->ring;
}

/* Lays a part out, as far as it goes; false when memory is out. */
static bool lay(struct laying *l, uint32_t node_count, uint32_t crossed[2])
{
    if (!take_memory(l, node_count))
        return false;
    for (uint32_t i = 0; i < l->count; i++)
        l->inside[l->nodes[i]] = true;
    if (!lay_first(l))
        return false;
    for (;;) {
        struct fragment fragment = find_fragment(l);
        if (fragment.gate != NONE && fragment.faces == 0) {
            crossed[0] = fragment.gate;
            crossed[1] = fragment.next;
        }
        l->whole = fragment.gate == NONE;
        if (l->whole || fragment.faces == 0 || l->face_count == MOST_FACES)
            return true;
        find_chain(l, &fragment);
        if (!cut_face(l, choose_face(fragment.faces, l->random)))
            return false;
    }
}

bool wr_plane_lay(const struct wr_neighbours *graph, uint32_t node_count,
                  struct wr_arena *arena, uint32_t crossed[2])
{
    struct wr_components parts;
    crossed[0] = crossed[1] = WR_NOT_CROSSED;
    if (!wr_components_cut(graph, node_count, arena, &parts))
        return false;
    for (uint32_t p = 0; p < parts.count && crossed[0] == WR_NOT_CROSSED; p++) {
        wr_arena_mark here = wr_arena_here(arena);
        struct laying l = {
            .graph = graph,
            .nodes = parts.nodes + parts.starts[p],
            .count = parts.starts[p + 1] - parts.starts[p],
            .arena = arena,
        };
        bool fine = lay(&l, node_count, crossed);
        wr_arena_rewind(arena, here);
        if (!fine)
            return false;
    }
    return true;
}

bool wr_plane_faces(const struct wr_neighbours *graph, uint32_t node_count,
                    struct wr_arena *arena, wr_random *random, struct wr_faces *out)
{
    uint32_t crossed[2], *nodes = WR_TAKE(arena, uint32_t, node_count);
    struct laying l = {
        .graph = graph, .nodes = nodes, .count = node_count, .arena = arena, .random = random};
    *out = (struct wr_faces){0};
    if (!nodes)
        return false;
    for (uint32_t i = 0; i < node_count; i++)
        nodes[i] = i;
    if (!lay(&l, node_count, crossed))
        return false;
    out->rings = wr_arena_copy(arena, l.rings, l.face_count, sizeof *l.rings);
    out->sizes = wr_arena_copy(arena, l.sizes, l.face_count, sizeof *l.sizes);
    out->count = l.whole ? l.face_count : 0;
    return out->rings && out->sizes;
}
