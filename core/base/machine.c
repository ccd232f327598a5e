/* The machine: its processors and its memory. */
#define _GNU_SOURCE /* the affinity of a process */
#include "core/base/system.h"

#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/mman.h>
#endif

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
