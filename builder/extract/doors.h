/* The doors of a module, and which types of them there are. */
#ifndef WR_BUILDER_EXTRACT_DOORS_H
#define WR_BUILDER_EXTRACT_DOORS_H

#include "builder/extract/taking.h"

/* Lists doors: the LYT's door hooks in their order, each with the door of the GIT that stands
 * there, then what the GIT has besides. */
enum wr_result wr_taking_doors(struct wr_taking *taking);

/* Gives each hook its type: one for each look (what the door's blueprint says but for its
 * names) and width. A blueprint that cannot be had makes an open arch, with a warning. */
enum wr_result wr_taking_types(struct wr_taking *taking);

#endif
