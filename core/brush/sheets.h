/* Sheets: floors that lie in one plane and touch. */
#ifndef WR_CORE_BRUSH_SHEETS_H
#define WR_CORE_BRUSH_SHEETS_H

#include "core/brush/solids.h"

#define WR_NO_SHEET UINT32_MAX

struct wr_sheets {
    uint32_t *of;     /* the sheet of a facet, or WR_NO_SHEET */
    uint32_t *floors; /* sheet after sheet */
    uint32_t *ends;   /* of a sheet's floors, exclusive */
    uint32_t count;
};

/* False when memory is out. */
bool wr_sheets_make(struct wr_arena *arena, const struct wr_solids *solids,
                    struct wr_sheets *out);

/* The floor of a sheet at a point: of several the highest, then the first; UINT32_MAX where it
 * has none. */
uint32_t wr_sheets_floor(const struct wr_sheets *sheets, const struct wr_solids *solids,
                         uint32_t sheet, double x, double y);

/* What to do with a line of a sheet, given by its ends. */
typedef bool wr_outline_fn(void *user, wr_whole from, wr_whole to);

/* Gives all lines along which it may change whether one can stand on a sheet; false when memory
 * is out, the call was stopped, or as soon as `each` says so. Lines may come more than once. */
bool wr_sheets_outline(const struct wr_sheets *sheets, const struct wr_solids *solids,
                       uint32_t sheet, struct wr_arena *scratch, wr_outline_fn *each,
                       void *user);

#endif
