/* What doorways miss each other by is to be the sum of moves: all lengths share it, and then
 * they are changed one after another, each by as much as it can do of what is left, until
 * nothing is left. */
#include "builder/solver/lengths.h"

#include <math.h>

enum { QUARTER = WR_UNITS_PER_METRE / 4 };

/* ---- Allowed lengths ---- */

int64_t wr_length_nearest(const wr_piece_stretch *stretch, double length)
{
    int64_t step = stretch->step > 0 ? stretch->step : 1;
    int64_t at = wr_units_whole(length / (double)step) * step;
    int64_t least = -(-stretch->from / step) * step, most = stretch->to / step * step;
    return at < least ? least : at > most ? most : at;
}

static int64_t draw_length(const wr_piece_stretch *stretch, wr_random *random)
{
    int64_t step = stretch->step > 0 ? stretch->step : QUARTER;
    int64_t least = -(-stretch->from / step), most = stretch->to / step;
    return (least + wr_random_below(random, (uint32_t)(most - least + 1))) * step;
}

wr_lengths wr_lengths_draw(const struct wr_pieces *pieces, uint32_t stance, wr_random *random)
{
    wr_lengths lengths = {{0}};
    const wr_stance *at = &pieces->stances[stance];
    for (uint32_t i = 0; i < pieces->pieces[at->piece].stretch_count; i++)
        lengths.of[i] = (int32_t)draw_length(&at->stretches[i], random);
    return lengths;
}

double wr_lengths_exactly(const struct wr_pieces *pieces)
{
    const double free_part = 64; /* 0.3 mm of kits' 2 cm */
    for (uint32_t p = 0; p < pieces->piece_count; p++)
        for (uint32_t i = 0; i < pieces->pieces[p].stretch_count; i++)
            if (pieces->pieces[p].stretches[i].step == 0)
                return (double)pieces->tolerance / free_part;
    return (double)pieces->tolerance;
}

/* ---- What they can do ---- */

void wr_pulls_add(struct wr_pulls *pulls, const struct wr_pieces *pieces, uint32_t room,
                  const wr_standing *standing, uint8_t settled, const uint8_t moved[2],
                  double sign)
{
    const wr_stance *stance = wr_standing_stance(pieces, standing);
    for (uint32_t i = 0; i < pieces->pieces[stance->piece].stretch_count; i++) {
        double times = sign * ((double)(moved[1] >> i & 1) - (double)(moved[0] >> i & 1));
        const wr_piece_stretch *stretch = &stance->stretches[i];
        if (times == 0 || settled >> i & 1 || pulls->count == WR_MOST_PULLS)
            continue;
        pulls->of[pulls->count++] = (struct wr_length_pull){
            .room = room,
            .stretch = i,
            .x = times * stretch->x,
            .y = times * stretch->y,
            .z = times * stretch->z,
            .limits = stretch,
            .length = standing->lengths.of[i],
        };
    }
}

void wr_pull_widen(double range[2], double part, const struct wr_length_pull *pull)
{
    double a = part * (double)(pull->limits->from - pull->length);
    double b = part * (double)(pull->limits->to - pull->length);
    range[0] += a < b ? a : b;
    range[1] += a < b ? b : a;
}

struct wr_way_box wr_pulls_box(const struct wr_pulls *pulls)
{
    struct wr_way_box box = {.x = {0, 0}};
    for (uint32_t i = 0; i < pulls->count; i++) {
        wr_pull_widen(box.x, pulls->of[i].x, &pulls->of[i]);
        wr_pull_widen(box.y, pulls->of[i].y, &pulls->of[i]);
        wr_pull_widen(box.z, pulls->of[i].z, &pulls->of[i]);
    }
    return box;
}

/* ---- Meeting ---- */

static bool is_closed(const struct wr_pulls *p, const struct wr_pieces *pieces, double exactly)
{
    double height = (double)pieces->tolerance / 2;
    return p->x * p->x + p->y * p->y <= exactly * exactly && p->z <= height && p->z >= -height;
}

static void shuffle(struct wr_pulls *p, wr_random *random)
{
    for (uint32_t i = p->count; i > 1; i--) {
        uint32_t k = wr_random_below(random, i);
        struct wr_length_pull swap = p->of[k];
        p->of[k] = p->of[i - 1];
        p->of[i - 1] = swap;
    }
}

/* Makes one as long as it may be, as near to a length as it can; false where it is already. */
static bool set_length(struct wr_pulls *p, struct wr_length_pull *pull, double wanted)
{
    int64_t length = wr_length_nearest(pull->limits, wanted);
    double more = (double)(length - pull->length);
    p->x += more * pull->x;
    p->y += more * pull->y;
    p->z += more * pull->z;
    pull->length = length;
    return more != 0;
}

/* Each that leads along an axis does its part of what is missing there, so that none of them is
 * moved far, and into others. */
static void share(struct wr_pulls *p, bool north)
{
    const double along = 0.5;
    uint32_t left = 0;
    for (uint32_t i = 0; i < p->count; i++)
        left += fabs(north ? p->of[i].y : p->of[i].x) > along;
    for (uint32_t i = 0; i < p->count; i++) {
        struct wr_length_pull *pull = &p->of[i];
        double by = north ? pull->y : pull->x;
        if (fabs(by) > along)
            set_length(p, pull, (double)pull->length - (north ? p->y : p->x) / by / left--);
    }
}

bool wr_pulls_meet(struct wr_pulls *p, const struct wr_pieces *pieces, double exactly,
                   wr_random *random)
{
    enum { PASSES = 64 };
    shuffle(p, random);
    share(p, false);
    share(p, true);
    for (int pass = 0; pass < PASSES; pass++) {
        bool changed = false;
        if (is_closed(p, pieces, exactly))
            return true;
        for (uint32_t i = 0; i < p->count; i++) {
            struct wr_length_pull *pull = &p->of[i];
            double along = p->x * pull->x + p->y * pull->y + p->z * pull->z;
            double size = pull->x * pull->x + pull->y * pull->y + pull->z * pull->z;
            changed |= set_length(p, pull, (double)pull->length - along / size);
        }
        if (!changed)
            return false;
    }
    return false;
}
