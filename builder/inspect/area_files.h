/* The files of an area that follow from its rooms: what is seen, path points, the minimap, and
 * the floors in models. */
#ifndef WR_BUILDER_INSPECT_AREA_FILES_H
#define WR_BUILDER_INSPECT_AREA_FILES_H

#include "builder/inspect/inspect.h"
#include "builder/inspect/joint.h"
#include "core/format/resources.h"

/* What is to be made, and where it lies. */
struct wr_area_task {
    const struct wr_joint *joint;
    const struct wr_resources *resources; /* the folder or archive with the layout */
    const char *area;  /* what the layout is called, and with it all that belongs to the area */
    enum wr_game game; /* 0: what models and the ARE say */
    bool vis, paths, minimap, dry_run;
};

/* A file as it should be. */
struct wr_area_file {
    const char *name, *file; /* without its type, and with it: that of the old one */
    uint16_t type;
    struct wr_bytes bytes;
    bool same; /* it is that already */
};

struct wr_area_files {
    struct wr_area_file *items;
    uint32_t count;
};

/* Makes them of the walkmeshes of a joint that was mended; names lie in its arena. Tells of
 * each that would change, in a dry run; what cannot be made since something of the area is not
 * there is left with a warning. What was made before a failure is in `out`, which always ends
 * with wr_area_files_finish. */
enum wr_result wr_area_files_make(struct wr_context *context, const struct wr_area_task *task,
                                  struct wr_area_files *out);
void wr_area_files_finish(struct wr_area_files *files);

/* Adds those that change to a sum. */
void wr_area_files_count(const struct wr_area_files *files, struct wr_rebuild_summary *sum);

#endif
