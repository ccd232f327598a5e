/* The pieces of a binary level: each says what it is and how long. Source: formats/wmp, 2. */
#ifndef WR_CORE_WMP_CHUNKS_H
#define WR_CORE_WMP_CHUNKS_H

#include "core/base/bytes.h"
#include "core/wmp/making.h"

enum wr_wmp_class {
    WR_WMP_VECTORS = 0x0001,
    WR_WMP_STRING = 0x0102,
    WR_WMP_ARRAY = 0x0203,
    WR_WMP_COLOUR = 0x0304,
    WR_WMP_SECTION = 0x0405,
    WR_WMP_RECORD = 0x0506,
};

/* A part of the file that holds chunks; the first fault within is told, and nothing more read.
 */
struct wr_wmp_chunks {
    struct wr_wmp_making *making;
    size_t at, end;
    bool failed;
};

struct wr_wmp_chunk {
    uint8_t id;
    uint16_t holds;         /* an enum wr_wmp_class, or something else */
    size_t offset, at, end; /* where it begins, and what it holds */
};

/* The next chunk; false at the end, or where it is not whole: "wmp-chunk". */
bool wr_wmp_next(struct wr_wmp_chunks *chunks, struct wr_wmp_chunk *out);
static inline bool wr_wmp_is_chunk(const struct wr_wmp_chunk *chunk, uint8_t id,
                                   enum wr_wmp_class holds)
{
    return chunk->id == id && chunk->holds == holds;
}
/* What a chunk holds behind the first `size` bytes: those are for `head`. "wmp-chunk" where it
 * is shorter. */
bool wr_wmp_open(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk, size_t size,
                 struct wr_reader *head, struct wr_wmp_chunks *inside);
/* All of it as numbers of 8 bytes: as many as `count`, and all finite; else "wmp-chunk" or
 * "wmp-number". */
bool wr_wmp_doubles(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk, size_t skip,
                    double *out, size_t count);
/* Whether a chunk holds `count` things of `size` bytes behind `skip` others; else "wmp-chunk".
 */
bool wr_wmp_holds(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk, size_t skip,
                  uint64_t count, size_t size);
const char *wr_wmp_string(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk);
/* Tells a fault of a chunk, once. Returns false. */
bool wr_wmp_chunk_fail(struct wr_wmp_chunks *chunks, size_t offset, const char *slug,
                       const char *message);

#endif
