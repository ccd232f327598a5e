/* The steps of putting a module into another: each looks at what was there, and puts. */
#ifndef WR_BUILDER_MODULE_INTO_STEPS_H
#define WR_BUILDER_MODULE_INTO_STEPS_H

#include "builder/module/putting.h"

/* Makes a MOD of all resources of a module's several files, to be changed. */
enum wr_result wr_into_gather(struct wr_putting *putting);
/* What a file that is only a part of a module has to be told; NULL where it is none. */
const char *wr_into_partial(const char *edited);
/* Lists the rooms of both modules' layouts. "into-name-taken" where the level would put one of
 * its rooms in the place of something that is none. */
enum wr_result wr_into_rooms(struct wr_putting *putting);
/* Whether a name is a room's that the level replaces: by a form of Warren's own, or since the
 * map says so. */
bool wr_into_was_room(const struct wr_putting *putting, const char *name);
/* Whether Warren gives resources this name and type: by a form of its own, or as a
 * part of a room of the level. */
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
/* Makes the triggers that Warren made in the edited GIT follow those of the made one, and adds
 * the waypoints of exits that it lacks. */
enum wr_result wr_into_exits(struct wr_putting *putting, struct wr_gff *git,
                             const struct wr_gff *made);
/* Makes a row lead where one that was made leads; where that leads nowhere, it stays as it is.
 */
void wr_into_lead(struct wr_gff *git, wr_gff_struct *row, const wr_gff_struct *made);
enum wr_result wr_into_area(struct wr_putting *putting);
enum wr_result wr_into_entry(struct wr_putting *putting);

#endif
