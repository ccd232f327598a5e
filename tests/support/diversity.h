/* How often each level of a small template comes: what is made, counted among what there is. */
#ifndef WR_TESTS_SUPPORT_DIVERSITY_H
#define WR_TESTS_SUPPORT_DIVERSITY_H

#include "tests/support/every_level.h"

/* A template of the Burrow, in which ' stands for ". */
struct small_template {
    const char *name, *text;
    bool heavy; /* for a bench only */
};

extern const struct small_template SMALL_TEMPLATES[];
extern const unsigned SMALL_TEMPLATE_COUNT;

struct diversity {
    struct every_level levels;
    uint32_t *times; /* one a level */
    uint32_t seeds;
    uint32_t foreign; /* levels that are none of these */
    uint32_t missing; /* levels that never came */
    bool listed;      /* the generator drew from a list */
    double
        ratio; /* of the likeliest level to the least likely, by the weights of their rooms */
};

/* A template as the seed decides, all of whose rooms weigh the same. */
void small_template_draw(uint64_t seed, char *text, size_t size);

/* Makes `seeds_a_level` levels for each there is. */
void diversity_measure(struct diversity *out, const struct small_template *small,
                       uint32_t seeds_a_level);
/* The same; false where there are more than `most` levels, so that nothing is measured. Where
 * there are none, the generator must say so. */
bool diversity_try(struct diversity *out, const struct small_template *small,
                   uint32_t seeds_a_level, uint32_t most);
void diversity_free(struct diversity *diversity);
/* A line: the template, how many levels, and how often the rarest and the likeliest came. */
void diversity_print(const struct small_template *small, const struct diversity *diversity);

#endif
