/* Memory that is given back all at once: what is loaded together lives and dies together. */
#ifndef WR_CORE_BASE_ARENA_H
#define WR_CORE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct wr_arena;

/* NULL when out of memory. */
struct wr_arena *wr_arena_create(void);
void wr_arena_destroy(struct wr_arena *arena);
/* Forgets everything taken, and keeps memory for the next round. */
void wr_arena_reset(struct wr_arena *arena);

/* `count` things of `size` bytes, 16-byte aligned, not cleared; never NULL for a count of 0.
 * NULL when the product overflows or memory is out. */
void *wr_arena_take(struct wr_arena *arena, size_t count, size_t size);
/* The same, cleared to zero bytes. */
void *wr_arena_zero(struct wr_arena *arena, size_t count, size_t size);
/* A copy of `size` bytes with a NUL behind them. */
char *wr_arena_text(struct wr_arena *arena, const char *text, size_t size);
/* An array in the arena that holds `count` things and takes one more: `items` itself, or, when
 * `count` is 0 or a power of two, a copy with room for twice as many. NULL when memory is out.
 */
void *wr_arena_more(struct wr_arena *arena, void *items, size_t count, size_t size);
/* A copy of `count` things. */
void *wr_arena_copy(struct wr_arena *arena, const void *items, size_t count, size_t size);

#define WR_TAKE(arena, type, count) ((type *)wr_arena_take((arena), (count), sizeof(type)))
#define WR_ZERO(arena, type, count) ((type *)wr_arena_zero((arena), (count), sizeof(type)))

/* A point to come back to: what was taken since is forgotten. */
typedef struct wr_arena_mark {
    void *block;
    size_t used;
} wr_arena_mark;

wr_arena_mark wr_arena_here(const struct wr_arena *arena);
void wr_arena_rewind(struct wr_arena *arena, wr_arena_mark mark);

/* Makes room for `needed` things in a heap array that doubles; false when memory is out, and
 * the array stays as it was. The caller frees it with wr_free. */
bool wr_grow(void *items, size_t *capacity, size_t needed, size_t size);

/* The heap behind everything; wr_fail_allocation_after(n) lets the n-th call from now fail
 * once, for tests (0: never), and says whether the one that was asked for before did. */
void *wr_alloc(size_t size);
void *wr_realloc(void *memory, size_t size);
void wr_free(void *memory);
bool wr_fail_allocation_after(size_t calls);

/* Asked whether a take shall fail, which `place` in the code wants, for tests (NULL: nobody is,
 * none does). */
typedef bool wr_refuse_fn(const void *place);
void wr_refuse_takes(wr_refuse_fn *refuse);

#endif
