/* Why a text is no JSON: the first token that breaks the grammar, and what should stand there.
 */
#include <string.h>

#include "core/base/text.h"
#include "core/text/json_lexis.h"

enum expected { VALUE, FIRST_VALUE, KEY, FIRST_KEY, COLON, COMMA, END };

struct grammar {
    struct wr_context *context;
    const struct wr_source *source;
    const uint8_t *text;
    size_t size, at;
    size_t token; /* the end of the token at `at` */
    enum expected expected;
    unsigned depth;
    size_t open[WR_JSON_DEPTH]; /* where each bracket stands */
};

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t token_end(const struct grammar *g)
{
    size_t end = g->at + 1;
    uint8_t c = g->text[g->at];
    if (c == '"')
        return wr_json_string_end(g->text, g->size, g->at);
    if (c >= 0x80)
        return g->at + wr_utf8_length((const char *)g->text + g->at, g->size - g->at);
    while (is_letter(c) && end < g->size && is_letter(g->text[end]))
        end++;
    return end;
}

static enum wr_result fault(struct grammar *g, const char *hint, const char *sentence)
{
    int length = g->token - g->at > 40 ? 40 : (int)(g->token - g->at);
    return wr_fail(g->context, WR_SYNTAX, wr_at(g->source, g->at), "json-syntax", hint,
                   "'%.*s' %s", length, (const char *)g->source->data + g->at, sentence);
}

static bool token_is(const struct grammar *g, const char *word)
{
    wr_view token = {(const char *)g->text + g->at, g->token - g->at};
    return wr_view_is(token, word);
}

static bool is_literal(const struct grammar *g)
{
    return token_is(g, "true") || token_is(g, "false") || token_is(g, "null");
}

static uint8_t innermost(const struct grammar *g)
{
    return g->depth ? g->text[g->open[g->depth - 1]] : 0;
}

static const char *value_hint(const struct grammar *g)
{
    if (token_is(g, "'"))
        return "strings stand in double quotes";
    if (token_is(g, "/") || token_is(g, "#"))
        return "JSON has no comments";
    if (token_is(g, "True") || token_is(g, "TRUE"))
        return "write true";
    if (token_is(g, "False") || token_is(g, "FALSE"))
        return "write false";
    if (token_is(g, "None") || token_is(g, "NULL") || token_is(g, "undefined"))
        return "write null";
    if (token_is(g, "+") || token_is(g, "."))
        return "a number starts with a digit or with '-'";
    return NULL;
}

static bool after_comma(const struct grammar *g)
{
    return (g->expected == VALUE || g->expected == KEY) && g->depth > 0 &&
           (g->text[g->at] == ']' || g->text[g->at] == '}');
}

static enum wr_result wrong_value(struct grammar *g)
{
    if (after_comma(g) && innermost(g) == '[')
        return fault(g, "remove the comma before it", "stands where an item should follow");
    return fault(g, value_hint(g), "stands where a value should");
}

static enum wr_result wrong_key(struct grammar *g)
{
    if (after_comma(g))
        return fault(g, "remove the comma before it", "stands where a key should follow");
    if (is_letter(g->text[g->at]) || token_is(g, "'"))
        return fault(g, "keys stand in double quotes", "stands where a key should");
    return fault(g, value_hint(g), "stands where a key should");
}

static void end_value(struct grammar *g)
{
    g->expected = g->depth ? COMMA : END;
}

static enum wr_result step_value(struct grammar *g)
{
    uint8_t c = g->text[g->at];
    if (c == '[' || c == '{') {
        g->open[g->depth++] = g->at;
        g->expected = c == '[' ? FIRST_VALUE : FIRST_KEY;
        return WR_OK;
    }
    if (c == ']' && g->expected == FIRST_VALUE)
        g->depth--;
    else if (c != '"' && c != '0' && !is_literal(g))
        return wrong_value(g);
    end_value(g);
    return WR_OK;
}

static enum wr_result step_key(struct grammar *g)
{
    uint8_t c = g->text[g->at];
    if (c == '}' && g->expected == FIRST_KEY) {
        g->depth--;
        end_value(g);
        return WR_OK;
    }
    if (c != '"')
        return wrong_key(g);
    g->expected = COLON;
    return WR_OK;
}

static enum wr_result step_comma(struct grammar *g)
{
    uint8_t c = g->text[g->at], open = innermost(g);
    if (c == ',') {
        g->expected = open == '[' ? VALUE : KEY;
        return WR_OK;
    }
    if (c == (open == '[' ? ']' : '}')) {
        g->depth--;
        end_value(g);
        return WR_OK;
    }
    if (c == ']' || c == '}') {
        fault(g, NULL, open == '[' ? "does not close '['" : "does not close '{'");
        wr_note(g->context, wr_at(g->source, g->open[g->depth - 1]), "json-syntax", NULL,
                "which is opened here");
        return WR_SYNTAX;
    }
    if (c == '/' || c == '#')
        return fault(g, "JSON has no comments",
                     open == '[' ? "stands where ',' or ']' should"
                                 : "stands where ',' or '}' should");
    return fault(g, "is a comma missing before it?",
                 open == '[' ? "stands where ',' or ']' should"
                             : "stands where ',' or '}' should");
}

static enum wr_result step(struct grammar *g)
{
    switch (g->expected) {
    case VALUE:
    case FIRST_VALUE:
        return step_value(g);
    case KEY:
    case FIRST_KEY:
        return step_key(g);
    case COLON:
        g->expected = VALUE;
        return g->text[g->at] == ':' ? WR_OK : fault(g, NULL, "stands where ':' should");
    case COMMA:
        return step_comma(g);
    default:
        return wr_fail(g->context, WR_SYNTAX, wr_at(g->source, g->at), "json-trailing",
                       "remove it", "text follows the end of the JSON value");
    }
}

static enum wr_result early_end(struct grammar *g)
{
    if (g->expected == END)
        return WR_OK;
    if (g->depth == 0)
        return wr_fail(g->context, WR_SYNTAX, wr_at(g->source, g->size), "json-syntax", NULL,
                       "the file holds no JSON value");
    wr_fail(g->context, WR_SYNTAX, wr_at(g->source, g->size), "json-syntax", NULL,
            "the file ends before a '%c' is closed", innermost(g));
    wr_note(g->context, wr_at(g->source, g->open[g->depth - 1]), "json-syntax", NULL,
            "which is opened here");
    return WR_SYNTAX;
}

enum wr_result wr_json_explain(struct wr_context *context, const struct wr_source *source,
                               const uint8_t *copy)
{
    struct grammar g = {
        .context = context, .source = source, .text = copy, .size = source->size};
    for (;; g.at = g.token) {
        while (g.at < g.size && wr_json_is_space(copy[g.at]))
            g.at++;
        if (g.at >= g.size)
            return early_end(&g);
        g.token = token_end(&g);
        enum wr_result result = step(&g);
        if (result != WR_OK)
            return result;
    }
}
