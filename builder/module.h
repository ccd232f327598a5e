/* A built module as a whole: LYT, VIS and walkmeshes read back and judged together. */
#ifndef WR_BUILDER_MODULE_H
#define WR_BUILDER_MODULE_H

#include "builder/builder.h"
#include "core/base/diag.h"

/* The files of a module's folder, by wr_text_order; those that were judged with a module are
 * taken. */
struct wr_shelf {
    const char *folder;
    const char **names;
    bool *taken;
    size_t count;
};

/* The file of a name: spelled exactly so, else with other capitals, as the game takes it;
 * `count` where there is none. */
size_t wr_shelf_find(const struct wr_shelf *shelf, const char *name);

/* Judges the module a LYT of the shelf belongs to by the rules of a good module, and takes its
 * VIS and walkmeshes from the shelf. `files` is increased by the number of files read.
 * WR_INVALID when a rule is broken. */
enum wr_result wr_module_check(struct wr_context *context, const char *lyt_path,
                               struct wr_shelf *shelf, const wr_surfaces *surfaces,
                               uint32_t *files);

#endif
