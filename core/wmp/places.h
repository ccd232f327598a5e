/* Where blocks and entities of a level are in the world. Source: formats/wmp, 4. */
#ifndef WR_CORE_WMP_PLACES_H
#define WR_CORE_WMP_PLACES_H

#include "core/wmp/wmp.h"

/* out = turn * in + move; `turn` holds scales, too. */
typedef struct wr_wmp_place {
    double turn[3][3]; /* rows */
    wr_dvec3 move;
} wr_wmp_place;

/* The least angle of each in [0, 360). */
typedef struct wr_wmp_angles {
    double pan, tilt, roll; /* degrees, as the engine counts: Rz(pan) Ry(-tilt) Rx(roll) */
} wr_wmp_angles;

struct wr_wmp_places {
    wr_wmp_place *blocks,
        *entities;        /* one each of the level's; of a model its own scale in it */
    wr_wmp_place *frames; /* one an entity: what its object stands in, for boxes of regions */
};

wr_dvec3 wr_wmp_place_point(const wr_wmp_place *place, wr_dvec3 point);
/* Whether it swaps left and right: loops of faces turn round once more. */
bool wr_wmp_place_mirrors(const wr_wmp_place *place);
/* Whether its axes are no longer at right angles, so that no angles and scales say it. */
bool wr_wmp_place_shears(const wr_wmp_place *place);
/* Takes a place apart into angles and scales; what shears keeps its first axis. */
wr_wmp_angles wr_wmp_place_angles(const wr_wmp_place *place, wr_dvec3 *scale);
/* Angles of the engine as those of WED: about Z, X and Y in radians. */
void wr_wmp_angles_of_editor(const wr_wmp_place *place, double angles[3]);

/* The place of everything in `level`, in `arena`; what no object holds stays where it is.
 * Objects may be nested as deep as one likes; what hangs on no root stays where it is, too. */
enum wr_result wr_wmp_resolve(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_wmp *level, struct wr_wmp_places *out);

#endif
