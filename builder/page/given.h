/* What is put into a page. Private to builder/page. */
#ifndef WR_BUILDER_PAGE_GIVEN_H
#define WR_BUILDER_PAGE_GIVEN_H

#include "builder/page/page.h"

/* Appends it as JSON with no '<' in it; "null" where there is nothing. */
enum wr_result wr_page_given(struct wr_context *context, struct wr_kits *kits,
                             const struct wr_page_options *options, struct wr_bytes *out);

#endif
