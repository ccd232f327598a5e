/* Loaded into the program before the C library (LD_PRELOAD): lets calls to the system fail that
 * hardly ever do. Which, the environment says by a number: the N-th of its kind, counted from 1
 * through all threads.
 *
 *   FAULT_ALLOCATION=N  the allocation fails, be it Warren's or another library's;
 * FAULT_LASTING=1: so do all behind it FAULT_SPACE=N       N bytes can be written to files,
 * then the disk is full FAULT_READ=N        the read of a file finds its end, as do all behind
 * it: somebody cut it off FAULT_KILL=N        SIGKILL before a change to a folder or a file
 *   FAULT_TELL=1        who asked is told to the error stream, in addresses for addr2line -fpie
 * PROGRAM FAULT_COUNTS=FILE   gets how many of each there were: allocations, bytes, reads,
 * changes */
#define _GNU_SOURCE /* RTLD_NEXT, O_TMPFILE */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALLOCATIONS, SPACE, READS, CHANGES, KINDS };

static struct {
    atomic_ulong count;
    unsigned long fails; /* 0: none does */
} kinds[KINDS];
static bool lasting, telling, begun;
static char counts[4096];

static void begin(void) __attribute__((constructor));
static void end(void) __attribute__((destructor));

static void tell(void)
{
    void *callers[32];
    begun = false; /* what follows may allocate */
    backtrace_symbols_fd(callers, backtrace(callers, 32), 2);
    begun = true;
}

/* Whether this one fails: the N-th, or one behind it where they all do. */
static bool fails(int kind, bool all_behind)
{
    if (!begun)
        return false;
    unsigned long now = atomic_fetch_add(&kinds[kind].count, 1) + 1, when = kinds[kind].fails;
    if (when > 0 && now == when && telling)
        tell();
    return when > 0 && (now == when || (all_behind && now > when));
}

static void begin(void)
{
    static const char *const names[KINDS] = {"FAULT_ALLOCATION", "FAULT_SPACE", "FAULT_READ",
                                             "FAULT_KILL"};
    for (int i = 0; i < KINDS; i++) {
        const char *said = getenv(names[i]);
        kinds[i].fails = said ? strtoul(said, NULL, 10) : 0;
    }
    const char *path = getenv("FAULT_COUNTS");
    snprintf(counts, sizeof counts, "%s", path ? path : "");
    lasting = getenv("FAULT_LASTING") != NULL;
    telling = getenv("FAULT_TELL") != NULL;
    begun = true;
}

static void end(void)
{
    char text[128];
    begun = false;
    int file = *counts ? open(counts, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file < 0)
        return;
    int size = snprintf(text, sizeof text, "%lu %lu %lu %lu\n", kinds[ALLOCATIONS].count,
                        kinds[SPACE].count, kinds[READS].count, kinds[CHANGES].count);
    if (write(file, text, (size_t)size) != size)
        abort();
    close(file);
}

/* The function that stands behind ours. */
static void *behind(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

#define NEXT(type, name)                                                                       \
    static type *next;                                                                         \
    if (!next)                                                                                 \
    *(void **)&next = behind(name)

/* ---- Memory ------------------------------------------------------------------------------ */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static bool is_out(void)
{
    if (!fails(ALLOCATIONS, lasting))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return is_out() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_out() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return is_out() ? NULL : __libc_realloc(memory, size);
}

/* ---- Files ------------------------------------------------------------------------------- */

static bool is_file(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static void change(void)
{
    if (fails(CHANGES, false))
        kill(getpid(), SIGKILL);
}

typedef ssize_t write_fn(int, const void *, size_t);

/* What fits is written, as a full disk does. */
ssize_t write(int file, const void *data, size_t size)
{
    NEXT(write_fn, "write");
    if (!begun || !is_file(file))
        return next(file, data, size);
    change();
    unsigned long before = atomic_fetch_add(&kinds[SPACE].count, size),
                  most = kinds[SPACE].fails;
    if (most == 0 || before + size <= most)
        return next(file, data, size);
    if (before < most)
        return next(file, data, most - before);
    errno = ENOSPC;
    return -1;
}

typedef ssize_t pread_fn(int, void *, size_t, off_t);

/* Of what others may write to, too. */
static bool is_input(int file)
{
    return is_file(file) && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY;
}

static ssize_t read_at(pread_fn *next, int file, void *data, size_t size, off_t offset)
{
    return begun && is_input(file) && fails(READS, true) ? 0 : next(file, data, size, offset);
}

ssize_t pread(int file, void *data, size_t size, off_t offset)
{
    NEXT(pread_fn, "pread");
    return read_at(next, file, data, size, offset);
}

typedef int open_fn(const char *, int, ...);
typedef int openat_fn(int, const char *, int, ...);

/* With the mode that is given where a file may be made. */
#define OPENED(call, flags)                                                                    \
    do {                                                                                       \
        va_list rest;                                                                          \
        va_start(rest, flags);                                                                 \
        mode_t mode = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;              \
        va_end(rest);                                                                          \
        if (begun && (flags)&O_CREAT)                                                          \
            change();                                                                          \
        return call;                                                                           \
    } while (0)

int open(const char *path, int flags, ...)
{
    NEXT(open_fn, "open");
    OPENED(next(path, flags, mode), flags);
}

int openat(int folder, const char *path, int flags, ...)
{
    NEXT(openat_fn, "openat");
    OPENED(next(folder, path, flags, mode), flags);
}

/* A call that changes a folder, and what it is given. */
#define CHANGING(name, type, given, ...)                                                       \
    int name given                                                                             \
    {                                                                                          \
        NEXT(type, #name);                                                                     \
        change();                                                                              \
        return next(__VA_ARGS__);                                                              \
    }

typedef int mkdir_fn(const char *, mode_t);
typedef int mkdirat_fn(int, const char *, mode_t);
typedef int path_fn(const char *);
typedef int unlinkat_fn(int, const char *, int);
typedef int rename_fn(const char *, const char *);
typedef int renameat_fn(int, const char *, int, const char *);
typedef int linkat_fn(int, const char *, int, const char *, int);
typedef int ftruncate_fn(int, off_t);

CHANGING(mkdir, mkdir_fn, (const char *path, mode_t mode), path, mode)
CHANGING(mkdirat, mkdirat_fn, (int folder, const char *path, mode_t mode), folder, path, mode)
CHANGING(rmdir, path_fn, (const char *path), path)
CHANGING(unlink, path_fn, (const char *path), path)
CHANGING(remove, path_fn, (const char *path), path)
CHANGING(unlinkat, unlinkat_fn, (int folder, const char *path, int flags), folder, path, flags)
CHANGING(rename, rename_fn, (const char *from, const char *to), from, to)
CHANGING(renameat, renameat_fn, (int a, const char *from, int b, const char *to), a, from, b,
         to)
CHANGING(linkat, linkat_fn, (int a, const char *from, int b, const char *to, int flags), a,
         from, b, to, flags)
CHANGING(ftruncate, ftruncate_fn, (int file, off_t size), file, size)

typedef long syscall_fn(long, ...);

/* renameat2, for which there was no function. */
long syscall(long number, ...)
{
    NEXT(syscall_fn, "syscall");
    va_list rest;
    long given[6];
    va_start(rest, number);
    for (int i = 0; i < 6; i++)
        given[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_renameat2)
        change();
    return next(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
