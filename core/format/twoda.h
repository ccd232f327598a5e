/* 2DA tables, binary V2.b and text V2.0; and the walkable surfaces surfacemat.2da tells of. */
#ifndef WR_CORE_FORMAT_TWODA_H
#define WR_CORE_FORMAT_TWODA_H

#include "core/base/arena.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

struct wr_twoda {
    const char **columns, **labels;
    const char **cells; /* row after row; NULL for an empty cell (****) */
    uint32_t column_count, row_count;
};

bool wr_twoda_recognise(const uint8_t *data, size_t size);
enum wr_result wr_twoda_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, struct wr_twoda *out);
/* A cell by row and column name (any case); NULL where there is none. */
const char *wr_twoda_cell(const struct wr_twoda *table, uint32_t row, const char *column);
/* Reads the columns walk and lineofsight; WR_INVALID "surfacemat-column" without a walk column.
 */
enum wr_result wr_twoda_surfaces(struct wr_context *context, const struct wr_twoda *table,
                                 const struct wr_source *source, wr_surfaces *out);

/* Everything the file holds, row by row. */
void wr_twoda_dump(const struct wr_twoda *table, struct wr_dump *dump);

#endif
