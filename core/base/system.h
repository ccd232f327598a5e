/* Everything that asks the operating system: files, folders, processors. Nothing else does. */
#ifndef WR_CORE_BASE_SYSTEM_H
#define WR_CORE_BASE_SYSTEM_H

#include "core/base/arena.h"
#include "core/base/diag.h"

#include <threads.h>

/* The largest file that is read whole: 4 GiB - 1, what every format here can address. */
#define WR_LARGEST_FILE UINT32_MAX

/* Reads a file whole into the arena, a NUL behind it; out->name is a copy of `path`. What the
 * process was given open (/dev/stdin, /dev/fd/<n>) may be a pipe; other pipes and devices are
 * refused. WR_NOT_FOUND "file-not-found", WR_INVALID "file-is-folder" and "file-is-device",
 * WR_LIMIT "file-too-large", WR_IO "read-failed". */
enum wr_result wr_file_read(struct wr_context *context, struct wr_arena *arena,
                            const char *path, struct wr_source *out);

/* The same into an arena of its own, which is the caller's to destroy. */
enum wr_result wr_file_load(struct wr_context *context, const char *path,
                            struct wr_arena **arena, struct wr_source **out);

/* The first bytes of a file, at most `size`; `got` says how many, `total` how large it is.
 * Fails as wr_file_read does. */
enum wr_result wr_file_head(struct wr_context *context, const char *path, void *out,
                            size_t size, size_t *got, uint64_t *total);
/* The same from byte `at` on. */
enum wr_result wr_file_range(struct wr_context *context, const char *path, uint64_t at,
                             void *out, size_t size, size_t *got, uint64_t *total);

/* WR_INVALID "file-is-folder", with the cure. */
enum wr_result wr_fail_folder(struct wr_context *context, const char *path, const char *hint);

enum wr_write_flags {
    WR_OVERWRITE = 1, /* an existing file is replaced; without it, it is an error */
    WR_DURABLE = 2,   /* synced before the rename, and the folder after it */
};

/* Writes a file in a hidden folder beside its target and renames it: whoever looks sees the old
 * file or the new one, whole; what a killed process left there is removed. A link is followed
 * and permissions stay; pipes and devices are written to. WR_INVALID "file-exists" and
 * "file-is-folder", WR_IO "write-failed". */
enum wr_result wr_file_write(struct wr_context *context, const char *path, const void *data,
                             size_t size, unsigned flags);

/* Writes many files as wr_file_write does, with one hidden folder for all that follow each
 * other into one folder. One thread at a time; NULL when memory is out. Destroying takes NULL.
 */
struct wr_writer;
struct wr_writer *wr_writer_create(void);
void wr_writer_destroy(struct wr_writer *writer);
enum wr_result wr_writer_write(struct wr_context *context, struct wr_writer *writer,
                               const char *path, const void *data, size_t size, unsigned flags);

/* Files made together. Each is written to a hidden folder inside `folder` (made here), and all
 * are moved into `folder` at the end, so that a failure leaves nothing behind; what a killed
 * process left there is removed, and nothing else. It lives in `arena` and ends with
 * wr_staging_drop. WR_IO "write-failed". */
struct wr_staging;
enum wr_result wr_staging_make(struct wr_context *context, struct wr_arena *arena,
                               const char *folder, struct wr_staging **out);
/* Writes one file of a staging folder; several threads may. */
enum wr_result wr_staging_write(struct wr_context *context, const struct wr_staging *staging,
                                const char *name, const void *data, size_t size,
                                unsigned flags);
/* The path of the hidden folder, for reading what was written. */
const char *wr_staging_path(const struct wr_staging *staging);
/* A file of a staging folder that grows piece by piece, for what is too large to be held. One
 * thread at a time. It lives in `arena`, and ends with wr_staged_close, which takes NULL. */
struct wr_staged;
enum wr_result wr_staged_open(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_staging *staging, const char *name,
                              struct wr_staged **out);
enum wr_result wr_staged_append(struct wr_context *context, struct wr_staged *staged,
                                const void *data, size_t size);
/* Writes over the first bytes of what is there already. */
enum wr_result wr_staged_begin_with(struct wr_context *context, struct wr_staged *staged,
                                    const void *data, size_t size);
enum wr_result wr_staged_close(struct wr_context *context, struct wr_staged *staged,
                               unsigned flags);
/* Moves a file into the folder around the staging folder, as wr_file_write would put it there.
 * WR_INVALID "file-exists" and "file-is-folder". */
enum wr_result wr_staging_move(struct wr_context *context, const struct wr_staging *staging,
                               const char *name, unsigned flags);
/* Syncs the folder around a staging folder as wr_folder_sync does: after the last move, where
 * files are WR_DURABLE. */
enum wr_result wr_staging_sync(struct wr_context *context, const struct wr_staging *staging);
/* Removes a staging folder and what is left in it; NULL is fine. */
void wr_staging_drop(struct wr_staging *staging);

bool wr_file_exists(const char *path);
bool wr_folder_exists(const char *path);

/* Something half-made: what takes it back where a signal ends the process. */
struct wr_undo {
    struct wr_undo *newer, *older;
    void (*run)(struct wr_undo *);
};

/* A folder that was made for what is to be put into it. */
struct wr_made_folder {
    struct wr_undo undo;
    char *path;
    size_t kept; /* this much of the path was there before */
};

/* Makes a folder and those above it; one that is there is fine. `made`, which stays where it is
 * until wr_folder_leave, tells which were made; NULL where they are to stay. WR_IO
 * "write-failed". */
enum wr_result wr_folder_make(struct wr_context *context, const char *path,
                              struct wr_made_folder *made);
/* Syncs the folder and all those above that another was made in, so that a power cut takes none
 * of the names in them. WR_IO "write-failed". */
enum wr_result wr_folder_sync(struct wr_context *context, const struct wr_made_folder *made);
/* Removes what was made again, as far as nothing is in it. */
void wr_folder_leave(struct wr_made_folder *made);
/* The names of the files and folders in a folder, sorted by bytes; a folder's ends in '/'.
 * Pipes and devices are left out: reading one might never end. WR_NOT_FOUND "file-not-found",
 * WR_IO "read-failed". */
enum wr_result wr_folder_list(struct wr_context *context, struct wr_arena *arena,
                              const char *path, char ***names, size_t *count);

/* The name of the first file in a folder, sorted by bytes, whose beginning is recognised; NULL
 * where there is none, or where the folder cannot be read. */
const char *wr_folder_find(struct wr_context *context, struct wr_arena *arena,
                           const char *folder,
                           bool (*recognise)(const uint8_t *data, size_t size));

/* A folder on the way from one to those inside it; links lead to the folder they name. */
typedef struct wr_folder_way {
    const struct wr_folder_way *above; /* or NULL */
    uint64_t device, number;
    unsigned depth;
    bool again; /* it is one of those above, and is to be passed over */
} wr_folder_way;

/* Steps into a folder; `above` is NULL for the first. Warns "folder-loop" of one that leads
 * back, WR_LIMIT "folder-too-deep". One that cannot be asked for is a new one. */
enum wr_result wr_folder_enter(struct wr_context *context, const char *path,
                               const wr_folder_way *above, wr_folder_way *out);
/* Removes a file; one that is not there is fine. WR_IO "write-failed". */
enum wr_result wr_file_remove(struct wr_context *context, const char *path);

/* folder/name in the arena; NULL when memory is out. */
char *wr_path_join(struct wr_arena *arena, const char *folder, const char *name);
/* The folder a path lies in ("." for a bare name). */
char *wr_path_folder(struct wr_arena *arena, const char *path);
/* The part behind the last '/'. */
const char *wr_path_name(const char *path);
/* Whether Windows takes a file of that name, with whatever suffix, for a device: con, nul,
 * com1. */
bool wr_name_reserved(const char *name);
/* Whether a relative path stays inside its folder: no root, no drive, no "..". */
bool wr_path_inside(const char *path);

/* Whether a path, its links followed, stays in a folder, whose own links are followed first.
 * What is not there does. */
bool wr_path_stays(const char *folder, const char *path);

/* The way from one folder to a file or folder, both of which exist; an absolute path where
 * there is no other. NULL when memory is out. */
char *wr_path_between(struct wr_arena *arena, const char *folder, const char *path);

unsigned wr_processor_count(void);
/* Seconds since some moment: for giving up, never for anything that is written. */
double wr_clock(void);
/* Waits to be woken, for so many seconds at most; may wake early. */
void wr_wait(cnd_t *wake, mtx_t *lock, double seconds);
/* Asks for large pages behind a large piece of memory that is about to be filled. */
void wr_memory_prefer_large_pages(void *memory, size_t size);
/* An environment variable, or NULL. */
const char *wr_environment(const char *name);
/* The folder of the running program, or NULL where it is not known. */
char *wr_program_folder(struct wr_arena *arena);

#endif
