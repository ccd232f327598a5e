/* The minimap of a level, how the game finds places on it, and a load screen made of it. */
#ifndef WR_BUILDER_MODULE_MINIMAP_H
#define WR_BUILDER_MODULE_MINIMAP_H

#include "builder/layout/layout.h"
#include "core/base/bytes.h"
#include "core/format/gff.h"

struct wr_floorplan; /* builder/floorplan/floorplan.h */

enum { WR_MINIMAP_WIDTH = 512, WR_MINIMAP_HEIGHT = 256, WR_LOAD_SCREEN_SIZE = 512 };

/* What an ARE says in its Map struct: two points of the area, and where they are on the
 * picture, as parts of the width the game looks at (440 pixels in K1, 512 in K2) from the left
 * and of its height from the top. North is up. Source: formats/module, 5. */
typedef struct wr_minimap_mapping {
    float world1_x, world1_y, world2_x, world2_y; /* WorldPt1X, WorldPt1Y, … */
    float map1_x, map1_y, map2_x, map2_y;         /* MapPt1X, MapPt1Y, … */
    int32_t north_axis, zoom, resolution;         /* NorthAxis, MapZoom, MapResX */
} wr_minimap_mapping;

/* Draws the minimap of a level as a TGA of 512 x 256 pixels, appended to `tga`. The mapping's
 * points differ in both axes, whatever the level is. */
enum wr_result wr_minimap_make(struct wr_context *context, const struct wr_floorplan *floorplan,
                               enum wr_game game, struct wr_minimap_mapping *mapping,
                               struct wr_bytes *tga);

/* The same of the rooms of a module, by their walkmeshes, derived; NULL: a room without one. */
enum wr_result wr_minimap_of_meshes(struct wr_context *context,
                                    const struct wr_walkmesh *const *meshes, uint32_t count,
                                    enum wr_game game, struct wr_minimap_mapping *mapping,
                                    struct wr_bytes *tga);

/* Sets an ARE's Map to a mapping; what else it says stays. */
void wr_minimap_set(struct wr_gff *are, const struct wr_minimap_mapping *mapping);

/* Appends a load screen, a TGA of 512 x 512 pixels: the level's plan under its title. */
enum wr_result wr_load_screen_make(struct wr_context *context,
                                   const struct wr_floorplan *floorplan, struct wr_bytes *tga);

#endif
