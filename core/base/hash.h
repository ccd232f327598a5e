/* SHA-256, by which runs of bytes are known again. Source: FIPS 180-4. */
#ifndef WR_CORE_BASE_HASH_H
#define WR_CORE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { WR_HASH_SIZE = 65 }; /* digits, with the NUL behind them */

typedef struct wr_hash {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t block[64];
} wr_hash;

void wr_hash_begin(wr_hash *hash);
void wr_hash_add(wr_hash *hash, const void *data, size_t size);
/* As lower-case hexadecimal digits; nothing is added afterwards. */
void wr_hash_end(wr_hash *hash, char out[WR_HASH_SIZE]);

#endif
