/* What every reader must survive: a file cut at each length, and with each bit turned. */
#ifndef WR_TESTS_SUPPORT_DAMAGE_H
#define WR_TESTS_SUPPORT_DAMAGE_H

#include "tests/support/starved.h"

typedef enum wr_result damage_read_fn(struct findings *findings,
                                      const struct wr_source *source);

static inline void damage_try(damage_read_fn *read, const void *data, size_t size)
{
    struct findings findings;
    findings_start(&findings);
    enum wr_result result = read(&findings, findings_bytes(&findings, data, size));
    assert_true((result == WR_OK) == (findings.errors == 0));
    findings_end(&findings);
}

static inline void damage_survive(damage_read_fn *read, const void *data, size_t size)
{
    for (size_t cut = 0; cut <= size; cut++)
        damage_try(read, data, cut);
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    for (size_t i = 0; i < size; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            copy[i] ^= (uint8_t)(1u << bit);
            damage_try(read, copy, size);
            copy[i] ^= (uint8_t)(1u << bit);
        }
    free(copy);
}

struct damage_food {
    damage_read_fn *read;
    const void *data;
    size_t size;
};

static inline enum wr_result damage_read_starved(struct findings *findings, void *user)
{
    const struct damage_food *food = user;
    return food->read(findings, findings_bytes(findings, food->data, food->size));
}

/* Lets each allocation fail in turn until none does. */
static inline void damage_starve(damage_read_fn *read, const void *data, size_t size)
{
    struct damage_food food = {read, data, size};
    starve(damage_read_starved, &food);
}

#endif
