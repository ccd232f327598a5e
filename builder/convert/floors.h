/* Walkmeshes on their way from one file into another: floors.c reads them and makes them what
 * is asked for, floor_files.c writes them. */
#ifndef WR_BUILDER_CONVERT_FLOORS_H
#define WR_BUILDER_CONVERT_FLOORS_H

#include "builder/convert/conversion.h"
#include "core/scene/floor.h"
#include "core/walkmesh/set.h"

/* The state of a door that the name of a file ends in, "gate1.dwk"; WR_DOOR_STATES: none.
 * `digit` gets where it is, and may be NULL. */
enum wr_door_state wr_convert_state(const char *path, size_t *digit);
/* The name of a model as its file has it: without endings and the number of a state, fit for a
 * text. NULL when memory is out. */
const char *wr_convert_model(struct wr_arena *arena, const char *path, bool door);

/* How links are painted; WR_PAINT_NONE where nobody asks. */
enum wr_scene_paint wr_convert_paint(const struct wr_conversion *conversion);
/* Warns "convert-left-out" of `count` things, where there are any: "links to other rooms". */
void wr_convert_leave_out(const struct wr_conversion *conversion, uint32_t count,
                          const char *place, const char *things);

/* Appends what a set becomes, or writes files with the numbers of the states of a door. */
enum wr_result wr_convert_write_set(struct wr_conversion *conversion,
                                    const struct wr_walkmesh_set *set, bool numbered,
                                    struct wr_bytes *out);

#endif
