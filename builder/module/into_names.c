/* Sorted names. */
#include "builder/module/into_names.h"

#include <stdlib.h>
#include <string.h>

static int order_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void lower(char *text)
{
    for (; *text; text++)
        *text = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
}

bool wr_into_names_start(struct wr_arena *arena, uint32_t most, struct wr_into_names *out)
{
    *out = (struct wr_into_names){.items = WR_TAKE(arena, const char *, most)};
    return out->items != NULL;
}

bool wr_into_names_add(struct wr_arena *arena, struct wr_into_names *names, const char *name)
{
    char *copy = wr_arena_text(arena, name, strlen(name));
    if (!copy)
        return false;
    lower(copy);
    names->items[names->count++] = copy;
    return true;
}

void wr_into_names_sort(struct wr_into_names *names)
{
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, order_names);
}

bool wr_into_names_has(const struct wr_into_names *names, const char *name)
{
    char small[64];
    const char *key = small;
    size_t size = strlen(name);
    if (names->count == 0 || size >= sizeof small)
        return false;
    memcpy(small, name, size + 1);
    lower(small);
    return bsearch(&key, names->items, names->count, sizeof *names->items, order_names);
}
