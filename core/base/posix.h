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
bool wr_posix_move_new(int from_folder, const char *from, int to_folder, const char *to);

/* ---- Hidden folders ---- */

/* A folder of this process that files are made in before they are moved out of it. */
struct wr_hidden {
    int folder, list; /* the list in it is locked for as long as it is at work */
    int around;       /* the folder it lies in */
    char name[WR_POSIX_NAME];
};

/* Makes one in the folder `around`. 0, or the number of an error. */
int wr_hidden_make(struct wr_hidden *hidden, const char *around);
/* Opens a new file in it to be written, and lists it first; -1 with the reason in errno.
 * Several threads may. */
int wr_hidden_open(const struct wr_hidden *hidden, const char *name);
/* Removes it with what was listed and is still in it. */
void wr_hidden_drop(struct wr_hidden *hidden);
/* Removes what killed processes left in the folder `around`: only folders of this user that
 * bear such a name and whose list nobody keeps locked, and of their files only those listed. No
 * link is followed. */
void wr_hidden_sweep(const char *around);

#endif
