/* The operating system, all of it: POSIX here, another system is another section. */
#define _GNU_SOURCE /* the affinity of a process, the type of a folder's entry, renameat2 */
#include "core/base/system.h"

#include "core/base/bytes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#endif

enum { TEMPORARY_TRIES = 1000, STREAM_STEP = 1 << 16, LARGEST_STEP = 1 << 30 };

/* ---- Reasons --------------------------------------------------------------------------- */

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

static enum wr_result fail_system(struct wr_context *context, const char *path,
                                  const char *slug, const char *what, int number)
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

static enum wr_result fail_read(struct wr_context *context, const char *path, int number)
{
    struct wr_source source = {.name = path};
    if (number == ENOENT || number == ENOTDIR)
        return wr_fail(context, WR_NOT_FOUND, wr_at(&source, WR_WHOLE_FILE), "file-not-found",
                       NULL, "there is no such file or folder");
    return fail_system(context, path, "read-failed", "read", number);
}

static enum wr_result fail_write(struct wr_context *context, const char *path, int number)
{
    return fail_system(context, path, "write-failed", "written", number);
}

static enum wr_result fail_folder(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-is-folder", NULL,
                   "this is a folder where a file is wanted");
}

static enum wr_result fail_exists(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                   "give --force to replace it", "the file exists already");
}

/* ---- Reading --------------------------------------------------------------------------- */

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
        return fail_read(context, out->name, errno);
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
            result = fail_read(context, out->name, errno);
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
                                struct wr_source *out)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return fail_read(context, out->name, errno);
    if (S_ISDIR(status.st_mode))
        return fail_folder(context, out->name);
    if (!S_ISREG(status.st_mode) || status.st_size == 0)
        return read_stream(context, arena, file, out);
    if (status.st_size > (off_t)WR_LARGEST_FILE)
        return fail_size(context, out->name);
    return read_sized(context, arena, file, (size_t)status.st_size, out);
}

enum wr_result wr_file_read(struct wr_context *context, struct wr_arena *arena,
                            const char *path, struct wr_source *out)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail_read(context, path, errno);
    struct wr_source source = {.name = wr_arena_text(arena, path, strlen(path))};
    enum wr_result result =
        source.name ? read_open(context, arena, file, &source) : wr_no_memory(context);
    close(file);
    if (result == WR_OK)
        *out = source;
    return result;
}

/* ---- Writing --------------------------------------------------------------------------- */

static bool write_fully(int file, const uint8_t *data, size_t size)
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

/* A file beside the target that nobody else uses. `name` has room for the target's folder and
 * TEMPORARY_SIZE more. */
enum { TEMPORARY_SIZE = 48 };

static int open_temporary(const char *target, char *name)
{
    static atomic_uint counter;
    size_t folder = (size_t)(wr_path_name(target) - target);
    memcpy(name, target, folder);
    int file = -1;
    for (int i = 0; file < 0 && i < TEMPORARY_TRIES; i++) {
        unsigned number = atomic_fetch_add(&counter, 1);
        snprintf(name + folder, TEMPORARY_SIZE, ".warren-%ld-%u", (long)getpid(), number);
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

/* Moves a file where none is; never replaces one. */
static bool move_new(const char *from, const char *to)
{
#if defined(__linux__) && defined(SYS_renameat2)
    const unsigned no_replace = 1; /* RENAME_NOREPLACE, which not every file system knows */
    if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace) == 0)
        return true;
    if (errno != ENOSYS && errno != EINVAL)
        return false;
#endif
    if (link(from, to) == 0)
        return unlink(from) == 0;
    if (errno == EEXIST || access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0; /* no hard links here: a short gap is the best there is */
}

static bool sync_folder(const char *path, char *name)
{
    size_t size = (size_t)(wr_path_name(path) - path);
    memcpy(name, path, size);
    memcpy(name + size, ".", 2);
    int folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    bool synced = fsync(folder) == 0;
    return close(folder) == 0 && synced;
}

/* What a write is about to replace. */
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

/* Each step leaves its error in errno. The temporary file is gone when this fails. */
static bool write_beside(const struct target *target, char *name, const void *data, size_t size,
                         unsigned flags)
{
    int file = open_temporary(target->path, name);
    if (file < 0)
        return false;
    if (target->exists)
        fchmod(file, target->mode); /* a file system without permissions is no failure */
    bool fine = write_fully(file, data, size);
    fine = fine && (!(flags & WR_DURABLE) || fsync(file) == 0);
    int number = errno;
    if (close(file) != 0 && errno != EINTR && fine) {
        fine = false;
        number = errno;
    }
    if (fine) {
        fine = flags & WR_OVERWRITE ? rename(name, target->path) == 0
                                    : move_new(name, target->path);
        number = errno;
    }
    if (!fine)
        unlink(name);
    errno = number;
    return fine && (!(flags & WR_DURABLE) || sync_folder(target->path, name));
}

static bool write_through(const char *path, const void *data, size_t size)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool fine = write_fully(file, data, size);
    int number = errno;
    fine = close(file) == 0 && fine;
    errno = number;
    return fine;
}

static enum wr_result write_target(struct wr_context *context, const char *path,
                                   const struct target *target, const void *data, size_t size,
                                   unsigned flags)
{
    if (target->special)
        return write_through(path, data, size) ? WR_OK : fail_write(context, path, errno);
    if (target->exists && !(flags & WR_OVERWRITE))
        return fail_exists(context, path);
    char *name = wr_alloc(strlen(target->path) + TEMPORARY_SIZE);
    if (!name)
        return wr_no_memory(context);
    bool fine = write_beside(target, name, data, size, flags);
    int number = errno;
    wr_free(name);
    if (fine)
        return WR_OK;
    bool raced = number == EEXIST && !(flags & WR_OVERWRITE);
    return raced ? fail_exists(context, path) : fail_write(context, path, number);
}

enum wr_result wr_file_write(struct wr_context *context, const char *path, const void *data,
                             size_t size, unsigned flags)
{
    struct target target;
    int number = look_at(path, &target);
    enum wr_result result;
    if (number == EISDIR)
        result = fail_folder(context, path);
    else if (number)
        result = fail_write(context, path, number);
    else
        result = write_target(context, path, &target, data, size, flags);
    free(target.resolved);
    return result;
}

/* ---- Staging --------------------------------------------------------------------------- */

enum { LONGEST_PATH = 4096 };

/* folder + '/' + name; false when it is too long. */
static bool join_path(char out[LONGEST_PATH], const char *folder, const char *name)
{
    int size = snprintf(out, LONGEST_PATH, "%s/%s", folder, name);
    return size >= 0 && size < LONGEST_PATH;
}

/* Where a file of a staging folder is meant to be: what messages name. */
static bool target_path(char out[LONGEST_PATH], const char *staging, const char *name)
{
    int folder = (int)(wr_path_name(staging) - staging);
    int size = snprintf(out, LONGEST_PATH, "%.*s%s", folder, staging, name);
    return size >= 0 && size < LONGEST_PATH;
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
    char path[LONGEST_PATH];
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
    char name[TEMPORARY_SIZE];
    enum wr_result result = wr_folder_make(context, folder);
    if (result == WR_OK)
        sweep_staging(folder);
    for (int i = 0; result == WR_OK && i < TEMPORARY_TRIES; i++) {
        snprintf(name, sizeof name, ".warren-%ld-%d", (long)getpid(), i);
        char *path = wr_path_join(arena, folder, name);
        if (!path)
            return wr_no_memory(context);
        if (mkdir(path, 0777) == 0) {
            *out = path;
            return WR_OK;
        }
        if (errno != EEXIST)
            result = fail_write(context, folder, errno);
    }
    return result == WR_OK ? fail_write(context, folder, EEXIST) : result;
}

enum wr_result wr_staging_write(struct wr_context *context, const char *staging,
                                const char *name, const void *data, size_t size, unsigned flags)
{
    char path[LONGEST_PATH], target[LONGEST_PATH];
    if (!join_path(path, staging, name) || !target_path(target, staging, name))
        return fail_write(context, name, ENAMETOOLONG);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return fail_write(context, target, errno);
    bool fine = write_fully(file, data, size);
    fine = fine && (!(flags & WR_DURABLE) || fsync(file) == 0);
    int number = errno;
    if (close(file) != 0 && errno != EINTR && fine) {
        fine = false;
        number = errno;
    }
    return fine ? WR_OK : fail_write(context, target, number);
}

enum wr_result wr_staging_move(struct wr_context *context, const char *staging,
                               const char *name, unsigned flags)
{
    char from[LONGEST_PATH], to[LONGEST_PATH];
    if (!join_path(from, staging, name) || !target_path(to, staging, name))
        return fail_write(context, name, ENAMETOOLONG);
    bool fine = flags & WR_OVERWRITE ? rename(from, to) == 0 : move_new(from, to);
    if (!fine && errno == EEXIST)
        return fail_exists(context, to);
    return fine ? WR_OK : fail_write(context, to, errno);
}

void wr_staging_drop(const char *staging)
{
    DIR *folder = staging ? opendir(staging) : NULL;
    char path[LONGEST_PATH];
    if (!folder)
        return;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            join_path(path, staging, entry->d_name))
            unlink(path);
    closedir(folder);
    rmdir(staging);
}

/* ---- Folders --------------------------------------------------------------------------- */

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

/* 0, or the number of an error; `path` is changed and restored. */
static int make_folder(char *path)
{
    if (mkdir(path, 0777) == 0)
        return 0;
    int number = errno;
    if (number != ENOENT)
        return wr_folder_exists(path) ? 0 : number;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0;
        number = errno;
        made = made || wr_folder_exists(path);
        *slash = '/';
        if (!made)
            return number;
    }
    return mkdir(path, 0777) == 0 || wr_folder_exists(path) ? 0 : errno;
}

enum wr_result wr_folder_make(struct wr_context *context, const char *path)
{
    size_t size = strlen(path) + 1;
    char *copy = wr_alloc(size);
    if (!copy)
        return wr_no_memory(context);
    memcpy(copy, path, size);
    int number = *path ? make_folder(copy) : 0;
    wr_free(copy);
    return number ? fail_system(context, path, "write-failed", "made", number) : WR_OK;
}

/* What an entry is, behind a link too. A link that leads nowhere counts as a file: whoever
 * reads it says so. */
static mode_t entry_mode(DIR *folder, const struct dirent *entry)
{
#if defined(DTTOIF)
    if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
        return DTTOIF((mode_t)entry->d_type);
#endif
    struct stat status;
    return fstatat(dirfd(folder), entry->d_name, &status, 0) == 0 ? status.st_mode : S_IFREG;
}

static bool is_listed(const char *name, mode_t mode)
{
    bool itself = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return !itself && (S_ISDIR(mode) || S_ISREG(mode));
}

static char *entry_name(struct wr_arena *arena, const char *entry, mode_t mode)
{
    size_t size = strlen(entry);
    char *name = wr_arena_text(arena, entry, size + 1);
    if (name && S_ISDIR(mode))
        name[size] = '/';
    return name;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char **items;
    size_t count, capacity;
};

/* 0, or the number of an error. */
static int collect(struct wr_arena *arena, DIR *folder, struct names *names)
{
    const struct dirent *entry;
    while ((void)(errno = 0), (entry = readdir(folder)) != NULL) {
        mode_t mode = entry_mode(folder, entry);
        if (!is_listed(entry->d_name, mode))
            continue;
        char *name = entry_name(arena, entry->d_name, mode);
        if (!name ||
            !wr_grow(&names->items, &names->capacity, names->count + 1, sizeof *names->items))
            return ENOMEM;
        names->items[names->count++] = name;
    }
    return errno;
}

enum wr_result wr_folder_list(struct wr_context *context, struct wr_arena *arena,
                              const char *path, char ***names, size_t *count)
{
    DIR *folder = opendir(path);
    if (!folder)
        return fail_read(context, path, errno);
    struct names found = {0};
    int number = collect(arena, folder, &found);
    closedir(folder);
    char **copy = NULL;
    if (number == 0) {
        if (found.count > 1)
            qsort(found.items, found.count, sizeof *found.items, compare_names);
        copy = wr_arena_copy(arena, found.items, found.count, sizeof *found.items);
        number = copy ? 0 : ENOMEM;
    }
    wr_free(found.items);
    if (number)
        return fail_read(context, path, number);
    *names = copy;
    *count = found.count;
    return WR_OK;
}

/* ---- The process ----------------------------------------------------------------------- */

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
    char *path = WR_TAKE(arena, char, 3 * ups + strlen(rest) + 2);
    if (!path)
        return NULL;
    for (size_t i = 0; i < ups; i++)
        memcpy(path + 3 * i, "../", 3);
    strcpy(path + 3 * ups, *rest || ups ? rest : ".");
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

double wr_clock(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

unsigned wr_processor_count(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

void wr_memory_prefer_large_pages(void *memory, size_t size)
{
#if defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)1 << 21, from = (uintptr_t)memory;
    uintptr_t start = (from + page - 1) / page * page, end = (from + size) / page * page;
    if (start < end)
        madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}

const char *wr_environment(const char *name)
{
    return getenv(name);
}

char *wr_program_folder(struct wr_arena *arena)
{
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size <= 0 || (size_t)size >= sizeof path - 1)
        return NULL;
    path[size] = '\0';
    return wr_path_folder(arena, path);
}

unsigned wr_terminal_width(void)
{
    const unsigned usual = 80;
    if (!isatty(STDERR_FILENO))
        return 0;
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return usual;
    return size.ws_col;
}

bool wr_terminal_colours(void)
{
    const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && !(refused && *refused) && kind && strcmp(kind, "dumb") != 0;
}

bool wr_write_out(const void *data, size_t size)
{
    return write_fully(STDOUT_FILENO, data, size);
}

bool wr_write_err(const void *data, size_t size)
{
    return write_fully(STDERR_FILENO, data, size);
}
