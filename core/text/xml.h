/* XML with positions. libxml2 parses through SAX2; its types stay in xml.c.
 *
 * Refused with line and column: what is not well-formed, DTDs, entities beyond the five of XML,
 * encodings other than UTF-8, nesting deeper than 64, files over 64 MiB, more than a million
 * elements, more than 256 attributes of one element. No network. Comments, processing
 * instructions and namespace declarations are passed over; names keep their prefix. Everything
 * lives in the arena given to wr_xml_read; the source must live as long. */
#ifndef WR_CORE_TEXT_XML_H
#define WR_CORE_TEXT_XML_H

#include "core/base/arena.h"
#include "core/base/diag.h"

typedef struct wr_xml_attribute {
    const char *name, *value;
    struct wr_xml_attribute *next;
    wr_where where; /* of the name */
    bool taken;     /* also of the attributes XML and its schemas define for every element */
} wr_xml_attribute;

typedef struct wr_xml {
    const char *name;
    const char *text; /* the character data directly inside, joined; "" where all is space */
    wr_xml_attribute *attributes;
    struct wr_xml *parent, *first, *next;
    wr_where where;      /* of the '<' */
    wr_where text_where; /* of the first character of `text` that is no space */
    bool taken;
} wr_xml;

enum wr_result wr_xml_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, wr_xml **root);

/* Reading attributes, as with JSON: marks them taken, reports a missing or unreadable one
 * ("xml-missing", "xml-value"); *ok turns false only when something was reported. */
wr_xml_attribute *wr_xml_find(wr_xml *element, const char *name);
bool wr_xml_get_text(struct wr_context *context, wr_xml *element, const char *name,
                     bool required, const char **out, bool *ok);
bool wr_xml_get_f32(struct wr_context *context, wr_xml *element, const char *name,
                    bool required, float *out, bool *ok);
bool wr_xml_get_integer(struct wr_context *context, wr_xml *element, const char *name,
                        bool required, int64_t least, int64_t most, int64_t *out, bool *ok);
/* Three numbers separated by spaces. */
bool wr_xml_get_vec3(struct wr_context *context, wr_xml *element, const char *name,
                     bool required, wr_vec3 *out, bool *ok);
/* Reports attributes and child elements nobody took ("xml-unknown"), and character data where
 * the element holds none ("xml-text") unless `text_allowed`. The hints come from the NULL-ended
 * lists. */
void wr_xml_done(struct wr_context *context, wr_xml *element, const char *const *attributes,
                 const char *const *children, bool text_allowed, bool *ok);

#endif
