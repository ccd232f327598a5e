/* Opening resources: what the ways of doing so share. */
#ifndef WR_CORE_FORMAT_RESOURCES_OPENING_H
#define WR_CORE_FORMAT_RESOURCES_OPENING_H

#include "core/format/resources.h"

/* What was opened so far; of one name, what comes first is taken. */
struct wr_resource_opening {
    struct wr_context *context;
    struct wr_context *lenient; /* told of what is broken beside an archive; NULL: that fails */
    struct wr_arena *arena;
    const wr_container *first; /* what all of it is called by */
    wr_entry *entries;
    size_t count;
    bool caseless; /* capitals do not tell names apart */
    bool shared;   /* what is opened now belongs to the game, not to a module */
    bool starved;  /* memory was out where something was looked for */
};

/* Room for `more` entries. */
enum wr_result wr_opening_reserve(struct wr_resource_opening *opening, size_t more);
/* The files of a folder that was listed. */
enum wr_result wr_opening_files(struct wr_resource_opening *opening, const char *folder,
                                char *const *names, size_t count);
/* An archive, and with `module` those beside it that make one module with it. */
enum wr_result wr_opening_archive(struct wr_resource_opening *opening, const char *path,
                                  bool module);
/* A folder, or else such an archive. */
enum wr_result wr_opening_path(struct wr_resource_opening *opening, const char *path,
                               bool module);
/* A container whose table is not an archive's own; NULL when memory is out. */
wr_container *wr_opening_container(struct wr_resource_opening *opening, const char *path);
/* Sorts what was opened. */
enum wr_result wr_opening_finish(struct wr_resource_opening *opening, struct wr_resources *out);

#endif
