/* Which rooms see each other otherwise than a build would find out. */
#ifndef WR_BUILDER_EXTRACT_SIGHTS_H
#define WR_BUILDER_EXTRACT_SIGHTS_H

#include "builder/extract/taking.h"
#include "templates/maps.h"

/* Sets the `visible` of a map whose kit's files are all known: the pairs of which the module's
 * VIS says another thing than what a build of the map draws. None where the module has no VIS
 * that can be read, or the map cannot be built. */
enum wr_result wr_taken_sights(struct wr_taking *taking, struct wr_map *map);

#endif
