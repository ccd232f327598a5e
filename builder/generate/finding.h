/* The first error of a context of its own: why something that was tried did not work. */
#ifndef WR_BUILDER_GENERATE_FINDING_H
#define WR_BUILDER_GENERATE_FINDING_H

#include "core/core.h"

struct wr_finding {
    bool found;
    size_t line;                                       /* 0: none */
    char slug[48], message[400], hint[256], file[256]; /* empty where there is none */
};

/* A report function; `user` is a finding. */
void wr_finding_keep(void *user, const struct wr_diag *diag);

#endif
