/* A built module as a whole: LYT, VIS and walkmeshes read back and judged together. */
#ifndef WR_BUILDER_INSPECT_JUDGE_MODULE_H
#define WR_BUILDER_INSPECT_JUDGE_MODULE_H

#include "builder/inspect/inspect.h"
#include "builder/module/shelf.h"
#include "core/format/lyt.h"

/* A module whose LYT could be read, for rules about what stands in it. */
struct wr_module_view {
    const struct wr_shelf *shelf;
    const wr_surfaces *surfaces;
    const struct wr_lyt *lyt;
    const struct wr_source *lyt_source;
    const struct wr_walkmesh **meshes; /* by room of the LYT; NULL where there is none */
    bool whole;                        /* no walkmesh is wrong, and none lies elsewhere */
};

/* Looks at a module while its walkmeshes are at hand. */
typedef enum wr_result wr_module_look_fn(void *user, struct wr_context *context,
                                         const struct wr_module_view *view);

/* Judges the module that part `lyt` of the shelf, a LYT, belongs to by the rules of a good
 * module, and takes its VIS and walkmeshes from the shelf. Then `look` (may be NULL) is called,
 * unless the LYT cannot be read. `files` is increased by the number of files read. WR_INVALID
 * when a rule is broken. In an archive, a room without any file lies in the game. */
enum wr_result wr_module_check(struct wr_context *context, size_t lyt, struct wr_shelf *shelf,
                               const struct wr_check_options *options, wr_module_look_fn *look,
                               void *user, uint32_t *files);

#endif
