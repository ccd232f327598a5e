/* "Did you mean": the hint for a word that is not known. */
#ifndef WR_CORE_TEXT_SUGGESTION_H
#define WR_CORE_TEXT_SUGGESTION_H

#include "core/core.h"

/* The nearest of the NULL-ended `known`, or NULL when none is near. */
const char *wr_nearest_word(const char *word, const char *const *known);

#endif
