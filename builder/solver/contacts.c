/* Contacts: every offset at which two stances are linked, found once for all searches. */
#include "builder/solver/contacts.h"

#include <stdlib.h>

/* A contact under way. */
struct item {
    wr_spot offset;
    uint16_t hooks[2];
    wr_via via;
};

/* All contacts under way, pair after pair, on the heap since their number is not known
 * beforehand. */
struct list {
    struct item *items;
    size_t count, capacity;
};

static int order_items(const void *a, const void *b)
{
    const struct item *p = a, *q = b;
    int order = wr_spot_order(p->offset, q->offset);
    if (order)
        return order;
    if (p->via.stance != q->via.stance)
        return p->via.stance < q->via.stance ? -1 : 1;
    order = wr_spot_order(p->via.offset, q->via.offset);
    if (order)
        return order;
    if (p->hooks[0] != q->hooks[0])
        return p->hooks[0] < q->hooks[0] ? -1 : 1;
    return p->hooks[1] < q->hooks[1] ? -1 : p->hooks[1] > q->hooks[1];
}

static bool add_item(struct list *list, struct item item)
{
    if (!wr_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return false;
    list->items[list->count++] = item;
    return true;
}

/* Sorts a pair's items and drops offsets at which the two overlap, asking once an offset; two
 * that stretch may lie apart with other lengths. */
static void settle_pair(const struct wr_pieces *pieces, uint32_t a, uint32_t b,
                        struct list *list, size_t from)
{
    if (list->count == from)
        return;
    bool stretches = pieces->pieces[pieces->stances[a].piece].stretch_count ||
                     pieces->pieces[pieces->stances[b].piece].stretch_count;
    qsort(list->items + from, list->count - from, sizeof *list->items, order_items);
    size_t kept = from;
    bool overlap = false;
    for (size_t i = from; i < list->count; i++) {
        if (i == from || wr_spot_order(list->items[i].offset, list->items[i - 1].offset) != 0)
            overlap = !stretches && wr_stances_overlap(pieces, a, b, list->items[i].offset);
        if (!overlap)
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

/* How many items share an offset. */
static size_t run_of(const struct list *list, size_t from, size_t end)
{
    size_t i = from + 1;
    while (i < end && wr_spot_order(list->items[i].offset, list->items[from].offset) == 0)
        i++;
    return i - from;
}

/* How many of a run, from its first on, are places of the same two doorways. */
static size_t places_of(const struct wr_pieces *pieces, uint32_t a, uint32_t b,
                        const struct item *items, size_t run)
{
    const wr_piece *p = &pieces->pieces[pieces->stances[a].piece];
    const wr_piece *q = &pieces->pieces[pieces->stances[b].piece];
    size_t i = 1;
    while (i < run &&
           wr_piece_door(p, items[i].hooks[0]) == wr_piece_door(p, items[0].hooks[0]) &&
           wr_piece_door(q, items[i].hooks[1]) == wr_piece_door(q, items[0].hooks[1]))
        i++;
    return i;
}

/* Keeps the middle of the pairs of hooks that meet at an offset; where lengths part doorways
 * that slide, of those of any two doorways. */
static void keep_middles(const struct wr_pieces *pieces, uint32_t a, uint32_t b,
                         struct list *list, size_t from)
{
    size_t kept = from;
    for (size_t i = from; i < list->count;) {
        size_t run = run_of(list, i, list->count);
        if (pieces->slides && pieces->stretches)
            run = places_of(pieces, a, b, &list->items[i], run);
        list->items[kept++] = list->items[i + run / 2];
        i += run;
    }
    list->count = kept;
}

/* ---- Tables ---- */

/* From items (with each pair's end in `ends`) to one entry an offset; direct ones are so. */
static bool make_table(const struct wr_pieces *pieces, const struct list *list,
                       const size_t *ends, bool through, struct wr_arena *arena,
                       struct wr_contacts *out)
{
    size_t pairs = (size_t)pieces->stance_count * pieces->stance_count, count = 0;
    *out = (struct wr_contacts){
        .start = WR_TAKE(arena, uint32_t, pairs + 1),
        .offsets = WR_TAKE(arena, wr_spot, list->count),
        .hooks = through ? NULL : wr_arena_take(arena, list->count, sizeof *out->hooks),
        .via_start = through ? WR_TAKE(arena, uint32_t, list->count + 1) : NULL,
        .vias = through ? WR_TAKE(arena, wr_via, list->count) : NULL,
    };
    if (!out->start || !out->offsets || (through ? !out->via_start || !out->vias : !out->hooks))
        return false;
    for (size_t pair = 0, i = 0; pair < pairs; pair++) {
        out->start[pair] = (uint32_t)count;
        while (i < ends[pair]) {
            size_t run = through ? run_of(list, i, ends[pair]) : 1;
            const struct item *middle = &list->items[i + run / 2];
            out->offsets[count] = middle->offset;
            out->longest = wr_spot_larger(out->longest, middle->offset);
            if (through)
                out->via_start[count] = (uint32_t)i;
            else
                out->hooks[count][0] = middle->hooks[0],
                out->hooks[count][1] = middle->hooks[1];
            count++;
            i += run;
        }
    }
    out->start[pairs] = (uint32_t)count;
    if (through)
        out->via_start[count] = (uint32_t)list->count;
    for (size_t i = 0; through && i < list->count; i++)
        out->vias[i] = list->items[i].via;
    return true;
}

/* ---- Direct contacts ---- */

/* The places of one doorway of a stance: hooks, from the first on. */
struct places {
    const wr_piece_hook *hooks;
    uint32_t first, count;
    wr_spot step; /* from each to the next; not where they are uneven */
    bool even;
};

static struct places places_at(const struct wr_pieces *pieces, uint32_t stance, uint32_t first)
{
    const wr_piece *piece = &pieces->pieces[pieces->stances[stance].piece];
    struct places places = {pieces->stances[stance].hooks, first, 1, {0, 0, 0}, false};
    while (first + places.count < piece->hook_count &&
           wr_piece_door(piece, first + places.count) == wr_piece_door(piece, first)) {
        const wr_piece_hook *last = &places.hooks[first + places.count - 1];
        wr_spot step = wr_spot_sub(last[1].at, last->at);
        places.even =
            places.count == 1 || (places.even && wr_spot_order(step, places.step) == 0);
        places.step = step;
        places.count++;
    }
    return places;
}

static bool join_two(const struct places *p, const struct places *q, uint32_t i, uint32_t k,
                     struct list *list)
{
    uint32_t own = p->first + i, other = q->first + k;
    return add_item(list, (struct item){
                              .offset = wr_spot_sub(p->hooks[own].at, q->hooks[other].at),
                              .hooks = {(uint16_t)own, (uint16_t)other},
                          });
}

/* Of places that lie as far apart as the other doorway's, many pairs meet at one offset: of
 * these the middle is all that is kept. */
static bool join_evenly(const struct places *p, const struct places *q, bool along,
                        struct list *list)
{
    uint32_t last = q->count - 1;
    for (uint32_t at = 0; at < p->count + last; at++) {
        uint32_t low = at > last ? at - last : 0;
        uint32_t high = at < p->count ? at : p->count - 1;
        uint32_t i = low + (high - low + 1) / 2, k = along ? i + last - at : at - i;
        if (!join_two(p, q, i, k, list))
            return false;
    }
    return true;
}

static bool join_places(const struct places *p, const struct places *q, struct list *list)
{
    const wr_spot none = {0, 0, 0};
    bool along = wr_spot_order(p->step, q->step) == 0;
    bool against = wr_spot_order(p->step, wr_spot_sub(none, q->step)) == 0;
    if (p->even && q->even && (along || against))
        return join_evenly(p, q, along, list);
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < q->count; k++)
            if (!join_two(p, q, i, k, list))
                return false;
    return true;
}

static bool join_hooks(const struct wr_pieces *pieces, uint32_t a, uint32_t b,
                       struct list *list)
{
    uint32_t count = pieces->pieces[pieces->stances[a].piece].hook_count;
    uint32_t others = pieces->pieces[pieces->stances[b].piece].hook_count;
    size_t from = list->count;
    for (uint32_t i = 0; i < count;) {
        struct places p = places_at(pieces, a, i);
        for (uint32_t k = 0; k < others;) {
            struct places q = places_at(pieces, b, k);
            if (wr_hooks_meet(pieces, &p.hooks[i], &q.hooks[k]) && !join_places(&p, &q, list))
                return false;
            k += q.count;
        }
        i += p.count;
    }
    settle_pair(pieces, a, b, list, from);
    keep_middles(pieces, a, b, list, from);
    return true;
}

/* ---- Contacts through corridors ---- */

static bool join_through(const struct wr_pieces *pieces, uint32_t a, uint32_t b, uint32_t via,
                         struct list *list)
{
    const struct wr_contacts *direct = &pieces->direct;
    const uint32_t *in = &direct->start[(size_t)a * pieces->stance_count + via];
    const uint32_t *from = &direct->start[(size_t)via * pieces->stance_count + b];
    const wr_piece *corridor = &pieces->pieces[pieces->stances[via].piece];
    for (uint32_t i = in[0]; i < in[1]; i++)
        for (uint32_t k = from[0]; k < from[1]; k++) {
            if (wr_piece_door(corridor, direct->hooks[i][1]) ==
                wr_piece_door(corridor, direct->hooks[k][0]))
                continue;
            struct item item = {
                .offset = wr_spot_add(direct->offsets[i], direct->offsets[k]),
                .via = {via, direct->offsets[i]},
            };
            if (!add_item(list, item))
                return false;
        }
    return true;
}

static bool join_corridors(const struct wr_pieces *pieces, uint32_t a, uint32_t b,
                           const uint32_t *corridors, uint32_t corridor_count,
                           struct list *list)
{
    size_t from = list->count;
    for (uint32_t c = 0; c < corridor_count; c++) {
        uint32_t end = pieces->first_stance[corridors[c] + 1];
        for (uint32_t via = pieces->first_stance[corridors[c]]; via < end; via++)
            if (!join_through(pieces, a, b, via, list))
                return false;
    }
    settle_pair(pieces, a, b, list, from);
    return true;
}

/* ---- All pairs ---- */

/* Through corridors, or directly where there are none (NULL). */
static bool join_all(const struct wr_pieces *pieces, const uint32_t *corridors,
                     uint32_t corridor_count, struct wr_arena *arena, struct wr_contacts *out)
{
    uint32_t n = pieces->stance_count;
    size_t pairs = (size_t)n * n, *ends = wr_alloc(pairs * sizeof *ends);
    struct list list = {0};
    bool fine = ends != NULL;
    for (size_t pair = 0; fine && pair < pairs; pair++) {
        uint32_t a = (uint32_t)(pair / n), b = (uint32_t)(pair % n);
        fine = corridors ? join_corridors(pieces, a, b, corridors, corridor_count, &list)
                         : join_hooks(pieces, a, b, &list);
        ends[pair] = list.count;
    }
    fine = fine && make_table(pieces, &list, ends, corridors != NULL, arena, out);
    wr_free(list.items);
    wr_free(ends);
    return fine;
}

bool wr_contacts_direct(const struct wr_pieces *pieces, struct wr_arena *arena,
                        struct wr_contacts *out)
{
    return join_all(pieces, NULL, 0, arena, out);
}

bool wr_contacts_through(const struct wr_pieces *pieces, const uint32_t *corridors,
                         uint32_t corridor_count, struct wr_arena *arena,
                         struct wr_contacts *out)
{
    return join_all(pieces, corridors, corridor_count, arena, out);
}

/* ---- Finding ---- */

uint32_t wr_contact_find(const struct wr_pieces *pieces, const struct wr_contacts *contacts,
                         uint32_t a, uint32_t b, wr_spot offset)
{
    const uint32_t *start = &contacts->start[(size_t)a * pieces->stance_count + b];
    int64_t tolerance = pieces->tolerance;
    uint32_t low = start[0], high = start[1];
    wr_spot least = {offset.x - tolerance, INT64_MIN, INT64_MIN};
    if (tolerance == 0)
        least = offset;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (wr_spot_order(contacts->offsets[middle], least) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < start[1] && contacts->offsets[low].x <= offset.x + tolerance; low++) {
        if (wr_spots_are_near(contacts->offsets[low], offset, tolerance))
            return low;
        if (tolerance == 0)
            break;
    }
    return UINT32_MAX;
}
