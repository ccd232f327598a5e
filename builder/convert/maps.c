/* Maps: Warren's become HolocronToolset's, which knows kits and rooms by the names they show
 * and joins doorways only where they touch; and its become Warren's. */
#include "builder/convert/conversion.h"
#include "builder/layout/layout.h"

#include "core/base/math.h"
#include "kits/kit.h"

#include <string.h>

/* How far apart doorways may be that HolocronToolset joins, in metres. Source:
 * formats/holocron-pykotor, section 2.1. */
static const double TOUCH = 0.001;

/* ---- Names --------------------------------------------------------------------------------
 */

struct naming {
    struct wr_conversion *conversion;
    struct wr_context *quiet;
    struct wr_kits *kits;
    const char *missing; /* the last kit that was not found */
};

/* Names that outlive the kits. */
static bool keep(const struct naming *naming, const char *text, const char **out)
{
    *out = wr_arena_text(naming->conversion->arena, text, strlen(text));
    return *out != NULL;
}

static void tell_missing(struct naming *naming, const char *kit)
{
    if (naming->missing && strcmp(naming->missing, kit) == 0)
        return;
    naming->missing = kit;
    wr_warn(naming->conversion->context, naming->conversion->where, "indoor-kit-missing",
            "--kit says where it lies",
            "kit '%s' is not found: it and its rooms are called as the map calls them, and "
            "HolocronToolset goes by the names they show",
            kit);
}

static enum wr_result name_room(struct naming *naming, wr_map_room *room)
{
    const struct wr_kit *kit;
    if (!room->kit)
        return WR_OK;
    enum wr_result result =
        wr_kits_find_at(naming->quiet, naming->kits, room->kit, WR_NOWHERE, &kit);
    if (result == WR_NO_MEMORY || result == WR_STOPPED)
        return result;
    if (result != WR_OK) {
        tell_missing(naming, room->kit);
        return WR_OK;
    }
    const wr_room *found = wr_kit_room(kit, room->room, NULL);
    bool kept = keep(naming, kit->name, &room->kit) &&
                (!found || keep(naming, found->name, &room->room));
    return kept ? WR_OK : WR_NO_MEMORY;
}

/* ---- Gaps ---------------------------------------------------------------------------------
 */

static void tell_gaps(struct wr_context *context, const struct wr_layout *layout)
{
    double worst = 0;
    uint32_t apart = 0;
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const uint32_t *hooks = layout->links[i].hooks;
        double gap =
            wr_distance(layout->hooks[hooks[0]].position, layout->hooks[hooks[1]].position);
        apart += gap >= TOUCH;
        worst = gap > worst ? gap : worst;
    }
    if (apart)
        wr_warn(context, WR_NOWHERE, "indoor-cannot-hold", "keep the map in Warren's JSON too",
                "an .indoor file cannot hold links of doorways that are apart, %u of them, up "
                "to %s m: HolocronToolset joins what is within 0.001 m",
                (unsigned)apart, wr_fixed(worst, 4).text);
}

/* What a map's rooms do when they are placed is for a build to say, and for a check. */
static enum wr_result measure_gaps(struct naming *naming, const struct wr_map *map)
{
    struct wr_build_options options = {0};
    struct wr_layout *layout;
    enum wr_result result =
        wr_layout_place(naming->quiet, map, naming->kits, &options, &layout);
    if (result != WR_OK)
        return result;
    result = wr_layout_link(naming->quiet, layout);
    if (result == WR_OK)
        tell_gaps(naming->conversion->context, layout);
    wr_layout_free(layout);
    return result;
}

static enum wr_result look_at_kits(struct naming *naming, struct wr_map *map)
{
    enum wr_result result = wr_layout_look(naming->quiet, map, naming->kits);
    if (result == WR_OK)
        result = measure_gaps(naming, map);
    if (result == WR_NO_MEMORY || result == WR_STOPPED)
        return result;
    result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < map->room_count; i++)
        result = name_room(naming, &map->rooms[i]);
    return result;
}

static enum wr_result fit_to_toolset(struct wr_conversion *conversion, struct wr_map *map)
{
    struct wr_kits *given = conversion->options->kits;
    struct naming naming = {.conversion = conversion,
                            .quiet = wr_context_within(conversion->context, NULL, NULL),
                            .kits = given ? given : wr_kits_create(&conversion->surfaces)};
    enum wr_result result =
        naming.quiet && naming.kits ? look_at_kits(&naming, map) : WR_NO_MEMORY;
    if (!given)
        wr_kits_free(naming.kits);
    wr_context_destroy(naming.quiet);
    return result == WR_NO_MEMORY ? wr_no_memory(conversion->context) : result;
}

/* ---- Either way ---------------------------------------------------------------------------
 */

enum wr_result wr_convert_map(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_map *map;
    bool indoor = conversion->form == WR_FORM_INDOOR;
    enum wr_result result =
        wr_map_load(conversion->context, conversion->from, &conversion->surfaces, &map);
    if (result != WR_OK)
        return result;
    if (indoor)
        result = fit_to_toolset(conversion, map);
    if (result == WR_OK)
        result = (indoor ? wr_map_write_indoor : wr_map_write)(conversion->context, map, out);
    wr_map_free(map);
    return result;
}
