/* Judging an archive and what is in it. */
#ifndef WR_BUILDER_INSPECT_CHECK_ARCHIVE_H
#define WR_BUILDER_INSPECT_CHECK_ARCHIVE_H

#include "builder/inspect/kinds.h"

/* Judges an archive: of a MOD the module as a whole (wr_module_judge), then every resource that
 * no rule has looked at alone, by what its bytes are. Of archives in it only the table is
 * judged.
 */
enum wr_result wr_check_archive(struct wr_context *context, const struct wr_kind_file *file);

#endif
