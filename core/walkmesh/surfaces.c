/* The built-in rows of surfacemat.2da. Source: formats/bwm, 3.4. */
#include "core/walkmesh/surfaces.h"

#include <string.h>

#define BIT(material) (UINT64_C(1) << (material))

enum { ROWS = 31 };

/* Rows 20 to 29 are placeholders without a label of their own. */
static const char *const names[ROWS] = {
    "NotDefined", "Dirt",         "Obscuring",      "Grass",  "Stone",         "Wood",
    "Water",      "Nonwalk",      "Transparent",    "Carpet", "Metal",         "Puddles",
    "Swamp",      "Mud",          "Leaves",         "Lava",   "BottomlessPit", "DeepWater",
    "Door",       "NonWalkGrass", [30] = "Trigger",
};

static const uint64_t placeholders = BIT(30) - BIT(20);

wr_surfaces wr_surfaces_default(enum wr_game game)
{
    wr_surfaces surfaces = {
        .known = BIT(ROWS) - 1,
        .walkable = BIT(1) | BIT(3) | BIT(4) | BIT(5) | BIT(6) | BIT(9) | BIT(10) | BIT(11) |
                    BIT(12) | BIT(13) | BIT(14) | BIT(18) | BIT(30),
    };
    surfaces.opaque = surfaces.known & ~(BIT(0) | BIT(8) | BIT(18) | BIT(30) | placeholders);
    if (game == WR_K2)
        surfaces.walkable |= BIT(16);
    return surfaces;
}

const char *wr_surface_name(uint32_t material)
{
    return material < ROWS ? names[material] : NULL;
}

/* ---- As others call them ----------------------------------------------------------------- */

/* Names of rows that have none here, and other words for those that have. */
static const struct {
    const char *name;
    uint32_t material;
} WORDS[] = {
    {"undefined", 0}, {"unwalkable", 7}, {"bottomless", 16},  {"snow", 19},
    {"sand", 20},     {"barebones", 21}, {"stonebridge", 22},
};

wr_view wr_name_stem(wr_view name)
{
    size_t digits = 0;
    while (digits < name.size && name.data[name.size - 1 - digits] >= '0' &&
           name.data[name.size - 1 - digits] <= '9')
        digits++;
    if (digits >= 3 && digits < name.size && name.data[name.size - 1 - digits] == '.')
        name.size -= digits + 1;
    return name;
}

static bool is_gap(char c)
{
    return c == '_' || c == '-' || c == ' ';
}

/* Whether two names have the same letters, whatever their case, without what is between. */
static bool same_letters(wr_view a, const char *b)
{
    for (size_t i = 0; i < a.size; i++) {
        char c = a.data[i];
        if (is_gap(c))
            continue;
        c = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        if (*b == '\0' || c != (*b >= 'A' && *b <= 'Z' ? *b + 32 : *b))
            return false;
        b++;
    }
    return *b == '\0';
}

bool wr_surface_named(wr_view name, uint32_t *out)
{
    static const char prefix[] = "wok_";
    enum { PREFIX = sizeof prefix - 1 };
    name = wr_name_stem(name);
    if (name.size > PREFIX && wr_view_same((wr_view){name.data, PREFIX}, wr_view_of(prefix)))
        name = (wr_view){name.data + PREFIX, name.size - PREFIX};
    if (wr_parse_u32(name, out))
        return *out < WR_SURFACE_COUNT;
    for (uint32_t i = 0; i < ROWS; i++)
        if (names[i] && name.size > 0 && same_letters(name, names[i])) {
            *out = i;
            return true;
        }
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (name.size > 0 && same_letters(name, WORDS[i].name)) {
            *out = WORDS[i].material;
            return true;
        }
    return false;
}
