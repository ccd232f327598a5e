/* Rows of the GIT as markers: what a marker can say, and what its row has besides. */
#ifndef WR_BUILDER_EXTRACT_THING_ROW_H
#define WR_BUILDER_EXTRACT_THING_ROW_H

#include "builder/extract/taking.h"

/* Reads the row of a marker, whose kind is set: where it stands in the area, how it is turned,
 * what it is made of, its shape. `*fault` says why it cannot stand anywhere, or is left. False
 * when memory is out. */
bool wr_taken_row_read(struct wr_taking *taking, wr_taken_marker *marker, const char **fault);
/* Whether a point is one of an area, which a map can say. */
bool wr_taken_is_near(wr_vec3 point);
/* Brings what has the area's coordinates into those of the marker's room. */
void wr_taken_row_bring(struct wr_taking *taking, wr_taken_marker *marker);
/* Gives each marker, which has its name, what its row has and lacks beside what a build would
 * make of it. What no text can say is told of in a warning. False when memory is out. */
bool wr_taken_rows_compare(struct wr_taking *taking);

#endif
