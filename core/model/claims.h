/* Which bytes of a file belong to a table already, one bit each. Private to core/model. */
#ifndef WR_CORE_MODEL_CLAIMS_H
#define WR_CORE_MODEL_CLAIMS_H

#include "core/base/arena.h"

#include <stdint.h>
#include <string.h>

struct wr_claims {
    uint64_t *bits;
};

/* For a file of `size` bytes; false when memory is out. Ends with wr_claims_finish. */
static inline bool wr_claims_start(struct wr_claims *claims, uint32_t size)
{
    size_t bytes = ((size_t)size / 64 + 1) * sizeof *claims->bits;
    claims->bits = wr_alloc(bytes);
    if (claims->bits)
        memset(claims->bits, 0, bytes);
    return claims->bits;
}
static inline void wr_claims_finish(struct wr_claims *claims)
{
    wr_free(claims->bits);
}

/* Takes a run of bytes that lies in the file; false where some were taken already. */
static inline bool wr_claims_take(struct wr_claims *claims, uint32_t at, uint32_t size)
{
    if (size == 0)
        return true;
    uint32_t first = at / 64, last = (at + size - 1) / 64;
    uint64_t head = UINT64_MAX << at % 64, tail = UINT64_MAX >> (63 - (at + size - 1) % 64);
    uint64_t taken = 0;
    if (first == last)
        head = tail = head & tail;
    taken |= claims->bits[first] & head;
    claims->bits[first] |= head;
    for (uint32_t i = first + 1; i < last; i++) {
        taken |= claims->bits[i];
        claims->bits[i] = UINT64_MAX;
    }
    if (first != last) {
        taken |= claims->bits[last] & tail;
        claims->bits[last] |= tail;
    }
    return taken == 0;
}

#endif
