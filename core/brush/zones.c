/* Boxes, maybe turned or bent, as six planes. */
#include "core/brush/zones.h"

#include "core/brush/triangulation.h"

/* Bit 0 of a corner's number is x, bit 1 y, bit 2 z; sides turn left as seen from outside a box
 * that is not mirrored. */
const uint8_t wr_zone_sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

static wr_dvec3 middle_of(const wr_dvec3 *corners)
{
    wr_dvec3 sum = {0, 0, 0};
    for (int i = 0; i < 8; i++)
        sum = wr_add(sum, wr_scale(corners[i], 0.125));
    return sum;
}

static void make_sides(struct wr_zone *zone)
{
    wr_dvec3 middle = middle_of(zone->corners);
    for (int s = 0; s < 6; s++) {
        const uint8_t *side = wr_zone_sides[s];
        const wr_dvec3 *c = zone->corners;
        wr_dvec3 normal =
            wr_cross(wr_sub(c[side[2]], c[side[0]]), wr_sub(c[side[3]], c[side[1]]));
        double length = wr_length(normal);
        normal = length > 0 ? wr_scale(normal, 1 / length) : (wr_dvec3){0, 0, 0};
        double distance = wr_dot(normal, c[side[0]]);
        bool inward = wr_dot(normal, middle) > distance;
        zone->normals[s] = inward ? wr_scale(normal, -1) : normal;
        zone->distances[s] = inward ? -distance : distance;
    }
}

/* No floor is farther out; what is no number is nowhere. */
static double in_reach(double steps)
{
    double most = WR_STEPS_MOST;
    return steps > most ? most : steps < -most ? -most : steps == steps ? steps : 0;
}

bool wr_zones_make(struct wr_arena *arena, const struct wr_brush_level *level, double scale,
                   double lift, struct wr_zones *out)
{
    uint32_t count = level->zone_count;
    *out = (struct wr_zones){.level = level,
                             .items = WR_TAKE(arena, struct wr_zone, count),
                             .boxes = WR_TAKE(arena, wr_dbox, count),
                             .lift = lift};
    if (!out->items || !out->boxes)
        return false;
    for (uint32_t z = 0; z < count; z++) {
        out->boxes[z] = wr_dbox_empty();
        for (int i = 0; i < 8; i++) {
            wr_dvec3 corner = wr_scale(level->zones[z].corners[i], scale);
            out->items[z].corners[i] =
                (wr_dvec3){in_reach(corner.x), in_reach(corner.y), in_reach(corner.z)};
            wr_dbox_add(&out->boxes[z], out->items[z].corners[i]);
        }
        out->boxes[z].min.z -= lift; /* floors are asked about from above */
        make_sides(&out->items[z]);
    }
    return wr_box_tree_make(arena, out->boxes, count, &out->tree);
}

static bool holds(const struct wr_zone *zone, wr_dvec3 at)
{
    for (int s = 0; s < 6; s++)
        if (!(wr_dot(zone->normals[s], at) <= zone->distances[s]))
            return false;
    return true;
}

wr_zone_at wr_zones_at(const struct wr_zones *zones, wr_dvec3 floor)
{
    wr_zone_at out = {0, 0};
    uint32_t part = UINT32_MAX, mark = UINT32_MAX, zone;
    wr_dvec3 at = {floor.x, floor.y, floor.z + zones->lift};
    struct wr_look look = wr_box_tree_look(&zones->tree, (wr_dbox){floor, at});
    while (wr_look_next(&look, &zone)) {
        const wr_brush_zone *said = &zones->level->zones[zone];
        if (!holds(&zones->items[zone], at))
            continue;
        if (said->part && zone < part) {
            part = zone;
            out.part = said->part;
        }
        if (said->mark && zone < mark) {
            mark = zone;
            out.mark = said->mark;
        }
    }
    return out;
}
