/* Judges whether the floors of two rooms overlap, face against face, seen from above. */
#include "tests/oracle/judge.h"
#include "tests/oracle/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct flat_box {
    double low[2], high[2];
    size_t room;
};

static void room_box(const struct oracle_room *room, size_t index, struct flat_box *box)
{
    *box = (struct flat_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, index};
    for (uint32_t i = 0; i < room->wok.vertex_count; i++)
        for (int k = 0; k < 2; k++) {
            box->low[k] = fmin(box->low[k], (double)room->wok.vertices[i][k]);
            box->high[k] = fmax(box->high[k], (double)room->wok.vertices[i][k]);
        }
}

static int compare_boxes(const void *left, const void *right)
{
    const struct flat_box *a = left, *b = right;
    if (a->low[0] != b->low[0])
        return a->low[0] < b->low[0] ? -1 : 1;
    return (a->room > b->room) - (a->room < b->room);
}

typedef double corners[3][3];

static void range(corners c, double x, double y, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 3; k++) {
        double along = c[k][0] * x + c[k][1] * y;
        *low = fmin(*low, along);
        *high = fmax(*high, along);
    }
}

/* How far b must be moved along a side of a until both are apart; the least of the three. */
static double least_push(corners a, corners b)
{
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        double x = a[(k + 1) % 3][1] - a[k][1], y = a[k][0] - a[(k + 1) % 3][0];
        double length = sqrt(x * x + y * y), low[2], high[2];
        if (!(length > 0))
            return 0;
        range(a, x / length, y / length, &low[0], &high[0]);
        range(b, x / length, y / length, &low[1], &high[1]);
        least = fmin(least, fmin(high[0] - low[1], high[1] - low[0]));
    }
    return least;
}

/* Cuts a polygon by the left side of the line from a to b. */
static size_t cut(double (*polygon)[2], size_t count, const double a[3], const double b[3])
{
    double out[9][2];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = polygon[i], *q = polygon[(i + 1) % count];
        double at = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        double to = (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]);
        if (at >= 0)
            memcpy(out[kept++], p, sizeof out[0]);
        if ((at > 0 && to < 0) || (at < 0 && to > 0)) {
            double t = at / (at - to);
            out[kept][0] = p[0] + t * (q[0] - p[0]);
            out[kept++][1] = p[1] + t * (q[1] - p[1]);
        }
    }
    memcpy(polygon, out, kept * sizeof out[0]);
    return kept;
}

static double height_at(corners c, const double at[2])
{
    double ux = c[1][0] - c[0][0], uy = c[1][1] - c[0][1], uz = c[1][2] - c[0][2];
    double vx = c[2][0] - c[0][0], vy = c[2][1] - c[0][1], vz = c[2][2] - c[0][2];
    double x = at[0] - c[0][0], y = at[1] - c[0][1], area = ux * vy - uy * vx;
    return c[0][2] + (uz * (x * vy - y * vx) + vz * (ux * y - uy * x)) / area;
}

/* The height between two faces in the middle of what they share, seen from above. */
static double height_between(corners a, corners b)
{
    double shared[9][2], middle[2] = {0, 0};
    size_t count = 3;
    for (int k = 0; k < 3; k++)
        memcpy(shared[k], a[k], sizeof shared[k]);
    for (int k = 0; k < 3 && count; k++)
        count = cut(shared, count, b[k], b[(k + 1) % 3]);
    if (!count)
        return INFINITY;
    for (size_t i = 0; i < count; i++) {
        middle[0] += shared[i][0] / (double)count;
        middle[1] += shared[i][1] / (double)count;
    }
    return fabs(height_at(a, middle) - height_at(b, middle));
}

static bool is_floor(const struct oracle_wok *wok, uint32_t face, corners out)
{
    double cross[3];
    for (unsigned k = 0; k < 3; k++)
        oracle_corner(wok, face, k, out[k]);
    oracle_face_cross(wok, face, cross);
    return cross[2] > 1e-3 * oracle_length(cross);
}

/* The first overlap found is told. */
static void weigh_pair(const struct oracle_weighing *weighing, size_t i, size_t j)
{
    const struct oracle_room *room = &weighing->module->rooms[i];
    const struct oracle_room *other = &weighing->module->rooms[j];
    for (uint32_t f = 0; f < room->wok.row_count; f++) {
        corners a, b;
        if (!is_floor(&room->wok, f, a))
            continue;
        for (uint32_t g = 0; g < other->wok.row_count; g++) {
            if (!is_floor(&other->wok, g, b))
                continue;
            double depth = fmin(least_push(a, b), least_push(b, a));
            if (depth > weighing->options->overlap &&
                height_between(a, b) < weighing->options->headroom) {
                oracle_blame(weighing->report, ORACLE_ROOMS_OVERLAP, room->file,
                             "face %u lies %g m over face %u of room %zu", f, depth, g, j);
                return;
            }
        }
    }
}

void oracle_weigh_overlap(const struct oracle_weighing *weighing)
{
    const struct oracle_module *module = weighing->module;
    struct flat_box *boxes = oracle_take(module->room_count, sizeof *boxes);
    double margin = weighing->options->overlap;
    for (size_t i = 0; i < module->room_count; i++)
        room_box(&module->rooms[i], i, &boxes[i]);
    qsort(boxes, module->room_count, sizeof *boxes, compare_boxes);
    for (size_t i = 0; i < module->room_count; i++)
        for (size_t j = i + 1;
             j < module->room_count && boxes[j].low[0] < boxes[i].high[0] - margin; j++)
            if (boxes[j].low[1] < boxes[i].high[1] - margin &&
                boxes[i].low[1] < boxes[j].high[1] - margin)
                weigh_pair(weighing, boxes[i].room, boxes[j].room);
    free(boxes);
}
