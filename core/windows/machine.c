/* The machine: its processors, its memory, its clock, and how its paths are written. */
#include "core/base/system.h"
#include "core/core.h"

#include <windows.h>

double wr_clock(void)
{
    LARGE_INTEGER ticks, a_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&a_second);
    return (double)ticks.QuadPart / (double)a_second.QuadPart;
}

void wr_wait(cnd_t *wake, mtx_t *lock, double seconds)
{
    DWORD milliseconds = (DWORD)(seconds * 1e3);
    SleepConditionVariableSRW((CONDITION_VARIABLE *)wake, (SRWLOCK *)lock,
                              milliseconds ? milliseconds : 1, 0);
}

bool wr_path_drives(void)
{
    return true;
}

/* Those that this process may run on. */
unsigned wr_processor_count(void)
{
    DWORD_PTR own = 0, all = 0;
    unsigned count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all))
        for (; own; own &= own - 1)
            count++;
    return count ? count : 1;
}

/* Windows has large pages for those with a right to them only. */
void wr_memory_prefer_large_pages(void *memory, size_t size)
{
    (void)memory;
    (void)size;
}

/* Its heap keeps what it has taken anyway. */
void wr_memory_keep(void)
{
}
