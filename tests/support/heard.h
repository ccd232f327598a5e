/* A context that remembers the slugs of what was reported. */
#ifndef WR_TESTS_SUPPORT_HEARD_H
#define WR_TESTS_SUPPORT_HEARD_H

#include "core/core.h"

#include <string.h>

enum { HEARD_KEPT = 32 };

struct heard {
    struct wr_context *context;
    size_t count;
    char slugs[HEARD_KEPT][32];
    char messages[HEARD_KEPT][256];
};

static inline void heard_add(void *user, const struct wr_diag *diag)
{
    struct heard *findings = user;
    if (findings->count == HEARD_KEPT)
        return;
    strncpy(findings->slugs[findings->count], diag->slug, 31);
    strncpy(findings->messages[findings->count++], diag->message, 255);
}

static inline void heard_start(struct heard *findings)
{
    memset(findings, 0, sizeof *findings);
    findings->context = wr_context_create(heard_add, findings);
}

static inline void heard_end(struct heard *findings)
{
    wr_context_destroy(findings->context);
}

static inline size_t heard_of(const struct heard *findings, const char *slug)
{
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += strcmp(findings->slugs[i], slug) == 0;
    return count;
}

#endif
