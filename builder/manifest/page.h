/* A manifest as a file that was read: what its lines say, and where. */
#ifndef WR_BUILDER_MANIFEST_PAGE_H
#define WR_BUILDER_MANIFEST_PAGE_H

#include "builder/manifest/record.h"

/* Where a unit's line is. */
struct wr_manifest_line {
    const char *unit;
    size_t offset, size;  /* without its end */
    uint32_t page;        /* of several */
    uint32_t number;      /* in the file, from 1 */
    bool asked;           /* for, by the batch */
    uint64_t from, bytes; /* of the pack: where its members lie */
};

struct wr_manifest_page {
    struct wr_source source;
    struct wr_heading heading; /* command NULL: the file is empty, or its first line is torn */
    struct wr_manifest_line *lines;
    size_t line_count;
    uint64_t packed; /* bytes of the pack that all lines tell of */
    size_t whole;    /* bytes up to the end of the last whole line */
};

/* Reads a manifest; what stands behind its last line end was being written when the process was
 * killed, and is passed over. WR_SYNTAX, WR_INVALID "manifest-syntax" and "json-..." with the
 * line. */
enum wr_result wr_manifest_page_read(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_source *source,
                                     struct wr_manifest_page *out);
/* One of its lines. */
enum wr_result wr_manifest_page_record(struct wr_context *context, struct wr_arena *arena,
                                       const struct wr_manifest_page *page,
                                       const struct wr_manifest_line *line,
                                       struct wr_record *out);

#endif
