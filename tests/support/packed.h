/* Archives made of parts, byte by byte: with what real ones have beside those. */
#ifndef WR_TESTS_SUPPORT_PACKED_H
#define WR_TESTS_SUPPORT_PACKED_H

#include "core/base/bytes.h"
#include "core/format/archive.h"
#include "tests/support/test.h"

struct packed_part {
    const char *name;
    uint16_t type;
    const void *data;
    size_t size;
};

#define PACKED_TEXT(name, type, text)                                                          \
    {                                                                                          \
        (name), (type), (text), sizeof(text) - 1                                               \
    }

static inline void packed_zeros(struct wr_bytes *out, size_t size)
{
    memset(wr_bytes_extend(out, size), 0, size);
}

static inline void packed_name(struct wr_bytes *out, const char *name)
{
    char field[WR_RESREF] = {0};
    memcpy(field, name, strnlen(name, WR_RESREF));
    wr_bytes_add(out, field, sizeof field);
}

/* An ERF of a type ("MOD ") with a date, a description in one language, and bytes that nobody
 * owns behind the parts. */
static inline struct wr_bytes packed_erf(const char *type, const struct packed_part *parts,
                                         uint32_t count)
{
    enum { HEADER = 160, TEXT = 4 + 4 + 5, KEY = 24, PLACE = 8 };
    struct wr_bytes out = {0};
    uint32_t keys = HEADER + TEXT, places = keys + KEY * count, at = places + PLACE * count;
    const uint32_t words[] = {1, TEXT, count, HEADER, keys, places, 122, 14, 4711};
    wr_bytes_text(&out, type);
    wr_bytes_text(&out, "V1.0");
    wr_bytes_words(&out, words, 9);
    packed_zeros(&out, HEADER - 8 - sizeof words);
    wr_bytes_u32(&out, 2);
    wr_bytes_u32(&out, 5);
    wr_bytes_text(&out, "Notes");
    for (uint32_t i = 0; i < count; i++) {
        packed_name(&out, parts[i].name);
        wr_bytes_u32(&out, i);
        wr_bytes_u16(&out, parts[i].type);
        wr_bytes_u16(&out, 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_u32(&out, at);
        wr_bytes_u32(&out, (uint32_t)parts[i].size);
        at += (uint32_t)parts[i].size;
    }
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_add(&out, parts[i].data, parts[i].size);
    wr_bytes_text(&out, "behind");
    assert_false(out.failed);
    return out;
}

/* A RIM whose parts start at multiples of four with gaps of 16 bytes and more, as the games'.
 */
static inline struct wr_bytes packed_rim(const struct packed_part *parts, uint32_t count)
{
    enum { HEADER = 120, KEY = 32, GAP = 16 };
    struct wr_bytes out = {0};
    uint32_t at = HEADER + KEY * count;
    wr_bytes_text(&out, "RIM V1.0");
    wr_bytes_u32(&out, 0);
    wr_bytes_u32(&out, count);
    wr_bytes_u32(&out, HEADER);
    packed_zeros(&out, HEADER - 20);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t words[] = {parts[i].type, i, at, (uint32_t)parts[i].size};
        packed_name(&out, parts[i].name);
        wr_bytes_words(&out, words, 4);
        at += (words[3] + GAP + 3) / 4 * 4;
    }
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_add(&out, parts[i].data, parts[i].size);
        packed_zeros(&out, (parts[i].size + GAP + 3) / 4 * 4 - parts[i].size);
    }
    assert_false(out.failed);
    return out;
}

/* A BIF; names are in the KEY. */
static inline struct wr_bytes packed_bif(const struct packed_part *parts, uint32_t count)
{
    struct wr_bytes out = {0};
    uint32_t at = 20 + 16 * count;
    wr_bytes_text(&out, "BIFFV1  ");
    wr_bytes_words(&out, (const uint32_t[]){count, 0, 20}, 3);
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_words(&out, (const uint32_t[]){i, at, (uint32_t)parts[i].size, parts[i].type},
                       4);
        at += (uint32_t)parts[i].size;
    }
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_add(&out, parts[i].data, parts[i].size);
    return out;
}

/* A row of a KEY: resource `item` of file `bif`. */
struct packed_row {
    const char *name;
    uint16_t type;
    uint32_t bif, item;
};

static inline struct wr_bytes packed_key(const char *const *files, uint32_t file_count,
                                         const struct packed_row *rows, uint32_t row_count)
{
    enum { HEAD = 64, FILE_ROW = 12 };
    struct wr_bytes out = {0};
    uint32_t name = HEAD + FILE_ROW * file_count, names = 0;
    for (uint32_t i = 0; i < file_count; i++)
        names += (uint32_t)strlen(files[i]) + 1;
    wr_bytes_text(&out, "KEY V1  ");
    wr_bytes_words(&out,
                   (const uint32_t[]){file_count, row_count, HEAD, name + names, 103, 200}, 6);
    packed_zeros(&out, 32);
    for (uint32_t i = 0; i < file_count; i++) {
        uint16_t size = (uint16_t)(strlen(files[i]) + 1);
        wr_bytes_words(&out, (const uint32_t[]){0, name}, 2);
        wr_bytes_u16(&out, size);
        wr_bytes_u16(&out, 1);
        name += size;
    }
    for (uint32_t i = 0; i < file_count; i++)
        wr_bytes_add(&out, files[i], strlen(files[i]) + 1);
    for (uint32_t i = 0; i < row_count; i++) {
        packed_name(&out, rows[i].name);
        wr_bytes_u16(&out, rows[i].type);
        wr_bytes_u32(&out, rows[i].bif << 20 | rows[i].item);
    }
    return out;
}

#endif
