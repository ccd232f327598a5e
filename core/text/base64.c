/* Base64: four characters for three bytes. */
#include "core/text/base64.h"

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The six bits of a character, or -1. */
static int bits_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    return c == '/' ? 63 : -1;
}

static size_t padding_of(wr_view text)
{
    size_t padding = 0;
    while (padding < 2 && padding < text.size && text.data[text.size - 1 - padding] == '=')
        padding++;
    return padding;
}

/* The bits of the last character that no byte takes must be 0, or two texts would stand for
 * the same bytes. */
static bool ends_clean(wr_view text, size_t digits)
{
    unsigned spare = digits % 4 == 2 ? 15 : digits % 4 == 3 ? 3 : 0;
    return digits == 0 || ((unsigned)bits_of(text.data[digits - 1]) & spare) == 0;
}

bool wr_base64_check(wr_view text, size_t *size, size_t *bad)
{
    size_t padding = padding_of(text), digits = text.size - padding;
    for (*bad = 0; *bad < digits; ++*bad)
        if (bits_of(text.data[*bad]) < 0)
            return false;
    *bad = text.size;
    if (text.size % 4 != 0)
        return false;
    *bad = digits - 1;
    if (!ends_clean(text, digits))
        return false;
    *size = text.size / 4 * 3 - padding;
    return true;
}

void wr_base64_decode(wr_view text, uint8_t *out)
{
    size_t digits = text.size - padding_of(text);
    uint32_t word = 0;
    for (size_t i = 0; i < digits; i++) {
        word = word << 6 | (uint32_t)bits_of(text.data[i]);
        if (i % 4 != 0)
            *out++ = (uint8_t)(word >> (6 - 2 * (i % 4)));
    }
}

static void encode_three(const uint8_t *bytes, size_t left, uint8_t *out)
{
    uint32_t word = (uint32_t)bytes[0] << 16 | (left > 1 ? (uint32_t)bytes[1] << 8 : 0) |
                    (left > 2 ? bytes[2] : 0);
    out[0] = (uint8_t)alphabet[word >> 18];
    out[1] = (uint8_t)alphabet[word >> 12 & 63];
    out[2] = (uint8_t)(left > 1 ? alphabet[word >> 6 & 63] : '=');
    out[3] = (uint8_t)(left > 2 ? alphabet[word & 63] : '=');
}

void wr_base64_encode(struct wr_bytes *out, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint8_t *text = wr_bytes_extend(out, (size / 3 + (size % 3 != 0)) * 4);
    for (size_t i = 0; text && i < size; i += 3, text += 4)
        encode_three(bytes + i, size - i, text);
}
