/* A set grows out of the one before it, a step at a time; chains that lead the same way are one
 * from then on. Sums are exact: rooms stand at whole units, and nothing is rounded twice. */
#include "builder/solver/rings/sums.h"

#include "core/base/grid.h"
#include "core/base/random.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { LEAST_BUCKETS = 64 };

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

static uint32_t bucket_of(const struct wr_sum_set *set, int64_t x, int64_t y, int64_t z,
                          uint16_t in, uint16_t out)
{
    uint64_t key = wr_mix(
        ((uint64_t)in << 32 | out) * 0xd6e8feb86659fd93u ^ (uint64_t)x * 0x9e3779b97f4a7c15u ^
        (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)z * 0x165667b19e3779f9u);
    return (uint32_t)key & (set->bucket_count - 1);
}

static uint32_t bucket_at(const struct wr_sum_set *set, const wr_sum *sum)
{
    int64_t cell = set->cell;
    return bucket_of(set, wr_cell_of(sum->x, cell), wr_cell_of(sum->y, cell),
                     wr_cell_of(sum->z, cell), sum->in, sum->out);
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

bool wr_sum_set_start(struct wr_sum_set *set, int64_t cell)
{
    *set = (struct wr_sum_set){.cell = cell};
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

static bool is_used(const struct wr_sums *sums, const wr_step *step)
{
    return !sums->uses || sums->uses[sums->joins->pieces->stances[step->stance].piece];
}

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
        if (is_used(sums, step) &&
            !wr_sum_set_enter(set,
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
static bool enter_pairs(struct wr_sums *sums, const wr_step *first)
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
            if (!is_used(sums, last) || set->count > sums->limit)
                continue;
            wr_spot both = wr_spot_add(length, wr_step_length(joins->pieces, last));
            if (!wr_sum_set_enter(set, sum_of(sums, first, last, both)))
                return false;
        }
    }
    return true;
}

static bool make_pairs(struct wr_sums *sums)
{
    const struct wr_joins *joins = sums->joins;
    for (uint32_t i = 0; i < joins->step_count; i++) {
        const wr_step *step = &joins->steps[i];
        bool is_turned = wr_hook_out(joins->pieces, step->stance, step->in)->facing != 0;
        if (is_used(sums, step) && !(sums->turns && is_turned) && !enter_pairs(sums, step))
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

static bool make_set(struct wr_sums *sums, uint32_t rooms)
{
    struct wr_sum_set *set = &sums->sets[rooms];
    const struct wr_sum_set *before = &sums->sets[rooms - 1];
    if (!wr_sum_set_start(set, sums->cell) || (rooms == 2 && !make_pairs(sums)))
        return false;
    for (uint32_t i = 0; rooms > 2 && i < before->count && set->count <= sums->limit; i++)
        if (!enter_longer(sums, set, before->sums[i]))
            return false;
    if (set->count > sums->limit) {
        sums->beyond = true;
        wr_sum_set_finish(set);
    }
    return true;
}

bool wr_sums_extend(struct wr_sums *sums, uint32_t rooms)
{
    while (sums->rooms < rooms && !sums->beyond) {
        if (!make_set(sums, sums->rooms + 1))
            return false;
        sums->rooms += sums->beyond ? 0 : 1;
    }
    return true;
}

/* ---- All of it ---- */

/* Whether the longest chains fit into their numbers. */
static bool fits(const struct wr_joins *joins)
{
    const int64_t most = INT32_MAX / (4 * WR_SUM_ROOMS + 1);
    for (uint32_t i = 0; i < joins->step_count; i++) {
        wr_spot length = wr_step_length(joins->pieces, &joins->steps[i]);
        if (length.x > most || length.x < -most || length.y > most || length.y < -most ||
            length.z > most || length.z < -most)
            return false;
    }
    return true;
}

bool wr_sums_make(const struct wr_joins *joins, const bool *uses, uint32_t limit,
                  struct wr_sums *out)
{
    const struct wr_pieces *pieces = joins->pieces;
    bool quarters = 4 % pieces->turn_count == 0;
    *out = (struct wr_sums){
        .joins = joins,
        .uses = uses,
        .turns = wr_pieces_all_turn(pieces),
        .limit = limit ? limit : WR_SUMS_MOST,
        .rounding = quarters ? 0 : 4 * WR_SUM_ROOMS + 2,
    };
    out->cell = 4 * (pieces->tolerance + out->rounding) + 1;
    if (!wr_door_classes_make(pieces, &out->classes))
        return false;
    out->beyond =
        !fits(joins) || (uint64_t)pieces->turn_count * out->classes.count > UINT16_MAX;
    if (out->beyond)
        return true;
    out->rooms = 1;
    return wr_sum_set_start(&out->sets[1], out->cell) && make_steps(out);
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

wr_sum wr_sums_level(const struct wr_sums *sums, wr_spot length, uint32_t in_facing,
                     uint32_t in_class, uint32_t out_facing, uint32_t out_class)
{
    uint32_t turns = sums->joins->pieces->turn_count, back = sums->turns ? in_facing : 0;
    length = wr_spot_turn(length, (turns - back) % turns, turns);
    return (wr_sum){
        (int32_t)length.x, (int32_t)length.y, (int32_t)length.z,
        (uint16_t)((in_facing - back) * sums->classes.count + in_class),
        (uint16_t)((out_facing + turns - back) % turns * sums->classes.count + out_class)};
}

void wr_sums_look(const struct wr_sums *sums, uint32_t rooms, wr_sum sum, int64_t slack,
                  struct wr_sum_cursor *out)
{
    *out = (struct wr_sum_cursor){&sums->sets[rooms], sum, slack, {0}, 0, 0, NONE};
    for (int corner = 0; corner < 8; corner++) {
        int64_t x = sum.x + (corner & 1 ? slack : -slack);
        int64_t y = sum.y + (corner & 2 ? slack : -slack);
        int64_t z = sum.z + (corner & 4 ? slack : -slack);
        uint32_t bucket =
            bucket_of(out->set, wr_cell_of(x, sums->cell), wr_cell_of(y, sums->cell),
                      wr_cell_of(z, sums->cell), sum.in, sum.out);
        bool again = false;
        for (uint32_t i = 0; i < out->cell_count; i++)
            again |= out->cells[i] == bucket;
        if (!again)
            out->cells[out->cell_count++] = bucket;
    }
    out->at = out->set->heads[out->cells[0]];
}

static bool close_to(int64_t a, int64_t b, int64_t slack)
{
    return a - b <= slack && b - a <= slack;
}

uint32_t wr_sums_next(struct wr_sum_cursor *c)
{
    for (;;) {
        while (c->at == NONE && ++c->cell < c->cell_count)
            c->at = c->set->heads[c->cells[c->cell]];
        if (c->at == NONE)
            return NONE;
        uint32_t found = c->at;
        const wr_sum *sum = &c->set->sums[found];
        c->at = c->set->next[found];
        if (sum->in == c->sum.in && sum->out == c->sum.out &&
            close_to(sum->x, c->sum.x, c->slack) && close_to(sum->y, c->sum.y, c->slack) &&
            close_to(sum->z, c->sum.z, c->slack))
            return found;
    }
}
