/* Zones: bodies that say which part of a level a floor is. */
#ifndef WR_CORE_BRUSH_ZONES_H
#define WR_CORE_BRUSH_ZONES_H

#include "core/brush/boxes.h"
#include "core/brush/brush.h"

struct wr_zone {
    wr_dvec3 corners[8]; /* in steps */
    wr_dvec3 normals[6]; /* outward, of length 1, or 0 where a side is none */
    double distances[6];
};

struct wr_zones {
    const struct wr_brush_level *level;
    struct wr_zone *items;
    wr_dbox *boxes;
    struct wr_box_tree tree;
    double lift; /* how high over a floor it is asked where that lies, in steps */
};

/* A part and a mark of a place, as numbers of 12 bits each; 0 where no zone says one. */
typedef struct wr_zone_at {
    uint32_t part, mark;
} wr_zone_at;

/* Takes the level's zones; `scale` is its unit in steps. False when memory is out. */
bool wr_zones_make(struct wr_arena *arena, const struct wr_brush_level *level, double scale,
                   double lift, struct wr_zones *out);
/* What the first zones say that hold a place of a floor. */
wr_zone_at wr_zones_at(const struct wr_zones *zones, wr_dvec3 floor);
/* The corners of a side of a zone, in order. */
extern const uint8_t wr_zone_sides[6][4];

#endif
