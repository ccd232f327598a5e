/* A table of files over another, which does what it does not say itself. */
#ifndef WR_CORE_FILES_OVERLAY_H
#define WR_CORE_FILES_OVERLAY_H

#include "core/files/files.h"

/* The first member of whatever has functions of its own: they get that as their `user`. */
struct wr_overlay {
    struct wr_files table;
    const struct wr_files *below;
};

/* Each function hands what it is asked on to the table below; `user` is the overlay. Of those
 * that a table may lack, only what the one below has may be called. */
extern const struct wr_files wr_below;

/* Makes the table: of `own` what is there, all else handed on. It lacks what the one below
 * lacks, which must outlive it. */
void wr_overlay_start(struct wr_overlay *overlay, const struct wr_files *below,
                      const struct wr_files *own);

#endif
