/* Views, comparisons that no locale changes, integers, and UTF-8 one character at a time. */
#include "core/base/text.h"

#include <string.h>

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

wr_view wr_view_of(const char *text)
{
    return (wr_view){text, strlen(text)};
}

bool wr_view_is(wr_view view, const char *text)
{
    size_t size = strlen(text);
    return view.size == size && (size == 0 || memcmp(view.data, text, size) == 0);
}

bool wr_view_same(wr_view a, wr_view b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
            return false;
    return true;
}

bool wr_view_fits(wr_view pattern, wr_view name)
{
    size_t p = 0, n = 0, star = SIZE_MAX, from = 0;
    while (n < name.size) {
        wr_view one = {pattern.data + p, 1}, other = {name.data + n, 1};
        if (p < pattern.size && pattern.data[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.size && (pattern.data[p] == '?' || wr_view_same(one, other))) {
            p++;
            n++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.size && pattern.data[p] == '*')
        p++;
    return p == pattern.size;
}

bool wr_text_same(const char *a, const char *b)
{
    return wr_view_same(wr_view_of(a), wr_view_of(b));
}

int wr_text_order(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && (a[i] == b[i] || lower(a[i]) == lower(b[i])))
        i++;
    int folded = lower(a[i]) - lower(b[i]);
    return folded != 0 ? folded : strcmp(a, b);
}

wr_view wr_view_word(wr_view *rest)
{
    if (rest->size == 0)
        return *rest;
    size_t start = 0;
    while (start < rest->size && is_space(rest->data[start]))
        start++;
    size_t end = start;
    while (end < rest->size && !is_space(rest->data[end]))
        end++;
    wr_view word = {rest->data + start, end - start};
    rest->data += end;
    rest->size -= end;
    return word;
}

bool wr_view_line(wr_view *rest, wr_view *line)
{
    if (rest->size == 0)
        return false;
    const char *end = memchr(rest->data, '\n', rest->size);
    size_t size = end ? (size_t)(end - rest->data) : rest->size;
    size_t skip = end ? size + 1 : size;
    *line = (wr_view){rest->data, size};
    if (end && size > 0 && rest->data[size - 1] == '\r')
        line->size--;
    rest->data += skip;
    rest->size -= skip;
    return true;
}

/* Digits only; false on overflow past `limit`. */
static bool parse_digits(wr_view text, uint64_t limit, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (!is_digit(text.data[i]))
            return false;
        uint64_t digit = (uint64_t)(text.data[i] - '0');
        if (value > (limit - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    *out = value;
    return text.size > 0;
}

bool wr_parse_u32(wr_view text, uint32_t *out)
{
    uint64_t value;
    if (!parse_digits(text, UINT32_MAX, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

bool wr_parse_i64(wr_view text, int64_t *out)
{
    bool negative = text.size > 0 && text.data[0] == '-';
    if (negative)
        text = (wr_view){text.data + 1, text.size - 1};
    uint64_t value;
    if (!parse_digits(text, (uint64_t)INT64_MAX + negative, &value))
        return false;
    if (negative && value > 0)
        *out = -(int64_t)(value - 1) - 1;
    else
        *out = (int64_t)value;
    return true;
}

unsigned wr_text_distance(const char *a, const char *b, unsigned limit)
{
    enum { LONGEST = 64 };
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return strcmp(a, b) == 0 || limit == 0 ? 0 : limit;
    unsigned row[LONGEST + 1]; /* distances from the first i of `a` to each start of `b` */
    for (size_t k = 0; k <= n; k++)
        row[k] = (unsigned)k;
    for (size_t i = 0; i < m; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t k = 0; k < n; k++) {
            unsigned best = diagonal + (a[i] != b[k]);
            diagonal = row[k + 1];
            best = row[k] + 1 < best ? row[k] + 1 : best;
            row[k + 1] = diagonal + 1 < best ? diagonal + 1 : best;
        }
    }
    return row[n] < limit ? row[n] : limit;
}

size_t wr_text_start(const uint8_t *data, size_t size)
{
    size_t at = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && memchr(" \t\r\n", data[at], 4))
        at++;
    return at;
}

bool wr_text_contains(const uint8_t *data, size_t size, const char *word)
{
    size_t length = strlen(word);
    const uint8_t *end = data + size;
    while ((size_t)(end - data) >= length &&
           (data = memchr(data, word[0], (size_t)(end - data) - length + 1))) {
        if (memcmp(data, word, length) == 0)
            return true;
        data++;
    }
    return false;
}

/* Source: the table of well-formed byte sequences in the Unicode standard, section 3.9. */
size_t wr_utf8_length(const char *text, size_t size)
{
    if (size == 0)
        return 0;
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
    if (length == 0 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool beyond = (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf4 && p[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}
