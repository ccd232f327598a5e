/* What textures are made of, by their names: words that levels use, in the order they are asked
 * for, so that "woodgrate" is metal and "stonegrass" grass. */
#include "core/brush/brush.h"

#include "core/base/text.h"

#include <string.h>

enum material {
    DIRT = 1,
    GRASS = 3,
    STONE = 4,
    WOOD = 5,
    WATER = 6,
    CARPET = 9,
    METAL = 10,
    SWAMP = 12,
    MUD = 13,
    LEAVES = 14,
    LAVA = 15,
};

static const wr_brush_rule built_in[] = {
    {"*lava*", 0, LAVA},     {"*magma*", 0, LAVA},    {"*water*", 0, WATER},
    {"*swamp*", 0, SWAMP},   {"*mud*", 0, MUD},       {"*grate*", 0, METAL},
    {"*metal*", 0, METAL},   {"*steel*", 0, METAL},   {"*iron*", 0, METAL},
    {"*rust*", 0, METAL},    {"*carpet*", 0, CARPET}, {"*rug*", 0, CARPET},
    {"*leaves*", 0, LEAVES}, {"*leaf*", 0, LEAVES},   {"*gras*", 0, GRASS},
    {"*meadow*", 0, GRASS},  {"*wood*", 0, WOOD},     {"*plank*", 0, WOOD},
    {"*parquet*", 0, WOOD},  {"*crate*", 0, WOOD},    {"*dirt*", 0, DIRT},
    {"*earth*", 0, DIRT},    {"*soil*", 0, DIRT},     {"*sand*", 0, DIRT},
    {"*ground*", 0, DIRT},   {"*stone*", 0, STONE},   {"*rock*", 0, STONE},
    {"*brick*", 0, STONE},   {"*concrete*", 0, STONE}};

static const wr_brush_rule *find_rule(const wr_brush_rule *rules, size_t count,
                                      const char *texture, uint32_t flags)
{
    const char *point = strrchr(texture, '.');
    size_t size = point && point > texture ? (size_t)(point - texture) : strlen(texture);
    for (size_t i = 0; i < count; i++)
        if ((rules[i].flags & ~flags) == 0 &&
            (!rules[i].pattern ||
             wr_view_fits(wr_view_of(rules[i].pattern), (wr_view){texture, size})))
            return &rules[i];
    return NULL;
}

uint32_t wr_brush_material(const wr_brush_rule *rules, uint32_t count, const char *texture,
                           uint32_t flags)
{
    const char *name = texture ? texture : "";
    const wr_brush_rule *rule = find_rule(rules, count, name, flags);
    if (!rule)
        rule = find_rule(built_in, sizeof built_in / sizeof *built_in, name, 0);
    return rule ? rule->material : STONE;
}
