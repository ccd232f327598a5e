/* One storey of a floorplan, drawn. */
#ifndef WR_BUILDER_VIEW_PANEL_H
#define WR_BUILDER_VIEW_PANEL_H

#include "builder/floorplan/floorplan.h"

/* Around a storey, for strokes, symbols and labels at its rim; pixels. */
#define WR_PANEL_RIM 14.0

/* Where and how a floorplan is drawn. */
struct wr_panel {
    struct wr_picture *picture;
    const struct wr_floorplan *floorplan;
    double x, y;     /* pixels, of the floorplan's left upper corner */
    double scale;    /* pixels a metre */
    uint32_t storey; /* WR_NONE: all, upon each other */
    bool ghost;      /* the storey below shines through */
    bool small;      /* thin lines and no markers: a thumbnail */
};

static inline wr_point wr_panel_point(const struct wr_panel *panel, double x, double y)
{
    return (wr_point){panel->x + (x - panel->floorplan->left) * panel->scale,
                      panel->y + (panel->floorplan->top - y) * panel->scale};
}
static inline bool wr_panel_shows(const struct wr_panel *panel, uint32_t storey)
{
    return panel->storey == WR_NONE || panel->storey == storey;
}

/* The middle of a doorway that has points. */
wr_point wr_panel_middle(const struct wr_panel *panel, const wr_floorplan_doorway *doorway);

void wr_panel_draw(const struct wr_panel *panel);

/* Symbols, for panels and for keys: a marker, the entry's or exit's arrow. `direction` is where
 * it looks, unit, Y up. */
void wr_draw_marker(struct wr_picture *picture, enum wr_marker_kind kind, wr_point at,
                    wr_point direction);
void wr_draw_arrow(struct wr_picture *picture, const wr_ink *ink, wr_point at,
                   wr_point direction, bool small);
void wr_draw_key(struct wr_picture *picture, wr_point at);
/* For a hook that is on no wall. */
void wr_draw_cross(struct wr_picture *picture, const wr_ink *ink, wr_point at);
wr_point wr_direction_of(float facing);

/* ---- Names ---- */

/* Which rooms got a number instead of their name, because it does not fit. */
struct wr_numbering {
    uint32_t *numbers; /* one a room; 0: none */
    uint32_t last;
};

/* Writes the names of keys beside them and the doors they open, and those of rooms into their
 * floors. False when memory is out. */
bool wr_panel_name_rooms(const struct wr_panel *panel, struct wr_arena *scratch,
                         struct wr_numbering *numbering);

#endif
