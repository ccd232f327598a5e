/* Little-endian words are moved whole on little-endian machines and byte by byte elsewhere. */
#include "core/base/bytes.h"

#include "core/base/arena.h"
#include "core/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool host_is_little(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static uint32_t load_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store_u32(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

const uint8_t *wr_reader_take(struct wr_reader *reader, size_t size)
{
    if (reader->failed || reader->at > reader->size || size > reader->size - reader->at) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *taken = reader->data + reader->at;
    reader->at += size;
    return taken;
}

uint16_t wr_reader_u16(struct wr_reader *reader)
{
    const uint8_t *p = wr_reader_take(reader, 2);
    return p ? (uint16_t)(p[0] | p[1] << 8) : 0;
}

uint32_t wr_reader_u32(struct wr_reader *reader)
{
    const uint8_t *p = wr_reader_take(reader, 4);
    return p ? load_u32(p) : 0;
}

int32_t wr_reader_i32(struct wr_reader *reader)
{
    uint32_t word = wr_reader_u32(reader);
    int32_t value;
    memcpy(&value, &word, sizeof value);
    return value;
}

float wr_reader_f32(struct wr_reader *reader)
{
    uint32_t word = wr_reader_u32(reader);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

double wr_reader_f64(struct wr_reader *reader)
{
    uint64_t low = wr_reader_u32(reader);
    uint64_t word = low | (uint64_t)wr_reader_u32(reader) << 32;
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

wr_vec3 wr_reader_vec3(struct wr_reader *reader)
{
    wr_vec3 v;
    v.x = wr_reader_f32(reader);
    v.y = wr_reader_f32(reader);
    v.z = wr_reader_f32(reader);
    return v;
}

void wr_reader_words(struct wr_reader *reader, void *out, size_t count)
{
    if (count == 0)
        return;
    const uint8_t *p = count <= SIZE_MAX / 4 ? wr_reader_take(reader, 4 * count) : NULL;
    if (!p) {
        reader->failed = true;
        memset(out, 0, 4 * count);
        return;
    }
    if (host_is_little()) {
        memcpy(out, p, 4 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t word = load_u32(p + 4 * i);
        memcpy((uint8_t *)out + 4 * i, &word, sizeof word);
    }
}

bool wr_reader_fits(const struct wr_reader *reader, uint64_t offset, uint64_t count,
                    uint64_t stride)
{
    if (offset > reader->size)
        return false;
    return stride == 0 || count <= (reader->size - offset) / stride;
}

void wr_bytes_finish(struct wr_bytes *bytes)
{
    if (!bytes)
        return;
    wr_free(bytes->data);
    *bytes = (struct wr_bytes){0};
}

bool wr_bytes_reserve(struct wr_bytes *bytes, size_t more)
{
    if (bytes->failed)
        return false;
    if (more <= bytes->capacity - bytes->size)
        return true;
    if (more > SIZE_MAX - bytes->size ||
        !wr_grow(&bytes->data, &bytes->capacity, bytes->size + more, 1))
        bytes->failed = true;
    return !bytes->failed;
}

uint8_t *wr_bytes_extend(struct wr_bytes *bytes, size_t size)
{
    if (!wr_bytes_reserve(bytes, size ? size : 1))
        return NULL;
    uint8_t *start = bytes->data + bytes->size;
    bytes->size += size;
    return start;
}

void wr_bytes_add(struct wr_bytes *bytes, const void *data, size_t size)
{
    uint8_t *to = wr_bytes_extend(bytes, size);
    if (to && size > 0)
        memcpy(to, data, size);
}

void wr_bytes_u16(struct wr_bytes *bytes, uint16_t value)
{
    uint8_t *to = wr_bytes_extend(bytes, 2);
    if (!to)
        return;
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

void wr_bytes_u32(struct wr_bytes *bytes, uint32_t value)
{
    uint8_t *to = wr_bytes_extend(bytes, 4);
    if (to)
        store_u32(to, value);
}

void wr_bytes_i32(struct wr_bytes *bytes, int32_t value)
{
    wr_bytes_u32(bytes, (uint32_t)value);
}

void wr_bytes_f32(struct wr_bytes *bytes, float value)
{
    wr_bytes_words(bytes, &value, 1);
}

void wr_bytes_vec3(struct wr_bytes *bytes, wr_vec3 value)
{
    const float words[3] = {value.x, value.y, value.z};
    wr_bytes_words(bytes, words, 3);
}

void wr_bytes_words(struct wr_bytes *bytes, const void *words, size_t count)
{
    if (count > SIZE_MAX / 4) {
        bytes->failed = true;
        return;
    }
    uint8_t *to = wr_bytes_extend(bytes, 4 * count);
    if (!to || count == 0)
        return;
    if (host_is_little()) {
        memcpy(to, words, 4 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)words + 4 * i, sizeof word);
        store_u32(to + 4 * i, word);
    }
}

void wr_words_little(void *words, size_t count)
{
    for (uint8_t *at = words; count > 0 && !host_is_little(); at += 4, count--) {
        uint32_t word;
        memcpy(&word, at, sizeof word);
        store_u32(at, word);
    }
}

void wr_bytes_patch_u32(struct wr_bytes *bytes, size_t at, uint32_t value)
{
    if (!bytes->failed && at <= bytes->size && bytes->size - at >= 4)
        store_u32(bytes->data + at, value);
}

void wr_bytes_text(struct wr_bytes *bytes, const char *text)
{
    wr_bytes_add(bytes, text, strlen(text));
}

void wr_bytes_char(struct wr_bytes *bytes, char c)
{
    uint8_t *to = wr_bytes_extend(bytes, 1);
    if (to)
        *to = (uint8_t)c;
}

void wr_bytes_print(struct wr_bytes *bytes, const char *format, ...)
{
    enum { USUAL = 128 };
    if (!wr_bytes_reserve(bytes, USUAL))
        return;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t room = bytes->capacity - bytes->size;
    int length = vsnprintf((char *)bytes->data + bytes->size, room, format, args);
    if (length < 0) {
        bytes->failed = true;
    } else if ((size_t)length < room) {
        bytes->size += (size_t)length;
    } else if (wr_bytes_reserve(bytes, (size_t)length + 1)) {
        vsnprintf((char *)bytes->data + bytes->size, (size_t)length + 1, format, again);
        bytes->size += (size_t)length;
    }
    va_end(again);
    va_end(args);
}

void wr_bytes_number(struct wr_bytes *bytes, float value)
{
    if (wr_bytes_reserve(bytes, WR_NUMBER_SIZE))
        bytes->size += wr_print_f32((char *)bytes->data + bytes->size, value);
}

/* The number of a character that is not seen but moves the cursor or turns the text around it,
 * of `length` bytes; else 0. (NUL ends every text.) */
static uint32_t unseen(const char *text, size_t length)
{
    const unsigned char *c = (const unsigned char *)text;
    if (length == 1)
        return c[0] < 0x20 || c[0] == 0x7f ? c[0] : 0;
    uint32_t code = length == 2   ? (c[0] & 0x1fu) << 6 | (c[1] & 0x3fu)
                    : length == 3 ? (c[0] & 0x0fu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu)
                                  : 0;
    bool control = code >= 0x80 && code < 0xa0;
    bool turns = code == 0x061c || code == 0x200e || code == 0x200f ||
                 (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || turns ? code : 0;
}

bool wr_text_unseen(const char *text, size_t length)
{
    return unseen(text, length) != 0;
}

static void add_escape(struct wr_bytes *bytes, uint32_t code)
{
    if (code == '\n')
        wr_bytes_text(bytes, "\\n");
    else if (code == '\t')
        wr_bytes_text(bytes, "\\t");
    else if (code == '\r')
        wr_bytes_text(bytes, "\\r");
    else
        wr_bytes_print(bytes, "\\u%04x", (unsigned)code);
}

void wr_bytes_json(struct wr_bytes *bytes, const char *text)
{
    size_t left = strlen(text);
    wr_bytes_char(bytes, '"');
    while (left > 0) {
        size_t length = wr_utf8_length(text, left);
        uint32_t code = unseen(text, length);
        if (length == 0)
            wr_bytes_text(bytes, "\xef\xbf\xbd");
        else if (code)
            add_escape(bytes, code);
        else {
            if (*text == '"' || *text == '\\')
                wr_bytes_char(bytes, '\\');
            wr_bytes_add(bytes, text, length);
        }
        length = length ? length : 1;
        text += length;
        left -= length;
    }
    wr_bytes_char(bytes, '"');
}

static void add_visible(struct wr_bytes *bytes, const char *text, size_t left, const char *kept)
{
    for (size_t length; left > 0; text += length, left -= length) {
        length = wr_utf8_length(text, left);
        uint32_t code = unseen(text, length);
        if (length == 0)
            wr_bytes_char(bytes, '?');
        else if (code == 0 || (code < 0x80 && strchr(kept, *text)))
            wr_bytes_add(bytes, text, length);
        else
            add_escape(bytes, code);
        length = length ? length : 1;
    }
}

void wr_bytes_clean(struct wr_bytes *bytes, const char *text)
{
    add_visible(bytes, text, strlen(text), "");
}

void wr_bytes_visible(struct wr_bytes *bytes, const void *text, size_t size)
{
    add_visible(bytes, text, size, "\n\t");
}
