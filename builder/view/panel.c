/* Drawing a storey, from the bottom up: what lies below, what blocks, floors, heights, walls,
 * doors, the way through, markers. */
#include "builder/view/panel.h"
#include "builder/picture/inks.h"

#include "core/base/math.h"

/* ---- Outlines ---- */

static void add_contours(const struct wr_panel *panel, const wr_outline *outline)
{
    for (uint32_t c = 0; c < outline->contour_count; c++) {
        const wr_contour *contour = &outline->contours[c];
        wr_picture_contour(panel->picture, contour->closed);
        for (uint32_t i = 0; i < contour->count; i++) {
            const wr_point *point = &outline->points[contour->first + i];
            wr_point at = wr_panel_point(panel, point->x, point->y);
            wr_picture_point(panel->picture, at.x, at.y);
        }
    }
}

static const wr_ink *ink_of(const struct wr_panel *panel, uint32_t room,
                            const wr_outline *outline)
{
    switch (outline->layer) {
    case WR_LAYER_BLOCKED:
        return &wr_blocked_ink;
    case WR_LAYER_ECHO:
        return wr_echo_ink(outline->material);
    case WR_LAYER_FLOOR:
        return wr_floor_ink(outline->material);
    case WR_LAYER_ECHO_WALL:
        return &wr_echo_wall_ink;
    default:
        return room < panel->floorplan->kept_count ? &wr_kept_wall_ink
               : panel->small                      ? &wr_thin_wall_ink
                                                   : &wr_wall_ink;
    }
}

static void draw_layer(const struct wr_panel *panel, enum wr_layer layer, uint32_t storey,
                       const wr_ink *instead)
{
    for (uint32_t r = 0; r < panel->floorplan->room_count; r++) {
        const wr_floorplan_room *room = &panel->floorplan->rooms[r];
        for (uint32_t i = 0; i < room->outline_count; i++) {
            const wr_outline *outline = &room->outlines[i];
            if (outline->layer != layer || outline->storey != storey)
                continue;
            wr_picture_path(panel->picture, instead ? instead : ink_of(panel, r, outline));
            if (layer == WR_LAYER_FLOOR && !instead)
                wr_picture_tip(panel->picture, room->tip ? room->tip : room->name);
            add_contours(panel, outline);
        }
    }
}

/* Lines of equal height, as many as there is room for. */
static void draw_heights(const struct wr_panel *panel, uint32_t storey)
{
    const double least = 4; /* pixels a step */
    int32_t every = 1;
    while (every < 1 << 20 && every * WR_RISE * panel->scale < least)
        every *= 2;
    bool any = false;
    for (uint32_t r = 0; r < panel->floorplan->room_count; r++) {
        const wr_floorplan_room *room = &panel->floorplan->rooms[r];
        for (uint32_t i = 0; i < room->height_line_count; i++) {
            const wr_height_line *line = &room->height_lines[i];
            if (line->storey != storey || line->step % every != 0)
                continue;
            if (!any)
                wr_picture_path(panel->picture, &wr_height_ink);
            any = true;
            wr_picture_contour(panel->picture, false);
            for (int k = 0; k < 2; k++) {
                wr_point at = wr_panel_point(panel, line->ends[k].x, line->ends[k].y);
                wr_picture_point(panel->picture, at.x, at.y);
            }
        }
    }
}

/* ---- Doorways ---- */

static wr_point doorway_point(const struct wr_panel *panel, const wr_floorplan_doorway *doorway,
                              uint32_t index)
{
    wr_vec3 point = panel->floorplan->doorway_points[doorway->first + index];
    return wr_panel_point(panel, (double)point.x, (double)point.y);
}

wr_point wr_panel_middle(const struct wr_panel *panel, const wr_floorplan_doorway *doorway)
{
    wr_point first = doorway_point(panel, doorway, 0);
    wr_point last = doorway_point(panel, doorway, doorway->count - 1);
    return (wr_point){(first.x + last.x) / 2, (first.y + last.y) / 2};
}

static void draw_threshold(const struct wr_panel *panel, const wr_floorplan_doorway *doorway,
                           const wr_ink *ink)
{
    wr_picture_path(panel->picture, ink);
    wr_picture_contour(panel->picture, false);
    for (uint32_t i = 0; i < doorway->count; i++) {
        wr_point at = doorway_point(panel, doorway, i);
        wr_picture_point(panel->picture, at.x, at.y);
    }
}

/* A hook that is on no wall: a cross. */
void wr_draw_cross(struct wr_picture *picture, const wr_ink *ink, wr_point at)
{
    const double arm = 4;
    wr_picture_line(picture, ink, (wr_point){at.x - arm, at.y - arm},
                    (wr_point){at.x + arm, at.y + arm});
    wr_picture_line(picture, ink, (wr_point){at.x - arm, at.y + arm},
                    (wr_point){at.x + arm, at.y - arm});
}

static void draw_ring(const struct wr_panel *panel, wr_point at, double radius,
                      const wr_ink *ink)
{
    wr_picture_disc(panel->picture, ink, at.x, at.y, radius);
}

static void draw_doorway(const struct wr_panel *panel, const wr_floorplan_doorway *doorway)
{
    bool closed = doorway->other == WR_NONE && !doorway->exit;
    if (doorway->count < 2 && doorway->count > 0) {
        wr_draw_cross(panel->picture, &wr_lost_ink, doorway_point(panel, doorway, 0));
    } else if (closed) {
        draw_threshold(panel, doorway, panel->small ? &wr_small_closed_ink : &wr_closed_ink);
    } else if (panel->small) {
        draw_threshold(panel, doorway, doorway->lock ? &wr_locked_ink : &wr_small_leaf_ink);
    } else {
        draw_threshold(panel, doorway, &wr_door_frame_ink);
        draw_threshold(panel, doorway,
                       doorway->lock     ? &wr_locked_ink
                       : doorway->hidden ? &wr_hidden_ink
                                         : &wr_door_leaf_ink);
    }
    if (doorway->lock && doorway->count)
        wr_picture_tip(panel->picture, doorway->lock);
    if (doorway->exit && doorway->count) {
        wr_draw_arrow(panel->picture, &wr_way_out_ink, wr_panel_middle(panel, doorway),
                      (wr_point){doorway->out_x, doorway->out_y}, panel->small);
        wr_picture_tip(panel->picture, doorway->exit);
    }
    if (doorway->missed && doorway->count)
        draw_ring(panel, wr_panel_middle(panel, doorway), 9, &wr_missed_ink);
}

/* ---- Symbols ---- */

wr_point wr_direction_of(float facing)
{
    wr_point direction;
    wr_turn_of((double)facing, &direction.x, &direction.y);
    return direction;
}

/* A point of a symbol that looks along +X, Y up. */
static wr_point turned(wr_point at, wr_point direction, double x, double y)
{
    return (wr_point){at.x + x * direction.x - y * direction.y,
                      at.y - (x * direction.y + y * direction.x)};
}

static void draw_symbol(struct wr_picture *picture, const wr_ink *ink, wr_point at,
                        wr_point direction, const wr_point *points, uint32_t count)
{
    wr_picture_path(picture, ink);
    wr_picture_contour(picture, true);
    for (uint32_t i = 0; i < count; i++) {
        wr_point point = turned(at, direction, points[i].x, points[i].y);
        wr_picture_point(picture, point.x, point.y);
    }
}

/* A symbol of a kind: its corners in millimetres, turned where it looks somewhere. */
struct symbol {
    const wr_point *points;
    uint32_t count; /* 0: a disc */
    bool turned;
};

static struct symbol symbol_of(enum wr_marker_kind kind)
{
    static const wr_point arrow[] = {{6, 0}, {-4, 4.5}, {-2, 0}, {-4, -4.5}};
    static const wr_point diamond[] = {{4.5, 0}, {0, 4.5}, {-4.5, 0}, {0, -4.5}};
    static const wr_point square[] = {{3.5, 3.5}, {-3.5, 3.5}, {-3.5, -3.5}, {3.5, -3.5}};
    static const wr_point triangle[] = {{0, -4.5}, {4.2, 3.2}, {-4.2, 3.2}};
    static const wr_point star[] = {{5, 0},  {1.2, 1.2},   {0, 5},  {-1.2, 1.2},
                                    {-5, 0}, {-1.2, -1.2}, {0, -5}, {1.2, -1.2}};
    static const wr_point house[] = {{0, -4.5}, {4, -1}, {4, 4}, {-4, 4}, {-4, -1}};
    static const wr_point cone[] = {{5, 4.5}, {-4, 1.8}, {-4, -1.8}, {5, -4.5}};
    static const wr_point bar[] = {{5, 1.6}, {-5, 1.6}, {-5, -1.6}, {5, -1.6}};
    static const wr_point cross[] = {{4, 1.3},    {1.3, 1.3}, {1.3, 4},    {-1.3, 4},
                                     {-1.3, 1.3}, {-4, 1.3},  {-4, -1.3},  {-1.3, -1.3},
                                     {-1.3, -4},  {1.3, -4},  {1.3, -1.3}, {4, -1.3}};
    static const struct symbol symbols[] = {
        [WR_SPAWN] = {arrow, 4, true},       [WR_WAYPOINT] = {diamond, 4, false},
        [WR_PLACEABLE] = {square, 4, false}, [WR_LOOT] = {NULL, 0, false},
        [WR_TRIGGER] = {triangle, 3, false}, [WR_ENCOUNTER] = {star, 8, false},
        [WR_SOUND] = {NULL, 0, false},       [WR_STORE] = {house, 5, false},
        [WR_CAMERA] = {cone, 4, true},       [WR_TRACK] = {bar, 4, false},
        [WR_OBSTACLE] = {cross, 12, false},  [WR_BACKDROP] = {NULL, 0, false},
    };
    return symbols[kind];
}

void wr_draw_marker(struct wr_picture *picture, enum wr_marker_kind kind, wr_point at,
                    wr_point direction)
{
    const wr_ink *ink = wr_marker_ink(kind);
    struct symbol symbol = symbol_of(kind);
    if (symbol.count == 0)
        wr_picture_disc(picture, ink, at.x, at.y, 3.6);
    else
        draw_symbol(picture, ink, at, symbol.turned ? direction : (wr_point){1, 0},
                    symbol.points, symbol.count);
}

void wr_draw_arrow(struct wr_picture *picture, const wr_ink *ink, wr_point at,
                   wr_point direction, bool small)
{
    static const wr_point arrow[] = {{13, 0},    {1, 9},    {1, 3.6}, {-9, 3.6},
                                     {-9, -3.6}, {1, -3.6}, {1, -9}};
    static const wr_point head[] = {{8, 0}, {-5, 6}, {-5, -6}};
    if (small)
        draw_symbol(picture, ink, at, direction, head, 3);
    else
        draw_symbol(picture, ink, at, direction, arrow, 7);
}

static void draw_markers(const struct wr_panel *panel)
{
    for (uint32_t i = 0; i < panel->floorplan->marker_count; i++) {
        const wr_floorplan_marker *marker = &panel->floorplan->markers[i];
        if (!wr_panel_shows(panel, marker->storey))
            continue;
        wr_draw_marker(
            panel->picture, marker->kind,
            wr_panel_point(panel, (double)marker->position.x, (double)marker->position.y),
            wr_direction_of(marker->facing));
        wr_picture_tip(panel->picture, marker->name);
    }
}

static void draw_spot(const struct wr_panel *panel, const wr_floorplan_spot *spot,
                      const wr_ink *ink)
{
    if (!spot->there || !wr_panel_shows(panel, spot->storey))
        return;
    wr_point at = wr_panel_point(panel, (double)spot->position.x, (double)spot->position.y);
    if (isfinite(spot->facing))
        wr_draw_arrow(panel->picture, ink, at, wr_direction_of(spot->facing), panel->small);
    else
        wr_picture_disc(panel->picture, ink, at.x, at.y, panel->small ? 5 : 7);
}

/* ---- The way from the entry to the exit ---- */

/* Runs of the way that lie on this panel's storeys. */
static void draw_way(const struct wr_panel *panel)
{
    const struct wr_floorplan *floorplan = panel->floorplan;
    bool open = false;
    for (uint32_t i = 1; i < floorplan->way_count; i++) {
        uint32_t storey = floorplan->way[i].storey;
        bool shown = storey != WR_NONE && wr_panel_shows(panel, storey);
        if (shown && !open) {
            wr_point from =
                wr_panel_point(panel, floorplan->way[i - 1].at.x, floorplan->way[i - 1].at.y);
            wr_picture_path(panel->picture, panel->small ? &wr_small_route_ink : &wr_route_ink);
            wr_picture_contour(panel->picture, false);
            wr_picture_point(panel->picture, from.x, from.y);
        }
        open = shown;
        if (!shown)
            continue;
        wr_point to = wr_panel_point(panel, floorplan->way[i].at.x, floorplan->way[i].at.y);
        wr_picture_point(panel->picture, to.x, to.y);
    }
}

/* ---- The whole ---- */

static void draw_storey(const struct wr_panel *panel, uint32_t storey)
{
    bool alone = panel->storey != WR_NONE; /* else the next storey is drawn in its place */
    draw_layer(panel, WR_LAYER_BLOCKED, storey, NULL);
    draw_layer(panel, WR_LAYER_FLOOR, storey, NULL);
    if (alone)
        draw_layer(panel, WR_LAYER_ECHO, storey, NULL);
    if (!panel->small)
        draw_heights(panel, storey);
    if (alone)
        draw_layer(panel, WR_LAYER_ECHO_WALL, storey, NULL);
    draw_layer(panel, WR_LAYER_WALL, storey, NULL);
    for (uint32_t i = 0; i < panel->floorplan->doorway_count; i++)
        if (panel->floorplan->doorways[i].storey == storey)
            draw_doorway(panel, &panel->floorplan->doorways[i]);
}

/* A ring and a bit, and what it is called. */
void wr_draw_key(struct wr_picture *picture, wr_point at)
{
    wr_picture_disc(picture, &wr_key_ink, at.x - 4, at.y, 4);
    wr_picture_path(picture, &wr_key_ink);
    wr_picture_contour(picture, false);
    const double bit[][2] = {{0, 0}, {9, 0}, {9, 4}, {9, 0}, {5, 0}, {5, 3}};
    for (int i = 0; i < 6; i++)
        wr_picture_point(picture, at.x + bit[i][0], at.y + bit[i][1]);
}

static void draw_keys(const struct wr_panel *panel)
{
    for (uint32_t i = 0; i < panel->floorplan->key_count; i++) {
        const wr_floorplan_key *key = &panel->floorplan->keys[i];
        if (!wr_panel_shows(panel, key->spot.storey))
            continue;
        wr_point at =
            wr_panel_point(panel, (double)key->spot.position.x, (double)key->spot.position.y);
        wr_draw_key(panel->picture, at);
        wr_picture_tip(panel->picture, key->name);
    }
}

void wr_panel_draw(const struct wr_panel *panel)
{
    const struct wr_floorplan *floorplan = panel->floorplan;
    if (panel->ghost && panel->storey != WR_NONE && panel->storey > 0)
        draw_layer(panel, WR_LAYER_FLOOR, panel->storey - 1, &wr_ghost_ink);
    for (uint32_t s = 0; s < floorplan->storey_count; s++)
        if (wr_panel_shows(panel, s))
            draw_storey(panel, s);
    draw_way(panel);
    if (!panel->small)
        draw_markers(panel);
    draw_keys(panel);
    for (uint32_t i = 0; i < floorplan->fault_count; i++)
        if (wr_panel_shows(panel,
                           wr_floorplan_storey_at(floorplan, (double)floorplan->faults[i].z)))
            draw_ring(panel,
                      wr_panel_point(panel, (double)floorplan->faults[i].x,
                                     (double)floorplan->faults[i].y),
                      11, &wr_fault_ink);
    draw_spot(panel, &floorplan->exit, &wr_exit_ink);
    draw_spot(panel, &floorplan->entry, &wr_entry_ink);
}
