/* TPC pictures made by tests, and a decoder of their own, pixel by pixel and in doubles, that
 * shares no code with core/format. */
#ifndef WR_TESTS_SUPPORT_TPC_MADE_H
#define WR_TESTS_SUPPORT_TPC_MADE_H

#include "tests/support/test.h"

#include "core/base/bytes.h"

enum made_tpc {
    MADE_GREY = 1,
    MADE_RGB = 2,
    MADE_RGBA = 4,
    MADE_DXT1 = 0x12,
    MADE_DXT5 = 0x14
};

/* The header: `packed` is what it says of compressed data. */
static inline void made_tpc_head(struct wr_bytes *out, enum made_tpc coding, uint32_t packed,
                                 unsigned width, unsigned height, unsigned mips)
{
    uint8_t head[128] = {0};
    float alpha = 0.5f;
    memcpy(head, &packed, 4);
    memcpy(head + 4, &alpha, 4);
    head[8] = (uint8_t)width;
    head[9] = (uint8_t)(width >> 8);
    head[10] = (uint8_t)height;
    head[11] = (uint8_t)(height >> 8);
    head[12] = (uint8_t)(coding & 15);
    head[13] = (uint8_t)mips;
    wr_bytes_add(out, head, sizeof head);
}

static inline size_t made_tpc_size(enum made_tpc coding, unsigned width, unsigned height)
{
    size_t blocks = (size_t)((width + 3) / 4) * ((height + 3) / 4);
    return coding == MADE_DXT1   ? 8 * blocks
           : coding == MADE_DXT5 ? 16 * blocks
                                 : (size_t)width * height * (coding == MADE_RGB ? 3 : coding);
}

static inline unsigned made_tpc_channels(enum made_tpc coding)
{
    return coding == MADE_GREY ? 1 : coding == MADE_RGB || coding == MADE_DXT1 ? 3 : 4;
}

/* Appends a picture of bytes that look like anything. */
static inline void made_tpc_noise(struct wr_bytes *out, size_t size, uint32_t seed)
{
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525u + 1013904223u;
        wr_bytes_char(out, (char)(seed >> 24));
    }
}

/* A value in n bits as one of 0 to 255, all bits set being 255: its bits repeated. */
static inline double made_tpc_widen(unsigned value, unsigned bits)
{
    unsigned out = 0;
    for (int shift = 8 - (int)bits; shift > -(int)bits; shift -= (int)bits)
        out |= shift >= 0 ? value << shift : value >> -shift;
    return out & 255;
}

/* Channel 0 to 3 of the pixel in column x of row y, rows from the top. */
static inline unsigned made_tpc_pixel(enum made_tpc coding, const uint8_t *data, unsigned width,
                                      unsigned height, unsigned x, unsigned y, unsigned channel)
{
    unsigned row = height - 1 - y, channels = made_tpc_channels(coding);
    if (coding < MADE_DXT1)
        return data[((size_t)row * width + x) * channels + channel];
    size_t across = (width + 3) / 4;
    const uint8_t *block = data + (row / 4 * across + x / 4) * (coding == MADE_DXT1 ? 8 : 16);
    unsigned texel = 4 * (row % 4) + x % 4;
    if (channel == 3) {
        unsigned first = 16 + 3 * texel, index = 0;
        for (unsigned i = 0; i < 3; i++)
            index |= (block[(first + i) / 8] >> (first + i) % 8 & 1u) << i;
        double a = block[0], b = block[1];
        if (index < 2)
            return block[index];
        if (a > b)
            return (unsigned)floor(((8 - index) * a + (index - 1) * b) / 7 + 0.5);
        return index == 6   ? 0
               : index == 7 ? 255
                            : (unsigned)floor(((6 - index) * a + (index - 1) * b) / 5 + 0.5);
    }
    const uint8_t *colours = block + (coding == MADE_DXT1 ? 0 : 8);
    unsigned packed[2] = {colours[0] + 256u * colours[1], colours[2] + 256u * colours[3]};
    static const unsigned starts[] = {11, 5, 0}, bits[] = {5, 6, 5};
    double ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] = made_tpc_widen(packed[i] >> starts[channel] & ((1u << bits[channel]) - 1),
                                 bits[channel]);
    unsigned index = colours[4 + texel / 4] >> 2 * (texel % 4) & 3;
    if (index < 2)
        return (unsigned)ends[index];
    if (coding == MADE_DXT5 || packed[0] > packed[1])
        return (unsigned)floor(
            ((index == 2 ? 2 : 1) * ends[0] + (index == 2 ? 1 : 2) * ends[1]) / 3 + 0.5);
    return index == 2 ? (unsigned)floor((ends[0] + ends[1]) / 2 + 0.5) : 0;
}

#endif
