/* What was built, in words and as JSON lines. */
#ifndef WR_BUILDER_CLI_BUILT_H
#define WR_BUILDER_CLI_BUILT_H

#include "builder/cli/building.h"

/* Appends what a build of one map made. */
void say_built(struct wr_bytes *out, const struct wr_built *built,
               const struct building *building);
/* The same as an object on a line; of a map that was not built, why. */
void json_built(struct wr_bytes *out, const struct wr_built *built,
                const struct building *building);

/* Appends what a build of many maps made, all together. */
void say_many(struct wr_bytes *out, const struct wr_many_summary *sum,
              const struct building *building);
void json_many(struct wr_bytes *out, const struct wr_many_summary *sum);

#endif
