/* What the files that speak to the operating system share: its errors as findings, whole
 * writes, moves that replace nothing. POSIX; another system is other files. */
#ifndef WR_CORE_BASE_POSIX_H
#define WR_CORE_BASE_POSIX_H

#include "core/base/system.h"

enum { WR_POSIX_TRIES = 1000, WR_POSIX_NAME = 48, WR_POSIX_PATH = 4096 };

/* "cannot be <what>: <reason>" for the number of an error. */
enum wr_result wr_posix_fail(struct wr_context *context, const char *path, const char *slug,
                             const char *what, int number);
/* A path that is not there is "file-not-found", all else "read-failed". */
enum wr_result wr_posix_fail_read(struct wr_context *context, const char *path, int number);
enum wr_result wr_posix_fail_write(struct wr_context *context, const char *path, int number);
enum wr_result wr_posix_fail_exists(struct wr_context *context, const char *path);

/* All of it, or false with the reason in errno. */
bool wr_posix_write(int file, const uint8_t *data, size_t size);
/* Closes a file, synced first where that is asked and all was `fine` until now. False where it
 * was not or this fails, with the first reason in errno. */
bool wr_posix_close(int file, bool fine, bool sync);
/* Moves a file where none is; never replaces one. The reason is in errno. */
bool wr_posix_move_new(const char *from, const char *to);

#endif
