/* Changes fields where they are, for formats whose tables point at each other: a byte more or
 * less would shift them all. Linked into fuzzers, not into replays. */
#include "tests/fuzz/fuzz.h"

#include "core/base/random.h"

#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Ends of ranges; as floats: 1, -1, a half, both infinities, none, the smallest and largest,
 * and what ends rows of vertices. */
static const uint32_t telling[] = {
    0,          1,          2,          0xFFFF,     0x7FFFFFFF, 0x80000000,
    UINT32_MAX, 0x3F800000, 0xBF800000, 0x3F000000, 0x7F800000, 0xFF800000,
    0x7FC00000, 0x00800000, 0x7F7FFFFF, 0x4B189680,
};
enum { TELLING = sizeof telling / sizeof *telling };

static void change_word(uint8_t *data, uint32_t words, struct wr_random *random)
{
    uint32_t at = wr_random_below(random, words), from = wr_random_below(random, words), word;
    memcpy(&word, data + 4 * (size_t)at, 4);
    switch (wr_random_below(random, 6)) {
    case 0:
        word += wr_random_below(random, 33) - 16;
        break;
    case 1:
        word = telling[wr_random_below(random, TELLING)];
        break;
    case 2:
        word ^= 1u << wr_random_below(random, 32);
        break;
    case 3: /* the lower half, and the higher: numbers of 16 bits */
        word = (word & 0xFFFF0000) | wr_random_below(random, 5);
        break;
    case 4:
        word = (word & 0xFFFF) | wr_random_below(random, 5) << 16;
        break;
    default: /* what another field holds */
        memcpy(&word, data + 4 * (size_t)from, 4);
    }
    memcpy(data + 4 * (size_t)at, &word, 4);
}

/* One time in eight libFuzzer does as it likes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct wr_random random = wr_random_of(seed, 1);
    if (size < 4 || wr_random_below(&random, 8) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint32_t words = (uint32_t)(size / 4);
    for (uint32_t changes = 1 + wr_random_below(&random, 3); changes > 0; changes--)
        change_word(data, words, &random);
    return size;
}
