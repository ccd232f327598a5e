/* The order file of a folder that was an archive: what the archive had besides its resources,
 * so that the same bytes come back. */
#ifndef WR_BUILDER_CONVERT_ARCHIVES_H
#define WR_BUILDER_CONVERT_ARCHIVES_H

#include "builder/convert/conversion.h"

#define WR_ORDER_FILE "archive.json"

/* Appends the order of an archive whose bytes are all there. */
enum wr_result wr_archive_order_write(struct wr_context *context, struct wr_arena *arena,
                                      const struct wr_archive *archive, struct wr_bytes *out);

/* An archive as an order file says it was, with zeros for the bytes of its resources. */
struct wr_archive_plan {
    struct wr_archive *archive;
    uint8_t *data; /* of its source */
};

/* Reads an order. `there` is how many bytes the files of the folder have: an archive that would
 * be far larger is refused. WR_INVALID "archive-order", and what is wrong with its JSON. */
enum wr_result wr_archive_order_read(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_source *source, uint64_t there,
                                     struct wr_archive_plan *out);

#endif
