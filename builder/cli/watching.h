/* Making something again whenever what it was made of changes. */
#ifndef WR_BUILDER_CLI_WATCHING_H
#define WR_BUILDER_CLI_WATCHING_H

#include "builder/cli/session.h"

/* Makes it once; `again` once it was made: what stands there is its own, and may be replaced.
 */
typedef enum exit_code watched_fn(void *user, bool again);

/* Makes it, waits until a file that was used changes, and so on until the program is ended.
 * Returns where that cannot be: standard input or `output` as a stream, or no memory. */
enum exit_code watch(struct session *session, const char *output, watched_fn *make, void *user);

#endif
