/* Seeded random numbers: the same sequence on every machine, a stream for each purpose. */
#ifndef WR_CORE_BASE_RANDOM_H
#define WR_CORE_BASE_RANDOM_H

#include <stdint.h>

/* PCG32 (XSH-RR): 64 bits of state, one odd increment a stream. */
typedef struct wr_random {
    uint64_t state, increment;
} wr_random;

wr_random wr_random_of(uint64_t seed, uint64_t stream);
uint32_t wr_random_u32(wr_random *random);
/* Uniform in [0, bound); bound must not be 0. */
uint32_t wr_random_below(wr_random *random, uint32_t bound);
/* Uniform in [0, 1). */
double wr_random_unit(wr_random *random);
/* A well-mixed 64-bit hash of a 64-bit word (SplitMix64's finaliser), for derived seeds. */
uint64_t wr_mix(uint64_t word);

#endif
