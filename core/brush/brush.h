/* Solids to floors: where one can stand on a heap of overlapping bodies, as triangles that
 * share vertices wherever one can walk from one to the other.
 *
 * Coordinates are brought onto a fine whole-numbered plane once, and all that decides which
 * triangle lies where is exact from there on. Floors of one plane make a sheet. Onto it go the
 * outlines of its floors and of whatever of any solid is within a walker's height above; these
 * lines cut it into triangles, each of which is floor or not, as a ray from its middle says.
 * Lines between triangles that are alike are forgotten, the others' ends are welded with those
 * of all other sheets, and each sheet is made of them anew. Nothing is decided about solids but
 * by counting what a ray meets, so that they may have any shape as long as they are closed. */
#ifndef WR_CORE_BRUSH_BRUSH_H
#define WR_CORE_BRUSH_BRUSH_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/math.h"

/* A flat polygon whose corners turn left as seen from outside its solid. One that is not flat
 * is cut into a fan. */
typedef struct wr_brush_face {
    const uint32_t *corners; /* vertices of its solid */
    uint32_t corner_count;
    const char *texture; /* or NULL */
    uint32_t flags;      /* what rules may ask for; the caller's */
} wr_brush_face;

typedef struct wr_brush_solid {
    const char *name; /* for findings */
    wr_where where;
    const wr_dvec3 *vertices; /* in the level's unit */
    const wr_brush_face *faces;
    uint32_t vertex_count, face_count;
    uint32_t part;    /* of the level that floors on it are, where no zone says; 0: none */
    uint32_t made_of; /* a material and 1, of all faces; 0: the rules say it */
} wr_brush_solid;

/* A box, maybe turned, that cuts floors along its sides: what lies in it is a part of the
 * level, or is marked so that its border can be found. It is in nobody's way. */
typedef struct wr_brush_zone {
    wr_dvec3 corners[8]; /* in the level's unit; bit 0 of the number is x, 1 y, 2 z */
    uint32_t part, mark; /* 1 to WR_BRUSH_MOST_PARTS; 0: it says none. The first zone counts */
} wr_brush_zone;
enum { WR_BRUSH_MOST_PARTS = 4095 };

/* What a face is made of. The first rule that holds is taken: all of its flags are set, and the
 * texture's name, without what follows its last point, is like its pattern, in which * stands
 * for any characters and ? for one; letters are alike without case. */
typedef struct wr_brush_rule {
    const char *pattern; /* NULL: any texture */
    uint32_t flags;      /* 0: any */
    uint32_t material;   /* a row of surfacemat.2da, or WR_BRUSH_NOTHING */
} wr_brush_rule;

/* No floor: one falls through it, while it covers what lies beneath as ever. */
#define WR_BRUSH_NOTHING UINT32_MAX

struct wr_brush_level {
    const wr_brush_solid *solids;
    uint32_t solid_count;
    double metres;              /* how long the unit of vertices is */
    const wr_brush_rule *rules; /* asked before the built-in ones */
    uint32_t rule_count;
    const wr_brush_zone *zones;
    uint32_t zone_count;
    double climb; /* a step so high, metres, is climbed by a ramp before it; 0: none is */
    bool
        walls; /* makes faces nobody walks on of what is too steep, too, whole as it is drawn */
};

/* What became of a level. */
struct wr_brush_told {
    uint32_t skipped; /* solids, each of which was a finding */
    uint32_t sheets;
    const uint32_t *parts; /* of the level, one a face that came out; in the arena */
};

/* The material of a texture's name by `rules`, then by the built-in ones; stone where none
 * holds. */
uint32_t wr_brush_material(const wr_brush_rule *rules, uint32_t count, const char *texture,
                           uint32_t flags);

/* The floors of a level as triangles in `arena`, in metres, ready for wr_walkmesh_make; none
 * where nobody can stand. Solids that are broken are left out, with a warning each:
 * "solid-broken", "solid-flat", "solid-open", "solid-far"; of one that is inside out a note
 * "solid-inverted". `told` may be NULL. WR_INVALID "brush-unit" where `metres` is no length. */
enum wr_result wr_brush_floors(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_brush_level *level, wr_triangles *out,
                               struct wr_brush_told *told);

#endif
