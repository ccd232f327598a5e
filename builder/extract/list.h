/* Looking into modules without taking anything. */
#ifndef WR_BUILDER_EXTRACT_LIST_H
#define WR_BUILDER_EXTRACT_LIST_H

#include "builder/extract/taking.h"

/* Opens a module, reads its layout, and says how many of its rooms have a walkmesh, and how
 * large they are. */
enum wr_result wr_taking_look(struct wr_taking *taking, wr_extract_item *out);

#endif
