/* Reading and writing through a context's table of files, each failure a finding. */
#ifndef WR_CORE_FILES_FILE_H
#define WR_CORE_FILES_FILE_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/path.h"
#include "core/files/files.h"

/* The largest file that is read whole: 4 GiB - 1, what every format here can address. */
#define WR_LARGEST_FILE UINT32_MAX

/* The table of a context. */
const struct wr_files *wr_files_of(const struct wr_context *context);

/* ---- Reading ------------------------------------------------------------------------------
 */

bool wr_file_exists(const struct wr_context *context, const char *path);
/* Whether a file is there that would be replaced; devices and streams are written to. */
bool wr_file_in_way(const struct wr_context *context, const char *path);
bool wr_folder_exists(const struct wr_context *context, const char *path);
/* How many bytes a file has, or the files in a folder together; 0 where that cannot be told. */
uint64_t wr_path_size(const struct wr_context *context, const char *path);

/* Reads a file whole into the arena, a NUL behind it; out->name is a copy of `path`. What the
 * process was given open (/dev/stdin, /dev/fd/<n>) may be a pipe; other pipes and devices are
 * refused. WR_NOT_FOUND "file-not-found", WR_INVALID "file-is-folder" and "file-is-device",
 * WR_LIMIT "file-too-large", WR_IO "read-failed". */
enum wr_result wr_file_read(struct wr_context *context, struct wr_arena *arena,
                            const char *path, struct wr_source *out);

/* The same into an arena of its own, which is the caller's to destroy. */
enum wr_result wr_file_load(struct wr_context *context, const char *path,
                            struct wr_arena **arena, struct wr_source **out);

/* Bytes that are at hand, as if they had been loaded from `name`: all is copied. */
enum wr_result wr_file_of_bytes(struct wr_context *context, const char *name, const void *data,
                                size_t size, struct wr_arena **arena, struct wr_source **out);

/* The first bytes of a file, at most `size`; `got` says how many, `total` how large it is.
 * Fails as wr_file_read does. */
enum wr_result wr_file_head(struct wr_context *context, const char *path, void *out,
                            size_t size, size_t *got, uint64_t *total);

/* The same from byte `at` on. */
enum wr_result wr_file_range(struct wr_context *context, const char *path, uint64_t at,
                             void *out, size_t size, size_t *got, uint64_t *total);

/* The first bytes of a file, for who only wants to know what it is: how many there are, 0 where
 * it cannot be read. Says nothing; `starved` becomes true where that is for want of memory. */
size_t wr_file_peek(const struct wr_context *context, const char *path, void *out, size_t size,
                    bool *starved);

/* WR_INVALID "file-is-folder", with the cure. */
enum wr_result wr_fail_folder(struct wr_context *context, const char *path, const char *hint);

/* ---- Folders ------------------------------------------------------------------------------
 */

/* The names of the files and folders in a folder, sorted by bytes; a folder's ends in '/'.
 * Pipes and devices are left out: reading one might never end. WR_NOT_FOUND "file-not-found",
 * WR_IO "read-failed". */
enum wr_result wr_folder_list(struct wr_context *context, struct wr_arena *arena,
                              const char *path, char ***names, size_t *count);

/* The name of the first file in a folder, sorted by bytes, whose beginning is recognised; NULL
 * where there is none, or where the folder cannot be read. WR_NO_MEMORY, else WR_OK. */
enum wr_result wr_folder_find(struct wr_context *context, struct wr_arena *arena,
                              const char *folder,
                              bool (*recognise)(const uint8_t *data, size_t size),
                              const char **found);

/* A folder on the way from one to those inside it; links lead to the folder they name. */
typedef struct wr_folder_way {
    const struct wr_folder_way *above; /* or NULL */
    uint64_t which[2];
    unsigned depth;
    bool again; /* it is one of those above, and is to be passed over */
} wr_folder_way;

/* Steps into a folder; `above` is NULL for the first. Warns "folder-loop" of one that leads
 * back, WR_LIMIT "folder-too-deep". One that cannot be asked for is a new one. */
enum wr_result wr_folder_enter(struct wr_context *context, const char *path,
                               const wr_folder_way *above, wr_folder_way *out);

/* Told of a file below a folder, and of where it would lie below another one. Both paths live
 * in the arena of the walk. */
typedef enum wr_result wr_folder_file_fn(void *user, struct wr_context *context,
                                         const char *from, const char *to);

/* Tells of every file below a folder, in the order of its names, but of hidden ones: what a
 * killed run may have left is no input. `to` is the folder below which the same tree is thought
 * of. Goes on past folders that cannot be read and files that are refused; the first failure is
 * the result.
 */
enum wr_result wr_folder_walk(struct wr_context *context, struct wr_arena *arena,
                              const char *from, const char *to, wr_folder_file_fn *file,
                              void *user);
/* Whether a failure ends a walk: no memory, or too much of something. */
static inline bool wr_walk_ends(enum wr_result result)
{
    return result == WR_NO_MEMORY || result == WR_LIMIT;
}

/* Whether a path, its links followed, stays in a folder, whose own links are followed first.
 * What is not there does. WR_INVALID: it leads out; WR_NO_MEMORY. Says nothing. */
enum wr_result wr_path_stays(const struct wr_context *context, const char *folder,
                             const char *path);

/* The way from one folder to a file or folder, both of which exist; an absolute path where
 * there is no other. NULL when memory is out. */
char *wr_path_between(const struct wr_context *context, struct wr_arena *arena,
                      const char *folder, const char *path);

/* ---- Names of what is made -----------------------------------------------------------------
 */

/* The names in a folder, in an order of their own; none where it cannot be listed. */
typedef struct wr_folder_names {
    char **names;
    size_t count;
} wr_folder_names;
enum wr_result wr_folder_names_load(struct wr_context *context, struct wr_arena *arena,
                                    const char *folder, wr_folder_names *out);
/* Another name of them that differs from `name` in the case of its letters only; NULL where
 * there is none. */
const char *wr_folder_names_twin(const wr_folder_names *there, const char *name);
/* Whether a file or folder can be made at a path in that folder, on Windows too: "file-name"
 * and "file-case" are warnings of what a person chose, and WR_INVALID where it is to `refuse`.
 */
enum wr_result wr_folder_names_check(struct wr_context *context, const wr_folder_names *there,
                                     const char *path, bool refuse);
/* The same of a path and the folders above it, as far as they are not there. */
enum wr_result wr_path_check_new(struct wr_context *context, const char *path, bool refuse);

/* ---- Writing ------------------------------------------------------------------------------
 */

/* Writes a file beside its target and moves it there: whoever looks sees the old file or the
 * new one, whole. A link is followed and permissions stay; pipes and devices are written to.
 * WR_INVALID "file-exists" and "file-is-folder", WR_IO "write-failed". */
enum wr_result wr_file_write(struct wr_context *context, const char *path, const void *data,
                             size_t size, unsigned flags);
/* Removes a file, or a folder that nothing is in; one that is not there is fine. WR_IO
 * "write-failed". */
enum wr_result wr_file_remove(struct wr_context *context, const char *path);

/* Writes many files as wr_file_write does, with one stage for all that follow each other into
 * one folder. One thread at a time; NULL when memory is out. Destroying takes NULL. */
struct wr_writer;
struct wr_writer *wr_writer_create(void);
void wr_writer_destroy(struct wr_writer *writer);
enum wr_result wr_writer_write(struct wr_context *context, struct wr_writer *writer,
                               const char *path, const void *data, size_t size, unsigned flags);
/* The same in two steps, for what is decided between them: a file made unseen, which may be
 * stopped, and moved to its path. */
enum wr_result wr_writer_make(struct wr_context *context, struct wr_writer *writer,
                              const char *path, const void *data, size_t size, unsigned flags);
enum wr_result wr_writer_move(struct wr_context *context, struct wr_writer *writer,
                              const char *path, unsigned flags);

/* Files made together. Each is made unseen, and all are moved into `folder` (made here) at the
 * end, so that a failure leaves nothing behind, not even the folder. Ends with wr_staging_drop.
 * WR_IO "write-failed". */
struct wr_staging;
enum wr_result wr_staging_make(struct wr_context *context, const char *folder,
                               struct wr_staging **out);
/* Writes one file of a staging; several threads may. */
enum wr_result wr_staging_write(struct wr_context *context, const struct wr_staging *staging,
                                const char *name, const void *data, size_t size,
                                unsigned flags);
/* Refuses a name that cannot be put into the folder: "file-name", "file-case". */
enum wr_result wr_staging_check(struct wr_context *context, struct wr_staging *staging,
                                const char *name);
/* A file of a staging that grows piece by piece, for what is too large to be held. One thread
 * at a time. It lives in `arena`, and ends with wr_staged_close, which takes NULL. */
struct wr_staged;
enum wr_result wr_staged_open(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_staging *staging, const char *name,
                              struct wr_staged **out);
enum wr_result wr_staged_append(struct wr_context *context, struct wr_staged *staged,
                                const void *data, size_t size);
/* Writes over the first bytes of what is there already. */
enum wr_result wr_staged_begin_with(struct wr_context *context, struct wr_staged *staged,
                                    const void *data, size_t size);
/* All of it so far, a NUL behind it. */
enum wr_result wr_staged_read(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_staged *staged, struct wr_source *out);
enum wr_result wr_staged_close(struct wr_context *context, struct wr_staged *staged,
                               unsigned flags);
/* Moves a file into the folder of the staging, as wr_file_write would put it there. WR_INVALID
 * "file-exists" and "file-is-folder". */
enum wr_result wr_staging_move(struct wr_context *context, const struct wr_staging *staging,
                               const char *name, unsigned flags);
/* Makes sure that a power cut takes none of the files that were moved, nor the folders that
 * were made: after the last move, where files are WR_DURABLE. */
enum wr_result wr_staging_sync(struct wr_context *context, const struct wr_staging *staging);
/* Ends a staging: what was not moved is gone, and so are folders that were made for it and
 * stayed empty. NULL is fine. */
void wr_staging_drop(struct wr_staging *staging);
/* Removes what killed processes left in a folder that is there, as making a stage does; where
 * nothing can be removed, it stays. */
void wr_folder_sweep(const struct wr_context *context, const char *folder);

/* The folders that many files go into: made before the first is written, and swept; in the end
 * those that were made and stayed empty are gone. Starts as {0}; ends with wr_stagings_drop. */
struct wr_stagings {
    struct wr_staging **items;
    size_t count;
    const char *last; /* folder that was made */
};
/* The folder of a file; files of one folder follow each other. Fails as wr_staging_make does.
 */
enum wr_result wr_stagings_add(struct wr_context *context, struct wr_arena *arena,
                               struct wr_stagings *stagings, const char *file);
enum wr_result wr_stagings_sync(struct wr_context *context, const struct wr_stagings *stagings);
void wr_stagings_drop(struct wr_stagings *stagings);

#endif
