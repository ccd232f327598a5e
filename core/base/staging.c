/* Files made together, in a hidden folder beside where they belong. */
#include "core/base/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct wr_staging {
    const char *folder; /* where the files belong */
    const char *path;
    struct wr_made_folder made;
    struct wr_hidden hidden;
};

/* Where a file is meant to be: what messages name. */
static bool target_path(char out[WR_POSIX_PATH], const struct wr_staging *staging,
                        const char *name)
{
    const char *folder = staging->folder;
    bool bare = strcmp(folder, ".") == 0, slash = !bare && folder[strlen(folder) - 1] != '/';
    int size =
        snprintf(out, WR_POSIX_PATH, "%s%s%s", bare ? "" : folder, slash ? "/" : "", name);
    return size >= 0 && size < WR_POSIX_PATH;
}

enum wr_result wr_staging_make(struct wr_context *context, struct wr_arena *arena,
                               const char *folder, struct wr_staging **out)
{
    struct wr_staging *staging = WR_TAKE(arena, struct wr_staging, 1);
    char *copy = wr_arena_text(arena, folder, strlen(folder));
    if (!staging || !copy)
        return wr_no_memory(context);
    staging->folder = copy;
    enum wr_result result = wr_folder_make(context, folder, &staging->made);
    if (result != WR_OK)
        return result;
    wr_hidden_sweep(folder);
    int number = wr_hidden_make(&staging->hidden, folder);
    staging->path = number ? NULL : wr_path_join(arena, folder, staging->hidden.name);
    if (staging->path) {
        *out = staging;
        return WR_OK;
    }
    if (number == 0)
        wr_hidden_drop(&staging->hidden);
    wr_folder_leave(&staging->made);
    return number ? wr_posix_fail_write(context, folder, number) : wr_no_memory(context);
}

const char *wr_staging_path(const struct wr_staging *staging)
{
    return staging->path;
}

enum wr_result wr_staging_write(struct wr_context *context, const struct wr_staging *staging,
                                const char *name, const void *data, size_t size, unsigned flags)
{
    char target[WR_POSIX_PATH];
    if (!target_path(target, staging, name))
        return wr_posix_fail_write(context, name, ENAMETOOLONG);
    int file = wr_hidden_open(&staging->hidden, name);
    if (file < 0)
        return wr_posix_fail_write(context, target, errno);
    bool written = wr_posix_write(file, data, size);
    return wr_posix_close(file, written, (flags & WR_DURABLE) != 0)
               ? WR_OK
               : wr_posix_fail_write(context, target, errno);
}

/* ---- A file that grows ------------------------------------------------------------------- */

struct wr_staged {
    const char *target; /* what messages name */
    int file;
};

enum wr_result wr_staged_open(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_staging *staging, const char *name,
                              struct wr_staged **out)
{
    char target[WR_POSIX_PATH];
    if (!target_path(target, staging, name))
        return wr_posix_fail_write(context, name, ENAMETOOLONG);
    struct wr_staged *staged = WR_TAKE(arena, struct wr_staged, 1);
    char *copy = wr_arena_text(arena, target, strlen(target));
    if (!staged || !copy)
        return wr_no_memory(context);
    *staged = (struct wr_staged){copy, wr_hidden_open(&staging->hidden, name)};
    if (staged->file < 0)
        return wr_posix_fail_write(context, target, errno);
    *out = staged;
    return WR_OK;
}

enum wr_result wr_staged_append(struct wr_context *context, struct wr_staged *staged,
                                const void *data, size_t size)
{
    return wr_posix_write(staged->file, data, size)
               ? WR_OK
               : wr_posix_fail_write(context, staged->target, errno);
}

enum wr_result wr_staged_begin_with(struct wr_context *context, struct wr_staged *staged,
                                    const void *data, size_t size)
{
    bool fine = lseek(staged->file, 0, SEEK_SET) == 0 &&
                wr_posix_write(staged->file, data, size) &&
                lseek(staged->file, 0, SEEK_END) >= 0;
    return fine ? WR_OK : wr_posix_fail_write(context, staged->target, errno);
}

enum wr_result wr_staged_close(struct wr_context *context, struct wr_staged *staged,
                               unsigned flags)
{
    if (!staged)
        return WR_OK;
    return wr_posix_close(staged->file, true, (flags & WR_DURABLE) != 0)
               ? WR_OK
               : wr_posix_fail_write(context, staged->target, errno);
}

/* ---- Moving into place ------------------------------------------------------------------- */

enum wr_result wr_staging_move(struct wr_context *context, const struct wr_staging *staging,
                               const char *name, unsigned flags)
{
    char to[WR_POSIX_PATH];
    if (!target_path(to, staging, name))
        return wr_posix_fail_write(context, name, ENAMETOOLONG);
    int number = wr_hidden_put(&staging->hidden, name, to, flags);
    return number ? wr_posix_fail_put(context, to, number) : WR_OK;
}

enum wr_result wr_staging_sync(struct wr_context *context, const struct wr_staging *staging)
{
    return wr_folder_sync(context, &staging->made);
}

void wr_staging_drop(struct wr_staging *staging)
{
    if (!staging)
        return;
    wr_hidden_drop(&staging->hidden);
    wr_folder_leave(&staging->made);
}
