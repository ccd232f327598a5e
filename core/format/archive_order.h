/* How an archive lies in its file, and what its reader, writer and head share. */
#ifndef WR_CORE_FORMAT_ARCHIVE_ORDER_H
#define WR_CORE_FORMAT_ARCHIVE_ORDER_H

#include "core/format/archive.h"

#include <assert.h>

enum {
    WR_ERF_HEADER = 160,
    WR_ERF_KEY = 24,
    WR_ERF_PLACE = 8,
    WR_RIM_HEADER = WR_RIM_HEAD,
    WR_RIM_KEY = 32,
};

static_assert((int)WR_ARCHIVE_HEAD >= WR_ERF_HEADER && (int)WR_ARCHIVE_HEAD >= WR_RIM_HEADER,
              "a head holds either header");

/* What a run of bytes of the file is. */
enum wr_archive_run_kind { WR_RUN_TEXTS, WR_RUN_KEYS, WR_RUN_PLACES, WR_RUN_RESOURCE };

typedef struct wr_archive_run {
    uint64_t at, size;
    enum wr_archive_run_kind part;
    uint32_t resource; /* its number, from 0 */
    bool away;         /* it is empty, and said to lie where other things do */
} wr_archive_run;

struct wr_archive_order {
    const wr_archive_run *runs; /* all but the header, by offset */
    size_t run_count;
    const uint8_t *keys; /* as the file has them */
    uint32_t count;
};

/* Whether an archive of resources, each with its name and type, names none twice. */
enum wr_result wr_archive_check_twice(struct wr_context *context, wr_where where,
                                      const wr_resource *items, uint32_t count);

#endif
