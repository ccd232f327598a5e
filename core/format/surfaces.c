/* The built-in rows of surfacemat.2da. Source: formats/bwm, 3.4. */
#include "core/core.h"

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
