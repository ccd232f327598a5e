/* Adds to what fuzz_spoil.h reads whole steps: a field of a resource gets a telling number or
 * that of another kind, two resources change places. Linked into fuzzers, not into replays. */
#include "tests/fuzz/fuzz.h"

#include "core/base/random.h"

#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static const uint32_t telling[] = {0,          1,          2,          0x10,       0xFF,
                                   0xFFFF,     0x7FFFFFFF, 0x80000000, UINT32_MAX, 0x3F800000,
                                   0x7F800000, 0x7FC00000, 0x7F7FFFFF, 3,          5};
static const uint16_t types[] = {3,    2002, 2012, 2014, 2016, 2023, 2038,
                                 2042, 3000, 3001, 3003, 3007, 3008};
enum {
    SWAP,
    TYPE,
    BYTES,
    MOST = 8,
    HEAD = 14
}; /* of a GFF: its fields follow, four bytes each */

/* A field, four bytes at a multiple of four; most lie near the beginning. */
static size_t add_field(uint8_t *step, struct wr_random *random)
{
    uint32_t at = 4 * wr_random_below(random, wr_random_below(random, 2) ? HEAD : 1024);
    uint32_t value = telling[wr_random_below(random, sizeof telling / sizeof *telling)];
    const uint8_t said[] = {BYTES, (uint8_t)wr_random_below(random, 256), (uint8_t)(at >> 8),
                            (uint8_t)at, wr_random_below(random, 3) ? 4 : 1};
    memcpy(step, said, sizeof said);
    for (size_t i = 0; i < said[4]; i++)
        step[sizeof said + i] = (uint8_t)(value >> 8 * i);
    return sizeof said + said[4];
}

static size_t add_swap(uint8_t *step, struct wr_random *random)
{
    step[0] = SWAP;
    step[1] = (uint8_t)wr_random_below(random, 256);
    step[2] = (uint8_t)wr_random_below(random, 256);
    return 3;
}

static size_t add_type(uint8_t *step, struct wr_random *random)
{
    uint16_t type = types[wr_random_below(random, sizeof types / sizeof *types)];
    step[0] = TYPE;
    step[1] = (uint8_t)wr_random_below(random, 256);
    step[2] = (uint8_t)(type >> 8);
    step[3] = (uint8_t)type;
    return 4;
}

/* Half of the time libFuzzer does as it likes. Steps go first: a whole resource takes all that
 * is left. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct wr_random random = wr_random_of(seed, 3);
    uint8_t step[16];
    bool own = size >= 4 && memcmp(data, "MOD ", 4) == 0;
    if (own || wr_random_below(&random, 2) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (uint32_t steps = 1 + wr_random_below(&random, MOST); steps > 0; steps--) {
        uint32_t what = wr_random_below(&random, 6);
        size_t count = what == 0   ? add_swap(step, &random)
                       : what == 1 ? add_type(step, &random)
                                   : add_field(step, &random);
        if (size + count > max_size)
            break;
        memmove(data + count, data, size);
        memcpy(data, step, count);
        size += count;
    }
    return size;
}
