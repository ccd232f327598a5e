/* Warren's public page: the studio, one HTML file, with something inside. */
#ifndef WR_BUILDER_PAGE_PAGE_H
#define WR_BUILDER_PAGE_PAGE_H

#include "kits/kits.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a page holds; zero means nothing. */
struct wr_page_options {
    const char *source;          /* a map, a kit, a module or its folder; NULL: nothing */
    bool viewer;                 /* it shows that, and changes nothing */
    const wr_surfaces *surfaces; /* NULL: those of K1 */
};

/* Appends the page. `kits` are where a map's kits are sought; they go into the page, too. The
 * page itself is what `./dev studio` made: $WARREN_STUDIO, else studio.html beside the program,
 * in the data folder, or out/studio.html of the build tree. WR_NOT_FOUND "studio-missing",
 * WR_INVALID "studio-unknown" and "page-kind", WR_LIMIT "page-too-large". */
WR_API enum wr_result wr_page_make(struct wr_context *context, struct wr_kits *kits,
                                   const struct wr_page_options *options, struct wr_bytes *out);

/* Writes a page called `name`.html into a new folder among the system's temporary ones, and
 * opens it as the system opens pages; appends its path. That nothing opens it is a warning,
 * "page-not-opened". */
WR_API enum wr_result wr_page_open(struct wr_context *context, const char *name,
                                   const struct wr_bytes *page, struct wr_bytes *path);

#ifdef __cplusplus
}
#endif
#endif
