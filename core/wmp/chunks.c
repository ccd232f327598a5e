/* Steps from chunk to chunk within bounds. */
#include "core/wmp/chunks.h"

#include <math.h>

enum { HEAD = 8 };

bool wr_wmp_chunk_fail(struct wr_wmp_chunks *chunks, size_t offset, const char *slug,
                       const char *message)
{
    if (!chunks->failed)
        wr_wmp_fault(chunks->making, WR_SYNTAX, offset, slug,
                     "copy the file again from where it came", "%s", message);
    chunks->failed = true;
    return false;
}

static struct wr_reader reader_at(const struct wr_wmp_chunks *chunks, size_t at, size_t end)
{
    return (struct wr_reader){chunks->making->source->data + at, end - at, 0, false};
}

bool wr_wmp_next(struct wr_wmp_chunks *chunks, struct wr_wmp_chunk *out)
{
    size_t left = chunks->end - chunks->at;
    if (left == 0 || chunks->failed)
        return false;
    struct wr_reader head = reader_at(chunks, chunks->at, chunks->end);
    const uint8_t *kind = wr_reader_take(&head, 4);
    uint32_t size = wr_reader_u32(&head);
    if (head.failed || size < HEAD || size > left)
        return wr_wmp_chunk_fail(chunks, chunks->at, "wmp-chunk",
                                 "the chunk does not end where what holds it does");
    *out = (struct wr_wmp_chunk){kind[0], (uint16_t)(kind[1] << 8 | kind[2]), chunks->at,
                                 chunks->at + HEAD, chunks->at + size};
    chunks->at += size;
    return true;
}

bool wr_wmp_holds(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk, size_t skip,
                  uint64_t count, size_t size)
{
    size_t held = chunk->end - chunk->at;
    if (!chunks->failed && held >= skip && count <= (held - skip) / size)
        return true;
    return wr_wmp_chunk_fail(chunks, chunk->offset, "wmp-chunk",
                             "the chunk holds less than it says");
}

bool wr_wmp_open(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk, size_t size,
                 struct wr_reader *head, struct wr_wmp_chunks *inside)
{
    if (!wr_wmp_holds(chunks, chunk, size, 0, 1))
        return false;
    *head = reader_at(chunks, chunk->at, chunk->at + size);
    *inside = (struct wr_wmp_chunks){chunks->making, chunk->at + size, chunk->end, false};
    return true;
}

bool wr_wmp_doubles(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk, size_t skip,
                    double *out, size_t count)
{
    if (!wr_wmp_holds(chunks, chunk, skip, count, sizeof(double)))
        return false;
    struct wr_reader reader = reader_at(chunks, chunk->at + skip, chunk->end);
    for (size_t i = 0; i < count; i++) {
        out[i] = wr_reader_f64(&reader) + 0.0; /* a negative zero is zero */
        if (!isfinite(out[i]))
            return wr_wmp_chunk_fail(chunks, chunk->at + skip + i * sizeof(double),
                                     "wmp-number", "this is not a finite number");
    }
    return true;
}

const char *wr_wmp_string(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk)
{
    return wr_wmp_text(chunks->making,
                       (wr_view){(const char *)chunks->making->source->data + chunk->at,
                                 chunk->end - chunk->at});
}
