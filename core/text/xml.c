/* The one door to libxml2: nodes of our own, made while it parses through SAX2. */
#include "core/text/xml.h"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

#include "core/base/bytes.h"
#include "core/text/utf8.h"
#include "core/text/xml_lexis.h"

enum { DEPTH = 64, MOST_ELEMENTS = 1000000 };

struct open_element {
    wr_xml *element, *last; /* last: its newest child */
    struct wr_bytes text;
    bool has_text; /* more than space */
};

struct parse {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    xmlParserCtxtPtr parser;
    size_t mark;  /* the size of the mark at the start, which libxml2 is not given */
    size_t given; /* the offset up to which it was given the text */
    wr_xml *root;
    struct open_element open[DEPTH];
    unsigned depth, elements;
    enum wr_result result;
};

static size_t here(const struct parse *parse)
{
    long consumed = xmlByteConsumed(parse->parser);
    return consumed < 0 ? 0 : (size_t)consumed + parse->mark;
}

static void failed(struct parse *parse, enum wr_result result)
{
    if (parse->result == WR_OK)
        parse->result = result;
}

/* ---- Errors of libxml2 ------------------------------------------------------------------- */

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_ref;
#else
typedef xmlError *error_ref;
#endif

static enum wr_result fault(struct parse *parse, size_t at, const char *hint,
                            const char *sentence, wr_view name)
{
    return wr_fail(parse->context, WR_SYNTAX, wr_at(parse->source, at), "xml-syntax", hint,
                   sentence, name.size > 80 ? 80 : (int)name.size, name.data);
}

static enum wr_result wrong_end_tag(struct parse *parse, size_t at)
{
    size_t start = wr_xml_tag_start(parse->source, at);
    const wr_xml *open = parse->depth ? parse->open[parse->depth - 1].element : NULL;
    fault(parse, start, NULL, "the end tag of '%.*s' closes another element",
          wr_xml_tag_name(parse->source, start));
    if (open)
        wr_note(parse->context, open->where, "xml-syntax", NULL, "'%s', which is opened here",
                open->name);
    return WR_SYNTAX;
}

static enum wr_result unclosed(struct parse *parse)
{
    const wr_xml *open = parse->open[parse->depth - 1].element;
    return fault(parse, open->where.offset, NULL, "the element '%.*s' is never closed",
                 wr_view_of(open->name));
}

static enum wr_result repeated(struct parse *parse, size_t at, const char *attribute)
{
    size_t start = wr_xml_tag_start(parse->source, at);
    wr_view element = wr_xml_tag_name(parse->source, start), name;
    at = start + 1 + element.size;
    unsigned seen = 0;
    while ((name = wr_xml_next_attribute(parse->source, &at)).size > 0) {
        seen += wr_view_is(name, attribute);
        if (seen == 2)
            return fault(parse, at - name.size, NULL, "the attribute '%.*s' stands twice",
                         name);
    }
    return fault(parse, start, NULL, "the element '%.*s' has an attribute twice", element);
}

/* libxml2's own sentence, without the line end it comes with. */
static enum wr_result other_fault(struct parse *parse, size_t at, const char *message)
{
    wr_view sentence = wr_view_of(message ? message : "the text is not well-formed");
    while (sentence.size > 0 && wr_xml_is_space((uint8_t)sentence.data[sentence.size - 1]))
        sentence.size--;
    return wr_fail(parse->context, WR_SYNTAX, wr_at(parse->source, at), "xml-syntax", NULL,
                   "%.*s", sentence.size > 200 ? 200 : (int)sentence.size, sentence.data);
}

static enum wr_result explain(struct parse *parse, error_ref error, size_t at)
{
    wr_view none = {NULL, 0};
    switch (error->code) {
    case XML_ERR_NO_MEMORY:
        return wr_no_memory(parse->context);
    case XML_ERR_TAG_NAME_MISMATCH:
        return wrong_end_tag(parse, at);
    case XML_ERR_TAG_NOT_FINISHED:
        return parse->depth ? unclosed(parse) : other_fault(parse, at, error->message);
    case XML_ERR_ATTRIBUTE_REDEFINED:
        return repeated(parse, at, error->str1 ? error->str1 : "");
    case XML_ERR_DOCUMENT_END:
        return fault(parse, at, NULL, "text follows the end of the outermost element", none);
    case XML_ERR_ATTRIBUTE_NOT_STARTED:
        return fault(parse, at, NULL, "an attribute's value must stand in quotes", none);
    case XML_ERR_UNDECLARED_ENTITY:
        return wr_fail(parse->context, WR_SYNTAX, wr_at(parse->source, at), "xml-entity",
                       "XML itself knows &lt; &gt; &amp; &quot; and &apos;",
                       "the entity '&%.80s;' is not known", error->str1 ? error->str1 : "");
    default:
        return other_fault(parse, at, error->message);
    }
}

/* Later errors mostly follow from the first. */
static void on_error(void *user, error_ref error)
{
    struct parse *parse = user;
    if (parse->result == WR_OK && error->level > XML_ERR_WARNING)
        parse->result = explain(parse, error, here(parse));
}

/* ---- Elements ---------------------------------------------------------------------------- */

static const char *copy_name(struct parse *parse, const xmlChar *prefix, const xmlChar *name)
{
    size_t length = strlen((const char *)name);
    if (!prefix)
        return wr_arena_text(parse->arena, (const char *)name, length);
    size_t before = strlen((const char *)prefix);
    char *copy = wr_arena_take(parse->arena, before + 1 + length + 1, 1);
    if (!copy)
        return NULL;
    memcpy(copy, prefix, before);
    copy[before] = ':';
    memcpy(copy + before + 1, name, length + 1);
    return copy;
}

/* xml:lang, xsi:schemaLocation and their like may stand everywhere. */
static bool is_everywhere(const xmlChar *space)
{
    const char *uri = (const char *)space;
    return uri && (strcmp(uri, "http://www.w3.org/XML/1998/namespace") == 0 ||
                   strcmp(uri, "http://www.w3.org/2001/XMLSchema-instance") == 0);
}

/* The place of an attribute: the next in the text that bears its name. `*at` moves behind it.
 */
static wr_where find_attribute(const struct parse *parse, const char *name, size_t *at)
{
    size_t next = *at;
    wr_view found;
    while ((found = wr_xml_next_attribute(parse->source, &next)).size > 0)
        if (wr_view_is(found, name)) {
            *at = next;
            return wr_at(parse->source, next - found.size);
        }
    return wr_at(parse->source, *at);
}

/* libxml2 gives five pointers an attribute: name, prefix, namespace, value, end of value. */
static wr_xml_attribute *make_attribute(struct parse *parse, const xmlChar **parts, size_t *at)
{
    wr_xml_attribute *attribute = WR_ZERO(parse->arena, wr_xml_attribute, 1);
    if (!attribute)
        return NULL;
    attribute->name = copy_name(parse, parts[1], parts[0]);
    attribute->value =
        wr_arena_text(parse->arena, (const char *)parts[3], (size_t)(parts[4] - parts[3]));
    if (!attribute->name || !attribute->value)
        return NULL;
    attribute->where = find_attribute(parse, attribute->name, at);
    attribute->taken = is_everywhere(parts[2]);
    return attribute;
}

static bool make_attributes(struct parse *parse, wr_xml *element, const xmlChar **parts,
                            int count)
{
    size_t at = element->where.offset + 1;
    at += wr_xml_tag_name(parse->source, element->where.offset).size;
    wr_xml_attribute **tail = &element->attributes;
    for (int i = 0; i < count; i++, tail = &(*tail)->next) {
        *tail = make_attribute(parse, parts + 5 * i, &at);
        if (!*tail)
            return false;
    }
    return true;
}

static void attach(struct parse *parse, wr_xml *element)
{
    if (parse->depth == 0) {
        parse->root = element;
    } else {
        struct open_element *outer = &parse->open[parse->depth - 1];
        element->parent = outer->element;
        if (outer->last)
            outer->last->next = element;
        else
            outer->element->first = element;
        outer->last = element;
    }
    struct open_element *open = &parse->open[parse->depth++];
    open->element = element;
    open->last = NULL;
    open->text.size = 0;
    open->has_text = false;
}

static bool within_limits(struct parse *parse, size_t start)
{
    wr_where where = wr_at(parse->source, start);
    if (parse->depth == DEPTH)
        failed(parse, wr_fail(parse->context, WR_LIMIT, where, "xml-limit", NULL,
                              "elements are nested deeper than %d", DEPTH));
    else if (++parse->elements > MOST_ELEMENTS)
        failed(parse, wr_fail(parse->context, WR_LIMIT, where, "xml-limit", NULL,
                              "the file has more than %d elements", MOST_ELEMENTS));
    return parse->result == WR_OK;
}

static void on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int namespaces, const xmlChar **namespace_parts, int count, int defaulted,
                     const xmlChar **attributes)
{
    (void)uri, (void)namespaces, (void)namespace_parts, (void)defaulted;
    struct parse *parse = user;
    size_t start = wr_xml_tag_start(parse->source, here(parse));
    if (parse->result != WR_OK || !within_limits(parse, start))
        return;
    wr_xml *element = WR_ZERO(parse->arena, wr_xml, 1);
    if (element)
        element->name = copy_name(parse, prefix, name);
    if (!element || !element->name) {
        failed(parse, wr_no_memory(parse->context));
        return;
    }
    element->text = "";
    element->where = wr_at(parse->source, start);
    element->text_where = element->where;
    attach(parse, element);
    if (!make_attributes(parse, element, attributes, count))
        failed(parse, wr_no_memory(parse->context));
}

static void on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    (void)name, (void)prefix, (void)uri;
    struct parse *parse = user;
    if (parse->result != WR_OK || parse->depth == 0)
        return;
    struct open_element *open = &parse->open[--parse->depth];
    if (!open->has_text)
        return;
    open->element->text =
        wr_arena_text(parse->arena, (const char *)open->text.data, open->text.size);
    if (!open->element->text)
        failed(parse, wr_no_memory(parse->context));
}

static bool stands_at(const struct parse *parse, size_t at, const xmlChar *text, size_t size)
{
    const struct wr_source *source = parse->source;
    return at <= source->size && size <= source->size - at &&
           memcmp(source->data + at, text, size) == 0;
}

/* Where text just read stands: libxml2 is before it or behind it. What is written otherwise in
 * the file (&amp;, CDATA) is said to be where its element starts. */
static wr_where text_place(const struct parse *parse, const wr_xml *element,
                           const xmlChar *text, size_t from, size_t size)
{
    size_t at = here(parse);
    if (stands_at(parse, at + from, text + from, size - from))
        return wr_at(parse->source, at + from);
    if (at >= size && stands_at(parse, at - size, text, size))
        return wr_at(parse->source, at - size + from);
    return element->where;
}

static void on_text(void *user, const xmlChar *text, int length)
{
    struct parse *parse = user;
    if (parse->result != WR_OK || parse->depth == 0)
        return;
    struct open_element *open = &parse->open[parse->depth - 1];
    size_t size = (size_t)length, from = 0;
    while (from < size && wr_xml_is_space(text[from]))
        from++;
    if (!open->has_text && from < size) {
        open->has_text = true;
        open->element->text_where = text_place(parse, open->element, text, from, size);
    }
    wr_bytes_add(&open->text, text, size);
    if (open->text.failed)
        failed(parse, wr_no_memory(parse->context));
}

/* ---- The whole -----------------------------------------------------------------------------
 */

static once_flag libxml_is_ready = ONCE_FLAG_INIT;

static void start_libxml(void)
{
    xmlInitParser();
}

/* Hands out the text piece by piece: behind the first error it ends, for libxml2 itself would
 * go on to the end of the file. */
static int give_text(void *user, char *out, int wanted)
{
    struct parse *parse = user;
    size_t left = parse->source->size - parse->given;
    size_t size = (size_t)wanted < left ? (size_t)wanted : left;
    if (parse->result != WR_OK)
        return 0;
    memcpy(out, parse->source->data + parse->given, size);
    parse->given += size;
    return (int)size;
}

static xmlParserCtxtPtr make_parser(struct parse *parse)
{
    xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = on_start,
        .endElementNs = on_end,
        .characters = on_text,
        .ignorableWhitespace = on_text,
        .cdataBlock = on_text,
        .serror = on_error,
    };
    call_once(&libxml_is_ready, start_libxml);
    xmlParserCtxtPtr parser =
        xmlCreateIOParserCtxt(&handler, parse, give_text, NULL, parse, XML_CHAR_ENCODING_NONE);
    /* NOENT: &amp; in an attribute would else arrive as &#38;. HUGE: files over 10 MB would
     * else fail near their end; the limits are our own. */
    if (parser)
        xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_NOENT |
                                      XML_PARSE_HUGE);
    return parser;
}

/* Out of memory libxml2 would print to the error stream by itself. */
static void say_nothing(void *context, const char *format, ...)
{
    (void)context, (void)format;
}

static enum wr_result run(struct parse *parse)
{
    parse->parser = make_parser(parse);
    if (!parse->parser)
        return wr_no_memory(parse->context);
    xmlParseDocument(parse->parser);
    if (parse->result == WR_OK && (!parse->parser->wellFormed || !parse->root))
        parse->result = other_fault(parse, here(parse), NULL);
    xmlFreeParserCtxt(parse->parser);
    return parse->result;
}

static enum wr_result run_silently(struct parse *parse)
{
    xmlGenericErrorFunc speaks = xmlGenericError;
    void *to = xmlGenericErrorContext;
    xmlSetGenericErrorFunc(NULL, say_nothing);
    enum wr_result result = run(parse);
    xmlSetGenericErrorFunc(to, speaks);
    return result;
}

enum wr_result wr_xml_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, wr_xml **root)
{
    enum wr_result result = wr_xml_lexis(context, source);
    if (result != WR_OK)
        return result;
    size_t mark = wr_utf8_mark(source->data, source->size);
    struct parse parse = {
        .context = context, .arena = arena, .source = source, .mark = mark, .given = mark};
    result = run_silently(&parse);
    for (size_t i = 0; i < DEPTH; i++)
        wr_bytes_finish(&parse.open[i].text);
    if (result == WR_OK)
        *root = parse.root;
    return result;
}
