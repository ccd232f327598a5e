/* Errors of the operating system as findings. */
#include "core/base/posix.h"

#include "core/base/suggestion.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* strerror speaks the user's language; our sentences are English on every machine. */
static const char *reason_of(int number)
{
    static const struct {
        int number;
        const char *text;
    } reasons[] = {
        {EACCES, "permission denied"},
        {EPERM, "operation not permitted"},
        {ENOENT, "no such file or folder"},
        {ENOTDIR, "a part of the path is not a folder"},
        {EISDIR, "it is a folder"},
        {EEXIST, "it exists"},
        {ENOTEMPTY, "the folder is not empty"},
        {ENAMETOOLONG, "the name is too long"},
        {ELOOP, "too many links"},
        {ENOSPC, "no space left on the device"},
        {EDQUOT, "the disk quota is used up"},
        {EFBIG, "the file would be too large"},
        {EROFS, "the file system is read-only"},
        {EIO, "input or output error"},
        {EMFILE, "too many open files"},
        {ENFILE, "too many open files in the system"},
        {ETXTBSY, "the file is in use"},
        {EBUSY, "the device is busy"},
        {EPIPE, "nobody reads the pipe"},
        {ENXIO, "no such device"},
        {ENODEV, "no such device"},
        {EINVAL, "the system refuses it"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].number == number)
            return reasons[i].text;
    return NULL;
}

enum wr_result wr_posix_fail(struct wr_context *context, const char *path, const char *slug,
                             const char *what, int number)
{
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    const char *reason = reason_of(number);
    if (number == ENOMEM)
        return wr_no_memory(context);
    if (reason)
        return wr_fail(context, WR_IO, where, slug, NULL, "cannot be %s: %s", what, reason);
    return wr_fail(context, WR_IO, where, slug, NULL, "cannot be %s: system error %d", what,
                   number);
}

/* "did you mean 'level.json'?" where the folder of a path that is not there holds a file or
 * folder of a near name; else NULL. The text is in `out`. */
static const char *near(const char *path, char out[WR_SUGGESTION_SIZE])
{
    struct wr_arena *arena = wr_arena_create();
    const char **names = arena ? wr_posix_visible(arena, wr_path_folder(arena, path)) : NULL;
    const char *found = names ? wr_nearest_word(wr_path_name(path), names) : NULL;
    if (found && strcmp(found, wr_path_name(path)) == 0)
        found = NULL; /* a link that leads nowhere */
    if (found)
        snprintf(out, WR_SUGGESTION_SIZE, "did you mean '%s'?", found);
    wr_arena_destroy(arena);
    return found ? out : NULL;
}

enum wr_result wr_posix_fail_read(struct wr_context *context, const char *path, int number)
{
    struct wr_source source = {.name = path};
    char hint[WR_SUGGESTION_SIZE];
    if (number == ENOENT || number == ENOTDIR)
        return wr_fail(context, WR_NOT_FOUND, wr_at(&source, WR_WHOLE_FILE), "file-not-found",
                       near(path, hint), "there is no such file or folder");
    return wr_posix_fail(context, path, "read-failed", "read", number);
}

enum wr_result wr_posix_fail_write(struct wr_context *context, const char *path, int number)
{
    return wr_posix_fail(context, path, "write-failed", "written", number);
}

enum wr_result wr_fail_folder(struct wr_context *context, const char *path, const char *hint)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-is-folder", hint,
                   "this is a folder where a file is wanted");
}

enum wr_result wr_posix_fail_exists(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                   "give --force to replace it", "the file exists already");
}

enum wr_result wr_posix_fail_put(struct wr_context *context, const char *path, int number)
{
    return number == EEXIST   ? wr_posix_fail_exists(context, path)
           : number == EISDIR ? wr_fail_folder(context, path, NULL)
                              : wr_posix_fail_write(context, path, number);
}
