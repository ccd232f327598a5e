/* Long runs of bytes a slice at a time. */
#include "core/base/slices.h"

#include "core/base/bytes.h"

#include <string.h>

size_t wr_slice(size_t left)
{
    return left < WR_SLICE ? left : WR_SLICE;
}

/* Short runs ask nobody: there are many of them. */
static bool go_on(struct wr_context *context, size_t at)
{
    return at == 0 || !wr_context_stopped(context);
}

bool wr_slices_copy(struct wr_context *context, void *to, const void *from, size_t size)
{
    bool going = true;
    for (size_t at = 0; at < size && (going = go_on(context, at)); at += wr_slice(size - at))
        memcpy((uint8_t *)to + at, (const uint8_t *)from + at, wr_slice(size - at));
    return going;
}

bool wr_slices_zero(struct wr_context *context, void *to, size_t size)
{
    bool going = true;
    for (size_t at = 0; at < size && (going = go_on(context, at)); at += wr_slice(size - at))
        memset((uint8_t *)to + at, 0, wr_slice(size - at));
    return going;
}

bool wr_slices_add(struct wr_context *context, struct wr_bytes *bytes, const void *data,
                   size_t size)
{
    uint8_t *to = wr_bytes_extend(bytes, size);
    return !to || wr_slices_copy(context, to, data, size);
}

bool wr_slices_words(struct wr_context *context, struct wr_bytes *bytes, const void *words,
                     size_t count)
{
    bool going = true;
    size_t size = 4 * count;
    for (size_t at = 0; at < size && (going = go_on(context, at)); at += wr_slice(size - at))
        wr_bytes_words(bytes, (const uint8_t *)words + at, wr_slice(size - at) / 4);
    return going;
}

bool wr_slices_same(struct wr_context *context, const void *a, const void *b, size_t size)
{
    bool same = true;
    for (size_t at = 0; same && at < size; at += wr_slice(size - at))
        same = go_on(context, at) && memcmp((const uint8_t *)a + at, (const uint8_t *)b + at,
                                            wr_slice(size - at)) == 0;
    return same;
}
