/* Files made together, in a hidden folder beside where they belong. */
#include "core/base/posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* folder + '/' + name; false when it is too long. */
static bool join_path(char out[WR_POSIX_PATH], const char *folder, const char *name)
{
    int size = snprintf(out, WR_POSIX_PATH, "%s/%s", folder, name);
    return size >= 0 && size < WR_POSIX_PATH;
}

/* Where a file of a staging folder is meant to be: what messages name. */
static bool target_path(char out[WR_POSIX_PATH], const char *staging, const char *name)
{
    int folder = (int)(wr_path_name(staging) - staging);
    int size = snprintf(out, WR_POSIX_PATH, "%.*s%s", folder, staging, name);
    return size >= 0 && size < WR_POSIX_PATH;
}

/* The process a staging folder's name tells of; 0 where the name is another's. */
static pid_t stager_of(const char *name)
{
    long process;
    int number, end = 0;
    if (sscanf(name, ".warren-%ld-%d%n", &process, &number, &end) != 2 || name[end] != '\0')
        return 0;
    return (pid_t)process;
}

/* Removes what processes left behind that were killed. */
static void sweep_staging(const char *folder)
{
    char path[WR_POSIX_PATH];
    DIR *entries = opendir(folder);
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry;
         entry = readdir(entries)) {
        pid_t stager = stager_of(entry->d_name);
        if (stager > 0 && kill(stager, 0) != 0 && errno == ESRCH &&
            join_path(path, folder, entry->d_name))
            wr_staging_drop(path);
    }
    if (entries)
        closedir(entries);
}

enum wr_result wr_staging_make(struct wr_context *context, struct wr_arena *arena,
                               const char *folder, char **out)
{
    char name[WR_POSIX_NAME];
    enum wr_result result = wr_folder_make(context, folder);
    if (result == WR_OK)
        sweep_staging(folder);
    for (int i = 0; result == WR_OK && i < WR_POSIX_TRIES; i++) {
        snprintf(name, sizeof name, ".warren-%ld-%d", (long)getpid(), i);
        char *path = wr_path_join(arena, folder, name);
        if (!path)
            return wr_no_memory(context);
        if (mkdir(path, 0777) == 0) {
            *out = path;
            return WR_OK;
        }
        if (errno != EEXIST)
            result = wr_posix_fail_write(context, folder, errno);
    }
    return result == WR_OK ? wr_posix_fail_write(context, folder, EEXIST) : result;
}

enum wr_result wr_staging_write(struct wr_context *context, const char *staging,
                                const char *name, const void *data, size_t size, unsigned flags)
{
    char path[WR_POSIX_PATH], target[WR_POSIX_PATH];
    if (!join_path(path, staging, name) || !target_path(target, staging, name))
        return wr_posix_fail_write(context, name, ENAMETOOLONG);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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
                              const char *staging, const char *name, struct wr_staged **out)
{
    char path[WR_POSIX_PATH], target[WR_POSIX_PATH];
    if (!join_path(path, staging, name) || !target_path(target, staging, name))
        return wr_posix_fail_write(context, name, ENAMETOOLONG);
    struct wr_staged *staged = WR_TAKE(arena, struct wr_staged, 1);
    char *copy = wr_arena_text(arena, target, strlen(target));
    if (!staged || !copy)
        return wr_no_memory(context);
    *staged =
        (struct wr_staged){copy, open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
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

enum wr_result wr_staging_move(struct wr_context *context, const char *staging,
                               const char *name, unsigned flags)
{
    char from[WR_POSIX_PATH], to[WR_POSIX_PATH];
    if (!join_path(from, staging, name) || !target_path(to, staging, name))
        return wr_posix_fail_write(context, name, ENAMETOOLONG);
    bool fine = flags & WR_OVERWRITE ? rename(from, to) == 0 : wr_posix_move_new(from, to);
    if (!fine && errno == EEXIST)
        return wr_posix_fail_exists(context, to);
    return fine ? WR_OK : wr_posix_fail_write(context, to, errno);
}

void wr_staging_drop(const char *staging)
{
    DIR *folder = staging ? opendir(staging) : NULL;
    char path[WR_POSIX_PATH];
    if (!folder)
        return;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            join_path(path, staging, entry->d_name))
            unlink(path);
    closedir(folder);
    rmdir(staging);
}
