/* What a manifest knows while a batch is at work. Private to manifest.c, unit.c, pack.c and
 * log.c. */
#ifndef WR_BUILDER_MANIFEST_STATE_H
#define WR_BUILDER_MANIFEST_STATE_H

#include "builder/manifest/page.h"
#include "builder/manifest/unit.h"

#include <threads.h>

enum { WR_MOST_NAMES = 10 };

/* Units of which something is to be told in the end: the first names of many. */
struct wr_some_units {
    const char *names[WR_MOST_NAMES];
    size_t count;
};

struct wr_manifest {
    struct wr_manifest_options options; /* zero where it is joined */
    struct wr_arena *arena;
    struct wr_manifest_page *pages;
    size_t page_count;
    struct wr_manifest_line *lines; /* sorted by units */
    size_t line_count;
    bool joined, started;
    bool beyond;          /* what is done now is neither on record nor recorded */
    struct wr_pack *pack; /* where what units make goes; NULL: into files */
    const char **given;   /* what all units are made of, as the program says */
    size_t given_count;
    void *file;          /* that is written; NULL: none */
    mtx_t lock;          /* of all that follows, and of writing */
    bool torn;           /* a line could not be written whole: nothing follows it */
    wr_recorded *inputs; /* that several units share */
    size_t input_count;
    struct wr_some_units missing, changed, failed;
};

/* Appends a line to the file, where there is one; its lock is held by whoever is not alone. */
enum wr_result wr_manifest_write(struct wr_context *context, struct wr_manifest *manifest,
                                 const struct wr_bytes *line);
/* Cuts off all but the first `lines` of units that were read. */
enum wr_result wr_manifest_cut(struct wr_context *context, struct wr_manifest *manifest,
                               size_t lines);

#endif
