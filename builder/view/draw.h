/* Pictures of maps, modules, kits and walkmeshes. */
#ifndef WR_BUILDER_VIEW_DRAW_H
#define WR_BUILDER_VIEW_DRAW_H

#include "templates/maps.h"

#ifdef __cplusplus
extern "C" {
#endif

enum wr_picture_format { WR_SVG, WR_PNG };

/* A way over an area of NWN2 that is drawn upon it: x and y, metres. */
struct wr_draw_way {
    bool wanted;
    double from[2], to[2];
};

/* How a picture is drawn; zero means the default everywhere. */
struct wr_draw_options {
    enum wr_picture_format format;
    unsigned width;              /* pixels, 400 to 16384; 0: what the plan needs */
    enum wr_game game;           /* 0: the map's, else K1 */
    const wr_surfaces *surfaces; /* NULL: the game's built-in table */
    struct wr_draw_way way;
};

/* Appends a picture of what a path means: the plan of a map, of a module (its folder or LYT),
 * of a walkmesh or of an NWN2 area; the rooms of a kit, a contact sheet. `kits` are for maps;
 * NULL: those that are found. A map that can be placed is drawn whatever else is wrong with it;
 * that is reported, and the result says so. */
WR_API enum wr_result wr_draw(struct wr_context *context, const char *path,
                              struct wr_kits *kits, const struct wr_draw_options *options,
                              struct wr_bytes *out);
/* Appends one picture with a thumbnail of each map or module, all to one scale, named by its
 * path's end. */
WR_API enum wr_result wr_draw_sheet(struct wr_context *context, const char *const *paths,
                                    size_t count, struct wr_kits *kits,
                                    const struct wr_draw_options *options,
                                    struct wr_bytes *out);
/* The same of maps that are loaded or were made in memory; `names` NULL: their titles. */
WR_API enum wr_result wr_draw_maps(struct wr_context *context, const struct wr_map *const *maps,
                                   const char *const *names, size_t count, struct wr_kits *kits,
                                   const struct wr_draw_options *options, struct wr_bytes *out);

#ifdef __cplusplus
}
#endif
#endif
