/* Digests of what is computed, number by number. */
#ifndef WR_TESTS_SUPPORT_DIGEST_H
#define WR_TESTS_SUPPORT_DIGEST_H

#include "core/base/hash.h"
#include "tests/support/test.h"

static inline void add_number(wr_hash *hash, int64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> 8 * i);
    wr_hash_add(hash, bytes, sizeof bytes);
}

/* Compares the first half of a digest. */
static inline void assert_digest(wr_hash *hash, const char *what, const char *expected)
{
    char digits[WR_HASH_SIZE];
    wr_hash_end(hash, digits);
    digits[32] = '\0';
    if (strcmp(digits, expected) != 0)
        fail_msg("%s: %s, not %s", what, digits, expected);
}

#endif
