/* What is found out about rooms that are placed: doorways, near misses, overlaps. */
#ifndef WR_BUILDER_LAYOUT_PLACED_H
#define WR_BUILDER_LAYOUT_PLACED_H

#include "templates/maps.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A doorway where it stands. Doorways of a room follow each other in the kit's order, those of
 * the next room behind them: "a hook" below is an index into this list. */
typedef struct wr_placed_hook {
    uint32_t room; /* of the map */
    uint32_t hook; /* of the kit room */
    wr_vec3 position;
    double out_x, out_y; /* unit, out of the room */
    uint32_t link;       /* or WR_NONE */
    uint32_t exit;       /* or WR_NONE */
} wr_placed_hook;

/* Two doorways that are one. */
typedef struct wr_link {
    uint32_t hooks[2]; /* that of the earlier room first */
    double distance;   /* between them, metres */
    bool stated;       /* by the map, which alone says what follows */
    bool hidden;
    const char *lock; /* the key that opens it, or NULL */
    bool optional;    /* it is meant that the lock can be walked around */
    wr_place place;   /* in the map's text */
} wr_link;

/* A doorway that leads into another module. */
typedef struct wr_exit {
    uint32_t hook;
    const wr_map_exit *said; /* the map's */
} wr_exit;

/* What a build writes as one room, and the LYT lists: a room of the map, or a group that
 * becomes one. Its index is what transitions say. */
typedef struct wr_area_room {
    uint32_t first; /* its first room of the map; the others follow by their `next` */
    uint32_t count;
} wr_area_room;

/* What a face of an area room's walkmesh is a piece of. */
typedef struct wr_face_origin {
    uint32_t room; /* of the map */
    uint32_t face; /* of the kit room's walkmesh */
} wr_face_origin;

/* Two doorways that look as if they were meant to be one, and are not. */
typedef struct wr_near_miss {
    uint32_t hooks[2];      /* that of the earlier room first */
    double distance, angle; /* metres; degrees away from facing each other */
    const char *slug;   /* of the rule that forbids the link, or NULL: only the distance does */
    const char *reason; /* the same in words, or NULL */
    int moved;          /* which of the two rooms `mend` is for */
    bool mendable;      /* standing there, it would be linked */
    wr_placement mend;
} wr_near_miss;

/* Two rooms whose floors lie in each other. */
typedef struct wr_overlap {
    uint32_t rooms[2]; /* the earlier first */
    double depth;      /* of walkable faces, metres; 0 where only other faces meet */
    wr_vec3 point;     /* where it is deepest */
} wr_overlap;

/* The area rooms seen from one, in order and without it. */
struct wr_seen {
    uint32_t *items;
    uint32_t count;
};

#ifdef __cplusplus
}
#endif
#endif
