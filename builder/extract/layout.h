/* The layout of a module's area. */
#ifndef WR_BUILDER_EXTRACT_LAYOUT_H
#define WR_BUILDER_EXTRACT_LAYOUT_H

#include "builder/extract/taking.h"

/* Reads what the module says of itself, and the LYT of the area it is entered in, else the only
 * one that is its own. WR_NOT_FOUND "extract-no-layout". */
enum wr_result wr_taking_layout(struct wr_taking *taking);
/* What the module says about its area besides; any of it may be missing. */
enum wr_result wr_taking_area(struct wr_taking *taking);

#endif
