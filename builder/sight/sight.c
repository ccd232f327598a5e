/* The cone of the two lines that touch both openings from different sides: what is outside
 * cannot be seen from one through the other. */
#include "builder/sight/sight.h"

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

static spot spot_of(const wr_slot *slot, double x, double y, double along, double across)
{
    return (spot){slot->x - x + along * slot->tx + across * slot->ty,
                  slot->y - y + along * slot->ty - across * slot->tx};
}

static struct outline outline_of(const wr_slot *slot, double x, double y)
{
    return (struct outline){{spot_of(slot, x, y, slot->from, -slot->deep),
                             spot_of(slot, x, y, slot->to, -slot->deep),
                             spot_of(slot, x, y, slot->from, slot->deep),
                             spot_of(slot, x, y, slot->to, slot->deep)}};
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

/* A line that leaves `source` on its side `hand` and `through` on the other, tried first at two
 * corners that are often right. False where there is none, since they touch or nearly do. */
static bool find_border(const struct outline *source, const struct outline *through,
                        double hand, int s, int t, spot *from, spot *to)
{
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        *from = source->corners[s];
        *to = through->corners[t];
        double dx = to->x - from->x, dy = to->y - from->y, square = dx * dx + dy * dy;
        if (square >= WR_CENTIMETRE * WR_CENTIMETRE &&
            all_on(source, *from, *to, hand, WR_ROUNDING * square) &&
            all_on(through, *from, *to, -hand, WR_ROUNDING * square))
            return true;
        s = outermost(source, *to, hand);
        t = outermost(through, source->corners[s], hand);
    }
    return false;
}

/* The corners farthest to the right and to the left of a direction. */
static void find_extremes(const struct outline *outline, double dx, double dy, int out[2])
{
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < CORNERS; i++) {
        double left = dx * outline->corners[i].y - dy * outline->corners[i].x;
        if (left < least) {
            least = left;
            out[0] = i;
        }
        if (left > most) {
            most = left;
            out[1] = i;
        }
    }
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

wr_cone wr_cone_of(const wr_slot *source, const wr_slot *through)
{
    struct outline here = outline_of(source, source->x, source->y);
    struct outline there = outline_of(through, source->x, source->y);
    double dx = there.corners[0].x + there.corners[3].x - here.corners[0].x - here.corners[3].x;
    double dy = there.corners[0].y + there.corners[3].y - here.corners[0].y - here.corners[3].y;
    int starts[2] = {0, 0}, ends[2] = {0, 0};
    wr_cone cone = {.x = source->x, .y = source->y};
    find_extremes(&here, dx, dy, starts);
    find_extremes(&there, dx, dy, ends);
    for (int side = 0; side < 2; side++) {
        spot from, to;
        cone.borders[side].cuts =
            find_border(&here, &there, side ? -1 : 1, starts[side], ends[1 - side], &from, &to);
        cone.borders[side].from_x = from.x;
        cone.borders[side].from_y = from.y;
        cone.borders[side].to_x = to.x;
        cone.borders[side].to_y = to.y;
    }
    return cone;
}

static bool clip_by(wr_slot *slot, const struct outline *outline, spot a, spot b, double hand)
{
    double values[CORNERS], least = slot->to, most = slot->from;
    bool some = false;
    for (int i = 0; i < CORNERS; i++) {
        values[i] = -hand * side_of(a, b, outline->corners[i]);
        some |= values[i] >= 0;
    }
    if (!some)
        return false;
    keep_side(slot, values[0], values[1], &least, &most);
    keep_side(slot, values[2], values[3], &least, &most);
    slot->from = least;
    slot->to = most;
    return true;
}

bool wr_cone_clip(const wr_cone *cone, wr_slot *slot)
{
    for (int side = 0; side < 2; side++) {
        struct outline outline = outline_of(slot, cone->x, cone->y);
        spot from = {cone->borders[side].from_x, cone->borders[side].from_y};
        spot to = {cone->borders[side].to_x, cone->borders[side].to_y};
        if (cone->borders[side].cuts && !clip_by(slot, &outline, from, to, side ? -1 : 1))
            return false;
    }
    return true;
}

bool wr_slot_before(const wr_slot *slot, double lean, const wr_slot *ahead)
{
    struct outline outline = outline_of(ahead, slot->x, slot->y);
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
    struct outline p = outline_of(a, a->x, a->y), q = outline_of(b, a->x, a->y);
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
