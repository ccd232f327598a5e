/* Floorplans of modules. */
#ifndef WR_BUILDER_VIEW_FLOORPLAN_MODULE_H
#define WR_BUILDER_VIEW_FLOORPLAN_MODULE_H

#include "builder/floorplan/floorplan.h"

/* A built module, from its LYT, its walkmeshes and, where there is one, its report. */
enum wr_result wr_floorplan_of_module(struct wr_context *context, const char *lyt_path,
                                      const wr_surfaces *surfaces, struct wr_floorplan **out);
/* The module in an archive, from its only LYT; a report beside the archive is read too. */
enum wr_result wr_floorplan_of_archive(struct wr_context *context,
                                       const struct wr_source *source,
                                       const wr_surfaces *surfaces, struct wr_floorplan **out);

#endif
