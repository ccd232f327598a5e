/* SHA-256, word for word as the standard has it. */
#include "core/base/hash.h"

#include <string.h>

/* The first bits of the fractions of cube roots of primes, and of their square roots. */
static const uint32_t rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};
static const uint32_t beginning[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t turned(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void expand(const uint8_t *block, uint32_t words[64])
{
    for (int i = 0; i < 16; i++)
        words[i] = big_endian(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        a = turned(a, 7) ^ turned(a, 18) ^ a >> 3;
        b = turned(b, 17) ^ turned(b, 19) ^ b >> 10;
        words[i] = words[i - 16] + a + words[i - 7] + b;
    }
}

/* One round: the words a to h move on by one place, which the caller does by naming them so. */
static void turn(uint32_t s[8], unsigned first, uint32_t added)
{
    uint32_t *const d = &s[(3 - first) & 7], *const h = &s[(7 - first) & 7];
    uint32_t a = s[-first & 7], b = s[(1 - first) & 7], c = s[(2 - first) & 7];
    uint32_t e = s[(4 - first) & 7], f = s[(5 - first) & 7], g = s[(6 - first) & 7];
    uint32_t one =
        *h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (g ^ (e & (f ^ g))) + added;
    *d += one;
    *h = one + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) | (c & (a | b)));
}

static void mix(uint32_t state[8], const uint8_t *block)
{
    uint32_t words[64], s[8];
    expand(block, words);
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < 64; i += 8)
        for (unsigned k = 0; k < 8; k++)
            turn(s, k, rounds[i + k] + words[i + k]);
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void wr_hash_begin(wr_hash *hash)
{
    *hash = (wr_hash){.size = 0};
    memcpy(hash->state, beginning, sizeof beginning);
}

void wr_hash_add(wr_hash *hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    while (size > 0) {
        size_t used = hash->size % 64, step = 64 - used < size ? 64 - used : size;
        memcpy(hash->block + used, bytes, step);
        hash->size += step;
        bytes += step;
        size -= step;
        if (used + step == 64)
            mix(hash->state, hash->block);
    }
}

void wr_hash_end(wr_hash *hash, char out[WR_HASH_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t length[8];
    uint64_t bits = 8 * hash->size;
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    wr_hash_add(hash, "\x80", 1);
    while (hash->size % 64 != 56)
        wr_hash_add(hash, "", 1);
    wr_hash_add(hash, length, sizeof length);
    for (int i = 0; i < 64; i++)
        out[i] = digits[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    out[64] = '\0';
}
