/* Kit rooms in their poses, for brute force: floors and doorways as whole numbers. Lengths are
 * 64ths of a metre, which hold the small kits' numbers exactly; a pose is mirrored (x negated)
 * first, then turned by quarters. */
#ifndef WR_TESTS_SUPPORT_POSES_H
#define WR_TESTS_SUPPORT_POSES_H

#include "kits/kits.h"

#include <stdbool.h>
#include <stdint.h>

enum { POSES = 8 };

struct spot {
    int x, y, z;
};

struct doorway {
    struct spot at;
    int x, y; /* outwards */
    uint32_t door;
};

/* A kit room in one of its poses. */
struct shape {
    const wr_room *room;
    struct spot (*floors)[3]; /* walkable triangles */
    uint32_t floor_count;
    struct spot low, high;
    struct doorway *doorways; /* in the kit's order */
};

struct stood {
    uint32_t shape; /* room * POSES + mirrored * 4 + turn */
    struct spot at;
};

/* All rooms of a kit in all poses. */
struct shape *poses_make(const struct wr_kit *kit);
void poses_free(struct shape *shapes, const struct wr_kit *kit);

struct spot spot_of(wr_vec3 point);
/* A point turned, and mirrored before that where `pose` says so. */
struct spot pose_spot(struct spot point, uint32_t pose);
struct spot spot_add(struct spot a, struct spot b);
struct spot spot_sub(struct spot a, struct spot b);

/* Whether the floors of two rooms overlap, or one is too low over the other. */
bool poses_overlap(const struct shape *shapes, struct stood a, struct stood b);
bool doorways_meet(const struct shape *shapes, struct stood a, uint32_t i, struct stood b,
                   uint32_t k);
/* Whether rooms meet; `hooks` says by which doorways, where it names any. */
bool rooms_meet(const struct shape *shapes, struct stood a, struct stood b,
                const char *const hooks[2]);

#endif
