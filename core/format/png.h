/* PNG pictures, by libpng. */
#ifndef WR_CORE_FORMAT_PNG_H
#define WR_CORE_FORMAT_PNG_H

#include "core/format/tga.h"

/* Appends a picture: grey, red, green and blue, or these and how opaque. The pixels are exact;
 * the bytes depend on the versions of libpng and zlib. */
enum wr_result wr_png_write(struct wr_context *context, const struct wr_tga *picture,
                            struct wr_bytes *out);

#endif
