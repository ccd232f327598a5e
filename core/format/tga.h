/* TGA pictures: true colour and grey, plain and run-length coded. Source: formats/module, 5. */
#ifndef WR_CORE_FORMAT_TGA_H
#define WR_CORE_FORMAT_TGA_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

/* The largest side of a picture that is read or written: more than any texture has. */
enum { WR_TGA_LARGEST = 16384 };

/* Rows from the top; a pixel is grey, or red, green, blue (and alpha) in this order. */
struct wr_tga {
    uint32_t width, height;
    uint32_t channels; /* 1, 3 or 4 */
    uint8_t *pixels;

    /* How the file had it; a writer does not look at them. */
    uint32_t type; /* 2, 3 or 10 */
    bool top_down;
};

/* Whether bytes are a TGA that wr_tga_read would take: a TGA has no mark, so that its header
 * must make sense and its pixels be there. Anything may follow them. */
bool wr_tga_recognise(const uint8_t *data, size_t size);

/* Reads types 2, 3 and 10 with 8, 24 or 32 bits; others are refused by name ("tga-..."). */
enum wr_result wr_tga_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_tga *out);

/* Appends a picture as the game reads it: not compressed, the lowest row first. */
enum wr_result wr_tga_write(struct wr_context *context, const struct wr_tga *tga,
                            struct wr_bytes *out);

/* Size, channels, the colours' mean and a hash of the pixels: what says that a picture changed.
 */
void wr_tga_dump(const struct wr_tga *tga, struct wr_dump *dump);

#endif
