/* The characters of a JSON text: UTF-8, escapes, numbers, depth. Source: RFC 8259. */
#include "core/text/json_lexis.h"

#include <string.h>

#include "core/text/utf8.h"

struct lexer {
    struct wr_context *context;
    const struct wr_source *source;
    const uint8_t *text;
    size_t at, size;
    unsigned depth, faults;
    size_t values; /* commas and brackets: at least as many as values */
};

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_number_part(uint8_t c)
{
    return is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

size_t wr_json_number_end(const uint8_t *text, size_t size, size_t at)
{
    while (at < size && is_number_part(text[at]))
        at++;
    return at;
}

size_t wr_json_string_end(const uint8_t *text, size_t size, size_t at)
{
    for (at++; at < size && text[at] != '"'; at++)
        if (text[at] == '\\')
            at++;
    return at < size ? at + 1 : size;
}

#define FAULT(lexer, offset, ...)                                                              \
    wr_fail((lexer)->context, WR_SYNTAX, wr_at((lexer)->source, (offset)), __VA_ARGS__)

/* The character at `at`; NUL stands for the end, and no token holds one. */
static uint8_t peek(const struct lexer *lexer, size_t at)
{
    return at < lexer->size ? lexer->text[at] : 0;
}

static size_t skip_digits(const struct lexer *lexer, size_t at)
{
    while (is_digit(peek(lexer, at)))
        at++;
    return at;
}

/* What is wrong with the number from `at` to `end`, or NULL. */
static const char *number_fault(const struct lexer *lexer, size_t at, size_t end)
{
    at += peek(lexer, at) == '-';
    if (!is_digit(peek(lexer, at)))
        return "must have a digit after its sign";
    if (peek(lexer, at) == '0' && is_digit(peek(lexer, at + 1)))
        return "may not start with 0";
    at = skip_digits(lexer, at);
    if (peek(lexer, at) == '.') {
        if (!is_digit(peek(lexer, ++at)))
            return "must have a digit after its point";
        at = skip_digits(lexer, at);
    }
    if (peek(lexer, at) == 'e' || peek(lexer, at) == 'E') {
        at++;
        at += peek(lexer, at) == '-' || peek(lexer, at) == '+';
        if (!is_digit(peek(lexer, at)))
            return "must have a digit in its exponent";
        at = skip_digits(lexer, at);
    }
    return at == end ? NULL : "is not one number";
}

static void read_number(struct lexer *lexer, uint8_t *copy)
{
    size_t start = lexer->at, end = wr_json_number_end(lexer->text, lexer->size, start);
    const char *fault = number_fault(lexer, start, end);
    int shown = end - start > 40 ? 40 : (int)(end - start);
    lexer->faults += fault != NULL;
    if (fault)
        FAULT(lexer, start, "json-number", NULL, "the number '%.*s' %s", shown,
              (const char *)lexer->text + start, fault);
    memset(copy + start, ' ', end - start);
    copy[start] = '0';
    lexer->at = end;
}

static int hex_digit(uint8_t c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The code unit of the \uXXXX at `at`, or -1. */
static int code_unit(const struct lexer *lexer, size_t at)
{
    if (peek(lexer, at) != '\\' || peek(lexer, at + 1) != 'u')
        return -1;
    int unit = 0;
    for (size_t i = 2; i < 6; i++) {
        int digit = hex_digit(peek(lexer, at + i));
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static enum wr_result read_unicode(struct lexer *lexer)
{
    int unit = code_unit(lexer, lexer->at);
    if (unit < 0)
        return FAULT(lexer, lexer->at, "json-escape", NULL,
                     "four hexadecimal digits must follow \\u");
    if (unit == 0)
        return FAULT(lexer, lexer->at, "json-nul", NULL, "a string holds a NUL character");
    lexer->at += 6;
    if (unit < 0xD800 || unit > 0xDFFF)
        return WR_OK;
    int low = code_unit(lexer, lexer->at);
    if (unit > 0xDBFF || low < 0xDC00 || low > 0xDFFF)
        return FAULT(lexer, lexer->at - 6, "json-escape", NULL,
                     "\\u%04x is half a character: its other half is missing", (unsigned)unit);
    lexer->at += 6;
    return WR_OK;
}

static enum wr_result read_escape(struct lexer *lexer)
{
    uint8_t letter = peek(lexer, lexer->at + 1);
    if (letter == 'u')
        return read_unicode(lexer);
    if (letter == 0 || !strchr("\"\\/bfnrt", letter))
        return FAULT(lexer, lexer->at, "json-escape", "a backslash itself is written \\\\",
                     "a backslash starts no escape here");
    lexer->at += 2;
    return WR_OK;
}

static enum wr_result control_fault(struct lexer *lexer)
{
    uint8_t c = lexer->text[lexer->at];
    if (c == '\n' || c == '\r')
        return FAULT(lexer, lexer->at, "json-character", "close it, or write \\n",
                     "a string goes past the end of its line");
    return FAULT(lexer, lexer->at, "json-character", c == '\t' ? "write \\t" : NULL,
                 "the control character 0x%02x may not stand here", c);
}

static enum wr_result read_string(struct lexer *lexer)
{
    size_t start = lexer->at++;
    while (lexer->at < lexer->size) {
        uint8_t c = lexer->text[lexer->at];
        if (c == '"') {
            lexer->at++;
            return WR_OK;
        }
        if (c < 0x20)
            return control_fault(lexer);
        if (c != '\\') {
            lexer->at++;
            continue;
        }
        enum wr_result result = read_escape(lexer);
        if (result != WR_OK)
            return result;
    }
    return FAULT(lexer, start, "json-syntax", NULL, "this string is never closed");
}

static enum wr_result read_bracket(struct lexer *lexer, uint8_t c)
{
    if ((c == '[' || c == '{') && ++lexer->depth > WR_JSON_DEPTH)
        return wr_fail(lexer->context, WR_LIMIT, wr_at(lexer->source, lexer->at), "json-depth",
                       NULL, "lists and objects are nested deeper than %d", WR_JSON_DEPTH);
    if ((c == ']' || c == '}') && lexer->depth > 0)
        lexer->depth--;
    lexer->values += c == ',' || c == '[' || c == '{';
    if (lexer->values > WR_JSON_MOST_VALUES)
        return wr_fail(lexer->context, WR_LIMIT, wr_at(lexer->source, lexer->at), "json-size",
                       NULL, "the file holds more than %d values", WR_JSON_MOST_VALUES);
    lexer->at++;
    return WR_OK;
}

static enum wr_result read_token(struct lexer *lexer, uint8_t *copy)
{
    uint8_t c = lexer->text[lexer->at];
    if (c == '"')
        return read_string(lexer);
    if (c == '-' || is_digit(c)) {
        read_number(lexer, copy);
        return WR_OK;
    }
    if (c < 0x20 && !wr_json_is_space(c))
        return control_fault(lexer);
    return read_bracket(lexer, c);
}

enum wr_result wr_json_lexis(struct wr_context *context, const struct wr_source *source,
                             uint8_t *copy)
{
    struct lexer lexer = {
        .context = context, .source = source, .text = source->data, .size = source->size};
    size_t fault = wr_utf8_fault(lexer.text, lexer.size);
    if (fault < lexer.size)
        return FAULT(&lexer, fault, "json-encoding", "save the file as UTF-8",
                     "the byte 0x%02x is not UTF-8", lexer.text[fault]);
    if (lexer.size > 0)
        memcpy(copy, lexer.text, lexer.size);
    lexer.at = wr_utf8_mark(lexer.text, lexer.size);
    memset(copy, ' ', lexer.at);
    while (lexer.at < lexer.size) {
        enum wr_result result = read_token(&lexer, copy);
        if (result != WR_OK)
            return result;
    }
    return lexer.faults ? WR_SYNTAX : WR_OK;
}
