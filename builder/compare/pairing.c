/* Finding out what belongs to what, by names. */
#include "builder/compare/comparing.h"

#include "core/base/text.h"

#include <stdlib.h>

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
