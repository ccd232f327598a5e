/* Any text as a map of either format: what is read is written as a map that reads back as
 * itself. */
#ifndef WR_TESTS_FUZZ_FUZZ_MAP_H
#define WR_TESTS_FUZZ_FUZZ_MAP_H

#include "tests/fuzz/fuzz.h"

#include "templates/map.h"

#include <string.h>

static inline struct wr_map *read_map(struct wr_context *context,
                                      const struct wr_source *source)
{
    struct wr_map *map = NULL;
    struct wr_arena *arena = wr_arena_create();
    MUST(arena);
    enum wr_result result = wr_map_parse(context, arena, source, NULL, &map);
    MUST((result == WR_OK) == (map != NULL));
    MUST(map || wr_context_count(context, WR_ERROR) > 0);
    return map;
}

typedef enum wr_result write_fn(struct wr_context *context, const struct wr_map *map,
                                struct wr_bytes *out);

/* Written, read and written again, the bytes are the same. */
static inline void check_writing(struct wr_context *context, const struct wr_map *map,
                                 write_fn *write)
{
    struct wr_bytes out = {0}, again = {0};
    MUST(write(context, map, &out) == WR_OK);
    const struct wr_source source = {.name = "again", .data = out.data, .size = out.size};
    struct wr_map *back = read_map(context, &source);
    MUST(back && write(context, back, &again) == WR_OK);
    MUST(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    wr_map_free(back);
    wr_bytes_finish(&out);
    wr_bytes_finish(&again);
}

static inline int fuzz_map(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    const struct wr_source source = {.name = "fuzz", .data = data, .size = size};
    MUST(context);
    struct wr_map *map = read_map(context, &source);
    if (map) {
        MUST(wr_map_recognise(data, size) != WR_NO_MAP);
        check_writing(context, map, wr_map_write);
        check_writing(context, map, wr_map_write_indoor);
    }
    wr_map_free(map);
    wr_context_destroy(context);
    return 0;
}

#endif
