/* Writing what was taken: a kit's folder, and its map. */
#ifndef WR_BUILDER_EXTRACT_OUTPUT_H
#define WR_BUILDER_EXTRACT_OUTPUT_H

#include "builder/extract/taking.h"

/* Writes the kit's files unseen and moves them into its folder at the end, then the map. Files
 * that are there are refused ("file-exists") unless they are to be replaced. A resource that
 * cannot be read is left out with a warning. */
enum wr_result wr_taking_write(struct wr_taking *taking, const char *id,
                               struct wr_extract_summary *summary);

/* Removes a kit from a folder in which nothing else lies. */
void wr_taken_take_back(struct wr_context *context, const char *folder);

#endif
