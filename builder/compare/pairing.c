/* Finding out what belongs to what, by names and places. */
#include "builder/compare/comparing.h"

#include "core/base/math.h"
#include "core/base/text.h"

#include <stdlib.h>
#include <string.h>

/* So many of one mark are asked which is nearest. */
enum { MOST_TRIED = 64 };

/* ---- By names ---------------------------------------------------------------------------- */

struct named {
    const char *name;
    uint32_t index;
};

static int order_named(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    if (!wr_text_same(x->name, y->name))
        return wr_text_order(x->name, y->name);
    return x->index < y->index ? -1 : x->index > y->index;
}

static struct named *sort(struct wr_arena *arena, const char *const *names, size_t *count)
{
    struct named *sorted = WR_TAKE(arena, struct named, *count);
    size_t kept = 0;
    for (size_t i = 0; sorted && i < *count; i++)
        if (names[i])
            sorted[kept++] = (struct named){names[i], (uint32_t)i};
    if (sorted && kept > 1)
        qsort(sorted, kept, sizeof *sorted, order_named);
    *count = kept;
    return sorted;
}

static uint32_t *unpaired(struct wr_arena *arena, size_t count)
{
    uint32_t *partners = WR_TAKE(arena, uint32_t, count);
    for (size_t i = 0; partners && i < count; i++)
        partners[i] = WR_UNPAIRED;
    return partners;
}

bool wr_comparing_pair(struct wr_comparing *comparing, const char *const *now, size_t now_count,
                       const char *const *was, size_t was_count, struct wr_pairing *out)
{
    struct wr_arena *arena = comparing->arena;
    *out = (struct wr_pairing){unpaired(arena, now_count), unpaired(arena, was_count)};
    struct named *a = sort(arena, now, &now_count), *b = sort(arena, was, &was_count);
    if (!out->was_of || !out->now_of || !a || !b)
        return wr_comparing_has(comparing, NULL);
    for (size_t i = 0, k = 0; i < now_count && k < was_count;) {
        if (!wr_text_same(a[i].name, b[k].name)) {
            if (wr_text_order(a[i].name, b[k].name) < 0)
                i++;
            else
                k++;
            continue;
        }
        out->was_of[a[i].index] = b[k].index;
        out->now_of[b[k++].index] = a[i++].index;
    }
    return true;
}

/* ---- By places --------------------------------------------------------------------------- */

/* One side, by marks. */
struct marked {
    struct wr_placed *things;
    uint32_t *order, count;
};

struct by_mark {
    const char *mark;
    uint32_t index;
};

static int order_marks(const void *a, const void *b)
{
    const struct by_mark *x = a, *y = b;
    int order = strcmp(x->mark, y->mark);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

static bool sort_marks(struct wr_comparing *comparing, struct wr_placed *things, uint32_t count,
                       struct marked *out)
{
    struct by_mark *sorted = WR_TAKE(comparing->arena, struct by_mark, count);
    *out = (struct marked){things, WR_TAKE(comparing->arena, uint32_t, count), 0};
    if (!sorted || !out->order)
        return wr_comparing_has(comparing, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (things[i].mark)
            sorted[out->count++] = (struct by_mark){things[i].mark, i};
    if (out->count > 1)
        qsort(sorted, out->count, sizeof *sorted, order_marks);
    for (uint32_t i = 0; i < out->count; i++)
        out->order[i] = sorted[i].index;
    return true;
}

static const char *mark_of(const struct marked *side, uint32_t at)
{
    return side->things[side->order[at]].mark;
}

static uint32_t group_end(const struct marked *side, uint32_t from)
{
    uint32_t end = from;
    while (end < side->count && strcmp(mark_of(side, end), mark_of(side, from)) == 0)
        end++;
    return end;
}

/* Two runs of one mark, each a range of its side, and how far what belongs together may lie
 * apart. */
struct runs {
    uint32_t now, now_end, was, was_end;
    double reach;
};

/* The one of a run that stood nearest, among the first that are not taken; WR_UNPAIRED where
 * none is left in reach. */
static uint32_t nearest(const struct marked *was, uint32_t from, const struct runs *runs,
                        wr_vec3 at, const struct wr_pairing *pairing)
{
    uint32_t best = WR_UNPAIRED, tried = 0;
    double least = runs->reach;
    for (uint32_t i = from; i < runs->was_end && tried < MOST_TRIED; i++) {
        uint32_t other = was->order[i];
        if (pairing->now_of[other] != WR_UNPAIRED)
            continue;
        double off = wr_distance(at, was->things[other].at);
        tried++;
        if (!(off < least) && (best != WR_UNPAIRED || off > least))
            continue;
        best = other;
        least = off;
    }
    return best;
}

static void pair_runs(const struct marked *now, const struct marked *was,
                      const struct runs *runs, struct wr_pairing *pairing)
{
    uint32_t from = runs->was;
    for (uint32_t i = runs->now; i < runs->now_end; i++) {
        uint32_t thing = now->order[i];
        while (from < runs->was_end && pairing->now_of[was->order[from]] != WR_UNPAIRED)
            from++; /* need not be looked at again */
        if (from == runs->was_end)
            return;
        uint32_t best = nearest(was, from, runs, now->things[thing].at, pairing);
        if (best == WR_UNPAIRED)
            continue;
        pairing->was_of[thing] = best;
        pairing->now_of[best] = thing;
    }
}

bool wr_comparing_unpaired(struct wr_comparing *comparing, uint32_t now_count,
                           uint32_t was_count, struct wr_pairing *out)
{
    *out = (struct wr_pairing){unpaired(comparing->arena, now_count),
                               unpaired(comparing->arena, was_count)};
    return wr_comparing_has(comparing, out->was_of) && wr_comparing_has(comparing, out->now_of);
}

/* What is paired is none of those that are left. */
static void forget_paired(struct marked *side, const uint32_t *partners)
{
    for (uint32_t i = 0; i < side->count; i++)
        if (partners[side->order[i]] != WR_UNPAIRED)
            side->things[side->order[i]].mark = NULL;
}

bool wr_comparing_pair_nearest(struct wr_comparing *comparing, struct wr_placed *now,
                               uint32_t now_count, struct wr_placed *was, uint32_t was_count,
                               double reach, struct wr_pairing *out)
{
    struct marked a, b;
    if (!sort_marks(comparing, now, now_count, &a) ||
        !sort_marks(comparing, was, was_count, &b))
        return false;
    for (uint32_t i = 0, k = 0; i < a.count && k < b.count;) {
        const struct runs runs = {i, group_end(&a, i), k, group_end(&b, k), reach};
        int order = strcmp(mark_of(&a, i), mark_of(&b, k));
        if (order == 0)
            pair_runs(&a, &b, &runs, out);
        i = order <= 0 ? runs.now_end : i;
        k = order >= 0 ? runs.was_end : k;
    }
    forget_paired(&a, out->was_of);
    forget_paired(&b, out->now_of);
    return true;
}
