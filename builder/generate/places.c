/* From ranges of doors along walls to places, each door in a part of its wall of its own. */
#include "builder/generate/places.h"

#include "builder/solver/pieces.h"
#include "kits/outline.h"

static const wr_places STAYS = {.stretch = WR_NONE};

/* Along a wall: where a door stands as it is drawn, how far it slides, and half its width. */
struct span {
    double at, from, to, half;
};

static uint32_t stretch_of(const wr_room *room, uint32_t hook)
{
    for (uint32_t i = 0; i < room->stretch_count; i++)
        if (room->stretches[i].slides && room->stretches[i].hook == hook)
            return i;
    return WR_NONE;
}

static struct span span_of(const wr_room *room, uint32_t hook, double *wall)
{
    const wr_room_outline *outline = room->outline;
    uint32_t stretch = stretch_of(room, hook);
    wr_dvec3 way;
    wr_dvec3 from =
        wr_outline_wall(outline, outline->corners, outline->walls[hook], &way, wall);
    double at = wr_dot(wr_sub(wr_widen(room->hooks[hook].position), from), way);
    struct span span = {at, at, at,
                        0.5 * (double)room->kit->doors[room->hooks[hook].door].width};
    if (stretch != WR_NONE) {
        span.from += (double)room->stretches[stretch].from;
        span.to += (double)room->stretches[stretch].to;
    }
    return span;
}

/* Where the part of the wall of one door ends and that of the next begins: behind all places of
 * both where that can be, else halfway, but never within one as it is drawn. */
static double border(struct span low, struct span high)
{
    double end = low.to + low.half, begin = high.from - high.half;
    double least = low.at + low.half, most = high.at - high.half;
    double at = end <= begin ? end : 0.5 * (end + begin);
    return at < least ? least : at > most ? most : at;
}

static int32_t steps_to(double way, double step)
{
    double steps = way / step;
    return (int32_t)(steps < 0 ? steps - 1e-6 : steps + 1e-6);
}

static wr_places places_in(wr_places places, double from, double to, uint32_t most)
{
    int64_t times = 1;
    places.first = from < 0 ? steps_to(from, places.step) : 0;
    places.last = to > 0 ? steps_to(to, places.step) : 0;
    while ((places.last - places.first) / times >= most)
        times++;
    places.step *= (double)times;
    places.first /= (int32_t)times;
    places.last /= (int32_t)times;
    return places.first == places.last ? STAYS : places;
}

wr_places wr_places_of(const wr_room *room, uint32_t hook, uint32_t most)
{
    uint32_t stretch = room->outline ? stretch_of(room, hook) : WR_NONE;
    double wall, other_wall;
    if (stretch == WR_NONE)
        return STAYS;
    struct span own = span_of(room, hook, &wall);
    double low = 0, high = wall;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        if (h == hook || room->outline->walls[h] != room->outline->walls[hook])
            continue;
        struct span other = span_of(room, h, &other_wall);
        double at = other.at < own.at ? border(other, own) : border(own, other);
        low = other.at < own.at && at > low ? at : low;
        high = other.at > own.at && at < high ? at : high;
    }
    low = low + own.half > own.from ? low + own.half : own.from;
    high = high - own.half < own.to ? high - own.half : own.to;
    const wr_stretch *of = &room->stretches[stretch];
    wr_places places = {.stretch = stretch,
                        .axis = of->axis,
                        .step = of->step > 0 ? (double)of->step : WR_PLACES_STEP};
    return places_in(places, low - own.at, high - own.at, most);
}

static bool is_whole(double metres)
{
    return (double)wr_units_of(metres) == metres * WR_UNITS_PER_METRE;
}

static bool is_whole_spot(wr_vec3 at)
{
    return is_whole((double)at.x) && is_whole((double)at.y);
}

bool wr_places_are_whole(const wr_room *room)
{
    bool whole = room->outline != NULL;
    for (uint32_t i = 0; whole && i < room->outline->corner_count; i++)
        whole = is_whole_spot(room->outline->corners[i]);
    for (uint32_t h = 0; whole && h < room->hook_count; h++)
        whole = is_whole_spot(room->hooks[h].position) &&
                is_whole(wr_places_of(room, h, WR_PLACES_MOST).step);
    return whole;
}
