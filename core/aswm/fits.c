/* Whether a mesh can be baked at all: tiles that are too full, floors over each other.
 * Source: formats/aswm, 2 and 7. */
#include "core/aswm/baking.h"

#include "core/base/bytes.h"
#include "core/base/math.h"

#include <inttypes.h>
#include <string.h>

/* From which height on a floor over another is another storey. Official areas have walkable
 * triangles up to 0.26 m over each other. */
#define STOREY 0.5

struct fitting {
    struct wr_context *context;
    const struct wr_aswm *mesh;
    const struct wr_aswm_bake_options *options;
    wr_where where;
    enum wr_result result;
};

/* ---- Findings ---------------------------------------------------------------------------- */

enum { NAMED = 4 };

/* " (rooms a, b)" in a text: those that have walkable triangles in a tile. */
static void name_rooms(const struct fitting *fitting, const wr_aswm_tile *tile,
                       struct wr_bytes *out)
{
    const char *named[NAMED];
    uint32_t count = 0, more = 0;
    const char *last = NULL;
    for (uint32_t i = tile->first; i < tile->first + tile->triangle_count; i++) {
        const char *room = fitting->options->rooms ? fitting->options->rooms[i] : NULL;
        uint32_t known = 0;
        if (!room || room == last || !wr_aswm_walkable(fitting->mesh, i))
            continue;
        last = room;
        while (known < count && strcmp(named[known], room) != 0)
            known++;
        if (known == count && count < NAMED)
            named[count++] = room;
        else
            more += known == count;
    }
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_print(out, "%s%s", i == 0 ? ", of the rooms " : ", ", named[i]);
    if (more > 0)
        wr_bytes_text(out, " and others");
    wr_bytes_char(out, '\0');
}

static void refuse(struct fitting *fitting, uint32_t index, enum wr_result as, const char *slug,
                   const char *hint, const char *what, uint32_t count)
{
    const struct wr_aswm *mesh = fitting->mesh;
    struct wr_bytes rooms = {0};
    name_rooms(fitting, &mesh->tiles[index], &rooms);
    if (rooms.failed)
        fitting->result = wr_no_memory(fitting->context);
    else
        fitting->result =
            wr_fail(fitting->context, as, fitting->where, slug, hint,
                    "tile %" PRIu32 ",%" PRIu32 " has %" PRIu32 " %s%s", index % mesh->width,
                    index / mesh->width, count, what, (const char *)rooms.data);
    wr_bytes_finish(&rooms);
}

/* ---- Storeys ------------------------------------------------------------------------------
 */

/* A walkable triangle in plan, counter-clockwise, and the heights it spans. */
struct plan {
    double x[3], y[3], low, high;
};

static struct plan plan_of(const struct wr_aswm *mesh, uint32_t index)
{
    const uint32_t *v = mesh->triangles[index].v;
    struct plan plan = {.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < 3; i++) { /* clockwise corners, read backwards */
        wr_vec3 at = mesh->vertices[v[2 - i]];
        plan.x[i] = (double)at.x;
        plan.y[i] = (double)at.y;
        plan.low = (double)at.z < plan.low ? (double)at.z : plan.low;
        plan.high = (double)at.z > plan.high ? (double)at.z : plan.high;
    }
    return plan;
}

/* Whether one lies outside of a side of the other, or only touches it. */
static bool is_beside(const struct plan *a, const struct plan *b)
{
    for (int i = 0; i < 3; i++) {
        int next = i == 2 ? 0 : i + 1;
        double dx = a->x[next] - a->x[i], dy = a->y[next] - a->y[i];
        double length = sqrt(dx * dx + dy * dy), deepest = -INFINITY;
        for (int k = 0; k < 3; k++) {
            double depth = (dx * (b->y[k] - a->y[i]) - dy * (b->x[k] - a->x[i])) / length;
            deepest = depth > deepest ? depth : deepest;
        }
        if (!(deepest > 0.01)) /* metres: hairs do not count, nor triangles without area */
            return true;
    }
    return false;
}

static bool is_over(const struct plan *a, const struct plan *b)
{
    return (a->low > b->high + STOREY || b->low > a->high + STOREY) && !is_beside(a, b) &&
           !is_beside(b, a);
}

/* How many walkable triangles of a tile have another over or under them. */
static uint32_t count_storeys(const struct wr_aswm *mesh, const wr_aswm_tile *tile)
{
    struct plan plans[WR_ASWM_NODES_MOST];
    uint32_t count = 0, over = 0;
    for (uint32_t i = 0; i < tile->triangle_count && count < WR_ASWM_NODES_MOST; i++)
        if (wr_aswm_walkable(mesh, tile->first + i))
            plans[count++] = plan_of(mesh, tile->first + i);
    for (uint32_t a = 0; a < count; a++) {
        bool found = false;
        for (uint32_t b = 0; b < count && !found; b++)
            found = a != b && is_over(&plans[a], &plans[b]);
        over += found;
    }
    return over;
}

/* ---- All tiles -----------------------------------------------------------------------------
 */

static uint32_t count_walkable(const struct wr_aswm *mesh, const wr_aswm_tile *tile)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tile->triangle_count; i++)
        count += wr_aswm_walkable(mesh, tile->first + i);
    return count;
}

enum wr_result wr_aswm_fits(struct wr_context *context, const struct wr_aswm *mesh,
                            const struct wr_aswm_bake_options *options, wr_where where)
{
    struct fitting fitting = {context, mesh, options, where, WR_OK};
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        uint32_t count = count_walkable(mesh, &mesh->tiles[i]);
        if (count > WR_ASWM_NODES_MOST)
            refuse(
                &fitting, i, WR_LIMIT, "aswm-full",
                "the game's tables hold 127: merge triangles there, or make some of them not "
                "walkable",
                "walkable triangles", count);
        uint32_t over = options->storeys ? count_storeys(mesh, &mesh->tiles[i]) : 0;
        if (over > 0)
            refuse(&fitting, i, WR_INVALID, "aswm-storeys",
                   "NWN2 knows one storey: take one of the floors out, or put it aside",
                   "walkable triangles with others over or under them", over);
    }
    return fitting.result;
}
