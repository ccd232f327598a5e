/* Pictures as games and editors of levels keep their textures: BMP, PCX, PNG and TPC besides
 * TGA. */
#ifndef WR_CORE_FORMAT_PICTURES_H
#define WR_CORE_FORMAT_PICTURES_H

#include "core/format/tga.h"

/* Reads a BMP (palettes of 8 bits, 24 and 32 bits, not compressed), a PCX (palettes, or 24
 * bits), a PNG, the first picture of a TPC, or a TGA, told by their first bytes, as a TGA is
 * read. "picture-short", "picture-size", "picture-png" and "picture-unsupported", or what
 * wr_tga_read finds. */
enum wr_result wr_picture_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_tga *out);

#endif
