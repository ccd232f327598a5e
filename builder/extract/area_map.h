/* The map that puts an area together again. */
#ifndef WR_BUILDER_EXTRACT_AREA_MAP_H
#define WR_BUILDER_EXTRACT_AREA_MAP_H

#include "builder/extract/taking.h"

/* Appends the map: each room where it stood, every link, where the player arrives, light, title
 * and sky. `kits` is the way from the map's folder to the kit. */
enum wr_result wr_taken_map_write(struct wr_taking *taking, const char *id, const char *kits,
                                  struct wr_bytes *out);

#endif
