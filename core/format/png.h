/* PNG pictures, by libpng. */
#ifndef WR_CORE_FORMAT_PNG_H
#define WR_CORE_FORMAT_PNG_H

#include "core/format/tga.h"

bool wr_png_recognise(const uint8_t *data, size_t size);

/* Reads a PNG of any kind as a picture of 8 bits in RGB, or RGBA where parts of it are clear.
 * "picture-png", "picture-size" and "picture-short". */
enum wr_result wr_png_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_tga *out);

/* Appends a picture: grey, red, green and blue, or these and how opaque. The pixels are exact;
 * the bytes depend on the versions of libpng and zlib. */
enum wr_result wr_png_write(struct wr_context *context, const struct wr_tga *picture,
                            struct wr_bytes *out);

#endif
