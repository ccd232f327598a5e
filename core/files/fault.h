/* What the functions of a table say, as findings. */
#ifndef WR_CORE_FILES_FAULT_H
#define WR_CORE_FILES_FAULT_H

#include "core/files/file.h"

/* "cannot be <what>: <reason>" for an error of the context's table. */
enum wr_result wr_fail_file(struct wr_context *context, const char *path, const char *slug,
                            const char *what, int error);
/* A path that is not there is "file-not-found", all else "read-failed". */
enum wr_result wr_fail_read(struct wr_context *context, const char *path, int error);
enum wr_result wr_fail_write(struct wr_context *context, const char *path, int error);
/* Why a file could not be put where it belongs. */
enum wr_result wr_fail_put(struct wr_context *context, const char *path, int error);

#endif
