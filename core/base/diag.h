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

/* ---- Going on -------------------------------------------------------------------------- */

/* Around the work of a public function that may be long: between them the progress callback is
 * asked. Leaving returns `result`, or WR_STOPPED for a failure of a call that was stopped. */
void wr_context_enter(struct wr_context *context);
enum wr_result wr_context_leave(struct wr_context *context, enum wr_result result);

/* Shows progress, and asks at once whether to go on. */
void wr_context_progress(struct wr_context *context, const char *what, uint64_t done,
                         uint64_t total);
/* Whether the call was stopped: its result is WR_STOPPED then, which is what wr_fail returns,
 * too, and findings are dropped. Asks the callback, where this is its thread and it was not
 * asked lately; nobody, where the context is NULL. Costs a reading of the clock: ask about
 * every millisecond, and at least every ten. */
bool wr_context_stopped(struct wr_context *context);
/* Whether to give up: stopped, or past the deadline. */
bool wr_context_late(struct wr_context *context);
/* When to give up, by wr_clock; 0: never. Contexts within take it as it is when they are made.
 * Returns what it was. */
double wr_context_set_deadline(struct wr_context *context, double deadline);
/* At the end of what hands something out, for a stop that was passed over on the way: `result`,
 * or WR_STOPPED in place of WR_OK. */
enum wr_result wr_context_whole(struct wr_context *context, enum wr_result result);
/* The same before files are put in place: where it is WR_OK, the call is not stopped any more.
 */
enum wr_result wr_context_commit(struct wr_context *context, enum wr_result result);
/* How long the callback is left alone between two asks, in seconds: for tests. */
void wr_context_set_patience(struct wr_context *context, double seconds);

/* ---- Contexts within ------------------------------------------------------------------- */

/* What wr_context_set_files set, for it or its parents; NULL: nothing. */
const struct wr_files *wr_context_files(const struct wr_context *context);

/* A context for a part of a call, which reports to `report` (NULL: drop the findings) and takes
 * all else from its parent, which outlives it. NULL when out of memory. */
struct wr_context *wr_context_within(struct wr_context *parent, wr_diag_fn *report, void *user);
/* The same for what may be left out: what breaks it is a warning of its parent. */
struct wr_context *wr_context_lenient(struct wr_context *parent);
/* The same, with one job, that keeps its findings for later, so that parallel jobs report in a
 * fixed order. */
struct wr_context *wr_context_recorder(struct wr_context *parent);
/* Says whether a recorder is used on another thread than its parent. */
void wr_context_send(struct wr_context *recorder, bool away);
/* Whether a recorder has nothing to replay. */
bool wr_context_idle(const struct wr_context *recorder);
/* Reports a finding as it is: one that was kept elsewhere. */
void wr_context_tell(struct wr_context *context, const struct wr_diag *diag);
/* Reports everything `recorder` kept to `context`, in order, and forgets it. */
void wr_context_replay(struct wr_context *context, struct wr_context *recorder);
/* Forgets what a recorder kept; nothing where the context is none. */
void wr_context_forget(struct wr_context *recorder);

#endif
