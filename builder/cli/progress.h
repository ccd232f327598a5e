/* A bar on a terminal while work is long; nothing anywhere else. */
#ifndef WR_BUILDER_CLI_PROGRESS_H
#define WR_BUILDER_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    unsigned width; /* of the terminal; 0: show nothing */
    bool visible;   /* a bar stands on the terminal's last line */
    bool started;
    double began, shown; /* seconds */
};

void progress_show(struct progress *progress, const char *what, uint64_t done, uint64_t total);
/* Takes the bar away. */
void progress_clear(struct progress *progress);

#endif
