/* Scans XML text without parsing it: libxml2 says what is in it, this says where. */
#include "core/text/xml_lexis.h"

#include <string.h>

#include "core/text/lines.h"
#include "core/text/utf8.h"

/* ---- Sizes and encodings ----------------------------------------------------------------- */

/* The offset behind the next `mark`, or the end. */
static size_t skip_past(const struct wr_source *source, size_t at, const char *mark)
{
    size_t length = strlen(mark);
    while (source->size - at >= length) {
        const uint8_t *found =
            memchr(source->data + at, mark[0], source->size - at - length + 1);
        if (!found)
            break;
        at = (size_t)(found - source->data);
        if (memcmp(found, mark, length) == 0)
            return at + length;
        at++;
    }
    return source->size;
}

static bool starts_with(const struct wr_source *source, size_t at, const char *mark)
{
    size_t length = strlen(mark);
    return source->size - at >= length && memcmp(source->data + at, mark, length) == 0;
}

static bool starts_name(const struct wr_source *source, size_t at)
{
    uint8_t c = at < source->size ? source->data[at] : 0, lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') || c == '_' || c == ':' || c >= 0x80;
}

static enum wr_result broken_tag(struct wr_context *context, const struct wr_source *source,
                                 size_t start, size_t at)
{
    wr_fail(context, WR_SYNTAX, wr_at(source, at), "xml-syntax",
            "close the tag before it, or write &lt;", "'<' stands within a tag");
    wr_note(context, wr_at(source, start), "xml-syntax", NULL, "which starts here");
    return WR_SYNTAX;
}

/* Moves `*at` from the '<' of a tag to its end. */
static enum wr_result check_tag(struct wr_context *context, const struct wr_source *source,
                                size_t *at)
{
    size_t start = *at;
    unsigned count = 0;
    uint8_t quote = 0;
    for (++*at; *at < source->size; ++*at) {
        uint8_t c = source->data[*at];
        if (c == '<')
            return broken_tag(context, source, start, *at);
        if (!quote && c == '>')
            break;
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else
            count += c == '=';
    }
    if (count <= WR_XML_MOST_ATTRIBUTES)
        return WR_OK;
    return wr_fail(context, WR_LIMIT, wr_at(source, start), "xml-limit", NULL,
                   "an element has more than %d attributes", WR_XML_MOST_ATTRIBUTES);
}

static enum wr_result check_mark(struct wr_context *context, const struct wr_source *source,
                                 size_t *at)
{
    bool end = starts_with(source, *at, "</"), instruction = starts_with(source, *at, "<?");
    if (starts_with(source, *at, "<!DOCTYPE"))
        return wr_fail(context, WR_SYNTAX, wr_at(source, *at), "xml-dtd",
                       "remove the <!DOCTYPE ...>", "document type declarations are not read");
    if (!starts_name(source, *at + 1 + (end || instruction)))
        return wr_fail(context, WR_SYNTAX, wr_at(source, *at), "xml-syntax", "write &lt;",
                       "'<' starts no tag here");
    if (!instruction)
        return check_tag(context, source, at);
    *at = skip_past(source, *at, "?>");
    return WR_OK;
}

/* Refuses what makes libxml2 slow: it compares each attribute of a tag with each, and goes on
 * behind an error. So it must find the same tags as are counted here. */
static enum wr_result check_marks(struct wr_context *context, const struct wr_source *source)
{
    size_t at = 0;
    enum wr_result result = WR_OK;
    while (result == WR_OK && (at = skip_past(source, at, "<")) < source->size) {
        at--;
        if (starts_with(source, at, "<!--"))
            at = skip_past(source, at + 4, "-->");
        else if (starts_with(source, at, "<![CDATA["))
            at = skip_past(source, at, "]]>");
        else
            result = check_mark(context, source, &at);
    }
    return result;
}

/* The offset of the first character XML does not allow, or the end. */
static size_t character_fault(const struct wr_source *source)
{
    size_t fault = wr_control_fault(source);
    struct wr_source before = {.data = source->data, .size = fault};
    size_t at = 0;
    while ((at = skip_past(&before, at, "\xEF\xBF")) < fault)
        if ((source->data[at] & 0xFE) == 0xBE) /* U+FFFE and U+FFFF */
            return at - 2;
    return fault;
}

static enum wr_result check_characters(struct wr_context *context,
                                       const struct wr_source *source)
{
    size_t fault = character_fault(source);
    if (fault == source->size)
        return WR_OK;
    return wr_fail(context, WR_SYNTAX, wr_at(source, fault), "xml-character", "remove it",
                   "XML does not allow the character that starts with the byte 0x%02x",
                   source->data[fault]);
}

/* The value of encoding="..." in the XML declaration; empty where there is none. */
static wr_view declared_encoding(const struct wr_source *source)
{
    wr_view none = {NULL, 0};
    size_t start = wr_utf8_mark(source->data, source->size);
    if (!starts_with(source, start, "<?xml"))
        return none;
    struct wr_source declaration = {.data = source->data,
                                    .size = skip_past(source, start, "?>")};
    size_t at = skip_past(&declaration, start, "encoding"), end;
    while (at < declaration.size && strchr(" \t\r\n=", declaration.data[at]))
        at++;
    if (at >= declaration.size || (declaration.data[at] != '"' && declaration.data[at] != '\''))
        return none;
    for (end = at + 1; end < declaration.size && declaration.data[end] != declaration.data[at];)
        end++;
    return (wr_view){(const char *)declaration.data + at + 1, end - at - 1};
}

static enum wr_result check_encoding(struct wr_context *context, const struct wr_source *source)
{
    const char *hint = "save the file as UTF-8";
    const uint8_t *nul = memchr(source->data, 0, source->size);
    size_t fault = wr_utf8_fault(source->data, source->size);
    if (nul && (size_t)(nul - source->data) < fault)
        fault = (size_t)(nul - source->data);
    if (fault < source->size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, fault), "xml-encoding", hint,
                       "the byte 0x%02x is not UTF-8 text", source->data[fault]);
    wr_view name = declared_encoding(source);
    if (name.size == 0 || wr_view_same(name, wr_view_of("UTF-8")) ||
        wr_view_same(name, wr_view_of("US-ASCII")))
        return WR_OK;
    return wr_fail(context, WR_SYNTAX,
                   wr_at(source, (size_t)(name.data - (const char *)source->data)),
                   "xml-encoding", hint, "the encoding '%.*s' is not read, only UTF-8",
                   name.size > 40 ? 40 : (int)name.size, name.data);
}

enum wr_result wr_xml_lexis(struct wr_context *context, const struct wr_source *source)
{
    if (source->size > WR_XML_LARGEST)
        return wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "xml-limit", NULL,
                       "the file is larger than %d MiB", WR_XML_LARGEST >> 20);
    if (wr_utf8_mark(source->data, source->size) == source->size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "xml-syntax", NULL,
                       "the file is empty");
    enum wr_result result = check_encoding(context, source);
    if (result == WR_OK)
        result = check_characters(context, source);
    return result == WR_OK ? check_marks(context, source) : result;
}

/* ---- Places ------------------------------------------------------------------------------ */

static bool ends_name(uint8_t c)
{
    return wr_xml_is_space(c) || c == '=' || c == '>' || c == '/' || c == '<' || c == '"' ||
           c == '\'';
}

static wr_view name_at(const struct wr_source *source, size_t at)
{
    size_t end = at;
    while (end < source->size && !ends_name(source->data[end]))
        end++;
    return (wr_view){(const char *)source->data + at, end - at};
}

size_t wr_xml_tag_start(const struct wr_source *source, size_t at)
{
    at = at < source->size ? at : source->size;
    while (at > 0 && source->data[--at] != '<')
        ;
    return at;
}

wr_view wr_xml_tag_name(const struct wr_source *source, size_t start)
{
    size_t at = start < source->size ? start + 1 : start;
    if (at < source->size && source->data[at] == '/')
        at++;
    return name_at(source, at);
}

/* Behind the value that follows an attribute's name, if one does. */
static size_t skip_value(const struct wr_source *source, size_t at)
{
    while (at < source->size && (wr_xml_is_space(source->data[at]) || source->data[at] == '='))
        at++;
    if (at >= source->size || (source->data[at] != '"' && source->data[at] != '\''))
        return at;
    const uint8_t *quote =
        memchr(source->data + at + 1, source->data[at], source->size - at - 1);
    return quote ? (size_t)(quote - source->data) + 1 : source->size;
}

wr_view wr_xml_next_attribute(const struct wr_source *source, size_t *at)
{
    size_t here = skip_value(source, *at);
    while (here < source->size && wr_xml_is_space(source->data[here]))
        here++;
    wr_view name = name_at(source, here);
    *at = here + name.size;
    return name;
}
