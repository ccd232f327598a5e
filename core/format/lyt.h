/* LYT: which room stands where in an area. Source: formats/bwm, 6. */
#ifndef WR_CORE_FORMAT_LYT_H
#define WR_CORE_FORMAT_LYT_H

#include "core/base/arena.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

typedef struct wr_lyt_item {
    const char *model; /* "****" marks a blanked slot that keeps its index */
    wr_vec3 position;
} wr_lyt_item;

typedef struct wr_lyt_hook {
    const char *room, *door;
    wr_vec3 position;
    float w, x, y, z; /* unit quaternion, w first */
} wr_lyt_hook;

struct wr_lyt {
    const char *dependency; /* of the filedependancy line, or NULL */
    wr_lyt_item *rooms, *tracks, *obstacles;
    wr_lyt_hook *hooks;
    uint32_t room_count, track_count, obstacle_count, hook_count;
};

bool wr_lyt_recognise(const uint8_t *data, size_t size);
/* Reads everything real files contain; departures from the grammar that lose nothing are
 * warnings. */
enum wr_result wr_lyt_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_lyt *out);
/* Appends exactly the grammar every known reader accepts. */
void wr_lyt_write(const struct wr_lyt *lyt, struct wr_bytes *out);

/* Everything the file holds, row by row. */
void wr_lyt_dump(const struct wr_lyt *lyt, struct wr_dump *dump);

#endif
