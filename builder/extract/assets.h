/* What rooms need beside their walkmeshes, and what else a module has. */
#ifndef WR_BUILDER_EXTRACT_ASSETS_H
#define WR_BUILDER_EXTRACT_ASSETS_H

#include "builder/extract/taking.h"

/* Lists the files of the kit: walkmeshes and models of rooms in its own folder, the images they
 * name in `textures` and `lightmaps`, models of the layout without a walkmesh in `skyboxes`,
 * and in `always` whatever else the module has that Warren does not make anew. */
enum wr_result wr_taking_assets(struct wr_taking *taking);

#endif
