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
/* Why a file could not be put where it belongs. */
enum wr_result wr_posix_fail_put(struct wr_context *context, const char *path, int number);

/* The names in a folder as wr_folder_list gives them. 0, or the number of an error. */
int wr_posix_list(struct wr_arena *arena, const char *path, char ***names, size_t *count);
/* Those that are not hidden, ended by NULL; NULL where they cannot be read. */
const char **wr_posix_visible(struct wr_arena *arena, const char *folder);

/* All of it, or false with the reason in errno. */
bool wr_posix_write(int file, const uint8_t *data, size_t size);
/* Closes a file, synced first where that is asked and all was `fine` until now. False where it
 * was not or this fails, with the first reason in errno. */
bool wr_posix_close(int file, bool fine, bool sync);
/* Makes sure of the names in a folder. 0, or the number of an error. */
int wr_posix_sync_folder(const char *path);
/* ---- What a signal takes back ---- */

/* What is added here is taken back, the newest first, by a signal that ends the process. All
 * that makes, moves or removes what may be taken back does so between lock and unlock. */
void wr_undo_lock(void);
void wr_undo_unlock(void);
void wr_undo_add(struct wr_undo *undo);
void wr_undo_forget(struct wr_undo *undo);

/* ---- Hidden folders ---- */

/* A folder of this process that files are made in before they are moved out of it. */
struct wr_hidden {
    struct wr_undo undo;
    int folder, list; /* the list in it is locked for as long as it is at work */
    int around;       /* the folder it lies in */
    char name[WR_POSIX_NAME];
};

/* Makes one in the folder `around`; it stays where it is until it is dropped. 0, or the number
 * of an error. */
int wr_hidden_make(struct wr_hidden *hidden, const char *around);
/* Opens a new file in it to be written, and lists it first; -1 with the reason in errno.
 * Several threads may. */
int wr_hidden_open(const struct wr_hidden *hidden, const char *name);
/* Moves a file out of it to `path`. A link there is followed, a device written to. 0, or the
 * number of an error: EEXIST where it would replace a file and is not told WR_OVERWRITE. */
int wr_hidden_put(const struct wr_hidden *hidden, const char *name, const char *path,
                  unsigned flags);
/* Removes it with what was listed and is still in it. */
void wr_hidden_drop(struct wr_hidden *hidden);
/* Removes what killed processes left in the folder `around`: only folders of this user that
 * bear such a name and whose list nobody keeps locked, and of their files only those listed. No
 * link is followed. */
void wr_hidden_sweep(const char *around);

#endif
