/* Floorplans of modules. */
#ifndef WR_BUILDER_VIEW_FLOORPLAN_MODULE_H
#define WR_BUILDER_VIEW_FLOORPLAN_MODULE_H

#include "builder/floorplan/floorplan.h"
#include "core/format/resources.h"

/* A built module, from its LYT, its walkmeshes and, where there is one, the report
 * `<id>.report.json` in its folder or beside its archive. */
enum wr_result wr_floorplan_of_module(struct wr_context *context,
                                      const struct wr_resources *resources, const char *id,
                                      const struct wr_source *lyt, const wr_surfaces *surfaces,
                                      struct wr_floorplan **out);

#endif
