/* Storeys: floors a headroom apart in height are drawn beside each other. Rooms on one height
 * and doorways between rooms say which heights there are; each face goes to the nearest. */
#include "builder/floorplan/floorplan.h"

#include "core/base/tolerance.h"

#include <stdlib.h>

/* More storeys than this are no plan: the gap between two grows until there are fewer. */
enum { MOST_STOREYS = 24 };

double wr_floorplan_face_area(const wr_floorplan_room *room, uint32_t face)
{
    const uint32_t *v = room->mesh->faces[face].v;
    const wr_vec3 *p = room->points;
    double ax = (double)p[v[1]].x - (double)p[v[0]].x;
    double ay = (double)p[v[1]].y - (double)p[v[0]].y;
    double bx = (double)p[v[2]].x - (double)p[v[0]].x;
    double by = (double)p[v[2]].y - (double)p[v[0]].y;
    double area = ax * by - ay * bx;
    return room->motion.mirrored ? -area : area;
}

double wr_floorplan_face_height(const wr_floorplan_room *room, uint32_t face)
{
    const uint32_t *v = room->mesh->faces[face].v;
    const wr_vec3 *p = room->points;
    return ((double)p[v[0]].z + (double)p[v[1]].z + (double)p[v[2]].z) / 3;
}

/* ---- Which heights there are ---- */

/* The mean height of a room's floor; false where it has none or is higher than a storey. */
static bool height_of_room(const wr_floorplan_room *room, double *out)
{
    double sum = 0, area = 0, low = 0, high = 0;
    for (uint32_t f = 0; f < room->mesh->walkable_count; f++) {
        double weight = wr_floorplan_face_area(room, f), z = wr_floorplan_face_height(room, f);
        if (!(weight > 0))
            continue;
        low = area > 0 && low < z ? low : z;
        high = area > 0 && high > z ? high : z;
        area += weight;
        sum += weight * z;
    }
    *out = area > 0 ? sum / area : 0;
    return area > 0 && high - low <= WR_HEADROOM;
}

static double height_of_doorway(const struct wr_floorplan *floorplan,
                                const wr_floorplan_doorway *doorway)
{
    double sum = 0;
    for (uint32_t i = 0; i < doorway->count; i++)
        sum += (double)floorplan->doorway_points[doorway->first + i].z;
    return doorway->count ? sum / doorway->count : 0;
}

static int order_heights(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static uint32_t split(const double *heights, uint32_t count, double gap, wr_storey *out)
{
    uint32_t storeys = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (storeys && heights[i] - out[storeys - 1].high <= gap) {
            out[storeys - 1].high = heights[i];
            continue;
        }
        if (storeys == MOST_STOREYS)
            return MOST_STOREYS + 1;
        out[storeys++] = (wr_storey){heights[i], heights[i], 0};
    }
    return storeys;
}

static enum wr_result find_heights(struct wr_context *context, struct wr_floorplan *floorplan)
{
    uint32_t count = 0;
    size_t most = (size_t)floorplan->room_count + floorplan->doorway_count + 1;
    double *heights = wr_alloc(most * sizeof *heights), gap = WR_HEADROOM;
    floorplan->storeys = WR_ZERO(floorplan->arena, wr_storey, MOST_STOREYS);
    if (!heights || !floorplan->storeys) {
        wr_free(heights);
        return wr_no_memory(context);
    }
    for (uint32_t r = 0; r < floorplan->room_count; r++)
        count += height_of_room(&floorplan->rooms[r], &heights[count]);
    for (uint32_t i = 0; i < floorplan->doorway_count; i++)
        if (floorplan->doorways[i].other != WR_NONE)
            heights[count++] = height_of_doorway(floorplan, &floorplan->doorways[i]);
    if (count == 0)
        heights[count++] = 0;
    qsort(heights, count, sizeof *heights, order_heights);
    do {
        floorplan->storey_count = split(heights, count, gap, floorplan->storeys);
        gap *= 2;
    } while (floorplan->storey_count > MOST_STOREYS);
    wr_free(heights);
    return WR_OK;
}

/* ---- What lies on which ---- */

/* Half-way is below, whatever rounding makes of it. */
uint32_t wr_floorplan_storey_at(const struct wr_floorplan *floorplan, double z)
{
    uint32_t best = 0;
    double least = 0;
    for (uint32_t s = 0; s < floorplan->storey_count; s++) {
        const wr_storey *storey = &floorplan->storeys[s];
        double off = z < storey->low    ? storey->low - z
                     : z > storey->high ? z - storey->high
                                        : 0;
        if (s == 0 || off < least - WR_CENTIMETRE) {
            least = off;
            best = s;
        }
    }
    return best;
}

uint32_t wr_floorplan_echo_of(const struct wr_floorplan *floorplan,
                              const wr_floorplan_room *room, uint32_t face)
{
    uint32_t home = room->storeys[face];
    double z = wr_floorplan_face_height(room, face);
    if (home < room->highest && z > floorplan->storeys[home].high + WR_DOOR_STEP)
        return home + 1;
    if (home > room->lowest && z < floorplan->storeys[home].low - WR_DOOR_STEP)
        return home - 1;
    return WR_NONE;
}

static bool assign_faces(struct wr_floorplan *floorplan, wr_floorplan_room *room)
{
    bool any[MOST_STOREYS] = {false};
    const struct wr_walkmesh *mesh = room->mesh;
    room->storeys = WR_TAKE(floorplan->arena, uint32_t, mesh->face_count);
    if (!room->storeys)
        return false;
    room->lowest = room->highest = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t storey = wr_floorplan_storey_at(floorplan, wr_floorplan_face_height(room, f));
        room->storeys[f] = storey;
        if (f >= mesh->walkable_count)
            continue;
        room->lowest = f && room->lowest < storey ? room->lowest : storey;
        room->highest = f && room->highest > storey ? room->highest : storey;
        any[storey] = true;
    }
    for (uint32_t s = 0; s < floorplan->storey_count; s++)
        floorplan->storeys[s].rooms += any[s];
    return true;
}

static void assign_spot(const struct wr_floorplan *floorplan, wr_floorplan_spot *spot)
{
    spot->storey = wr_floorplan_storey_at(floorplan, (double)spot->position.z);
}

enum wr_result wr_floorplan_find_storeys(struct wr_context *context,
                                         struct wr_floorplan *floorplan)
{
    enum wr_result result = find_heights(context, floorplan);
    if (result != WR_OK)
        return result;
    for (uint32_t r = 0; r < floorplan->room_count; r++)
        if (!assign_faces(floorplan, &floorplan->rooms[r]))
            return wr_no_memory(context);
    for (uint32_t i = 0; i < floorplan->doorway_count; i++)
        floorplan->doorways[i].storey = wr_floorplan_storey_at(
            floorplan, height_of_doorway(floorplan, &floorplan->doorways[i]));
    for (uint32_t i = 0; i < floorplan->marker_count; i++)
        floorplan->markers[i].storey =
            wr_floorplan_storey_at(floorplan, (double)floorplan->markers[i].position.z);
    assign_spot(floorplan, &floorplan->entry);
    assign_spot(floorplan, &floorplan->exit);
    for (uint32_t i = 0; i < floorplan->key_count; i++)
        assign_spot(floorplan, &floorplan->keys[i].spot);
    return WR_OK;
}
