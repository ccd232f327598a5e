/* "Did you mean": the hint for a word that is not known. */
#ifndef WR_CORE_TEXT_SUGGESTION_H
#define WR_CORE_TEXT_SUGGESTION_H

#include <stddef.h>

enum { WR_SUGGESTION_SIZE = 256 };

/* "did you mean 'room'?" where one of the NULL-ended `known` is near, else "known: a, b, c" as
 * far as it fits; NULL for an empty list. The text is in `out`. */
const char *wr_suggestion(char out[WR_SUGGESTION_SIZE], const char *word,
                          const char *const *known);
/* The nearest of the NULL-ended `known`, or NULL when none is near. */
const char *wr_nearest_word(const char *word, const char *const *known);

#endif
