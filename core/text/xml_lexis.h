/* What the text of an XML file says beside libxml2: encodings, sizes and places. */
#ifndef WR_CORE_TEXT_XML_LEXIS_H
#define WR_CORE_TEXT_XML_LEXIS_H

#include "core/base/diag.h"
#include "core/base/text.h"

enum { WR_XML_LARGEST = 64 << 20, WR_XML_MOST_ATTRIBUTES = 256 };

/* Checks size, encoding, characters, that there is no DTD, where tags start, and how many
 * attributes each has. */
enum wr_result wr_xml_lexis(struct wr_context *context, const struct wr_source *source);

static inline bool wr_xml_is_space(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The '<' of the tag `at` lies in or behind. */
size_t wr_xml_tag_start(const struct wr_source *source, size_t at);
/* The name behind a '<' or '</'. */
wr_view wr_xml_tag_name(const struct wr_source *source, size_t start);
/* The name of the next attribute of a start tag; `*at` is anywhere behind the tag's name or the
 * last attribute's name, and moves to the end of the name found. Empty where there is none. */
wr_view wr_xml_next_attribute(const struct wr_source *source, size_t *at);

#endif
