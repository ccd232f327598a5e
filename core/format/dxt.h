/* Blocks of 4 x 4 pixels as graphics cards compress them: DXT1 and DXT5, also known as BC1 and
 * BC3. Source: the OpenGL extension EXT_texture_compression_s3tc. */
#ifndef WR_CORE_FORMAT_DXT_H
#define WR_CORE_FORMAT_DXT_H

#include <stdint.h>

enum { WR_DXT1_BLOCK = 8, WR_DXT5_BLOCK = 16, WR_DXT_TEXELS = 16 };

/* The pixels of a block as red, green, blue and alpha, in the order of the block. Of DXT1 all
 * are opaque: the games have none that shows what is behind it. */
void wr_dxt1_block(const uint8_t *block, uint8_t out[WR_DXT_TEXELS][4]);
void wr_dxt5_block(const uint8_t *block, uint8_t out[WR_DXT_TEXELS][4]);

#endif
