/* Sources: PCG32 by M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically
 * Good Algorithms for Random Number Generation"; SplitMix64 by Steele, Lea and Flood, "Fast
 * Splittable Pseudorandom Number Generators". */
#include "core/base/random.h"

wr_random wr_random_of(uint64_t seed, uint64_t stream)
{
    wr_random random = {0, stream << 1 | 1};
    wr_random_u32(&random);
    random.state += seed;
    wr_random_u32(&random);
    return random;
}

uint32_t wr_random_u32(wr_random *random)
{
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + random->increment;
    uint32_t word = (uint32_t)((old >> 18 ^ old) >> 27);
    unsigned turn = (unsigned)(old >> 59);
    return word >> turn | word << (-turn & 31);
}

uint32_t wr_random_below(wr_random *random, uint32_t bound)
{
    uint32_t first = -bound % bound; /* 2^32 modulo bound: below it, some values are favoured */
    for (;;) {
        uint32_t word = wr_random_u32(random);
        if (word >= first)
            return word % bound;
    }
}

double wr_random_unit(wr_random *random)
{
    uint64_t high = wr_random_u32(random) >> 5, low = wr_random_u32(random) >> 6;
    return (double)(high << 26 | low) / 9007199254740992.0; /* 2^53 */
}

uint64_t wr_mix(uint64_t word)
{
    word += 0x9e3779b97f4a7c15u;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}
