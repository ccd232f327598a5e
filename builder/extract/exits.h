/* Ways out of the area: doors and triggers of the GIT that lead into other modules. */
#ifndef WR_BUILDER_EXTRACT_EXITS_H
#define WR_BUILDER_EXTRACT_EXITS_H

#include "builder/extract/taking.h"
#include "templates/maps.h"

/* Finds the doorways that lead out, after the hooks: those whose door does, and those with a
 * trigger across them where nothing hangs. A trigger with a blueprint that somebody made for
 * it, and one that lies in no doorway, stays what it is. Doors that lead out and stand in no
 * doorway, or in one with a room behind, are warned of. */
enum wr_result wr_taking_exits(struct wr_taking *taking);

/* Whether a row of the GIT is an exit of the map, and so none of the kit's things. */
bool wr_taken_is_exit(const struct wr_taking *taking, const wr_gff_struct *row);
/* Adds the exits to a map; false when memory is out. Their waypoints are the kit's. */
bool wr_taken_exits_write(struct wr_taking *taking, struct wr_map *map);

#endif
