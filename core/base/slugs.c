/* What a finding means and how to mend it. */
#include "core/base/slugs.h"

#include "core/core.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *slug, const void *row)
{
    return strcmp(slug, ((const struct wr_slug *)row)->slug);
}

const char *wr_slug_explain(const char *slug)
{
    const struct wr_slug *row =
        bsearch(slug, wr_slugs, wr_slug_count, sizeof *wr_slugs, compare);
    return row ? row->text : NULL;
}

const char *wr_slug_at(size_t index)
{
    return index < wr_slug_count ? wr_slugs[index].slug : NULL;
}
