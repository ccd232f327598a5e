/* 2DA tables, binary V2.b and text V2.0; and the walkable surfaces surfacemat.2da tells of. */
#ifndef WR_CORE_FORMAT_TWODA_H
#define WR_CORE_FORMAT_TWODA_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

/* How a binary table lies in its file: what lets an unchanged one be written as it was. */
struct wr_twoda_order {
    const char **cells; /* as they were read; NULL for an empty one */
    const uint16_t *offsets;
    const char *texts; /* what the offsets point into */
    size_t text_size;
    uint16_t said_size; /* of the texts: many programs write 0 */
};

struct wr_twoda {
    const char **columns, **labels;
    const char **cells; /* row after row; NULL for an empty cell (****) */
    uint32_t column_count, row_count;
    const struct wr_twoda_order *order; /* NULL: a text table, or one made anew */
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

/* Appends the table in its binary form: one that was read from it and not changed gives its
 * bytes back; texts that were changed or are new follow the old ones. `where` is for findings:
 * a name that holds a tab ("twoda-name"), more than 64 KiB of texts ("twoda-large"). */
enum wr_result wr_twoda_write(struct wr_context *context, const struct wr_twoda *table,
                              wr_where where, struct wr_bytes *out);

/* Appends the table in its text form, its columns under each other. WR_INVALID "twoda-text"
 * where a name or cell holds what that has no place for. */
enum wr_result wr_twoda_write_text(struct wr_context *context, struct wr_arena *scratch,
                                   const struct wr_twoda *table, wr_where where,
                                   struct wr_bytes *out);

/* Everything the file holds, row by row. */
void wr_twoda_dump(const struct wr_twoda *table, struct wr_dump *dump);

#endif
