/* Notes of what was used through a table of files, and how it was then. Several threads may
 * note at once. */
#ifndef WR_CORE_FILES_NOTES_H
#define WR_CORE_FILES_NOTES_H

#include "core/files/files.h"

/* What was asked of a path; how it was then is one number each. */
enum wr_use {
    WR_LOOKED_AT, /* is something there, and a folder or a file? */
    WR_READ,      /* which bytes? told by size, time and identity */
    WR_LISTED,    /* which names, but for hidden ones? */
    WR_USES,
};

/* The numbers of what was found; 0 is what was not there. */
uint64_t wr_state_looked_at(const struct wr_file_status *status);
uint64_t wr_state_read(const struct wr_file_status *status);
/* Of a list, to which each name is added in any order. */
uint64_t wr_state_list(void);
uint64_t wr_state_list_with(uint64_t state, const char *name, enum wr_file_kind kind);

struct wr_notes;

/* Of what a table has, which must outlive them. NULL when memory is out. */
struct wr_notes *wr_notes_create(const struct wr_files *below);
void wr_notes_destroy(struct wr_notes *notes);
void wr_notes_forget(struct wr_notes *notes);

/* Notes how a path was when it was first used. False when memory is out. */
bool wr_notes_add(struct wr_notes *notes, const char *path, enum wr_use use, uint64_t state);
/* What is written is no input: it was never used, and never will be. False when memory is out.
 */
bool wr_notes_disown(struct wr_notes *notes, const char *path);
/* Files are made in a folder: what was noted about it and those above it is so now. */
void wr_notes_wrote_in(struct wr_notes *notes, const char *folder);

/* The i-th path that was used; NULL behind the last. */
const char *wr_notes_path(struct wr_notes *notes, size_t index);
/* A path that is not as it was when it was used; NULL where all are. */
const char *wr_notes_changed(struct wr_notes *notes);
/* All that was used, as it is now, in one number; and whether a file that was read holds
 * nothing now, as while it is written anew. */
uint64_t wr_notes_now(struct wr_notes *notes, bool *empty);

#endif
