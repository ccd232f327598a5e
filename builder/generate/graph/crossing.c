/* Whether links cross however the rooms lie, where all of them stand on one storey. */
#include "builder/generate/graph/blueprint.h"
#include "builder/solver/flat/plane.h"

/* Whether no room can stand over or under any other. */
static bool are_level(const struct wr_blueprint *b)
{
    int64_t low = INT64_MIN, high = INT64_MAX;
    for (uint32_t i = 0; i < b->node_count; i++) {
        if (b->nodes[i].fixed || b->placements[i])
            return false;
        for (uint32_t p = 0; p < b->nodes[i].piece_count; p++)
            if (!wr_piece_is_level(&b->kit->pieces.pieces[b->nodes[i].pieces[p]], &low, &high))
                return false;
    }
    return low < high;
}

static wr_place place_of(const struct wr_blueprint *b, const uint32_t ends[2])
{
    for (uint32_t i = 0; i < b->link_count; i++) {
        const uint32_t *of = b->links[i].nodes;
        if ((of[0] == ends[0] && of[1] == ends[1]) || (of[0] == ends[1] && of[1] == ends[0]))
            return b->passages[i].place;
    }
    return b->places[ends[0]];
}

enum wr_result wr_blueprint_cross(struct wr_context *context, const struct wr_blueprint *b)
{
    struct wr_neighbours graph;
    uint32_t ends[2];
    if (b->template->way != WR_WAY_GRAPH || b->link_count < b->node_count || !are_level(b))
        return WR_OK;
    if (!wr_neighbours_of(b->arena, b->node_count, b->links, b->link_count, &graph) ||
        !wr_plane_lay(&graph, b->node_count, b->arena, ends))
        return wr_no_memory(context);
    if (ends[0] == WR_NOT_CROSSED)
        return WR_OK;
    return wr_fail(
        context, WR_NO_FIT, wr_blueprint_at(b, place_of(b, ends)), "links-cross",
        "take this link or another of its rounds away, or add kit rooms that lead to "
        "another storey",
        "on one storey links cross however the rooms lie: beside other rounds there "
        "is no way left from %s to %s",
        wr_blueprint_called(b, ends[0]).text, wr_blueprint_called(b, ends[1]).text);
}
