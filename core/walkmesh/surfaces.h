/* Materials of surfacemat.2da by the names that people and programs give them. */
#ifndef WR_CORE_WALKMESH_SURFACES_H
#define WR_CORE_WALKMESH_SURFACES_H

#include "core/base/text.h"
#include "core/core.h"

/* A name without the ".001" by which editors tell copies apart: "Stone". */
wr_view wr_name_stem(wr_view name);

/* A row by its label, whatever its case, '_', '-' and spaces in it; by its number; or as
 * KotorBlender calls it ("wok_Stone"). Its stem alone counts. False
 * for any other name. */
bool wr_surface_named(wr_view name, uint32_t *out);

#endif
