/* Stand-ins for parts of a module that are being written: whoever lands the real function
 * removes its stand-in here, and the file with the last. */
#include "builder/module/assembly.h"

#include "core/base/system.h"

#include <stdio.h>
#include <string.h>

enum wr_result wr_minimap_make(struct wr_context *context, const struct wr_layout *layout,
                               enum wr_game game, struct wr_minimap_mapping *mapping,
                               struct wr_bytes *tga)
{
    (void)context, (void)layout, (void)game, (void)tga;
    *mapping = (struct wr_minimap_mapping){.zoom = 1};
    return WR_OK;
}

enum wr_result wr_load_screen_make(struct wr_context *context, const struct wr_layout *layout,
                                   struct wr_bytes *tga)
{
    (void)context, (void)layout, (void)tga;
    return WR_OK;
}
