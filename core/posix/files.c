/* The files of a POSIX system, as a table. */
#define _GNU_SOURCE /* realpath, the type of a folder's entry */
#include "core/posix/posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_STEP = 1 << 30 };

/* ---- Looking ---- */

/* What this process was given open may be a pipe or a terminal; waiting for it is meant. */
static bool is_stream(const char *path)
{
    return strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
           strncmp(path, "/proc/self/fd/", 14) == 0;
}

/* That of the last change of any kind, which nobody can set back. */
static uint64_t time_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
}

static void describe(const char *path, const struct stat *status, bool linked,
                     struct wr_file_status *out)
{
    *out = (struct wr_file_status){
        .kind = S_ISREG(status->st_mode)   ? WR_PLAIN_FILE
                : S_ISDIR(status->st_mode) ? WR_FOLDER
                : is_stream(path)          ? WR_STREAM
                                           : WR_DEVICE,
        .linked = linked,
        .size = status->st_size > 0 ? (uint64_t)status->st_size : 0,
        .which = {(uint64_t)status->st_dev, (uint64_t)status->st_ino},
        .changed = time_of(&status->st_ctim),
    };
}

static int look(void *user, const char *path, struct wr_file_status *out)
{
    struct stat status;
    (void)user;
    if (lstat(path, &status) != 0)
        return wr_posix_error(errno);
    bool linked = S_ISLNK(status.st_mode);
    if (linked && stat(path, &status) != 0)
        return wr_posix_error(errno);
    describe(path, &status, linked, out);
    return WR_FILE_FINE;
}

static int resolve(void *user, const char *path, struct wr_bytes *out)
{
    char *resolved = realpath(path, NULL);
    (void)user;
    if (!resolved)
        return wr_posix_error(errno);
    wr_bytes_text(out, resolved);
    free(resolved);
    return out->failed ? WR_FILE_NO_MEMORY : WR_FILE_FINE;
}

/* ---- Reading ---- */

/* A pipe that nobody writes to would wait for ever. */
static int open_file(void *user, const char *path, void **out, struct wr_file_status *status)
{
    struct stat found;
    int wait = is_stream(path) ? 0 : O_NONBLOCK;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | wait);
    (void)user;
    if (file >= 0 && fstat(file, &found) == 0) {
        describe(path, &found, false, status);
        *out = wr_posix_handle(file);
        return WR_FILE_FINE;
    }
    int number = errno;
    if (file >= 0)
        close(file);
    return wr_posix_error(number);
}

/* A step of reading; a pipe has no offsets. */
static ssize_t read_step(int file, uint8_t *data, size_t size, uint64_t offset)
{
    size_t step = size < LARGEST_STEP ? size : LARGEST_STEP;
    ssize_t got = pread(file, data, step, (off_t)offset);
    return got < 0 && errno == ESPIPE ? read(file, data, step) : got;
}

static int read_file(void *user, void *handle, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    (void)user;
    *got = 0;
    while (*got < size) {
        ssize_t step = read_step(wr_posix_number(handle), (uint8_t *)data + *got, size - *got,
                                 offset + *got);
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return wr_posix_error(errno);
        if (step == 0)
            break;
        *got += (size_t)step;
    }
    return WR_FILE_FINE;
}

static void close_file(void *user, void *handle)
{
    (void)user;
    close(wr_posix_number(handle));
}

/* ---- Listing ---- */

/* What an entry is, behind a link too. A link that leads nowhere counts as a file: whoever
 * reads it says so. */
static enum wr_file_kind kind_of(DIR *folder, const struct dirent *entry)
{
    struct stat status = {.st_mode = S_IFREG};
#if defined(DTTOIF)
    if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
        status.st_mode = DTTOIF((mode_t)entry->d_type);
    else
#endif
        if (fstatat(dirfd(folder), entry->d_name, &status, 0) != 0)
        status.st_mode = S_IFREG;
    struct wr_file_status described;
    describe("", &status, false, &described);
    return described.kind;
}

static int list(void *user, const char *path, wr_list_fn *each, void *to)
{
    DIR *folder = opendir(path);
    bool goes_on = true;
    (void)user;
    if (!folder)
        return wr_posix_error(errno);
    const struct dirent *entry;
    while (goes_on && ((void)(errno = 0), (entry = readdir(folder)) != NULL)) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            goes_on = each(to, name, kind_of(folder, entry));
    }
    int error = goes_on ? wr_posix_error(errno) : WR_FILE_NO_MEMORY;
    closedir(folder);
    return error;
}

/* ---- The table ---- */

const struct wr_files *wr_files_system(void)
{
    static const struct wr_files files = {
        .look = look,
        .open = open_file,
        .read = read_file,
        .close = close_file,
        .list = list,
        .resolve = resolve,
        .stage = wr_posix_stage,
        .create = wr_posix_create,
        .go_on = wr_posix_go_on,
        .append = wr_posix_append,
        .rewrite = wr_posix_rewrite,
        .finish = wr_posix_finish,
        .commit = wr_posix_commit,
        .sync = wr_posix_sync,
        .drop = wr_posix_drop,
        .remove = wr_posix_remove,
        .move = wr_posix_move,
        .reason = wr_posix_reason,
    };
    return &files;
}
