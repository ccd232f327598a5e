/* What the files that speak to a POSIX system share; another system has other files. */
#ifndef WR_CORE_POSIX_POSIX_H
#define WR_CORE_POSIX_POSIX_H

#include "core/base/arena.h"
#include "core/files/files.h"
#include "core/files/hidden_name.h"
#include "core/files/undo.h"

enum { WR_POSIX_TRIES = 1000, WR_POSIX_PATH = 4096 };

/* The table's number for one of errno, which may be 0. */
int wr_posix_error(int number);
/* The `reason` of the table. */
const char *wr_posix_reason(void *user, int error);

/* All of it, or false with the reason in errno. */
bool wr_posix_write(int file, const uint8_t *data, size_t size);
/* An output stream that was written to is a pipe nobody reads: ends the process as its signal
 * does, where wr_undo_on_signals asked for that. */
void wr_posix_pipe_unread(void);
/* Closes a file, synced first where that is asked and all was `fine` until now. False where it
 * was not or this fails, with the first reason in errno. */
bool wr_posix_close(int file, bool fine, bool sync);
/* Makes sure of the names in a folder. 0, or the number of an error. */
int wr_posix_sync_folder(const char *path);

/* ---- Folders that were made ---- */

/* A folder that is there or was made for what is to be put into it. */
struct wr_made_folder {
    struct wr_undo undo;
    char *path;
    size_t kept; /* this much of the path was there before */
};

/* Makes a folder and those above it; it stays where it is until it is left. 0, or the number of
 * an error, after which there is nothing to leave. */
int wr_made_folder_make(struct wr_made_folder *made, const char *path);
/* Makes those anew that are gone. 0, or the number of an error. */
int wr_made_folder_again(struct wr_made_folder *made);
/* Makes sure of the names in the folder and in all those above that another was made in. 0, or
 * the number of an error. */
int wr_made_folder_sync(const struct wr_made_folder *made);
/* Removes what was made again, as far as nothing is in it. */
void wr_made_folder_leave(struct wr_made_folder *made);

/* ---- Hidden folders ---- */

/* A folder of this process that files are made in before they are moved out of it. */
struct wr_hidden {
    struct wr_undo undo;
    int folder, list; /* the list in it is locked for as long as it is at work */
    int around;       /* the folder it lies in */
    char name[WR_HIDDEN_NAME];
};

/* Makes one in the folder `around`; it stays where it is until it is dropped. 0, or the number
 * of an error. */
int wr_hidden_make(struct wr_hidden *hidden, const char *around);
/* Opens a new file in it to be written and read, and lists it first; -1 with the reason in
 * errno. Several threads may. */
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

/* ---- The writing half of the table ---- */

int wr_posix_stage(void *user, const char *folder, void **stage);
int wr_posix_create(void *user, void *stage, const char *name, void **file);
int wr_posix_go_on(void *user, const char *path, uint64_t size, void **file);
int wr_posix_append(void *user, void *file, const void *data, size_t size);
int wr_posix_rewrite(void *user, void *file, const void *data, size_t size);
int wr_posix_finish(void *user, void *file, unsigned flags);
int wr_posix_commit(void *user, void *stage, const char *name, const char *path,
                    unsigned flags);
void wr_posix_drop(void *user, void *stage);
int wr_posix_sync(void *user, void *stage);
int wr_posix_remove(void *user, const char *path);
int wr_posix_move(void *user, const char *from, const char *to, unsigned flags);

/* A file of the table is its number, and 1 more so that none is NULL. */
static inline void *wr_posix_handle(int file)
{
    return (void *)((intptr_t)file + 1);
}

static inline int wr_posix_number(void *handle)
{
    return (int)((intptr_t)handle - 1);
}

#endif
