/* What a command was asked to do, as a manifest says it. */
#ifndef WR_BUILDER_CLI_RECORDING_H
#define WR_BUILDER_CLI_RECORDING_H

#include "builder/builder.h"

struct recording {
    struct wr_bytes said; /* options that the result depends on, each with a NUL behind it */
    const char **arguments;
    size_t count;
};

struct session;

/* Opens the manifest that the command line names, once all of it was read. False after a
 * finding, or without memory: `result` says which. */
bool recording_open(struct session *session, enum wr_result *result);
void recording_finish(struct recording *recording);

#endif
