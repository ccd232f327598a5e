/* Dealing work out: ranges of units of like weight, and units of sizes. */
#include "core/base/shard.h"

#include "core/base/arena.h"
#include "core/base/heap.h"

#include <stdlib.h>
#include <string.h>

uint64_t wr_shard_range(wr_shard shard, uint64_t total, uint64_t *first)
{
    uint64_t each = shard.count ? total / shard.count : total;
    uint64_t rest = shard.count ? total % shard.count : 0;
    uint64_t before = shard.count ? shard.index - 1 : 0;
    *first = before * each + (before < rest ? before : rest);
    return each + (before < rest);
}

static int order_sizes(const void *a, const void *b)
{
    const struct wr_shard_unit *p = a, *q = b;
    if (p->size != q->size)
        return p->size > q->size ? -1 : 1;
    return (p->place > q->place) - (p->place < q->place);
}

static int order_places(const void *a, const void *b)
{
    const struct wr_shard_unit *p = a, *q = b;
    return (p->place > q->place) - (p->place < q->place);
}

/* Each goes to the shard with the least so far: the top of the heap. */
static bool deal(struct wr_heap *hands, struct wr_shard_unit *units, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wr_heap_item least = wr_heap_pop(hands);
        units[i].shard = least.item;
        if (!wr_heap_push(hands, least.key + (double)units[i].size, least.item))
            return false;
    }
    return true;
}

bool wr_shard_deal(struct wr_shard_unit *units, size_t count, uint32_t shards)
{
    struct wr_heap hands = {0};
    bool fine = true;
    for (uint32_t i = 1; fine && i <= shards; i++)
        fine = wr_heap_push(&hands, 0, i);
    if (fine && count > 0) {
        qsort(units, count, sizeof *units, order_sizes);
        fine = deal(&hands, units, count);
        qsort(units, count, sizeof *units, order_places);
    }
    wr_heap_finish(&hands);
    return fine;
}

bool wr_shard_take(wr_shard shard, const uint64_t *weights, void *things, size_t *count,
                   size_t each)
{
    size_t total = *count, kept = 0;
    if (shard.count == 0 || total == 0)
        return true;
    struct wr_shard_unit *units = wr_alloc(total * sizeof *units);
    for (size_t i = 0; units && i < total; i++)
        units[i] = (struct wr_shard_unit){weights[i], i, 0};
    bool fine = units && wr_shard_deal(units, total, shard.count);
    for (size_t i = 0; fine && i < total; i++)
        if (units[i].shard == shard.index)
            memmove((char *)things + kept++ * each, (char *)things + i * each, each);
    wr_free(units);
    *count = fine ? kept : total;
    return fine;
}
