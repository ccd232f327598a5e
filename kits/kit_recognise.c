/* Whether a text is a kit, told without parsing it. */
#include "kits/kit.h"

#include <string.h>

/* Where the markup that starts at `at` ends: a comment, an instruction, a document type. */
static size_t markup_end(const uint8_t *data, size_t size, size_t at)
{
    bool comment = size - at >= 4 && memcmp(data + at, "<!--", 4) == 0;
    const char *close = comment ? "-->" : data[at + 1] == '?' ? "?>" : ">";
    unsigned brackets = 0;
    for (size_t length = strlen(close); size - at >= length; at++) {
        brackets += !comment && data[at] == '[';
        brackets -= brackets > 0 && !comment && data[at] == ']';
        if (brackets == 0 && memcmp(data + at, close, length) == 0)
            return at + length;
    }
    return size;
}

bool wr_kit_recognise_xml(const uint8_t *data, size_t size)
{
    size_t at = wr_text_start(data, size);
    while (size - at >= 5 && data[at] == '<' && (data[at + 1] == '?' || data[at + 1] == '!')) {
        at = markup_end(data, size, at);
        at += wr_text_start(data + at, size - at);
    }
    return size - at >= 5 && memcmp(data + at, "<kit", 4) == 0 &&
           memchr(" \t\r\n/>", data[at + 4], 6);
}

bool wr_kit_recognise_holocron(const uint8_t *data, size_t size)
{
    size_t at = wr_text_start(data, size);
    return at < size && data[at] == '{' && wr_text_contains(data, size, "\"components\"") &&
           wr_text_contains(data, size, "\"doors\"");
}
