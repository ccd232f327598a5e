/* Folders: making and listing them, and the way from one to another. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "core/base/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool wr_file_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

bool wr_folder_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

enum wr_result wr_folder_enter(struct wr_context *context, const char *path,
                               const wr_folder_way *above, wr_folder_way *out)
{
    enum { DEEPEST = 32 };
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    struct stat status;
    *out = (wr_folder_way){.above = above, .depth = above ? above->depth + 1 : 0};
    if (stat(path, &status) == 0) {
        out->device = (uint64_t)status.st_dev;
        out->number = (uint64_t)status.st_ino;
        for (; above; above = above->above)
            out->again |= above->device == out->device && above->number == out->number;
    }
    if (out->again)
        wr_warn(context, where, "folder-loop", NULL,
                "the folder is passed over: a link leads back to one it lies in");
    else if (out->depth > DEEPEST)
        return wr_fail(context, WR_LIMIT, where, "folder-too-deep",
                       "name the folders one by one", "folders are nested deeper than %d",
                       DEEPEST);
    return WR_OK;
}

enum wr_result wr_file_remove(struct wr_context *context, const char *path)
{
    if (unlink(path) == 0 || errno == ENOENT)
        return WR_OK;
    return wr_posix_fail(context, path, "write-failed", "removed", errno);
}

/* The length of a path without its last part, and of one without slashes at its end. */
static size_t above(const char *path, size_t size)
{
    while (size > 0 && path[size - 1] != '/')
        size--;
    while (size > 0 && path[size - 1] == '/')
        size--;
    return size;
}

/* Makes the folder that the first `size` characters name. 0, or the number of an error. */
static int make_one(char *path, size_t size, size_t *kept)
{
    char end = path[size];
    path[size] = '\0';
    int number = mkdir(path, 0777) == 0 ? 0 : errno;
    if (number == 0 && *kept > size)
        *kept = above(path, size);
    else if (number != 0 && number != ENOENT && wr_folder_exists(path))
        number = 0;
    path[size] = end;
    return number;
}

/* 0, or the number of an error; `path` is changed and restored. */
static int make_folder(char *path, size_t size, size_t *kept)
{
    int number = make_one(path, size, kept);
    if (number != ENOENT)
        return number;
    number = 0;
    for (char *slash = strchr(path + 1, '/'); number == 0 && slash;
         slash = strchr(slash + 1, '/'))
        number = make_one(path, (size_t)(slash - path), kept);
    return number == 0 ? make_one(path, size, kept) : number;
}

static void remove_made(struct wr_undo *undo)
{
    struct wr_made_folder *made = (struct wr_made_folder *)undo;
    char *path = made->path;
    for (size_t size = strlen(path); size > made->kept; size = above(path, size)) {
        path[size] = '\0';
        if (rmdir(path) != 0)
            return;
    }
}

enum wr_result wr_folder_make(struct wr_context *context, const char *path,
                              struct wr_made_folder *made)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    char *copy = wr_alloc(size + 1);
    if (!copy)
        return wr_no_memory(context);
    memcpy(copy, path, size);
    copy[size] = '\0';
    struct wr_made_folder own = {{.run = remove_made}, copy, SIZE_MAX};
    wr_undo_lock();
    int number = size ? make_folder(copy, size, &own.kept) : 0;
    if (made) {
        *made = own;
        wr_undo_add(&made->undo);
    }
    wr_undo_unlock();
    if (made && number)
        wr_folder_leave(made);
    else if (!made)
        wr_free(copy);
    return number ? wr_posix_fail(context, path, "write-failed", "made", number) : WR_OK;
}

/* Syncs the folder that the first `size` characters of a path name: none name "/" or ".". */
static int sync_part(const char *path, size_t size)
{
    char part[WR_POSIX_PATH] = ".";
    if (size >= sizeof part)
        return ENAMETOOLONG;
    if (size == 0 && *path == '/')
        size = 1;
    if (size > 0) {
        memcpy(part, path, size);
        part[size] = '\0';
    }
    return wr_posix_sync_folder(part);
}

enum wr_result wr_folder_sync(struct wr_context *context, const struct wr_made_folder *made)
{
    size_t size = strlen(made->path);
    int number = sync_part(made->path, size);
    while (number == 0 && size > made->kept) {
        size = above(made->path, size);
        number = sync_part(made->path, size);
    }
    return number ? wr_posix_fail_write(context, made->path, number) : WR_OK;
}

void wr_folder_leave(struct wr_made_folder *made)
{
    wr_undo_lock();
    wr_undo_forget(&made->undo);
    remove_made(&made->undo);
    wr_undo_unlock();
    wr_free(made->path);
}

enum wr_result wr_folder_list(struct wr_context *context, struct wr_arena *arena,
                              const char *path, char ***names, size_t *count)
{
    int number = wr_posix_list(arena, path, names, count);
    return number ? wr_posix_fail_read(context, path, number) : WR_OK;
}

/* ---- What was probably meant ------------------------------------------------------------- */

static bool is_recognised(struct wr_context *quiet, const char *path,
                          bool (*recognise)(const uint8_t *data, size_t size))
{
    enum { HEAD = 1 << 14 };
    uint8_t head[HEAD];
    size_t size;
    uint64_t total;
    return wr_file_head(quiet, path, head, HEAD, &size, &total) == WR_OK &&
           recognise(head, size);
}

const char *wr_folder_find(struct wr_context *context, struct wr_arena *arena,
                           const char *folder,
                           bool (*recognise)(const uint8_t *data, size_t size))
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    const char **names = quiet ? wr_posix_visible(arena, folder) : NULL, *found = NULL;
    for (; !found && names && *names; names++) {
        const char *path = wr_path_join(arena, folder, *names);
        if (path && is_recognised(quiet, path, recognise))
            found = *names;
    }
    wr_context_destroy(quiet);
    return found;
}

/* ---- Ways -------------------------------------------------------------------------------- */

/* How much of two absolute paths is the same, whole names only. */
static size_t common_path(const char *a, const char *b)
{
    size_t same = 0;
    for (size_t i = 0;; i++) {
        bool end_a = a[i] == '/' || a[i] == '\0', end_b = b[i] == '/' || b[i] == '\0';
        if (end_a && end_b)
            same = i;
        if (a[i] != b[i] || a[i] == '\0')
            return same;
    }
}

static char *path_down(struct wr_arena *arena, const char *from, const char *to)
{
    size_t same = common_path(from, to), ups = 0;
    if (same == 0)
        return wr_arena_text(arena, to, strlen(to));
    for (const char *p = from + same; *p; p++)
        ups += *p == '/';
    const char *rest = to[same] == '/' ? to + same + 1 : "";
    rest = *rest || ups ? rest : ".";
    char *path = WR_TAKE(arena, char, 3 * ups + strlen(rest) + 1);
    if (!path)
        return NULL;
    for (size_t i = 0; i < ups; i++)
        memcpy(path + 3 * i, "../", 3);
    memcpy(path + 3 * ups, rest, strlen(rest) + 1);
    if (!*rest && ups)
        path[3 * ups - 1] = '\0';
    return path;
}

char *wr_path_between(struct wr_arena *arena, const char *folder, const char *path)
{
    char *from = realpath(folder, NULL), *to = realpath(path, NULL);
    char *way =
        from && to ? path_down(arena, from, to) : wr_arena_text(arena, path, strlen(path));
    free(from);
    free(to);
    return way;
}

bool wr_path_stays(const char *folder, const char *path)
{
    char *root = realpath(folder, NULL), *target = realpath(path, NULL);
    size_t size = root ? strlen(root) : 0;
    size -= size == 1; /* the root of all */
    bool stays =
        !root || !target || (strncmp(root, target, size) == 0 && strchr("/", target[size]));
    free(root);
    free(target);
    return stays;
}
