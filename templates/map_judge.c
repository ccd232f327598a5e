/* Where the faults of a map are, in either format. */
#include "templates/map_judge.h"

#include <math.h>

/* Placing a fault costs a search: those beyond what is ever shown are not placed. */
enum { MOST_FAULTS = 21 };

/* The words of the two formats for one thing. */
static const char *const synonyms[][4] = {
    {"room", "embedded", "component"},
    {"turn", "rotation"},
    {"id", "warp", "module_id", "moduleId"},
};

static wr_json *member_by_any_name(wr_json *object, const char *key)
{
    wr_json *found = member(object, key);
    for (size_t i = 0; !found && i < sizeof synonyms / sizeof *synonyms; i++)
        for (size_t k = 1; k < 4 && synonyms[i][k] && strcmp(synonyms[i][0], key) == 0; k++)
            found = found ? found : member(object, synonyms[i][k]);
    return found ? found : object;
}

wr_json *wr_map_place_of(struct spot spot)
{
    wr_json *place = spot.object;
    if (place && spot.key)
        place = member_by_any_name(place, spot.key);
    if (!place || spot.item == 0 || place->kind != WR_JSON_LIST)
        return place;
    wr_json *item = place->first;
    for (unsigned i = 1; item && i < spot.item; i++)
        item = item->next;
    return item ? item : place;
}

void wr_map_fault(struct judge *judge, struct spot spot, const char *slug, const char *hint,
                  const char *format, va_list arguments)
{
    char text[512];
    judge->ok = false;
    if (judge->faults++ >= MOST_FAULTS)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    wr_json *json = wr_map_place_of(spot);
    wr_fail(judge->context, WR_INVALID, json ? json->where : WR_NOWHERE, slug, hint, "%s",
            text);
}

void wr_map_judge_tag(struct judge *judge, struct spot spot, const char *tag)
{
    size_t size = tag ? strlen(tag) : 0, clean = 0;
    while (clean < size && tag[clean] >= ' ' && tag[clean] <= '~')
        clean++;
    if (clean < size || size > WR_MAP_LONGEST_TAG)
        fault(judge, spot, "map-tag", "a tag has at most 32 characters, of plain ASCII",
              "the game cannot hold the tag '%.64s'", tag);
}

void wr_map_judge_point(struct judge *judge, struct spot spot, wr_vec3 point, const char *whose)
{
    const float axes[3] = {point.x, point.y, point.z};
    for (unsigned i = 0; i < 3; i++) {
        char number[WR_NUMBER_SIZE];
        if (axes[i] >= -WR_MAP_FARTHEST && axes[i] <= WR_MAP_FARTHEST)
            continue;
        wr_print_f32(number, axes[i]);
        fault(judge, item_at(spot, i), "map-coordinate",
              "area coordinates lie between -100000 and 100000 m",
              "the %c of %s is %s m, farther than 100 km from the origin", "xyz"[i], whose,
              number);
    }
}

void wr_map_judge_angle(struct judge *judge, struct spot spot, float degrees, const char *whose)
{
    if (!isfinite(degrees))
        fault(judge, spot, "map-angle", NULL, "the angle of %s is no number of degrees", whose);
}
