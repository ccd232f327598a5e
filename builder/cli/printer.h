/* What the program says: findings to the error stream, results to the output. */
#ifndef WR_BUILDER_CLI_PRINTER_H
#define WR_BUILDER_CLI_PRINTER_H

#include "builder/builder.h"
#include "builder/cli/progress.h"

struct printer {
    bool json, quiet, notes;
    bool silent; /* the result itself goes to the output: nothing is said about it */
    bool colours;
    struct progress progress;
    char last_slug[64]; /* a note under the same slug explains the finding before it */
    bool last_shown;
    bool starved; /* it was said that memory is out: once is enough */
};

/* A wr_diag_fn and a wr_progress_fn; `user` is the printer. */
void printer_report(void *user, const struct wr_diag *diag);
enum wr_answer printer_progress(void *user, const char *what, uint64_t done, uint64_t total);

/* Writes a result to the output and empties it: WR_IO where that fails. */
enum wr_result printer_result(struct printer *printer, struct wr_bytes *text);

#endif
