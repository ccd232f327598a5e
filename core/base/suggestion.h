/* "Did you mean": the hint for a word that is not known. */
#ifndef WR_CORE_BASE_SUGGESTION_H
#define WR_CORE_BASE_SUGGESTION_H

#include "core/core.h"

/* The nearest of the NULL-ended `known`, or NULL when none is near. */
const char *wr_nearest_word(const char *word, const char *const *known);

/* wr_suggestion for the names of some structs: a text stands at `offset` in each of `count`
 * structs of `size` bytes. */
const char *wr_suggestion_among(char out[WR_SUGGESTION_SIZE], const char *word,
                                const void *items, size_t count, size_t size, size_t offset);

#endif
