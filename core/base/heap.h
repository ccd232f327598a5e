/* A heap of numbered things, the one with the smallest key on top. */
#ifndef WR_CORE_BASE_HEAP_H
#define WR_CORE_BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wr_heap_item {
    double key;
    uint32_t item; /* of equal keys, the smallest item comes first */
} wr_heap_item;

/* Starts as {0}; ends with wr_heap_finish. */
struct wr_heap {
    wr_heap_item *items;
    size_t count, capacity;
};

/* False when memory is out; the heap stays as it was. */
bool wr_heap_push(struct wr_heap *heap, double key, uint32_t item);
/* Takes the top off a heap that is not empty. */
wr_heap_item wr_heap_pop(struct wr_heap *heap);
void wr_heap_finish(struct wr_heap *heap);

#endif
