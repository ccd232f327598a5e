/* Warren's public sketch: rooms while somebody edits them. It keeps what was found out, so that
 * each move of a mouse can be answered: what links, what nearly does, what lies in each other,
 * and which rooms could stand at an open doorway.
 *
 * Rooms are numbered as in the map the sketch began with, and stay so: a room that is put in or
 * taken out renumbers those behind it. Metres, degrees, Z up. One thread uses a sketch at a
 * time. */
#ifndef WR_BUILDER_SKETCH_SKETCH_H
#define WR_BUILDER_SKETCH_SKETCH_H

#include "builder/layout/building.h"
#include "builder/layout/placed.h"
#include "templates/maps.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wr_sketch;

/* How rooms stand to each other: what a build of them would find. */
typedef struct wr_sketched {
    enum wr_result
        verdict; /* WR_OK, or what a build refuses: stated links, floors that overlap */
    uint32_t room_count;
    const wr_placed_hook *hooks;
    uint32_t hook_count;
    const wr_link *links; /* in the order of their first hooks */
    uint32_t link_count;
    const wr_near_miss *near_misses;
    uint32_t near_miss_count;
    const wr_overlap *overlaps; /* allowed ones too */
    uint32_t overlap_count;
} wr_sketched;

/* Begins with the rooms of a map, which may be none. Map and kits must outlive the sketch, and
 * so must each room it is given, unchanged: what was found out about its walkmesh is kept.
 * Fails where wr_area_make does. */
WR_API enum wr_result wr_sketch_create(struct wr_context *context, const struct wr_map *map,
                                       struct wr_kits *kits,
                                       const struct wr_build_options *options,
                                       struct wr_sketch **out);
WR_API void wr_sketch_free(struct wr_sketch *sketch);

/* The rooms as they stand; valid until the sketch is changed. */
WR_API const wr_sketched *wr_sketch_now(const struct wr_sketch *sketch);

/* A room of a kit with lengths, one a stretch, those left out 0, to be added or tried; made
 * when it is first asked for, and kept as long as the sketch. "stretch-count",
 * "stretch-length". */
WR_API enum wr_result wr_sketch_room(struct wr_context *context, struct wr_sketch *sketch,
                                     const wr_room *room, const float *lengths, uint32_t count,
                                     const wr_room **out);
/* Puts a room in before room number `before`, or behind all others (WR_NONE). The links a map
 * states go with their rooms. WR_LIMIT "room-too-far"; nothing has changed then. */
WR_API enum wr_result wr_sketch_add(struct wr_context *context, struct wr_sketch *sketch,
                                    uint32_t before, const wr_room *room,
                                    wr_placement placement);
WR_API enum wr_result wr_sketch_move(struct wr_context *context, struct wr_sketch *sketch,
                                     uint32_t room, wr_placement placement);
WR_API enum wr_result wr_sketch_remove(struct wr_context *context, struct wr_sketch *sketch,
                                       uint32_t room);

/* How all would stand with one more room, behind all others, or with room number `instead`
 * there (`room` NULL: of its own kit room). The sketch stays as it is; the answer is valid
 * until it is asked or changed again. */
WR_API enum wr_result wr_sketch_try(struct wr_context *context, struct wr_sketch *sketch,
                                    uint32_t instead, const wr_room *room,
                                    wr_placement placement, const wr_sketched **out);

/* A way a kit room could stand at a doorway. */
typedef struct wr_offered {
    const wr_room *room;
    uint32_t hook; /* of it, that meets the doorway */
    wr_placement placement;
    const char *slug;     /* of the first rule that forbids it; NULL: it fits */
    const char *reason;   /* the same in words */
    uint32_t blocker;     /* a room whose floor it would lie in too deep, or WR_NONE */
    double depth;         /* how deep at least, metres */
    uint32_t links;       /* doorways it would link, where it fits: this one and others */
    uint32_t near_misses; /* doorways of it that would nearly meet another and be open */
} wr_offered;

struct wr_offer_options {
    const struct wr_kit *kit; /* whose rooms are tried */
    bool unmirrored;          /* only as they are */
    bool fitting;             /* only those that fit */
    bool each_room;           /* only the first of each kit room */
};

/* All ways in which rooms of a kit could stand with one of their hooks at a doorway, `hook` of
 * room number `room`. First those that fit: those that link more doorways before those that
 * link fewer, then those with fewer near misses; then those that do not; each in the kit's
 * order of rooms and hooks, unmirrored before mirrored. The list is valid until the sketch is
 * asked or changed again. */
WR_API enum wr_result wr_sketch_offers(struct wr_context *context, struct wr_sketch *sketch,
                                       uint32_t room, uint32_t hook,
                                       const struct wr_offer_options *options,
                                       const wr_offered **out, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
