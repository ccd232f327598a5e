/* Hidden folders that files are made in: each lists what is in it, in a file that its maker
 * keeps locked, so that others know what a killed process left and what is still at work. */
#define _GNU_SOURCE /* flock, O_PATH */
#include "core/posix/posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(O_PATH)
enum { TO_LOOK_IN = O_PATH | O_DIRECTORY | O_CLOEXEC };
#else
enum { TO_LOOK_IN = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif
enum { OWN_FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static const char LIST[] = ".made"; /* in each: the names of its files, a line each */

/* ---- What is in a folder ---- */

static bool is_own(int file, mode_t kind)
{
    struct stat status;
    return fstat(file, &status) == 0 && (status.st_mode & S_IFMT) == kind &&
           status.st_uid == geteuid();
}

/* A link in its place, or what another user put there, stays. */
static void remove_file(int folder, const char *name, uid_t owner)
{
    struct stat status;
    if (strchr(name, '/') || fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    if (S_ISREG(status.st_mode) && status.st_uid == owner)
        unlinkat(folder, name, 0);
}

/* Removes the files of the whole lines in a piece of the list; returns how much they take. */
static size_t remove_listed(int folder, char *piece, size_t size, uid_t owner)
{
    char *line = piece;
    for (char *end; (end = memchr(line, '\n', size - (size_t)(line - piece))); line = end + 1) {
        *end = '\0';
        remove_file(folder, line, owner);
    }
    return (size_t)(line - piece);
}

/* Removes what the list names, the list and the folder, but nothing that is not named. */
static void clear(int around, const char *name, int folder, int list)
{
    char piece[2 * WR_POSIX_PATH]; /* no memory is asked for: this is what ends a failure */
    struct stat status;
    if (fstat(list, &status) != 0)
        return;
    size_t done = 0, step = 1;
    while (step > 0) {
        ssize_t got = pread(list, piece, sizeof piece, (off_t)done);
        step = got > 0 ? remove_listed(folder, piece, (size_t)got, status.st_uid) : 0;
        done += step;
    }
    unlinkat(folder, LIST, 0);
    unlinkat(around, name, AT_REMOVEDIR);
}

/* ---- Sweeping ---- */

/* Whether the maker of a list is gone: it had a lock, which it would still have. Emscripten has
 * no locks, and gives one to whoever asks. */
static bool is_left(int list)
{
#if defined(__EMSCRIPTEN__)
    (void)list;
    return false;
#else
    return flock(list, LOCK_EX | LOCK_NB) == 0;
#endif
}

/* Where there is no list, its maker was stopped before the first file or after the last: such
 * a folder is removed if it is empty. */
static void sweep_folder(int around, const char *name, int folder)
{
    int list = openat(folder, LIST, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (list < 0 && errno == ENOENT)
        unlinkat(around, name, AT_REMOVEDIR);
    if (list < 0)
        return;
    if (is_own(list, S_IFREG) && is_left(list))
        clear(around, name, folder, list);
    close(list);
}

void wr_hidden_sweep(const char *around)
{
    DIR *entries = opendir(around);
    if (!entries)
        return;
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        int folder = wr_hidden_name_is_ours(entry->d_name)
                         ? openat(dirfd(entries), entry->d_name, OWN_FOLDER)
                         : -1;
        if (folder < 0)
            continue;
        if (is_own(folder, S_IFDIR))
            sweep_folder(dirfd(entries), entry->d_name, folder);
        close(folder);
    }
    closedir(entries);
}

/* ---- Making ---- */

/* A name is listed before there is a file of it. */
static bool list_name(const struct wr_hidden *hidden, const char *name)
{
    char line[WR_POSIX_PATH];
    int size = snprintf(line, sizeof line, "%s\n", name);
    if (size >= 0 && (size_t)size < sizeof line)
        return wr_posix_write(hidden->list, (const uint8_t *)line, (size_t)size);
    errno = ENAMETOOLONG;
    return false;
}

static int set_up(struct wr_hidden *hidden)
{
    struct stat status;
    hidden->folder = openat(hidden->around, hidden->name, OWN_FOLDER);
    if (hidden->folder < 0)
        return errno;
    hidden->list =
        openat(hidden->folder, LIST, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (hidden->list < 0)
        return errno;
    /* Where there are no locks, nobody gets one, and nobody removes this. */
    if (flock(hidden->list, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return ENOENT;
    if (!list_name(hidden, WR_HIDDEN_NEXT)) /* once, however often there is such a file */
        return errno;
    return fstatat(hidden->folder, LIST, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
}

/* ENOENT: another process took the new folder for what a killed one left, before it was locked;
 * EEXIST: the name is taken, by a process of this number in another container. */
static int make_one(struct wr_hidden *hidden)
{
    wr_hidden_name(hidden->name, (long)getpid());
    hidden->folder = hidden->list = -1;
    if (mkdirat(hidden->around, hidden->name, 0777) != 0)
        return errno;
    int number = set_up(hidden);
    if (number == 0)
        return 0;
    if (hidden->list >= 0) {
        unlinkat(hidden->folder, LIST, 0);
        close(hidden->list);
    }
    if (hidden->folder >= 0)
        close(hidden->folder);
    unlinkat(hidden->around, hidden->name, AT_REMOVEDIR);
    return number;
}

static void undo(struct wr_undo *undo)
{
    const struct wr_hidden *hidden = (const struct wr_hidden *)undo;
    clear(hidden->around, hidden->name, hidden->folder, hidden->list);
}

int wr_hidden_make(struct wr_hidden *hidden, const char *around)
{
    *hidden = (struct wr_hidden){{.run = undo}, .folder = -1, .list = -1};
    hidden->around = open(around, TO_LOOK_IN);
    int number = hidden->around < 0 ? errno : ENOENT;
    if (hidden->around < 0)
        return number;
    wr_undo_lock();
    for (int i = 0; (number == ENOENT || number == EEXIST) && i < WR_POSIX_TRIES; i++)
        number = make_one(hidden);
    if (number == 0)
        wr_undo_add(&hidden->undo);
    wr_undo_unlock();
    if (number != 0)
        close(hidden->around);
    return number;
}

int wr_hidden_open(const struct wr_hidden *hidden, const char *name)
{
    wr_undo_share();
    int file = -1;
    if (strcmp(name, WR_HIDDEN_NEXT) == 0 || list_name(hidden, name))
        file = openat(hidden->folder, name, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                      0666);
    wr_undo_unshare();
    return file;
}

void wr_hidden_drop(struct wr_hidden *hidden)
{
    wr_undo_lock();
    wr_undo_forget(&hidden->undo);
    undo(&hidden->undo);
    wr_undo_unlock();
    close(hidden->list);
    close(hidden->folder);
    close(hidden->around);
}
