/* Judging a whole module in its archive: what is in it fits together, and the game can load it.
 */
#ifndef WR_BUILDER_INSPECT_JUDGE_H
#define WR_BUILDER_INSPECT_JUDGE_H

#include "builder/inspect/judge_module.h"

/* Judges a module's archive: the module its LYT and walkmeshes are, then module information,
 * area, doors, paths, models and images, each by rules with a slug of its own; what is not
 * taken no rule has looked at. Errors are what the game would break on; WR_INVALID when there
 * was one.
 */
enum wr_result wr_module_judge(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_module_parts *parts,
                               const struct wr_check_options *options);

#endif
