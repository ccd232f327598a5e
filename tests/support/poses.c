/* Turning rooms, and comparing where they stand. */
#include "tests/support/poses.h"
#include "tests/support/test.h"

enum { UNITS = 64, HEADROOM = 2 * UNITS };

/* ---- Shapes ---- */

struct spot pose_spot(struct spot p, uint32_t pose)
{
    p.x = pose & 4 ? -p.x : p.x;
    for (uint32_t i = 0; i < (pose & 3); i++)
        p = (struct spot){-p.y, p.x, p.z};
    return p;
}

struct spot spot_of(wr_vec3 p)
{
    return (struct spot){(int)lround((double)p.x * UNITS), (int)lround((double)p.y * UNITS),
                         (int)lround((double)p.z * UNITS)};
}

struct spot spot_add(struct spot a, struct spot b)
{
    return (struct spot){a.x + b.x, a.y + b.y, a.z + b.z};
}

struct spot spot_sub(struct spot a, struct spot b)
{
    return (struct spot){a.x - b.x, a.y - b.y, a.z - b.z};
}

static void extend(struct shape *shape, struct spot p)
{
    shape->low.x = p.x < shape->low.x ? p.x : shape->low.x;
    shape->low.y = p.y < shape->low.y ? p.y : shape->low.y;
    shape->low.z = p.z < shape->low.z ? p.z : shape->low.z;
    shape->high.x = p.x > shape->high.x ? p.x : shape->high.x;
    shape->high.y = p.y > shape->high.y ? p.y : shape->high.y;
    shape->high.z = p.z > shape->high.z ? p.z : shape->high.z;
}

static struct shape shape_of(const wr_room *room, uint32_t pose)
{
    struct shape shape = {.room = room, .low = {1 << 30, 1 << 30, 1 << 30}};
    shape.high = (struct spot){-(1 << 30), -(1 << 30), -(1 << 30)};
    shape.floor_count = room->mesh->walkable_count;
    shape.floors = malloc(shape.floor_count * sizeof *shape.floors);
    shape.doorways = malloc((room->hook_count + 1) * sizeof *shape.doorways);
    for (uint32_t f = 0; f < shape.floor_count; f++)
        for (int k = 0; k < 3; k++) {
            shape.floors[f][k] =
                pose_spot(spot_of(room->mesh->vertices[room->mesh->faces[f].v[k]]), pose);
            extend(&shape, shape.floors[f][k]);
        }
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        struct spot out = {(int)lround(hook->out_x), (int)lround(hook->out_y), 0};
        out = pose_spot(out, pose);
        shape.doorways[h] = (struct doorway){pose_spot(spot_of(hook->position), pose), out.x,
                                             out.y, hook->door};
    }
    return shape;
}

struct shape *poses_make(const struct wr_kit *kit)
{
    struct shape *shapes = malloc((size_t)kit->room_count * POSES * sizeof *shapes);
    for (uint32_t s = 0; s < kit->room_count * POSES; s++)
        shapes[s] = shape_of(&kit->rooms[s / POSES], s % POSES);
    return shapes;
}

void poses_free(struct shape *shapes, const struct wr_kit *kit)
{
    for (uint32_t s = 0; s < kit->room_count * POSES; s++) {
        free(shapes[s].floors);
        free(shapes[s].doorways);
    }
    free(shapes);
}

/* ---- Overlap ---- */

/* Whether all of a triangle lies outside one of another's edges, or on it. */
static bool lies_beyond(const struct spot a[3], const struct spot b[3], struct spot offset)
{
    for (int i = 0; i < 3; i++) {
        struct spot p = a[i], q = a[(i + 1) % 3];
        bool beyond = true;
        for (int k = 0; k < 3 && beyond; k++) {
            struct spot r = spot_add(b[k], offset), s = a[(i + 2) % 3];
            int64_t own =
                (int64_t)(q.x - p.x) * (s.y - p.y) - (int64_t)(q.y - p.y) * (s.x - p.x);
            int64_t its =
                (int64_t)(q.x - p.x) * (r.y - p.y) - (int64_t)(q.y - p.y) * (r.x - p.x);
            beyond = own > 0 ? its <= 0 : its >= 0;
        }
        if (beyond)
            return true;
    }
    return false;
}

static void heights(const struct spot t[3], int *low, int *high)
{
    *low = *high = t[0].z;
    for (int i = 1; i < 3; i++) {
        *low = t[i].z < *low ? t[i].z : *low;
        *high = t[i].z > *high ? t[i].z : *high;
    }
}

static bool floors_overlap(const struct spot a[3], const struct spot b[3], struct spot offset)
{
    int low[2], high[2];
    heights(a, &low[0], &high[0]);
    heights(b, &low[1], &high[1]);
    if (low[1] + offset.z >= high[0] + HEADROOM || low[0] >= high[1] + offset.z + HEADROOM)
        return false;
    struct spot back = {-offset.x, -offset.y, -offset.z};
    return !lies_beyond(a, b, offset) && !lies_beyond(b, a, back);
}

bool poses_overlap(const struct shape *shapes, struct stood a, struct stood b)
{
    const struct shape *p = &shapes[a.shape], *q = &shapes[b.shape];
    struct spot way = spot_sub(b.at, a.at);
    if (q->low.x + way.x >= p->high.x || p->low.x >= q->high.x + way.x ||
        q->low.y + way.y >= p->high.y || p->low.y >= q->high.y + way.y)
        return false;
    for (uint32_t i = 0; i < p->floor_count; i++)
        for (uint32_t k = 0; k < q->floor_count; k++)
            if (floors_overlap(p->floors[i], q->floors[k], way))
                return true;
    return false;
}

/* ---- Doorways ---- */

bool doorways_meet(const struct shape *shapes, struct stood a, uint32_t i, struct stood b,
                   uint32_t k)
{
    const struct doorway *p = &shapes[a.shape].doorways[i];
    const struct doorway *q = &shapes[b.shape].doorways[k];
    struct spot from = spot_add(a.at, p->at), to = spot_add(b.at, q->at);
    return p->door == q->door && p->x == -q->x && p->y == -q->y && from.x == to.x &&
           from.y == to.y && from.z == to.z;
}

bool rooms_meet(const struct shape *shapes, struct stood a, struct stood b,
                const char *const hooks[2])
{
    const wr_room *p = shapes[a.shape].room, *q = shapes[b.shape].room;
    for (uint32_t i = 0; i < p->hook_count; i++)
        for (uint32_t k = 0; k < q->hook_count; k++)
            if ((!hooks[0] || strcmp(p->hooks[i].name, hooks[0]) == 0) &&
                (!hooks[1] || strcmp(q->hooks[k].name, hooks[1]) == 0) &&
                doorways_meet(shapes, a, i, b, k))
                return true;
    return false;
}
