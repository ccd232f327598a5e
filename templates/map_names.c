/* Names and their indices: sorted by hash, so that no choice of names makes it slow. */
#include <stdlib.h>
#include <string.h>

#include "templates/map.h"

static uint64_t hash_of(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (uint8_t)*name) * 0x100000001b3;
    return hash;
}

static int by_hash(const void *a, const void *b)
{
    const struct wr_name *first = a, *second = b;
    if (first->hash != second->hash)
        return first->hash < second->hash ? -1 : 1;
    int order = strcmp(first->text, second->text);
    if (order != 0)
        return order;
    return first->index < second->index ? -1 : first->index > second->index;
}

enum wr_result wr_names_make(struct wr_context *context, struct wr_arena *arena,
                             const char *const *items, uint32_t count, struct wr_names *out)
{
    struct wr_name *sorted = WR_TAKE(arena, struct wr_name, count);
    if (!sorted)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (struct wr_name){hash_of(items[i]), items[i], i};
    qsort(sorted, count, sizeof *sorted, by_hash);
    *out = (struct wr_names){items, sorted, count};
    return WR_OK;
}

uint32_t wr_names_find(const struct wr_names *names, const char *name)
{
    struct wr_name wanted = {hash_of(name), name, 0};
    uint32_t low = 0, high = names->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (by_hash(&names->sorted[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < names->count && strcmp(names->sorted[low].text, name) == 0)
        return names->sorted[low].index;
    return WR_NONE;
}

enum wr_result wr_names_of_rooms(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_map *map, struct wr_names *out)
{
    const char **items = WR_ZERO(arena, const char *, (size_t)map->room_count + 1);
    if (!items)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < map->room_count; i++)
        items[i] = map->rooms[i].name ? map->rooms[i].name : "";
    return wr_names_make(context, arena, items, map->room_count, out);
}

enum wr_result wr_names_of_embedded(struct wr_context *context, struct wr_arena *arena,
                                    const struct wr_map *map, bool titles, struct wr_names *out)
{
    uint32_t count = map->embedded ? map->embedded->room_count : 0;
    const char **items = WR_TAKE(arena, const char *, count);
    if (!items)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < count; i++) {
        const wr_room *room = &map->embedded->rooms[i];
        items[i] = titles ? room->name : room->id;
        items[i] = items[i] ? items[i] : "";
    }
    return wr_names_make(context, arena, items, count, out);
}
