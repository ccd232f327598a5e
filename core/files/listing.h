/* The names in a folder, as its table gives them, sorted. */
#ifndef WR_CORE_FILES_LISTING_H
#define WR_CORE_FILES_LISTING_H

#include "core/base/arena.h"
#include "core/files/files.h"

typedef struct wr_listing {
    char **names; /* a folder's ends in '/'; pipes and devices are left out */
    size_t count;
} wr_listing;

/* 0, or the error of the table. */
int wr_listing_make(const struct wr_files *files, struct wr_arena *arena, const char *path,
                    wr_listing *out);
/* Those that are not hidden, ended by NULL; NULL where the folder cannot be read. */
const char **wr_listing_visible(const struct wr_files *files, struct wr_arena *arena,
                                const char *path);

#endif
