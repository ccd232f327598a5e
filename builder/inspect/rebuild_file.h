/* Files with their walkmeshes made anew, from bytes to bytes. */
#ifndef WR_BUILDER_INSPECT_REBUILD_FILE_H
#define WR_BUILDER_INSPECT_REBUILD_FILE_H

#include "builder/inspect/joint.h"
#include "builder/inspect/kinds.h"

/* Adds what was met to a sum: a rebuilt walkmesh, what rooms of a layout became, another sum.
 */
void wr_rebuild_count(struct wr_rebuild_summary *sum, const struct wr_rebuilt *report);
void wr_rebuild_add_joint(struct wr_rebuild_summary *sum, const struct wr_joint *joint);
void wr_rebuild_add(struct wr_rebuild_summary *sum, const struct wr_rebuild_summary *met);

/* Appends the walkmesh that a file is, or that its text becomes, with every derived table made
 * anew. What is of another kind is refused with the cure of its row: WR_SYNTAX "bwm-magic". */
enum wr_result wr_rebuild_file_mesh(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_bytes *out, struct wr_rebuilt *report);

/* Rebuilds every walkmesh of an archive, on all cores; `summary`, which comes empty, counts
 * them unless nothing can be written. Where one changed, the whole archive is appended with
 * those and everything else as it was, in its order and with its dates and texts; where none
 * did, nothing. A bad walkmesh is reported, stays as it is and makes the result; the others are
 * rebuilt. */
enum wr_result wr_rebuild_file_archive(struct wr_context *context,
                                       const struct wr_kind_file *file, struct wr_bytes *out,
                                       struct wr_rebuild_summary *summary);

#endif
