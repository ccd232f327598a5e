/* Where a file is put: links followed, permissions kept, nothing replaced unasked. */
#define _GNU_SOURCE /* renameat2 by its number, realpath */
#include "core/base/path.h"
#include "core/posix/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

/* Moves a file where none is; never replaces one. */
static bool move_new(int folder, const char *from, const char *to)
{
#if defined(__linux__) && defined(SYS_renameat2)
    const unsigned no_replace = 1; /* RENAME_NOREPLACE, which not every file system knows */
    if (syscall(SYS_renameat2, folder, from, AT_FDCWD, to, no_replace) == 0)
        return true;
    if (errno != ENOSYS && errno != EINVAL)
        return false;
#endif
    if (linkat(folder, from, AT_FDCWD, to, 0) == 0)
        return unlinkat(folder, from, 0) == 0;
    if (errno == EEXIST || access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    /* no hard links here: a short gap is the best there is */
    return renameat(folder, from, AT_FDCWD, to) == 0;
}

/* ---- What a write is about to replace ---- */

struct target {
    const char *path; /* links followed */
    char *resolved;   /* what to free, or NULL */
    mode_t mode;      /* of the old file */
    bool exists, special;
};

/* 0, or the number of an error. */
static int look_at(const char *path, struct target *out)
{
    struct stat status;
    *out = (struct target){.path = path};
    if (lstat(path, &status) != 0)
        return errno == ENOENT ? 0 : errno;
    out->exists = true;
    if (S_ISLNK(status.st_mode)) {
        if (stat(path, &status) != 0)
            return errno;
        if (S_ISREG(status.st_mode) && !(out->resolved = realpath(path, NULL)))
            return errno;
        out->path = out->resolved ? out->resolved : path;
    }
    out->mode = status.st_mode & 0777;
    out->special = !S_ISREG(status.st_mode);
    return S_ISDIR(status.st_mode) ? EISDIR : 0;
}

/* The folder a target lies in, for what is made beside it. 0, or the number of an error. */
static int folder_of(const struct target *target, char out[WR_POSIX_PATH])
{
    size_t size = (size_t)(wr_path_name(target->path) - target->path);
    if (size + 2 > WR_POSIX_PATH)
        return ENAMETOOLONG;
    memcpy(out, target->path, size);
    memcpy(out + size, ".", 2);
    return 0;
}

/* ---- Putting a made file there; each gives 0, or the number of an error ---- */

static bool copy(int from, int to)
{
    uint8_t piece[1 << 14];
    ssize_t got;
    do {
        got = read(from, piece, sizeof piece);
        if (got > 0 && !wr_posix_write(to, piece, (size_t)got))
            return false;
    } while (got > 0 || (got < 0 && errno == EINTR));
    return got == 0;
}

/* Copies a made file into an open one, which is closed. */
static int copy_into(const struct wr_hidden *hidden, const char *name, int to, unsigned flags)
{
    int from = to >= 0 ? openat(hidden->folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
    bool fine = from >= 0 && copy(from, to);
    int number = fine ? 0 : errno;
    if (from >= 0)
        close(from);
    if (to >= 0 && !wr_posix_close(to, fine, (flags & WR_DURABLE) != 0) && fine)
        number = errno;
    return number;
}

static int replace(const struct wr_hidden *hidden, const char *name,
                   const struct target *target)
{
    wr_undo_share();
    if (target->exists) /* a file system without permissions is no failure */
        fchmodat(hidden->folder, name, target->mode, 0);
    int number = renameat(hidden->folder, name, AT_FDCWD, target->path) == 0 ? 0 : errno;
    wr_undo_unshare();
    return number;
}

/* A link led to another file system. */
static int replace_afar(const struct wr_hidden *hidden, const char *name,
                        const struct target *target, unsigned flags)
{
    char folder[WR_POSIX_PATH];
    struct wr_hidden there;
    int number = folder_of(target, folder);
    if (number == 0)
        number = wr_hidden_make(&there, folder);
    if (number != 0)
        return number;
    number = copy_into(hidden, name, wr_hidden_open(&there, WR_HIDDEN_NEXT), flags);
    if (number == 0)
        number = replace(&there, WR_HIDDEN_NEXT, target);
    wr_hidden_drop(&there);
    return number;
}

static int sync_around(const struct target *target)
{
    char path[WR_POSIX_PATH];
    int number = folder_of(target, path);
    return number ? number : wr_posix_sync_folder(path);
}

static int put_new(const struct wr_hidden *hidden, const char *name, const char *path)
{
    wr_undo_share();
    int number = move_new(hidden->folder, name, path) ? 0 : errno;
    wr_undo_unshare();
    return number;
}

static int put(const struct wr_hidden *hidden, const char *name, const struct target *target,
               unsigned flags)
{
    if (target->exists && !(flags & WR_OVERWRITE))
        return EEXIST;
    if (target->special)
        return copy_into(hidden, name, open(target->path, O_WRONLY | O_CLOEXEC), 0);
    int number = flags & WR_OVERWRITE ? replace(hidden, name, target)
                                      : put_new(hidden, name, target->path);
    return number == EXDEV ? replace_afar(hidden, name, target, flags) : number;
}

int wr_hidden_put(const struct wr_hidden *hidden, const char *name, const char *path,
                  unsigned flags)
{
    struct target target;
    if (!(flags & WR_OVERWRITE) && put_new(hidden, name, path) == 0)
        return 0; /* where that fails, what is there says why */
    int number = look_at(path, &target);
    if (number == 0)
        number = put(hidden, name, &target, flags);
    if (number == 0 && target.resolved && (flags & WR_DURABLE))
        number = sync_around(&target);
    free(target.resolved);
    return number;
}

int wr_posix_move(void *user, const char *from, const char *to, unsigned flags)
{
    const struct target target = {.path = to};
    bool replaces = (flags & WR_OVERWRITE) != 0;
    (void)user;
    wr_undo_lock();
    bool fine = replaces ? rename(from, to) == 0 : move_new(AT_FDCWD, from, to);
    int number = fine ? 0 : errno;
    wr_undo_unlock();
    if (number == 0 && (flags & WR_DURABLE))
        number = sync_around(&target);
    return wr_posix_error(number);
}
