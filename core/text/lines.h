/* A text file line by line, with places. */
#ifndef WR_CORE_TEXT_LINES_H
#define WR_CORE_TEXT_LINES_H

#include "core/base/diag.h"
#include "core/base/text.h"

struct wr_lines {
    const struct wr_source *source;
    wr_view rest; /* what follows the line */
    wr_view line; /* without its end */
};

/* Before the first line, behind a UTF-8 mark if there is one. */
struct wr_lines wr_lines_of(const struct wr_source *source);
/* The next line; false at the end. */
bool wr_lines_next(struct wr_lines *lines);
/* The next line that holds more than space. */
bool wr_lines_next_filled(struct wr_lines *lines);

/* Where a part of the text stands. */
static inline wr_where wr_lines_where(const struct wr_lines *lines, wr_view part)
{
    return wr_at(lines->source, (size_t)(part.data - (const char *)lines->source->data));
}

/* The offset of the first control character no text file holds, or source->size. */
size_t wr_control_fault(const struct wr_source *source);

#endif
