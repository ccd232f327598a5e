/* Tables of a kit, and what it says about the loops a template wants. */
#include "builder/generate/grow/tables.h"

#include <math.h>

enum {
    POOL = 64,
    ROUND = 2,
    ROUNDS = 24,
    ROUND_BUDGET = 1 << 13,
    FEW_SAMPLES = 1 << 13,
    RARE = 8, /* rings of a length that samples know nothing of */
    TABLE_SEED = 1,
    CHAINED = 3,       /* rooms of a chain of which all is known */
    FEW_SUMS = 1 << 16 /* where it is not more than this */
};

struct tables {
    struct wr_context *context;
    bool proves; /* rooms are as they are drawn, so that loops which these do not close are none
                  */
    const struct wr_template *template;
    struct wr_grow_tables *out;
    struct wr_arena *arena;
    wr_random random;
};

static bool asks_loops(const struct wr_template *template)
{
    const wr_grow_rule *grow = &template->grow;
    bool share = !isnan(grow->loop_share) && grow->loop_share > 0;
    return share || (grow->loops.least != WR_NONE && grow->loops.most > 0);
}

static enum wr_ring_climb climb_of(const struct wr_template *template)
{
    return template->storeys == 1 ? WR_RING_LEVEL : WR_RING_ANY;
}

/* Adds up to `most` rings to a pool. */
static bool add_rings(struct tables *t, uint32_t length, enum wr_ring_climb climb,
                      uint64_t budget, uint32_t most, bool *proved)
{
    wr_ring_pool *pool = &t->out->pools[length];
    struct wr_ring_search search = {
        .context = t->context,
        .sums = &t->out->sums,
        .length = length,
        .climb = climb,
        .budget = budget,
        .most = most < POOL - pool->count ? most : POOL - pool->count,
        .rings = pool->rings + pool->count,
    };
    if (search.most == 0)
        return true;
    bool fine = wr_rings_find(&search, &t->random);
    pool->count += search.found;
    *proved = t->proves && search.proved && pool->count == 0;
    return fine;
}

/* Fills a pool with rings from all over the kit: samples are everywhere, but each exact search
 * ends with a few and begins elsewhere. `proved` says that there are none. */
static bool fill_pool(struct tables *t, uint32_t length, bool *proved)
{
    wr_ring_pool *pool = &t->out->pools[length];
    bool exact = length <= WR_RING_BY_CHAINS, level = t->template->storeys == 1, proved_more;
    uint32_t most = exact ? ROUND : POOL - POOL / 4;
    uint64_t budget = exact ? ROUND_BUDGET : FEW_SAMPLES;
    pool->rings = WR_TAKE(t->arena, wr_ring, POOL);
    if (!pool->rings ||
        !add_rings(t, length, climb_of(t->template), exact ? 0 : budget, most, proved) ||
        (!exact && pool->count == 0 &&
         !add_rings(t, length, climb_of(t->template), 0, RARE, proved)))
        return false;
    for (uint32_t round = 0; round < ROUNDS && pool->count; round++) {
        enum wr_ring_climb climb = level ? WR_RING_LEVEL : WR_RING_CLIMBS;
        if (exact && round % 4)
            climb = climb_of(t->template);
        if (!add_rings(t, length, climb, budget, exact ? ROUND : POOL, &proved_more))
            return false;
        if (!exact)
            break;
    }
    return true;
}

/* ---- What the kit closes ---- */

static enum wr_result no_loop(struct tables *t, const wr_ring_lengths *lengths)
{
    wr_where where = wr_at(t->template->source, WR_WHOLE_FILE);
    return wr_fail(t->context, WR_NO_FIT, where, "loop-cannot-close",
                   "ask for lengths the kit closes, or for no loops",
                   "no loop of the wanted lengths can close: the rooms that take part close %s",
                   wr_ring_lengths_text(lengths).text);
}

static void warn_of(struct tables *t, uint32_t length, const wr_ring_lengths *lengths)
{
    wr_warn(t->context, wr_at(t->template->source, WR_WHOLE_FILE), "loop-cannot-close",
            "take it out of the list",
            "no loop of %u rooms can close: the rooms that take part close %s",
            (unsigned)length, wr_ring_lengths_text(lengths).text);
}

/* The wanted lengths, without those that are proved to be out of reach. */
static enum wr_result take_lengths(struct tables *t)
{
    const wr_grow_rule *grow = &t->template->grow;
    uint32_t *kept = WR_TAKE(t->arena, uint32_t, grow->loop_length_count), lost = 0;
    bool lost_all[WR_RING_MOST + 1] = {false};
    if (!kept)
        return wr_no_memory(t->context);
    for (uint32_t i = 0; i < grow->loop_length_count; i++) {
        uint32_t length = grow->loop_lengths[i];
        bool proved = false;
        if (length <= WR_RING_MOST && !t->out->pools[length].rings &&
            !fill_pool(t, length, &proved))
            return wr_no_memory(t->context);
        if (length <= WR_RING_MOST)
            lost_all[length] |= proved;
        if (length <= WR_RING_MOST && lost_all[length])
            lost++;
        else
            kept[t->out->length_count++] = length;
    }
    t->out->lengths = kept;
    if (lost == 0)
        return WR_OK;
    wr_ring_lengths lengths;
    if (!wr_rings_survey(t->context, &t->out->sums, climb_of(t->template), &t->random,
                         &lengths))
        return wr_no_memory(t->context);
    if (t->out->length_count == 0)
        return no_loop(t, &lengths);
    for (uint32_t length = WR_RING_LEAST; length <= WR_RING_MOST; length++)
        if (lost_all[length])
            warn_of(t, length, &lengths);
    return WR_OK;
}

/* Where any length will do, some short rings are at hand for where nothing else closes. */
static enum wr_result take_any_lengths(struct tables *t)
{
    wr_ring ring;
    wr_random random = wr_random_of(TABLE_SEED, 2);
    struct wr_ring_search search = {.context = t->context,
                                    .sums = &t->out->sums,
                                    .length = WR_RING_LEAST,
                                    .climb = climb_of(t->template),
                                    .most = 1,
                                    .rings = &ring};
    if (!wr_rings_find(&search, &random))
        return wr_no_memory(t->context);
    bool none = t->proves && search.proved && search.found == 0;
    t->out->shortest += none;
    for (uint32_t length = 4; length <= 6; length++) {
        bool proved = false;
        if (!fill_pool(t, length, &proved))
            return wr_no_memory(t->context);
        none &= proved;
        t->out->shortest += none;
    }
    return WR_OK;
}

enum wr_result wr_grow_tables_make(struct wr_context *context,
                                   const struct wr_template *template,
                                   const struct wr_kit_pieces *kit, struct wr_arena *arena,
                                   struct wr_grow_tables *out)
{
    struct tables t = {context, !kit->pieces.stretches,     template, out,
                       arena,   wr_random_of(TABLE_SEED, 1)};
    *out = (struct wr_grow_tables){.shortest = WR_RING_LEAST};
    if (!wr_joins_make(&kit->pieces, arena, &out->joins) ||
        !wr_sums_make(&out->joins, &out->sums) ||
        !wr_sums_extend(&out->sums, CHAINED, FEW_SUMS))
        return wr_no_memory(context);
    if (!asks_loops(template))
        return WR_OK;
    return template->grow.loop_length_count ? take_lengths(&t) : take_any_lengths(&t);
}

void wr_grow_tables_finish(struct wr_grow_tables *tables)
{
    if (tables)
        wr_sums_finish(&tables->sums);
}
