/* Cuts text into lines. */
#include "core/text/lines.h"

#include "core/text/utf8.h"

struct wr_lines wr_lines_of(const struct wr_source *source)
{
    size_t mark = wr_utf8_mark(source->data, source->size);
    wr_view text = {(const char *)source->data + mark, source->size - mark};
    return (struct wr_lines){.source = source, .rest = text, .line = {text.data, 0}};
}

bool wr_lines_next(struct wr_lines *lines)
{
    return wr_view_line(&lines->rest, &lines->line);
}

bool wr_lines_next_filled(struct wr_lines *lines)
{
    while (wr_lines_next(lines)) {
        wr_view words = lines->line;
        if (wr_view_word(&words).size > 0)
            return true;
    }
    return false;
}

size_t wr_control_fault(const struct wr_source *source)
{
    for (size_t at = 0; at < source->size; at++) {
        uint8_t c = source->data[at];
        if (c < 0x20 && c != '\n' && c != '\r' && c != '\t')
            return at;
    }
    return source->size;
}
