/* Files, read whole and written whole. */
#include "core/base/posix.h"

#include "core/base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STREAM_STEP = 1 << 16, LARGEST_STEP = 1 << 30 };

/* ---- Reading --------------------------------------------------------------------------- */

/* What this process was given open may be a pipe or a terminal; waiting for it is meant. */
static bool is_stream(const char *path)
{
    return strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
           strncmp(path, "/proc/self/fd/", 14) == 0;
}

/* What may be read of what was opened. */
static enum wr_result judge_input(struct wr_context *context, const char *path, int file,
                                  struct stat *status)
{
    struct wr_source source = {.name = path};
    if (fstat(file, status) != 0)
        return wr_posix_fail_read(context, path, errno);
    if (S_ISDIR(status->st_mode))
        return wr_fail_folder(context, path, NULL);
    if (S_ISREG(status->st_mode) || is_stream(path))
        return WR_OK;
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-is-device",
                   "copy what it gives into a file",
                   "this is a pipe or a device where a file is wanted");
}

/* Opens a file to be read. A pipe that nobody writes to would wait for ever: only files are
 * opened. */
static enum wr_result open_input(struct wr_context *context, const char *path, int *out,
                                 struct stat *status)
{
    int wait = is_stream(path) ? 0 : O_NONBLOCK;
    if (wr_context_stopped(context))
        return WR_STOPPED;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | wait);
    if (file < 0)
        return wr_posix_fail_read(context, path, errno);
    enum wr_result result = judge_input(context, path, file, status);
    if (result == WR_OK)
        *out = file;
    else
        close(file);
    return result;
}

/* At most `size` bytes, fewer only at the end; -1 on failure. */
static ssize_t read_fully(int file, uint8_t *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t step = size - done < LARGEST_STEP ? size - done : LARGEST_STEP;
        ssize_t got = read(file, data + done, step);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static enum wr_result fail_size(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_LIMIT, wr_at(&source, WR_WHOLE_FILE), "file-too-large", NULL,
                   "the file is larger than 4 GiB, which no format here can hold");
}

static enum wr_result read_sized(struct wr_context *context, struct wr_arena *arena, int file,
                                 size_t size, struct wr_source *out)
{
    uint8_t *data = WR_TAKE(arena, uint8_t, size + 1);
    if (!data)
        return wr_no_memory(context);
    ssize_t got = read_fully(file, data, size);
    if (got < 0)
        return wr_posix_fail_read(context, out->name, errno);
    data[got] = 0;
    out->data = data;
    out->size = (size_t)got;
    return WR_OK;
}

/* Pipes and the files of /proc do not know their size. */
static enum wr_result read_stream(struct wr_context *context, struct wr_arena *arena, int file,
                                  struct wr_source *out)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = WR_OK;
    ssize_t got = STREAM_STEP;
    while (result == WR_OK && got == STREAM_STEP) {
        uint8_t *to = wr_bytes_extend(&bytes, STREAM_STEP);
        got = to ? read_fully(file, to, STREAM_STEP) : -1;
        if (!to)
            result = wr_no_memory(context);
        else if (got < 0)
            result = wr_posix_fail_read(context, out->name, errno);
        else if ((bytes.size -= STREAM_STEP - (size_t)got) > WR_LARGEST_FILE)
            result = fail_size(context, out->name);
    }
    if (result == WR_OK) {
        out->size = bytes.size;
        out->data = (uint8_t *)wr_arena_text(arena, (char *)bytes.data, bytes.size);
        result = out->data ? WR_OK : wr_no_memory(context);
    }
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result read_open(struct wr_context *context, struct wr_arena *arena, int file,
                                const struct stat *status, struct wr_source *out)
{
    if (!S_ISREG(status->st_mode) || status->st_size == 0)
        return read_stream(context, arena, file, out);
    if (status->st_size > (off_t)WR_LARGEST_FILE)
        return fail_size(context, out->name);
    return read_sized(context, arena, file, (size_t)status->st_size, out);
}

enum wr_result wr_file_read(struct wr_context *context, struct wr_arena *arena,
                            const char *path, struct wr_source *out)
{
    struct stat status;
    int file;
    enum wr_result result = open_input(context, path, &file, &status);
    if (result != WR_OK)
        return result;
    struct wr_source source = {.name = wr_arena_text(arena, path, strlen(path))};
    result =
        source.name ? read_open(context, arena, file, &status, &source) : wr_no_memory(context);
    close(file);
    if (result == WR_OK)
        *out = source;
    return result;
}

enum wr_result wr_file_load(struct wr_context *context, const char *path,
                            struct wr_arena **arena, struct wr_source **out)
{
    *arena = wr_arena_create();
    *out = *arena ? WR_ZERO(*arena, struct wr_source, 1) : NULL;
    enum wr_result result =
        *out ? wr_file_read(context, *arena, path, *out) : wr_no_memory(context);
    if (result != WR_OK)
        wr_arena_destroy(*arena);
    return result;
}

enum wr_result wr_file_range(struct wr_context *context, const char *path, uint64_t at,
                             void *out, size_t size, size_t *got, uint64_t *total)
{
    struct stat status;
    int file;
    enum wr_result result = open_input(context, path, &file, &status);
    if (result != WR_OK)
        return result;
    bool there = at == 0 || (at <= INT64_MAX && lseek(file, (off_t)at, SEEK_SET) >= 0);
    ssize_t count = there ? read_fully(file, out, size) : -1;
    if (count < 0)
        result = wr_posix_fail_read(context, path, errno);
    close(file);
    *got = count < 0 ? 0 : (size_t)count;
    *total = (uint64_t)status.st_size;
    return result;
}

enum wr_result wr_file_head(struct wr_context *context, const char *path, void *out,
                            size_t size, size_t *got, uint64_t *total)
{
    return wr_file_range(context, path, 0, out, size, got, total);
}

/* ---- Writing --------------------------------------------------------------------------- */

bool wr_posix_write(int file, const uint8_t *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t step = size - done < LARGEST_STEP ? size - done : LARGEST_STEP;
        ssize_t put = write(file, data + done, step);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        if (put == 0) {
            errno = ENOSPC;
            return false;
        }
        done += (size_t)put;
    }
    return true;
}

int wr_posix_sync_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return folder >= 0 && wr_posix_close(folder, true, true) ? 0 : errno;
}

bool wr_posix_close(int file, bool fine, bool sync)
{
    fine = fine && (!sync || fsync(file) == 0);
    int number = errno;
    if (close(file) != 0 && errno != EINTR && fine) {
        fine = false;
        number = errno;
    }
    errno = number;
    return fine;
}
