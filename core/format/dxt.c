/* Blocks of compressed pixels: two colours, what lies between them, and which each pixel has.
 */
#include "core/format/dxt.h"

#include <stdbool.h>

static uint32_t u16_at(const uint8_t *data)
{
    return data[0] | (uint32_t)data[1] << 8;
}

static void colour_of(uint32_t packed, uint32_t out[3])
{
    uint32_t red = packed >> 11, green = packed >> 5 & 63, blue = packed & 31;
    out[0] = red << 3 | red >> 2;
    out[1] = green << 2 | green >> 4;
    out[2] = blue << 3 | blue >> 2;
}

/* `part` of `parts` on the way from a to b, rounded. */
static uint8_t between(uint32_t a, uint32_t b, uint32_t part, uint32_t parts)
{
    return (uint8_t)((a * (parts - part) + b * part + parts / 2) / parts);
}

/* Of two colours in descending order, two between them; else one, and black, unless `four`. */
static void put_colours(const uint8_t *block, bool four, uint8_t out[WR_DXT_TEXELS][4])
{
    uint32_t ends[2][3], bits = u16_at(block + 4) | u16_at(block + 6) << 16;
    uint8_t palette[4][3];
    four = four || u16_at(block) > u16_at(block + 2);
    colour_of(u16_at(block), ends[0]);
    colour_of(u16_at(block + 2), ends[1]);
    for (int c = 0; c < 3; c++) {
        palette[0][c] = (uint8_t)ends[0][c];
        palette[1][c] = (uint8_t)ends[1][c];
        palette[2][c] = between(ends[0][c], ends[1][c], 1, four ? 3 : 2);
        palette[3][c] = four ? between(ends[0][c], ends[1][c], 2, 3) : 0;
    }
    for (int i = 0; i < WR_DXT_TEXELS; i++)
        for (int c = 0; c < 3; c++)
            out[i][c] = palette[bits >> 2 * i & 3][c];
}

/* Of two values in descending order, six between them; else four, none and all. */
static void put_alpha(const uint8_t *block, uint8_t out[WR_DXT_TEXELS][4])
{
    uint8_t palette[8] = {block[0], block[1]};
    bool eight = block[0] > block[1];
    uint32_t parts = eight ? 7 : 5;
    uint64_t bits = 0;
    for (uint32_t i = 1; i < parts; i++)
        palette[i + 1] = between(block[0], block[1], i, parts);
    if (!eight)
        palette[7] = 255;
    for (int i = 0; i < 6; i++)
        bits |= (uint64_t)block[2 + i] << 8 * i;
    for (int i = 0; i < WR_DXT_TEXELS; i++)
        out[i][3] = palette[bits >> 3 * i & 7];
}

void wr_dxt1_block(const uint8_t *block, uint8_t out[WR_DXT_TEXELS][4])
{
    put_colours(block, false, out);
    for (int i = 0; i < WR_DXT_TEXELS; i++)
        out[i][3] = 255;
}

void wr_dxt5_block(const uint8_t *block, uint8_t out[WR_DXT_TEXELS][4])
{
    put_colours(block + 8, true, out);
    put_alpha(block, out);
}
