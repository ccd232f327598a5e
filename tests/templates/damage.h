/* What every reader of maps must bear: cut texts, changed bytes, memory that runs out. */
#ifndef WR_TESTS_TEMPLATES_DAMAGE_H
#define WR_TESTS_TEMPLATES_DAMAGE_H

#include "tests/support/damage.h"
#include "tests/templates/maps.h"

/* Reads a text; it is a map, or at least one fault was said. */
static inline enum wr_result try_map(struct findings *f, const char *text, size_t size)
{
    struct wr_map *map = NULL;
    uint64_t before = wr_context_count(f->context, WR_ERROR);
    enum wr_result result =
        wr_map_parse(f->context, wr_arena_create(), findings_bytes(f, text, size), NULL, &map);
    assert_true((result == WR_OK) == (map != NULL));
    assert_true((result == WR_OK) == (wr_context_count(f->context, WR_ERROR) == before));
    wr_map_free(map);
    return result;
}

/* `text` ends with "}\n". */
static inline void cut_everywhere(const char *text)
{
    struct findings f;
    findings_start(&f);
    text = map_text(f.arena, text);
    for (size_t size = 0; size + 2 < strlen(text); size++)
        assert_int_not_equal(try_map(&f, text, size), WR_OK);
    assert_int_equal(try_map(&f, text, strlen(text)), WR_OK);
    findings_end(&f);
}

static inline void change_every_byte(const char *original)
{
    struct findings f;
    findings_start(&f);
    original = map_text(f.arena, original);
    size_t size = strlen(original);
    char *text = wr_arena_text(f.arena, original, size);
    const uint8_t flips[] = {0x01, 0x10, 0x80, 0xff};
    for (size_t i = 0; i < size; i++) {
        text[i] = (char)(original[i] ^ flips[i % 4]);
        try_map(&f, text, size);
        text[i] = original[i];
    }
    findings_end(&f);
}

static inline enum wr_result read_starved(struct findings *f, const struct wr_source *source)
{
    struct wr_map *map = NULL;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result =
        arena ? wr_map_parse(f->context, arena, source, NULL, &map) : wr_no_memory(f->context);
    wr_map_free(map);
    return result;
}

static inline void fail_every_allocation(const char *text)
{
    struct findings f;
    findings_start(&f);
    text = map_text(f.arena, text);
    damage_starve(read_starved, text, strlen(text));
    findings_end(&f);
}

#endif
