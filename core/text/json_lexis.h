/* What cJSON does not look at, or says nothing about: characters, numbers, and why a text is no
 * JSON. */
#ifndef WR_CORE_TEXT_JSON_LEXIS_H
#define WR_CORE_TEXT_JSON_LEXIS_H

#include "core/base/diag.h"
#include "core/text/json.h"

/* A value takes about 200 bytes while its file is read. The report of a level of 100,000 rooms
 * has five million. */
enum { WR_JSON_LARGEST = 256 << 20, WR_JSON_MOST_VALUES = 8 << 20 };

/* Checks characters, escapes, numbers and depth. `copy` takes source->size bytes: the text with
 * "0" for each number and a space for the mark at its start, because cJSON reads numbers with
 * the host's locale and at most 63 characters of them. */
enum wr_result wr_json_lexis(struct wr_context *context, const struct wr_source *source,
                             uint8_t *copy);
/* Reports the first token of such a copy that breaks JSON's grammar; WR_OK where none does. */
enum wr_result wr_json_explain(struct wr_context *context, const struct wr_source *source,
                               const uint8_t *copy);
/* The end of the number or the string (with its quotes) that starts at `at`. */
size_t wr_json_number_end(const uint8_t *text, size_t size, size_t at);
size_t wr_json_string_end(const uint8_t *text, size_t size, size_t at);

static inline bool wr_json_is_space(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

#endif
