/* The steps of putting a module into another: each looks at what was there, and puts. */
#ifndef WR_BUILDER_MODULE_INTO_STEPS_H
#define WR_BUILDER_MODULE_INTO_STEPS_H

#include "builder/module/putting.h"

/* Whether Warren gives resources this name and type. */
bool wr_into_makes(const struct wr_putting *putting, const wr_resource *item);
/* Marks what Warren made in the edited module, as long as it is as it was, and the level has no
 * more: a byte a resource. What may be somebody's own is told and not marked. */
enum wr_result wr_into_leftovers(struct wr_putting *putting, bool **out);
/* The doors of the GIT and their blueprints; the ARE's Rooms and Map; the IFO's entry. */
enum wr_result wr_into_doors(struct wr_putting *putting);
/* Adds to the edited GIT, before its doors are changed, the waypoints of keys that no door
 * asked for till now. */
enum wr_result wr_into_keys(struct wr_putting *putting, struct wr_gff *git,
                            const struct wr_gff *made);
enum wr_result wr_into_area(struct wr_putting *putting);
enum wr_result wr_into_entry(struct wr_putting *putting);

#endif
