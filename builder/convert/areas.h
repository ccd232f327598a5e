/* What options change in an area of NWN2. */
#ifndef WR_BUILDER_CONVERT_AREAS_H
#define WR_BUILDER_CONVERT_AREAS_H

#include "builder/convert/conversion.h"
#include "core/aswm/area.h"

/* WR_INVALID "convert-floor", "convert-border". */
enum wr_result wr_convert_change_area(struct wr_conversion *conversion,
                                      struct wr_aswm_area *area);

#endif
