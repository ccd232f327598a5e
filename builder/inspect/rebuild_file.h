/* Files with their walkmeshes made anew, from bytes to bytes. */
#ifndef WR_BUILDER_INSPECT_REBUILD_FILE_H
#define WR_BUILDER_INSPECT_REBUILD_FILE_H

#include "builder/inspect/joint.h"
#include "builder/inspect/kinds.h"

/* Whether the rooms of a layout are looked at together. */
bool wr_rebuild_joins(const struct wr_rebuild_options *options);

/* How many changes of geometry a repair made. Then: adds what was met to a sum: a rebuilt
 * walkmesh, what rooms of a layout became, another sum.
 */
uint64_t wr_repaired_count(const wr_repaired *mended);
void wr_rebuild_count(struct wr_rebuild_summary *sum, const struct wr_rebuilt *report);
void wr_rebuild_add_joint(struct wr_rebuild_summary *sum, const struct wr_joint *joint);
void wr_rebuild_add(struct wr_rebuild_summary *sum, const struct wr_rebuild_summary *met);

/* Appends the walkmesh that a file is, or that its text becomes, with every derived table made
 * anew. What is of another kind is refused with the cure of its row: WR_SYNTAX "bwm-magic". */
enum wr_result wr_rebuild_file_mesh(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_bytes *out, struct wr_rebuilt *report);

#endif
