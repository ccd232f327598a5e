/* Rays through the doorways of a built module: what can be seen, found by looking. Nothing here
 * knows how the builder answers that. */
#ifndef WR_TESTS_SUPPORT_RAYS_H
#define WR_TESTS_SUPPORT_RAYS_H

#include "builder/layout/layout.h"
#include "core/base/random.h"

/* An upright piece of a doorway, seen from the room it leads out of. */
struct rays_hole {
    double a[3], b[3]; /* the ends of its sill; its way out is on the right from a to b */
    double height;
    uint32_t from, to; /* rooms of the module */
};

struct rays_level {
    uint32_t room_count;
    struct rays_hole *holes; /* in the order of `from` */
    uint32_t *starts;        /* of each room's holes, and the end */
    uint32_t hole_count;
    double (*floors)[3][3]; /* walkable triangles, in the order of their rooms */
    uint32_t *first_floor;  /* of each room, and the end */
    unsigned char *listed;  /* a room's row says whom it sees by the VIS; itself as well */
    unsigned char *seen;    /* the same, found by rays */
    unsigned char *near;    /* the same, within three doorways */
    uint32_t *arrivals;     /* one a room: the ray it was last reached by */
    double *arrived;        /* and how far along */
    uint32_t ray;
};

/* Reads a module's files; doors are as high as `layout` (of the same map, linked) says. */
void rays_start(struct rays_level *level, const char *folder, const struct wr_layout *layout);
void rays_end(struct rays_level *level);
/* Looks around, and marks what is seen. */
void rays_shoot(struct rays_level *level, wr_random *random, uint32_t count);

struct rays_tally {
    uint64_t listed, seen, hidden; /* pairs of rooms; hidden: seen and not listed */
    uint64_t near, missed;         /* within three doorways; seen and not among them */
    uint64_t one_way;              /* listed in one direction only */
};
struct rays_tally rays_count(const struct rays_level *level);

#endif
