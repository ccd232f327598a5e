/* Finds the nearest of some words. */
#include "core/text/suggestion.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

enum { LONGEST_WORD = 64 }; /* an edit distance takes the product of two lengths */

const char *wr_nearest_word(const char *word, const char *const *known)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST_WORD)
        return NULL;
    /* one edit in four letters, and one more, still looks like a slip */
    unsigned best = 2 + (unsigned)length / 4;
    const char *nearest = NULL;
    for (; *known; known++) {
        unsigned distance =
            wr_text_same(word, *known) ? 0 : wr_text_distance(word, *known, best);
        if (distance < best) {
            best = distance;
            nearest = *known;
        }
    }
    return nearest;
}

static void list_words(char *out, const char *const *known)
{
    size_t used = (size_t)snprintf(out, WR_SUGGESTION_SIZE, "known: ");
    for (const char *const *word = known; *word; word++) {
        const char *comma = word == known ? "" : ", ";
        if (strlen(*word) + 8 > WR_SUGGESTION_SIZE - used) {
            snprintf(out + used, WR_SUGGESTION_SIZE - used, ", ...");
            return;
        }
        used += (size_t)snprintf(out + used, WR_SUGGESTION_SIZE - used, "%s%s", comma, *word);
    }
}

const char *wr_suggestion(char out[WR_SUGGESTION_SIZE], const char *word,
                          const char *const *known)
{
    if (!known || !*known)
        return NULL;
    const char *nearest = wr_nearest_word(word, known);
    if (nearest)
        snprintf(out, WR_SUGGESTION_SIZE, "did you mean '%s'?", nearest);
    else
        list_words(out, known);
    return out;
}
