/* Crossings are kept in a table by the two vertices and the line. */
#include "core/aswm/crossings.h"

struct wr_crossing {
    uint32_t a, b; /* a < b; both 0: the slot is empty */
    float line;
    int axis;
    uint32_t vertex;
};

enum { LEAST = 64 };

bool wr_crossings_start(struct wr_crossings *crossings, struct wr_arena *arena,
                        const wr_vec3 *vertices, uint32_t count)
{
    uint32_t room = 1; /* as wr_arena_more doubles it */
    while (room < count)
        room *= 2;
    *crossings = (struct wr_crossings){.arena = arena, .count = count, .slot_count = LEAST};
    crossings->vertices = WR_TAKE(arena, wr_vec3, room);
    crossings->slots = wr_arena_zero(arena, LEAST, sizeof *crossings->slots);
    for (uint32_t i = 0; crossings->vertices && i < count; i++)
        crossings->vertices[i] = vertices[i];
    return crossings->vertices && crossings->slots;
}

static uint32_t hash_of(const struct wr_crossing *key)
{
    uint64_t hash = ((uint64_t)key->a << 32 | key->b) * 0x9e3779b97f4a7c15u;
    hash ^= (uint64_t)(int64_t)key->line * 2 + (uint64_t)key->axis;
    hash *= 0xbf58476d1ce4e5b9u;
    return (uint32_t)(hash >> 32);
}

/* The slot of a key, or the one where it belongs. */
static struct wr_crossing *slot_of(const struct wr_crossings *crossings,
                                   const struct wr_crossing *key)
{
    uint32_t mask = crossings->slot_count - 1, at = hash_of(key) & mask;
    while (crossings->slots[at].b != 0 &&
           (crossings->slots[at].a != key->a || crossings->slots[at].b != key->b ||
            crossings->slots[at].axis != key->axis || crossings->slots[at].line != key->line))
        at = (at + 1) & mask;
    return &crossings->slots[at];
}

static bool grow(struct wr_crossings *crossings)
{
    struct wr_crossings larger = *crossings;
    if (crossings->used < crossings->slot_count / 2)
        return true;
    larger.slot_count *= 2;
    larger.slots = wr_arena_zero(crossings->arena, larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (uint32_t i = 0; i < crossings->slot_count; i++)
        if (crossings->slots[i].b != 0)
            *slot_of(&larger, &crossings->slots[i]) = crossings->slots[i];
    *crossings = larger;
    return true;
}

static wr_vec3 point_at(wr_vec3 a, wr_vec3 b, int axis, double line)
{
    double from = (double)(axis == 0 ? a.x : a.y), to = (double)(axis == 0 ? b.x : b.y);
    double part = (line - from) / (to - from);
    wr_vec3 point = {(float)(a.x + part * ((double)b.x - a.x)),
                     (float)(a.y + part * ((double)b.y - a.y)),
                     (float)(a.z + part * ((double)b.z - a.z))};
    *(axis == 0 ? &point.x : &point.y) = (float)line;
    return point;
}

uint32_t wr_crossings_at(struct wr_crossings *crossings, uint32_t a, uint32_t b, int axis,
                         double line)
{
    struct wr_crossing key = {a < b ? a : b, a < b ? b : a, (float)line, axis, 0};
    struct wr_crossing *slot = slot_of(crossings, &key);
    if (slot->b != 0)
        return slot->vertex;
    wr_vec3 *vertices = grow(crossings) ? wr_arena_more(crossings->arena, crossings->vertices,
                                                        crossings->count, sizeof *vertices)
                                        : NULL;
    if (!vertices) {
        crossings->failed = true;
        return a;
    }
    crossings->vertices = vertices;
    key.vertex = crossings->count++;
    vertices[key.vertex] = point_at(vertices[key.a], vertices[key.b], axis, line);
    *slot_of(crossings, &key) = key;
    crossings->used++;
    return key.vertex;
}
