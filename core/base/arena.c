/* Blocks, each four times as large as the one before; an arena is a list of them, the newest
 * first. */
#include "core/base/arena.h"

#include "core/base/fence.h"
#include "core/base/system.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 64 << 20, ALIGNMENT = 16, LARGE = 2 << 20 };

struct block {
    struct block *older;
    size_t size, used;
    size_t padding; /* keeps the payload 16-byte aligned */
};

struct wr_arena {
    struct block *newest;
    struct block *spare; /* the largest block that a rewind left over, or NULL */
};

static atomic_size_t fail_after;

bool wr_fail_allocation_after(size_t calls)
{
    return atomic_exchange(&fail_after, calls) == 0;
}

static bool must_fail(void)
{
    if (atomic_load_explicit(&fail_after, memory_order_relaxed) == 0)
        return false;
    return atomic_fetch_sub(&fail_after, 1) == 1;
}

static _Atomic(wr_refuse_fn *) refuse;

void wr_refuse_takes(wr_refuse_fn *fn)
{
    atomic_store(&refuse, fn);
}

/* Where the caller of one of our functions goes on; WebAssembly has no such places. */
#if defined(__EMSCRIPTEN__)
#define PLACE NULL
#else
#define PLACE __builtin_return_address(0)
#endif

static bool is_refused(const void *place)
{
    wr_refuse_fn *fn = atomic_load_explicit(&refuse, memory_order_relaxed);
    return fn && fn(place);
}

/* The first touch of a small page costs as much as filling it several times. */
static void *large_pages(void *memory, size_t size)
{
    if (memory && size >= LARGE)
        wr_memory_prefer_large_pages(memory, size);
    return memory;
}

void *wr_alloc(size_t size)
{
    return must_fail() ? NULL : large_pages(malloc(size ? size : 1), size);
}

void *wr_realloc(void *memory, size_t size)
{
    return must_fail() ? NULL : large_pages(realloc(memory, size ? size : 1), size);
}

void wr_free(void *memory)
{
    free(memory);
}

struct wr_arena *wr_arena_create(void)
{
    struct wr_arena *arena = wr_alloc(sizeof *arena);
    if (arena)
        *arena = (struct wr_arena){0};
    return arena;
}

/* Nothing of a block from `used` on belongs to anybody. */
static void set_used(struct block *block, size_t used)
{
    block->used = used;
    wr_fence((char *)(block + 1) + used, block->size - used);
}

static void free_block(struct block *block)
{
    if (block)
        wr_unfence(block + 1, block->size);
    wr_free(block);
}

static void drop_blocks(struct block *block, const struct block *end)
{
    while (block != end) {
        struct block *older = block->older;
        free_block(block);
        block = older;
    }
}

/* Work that rewinds again and again need not ask the heap each time. */
static void leave_over(struct wr_arena *arena)
{
    struct block *block = arena->newest;
    arena->newest = block->older;
    if (!arena->spare || arena->spare->size < block->size) {
        struct block *smaller = arena->spare;
        arena->spare = block;
        set_used(arena->spare, 0);
        block = smaller;
    }
    free_block(block);
}

void wr_arena_destroy(struct wr_arena *arena)
{
    if (!arena)
        return;
    drop_blocks(arena->newest, NULL);
    free_block(arena->spare);
    wr_free(arena);
}

void wr_arena_reset(struct wr_arena *arena)
{
    struct block *keep = arena->newest;
    if (!keep)
        return;
    drop_blocks(keep->older, NULL);
    keep->older = NULL;
    set_used(keep, 0);
}

static struct block *add_block(struct wr_arena *arena, size_t wanted)
{
    size_t size = FIRST_BLOCK;
    if (arena->newest)
        size = arena->newest->size < LARGEST_STEP / 4 ? 4 * arena->newest->size : LARGEST_STEP;
    if (size < wanted)
        size = wanted;
    if (size > SIZE_MAX - sizeof(struct block))
        return NULL;
    struct block *block = arena->spare;
    if (block && block->size >= wanted)
        size = block->size;
    else
        block = wr_alloc(sizeof *block + size);
    if (!block)
        return NULL;
    if (block == arena->spare)
        arena->spare = NULL;
    *block = (struct block){.older = arena->newest, .size = size};
    set_used(block, 0);
    arena->newest = block;
    return block;
}

static void *take(struct wr_arena *arena, size_t count, size_t size, const void *place)
{
    if (size != 0 && count > (SIZE_MAX - 2 * ALIGNMENT - WR_FENCE) / size)
        return NULL;
    size_t bytes = WR_FENCE + (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct block *block = arena->newest;
    if (is_refused(place))
        return NULL;
    if (!block || block->size - block->used < bytes)
        block = add_block(arena, bytes);
    if (!block)
        return NULL;
    void *memory = (char *)(block + 1) + block->used + WR_FENCE;
    block->used += bytes;
    wr_unfence(memory, count * size);
    return memory;
}

void *wr_arena_take(struct wr_arena *arena, size_t count, size_t size)
{
    return take(arena, count, size, PLACE);
}

void *wr_arena_zero(struct wr_arena *arena, size_t count, size_t size)
{
    void *memory = take(arena, count, size, PLACE);
    if (memory)
        memset(memory, 0, count * size);
    return memory;
}

void *wr_arena_copy(struct wr_arena *arena, const void *items, size_t count, size_t size)
{
    void *memory = take(arena, count, size, PLACE);
    if (memory && count > 0 && size > 0)
        memcpy(memory, items, count * size);
    return memory;
}

void *wr_arena_more(struct wr_arena *arena, void *items, size_t count, size_t size)
{
    if (count & (count - 1)) {
        wr_unfence((char *)items + count * size, size);
        return items;
    }
    if (count > SIZE_MAX / 2)
        return NULL;
    char *grown = take(arena, count ? 2 * count : 1, size, PLACE);
    if (grown && count > 0) {
        memcpy(grown, items, count * size);
        wr_fence(grown + (count + 1) * size, (count - 1) * size);
    }
    return grown;
}

char *wr_arena_text(struct wr_arena *arena, const char *text, size_t size)
{
    if (size == SIZE_MAX)
        return NULL;
    char *copy = take(arena, size + 1, 1, PLACE);
    if (!copy)
        return NULL;
    if (size)
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

wr_arena_mark wr_arena_here(const struct wr_arena *arena)
{
    struct block *block = arena->newest;
    return (wr_arena_mark){block, block ? block->used : 0};
}

void wr_arena_rewind(struct wr_arena *arena, wr_arena_mark mark)
{
    if (!mark.block) {
        wr_arena_reset(arena);
        return;
    }
    while (arena->newest != mark.block)
        leave_over(arena);
    arena->newest = mark.block;
    set_used(arena->newest, mark.used);
}

bool wr_grow(void *items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = *capacity < 8 ? 8 : *capacity;
    while (wanted < needed) {
        if (wanted > SIZE_MAX / 2)
            return false;
        wanted *= 2;
    }
    if (wanted > SIZE_MAX / size)
        return false;
    void *old, *grown;
    memcpy(&old, items, sizeof old);
    grown = wr_realloc(old, wanted * size);
    if (!grown)
        return false;
    memcpy(items, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}
