/* Between UTF-8 and Windows-1252. */
#include "core/text/codepage.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/text/utf8.h"

#include <string.h>

enum { OPEN = 0x80, LATIN = 0xa0 }; /* between them Windows-1252 goes its own way */

static const uint16_t OWN[LATIN - OPEN] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

uint32_t wr_codepage_point(uint8_t byte)
{
    return byte >= OPEN && byte < LATIN ? OWN[byte - OPEN] : byte;
}

void wr_codepage_add_utf8(struct wr_bytes *out, uint32_t code)
{
    if (code < 0x80) {
        wr_bytes_char(out, (char)code);
    } else if (code < 0x800) {
        wr_bytes_char(out, (char)(0xc0 | code >> 6));
        wr_bytes_char(out, (char)(0x80 | (code & 0x3f)));
    } else {
        wr_bytes_char(out, (char)(0xe0 | code >> 12));
        wr_bytes_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
        wr_bytes_char(out, (char)(0x80 | (code & 0x3f)));
    }
}

char *wr_codepage_to_utf8(struct wr_arena *arena, const void *text, size_t size)
{
    struct wr_bytes bytes = {0};
    for (size_t i = 0; i < size; i++)
        wr_codepage_add_utf8(&bytes, wr_codepage_point(((const uint8_t *)text)[i]));
    char *out =
        bytes.failed ? NULL : wr_arena_text(arena, (const char *)bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    return out;
}

static char byte_of(uint32_t code)
{
    if (code < OPEN || (code >= LATIN && code <= UINT8_MAX))
        return (char)(uint8_t)code;
    for (int i = 0; i < LATIN - OPEN; i++)
        if (OWN[i] == code)
            return (char)(uint8_t)(OPEN + i);
    return '?';
}

/* A character of `length` bytes that are UTF-8. */
static uint32_t decode(const uint8_t *at, size_t length)
{
    static const uint8_t masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = at[0] & masks[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3fu);
    return code;
}

char *wr_codepage_from_utf8(struct wr_arena *arena, const char *text, size_t *size)
{
    size_t whole = strlen(text), made = 0, length;
    char *out = wr_arena_text(arena, text, whole);
    *size = whole;
    if (!out || wr_utf8_fault((const uint8_t *)text, whole) < whole)
        return out;
    for (size_t at = 0; at < whole; at += length) {
        length = wr_utf8_length(text + at, whole - at);
        out[made++] = byte_of(decode((const uint8_t *)text + at, length));
    }
    out[made] = '\0';
    *size = made;
    return out;
}
