/* VIS: which rooms are drawn from which room. Source: formats/bwm, 7. */
#ifndef WR_CORE_FORMAT_VIS_H
#define WR_CORE_FORMAT_VIS_H

#include "core/base/arena.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

typedef struct wr_vis_entry {
    const char *room;
    const char **seen;
    uint32_t seen_count;
} wr_vis_entry;

struct wr_vis {
    wr_vis_entry *entries;
    uint32_t entry_count;
};

bool wr_vis_recognise(const uint8_t *data, size_t size);
enum wr_result wr_vis_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_vis *out);
void wr_vis_write(const struct wr_vis *vis, struct wr_bytes *out);

/* Everything the file holds, row by row. */
void wr_vis_dump(const struct wr_vis *vis, struct wr_dump *dump);

#endif
