/* Archives with their walkmeshes made anew, from bytes to bytes. */
#ifndef WR_BUILDER_INSPECT_REBUILD_ARCHIVE_H
#define WR_BUILDER_INSPECT_REBUILD_ARCHIVE_H

#include "builder/inspect/rebuild_file.h"

/* Rebuilds every walkmesh of an archive, on all cores; `summary`, which comes empty, counts
 * them unless nothing can be written. Where one changed, the whole archive is appended with
 * those and everything else as it was, in its order and with its dates and texts; where none
 * did, nothing. A bad walkmesh is reported, stays as it is and makes the result; the others are
 * rebuilt. */
enum wr_result wr_rebuild_file_archive(struct wr_context *context,
                                       const struct wr_kind_file *file, struct wr_bytes *out,
                                       struct wr_rebuild_summary *summary);

#endif
