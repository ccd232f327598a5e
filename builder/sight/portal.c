/* Openings between area rooms, made so large that whatever of a doorway stays open is inside.
 */
#include "builder/sight/portal.h"
#include "builder/layout/seam.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

/* ---- One doorway ---- */

/* What grows to hold a doorway: along and across are measured from `x`, `y`, in the plan's
 * directions. */
struct opening {
    double x, y, out_x, out_y;
    double along[2], across[2], height[2];
    double lean;
};

static void widen(double range[2], double value)
{
    range[0] = value < range[0] ? value : range[0];
    range[1] = value > range[1] ? value : range[1];
}

static void hold(struct opening *opening, double x, double y, double z)
{
    x -= opening->x;
    y -= opening->y;
    widen(opening->along, y * opening->out_x - x * opening->out_y);
    widen(opening->across, x * opening->out_x + y * opening->out_y);
    widen(opening->height, z);
}

/* An edge that turns away from the opening's line lets lines through that lean back. */
static void hold_edge(struct opening *opening, wr_vec3 a, wr_vec3 b)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    double along = y * opening->out_x - x * opening->out_y;
    double across = x * opening->out_x + y * opening->out_y;
    hold(opening, a.x, a.y, a.z);
    hold(opening, b.x, b.y, b.z);
    along = along < 0 ? -along : along;
    across = across < 0 ? -across : across;
    if (across > opening->lean * along)
        opening->lean = along > 0 ? across / along : INFINITY;
}

static void hold_threshold(struct opening *opening, const struct wr_layout *layout,
                           uint32_t placed_hook)
{
    const wr_hook *hook = wr_hook_of(layout, placed_hook);
    const wr_placed_room *room = &layout->rooms[layout->hooks[placed_hook].room];
    const struct wr_walkmesh *mesh = room->room->mesh;
    for (uint32_t i = 0; i < hook->threshold_count; i++) {
        wr_vec3 a = mesh->vertices[wr_edge_start(mesh, hook->threshold[i])];
        wr_vec3 b = mesh->vertices[wr_edge_end(mesh, hook->threshold[i])];
        hold_edge(opening, wr_motion_point(&room->motion, a),
                  wr_motion_point(&room->motion, b));
    }
}

static void hold_seam(struct opening *opening, const struct wr_layout *layout, uint32_t link)
{
    if (!layout->seams)
        return;
    const wr_seam *seam = &layout->seams->items[link];
    const wr_seam_point *points = layout->seams->points + seam->first;
    for (uint32_t i = 1; i < seam->count; i++)
        hold_edge(opening, points[i - 1].position, points[i].position);
}

static const wr_door *door_of(const struct wr_layout *layout, uint32_t placed_hook)
{
    const wr_placed_room *room = &layout->rooms[layout->hooks[placed_hook].room];
    return &room->room->kit->doors[wr_hook_of(layout, placed_hook)->door];
}

static void hold_door(struct opening *opening, const wr_placed_hook *hook, double width)
{
    wr_vec3 at = hook->position, ends[2];
    for (int i = 0; i < 2; i++) {
        double half = i ? width / 2 : -width / 2;
        ends[i] = wr_vec3_of((float)(at.x - half * hook->out_y),
                             (float)(at.y + half * hook->out_x), at.z);
    }
    hold_edge(opening, ends[0], ends[1]);
}

static struct opening opening_of(const struct wr_layout *layout, uint32_t link)
{
    const uint32_t *hooks = layout->links[link].hooks;
    const wr_placed_hook *a = &layout->hooks[hooks[0]], *b = &layout->hooks[hooks[1]];
    const wr_door *doors[2] = {door_of(layout, hooks[0]), door_of(layout, hooks[1])};
    double x = a->out_x - b->out_x, y = a->out_y - b->out_y, length = sqrt(x * x + y * y);
    struct opening opening = {a->position.x,
                              a->position.y,
                              x / length,
                              y / length,
                              {INFINITY, -INFINITY},
                              {INFINITY, -INFINITY},
                              {INFINITY, -INFINITY},
                              WR_ROUNDING};
    double width = doors[0]->width > doors[1]->width ? doors[0]->width : doors[1]->width;
    double height = doors[0]->height > doors[1]->height ? doors[0]->height : doors[1]->height;
    for (int side = 0; side < 2; side++) {
        hold_threshold(&opening, layout, hooks[side]);
        hold_door(&opening, &layout->hooks[hooks[side]], width);
    }
    hold_seam(&opening, layout, link);
    opening.height[1] += height;
    return opening;
}

static wr_portal portal_of(const struct opening *opening, uint32_t to)
{
    double along = (opening->along[0] + opening->along[1]) / 2;
    double across = (opening->across[0] + opening->across[1]) / 2;
    double half = (opening->along[1] - opening->along[0]) / 2 + WR_SIGHT_MARGIN;
    return (wr_portal){
        .plan = {.x = opening->x - along * opening->out_y + across * opening->out_x,
                 .y = opening->y + along * opening->out_x + across * opening->out_y,
                 .tx = -opening->out_y,
                 .ty = opening->out_x,
                 .from = -half,
                 .to = half,
                 .deep = (opening->across[1] - opening->across[0]) / 2 + WR_SIGHT_MARGIN},
        .lean = opening->lean,
        .low = opening->height[0] - WR_SIGHT_MARGIN,
        .high = opening->height[1] + WR_SIGHT_MARGIN,
        .to = to,
    };
}

/* ---- All of them ---- */

static uint32_t area_room_of(const struct wr_layout *layout, uint32_t hook)
{
    return layout->rooms[layout->hooks[hook].room].area_room;
}

/* Both sides of an opening. */
static void add_portal(struct wr_portals *out, const struct opening *opening, uint32_t from,
                       uint32_t to)
{
    wr_portal *pair = &out->items[out->count];
    pair[0] = portal_of(opening, to);
    pair[1] = pair[0];
    pair[1].plan.tx = -pair[0].plan.tx;
    pair[1].plan.ty = -pair[0].plan.ty;
    pair[1].to = from;
    out->count += 2;
}

static void fill_portals(const struct wr_layout *layout, struct wr_portals *out)
{
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_link *link = &layout->links[i];
        if (wr_link_is_inner(layout, link))
            continue;
        struct opening opening = opening_of(layout, i);
        add_portal(out, &opening, area_room_of(layout, link->hooks[0]),
                   area_room_of(layout, link->hooks[1]));
    }
}

static void sort_portals(struct wr_portals *portals, uint32_t rooms)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < portals->count; i++)
        portals->starts[portals->items[i ^ 1].to]++;
    for (uint32_t room = 0; room <= rooms; room++) {
        sum += portals->starts[room];
        portals->starts[room] = sum;
    }
    for (uint32_t i = portals->count; i-- > 0;)
        portals->leaving[--portals->starts[portals->items[i ^ 1].to]] = i;
}

static bool take_portals(struct wr_arena *arena, uint32_t doorways, uint32_t rooms,
                         struct wr_portals *out)
{
    *out = (struct wr_portals){
        .items = WR_TAKE(arena, wr_portal, 2 * (size_t)doorways),
        .starts = WR_ZERO(arena, uint32_t, (size_t)rooms + 1),
        .leaving = WR_TAKE(arena, uint32_t, 2 * (size_t)doorways),
    };
    return out->items && out->starts && out->leaving;
}

bool wr_portals_make(struct wr_arena *arena, const struct wr_layout *layout,
                     struct wr_portals *out)
{
    uint32_t rooms = layout->area_room_count;
    if (!take_portals(arena, layout->link_count, rooms, out))
        return false;
    fill_portals(layout, out);
    sort_portals(out, rooms);
    return true;
}

/* ---- Of floors alone --------------------------------------------------------------------- */

/* An opening that holds nothing yet, and looks where the edges' right sides look together; one
 * whose edges go round lets lines through that lean as they like. */
static struct opening opening_along(const struct wr_bare_doorway *doorway)
{
    double x = 0, y = 0;
    for (uint32_t i = 0; i < doorway->point_count; i += 2) {
        x += (double)doorway->points[i + 1].y - doorway->points[i].y;
        y += (double)doorway->points[i].x - doorway->points[i + 1].x;
    }
    double length = sqrt(x * x + y * y);
    bool round = !(length > 0);
    return (struct opening){.x = doorway->points[0].x,
                            .y = doorway->points[0].y,
                            .out_x = round ? 1 : x / length,
                            .out_y = round ? 0 : y / length,
                            .along = {INFINITY, -INFINITY},
                            .across = {INFINITY, -INFINITY},
                            .height = {INFINITY, -INFINITY},
                            .lean = round ? INFINITY : WR_ROUNDING};
}

bool wr_portals_of(struct wr_arena *arena, const struct wr_bare_doorway *doorways,
                   uint32_t count, uint32_t rooms, struct wr_portals *out)
{
    if (!take_portals(arena, count, rooms, out))
        return false;
    for (uint32_t d = 0; d < count; d++) {
        const struct wr_bare_doorway *doorway = &doorways[d];
        struct opening opening = opening_along(doorway);
        for (uint32_t i = 0; i < doorway->point_count; i += 2)
            hold_edge(&opening, doorway->points[i], doorway->points[i + 1]);
        opening.along[0] -= WR_SIGHT_ASIDE;
        opening.along[1] += WR_SIGHT_ASIDE;
        opening.height[1] += WR_SIGHT_TALL;
        add_portal(out, &opening, doorway->rooms[0], doorway->rooms[1]);
    }
    sort_portals(out, rooms);
    return true;
}
