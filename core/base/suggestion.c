/* Finds the nearest of some words. */
#include "core/base/suggestion.h"

#include <stdio.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/text.h"

/* What people write who know other programs, and what it is called here. */
static const char *const synonyms[][2] = {
    {"rotation", "turn"},     {"rotate", "turn"},          {"angle", "turn"},
    {"orientation", "turn"},  {"heading", "turn"},         {"rotation", "facing"},
    {"bearing", "facing"},    {"angle", "facing"},         {"orientation", "facing"},
    {"direction", "facing"},  {"heading", "facing"},       {"flip", "mirror"},
    {"location", "position"}, {"coordinates", "position"}, {"pos", "position"},
    {"connections", "links"}, {"start", "entry"},          {"module", "id"},
    {"resref", "id"},         {"component", "room"},
};

enum { LONGEST_WORD = 64 }; /* an edit distance takes the product of two lengths */

static const char *find_synonym(const char *word, const char *const *known)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
        for (const char *const *name = known; *name; name++)
            if (wr_text_same(word, synonyms[i][0]) && strcmp(*name, synonyms[i][1]) == 0)
                return *name;
    return NULL;
}

const char *wr_nearest_word(const char *word, const char *const *known)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST_WORD)
        return NULL;
    const char *nearest = find_synonym(word, known);
    if (nearest)
        return nearest;
    /* one edit in four letters, and one more, still looks like a slip */
    unsigned best = 2 + (unsigned)length / 4;
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

const char *wr_suggestion_among(char out[WR_SUGGESTION_SIZE], const char *word,
                                const void *items, size_t count, size_t size, size_t offset)
{
    const char **known = wr_alloc((count + 1) * sizeof *known);
    if (!known)
        return NULL;
    for (size_t i = 0; i < count; i++)
        memcpy(&known[i], (const char *)items + i * size + offset, sizeof known[i]);
    known[count] = NULL;
    const char *hint = wr_suggestion(out, word, known);
    wr_free(known);
    return hint;
}
