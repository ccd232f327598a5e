/* Memory that nobody may touch for now: an address sanitizer reports who does. Other builds
 * have no fences. */
#ifndef WR_CORE_BASE_FENCE_H
#define WR_CORE_BASE_FENCE_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WR_FENCED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WR_FENCED 1
#endif

#ifdef WR_FENCED
#include <sanitizer/asan_interface.h>

/* Free bytes between what is taken: more than most overruns reach over. */
enum { WR_FENCE = 256 };

static inline void wr_fence(const void *memory, size_t size)
{
    __asan_poison_memory_region(memory, size);
}

static inline void wr_unfence(const void *memory, size_t size)
{
    __asan_unpoison_memory_region(memory, size);
}

#else

enum { WR_FENCE = 0 };

static inline void wr_fence(const void *memory, size_t size)
{
    (void)memory;
    (void)size;
}

static inline void wr_unfence(const void *memory, size_t size)
{
    (void)memory;
    (void)size;
}

#endif
#endif
