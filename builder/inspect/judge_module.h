/* A built module as a whole: LYT, VIS and walkmeshes read back and judged together. */
#ifndef WR_BUILDER_INSPECT_JUDGE_MODULE_H
#define WR_BUILDER_INSPECT_JUDGE_MODULE_H

#include "builder/inspect/inspect.h"
#include "core/format/lyt.h"
#include "core/format/resources.h"

/* Where a module's parts lie, and which of them were judged with it. */
struct wr_module_parts {
    const struct wr_resources *resources;
    bool *taken; /* one an entry of those */
};

/* The part of a name and type, which is then taken; NULL where there is none. */
const wr_entry *wr_module_take(const struct wr_module_parts *parts, const char *name,
                               uint16_t type);

/* A module whose LYT could be read, for rules about what stands in it. */
struct wr_module_view {
    const wr_surfaces *surfaces;
    const struct wr_lyt *lyt;
    const struct wr_source *lyt_source;
    const struct wr_walkmesh **meshes; /* by room of the LYT; NULL where there is none */
    bool whole;                        /* no walkmesh is wrong, and none lies elsewhere */
};

/* Looks at a module while its walkmeshes are at hand. */
typedef enum wr_result wr_module_look_fn(void *user, struct wr_context *context,
                                         const struct wr_module_view *view);

/* Judges the module that `lyt`, one of the parts, belongs to by the rules of a good module, and
 * takes its VIS and walkmeshes. Then `look` (may be NULL) is called, unless the LYT cannot be
 * read. `files` is increased by the number of files read. WR_INVALID when a rule is broken. In
 * an archive, a room without any file lies in the game. */
enum wr_result wr_module_check(struct wr_context *context, const wr_entry *lyt,
                               const struct wr_module_parts *parts,
                               const struct wr_check_options *options, wr_module_look_fn *look,
                               void *user, uint32_t *files);

#endif
