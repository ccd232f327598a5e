/* The same work on many things, on several threads, with the same result as on one. */
#ifndef WR_CORE_BASE_PARALLEL_H
#define WR_CORE_BASE_PARALLEL_H

#include "core/base/diag.h"

#include <stdatomic.h>

/* One piece of work. `worker` is below wr_context_jobs and below `count`, and says whose
 * scratch memory to use; `context` keeps this piece's findings. Pieces run in any order. */
typedef enum wr_result wr_work_fn(void *user, struct wr_context *context, unsigned worker,
                                  size_t index);

/* Runs work(user, _, worker, i) for each i below count on up to wr_context_jobs threads,
 * reports all findings in the order of i, and shows progress as `what` (NULL: none). A failing
 * piece does not stop the others; the result is that of the lowest failing index. Where the
 * call is stopped, pieces that were not begun are left out, and the result is WR_STOPPED; so it
 * is where one has no memory, which is said once, and the result is WR_NO_MEMORY. */
enum wr_result wr_parallel(struct wr_context *context, const char *what, size_t count,
                           wr_work_fn *work, void *user);

/* The same, but when a piece was done, deliver(user, _, worker, i) is called for it too, one
 * piece at a time and in the order of i, by the worker that did it: for results that are too
 * large to keep and must arrive in order. A piece that failed is not delivered; once one is
 * not, none behind it is. */
enum wr_result wr_parallel_in_turn(struct wr_context *context, const char *what, size_t count,
                                   wr_work_fn *work, wr_work_fn *deliver, void *user);

/* Told on the calling thread of each piece in order, once it and all below it are done, after
 * its findings and before those of the next. Not of those behind a stop. */
typedef void wr_tell_fn(void *user, size_t index);

/* The same as wr_parallel for few and long pieces: each worker takes the next one, so that all
 * pieces below one that was begun were begun, too, and it may wait for what they do. `tell` may
 * be NULL. */
enum wr_result wr_parallel_long(struct wr_context *context, const char *what, size_t count,
                                wr_work_fn *work, wr_tell_fn *tell, void *user);

/* For pieces that all meet the same failure of the system, such as a full disk (WR_IO,
 * WR_NO_MEMORY): the first result of that kind goes into `broken`, WR_OK before, and its
 * findings are kept; those of the others are forgotten. Pieces that begin ask `broken`, and
 * have nothing to say. */
enum wr_result wr_parallel_break(struct wr_context *context, atomic_int *broken,
                                 enum wr_result result);

#endif
