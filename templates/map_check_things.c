/* The rules of what a map puts into its rooms. */
#include "templates/map_judge.h"

#include "core/base/math.h"
#include "kits/kit.h"

/* A name of a resource, as files have it. */
static void judge_blueprint(struct judge *judge, struct spot spot, const wr_marker *marker)
{
    const char *text = wr_marker_value(marker, "blueprint");
    if (text && !wr_kit_blueprint_valid(text))
        fault(judge, spot, "marker-blueprint", "1 to 16 of the characters A-Z a-z 0-9 _",
              "thing '%.64s' has the blueprint '%.64s', which nothing can be called",
              marker->name ? marker->name : "", text);
}

static void judge_arrivals(struct judge *judge, wr_json *json, const wr_marker *marker)
{
    wr_json *list = json ? member(json, "arrivals") : NULL, *item = list ? list->first : NULL;
    for (uint32_t i = 0; i < marker->arrival_count; i++, item = item ? item->next : NULL) {
        wr_map_judge_point(judge, at(item, "position"), marker->arrivals[i].position,
                           "an arrival");
        wr_map_judge_angle(judge, at(item, "facing"), marker->arrivals[i].facing, "an arrival");
    }
}

static void tell_corners(struct judge *judge, wr_json *json, const wr_marker *marker)
{
    if (wr_marker_has_corners(marker->kind) && marker->corner_count < 3)
        wr_warn(judge->context, json ? json->where : WR_NOWHERE, "marker-corners",
                "give it three or more, counted from its position",
                "thing '%.64s' (%s) has %lu corners: nobody can walk into it",
                marker->name ? marker->name : "", wr_marker_kind_name(marker->kind),
                (unsigned long)marker->corner_count);
}

static void judge_thing(struct judge *judge, uint32_t index)
{
    const wr_map_thing *thing = &judge->map->things[index];
    const wr_marker *marker = &thing->marker;
    wr_json *json = judge->reading ? judge->reading->things[index] : NULL;
    struct spot corners = at(json, "corners");
    if (thing->room != WR_NONE && thing->room >= judge->map->room_count)
        fault(judge, at(json, NULL), "thing-room", NULL,
              "thing %lu stands in a room the map does not have", (unsigned long)index);
    judge_text(judge, at(json, "name"), marker->name, "name of a thing");
    wr_map_judge_point(judge, at(json, "position"), marker->position, "a thing");
    wr_map_judge_angle(judge, at(json, "facing"), marker->facing, "a thing");
    judge_blueprint(judge, at(json, "blueprint"), marker);
    for (uint32_t i = 0; i < marker->corner_count; i++)
        wr_map_judge_point(judge, item_at(corners, i), marker->corners[i], "a corner");
    tell_corners(judge, json, marker);
    judge_arrivals(judge, json, marker);
}

void wr_map_judge_things(struct judge *judge)
{
    for (uint32_t i = 0; i < judge->map->thing_count; i++)
        if (judge->map->things[i].marker.kind < WR_MARKER_KINDS)
            judge_thing(judge, i);
}
