/* What the parts of a batch of rebuilds share. Private to rebuild*.c. */
#ifndef WR_BUILDER_INSPECT_REBUILDING_H
#define WR_BUILDER_INSPECT_REBUILDING_H

#include "builder/inspect/rebuild_file.h"
#include "core/base/bytes.h"
#include "core/files/file.h"

#include <stdatomic.h>

/* One file to rebuild. */
struct wr_rebuild_job {
    bool fresh; /* it was written where no file was */
    const char *from, *to;
    size_t turn;  /* its place in a pack */
    bool archive; /* by its name */
    bool named;   /* by the user: it must be of a kind that is rebuilt */
    bool taken;   /* a file stands where this one would go */
    bool held;    /* a room of a layout: it is written once all of those are joined */
    struct wr_bytes made;
    struct wr_rebuild_summary met;
};

/* What a worker keeps between files. */
struct wr_rebuild_workspace {
    struct wr_arena *arena;
    struct wr_bytes bytes, why;
    struct wr_writer *writer;
    bool large; /* the file at hand is not held: it is read piece by piece */
};

struct wr_rebuild_batch {
    struct wr_arena *arena;
    const struct wr_rebuild_options *options;
    wr_surfaces surfaces;
    struct wr_rebuild_job *jobs;
    size_t count, capacity, spared; /* the last: jobs that other shards do */
    const char *(*layouts)[2];      /* paths of the LYTs that were met, where rooms are to be
                                       joined, and where what is made of them goes */
    size_t layout_count;
    struct wr_stagings folders; /* of the output */
    struct wr_rebuild_workspace *workspaces;
    struct wr_rebuild_summary joined; /* what joining rooms did */
    atomic_int broken; /* why a file could not be written: neither will the others */
};

/* Marks the rooms of all layouts as held. */
enum wr_result wr_rebuild_hold(struct wr_context *context, struct wr_rebuild_batch *batch);
/* Joins the rooms of all layouts, whose files were made by now. */
enum wr_result wr_rebuild_join(struct wr_context *context, struct wr_rebuild_batch *batch);

#endif
