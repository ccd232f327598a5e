/* A context's table, and its faults in plain English, the same on every system. */
#include "core/files/fault.h"

#include "core/base/suggestion.h"
#include "core/files/listing.h"

#include <stdio.h>
#include <string.h>

const struct wr_files *wr_files_of(const struct wr_context *context)
{
    const struct wr_files *files = wr_context_files(context);
    return files ? files : wr_files_system();
}

static const char *reason_of(const struct wr_files *files, int error)
{
    static const char *const reasons[] = {
        [WR_FILE_MISSING] = "no such file or folder",
        [WR_FILE_IN_FILE] = "a part of the path is not a folder",
        [WR_FILE_IS_FOLDER] = "it is a folder",
        [WR_FILE_EXISTS] = "it exists",
        [WR_FILE_LONG_PATH] = "the name is too long",
        [WR_FILE_READ_ONLY] = "nothing can be written there",
    };
    if (error > 0)
        return error < (int)(sizeof reasons / sizeof *reasons) ? reasons[error] : NULL;
    return files->reason ? files->reason(files->user, error) : NULL;
}

enum wr_result wr_fail_file(struct wr_context *context, const char *path, const char *slug,
                            const char *what, int error)
{
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    if (error == WR_FILE_NO_MEMORY)
        return wr_no_memory(context);
    const char *reason = reason_of(wr_files_of(context), error);
    if (reason)
        return wr_fail(context, WR_IO, where, slug, NULL, "cannot be %s: %s", what, reason);
    return wr_fail(context, WR_IO, where, slug, NULL, "cannot be %s: system error %d", what,
                   -error);
}

/* ---- What was probably meant ---- */

/* "did you mean 'level.json'?" where the folder of a path that is not there holds a file or
 * folder of a near name; else NULL. The text is in `out`. */
static const char *near_name(struct wr_context *context, const char *path,
                             char out[WR_SUGGESTION_SIZE])
{
    struct wr_arena *arena = wr_arena_create();
    const char *folder = arena ? wr_path_folder(arena, path) : NULL;
    const char **names =
        folder ? wr_listing_visible(wr_files_of(context), arena, folder) : NULL;
    const char *near = names ? wr_nearest_word(wr_path_name(path), names) : NULL;
    if (near && strcmp(near, wr_path_name(path)) == 0)
        near = NULL; /* a link that leads nowhere */
    if (near)
        snprintf(out, WR_SUGGESTION_SIZE, "did you mean '%s'?", near);
    wr_arena_destroy(arena);
    return near ? out : NULL;
}

enum wr_result wr_fail_read(struct wr_context *context, const char *path, int error)
{
    struct wr_source source = {.name = path};
    char hint[WR_SUGGESTION_SIZE];
    if (error != WR_FILE_MISSING && error != WR_FILE_IN_FILE)
        return wr_fail_file(context, path, "read-failed", "read", error);
    return wr_fail(context, WR_NOT_FOUND, wr_at(&source, WR_WHOLE_FILE), "file-not-found",
                   near_name(context, path, hint), "there is no such file or folder");
}

/* ---- Writing ---- */

enum wr_result wr_fail_write(struct wr_context *context, const char *path, int error)
{
    return wr_fail_file(context, path, "write-failed", "written", error);
}

enum wr_result wr_fail_folder(struct wr_context *context, const char *path, const char *hint)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-is-folder", hint,
                   "this is a folder where a file is wanted");
}

enum wr_result wr_fail_put(struct wr_context *context, const char *path, int error)
{
    struct wr_source source = {.name = path};
    if (error == WR_FILE_IS_FOLDER)
        return wr_fail_folder(context, path, NULL);
    if (error != WR_FILE_EXISTS)
        return wr_fail_write(context, path, error);
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                   "give --force to replace it", "the file exists already");
}
