/* A set grows out of the one before it, a step at a time; chains that lead the same way are one
 * from then on. Sums are exact: rooms stand at whole units, and nothing is rounded twice. */
#include "builder/solver/rings/sums.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { LEAST_BUCKETS = 64, CELL = 4 /* times what sums may miss each other by */ };

static int64_t slack_of(const struct wr_sums *sums)
{
    return sums->joins->pieces->tolerance + sums->rounding;
}

/* ---- Kinds of doors ---- */

static bool alike(const struct wr_pieces *pieces, uint32_t a, uint32_t b)
{
    uint32_t count = pieces->kind_count;
    for (uint32_t i = 0; i < count; i++)
        if (pieces->meets[a * count + i] != pieces->meets[b * count + i] ||
            pieces->meets[i * count + a] != pieces->meets[i * count + b])
            return false;
    return true;
}

/* Every hook of a kit is of a kind of its own; most of them meet the same others. */
bool wr_door_classes_make(const struct wr_pieces *pieces, struct wr_door_classes *out)
{
    uint32_t count = pieces->kind_count;
    uint32_t *models = wr_alloc(((size_t)count + 1) * sizeof *models);
    *out = (struct wr_door_classes){.of = wr_alloc(((size_t)count + 1) * sizeof *out->of)};
    for (uint32_t k = 0; models && out->of && k < count; k++) {
        uint32_t class = 0;
        while (class < out->count && !alike(pieces, models[class], k))
            class ++;
        if (class == out->count)
            models[out->count++] = k;
        out->of[k] = (uint16_t) class;
    }
    size_t size = out->count;
    out->meets = wr_alloc(size * size + 1);
    bool fine = models && out->of && out->meets;
    for (size_t i = 0; fine && i < size * size; i++)
        out->meets[i] = pieces->meets[models[i / size] * count + models[i % size]];
    wr_free(models);
    return fine;
}

void wr_door_classes_finish(struct wr_door_classes *classes)
{
    wr_free(classes->of);
    wr_free(classes->meets);
    *classes = (struct wr_door_classes){0};
}

/* ---- Sets ---- */

static uint64_t cell_of(const struct wr_sum_set *set, int64_t value)
{
    return wr_sum_cell(value, set->shift);
}

static uint32_t bucket_of(const struct wr_sum_set *set, uint64_t x, uint64_t y, uint64_t z,
                          uint16_t in, uint16_t out)
{
    return (uint32_t)wr_sum_hash(in, out, x, y, z) & (set->bucket_count - 1);
}

static uint32_t bucket_at(const struct wr_sum_set *set, const wr_sum *sum)
{
    return bucket_of(set, cell_of(set, sum->x), cell_of(set, sum->y), cell_of(set, sum->z),
                     sum->in, sum->out);
}

/* As many buckets as sums, or twice as many. */
static bool make_buckets(struct wr_sum_set *set)
{
    uint32_t count = LEAST_BUCKETS;
    while (count < set->count)
        count *= 2;
    count *= set->bucket_count ? 2 : 1;
    wr_free(set->heads);
    set->heads = wr_alloc(count * sizeof *set->heads);
    set->bucket_count = count;
    if (!set->heads)
        return false;
    memset(set->heads, 0xff, count * sizeof *set->heads);
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t bucket = bucket_at(set, &set->sums[i]);
        set->next[i] = set->heads[bucket];
        set->heads[bucket] = i;
    }
    return true;
}

static bool equal(const wr_sum *a, const wr_sum *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z && a->in == b->in && a->out == b->out;
}

bool wr_sum_set_start(struct wr_sum_set *set, uint32_t shift)
{
    *set = (struct wr_sum_set){.shift = shift};
    return make_buckets(set);
}

bool wr_sum_set_enter(struct wr_sum_set *set, wr_sum sum)
{
    if (set->count >= set->bucket_count && !make_buckets(set))
        return false;
    uint32_t bucket = bucket_at(set, &sum);
    for (uint32_t i = set->heads[bucket]; i != NONE; i = set->next[i])
        if (equal(&set->sums[i], &sum))
            return true;
    if (!wr_grow(&set->sums, &set->sum_capacity, (size_t)set->count + 1, sizeof *set->sums) ||
        !wr_grow(&set->next, &set->next_capacity, (size_t)set->count + 1, sizeof *set->next))
        return false;
    set->sums[set->count] = sum;
    set->next[set->count] = set->heads[bucket];
    set->heads[bucket] = set->count++;
    return true;
}

void wr_sum_set_finish(struct wr_sum_set *set)
{
    wr_free(set->sums);
    wr_free(set->next);
    wr_free(set->heads);
    *set = (struct wr_sum_set){0};
}

/* ---- One room ---- */

static wr_sum sum_of(const struct wr_sums *sums, const wr_step *first, const wr_step *last,
                     wr_spot length)
{
    const struct wr_pieces *pieces = sums->joins->pieces;
    const wr_piece_hook *in = wr_hook_out(pieces, first->stance, first->in);
    const wr_piece_hook *out = wr_hook_out(pieces, last->stance, last->out);
    return (wr_sum){(int32_t)length.x, (int32_t)length.y, (int32_t)length.z,
                    wr_sums_end(sums, in->facing, in->kind),
                    wr_sums_end(sums, out->facing, out->kind)};
}

static int order_sums(const void *a, const void *b)
{
    const wr_sum *p = a, *q = b;
    if (p->in != q->in)
        return p->in < q->in ? -1 : 1;
    if (p->out != q->out)
        return p->out < q->out ? -1 : 1;
    return wr_spot_order((wr_spot){p->x, p->y, p->z}, (wr_spot){q->x, q->y, q->z});
}

/* Steps in all turns, in the order of the doorway one comes in at. */
static bool make_steps(struct wr_sums *sums)
{
    const struct wr_joins *joins = sums->joins;
    struct wr_sum_set *set = &sums->sets[1];
    uint32_t ends = joins->pieces->turn_count * sums->classes.count;
    for (uint32_t i = 0; i < joins->step_count; i++) {
        const wr_step *step = &joins->steps[i];
        if (!wr_sum_set_enter(set,
                              sum_of(sums, step, step, wr_step_length(joins->pieces, step))))
            return false;
    }
    sums->first_step = wr_alloc(((size_t)ends + 1) * sizeof *sums->first_step);
    if (!sums->first_step)
        return false;
    if (set->count)
        qsort(set->sums, set->count, sizeof *set->sums, order_sums);
    for (uint32_t end = 0, at = 0; end <= ends; end++) {
        while (at < set->count && set->sums[at].in < end)
            at++;
        sums->first_step[end] = at;
    }
    return make_buckets(set);
}

/* ---- Further rooms ---- */

/* Enters what is two rooms long, of rooms that stand beside each other without overlap. */
static bool enter_pairs(struct wr_sums *sums, const wr_step *first, uint32_t limit)
{
    const struct wr_joins *joins = sums->joins;
    struct wr_sum_set *set = &sums->sets[2];
    wr_spot length = wr_step_length(joins->pieces, first);
    uint32_t range[2];
    wr_joins_from(joins, first->stance, first->out, range);
    for (uint32_t w = range[0]; w < range[1]; w++) {
        uint32_t hook = wr_joins_hook(joins, joins->joins[w].stance, joins->joins[w].hook);
        for (uint32_t s = joins->first_step[hook]; s < joins->first_step[hook + 1]; s++) {
            const wr_step *last = &joins->steps[s];
            if (set->count > limit)
                return true;
            wr_spot both = wr_spot_add(length, wr_step_length(joins->pieces, last));
            if (!wr_sum_set_enter(set, sum_of(sums, first, last, both)))
                return false;
        }
    }
    return true;
}

static bool make_pairs(struct wr_sums *sums, uint32_t limit)
{
    const struct wr_joins *joins = sums->joins;
    for (uint32_t i = 0; i < joins->step_count; i++) {
        const wr_step *step = &joins->steps[i];
        bool is_turned = wr_hook_out(joins->pieces, step->stance, step->in)->facing != 0;
        if (!(sums->turns && is_turned) && !enter_pairs(sums, step, limit))
            return false;
    }
    return true;
}

/* Enters all that is one step longer than a sum. */
static bool enter_longer(struct wr_sums *sums, struct wr_sum_set *set, wr_sum sum)
{
    uint32_t turns = sums->joins->pieces->turn_count, size = sums->classes.count;
    uint32_t facing = (sum.out / size + turns / 2) % turns, class = sum.out % size;
    for (uint32_t c = 0; c < size; c++) {
        if (!sums->classes.meets[class * size + c])
            continue;
        uint32_t end = facing * size + c;
        for (uint32_t i = sums->first_step[end]; i < sums->first_step[end + 1]; i++) {
            const wr_sum *step = &sums->sets[1].sums[i];
            wr_sum longer = {sum.x + step->x, sum.y + step->y, sum.z + step->z, sum.in,
                             step->out};
            if (!wr_sum_set_enter(set, longer))
                return false;
        }
    }
    return true;
}

/* The next set; it is dropped again where it has too many sums. */
static bool make_set(struct wr_sums *sums, uint32_t limit)
{
    const struct wr_sum_set *before = &sums->sets[sums->rooms];
    struct wr_sum_set *set = &sums->sets[sums->rooms + 1];
    bool pairs = sums->rooms == 1;
    if (!wr_sum_set_start(set, before->shift) || (pairs && !make_pairs(sums, limit)))
        return false;
    for (uint32_t i = 0; !pairs && i < before->count && set->count <= limit; i++)
        if (!enter_longer(sums, set, before->sums[i]))
            return false;
    sums->beyond = set->count > limit ? limit : 0;
    if (sums->beyond)
        wr_sum_set_finish(set);
    else
        sums->rooms++;
    return true;
}

bool wr_sums_extend(struct wr_sums *sums, uint32_t rooms, uint32_t limit)
{
    while (sums->rooms < rooms && sums->beyond < limit)
        if (!make_set(sums, limit))
            return false;
    return true;
}

/* ---- All of it ---- */

static wr_spot longest_step(const struct wr_joins *joins)
{
    wr_spot longest = {0, 0, 0};
    for (uint32_t i = 0; i < joins->step_count; i++)
        longest = wr_spot_larger(longest, wr_step_length(joins->pieces, &joins->steps[i]));
    return longest;
}

/* Whether the longest chains, and the doorways, fit into their numbers. */
static bool fits(const struct wr_sums *sums)
{
    const int64_t most = INT32_MAX / (4 * WR_SUM_ROOMS + 1);
    return sums->longest.x <= most && sums->longest.y <= most && sums->longest.z <= most &&
           (uint64_t)sums->joins->pieces->turn_count * sums->classes.count <= UINT16_MAX;
}

bool wr_sums_make(const struct wr_joins *joins, struct wr_sums *out)
{
    const struct wr_pieces *pieces = joins->pieces;
    uint32_t shift = 0;
    *out = (struct wr_sums){
        .joins = joins,
        .turns = wr_pieces_all_turn(pieces),
        .longest = longest_step(joins),
        .rounding = 4 % pieces->turn_count == 0 ? 0 : 4 * WR_SUM_ROOMS + 2,
    };
    while ((int64_t)1 << shift < CELL * (slack_of(out) + 1))
        shift++;
    if (!wr_door_classes_make(pieces, &out->classes))
        return false;
    out->rooms = fits(out) ? 1 : 0;
    out->beyond = out->rooms ? 0 : UINT32_MAX;
    return !out->rooms || (wr_sum_set_start(&out->sets[1], shift) && make_steps(out));
}

void wr_sums_finish(struct wr_sums *sums)
{
    for (int i = 0; i <= WR_SUM_ROOMS; i++)
        wr_sum_set_finish(&sums->sets[i]);
    wr_door_classes_finish(&sums->classes);
    wr_free(sums->first_step);
    *sums = (struct wr_sums){0};
}

/* ---- Looking ---- */

/* A sum as the sets keep it: turned back until its first doorway faces 0. */
static wr_sum level(const struct wr_sums *sums, wr_spot length, uint32_t in_facing,
                    uint32_t in_class, uint32_t out_facing, uint32_t out_class)
{
    uint32_t turns = sums->joins->pieces->turn_count, back = sums->turns ? in_facing : 0;
    length = wr_spot_turn(length, (turns - back) % turns, turns);
    return (wr_sum){
        (int32_t)length.x, (int32_t)length.y, (int32_t)length.z,
        (uint16_t)((in_facing - back) * sums->classes.count + in_class),
        (uint16_t)((out_facing + turns - back) % turns * sums->classes.count + out_class)};
}

static bool close_to(int64_t a, int64_t b, int64_t slack)
{
    return a - b <= slack && b - a <= slack;
}

static bool bucket_holds(const struct wr_sum_set *set, uint32_t bucket, const wr_sum *wanted,
                         int64_t slack)
{
    for (uint32_t i = set->heads[bucket]; i != NONE; i = set->next[i]) {
        const wr_sum *sum = &set->sums[i];
        if (sum->in == wanted->in && sum->out == wanted->out &&
            close_to(sum->x, wanted->x, slack) && close_to(sum->y, wanted->y, slack) &&
            close_to(sum->z, wanted->z, slack))
            return true;
    }
    return false;
}

/* Whether a set has a sum that differs from one by at most so much. */
static bool holds(const struct wr_sum_set *set, wr_sum sum, int64_t slack)
{
    uint64_t x1 = cell_of(set, sum.x + slack), y1 = cell_of(set, sum.y + slack);
    uint64_t z1 = cell_of(set, sum.z + slack);
    for (uint64_t z = cell_of(set, sum.z - slack); z <= z1; z++)
        for (uint64_t y = cell_of(set, sum.y - slack); y <= y1; y++)
            for (uint64_t x = cell_of(set, sum.x - slack); x <= x1; x++)
                if (bucket_holds(set, bucket_of(set, x, y, z, sum.in, sum.out), &sum, slack))
                    return true;
    return false;
}

static bool in_reach(const struct wr_sums *sums, uint32_t rooms, wr_spot way)
{
    return close_to(way.x, 0, rooms * sums->longest.x + slack_of(sums)) &&
           close_to(way.y, 0, rooms * sums->longest.y + slack_of(sums)) &&
           close_to(way.z, 0, rooms * sums->longest.z + slack_of(sums));
}

bool wr_sums_may(const struct wr_sums *sums, uint32_t rooms, wr_spot way, uint16_t from,
                 uint16_t to)
{
    uint32_t size = sums->classes.count, turns = sums->joins->pieces->turn_count;
    uint32_t in = (from / size + turns / 2) % turns, out = (to / size + turns / 2) % turns;
    const bool *first = sums->classes.meets + from % size * size;
    if (!in_reach(sums, rooms, way))
        return false;
    if (rooms > sums->rooms)
        return true;
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; first[i] && k < size; k++)
            if (sums->classes.meets[k * size + to % size] &&
                holds(&sums->sets[rooms], level(sums, way, in, i, out, k), slack_of(sums)))
                return true;
    return false;
}
