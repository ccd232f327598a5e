/* A binary heap. */
#include "core/base/heap.h"

#include "core/base/arena.h"

static bool sooner(const wr_heap_item *a, const wr_heap_item *b)
{
    return a->key < b->key || (a->key == b->key && a->item < b->item);
}

bool wr_heap_push(struct wr_heap *heap, double key, uint32_t item)
{
    if (!wr_grow(&heap->items, &heap->capacity, heap->count + 1, sizeof *heap->items))
        return false;
    wr_heap_item pushed = {key, item}, *items = heap->items;
    size_t at = heap->count++;
    for (; at && sooner(&pushed, &items[(at - 1) / 2]); at = (at - 1) / 2)
        items[at] = items[(at - 1) / 2];
    items[at] = pushed;
    return true;
}

wr_heap_item wr_heap_pop(struct wr_heap *heap)
{
    wr_heap_item *items = heap->items, top = items[0], last = items[--heap->count];
    size_t at = 0;
    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && sooner(&items[child + 1], &items[child]))
            child++;
        if (!sooner(&items[child], &last))
            break;
        items[at] = items[child];
        at = child;
    }
    items[at] = last;
    return top;
}

void wr_heap_finish(struct wr_heap *heap)
{
    wr_free(heap->items);
}
