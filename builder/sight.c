/* The cone of the two lines that touch both openings from different sides: what is outside
 * cannot be seen from one through the other. */
#include "builder/sight.h"

#include "core/base/math.h"
#include "core/base/tolerance.h"

enum { CORNERS = 4, MOST_TURNS = 8 };

typedef struct spot {
    double x, y;
} spot;

/* The corners of a slot, seen from an origin near by: far out, doubles are coarse. */
struct outline {
    spot corners[CORNERS];
};

static spot spot_of(const wr_slot *slot, const wr_slot *origin, double along, double across)
{
    return (spot){slot->x - origin->x + along * slot->tx + across * slot->ty,
                  slot->y - origin->y + along * slot->ty - across * slot->tx};
}

static struct outline outline_of(const wr_slot *slot, const wr_slot *origin)
{
    return (struct outline){{spot_of(slot, origin, slot->from, -slot->deep),
                             spot_of(slot, origin, slot->to, -slot->deep),
                             spot_of(slot, origin, slot->from, slot->deep),
                             spot_of(slot, origin, slot->to, slot->deep)}};
}

/* Above 0 where `p` lies left of the line from `a` to `b`. */
static double side_of(spot a, spot b, spot p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* The corner that lies farthest to the side `hand` (1 left, -1 right) as seen from `eye`. */
static int outermost(const struct outline *outline, spot eye, double hand)
{
    int best = 0;
    for (int i = 1; i < CORNERS; i++)
        if (hand * side_of(eye, outline->corners[best], outline->corners[i]) > 0)
            best = i;
    return best;
}

static bool all_on(const struct outline *outline, spot a, spot b, double hand, double slack)
{
    for (int i = 0; i < CORNERS; i++)
        if (hand * side_of(a, b, outline->corners[i]) < -slack)
            return false;
    return true;
}

/* A line that leaves `source` on its side `hand` and `through` on the other. False where there
 * is none, since they touch or nearly do. */
static bool find_border(const struct outline *source, const struct outline *through,
                        double hand, spot *from, spot *to)
{
    int s = 0, t = outermost(through, source->corners[0], hand);
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        int other = outermost(source, through->corners[t], hand);
        int next = outermost(through, source->corners[other], hand);
        if (other == s && next == t)
            break;
        s = other;
        t = next;
    }
    *from = source->corners[s];
    *to = through->corners[t];
    double dx = to->x - from->x, dy = to->y - from->y, square = dx * dx + dy * dy;
    return square >= WR_CENTIMETRE * WR_CENTIMETRE &&
           all_on(source, *from, *to, hand, WR_ROUNDING * square) &&
           all_on(through, *from, *to, -hand, WR_ROUNDING * square);
}

/* Widens [least, most] by the part of one long side of a slot, whose ends have the values
 * `first` and `last` of a linear function, where that is not below 0. */
static void keep_side(const wr_slot *slot, double first, double last, double *least,
                      double *most)
{
    double from = slot->from, to = slot->to, length = to - from;
    if (first < 0 && last < 0)
        return;
    if (first < 0)
        from += length * (first / (first - last));
    else if (last < 0)
        to = from + length * (first / (first - last));
    *least = from < *least ? from : *least;
    *most = to > *most ? to : *most;
}

static bool clip_by(wr_slot *onto, const wr_slot *origin, spot a, spot b, double hand)
{
    struct outline outline = outline_of(onto, origin);
    double values[CORNERS], least = onto->to, most = onto->from;
    bool some = false;
    for (int i = 0; i < CORNERS; i++) {
        values[i] = -hand * side_of(a, b, outline.corners[i]);
        some |= values[i] >= 0;
    }
    if (!some)
        return false;
    keep_side(onto, values[0], values[1], &least, &most);
    keep_side(onto, values[2], values[3], &least, &most);
    onto->from = least;
    onto->to = most;
    return true;
}

bool wr_slot_clip(const wr_slot *source, const wr_slot *through, wr_slot *onto)
{
    struct outline near_side = outline_of(source, source);
    struct outline far_side = outline_of(through, source);
    for (double hand = -1; hand <= 1; hand += 2) {
        spot from, to;
        if (find_border(&near_side, &far_side, hand, &from, &to) &&
            !clip_by(onto, source, from, to, hand))
            return false;
    }
    return true;
}

bool wr_slot_before(const wr_slot *slot, double lean, const wr_slot *ahead)
{
    struct outline outline = outline_of(ahead, slot);
    double width = slot->to - slot->from;
    for (int i = 0; i < CORNERS; i++) {
        spot p = outline.corners[i];
        double ahead_by = p.x * slot->ty - p.y * slot->tx;
        double far = (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y) + width;
        if (ahead_by >= -slot->deep - lean * far)
            return true;
    }
    return false;
}

void wr_slot_apart(const wr_slot *a, const wr_slot *b, double *least, double *most)
{
    struct outline p = outline_of(a, a), q = outline_of(b, a);
    double dx = (q.corners[0].x + q.corners[3].x - p.corners[0].x - p.corners[3].x) / 2;
    double dy = (q.corners[0].y + q.corners[3].y - p.corners[0].y - p.corners[3].y) / 2;
    double square = 0, length = sqrt(dx * dx + dy * dy);
    double behind = -INFINITY, ahead = INFINITY;
    for (int i = 0; i < CORNERS; i++) {
        double here = p.corners[i].x * dx + p.corners[i].y * dy;
        double there = q.corners[i].x * dx + q.corners[i].y * dy;
        behind = here > behind ? here : behind;
        ahead = there < ahead ? there : ahead;
        for (int k = 0; k < CORNERS; k++) {
            double x = q.corners[k].x - p.corners[i].x, y = q.corners[k].y - p.corners[i].y;
            square = x * x + y * y > square ? x * x + y * y : square;
        }
    }
    *most = sqrt(square);
    *least = ahead > behind ? (ahead - behind) / length : 0;
}
