/* Folders that are made for files, and removed again where none came into them. */
#include "core/posix/posix.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
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
    else if (number != 0 && number != ENOENT && is_folder(path))
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

int wr_made_folder_again(struct wr_made_folder *made)
{
    size_t size = strlen(made->path);
    wr_undo_lock();
    int number = size ? make_folder(made->path, size, &made->kept) : 0;
    wr_undo_unlock();
    return number;
}

int wr_made_folder_make(struct wr_made_folder *made, const char *path)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    *made = (struct wr_made_folder){{.run = remove_made}, wr_alloc(size + 1), SIZE_MAX};
    if (!made->path)
        return ENOMEM;
    memcpy(made->path, path, size);
    made->path[size] = '\0';
    wr_undo_lock();
    wr_undo_add(&made->undo);
    wr_undo_unlock();
    int number = wr_made_folder_again(made);
    if (number)
        wr_made_folder_leave(made);
    return number;
}

void wr_made_folder_leave(struct wr_made_folder *made)
{
    wr_undo_lock();
    wr_undo_forget(&made->undo);
    remove_made(&made->undo);
    wr_undo_unlock();
    wr_free(made->path);
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

int wr_made_folder_sync(const struct wr_made_folder *made)
{
    size_t size = strlen(made->path);
    int number = sync_part(made->path, size);
    while (number == 0 && size > made->kept) {
        size = above(made->path, size);
        number = sync_part(made->path, size);
    }
    return number;
}
