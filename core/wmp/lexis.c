/* Cuts the text of a level into words. */
#include "core/wmp/lexis.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_QUOTE = 40, LONGEST_MESSAGE = 256, MOST_BITS = 32 };

size_t wr_wmp_offset(const struct wr_wmp_lexis *lexis, wr_view part)
{
    return (size_t)(part.data - (const char *)lexis->making->source->data);
}

bool wr_wmp_fail(struct wr_wmp_lexis *lexis, wr_view at, const char *slug, const char *hint,
                 const char *format, ...)
{
    char text[LONGEST_MESSAGE];
    if (lexis->failed)
        return false;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    wr_wmp_fault(lexis->making, WR_SYNTAX, wr_wmp_offset(lexis, at), slug, hint, "%s", text);
    lexis->failed = true;
    return false;
}

static bool fail_short(struct wr_wmp_lexis *lexis)
{
    return wr_wmp_fail(lexis,
                       (wr_view){(const char *)lexis->making->source->data + lexis->start, 0},
                       "wmp-short", "copy the file again from where it came",
                       "this %s is not whole", lexis->record);
}

/* ---- Words ------------------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void pass(wr_view *rest, size_t size)
{
    rest->data += size;
    rest->size -= size;
}

static size_t line_length(wr_view rest)
{
    const char *end = rest.size ? memchr(rest.data, '\n', rest.size) : NULL;
    return end ? (size_t)(end - rest.data) : rest.size;
}

static bool at_comment(wr_view rest)
{
    return rest.size >= 2 && rest.data[0] == '/' && rest.data[1] == '/';
}

static void pass_space(wr_view *rest)
{
    while (rest->size > 0)
        if (is_space(*rest->data))
            pass(rest, 1);
        else if (at_comment(*rest))
            pass(rest, line_length(*rest));
        else
            return;
}

/* How long a name in <> is; 0 where none begins, or it does not end in its line. */
static size_t bracket_length(wr_view rest)
{
    size_t line = line_length(rest);
    const char *end = line > 0 && *rest.data == '<' ? memchr(rest.data, '>', line) : NULL;
    return end ? (size_t)(end - rest.data) + 1 : 0;
}

static wr_view cut_word(wr_view *rest)
{
    pass_space(rest);
    wr_view word = {rest->data, bracket_length(*rest)};
    while (word.size < rest->size && !is_space(rest->data[word.size]))
        word.size++;
    pass(rest, word.size);
    return word;
}

wr_view wr_wmp_word(struct wr_wmp_lexis *lexis)
{
    return cut_word(&lexis->rest);
}

wr_view wr_wmp_peek(const struct wr_wmp_lexis *lexis)
{
    wr_view rest = lexis->rest;
    return cut_word(&rest);
}

wr_view wr_wmp_item(struct wr_wmp_lexis *lexis)
{
    wr_view *rest = &lexis->rest;
    pass_space(rest);
    wr_view item = {rest->data, 0};
    size_t line = line_length(*rest), end = 0;
    while (end < line && !at_comment((wr_view){item.data + end, line - end})) {
        size_t bracket = bracket_length((wr_view){item.data + end, line - end});
        end += bracket > 0 ? bracket : 1;
        item.size = is_space(item.data[end - 1]) ? item.size : end;
    }
    pass(rest, line);
    return item;
}

bool wr_wmp_expect(struct wr_wmp_lexis *lexis, const char *word)
{
    wr_view found = wr_wmp_word(lexis);
    if (lexis->failed || wr_view_is(found, word))
        return !lexis->failed;
    if (found.size == 0)
        return fail_short(lexis);
    return wr_wmp_fail(lexis, found, "wmp-syntax", NULL, "'%s' is expected here, not '%.*s'",
                       word, found.size < LONGEST_QUOTE ? (int)found.size : LONGEST_QUOTE,
                       found.data);
}

/* ---- Numbers ----------------------------------------------------------------------------- */

static bool is_between(char c)
{
    return c == '(' || c == ')' || c == '[' || c == ']' || c == ',';
}

/* The next word that brackets and commas end, too. */
static wr_view cut_number(struct wr_wmp_lexis *lexis)
{
    wr_view *rest = &lexis->rest;
    pass_space(rest);
    while (rest->size > 0 && is_between(*rest->data)) {
        pass(rest, 1);
        pass_space(rest);
    }
    wr_view word = {rest->data, 0};
    while (word.size < rest->size && !is_space(word.data[word.size]) &&
           !is_between(word.data[word.size]))
        word.size++;
    pass(rest, word.size);
    return word;
}

static void pass_brackets(wr_view *rest)
{
    wr_view next = *rest;
    pass_space(&next);
    while (next.size > 0 && (*next.data == ')' || *next.data == ']' || *next.data == ',')) {
        pass(&next, 1);
        *rest = next;
        pass_space(&next);
    }
}

static bool fail_number(struct wr_wmp_lexis *lexis, wr_view word, const char *what)
{
    if (lexis->failed)
        return false;
    if (word.size == 0)
        return fail_short(lexis);
    return wr_wmp_fail(lexis, word, "wmp-number", NULL, "'%.*s' is not %s",
                       word.size < LONGEST_QUOTE ? (int)word.size : LONGEST_QUOTE, word.data,
                       what);
}

bool wr_wmp_numbers(struct wr_wmp_lexis *lexis, double *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wr_view word = cut_number(lexis);
        if (lexis->failed || !wr_parse_f64(word, &out[i]) || !isfinite(out[i]))
            return fail_number(lexis, word, "a finite number");
        out[i] += 0.0; /* a negative zero is zero */
    }
    pass_brackets(&lexis->rest);
    return !lexis->failed;
}

bool wr_wmp_point(struct wr_wmp_lexis *lexis, wr_dvec3 *out)
{
    double numbers[3];
    if (!wr_wmp_numbers(lexis, numbers, 3))
        return false;
    *out = (wr_dvec3){numbers[0], numbers[1], numbers[2]};
    return true;
}

bool wr_wmp_whole(struct wr_wmp_lexis *lexis, uint32_t *out)
{
    wr_view word = cut_number(lexis);
    if (lexis->failed || !wr_parse_u32(word, out))
        return fail_number(lexis, word, "a whole number");
    pass_brackets(&lexis->rest);
    return true;
}

bool wr_wmp_bits(struct wr_wmp_lexis *lexis, uint32_t *out)
{
    wr_view word = wr_wmp_word(lexis);
    if (word.size > 2 && word.data[0] == '\'' && word.data[word.size - 1] == '\'')
        word = (wr_view){word.data + 1, word.size - 2}; /* WED 4 quotes those of models */
    *out = 0;
    for (size_t i = 0; i < word.size && !lexis->failed; i++) {
        if ((word.data[i] != '0' && word.data[i] != '1') || word.size > MOST_BITS)
            return fail_number(lexis, word, "a row of 32 ones and zeros or fewer");
        *out = *out << 1 | (uint32_t)(word.data[i] - '0');
    }
    return word.size > 0 && !lexis->failed ? true : fail_number(lexis, word, "flags");
}

bool wr_wmp_name(struct wr_wmp_lexis *lexis, const char **out)
{
    wr_view item = wr_wmp_item(lexis);
    if (lexis->failed)
        return false;
    if (item.size == 0)
        return fail_short(lexis);
    if (item.size >= 2 && item.data[0] == '<' && item.data[item.size - 1] == '>') {
        pass(&item, 1);
        item.size--;
    }
    *out = wr_wmp_text(lexis->making, item);
    return true;
}

/* ---- Records ----------------------------------------------------------------------------- */

bool wr_wmp_body(struct wr_wmp_lexis *lexis, wr_view keyword, const char *record,
                 struct wr_wmp_lexis *body)
{
    *body = (struct wr_wmp_lexis){
        .making = lexis->making, .record = record, .start = wr_wmp_offset(lexis, keyword)};
    if (!wr_wmp_expect(lexis, "{"))
        return false;
    body->rest = lexis->rest;
    for (size_t depth = 1; depth > 0;) {
        wr_view word = wr_wmp_word(lexis);
        if (word.size == 0) {
            body->rest.size = 0;
            fail_short(body);
            lexis->failed = true;
            return false;
        }
        depth += wr_view_is(word, "{");
        depth -= wr_view_is(word, "}");
        body->rest.size = (size_t)(word.data - body->rest.data);
    }
    return true;
}
