/* Text without a locale: views, exact number reading and shortest number printing. */
#ifndef WR_CORE_BASE_TEXT_H
#define WR_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of characters somebody else owns. */
typedef struct wr_view {
    const char *data;
    size_t size;
} wr_view;

wr_view wr_view_of(const char *text);
bool wr_view_is(wr_view view, const char *text);
/* ASCII letters compare without case. */
bool wr_view_same(wr_view a, wr_view b);
bool wr_text_same(const char *a, const char *b);
/* Whether a name is like a pattern, in which * is any run and ? any one; without case. */
bool wr_view_fits(wr_view pattern, wr_view name);
/* A total order without case first, with case where that ties. */
int wr_text_order(const char *a, const char *b);

/* The next word (a run without space, tab, CR or LF) of `rest`, which moves past it; empty at
 * the end. */
wr_view wr_view_word(wr_view *rest);
/* The next line without its LF or CRLF; false at the end. */
bool wr_view_line(wr_view *rest, wr_view *line);

/* The float32 nearest to a decimal (sign, digits, point, exponent), ties to even; the whole
 * view must be the number. Overflow gives infinity with true; "nan" and "inf" are no numbers.
 */
bool wr_parse_f32(wr_view text, float *out);
/* The double nearest to a decimal. */
bool wr_parse_f64(wr_view text, double *out);
/* Decimal integers; false on overflow or anything else. */
bool wr_parse_u32(wr_view text, uint32_t *out);
bool wr_parse_i64(wr_view text, int64_t *out);

enum { WR_NUMBER_SIZE = 32 };

/* Writes the shortest decimal that reads back to the same float32, always with a point ("1.0",
 * "0.1", "-2.5", "3.4028235e38" beyond 1e9 or below 1e-5); not finite: "nan", "inf", "-inf". A
 * NUL follows. Returns the length. */
size_t wr_print_f32(char out[WR_NUMBER_SIZE], float value);

/* A number with a fixed count of decimals, for messages: printf("%s m", wr_fixed(d, 3).text).
 */
typedef struct wr_fixed_text {
    char text[WR_NUMBER_SIZE];
} wr_fixed_text;
wr_fixed_text wr_fixed(double value, unsigned decimals);

/* The number of single-character edits between two words, at most `limit`; for "did you mean".
 */
unsigned wr_text_distance(const char *a, const char *b, unsigned limit);

/* Where a text starts behind a byte order mark and space; `size` where there is nothing else.
 */
size_t wr_text_start(const uint8_t *data, size_t size);
bool wr_text_contains(const uint8_t *data, size_t size, const char *word);

/* The bytes of the UTF-8 character `text` starts with; 0 when it is not well-formed or size is
 * 0. */
size_t wr_utf8_length(const char *text, size_t size);

#endif
