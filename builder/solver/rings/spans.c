/* Cells of the hash are much wider than the tolerance, so that most questions look into one
 * bucket only. */
#include "builder/solver/rings/spans.h"

#include "core/base/grid.h"

enum { MOST_PAIRS = 2 << 20 };

/* ---- Keys ---- */

static int64_t cell_of(int64_t value, int64_t width)
{
    return wr_cell_of(value + width / 2, width);
}

static int64_t width_of(const struct wr_pieces *pieces)
{
    return 16 * pieces->tolerance + 1;
}

static uint32_t bucket_of(const struct wr_span_table *table, int64_t x, int64_t y, int64_t z,
                          uint16_t in, uint16_t out)
{
    uint64_t key = wr_mix((uint64_t)x * 0x9e3779b97f4a7c15u + (uint64_t)y);
    key = wr_mix(key + (uint64_t)z * 0xbf58476d1ce4e5b9u + ((uint64_t)in << 32 | out));
    return (uint32_t)key & (table->bucket_count - 1);
}

static wr_gap gap_of(const struct wr_joins *joins, const wr_span_steps *span, bool two)
{
    const struct wr_pieces *pieces = joins->pieces;
    const wr_step *first = &joins->steps[span->steps[0]];
    const wr_step *last = two ? &joins->steps[span->steps[1]] : first;
    wr_gap gap = {
        .length = wr_step_length(pieces, first),
        .in = wr_hook_out(pieces, first->stance, first->in)->facing,
        .out = wr_hook_out(pieces, last->stance, last->out)->facing,
    };
    if (two)
        gap.length = wr_spot_add(gap.length, wr_step_length(pieces, last));
    return gap;
}

/* ---- Making tables ---- */

static bool close_table(const struct wr_joins *joins, struct wr_span_table *table,
                        const wr_span_steps *items, uint32_t count, bool two,
                        struct wr_arena *arena)
{
    int64_t width = width_of(joins->pieces);
    table->bucket_count = 1;
    while (table->bucket_count < count)
        table->bucket_count *= 2;
    table->start = WR_ZERO(arena, uint32_t, (size_t)table->bucket_count + 1);
    table->items = WR_TAKE(arena, wr_span_steps, count);
    uint32_t *buckets = wr_alloc(((size_t)count + 1) * sizeof *buckets);
    if (!table->start || !table->items || !buckets) {
        wr_free(buckets);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        wr_gap gap = gap_of(joins, &items[i], two);
        buckets[i] =
            bucket_of(table, cell_of(gap.length.x, width), cell_of(gap.length.y, width),
                      cell_of(gap.length.z, width), gap.in, gap.out);
        table->start[buckets[i]]++;
    }
    for (uint32_t b = 0, sum = 0; b <= table->bucket_count; b++) {
        sum += b < table->bucket_count ? table->start[b] : 0;
        table->start[b] = sum;
    }
    for (uint32_t i = count; i-- > 0;)
        table->items[--table->start[buckets[i]]] = items[i];
    table->item_count = count;
    wr_free(buckets);
    return true;
}

static bool make_ones(struct wr_spans *spans, struct wr_arena *arena)
{
    uint32_t count = spans->joins->step_count;
    wr_span_steps *items = wr_alloc(((size_t)count + 1) * sizeof *items);
    bool fine = items != NULL;
    for (uint32_t i = 0; fine && i < count; i++)
        items[i] = (wr_span_steps){{i, UINT32_MAX}};
    fine = fine && close_table(spans->joins, &spans->one, items, count, false, arena);
    wr_free(items);
    return fine;
}

struct pairs {
    wr_span_steps *items;
    uint64_t seen;
    uint32_t count;
    wr_random *random;
};

/* Keeps all, or an even sample of what was seen. */
static void keep_pair(struct pairs *pairs, wr_span_steps pair)
{
    pairs->seen++;
    if (pairs->count < MOST_PAIRS) {
        pairs->items[pairs->count++] = pair;
        return;
    }
    double at = wr_random_unit(pairs->random) * (double)pairs->seen;
    if (at < MOST_PAIRS)
        pairs->items[(uint32_t)at] = pair;
}

static void pairs_after(const struct wr_joins *joins, uint32_t step, struct pairs *pairs)
{
    const wr_step *first = &joins->steps[step];
    uint32_t range[2];
    wr_joins_from(joins, first->stance, first->out, range);
    for (uint32_t w = range[0]; w < range[1]; w++) {
        const wr_join *join = &joins->joins[w];
        uint32_t hook = wr_joins_hook(joins, join->stance, join->hook);
        for (uint32_t s = joins->first_step[hook]; s < joins->first_step[hook + 1]; s++)
            keep_pair(pairs, (wr_span_steps){{step, s}});
    }
}

/* How many pairs there are, as far as memory goes. */
static uint32_t count_pairs(const struct wr_joins *joins)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < joins->step_count; i++) {
        uint32_t range[2];
        wr_joins_from(joins, joins->steps[i].stance, joins->steps[i].out, range);
        for (uint32_t w = range[0]; w < range[1]; w++) {
            const wr_join *join = &joins->joins[w];
            uint32_t hook = wr_joins_hook(joins, join->stance, join->hook);
            count += joins->first_step[hook + 1] - joins->first_step[hook];
        }
        if (count >= MOST_PAIRS)
            return MOST_PAIRS;
    }
    return (uint32_t)count;
}

static bool make_twos(struct wr_spans *spans, wr_random *random, struct wr_arena *arena)
{
    struct pairs pairs = {.random = random};
    pairs.items = wr_alloc(((size_t)count_pairs(spans->joins) + 1) * sizeof *pairs.items);
    bool fine = pairs.items != NULL;
    for (uint32_t i = 0; fine && i < spans->joins->step_count; i++)
        pairs_after(spans->joins, i, &pairs);
    spans->complete = pairs.seen == pairs.count;
    fine =
        fine && close_table(spans->joins, &spans->two, pairs.items, pairs.count, true, arena);
    wr_free(pairs.items);
    return fine;
}

static int64_t larger(int64_t longest, int64_t value)
{
    value = value < 0 ? -value : value;
    return value > longest ? value : longest;
}

bool wr_spans_make(const struct wr_joins *joins, wr_random *random, struct wr_arena *arena,
                   struct wr_spans *out)
{
    *out = (struct wr_spans){.joins = joins};
    for (uint32_t i = 0; i < joins->step_count; i++) {
        wr_spot length = wr_step_length(joins->pieces, &joins->steps[i]);
        out->longest =
            (wr_spot){larger(out->longest.x, length.x), larger(out->longest.y, length.y),
                      larger(out->longest.z, length.z)};
    }
    return make_ones(out, arena) && make_twos(out, random, arena);
}

/* ---- Finding ---- */

static bool crosses(const struct wr_spans *spans, const wr_span_steps *span, bool two,
                    const wr_gap *gap)
{
    wr_gap own = gap_of(spans->joins, span, two);
    return own.in == gap->in && own.out == gap->out &&
           wr_spots_meet(spans->joins->pieces, own.length, gap->length);
}

struct looking {
    const struct wr_spans *spans;
    const struct wr_span_table *table;
    const wr_gap *gap;
    uint32_t turn;
    wr_span_fn *visit;
    void *user;
};

static bool look_into(const struct looking *l, uint32_t bucket)
{
    uint32_t first = l->table->start[bucket], count = l->table->start[bucket + 1] - first;
    bool two = l->table == &l->spans->two;
    for (uint32_t i = 0; i < count; i++) {
        const wr_span_steps *span = &l->table->items[first + (l->turn % count + i) % count];
        if (crosses(l->spans, span, two, l->gap) && l->visit(l->user, span))
            return true;
    }
    return false;
}

bool wr_span_find(const struct wr_spans *spans, const struct wr_span_table *table,
                  const wr_gap *gap, uint32_t turn, wr_span_fn *visit, void *user)
{
    struct looking looking = {spans, table, gap, turn, visit, user};
    int64_t width = width_of(spans->joins->pieces), reach = spans->joins->pieces->tolerance;
    uint32_t seen[8], seen_count = 0;
    for (int corner = 0; corner < 8; corner++) {
        wr_spot at = gap->length;
        at.x += corner & 1 ? reach : -reach;
        at.y += corner & 2 ? reach : -reach;
        at.z += corner & 4 ? reach : -reach;
        uint32_t bucket = bucket_of(table, cell_of(at.x, width), cell_of(at.y, width),
                                    cell_of(at.z, width), gap->in, gap->out);
        bool again = false;
        for (uint32_t i = 0; i < seen_count; i++)
            again |= seen[i] == bucket;
        if (again)
            continue;
        seen[seen_count++] = bucket;
        if (look_into(&looking, bucket))
            return true;
    }
    return false;
}
