/* The path points of a module: numbers in range, hops both ways and over floor. Source:
 * formats/module, 4. */
#include "builder/inspect/judge_rules.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

struct point {
    double x, y;
    uint32_t first, count; /* of its hops */
};

struct paths {
    struct wr_judging *judging;
    wr_where where;
    struct point *points;
    uint32_t point_count;
    const wr_gff_list *hops;
};

static uint32_t target_of(const struct paths *paths, uint32_t hop)
{
    return (uint32_t)wr_gff_whole(paths->hops->items[hop], "Destination", UINT32_MAX);
}

static bool read_points(struct paths *paths, const wr_gff_list *points)
{
    struct wr_judging *judging = paths->judging;
    bool fine = true;
    paths->points = WR_TAKE(judging->arena, struct point, points->count);
    if (!paths->points) {
        wr_judged(judging, wr_no_memory(judging->context));
        return false;
    }
    paths->point_count = points->count;
    for (uint32_t i = 0; i < points->count; i++) {
        const wr_gff_struct *row = points->items[i];
        struct point *point = &paths->points[i];
        point->x = wr_gff_float(row, "X", 0);
        point->y = wr_gff_float(row, "Y", 0);
        point->first = (uint32_t)wr_gff_whole(row, "First_Conection", 0);
        point->count = (uint32_t)wr_gff_whole(row, "Conections", 0);
        if (point->count <= paths->hops->count &&
            point->first <= paths->hops->count - point->count)
            continue;
        fine = false;
        wr_judged(judging,
                  wr_fail(judging->context, WR_INVALID, paths->where, "pth-index", NULL,
                          "path point %u has connections %u to %u, but there are %u", i,
                          point->first, point->first + point->count - 1, paths->hops->count));
    }
    for (uint32_t i = 0; i < paths->hops->count; i++)
        if (target_of(paths, i) >= points->count) {
            fine = false;
            wr_judged(judging, wr_fail(judging->context, WR_INVALID, paths->where, "pth-index",
                                       NULL, "connection %u leads to path point %u of %u", i,
                                       target_of(paths, i), points->count));
        }
    return fine;
}

/* More than any module has; of more, only the numbers are judged. */
enum { MOST_HOPS = 20000 };

static bool has_hop(const struct paths *paths, uint32_t from, uint32_t to)
{
    const struct point *point = &paths->points[from];
    for (uint32_t i = 0; i < point->count; i++)
        if (target_of(paths, point->first + i) == to)
            return true;
    return false;
}

/* Path points have no height: any floor over or under will do. */
static bool has_floor(const struct paths *paths, double x, double y)
{
    wr_hit hit;
    return wr_judged_floor(paths->judging, (wr_vec3){(float)x, (float)y, 0}, &hit);
}

/* Looks every stride; a crack that is narrower than one is no hole. */
static bool leaves_floor(const struct paths *paths, const struct point *a,
                         const struct point *b)
{
    enum { MOST_STEPS = 2000 };
    double length = sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y));
    if (!(length < MOST_STEPS * WR_ENTRY_STRIDE))
        return true;
    int steps = (int)(length / WR_ENTRY_STRIDE) + 1;
    bool before = true;
    for (int i = 0; i <= steps && !wr_context_stopped(paths->judging->context); i++) {
        double t = (double)i / steps;
        bool floor = has_floor(paths, a->x + t * (b->x - a->x), a->y + t * (b->y - a->y));
        if (!floor && !before)
            return true;
        before = floor;
    }
    return false;
}

static void judge_hops(struct paths *paths)
{
    struct wr_context *context = paths->judging->context;
    const struct wr_module_view *view = paths->judging->view;
    uint32_t one_way = 0, off = 0, first = 0, bad = 0;
    for (uint32_t i = 0; i < paths->point_count; i++)
        for (uint32_t k = 0; k < paths->points[i].count; k++) {
            uint32_t to = target_of(paths, paths->points[i].first + k);
            bool back = has_hop(paths, to, i);
            first = !back && one_way == 0 ? i : first;
            one_way += !back;
            if ((back && to < i) || !view || !view->whole ||
                !leaves_floor(paths, &paths->points[i], &paths->points[to]))
                continue;
            bad = off == 0 ? i : bad;
            off++;
        }
    if (one_way > 0)
        wr_warn(context, paths->where, "pth-one-way", NULL,
                "connections without one that leads back: %u, the first from path point %u",
                one_way, first);
    if (off > 0)
        wr_warn(
            context, paths->where, "pth-floor", "creatures walk straight along them",
            "connections that leave the floor: %u, the first from path point %u at (%s, %s)",
            off, bad, wr_fixed(paths->points[bad].x, 2).text,
            wr_fixed(paths->points[bad].y, 2).text);
}

/* Hostile files could make one point's hops those of every other, or count millions. */
static bool is_plausible(const struct paths *paths)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < paths->point_count; i++)
        count += paths->points[i].count;
    if (count <= paths->hops->count)
        return count <= MOST_HOPS;
    wr_warn(paths->judging->context, paths->where, "pth-one-way", NULL,
            "path points share connections: they count %llu, but there are %u",
            (unsigned long long)count, paths->hops->count);
    return false;
}

void wr_judge_paths(struct wr_judging *judging)
{
    static const wr_gff_list none;
    if (!judging->pth)
        return;
    const wr_gff_struct *root = judging->pth->root;
    const wr_gff_list *points = wr_gff_list_of(root, "Path_Points");
    const wr_gff_list *hops = wr_gff_list_of(root, "Path_Conections");
    struct paths paths = {.judging = judging,
                          .where = wr_at(&judging->pth_source, WR_WHOLE_FILE),
                          .hops = hops ? hops : &none};
    if (read_points(&paths, points ? points : &none) && is_plausible(&paths))
        judge_hops(&paths);
}
