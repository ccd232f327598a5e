/* Doorways are read from the edges that lead out of each walkmesh, and from the doors that
 * stand there. A ray goes on through every doorway it meets on its way out of a room. */
#include "tests/support/rays.h"
#include "tests/oracle/module.h"
#include "tests/support/test.h"

enum { MOST_STEPS = 6, NEAR = 3 };

/* ---- Doorways ---- */

static void add_hole(struct rays_level *level, const double a[3], const double b[3],
                     double height, uint32_t from, uint32_t to)
{
    level->holes = oracle_grow(level->holes, level->hole_count, sizeof *level->holes);
    struct rays_hole *hole = &level->holes[level->hole_count++];
    *hole = (struct rays_hole){.height = height, .from = from, .to = to};
    memcpy(hole->a, a, sizeof hole->a);
    memcpy(hole->b, b, sizeof hole->b);
}

static const wr_door *door_at(const struct wr_layout *layout, uint32_t hook)
{
    const wr_room *room = layout->rooms[layout->hooks[hook].room].room;
    return &room->kit->doors[room->hooks[layout->hooks[hook].hook].door];
}

/* The link of a room's doorway: of those to `to`, the one whose hook is nearest. */
static const wr_link *link_near(const struct wr_layout *layout, const double at[3],
                                uint32_t from, uint32_t to)
{
    const wr_link *best = NULL;
    double nearest = 1e300;
    for (uint32_t i = 0; i < layout->link_count; i++)
        for (int side = 0; side < 2; side++) {
            const wr_placed_hook *hook = &layout->hooks[layout->links[i].hooks[side]];
            const wr_placed_hook *back = &layout->hooks[layout->links[i].hooks[1 - side]];
            if (layout->rooms[hook->room].area_room != from ||
                layout->rooms[back->room].area_room != to)
                continue;
            double x = hook->position.x - at[0], y = hook->position.y - at[1],
                   z = hook->position.z - at[2], square = x * x + y * y + z * z;
            if (square < nearest) {
                nearest = square;
                best = &layout->links[i];
            }
        }
    return best;
}

static double height_of(const struct wr_layout *layout, const wr_link *link)
{
    double a = door_at(layout, link->hooks[0])->height;
    double b = door_at(layout, link->hooks[1])->height;
    return a > b ? a : b;
}

static void add_edges(struct rays_level *level, const struct oracle_wok *wok, uint32_t room,
                      const struct wr_layout *layout)
{
    for (uint32_t i = 0; i < wok->edge_count; i++) {
        if (wok->edges[i].transition < 0)
            continue;
        uint32_t edge = wok->edges[i].edge, to = (uint32_t)wok->edges[i].transition;
        const float *p = wok->vertices[wok->faces[edge / 3][edge % 3]];
        const float *q = wok->vertices[wok->faces[edge / 3][(edge % 3 + 1) % 3]];
        double a[3] = {p[0], p[1], p[2]}, b[3] = {q[0], q[1], q[2]};
        double middle[3] = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
        const wr_link *link = link_near(layout, middle, room, to);
        assert_non_null(link);
        add_hole(level, a, b, height_of(layout, link), room, to);
    }
}

/* The doors themselves, as wide as the wider of the two, where each of the two stands. */
static void add_doors(struct rays_level *level, const struct wr_layout *layout)
{
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_link *link = &layout->links[i];
        double widths[2] = {door_at(layout, link->hooks[0])->width,
                            door_at(layout, link->hooks[1])->width};
        double half = (widths[0] > widths[1] ? widths[0] : widths[1]) / 2;
        for (int side = 0; side < 2; side++) {
            const wr_placed_hook *hook = &layout->hooks[link->hooks[side]];
            uint32_t from = layout->rooms[hook->room].area_room;
            uint32_t to = layout->rooms[layout->hooks[link->hooks[1 - side]].room].area_room;
            double x = -hook->out_y * half, y = hook->out_x * half;
            double a[3] = {hook->position.x - x, hook->position.y - y, hook->position.z};
            double b[3] = {hook->position.x + x, hook->position.y + y, hook->position.z};
            if (from == to)
                continue;
            add_hole(level, a, b, height_of(layout, link), from, to);
            add_hole(level, b, a, height_of(layout, link), to, from);
        }
    }
}

static int order_holes(const void *a, const void *b)
{
    const struct rays_hole *p = a, *q = b;
    return p->from < q->from ? -1 : p->from > q->from;
}

/* ---- A level ---- */

static void add_floor(struct rays_level *level, const struct oracle_wok *wok, uint32_t *count)
{
    for (uint32_t f = 0; f < wok->row_count; f++) {
        level->floors = oracle_grow(level->floors, *count, sizeof *level->floors);
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                level->floors[*count][c][k] = wok->vertices[wok->faces[f][c]][k];
        ++*count;
    }
}

static void read_sights(struct rays_level *level, const struct oracle_module *module)
{
    uint32_t n = level->room_count;
    assert_int_equal(module->sight_count, n);
    for (uint32_t i = 0; i < n; i++) {
        size_t room = oracle_room_named(module, module->sights[i].room);
        level->listed[room * n + room] = 1;
        for (size_t k = 0; k < module->sights[i].seen_count; k++)
            level->listed[room * n + oracle_room_named(module, module->sights[i].seen[k])] = 1;
    }
}

/* The old rule, by walking. */
static void find_near(struct rays_level *level, uint32_t from, uint32_t room, int steps)
{
    level->near[from * level->room_count + room] = 1;
    for (uint32_t i = level->starts[room]; steps > 0 && i < level->starts[room + 1]; i++)
        find_near(level, from, level->holes[i].to, steps - 1);
}

void rays_start(struct rays_level *level, const char *folder, const struct wr_layout *layout)
{
    struct oracle_report report = {0};
    struct oracle_module_options options = oracle_built();
    struct oracle_module module = {0};
    uint32_t floors = 0;
    assert_true(oracle_module_read(&report, &options, folder, &module));
    uint32_t n = (uint32_t)module.room_count;
    *level = (struct rays_level){.room_count = n,
                                 .starts = oracle_take(n + 1, sizeof *level->starts),
                                 .first_floor = oracle_take(n + 1, sizeof *level->first_floor),
                                 .listed = oracle_take((size_t)n * n, 1),
                                 .seen = oracle_take((size_t)n * n, 1),
                                 .near = oracle_take((size_t)n * n, 1),
                                 .arrivals = oracle_take(n, sizeof *level->arrivals),
                                 .arrived = oracle_take(n, sizeof *level->arrived)};
    for (uint32_t i = 0; i < n; i++) {
        add_edges(level, &module.rooms[i].wok, i, layout);
        add_floor(level, &module.rooms[i].wok, &floors);
        level->first_floor[i + 1] = floors;
    }
    add_doors(level, layout);
    qsort(level->holes, level->hole_count, sizeof *level->holes, order_holes);
    for (uint32_t i = 0; i < level->hole_count; i++)
        level->starts[level->holes[i].from + 1]++;
    for (uint32_t i = 0; i < n; i++)
        level->starts[i + 1] += level->starts[i];
    read_sights(level, &module);
    for (uint32_t i = 0; i < n; i++)
        find_near(level, i, i, NEAR);
    oracle_module_free(&module);
    oracle_report_clear(&report);
}

void rays_end(struct rays_level *level)
{
    free(level->holes);
    free(level->starts);
    free(level->floors);
    free(level->first_floor);
    free(level->listed);
    free(level->seen);
    free(level->near);
    free(level->arrivals);
    free(level->arrived);
}

/* ---- Rays ---- */

static double between(wr_random *random, double a, double b)
{
    return a + (b - a) * wr_random_unit(random);
}

static uint32_t any_hole(const struct rays_level *level, wr_random *random, uint32_t room)
{
    uint32_t count = level->starts[room + 1] - level->starts[room];
    return level->starts[room] + wr_random_below(random, count);
}

static void point_in(const struct rays_hole *hole, wr_random *random, double out[3])
{
    double along = wr_random_unit(random), up = wr_random_unit(random);
    if (wr_random_below(random, 4) == 0) /* borders are where it is decided */
        along = along < 0.5 ? 1e-4 : 1 - 1e-4;
    if (wr_random_below(random, 4) == 0)
        up = up < 0.5 ? 1e-4 : 1 - 1e-4;
    for (int k = 0; k < 3; k++)
        out[k] = hole->a[k] + along * (hole->b[k] - hole->a[k]);
    out[2] += up * hole->height;
}

static void point_on_floor(const struct rays_level *level, wr_random *random, uint32_t room,
                           double out[3])
{
    uint32_t count = level->first_floor[room + 1] - level->first_floor[room];
    double(*corners)[3] =
        level->floors[level->first_floor[room] + wr_random_below(random, count)];
    double u = wr_random_unit(random), v = wr_random_unit(random);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    for (int k = 0; k < 3; k++)
        out[k] = corners[0][k] + u * (corners[1][k] - corners[0][k]) +
                 v * (corners[2][k] - corners[0][k]);
    out[2] += between(random, 0, 4);
}

static void point_at_door(const struct rays_level *level, wr_random *random, uint32_t room,
                          double out[3])
{
    const struct rays_hole *hole = &level->holes[any_hole(level, random, room)];
    double back = between(random, 0.001, 1);
    double x = hole->b[0] - hole->a[0], y = hole->b[1] - hole->a[1];
    double length = sqrt(x * x + y * y);
    point_in(hole, random, out);
    out[0] -= back * y / length;
    out[1] += back * x / length;
}

/* Where a line that leaves by the hole crosses it, in lengths of `way`; negative: nowhere. */
static double crossing(const struct rays_hole *hole, const double from[3], const double way[3])
{
    double x = hole->b[0] - hole->a[0], y = hole->b[1] - hole->a[1];
    double out = way[0] * y - way[1] * x;
    if (out <= 0)
        return -1;
    double ax = hole->a[0] - from[0], ay = hole->a[1] - from[1];
    double far = (ax * y - ay * x) / out;
    double along = (ax * way[1] - ay * way[0]) / out;
    if (far < 0 || along < 0 || along > 1)
        return -1;
    double up = from[2] + far * way[2] - hole->a[2] - along * (hole->b[2] - hole->a[2]);
    return up >= 0 && up <= hole->height ? far : -1;
}

static void trace(struct rays_level *level, uint32_t eye, uint32_t room, double far,
                  const double from[3], const double way[3])
{
    if (level->arrivals[room] == level->ray && level->arrived[room] <= far)
        return;
    level->arrivals[room] = level->ray;
    level->arrived[room] = far;
    level->seen[eye * level->room_count + room] = 1;
    for (uint32_t i = level->starts[room]; i < level->starts[room + 1]; i++) {
        double next = crossing(&level->holes[i], from, way);
        if (next > far)
            trace(level, eye, level->holes[i].to, next, from, way);
    }
}

static void shoot(struct rays_level *level, wr_random *random)
{
    double from[3], to[3];
    uint32_t eye = wr_random_below(random, level->room_count), hole = 0, here = eye;
    if (level->starts[eye] == level->starts[eye + 1])
        return;
    if (wr_random_below(random, 2))
        point_on_floor(level, random, eye, from);
    else
        point_at_door(level, random, eye, from);
    for (uint32_t steps = 1 + wr_random_below(random, MOST_STEPS); steps > 0; steps--) {
        hole = any_hole(level, random, here);
        here = level->holes[hole].to;
    }
    point_in(&level->holes[hole], random, to);
    const double way[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    level->ray++;
    trace(level, eye, eye, 0, from, way);
}

void rays_shoot(struct rays_level *level, wr_random *random, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        shoot(level, random);
}

struct rays_tally rays_count(const struct rays_level *level)
{
    struct rays_tally tally = {0};
    uint32_t n = level->room_count;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            size_t pair = (size_t)a * n + b, back = (size_t)b * n + a;
            bool seen = level->seen[pair] || level->seen[back];
            if (a == b)
                continue;
            tally.listed += level->listed[pair];
            tally.seen += seen;
            tally.hidden += seen && !level->listed[pair];
            tally.near += level->near[pair];
            tally.missed += seen && !level->near[pair];
            tally.one_way += level->listed[pair] && !level->listed[back];
        }
    return tally;
}
