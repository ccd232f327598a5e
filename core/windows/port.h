/* What the files that speak to Windows share. Paths are UTF-8 with '/' inside, and wide ones
 * from their drive on (`\\?\C:\...`) for its calls, so that they may be longer than 260
 * characters. All functions give 0 or an error of the table of files. */
#ifndef WR_CORE_WINDOWS_PORT_H
#define WR_CORE_WINDOWS_PORT_H

#include "core/base/arena.h"
#include "core/files/files.h"
#include "core/files/hidden_name.h"
#include "core/files/undo.h"

#include <windows.h>

enum { WR_PORT_TRIES = 1000, WR_WIDE_PATH = WR_LONGEST_PATH + 512 };

/* ---- Errors ---- */

/* The table's number for one of GetLastError, which may be 0. */
int wr_port_error(DWORD code);
/* The `reason` of the table. */
const char *wr_port_reason(void *user, int error);

/* ---- Paths ---- */

struct wr_wide {
    WCHAR text[WR_WIDE_PATH];
};

/* A path as calls take it: whole, '\' between its parts, none at its end but a drive's. */
int wr_wide_path(const char *path, struct wr_wide *out);
/* Puts '\' and a name behind a path. */
int wr_wide_join(const struct wr_wide *folder, const char *name, struct wr_wide *out);
/* Cuts the last part; false where there is none above it. */
bool wr_wide_cut(struct wr_wide *path);
/* The error of a call that was given this path, by GetLastError: knows a file where a folder
 * was wanted. */
int wr_wide_fault(const struct wr_wide *path);
/* Appends wide text as UTF-8. False when memory is out. */
bool wr_port_narrow(struct wr_bytes *out, const WCHAR *text);
/* Appends a path of ours: without what only calls need, '/' between its parts. */
bool wr_port_narrow_path(struct wr_bytes *out, const WCHAR *path);

/* ---- Files ---- */

/* The `look` of the table. */
int wr_port_look(void *user, const char *path, struct wr_file_status *out);
/* What an open file is. */
void wr_port_describe(HANDLE file, struct wr_file_status *out);
/* Whether something of these attributes is a link to something else; `path` is looked at only
 * where it may be one. */
bool wr_port_linked(const struct wr_wide *path, DWORD attributes);
/* Where a path leads in the end, as calls take it. */
int wr_port_resolve(const struct wr_wide *path, struct wr_wide *out);
/* Which of the three streams of the process a path means, for any system: STD_INPUT_HANDLE of
 * "/dev/stdin"; 0: none. */
DWORD wr_port_stream(const char *path);
/* Opens that stream once more, to be closed as any file. */
int wr_port_open_stream(DWORD stream, void **out);
/* All of it. */
int wr_port_write(HANDLE file, const void *data, size_t size);
/* Closes a file, written out to the disk first where that is asked. */
int wr_port_close(HANDLE file, bool sync);

/* ---- What an end takes back ---- */

/* A folder goes only when the files in it are closed: what is opened between lock and unlock is
 * closed first. */
void wr_undo_opened(HANDLE file);
/* It is about to be closed, by whoever says so. */
void wr_undo_closing(HANDLE file);

/* ---- Folders that were made ---- */

/* A folder that is there or was made for what is to be put into it. */
struct wr_made_folder {
    struct wr_undo undo;
    struct wr_wide path;
    size_t made; /* so many of its last parts were made */
};

/* Makes a folder and those above it; it stays where it is until it is left. After an error
 * there is nothing to leave. */
int wr_made_folder_make(struct wr_made_folder *made, const char *path);
/* Makes those anew that are gone. */
int wr_made_folder_again(struct wr_made_folder *made);
/* Removes what was made again, as far as nothing is in it. */
void wr_made_folder_leave(struct wr_made_folder *made);

/* ---- Hidden folders ---- */

/* A folder of this process that files are made in before they are moved out of it. It lists
 * them, in a file that nobody else can open for as long as it is at work. */
struct wr_hidden {
    struct wr_undo undo;
    HANDLE list;
    struct wr_wide path;
};

/* Makes one in the folder `around`; it stays where it is until it is dropped. */
int wr_hidden_make(struct wr_hidden *hidden, const struct wr_wide *around);
/* Opens a new file in it to be written and read, and lists it first. Several threads may. */
int wr_hidden_open(const struct wr_hidden *hidden, const char *name, HANDLE *out);
/* Removes it with what was listed and is still in it. */
void wr_hidden_drop(struct wr_hidden *hidden);
/* Removes what killed processes left in the folder `around`: only folders that bear such a name
 * and whose list nobody holds open, and of their files only those listed. */
void wr_hidden_sweep(const struct wr_wide *around);

/* ---- The writing half of the table ---- */

int wr_port_stage(void *user, const char *folder, void **stage);
int wr_port_create(void *user, void *stage, const char *name, void **file);
int wr_port_go_on(void *user, const char *path, uint64_t size, void **file);
int wr_port_append(void *user, void *file, const void *data, size_t size);
int wr_port_rewrite(void *user, void *file, const void *data, size_t size);
int wr_port_finish(void *user, void *file, unsigned flags);
int wr_port_commit(void *user, void *stage, const char *name, const char *path, unsigned flags);
void wr_port_drop(void *user, void *stage);
int wr_port_sync(void *user, void *stage);
int wr_port_remove(void *user, const char *path);
int wr_port_move(void *user, const char *from, const char *to, unsigned flags);

/* Moves a file of a hidden folder to `path`. A link there is followed, a device written to. */
int wr_hidden_put(const struct wr_hidden *hidden, const char *name, const char *path,
                  unsigned flags);

#endif
