/* What findings mean, as the table that slugs.py cuts out of docs/diagnostics.md when Warren
 * is built: one source for the page and the program. */
#ifndef WR_CORE_BASE_SLUGS_H
#define WR_CORE_BASE_SLUGS_H

#include <stddef.h>

struct wr_slug {
    const char *slug, *text;
};

extern const struct wr_slug wr_slugs[]; /* sorted by slug */
extern const size_t wr_slug_count;

#endif
