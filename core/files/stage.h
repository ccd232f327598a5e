/* What writers of one file and of many share. */
#ifndef WR_CORE_FILES_STAGE_H
#define WR_CORE_FILES_STAGE_H

#include "core/files/files.h"

/* Both give 0, or the error of the table; a table that writes nothing has an error too. */
int wr_stage_make(const struct wr_files *files, const char *folder, void **stage);
/* A whole file of a stage. Fails where the call is stopped, too. */
int wr_stage_put(struct wr_context *context, const struct wr_files *files, void *stage,
                 const char *name, const void *data, size_t size, unsigned flags);
/* Appends to a file that was created, as wr_stage_put does. */
int wr_stage_append(struct wr_context *context, const struct wr_files *files, void *file,
                    const void *data, size_t size);

#endif
