/* The machine: its processors, its memory, its clock, and how its paths are written. */
#define _GNU_SOURCE /* the affinity of a process */
#include "core/base/system.h"
#include "core/core.h"

#include <stdint.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sched.h>
#include <sys/mman.h>
#endif

double wr_clock(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void wr_wait(cnd_t *wake, mtx_t *lock, double seconds)
{
    struct timespec until;
    timespec_get(&until, TIME_UTC);
    double nanoseconds = (double)until.tv_nsec + seconds * 1e9;
    until.tv_sec += (time_t)(nanoseconds / 1e9);
    until.tv_nsec = (long)(nanoseconds - 1e9 * (double)(time_t)(nanoseconds / 1e9));
    cnd_timedwait(wake, lock, &until);
}

bool wr_path_drives(void)
{
    return false;
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

/* On all pages it lies on: where a part of it were of another kind, the kernel could not move
 * it as it grows, and it would be copied. */
void wr_memory_prefer_large_pages(void *memory, size_t size)
{
#if defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)memory;
    uintptr_t start = from / page * page, end = (from + size + page - 1) / page * page;
    madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}

/* What grows stays in one heap of all threads that begins on large pages; what of it nobody
 * touches costs nothing. */
void wr_memory_keep(void)
{
#if defined(__GLIBC__)
    enum { FIRST = 31 << 20, SEPARATE = 32 << 20, SPARE = 64 << 20 };
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, SEPARATE);
    mallopt(M_TRIM_THRESHOLD, SPARE);
    wr_free(wr_alloc(FIRST));
#endif
}
