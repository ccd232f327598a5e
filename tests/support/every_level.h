/* Every level of a small template, by brute force: from hooks and floors of kit rooms alone,
 * without a line of the generator's search. Two levels are one where a whole turn and a move
 * bring one onto the other. Kits whose doorways look along the axes only. */
#ifndef WR_TESTS_SUPPORT_EVERY_LEVEL_H
#define WR_TESTS_SUPPORT_EVERY_LEVEL_H

#include "kits/kits.h"
#include "templates/template.h"

#include <stdbool.h>
#include <stdint.h>

struct every_level {
    uint64_t *keys;
    double *weights; /* of all its rooms, multiplied */
    uint32_t count;
};

/* Lists them; false where there are more than `most`. */
bool every_level_list(struct every_level *out, const struct wr_template *template,
                      const struct wr_kit *kit, uint32_t most);
void every_level_free(struct every_level *levels);

/* The key of a map's level. */
uint64_t every_level_key(const struct wr_template *template, const struct wr_kit *kit,
                         const struct wr_map *map);
/* Which level has a key, or UINT32_MAX. */
uint32_t every_level_find(const struct every_level *levels, uint64_t key);

#endif
