/* What is true of every level that grew, by code that shares nothing with the growing. */
#ifndef WR_TESTS_SUPPORT_GROWN_JUDGE_H
#define WR_TESTS_SUPPORT_GROWN_JUDGE_H

#include "builder/builder.h"
#include "tests/support/grown.h"

static inline const wr_room *room_of(const struct grown *grown, uint32_t room)
{
    const struct wr_kit_pieces *kit = &grown->levels.pieces;
    return kit->rooms[kit->pieces.stances[grown->draft.rooms[room].standing.stance].piece].room;
}

static inline bool is_linked(const struct grown *grown, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < grown->draft.link_count; i++) {
        const uint32_t *rooms = grown->draft.links[i].rooms;
        if ((rooms[0] == a && rooms[1] == b) || (rooms[0] == b && rooms[1] == a))
            return true;
    }
    return false;
}

/* Links from a room to all others, and the links of the way there as bits. */
static inline void ways_from(const struct grown *grown, uint32_t room, uint32_t *distance,
                             uint64_t *way)
{
    for (uint32_t i = 0; i < grown->draft.room_count; i++)
        distance[i] = UINT32_MAX;
    distance[room] = 0;
    way[room] = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < grown->draft.link_count; i++)
            for (int side = 0; side < 2; side++) {
                uint32_t from = grown->draft.links[i].rooms[side];
                uint32_t to = grown->draft.links[i].rooms[1 - side];
                if (distance[from] == UINT32_MAX || distance[to] <= distance[from] + 1)
                    continue;
                distance[to] = distance[from] + 1;
                way[to] = way[from] ^ (i < 64 ? (uint64_t)1 << i : 0);
                more = true;
            }
    }
}

static inline void assert_whole(const struct grown *grown)
{
    uint32_t distance[MOST_LINKS + 2];
    uint64_t way[MOST_LINKS + 2];
    ways_from(grown, grown->draft.entry, distance, way);
    for (uint32_t i = 0; i < grown->draft.room_count; i++)
        assert_true(distance[i] != UINT32_MAX);
}

/* The builder takes the map: links are right and floors do not overlap. `look` (NULL: nobody)
 * is shown the layout. */
static inline void assert_builds(struct grown *grown,
                                 void look(const struct grown *, const struct wr_layout *))
{
    struct wr_making making = making_of(grown, 0);
    struct wr_context *context = grown->levels.findings.context;
    struct wr_build_options options = {.dry_run = true};
    struct wr_map *map;
    struct wr_layout *layout;
    struct wr_generated generated = {0};
    assert_int_equal(wr_draft_map(&making, &grown->draft, &map, &generated), WR_OK);
    assert_int_equal(wr_layout_place(context, map, grown->levels.kits, &options, &layout),
                     WR_OK);
    assert_int_equal(wr_layout_link(context, layout), WR_OK);
    assert_int_equal(layout->link_count, grown->draft.link_count);
    assert_int_equal(wr_layout_overlap(context, layout), WR_OK);
    if (look)
        look(grown, layout);
    wr_layout_free(layout);
    wr_map_free(map);
}

#endif
