/* Workers take runs of indices from a counter, so that lower pieces begin before higher ones. A
 * piece that found something leaves its recorder
 * behind; the calling thread replays what no lower piece can precede any more. */
#include "core/base/parallel.h"

#include "core/base/arena.h"
#include "core/base/system.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum { MOST_WORKERS = 256, LARGEST_RUN = 64, RUNS_A_WORKER = 128, PROGRESS_STEPS = 256 };

struct finding {
    size_t index;
    struct wr_context *recorder;
};

struct findings {
    struct finding *items;
    size_t count, capacity;
};

struct recorders {
    struct wr_context **items;
    size_t count, capacity;
};

struct job {
    struct wr_context *context;
    const char *what;
    wr_work_fn *work, *deliver; /* deliver: NULL where the order is of no matter */
    void *user;
    bool single; /* pieces are taken one by one */
    wr_tell_fn *tell;
    size_t told; /* pieces below this were told of */
    size_t count, run;
    atomic_size_t next, done;
    atomic_bool starved; /* a piece had no memory: nothing more is begun */
    struct worker *workers;
    unsigned worker_count;

    mtx_t lock; /* of the next two */
    struct findings arrived;
    struct recorders spare;

    mtx_t turn_lock;  /* of the next four */
    cnd_t moved;      /* the turn, or a thread to its end */
    size_t turn;      /* the piece that is delivered next */
    bool stopped;     /* a piece failed: none behind it is delivered */
    unsigned running; /* threads */

    struct findings pending; /* the calling thread's own */
    size_t shown;
};

/* A cache line each, since one thread writes to it all the time. */
struct worker {
    _Alignas(64) atomic_size_t at; /* its pieces below are finished */
    struct job *job;
    struct wr_context *recorder;
    size_t failed_at;
    enum wr_result result;
    thrd_t thread;
    bool started;
    unsigned number;
};

/* ---- Findings -------------------------------------------------------------------------- */

/* Puts a worker's findings on the list and gives it an empty recorder. Without memory it keeps
 * them, and they go with its next ones. */
static void leave(struct worker *worker, size_t index)
{
    struct job *job = worker->job;
    if (job->worker_count == 1) {
        wr_context_replay(job->context, worker->recorder);
        return;
    }
    mtx_lock(&job->lock);
    struct findings *list = &job->arrived;
    struct recorders *spare = &job->spare;
    if (wr_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
        struct wr_context *fresh =
            spare->count > 0 ? spare->items[--spare->count] : wr_context_recorder(job->context);
        if (fresh) {
            list->items[list->count++] = (struct finding){index, worker->recorder};
            worker->recorder = fresh;
            wr_context_send(fresh, worker->number > 0);
        }
    }
    mtx_unlock(&job->lock);
}

/* Every piece below this is finished, and its findings have arrived. */
static size_t finished_below(const struct job *job)
{
    size_t lowest = job->count;
    for (unsigned i = 0; i < job->worker_count; i++) {
        size_t at = atomic_load(&job->workers[i].at);
        lowest = at < lowest ? at : lowest;
    }
    return lowest;
}

static void fetch_arrived(struct job *job)
{
    mtx_lock(&job->lock);
    struct findings *from = &job->arrived, *to = &job->pending;
    size_t count = from->count;
    if (count > 0 && wr_grow(&to->items, &to->capacity, to->count + count, sizeof *to->items)) {
        memcpy(to->items + to->count, from->items, count * sizeof *from->items);
        to->count += count;
        from->count = 0;
    }
    mtx_unlock(&job->lock);
}

static int compare_findings(const void *a, const void *b)
{
    size_t left = ((const struct finding *)a)->index;
    size_t right = ((const struct finding *)b)->index;
    return (left > right) - (left < right);
}

static void recycle(struct job *job, struct wr_context *recorder)
{
    struct recorders *spare = &job->spare;
    mtx_lock(&job->lock);
    bool room =
        wr_grow(&spare->items, &spare->capacity, spare->count + 1, sizeof *spare->items);
    if (room)
        spare->items[spare->count++] = recorder;
    mtx_unlock(&job->lock);
    if (!room)
        wr_context_destroy(recorder);
}

/* Tells of the pieces below one. */
static void tell_below(struct job *job, size_t below)
{
    for (; job->tell && job->told < below && !wr_context_stopped(job->context); job->told++)
        job->tell(job->user, job->told);
}

/* Reports what may be reported: findings of pieces that no unfinished piece precedes. */
static void flush(struct job *job)
{
    size_t below = finished_below(job), told = 0; /* asked before the list is looked at */
    fetch_arrived(job);
    struct findings *pending = &job->pending;
    if (pending->count == 0) {
        tell_below(job, below);
        return;
    }
    qsort(pending->items, pending->count, sizeof *pending->items, compare_findings);
    for (; told < pending->count && pending->items[told].index < below; told++) {
        tell_below(job, pending->items[told].index);
        wr_context_replay(job->context, pending->items[told].recorder);
        recycle(job, pending->items[told].recorder);
    }
    tell_below(job, below);
    pending->count -= told;
    memmove(pending->items, pending->items + told, pending->count * sizeof *pending->items);
}

/* ---- Work ------------------------------------------------------------------------------ */

static void show_progress(struct job *job)
{
    size_t done = atomic_load(&job->done);
    if (!job->what || done - job->shown <= job->count / PROGRESS_STEPS)
        return;
    job->shown = done;
    wr_context_progress(job->context, job->what, done, job->count);
}

/* Waits for others, with the turn's lock; who calls it asks again. The calling thread tells and
 * asks while it does. */
static void await(struct worker *worker)
{
    static const double patience = 0.005;
    struct job *job = worker->job;
    if (worker->number > 0) {
        /* NOLINTNEXTLINE(bugprone-spuriously-wake-up-functions) */
        cnd_wait(&job->moved, &job->turn_lock);
        return;
    }
    wr_wait(&job->moved, &job->turn_lock, patience);
    mtx_unlock(&job->turn_lock);
    show_progress(job);
    wr_context_stopped(job->context);
    mtx_lock(&job->turn_lock);
}

/* Waits until all lower pieces had their turn. Whoever holds the lowest never waits. */
static enum wr_result take_turn(struct worker *worker, size_t index, enum wr_result result)
{
    struct job *job = worker->job;
    mtx_lock(&job->turn_lock);
    while (job->turn != index)
        await(worker);
    bool wanted = result == WR_OK && !job->stopped;
    mtx_unlock(&job->turn_lock);
    if (wanted)
        result = job->deliver(job->user, worker->recorder, worker->number, index);
    mtx_lock(&job->turn_lock);
    job->turn = index + 1;
    job->stopped |= result != WR_OK;
    cnd_broadcast(&job->moved);
    mtx_unlock(&job->turn_lock);
    return result;
}

static void do_piece(struct worker *worker, size_t index)
{
    struct job *job = worker->job;
    enum wr_result result = WR_STOPPED;
    if (!wr_context_stopped(worker->recorder) && !atomic_load(&job->starved))
        result = job->work(job->user, worker->recorder, worker->number, index);
    if (job->deliver)
        result = take_turn(worker, index, result);
    if (result == WR_NO_MEMORY && atomic_exchange(&job->starved, true))
        wr_context_forget(worker->recorder); /* another said it */
    if (result != WR_OK && worker->result == WR_OK) {
        worker->result = result;
        worker->failed_at = index;
    }
    if (!wr_context_idle(worker->recorder))
        leave(worker, index);
    else
        wr_context_forget(worker->recorder); /* what a piece committed is over with it */
}

/* `at` stays behind until the next run is known, so that it never claims too much. */
static int do_work(void *user)
{
    struct worker *worker = user;
    struct job *job = worker->job;
    for (;;) {
        size_t from = atomic_fetch_add(&job->next, job->run);
        if (from >= job->count)
            break;
        atomic_store(&worker->at, from);
        size_t to = job->run < job->count - from ? from + job->run : job->count;
        for (size_t i = from; i < to; i++)
            do_piece(worker, i);
        atomic_fetch_add(&job->done, to - from);
        if (job->worker_count == 1)
            tell_below(job, to); /* its findings were reported at once */
        if (worker->number == 0) {
            flush(job);
            show_progress(job);
        }
    }
    atomic_store(&worker->at, job->count);
    return 0;
}

static int run_thread(void *user)
{
    struct worker *worker = user;
    struct job *job = worker->job;
    do_work(worker);
    mtx_lock(&job->turn_lock);
    job->running--;
    cnd_broadcast(&job->moved);
    mtx_unlock(&job->turn_lock);
    return 0;
}

/* Makes workers ready, fewer when memory is short; false when there is not even one. */
static bool hire(struct job *job, unsigned wanted)
{
    for (unsigned i = 0; i < wanted; i++) {
        struct worker *worker = &job->workers[i];
        *worker = (struct worker){
            .job = job, .number = i, .recorder = wr_context_recorder(job->context)};
        if (!worker->recorder)
            break;
        wr_context_send(worker->recorder, i > 0);
        job->worker_count = i + 1;
    }
    return job->worker_count > 0;
}

/* The calling thread is the first worker; the others are threads, where the system gives any.
 */
static void run_all(struct job *job)
{
    for (unsigned i = 1; i < job->worker_count; i++) {
        struct worker *worker = &job->workers[i];
        mtx_lock(&job->turn_lock);
        worker->started = thrd_create(&worker->thread, run_thread, worker) == thrd_success;
        job->running += worker->started;
        mtx_unlock(&job->turn_lock);
        if (!worker->started)
            atomic_store(&worker->at, job->count);
    }
    do_work(&job->workers[0]);
    mtx_lock(&job->turn_lock);
    while (job->running > 0)
        await(&job->workers[0]);
    mtx_unlock(&job->turn_lock);
    for (unsigned i = 1; i < job->worker_count; i++)
        if (job->workers[i].started)
            thrd_join(job->workers[i].thread, NULL);
    flush(job);
}

/* What lack of memory kept from the list is reported last. */
static void dismiss(struct job *job)
{
    struct findings *rest = &job->arrived;
    for (size_t i = 0; i < rest->count; i++) {
        wr_context_replay(job->context, rest->items[i].recorder);
        wr_context_destroy(rest->items[i].recorder);
    }
    for (unsigned i = 0; i < job->worker_count; i++) {
        wr_context_replay(job->context, job->workers[i].recorder);
        wr_context_destroy(job->workers[i].recorder);
    }
    for (size_t i = 0; i < job->spare.count; i++)
        wr_context_destroy(job->spare.items[i]);
    wr_free(job->arrived.items);
    wr_free(job->pending.items);
    wr_free(job->spare.items);
}

static enum wr_result lowest_result(const struct job *job)
{
    enum wr_result result = WR_OK;
    if (atomic_load(&job->starved))
        return WR_NO_MEMORY;
    size_t lowest = job->count;
    for (unsigned i = 0; i < job->worker_count; i++) {
        const struct worker *worker = &job->workers[i];
        if (worker->result != WR_OK && worker->failed_at < lowest) {
            lowest = worker->failed_at;
            result = worker->result;
        }
    }
    return result;
}

static enum wr_result run_workers(struct job *job)
{
    struct worker workers[MOST_WORKERS];
    size_t jobs = wr_context_jobs(job->context);
    unsigned wanted = (unsigned)(jobs < MOST_WORKERS ? jobs : MOST_WORKERS);
    wanted = job->count < wanted ? (unsigned)job->count : wanted;
    job->workers = workers;
    job->run = job->deliver || job->single ? 1 : job->count / wanted / RUNS_A_WORKER;
    job->run = job->run < 1 ? 1 : job->run > LARGEST_RUN ? LARGEST_RUN : job->run;
    if (!hire(job, wanted))
        return wr_no_memory(job->context);
    run_all(job);
    dismiss(job);
    if (job->what)
        wr_context_progress(job->context, job->what, job->count, job->count);
    return wr_context_stopped(job->context) ? WR_STOPPED : lowest_result(job);
}

static bool make_locks(struct job *job)
{
    if (mtx_init(&job->lock, mtx_plain) != thrd_success)
        return false;
    if (mtx_init(&job->turn_lock, mtx_plain) == thrd_success) {
        if (cnd_init(&job->moved) == thrd_success)
            return true;
        mtx_destroy(&job->turn_lock);
    }
    mtx_destroy(&job->lock);
    return false;
}

static enum wr_result run_job(struct job *job)
{
    if (job->count == 0)
        return WR_OK;
    if (!make_locks(job))
        return wr_no_memory(job->context);
    enum wr_result result = run_workers(job);
    cnd_destroy(&job->moved);
    mtx_destroy(&job->turn_lock);
    mtx_destroy(&job->lock);
    return result;
}

enum wr_result wr_parallel(struct wr_context *context, const char *what, size_t count,
                           wr_work_fn *work, void *user)
{
    return wr_parallel_in_turn(context, what, count, work, NULL, user);
}

enum wr_result wr_parallel_in_turn(struct wr_context *context, const char *what, size_t count,
                                   wr_work_fn *work, wr_work_fn *deliver, void *user)
{
    struct job job = {.context = context,
                      .what = what,
                      .work = work,
                      .deliver = deliver,
                      .user = user,
                      .count = count};
    return run_job(&job);
}

enum wr_result wr_parallel_long(struct wr_context *context, const char *what, size_t count,
                                wr_work_fn *work, wr_tell_fn *tell, void *user)
{
    struct job job = {.context = context,
                      .what = what,
                      .work = work,
                      .tell = tell,
                      .user = user,
                      .single = true,
                      .count = count};
    return run_job(&job);
}

enum wr_result wr_parallel_break(struct wr_context *context, atomic_int *broken,
                                 enum wr_result result)
{
    int whole = WR_OK;
    bool breaks = result == WR_IO || result == WR_NO_MEMORY;
    if (breaks && !atomic_compare_exchange_strong(broken, &whole, (int)result))
        wr_context_forget(context);
    return result;
}
