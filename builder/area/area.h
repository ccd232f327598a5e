/* Warren's public area: all that a build finds out about a map, as data.
 *
 * An area is made of a map and its kits, right or wrong, and nothing of it is written. Arrays
 * belong to the area, are read-only and live as long as it does; it points into the map and the
 * kits, which must outlive it. One thread uses an area at a time. Metres, degrees, Z up. */
#ifndef WR_BUILDER_AREA_AREA_H
#define WR_BUILDER_AREA_AREA_H

#include "builder/layout/building.h"
#include "builder/layout/placed.h"
#include "templates/maps.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A room of the map where it stands. */
typedef struct wr_built_room {
    const char *name;    /* as the map calls it */
    const wr_room *room; /* of the kit, or made longer: with `lengths` of its stretches */
    wr_placement placement;
    wr_box box;          /* of all its vertices, in the area */
    uint32_t first_hook; /* where its doorways begin in `hooks`; the kit room has their count */
    uint32_t area_room;  /* what it becomes: an index into `area_rooms` */
    uint32_t next;       /* the next room of its group, or WR_NONE */
    const uint32_t
        *islands; /* one an island of the kit room: which of the area's it is part of */
} wr_built_room;

/* Two doorways that are one. */
typedef struct wr_built_link {
    uint32_t hooks[2]; /* that of the earlier room first */
    double distance;   /* between them */
    bool stated;       /* by the map */
    bool inner;        /* inside one area room: plain floor */
    bool hidden;
    bool optional;       /* it is meant that the lock can be walked around */
    const char *lock;    /* the key that opens it, or NULL */
    const wr_door *door; /* the wider of the two types, of equally wide ones the first */
    wr_vec3 position;    /* the middle of the seam */
    float width;         /* of the seam; 0 where it is not made, as are the three below */
    float moved;         /* how far its farthest vertex moved onto the seam */
    const wr_vec3 *seam; /* points both rooms share, floor of the first room on the left */
    uint32_t seam_count;
} wr_built_link;

/* Walkable floor that hangs together, over all rooms. */
typedef struct wr_built_island {
    double floor;   /* square metres, seen from above */
    uint32_t rooms; /* how many of the map have a part of it */
    bool reached;   /* from where the player arrives */
} wr_built_island;

/* A walkmesh as a build writes it. */
typedef struct wr_built_mesh {
    const struct wr_walkmesh *mesh;
    const wr_face_origin *origins; /* one a face */
    const uint32_t *islands;       /* one a walkable face */
} wr_built_mesh;

struct wr_area {
    struct wr_arena *arena;
    const char *id;
    enum wr_game game;
    enum wr_result verdict; /* WR_OK, or what a build fails with; its findings were reported */
    double allowed_overlap; /* floors that lie deeper in each other than this are refused */

    const wr_built_room *rooms; /* in the order of the map */
    uint32_t room_count;
    const wr_placed_hook *hooks;
    uint32_t hook_count;
    const wr_built_link *links; /* in the order of their first hooks */
    uint32_t link_count;
    const wr_exit *exits; /* in the order of the map */
    uint32_t exit_count;
    const wr_near_miss *near_misses;
    uint32_t near_miss_count;
    const wr_overlap *overlaps; /* allowed ones too */
    uint32_t overlap_count;
    const wr_area_room *area_rooms; /* in the order of the LYT */
    const char *const *names;       /* one an area room: what the module calls it */
    uint32_t area_room_count;
    const wr_built_island *islands;
    uint32_t island_count;
    uint32_t unreachable; /* islands of rooms that bear a linked hook and are not reached */

    struct {
        uint32_t room, island; /* WR_NONE where nobody can arrive */
        wr_vec3 position;
        float facing;
        const char *marker; /* or NULL */
    } entry;

    const struct wr_seen *seen; /* one an area room: those drawn from it; NULL before
                                   wr_area_look, and where all are drawn (WR_VIS_ALL) */

    struct wr_layout *layout; /* the library's own, as is the next */
    struct wr_area_made *made;
};

/* Places the rooms of a map, links them and judges all of it, as wr_build with these options
 * would, and writes nothing. A map that breaks rules gives an area whose `verdict` says so;
 * only rooms or kits that cannot be had, or that lie too far out, fail. */
WR_API enum wr_result wr_area_make(struct wr_context *context, const struct wr_map *map,
                                   struct wr_kits *kits, const struct wr_build_options *options,
                                   struct wr_area **out);
WR_API void wr_area_free(struct wr_area *area);

/* The walkmesh of an area room, made when it is first asked for and then kept. Where links are
 * refused there is none: the verdict then, without a finding. */
WR_API enum wr_result wr_area_walkmesh(struct wr_context *context, struct wr_area *area,
                                       uint32_t area_room, const wr_built_mesh **out);
/* All rooms as one walkmesh, whatever their groups, made and kept alike. */
WR_API enum wr_result wr_area_merged(struct wr_context *context, struct wr_area *area,
                                     const wr_built_mesh **out);

/* Looks from every room through its doorways and fills `seen`: the VIS. */
WR_API enum wr_result wr_area_look(struct wr_context *context, struct wr_area *area);
/* Whether area room `b` is drawn from `a`, and so `a` from `b`; no room from itself. After
 * wr_area_look only. */
WR_API bool wr_area_sees(const struct wr_area *area, uint32_t a, uint32_t b);

#ifdef __cplusplus
}
#endif
#endif
