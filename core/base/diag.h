/* Where things stand in a source, and how findings about them are reported. */
#ifndef WR_CORE_BASE_DIAG_H
#define WR_CORE_BASE_DIAG_H

#include "core/core.h"

/* A file (or another run of bytes) findings can point into. It must outlive what points at it.
 */
struct wr_source {
    const char *name; /* as the user named it */
    const uint8_t *data;
    size_t size;
    bool binary; /* findings give a byte offset, not a line */
};

/* A place in a source. */
typedef struct wr_where {
    const struct wr_source *source; /* NULL: nowhere */
    size_t offset;                  /* WR_WHOLE_FILE: no place within it */
} wr_where;

#define WR_WHOLE_FILE SIZE_MAX
#define WR_NOWHERE ((wr_where){NULL, WR_WHOLE_FILE})

static inline wr_where wr_at(const struct wr_source *source, size_t offset)
{
    return (wr_where){source, offset};
}

/* Reports an error and returns `result`, so that failing is one statement. A fault is reported
 * once, where it is known; callers pass the result on. `hint` may be NULL. */
enum wr_result wr_fail(struct wr_context *context, enum wr_result result, wr_where where,
                       const char *slug, const char *hint, const char *format, ...)
    WR_PRINTF(6, 7);
void wr_warn(struct wr_context *context, wr_where where, const char *slug, const char *hint,
             const char *format, ...) WR_PRINTF(5, 6);
void wr_note(struct wr_context *context, wr_where where, const char *slug, const char *hint,
             const char *format, ...) WR_PRINTF(5, 6);
/* The one way to say that memory is out: returns WR_NO_MEMORY. */
enum wr_result wr_no_memory(struct wr_context *context);

unsigned wr_context_jobs(const struct wr_context *context); /* at least 1 */
void wr_context_progress(struct wr_context *context, const char *what, uint64_t done,
                         uint64_t total);

/* A context for a part of a call, which reports to `report` (NULL: drop the findings) and takes
 * all else from its parent, which outlives it. NULL when out of memory. */
struct wr_context *wr_context_within(struct wr_context *parent, wr_diag_fn *report, void *user);
/* The same, with one job, that keeps its findings for later, so that parallel jobs report in a
 * fixed order. */
struct wr_context *wr_context_recorder(struct wr_context *parent);
/* Whether a recorder has nothing to replay. */
bool wr_context_idle(const struct wr_context *recorder);
/* Reports everything `recorder` kept to `context`, in order, and forgets it. */
void wr_context_replay(struct wr_context *context, struct wr_context *recorder);
/* Forgets what a recorder kept; nothing where the context is none. */
void wr_context_forget(struct wr_context *recorder);

#endif
