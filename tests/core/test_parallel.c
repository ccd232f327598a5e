/* Parallel work gives what one thread gives: outputs, findings, their order and the result. */
#include "tests/support/test.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/parallel.h"

#include <stdatomic.h>
#include <threads.h>

enum { PIECES = 3000, MOST_JOBS = 8 };

struct load {
    uint64_t out[PIECES];
    atomic_uint runs[PIECES];
    atomic_uint busy[MOST_JOBS]; /* pieces a worker is in: never more than one */
    bool clashed;
    thrd_t caller;
    bool elsewhere; /* a callback came from another thread */
    uint64_t shown;
    bool backwards;
    struct wr_bytes log;
};

/* Uneven work, so that the order of finishing is not that of the indices. */
static uint64_t grind(size_t index)
{
    uint64_t word = index;
    for (size_t i = 0; i < (index * 7919 % 64) * 20; i++)
        word = word * 6364136223846793005u + 1442695040888963407u;
    return word;
}

static enum wr_result work(void *user, struct wr_context *context, unsigned worker,
                           size_t index)
{
    struct load *load = user;
    static const struct wr_source source = {.name = "piece"};
    if (atomic_fetch_add(&load->busy[worker], 1) != 0)
        load->clashed = true;
    load->out[index] = grind(index);
    atomic_fetch_add(&load->runs[index], 1);
    if (index % 5 == 0)
        wr_note(context, WR_NOWHERE, "seen", NULL, "piece %zu", index);
    if (index % 100 == 7)
        wr_fail(context, WR_INVALID, wr_at(&source, 0), "bad", NULL, "piece %zu", index);
    atomic_fetch_sub(&load->busy[worker], 1);
    return index == 2100 ? WR_LIMIT : index % 1000 == 700 ? WR_INVALID : WR_OK;
}

static void log_finding(void *user, const struct wr_diag *diag)
{
    struct load *load = user;
    load->elsewhere |= !thrd_equal(thrd_current(), load->caller);
    wr_diag_print(diag, &load->log);
}

static enum wr_answer show(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct load *load = user;
    load->elsewhere |= !thrd_equal(thrd_current(), load->caller);
    load->backwards |= done < load->shown || done > total || strcmp(what, "grinding") != 0;
    load->shown = done;
    return WR_GO_ON;
}

static enum wr_result run(struct load *load, unsigned jobs, size_t count, uint64_t *errors)
{
    memset(load, 0, sizeof *load);
    load->caller = thrd_current();
    struct wr_context *context = wr_context_create(log_finding, load);
    assert_non_null(context);
    wr_context_set_jobs(context, jobs);
    wr_context_set_progress(context, show, load);
    enum wr_result result = wr_parallel(context, "grinding", count, work, load);
    *errors = wr_context_count(context, WR_ERROR);
    wr_context_destroy(context);
    return result;
}

static struct load one, many;

static void many_threads_give_what_one_gives(void **state)
{
    (void)state;
    uint64_t errors_one, errors_many;
    assert_int_equal(run(&one, 1, PIECES, &errors_one), WR_INVALID);
    assert_int_equal(errors_one, PIECES / 100);
    assert_true(one.log.size > 1000);
    for (unsigned jobs = 2; jobs <= MOST_JOBS; jobs += 2) {
        assert_int_equal(run(&many, jobs, PIECES, &errors_many), WR_INVALID);
        assert_int_equal(errors_one, errors_many);
        assert_memory_equal(one.out, many.out, sizeof one.out);
        assert_int_equal(one.log.size, many.log.size);
        assert_memory_equal(one.log.data, many.log.data, one.log.size);
        wr_bytes_finish(&many.log);
    }
    wr_bytes_finish(&one.log);
}

static void every_piece_runs_once_and_no_worker_runs_two(void **state)
{
    (void)state;
    uint64_t errors;
    run(&many, 4, PIECES, &errors);
    for (size_t i = 0; i < PIECES; i++)
        assert_int_equal(many.runs[i], 1);
    assert_false(many.clashed);
    wr_bytes_finish(&many.log);
}

static void callbacks_come_from_the_calling_thread_and_end_at_the_total(void **state)
{
    (void)state;
    uint64_t errors;
    run(&many, 4, PIECES, &errors);
    assert_false(many.elsewhere);
    assert_false(many.backwards);
    assert_int_equal(many.shown, PIECES);
    wr_bytes_finish(&many.log);
}

static void few_pieces_or_none_are_fine(void **state)
{
    (void)state;
    uint64_t errors;
    for (size_t count = 0; count < 5; count++) {
        assert_int_equal(run(&many, 8, count, &errors), WR_OK);
        for (size_t i = 0; i < PIECES; i++)
            assert_int_equal(many.runs[i], i < count);
        wr_bytes_finish(&many.log);
    }
}

static void the_lowest_failure_is_the_result(void **state)
{
    (void)state;
    uint64_t errors;
    assert_int_equal(run(&many, 4, 700, &errors), WR_OK);
    wr_bytes_finish(&many.log);
    assert_int_equal(run(&many, 4, 701, &errors), WR_INVALID);
    wr_bytes_finish(&many.log);
}

static void findings_survive_failing_allocations(void **state)
{
    (void)state;
    for (size_t n = 1; n < 60; n++) {
        uint64_t errors = 0;
        memset(&many, 0, sizeof many);
        many.caller = thrd_current();
        struct wr_context *context = wr_context_create(log_finding, &many);
        wr_context_set_jobs(context, 3);
        wr_fail_allocation_after(n);
        enum wr_result result = wr_parallel(context, NULL, 300, work, &many);
        wr_fail_allocation_after(0);
        errors = wr_context_count(context, WR_ERROR);
        assert_true(result == WR_OK || result == WR_NO_MEMORY);
        assert_true(errors >= 1);
        wr_context_destroy(context);
        wr_bytes_finish(&many.log);
    }
}

/* A disk with room for some pieces only. */
struct disk {
    atomic_uint room;
    atomic_int broken;
};

static enum wr_result store(void *user, struct wr_context *context, unsigned worker,
                            size_t index)
{
    struct disk *disk = user;
    (void)worker;
    if (atomic_load(&disk->broken))
        return WR_OK;
    grind(index);
    wr_note(context, WR_NOWHERE, "seen", NULL, "piece %zu", index);
    unsigned room = atomic_load(&disk->room);
    while (room > 0 && !atomic_compare_exchange_weak(&disk->room, &room, room - 1))
        continue;
    return wr_parallel_break(context, &disk->broken,
                             room > 0 ? WR_OK
                                      : wr_fail(context, WR_IO, WR_NOWHERE, "full", NULL,
                                                "piece %zu has no room", index));
}

static void a_full_disk_is_told_once_and_ends_the_work(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= MOST_JOBS; jobs++)
        for (unsigned room = 0; room < 400; room += 57) {
            struct disk disk = {.room = room};
            struct wr_context *context = wr_context_create(NULL, NULL);
            wr_context_set_jobs(context, jobs);
            assert_int_equal(wr_parallel(context, NULL, PIECES, store, &disk), WR_IO);
            assert_int_equal(wr_context_count(context, WR_ERROR), 1);
            assert_int_equal(wr_context_count(context, WR_NOTE), room + 1);
            assert_int_equal(disk.broken, WR_IO);
            wr_context_destroy(context);
        }
}

/* Each piece fails, the second one and those behind it for want of memory. */
static enum wr_result starve_piece(void *user, struct wr_context *context, unsigned worker,
                                   size_t index)
{
    (void)user, (void)worker;
    grind(index);
    return index > 0 ? wr_no_memory(context)
                     : wr_fail(context, WR_INVALID, WR_NOWHERE, "bad", NULL, "piece 0 is bad");
}

static void want_of_memory_is_told_once_and_weighs_more_than_a_bad_piece(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= MOST_JOBS; jobs++) {
        struct wr_context *context = wr_context_create(NULL, NULL);
        wr_context_set_jobs(context, jobs);
        assert_int_equal(wr_parallel(context, NULL, PIECES, starve_piece, NULL), WR_NO_MEMORY);
        assert_in_range(wr_context_count(context, WR_ERROR), 1, 2);
        wr_context_destroy(context);
    }
}

struct queue {
    uint64_t made[MOST_JOBS]; /* what a worker holds, until it is delivered */
    size_t next, fails_at;
    uint64_t sum;
    bool wrong;
};

static enum wr_result make(void *user, struct wr_context *context, unsigned worker,
                           size_t index)
{
    struct queue *queue = user;
    (void)context;
    queue->made[worker] = grind(index) + index;
    return index == queue->fails_at ? WR_LIMIT : WR_OK;
}

static enum wr_result deliver(void *user, struct wr_context *context, unsigned worker,
                              size_t index)
{
    struct queue *queue = user;
    (void)context;
    queue->wrong |= index != queue->next || queue->made[worker] != grind(index) + index;
    queue->next = index + 1;
    queue->sum = queue->sum * 31 + queue->made[worker];
    return index + 1 == queue->fails_at ? WR_IO : WR_OK;
}

static enum wr_result deliver_all(struct queue *queue, unsigned jobs, size_t fails_at)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    assert_non_null(context);
    wr_context_set_jobs(context, jobs);
    *queue = (struct queue){.fails_at = fails_at};
    enum wr_result result = wr_parallel_in_turn(context, NULL, PIECES, make, deliver, queue);
    wr_context_destroy(context);
    return result;
}

static void pieces_are_delivered_in_turn_on_any_number_of_threads(void **state)
{
    (void)state;
    struct queue alone, several;
    assert_int_equal(deliver_all(&alone, 1, SIZE_MAX), WR_OK);
    assert_int_equal(alone.next, PIECES);
    for (unsigned jobs = 2; jobs <= MOST_JOBS; jobs++) {
        assert_int_equal(deliver_all(&several, jobs, SIZE_MAX), WR_OK);
        assert_false(several.wrong);
        assert_int_equal(several.next, PIECES);
        assert_int_equal(several.sum, alone.sum);
    }
}

static void nothing_is_delivered_behind_a_piece_that_failed(void **state)
{
    (void)state;
    struct queue queue;
    for (unsigned jobs = 1; jobs <= MOST_JOBS; jobs++) {
        assert_int_equal(deliver_all(&queue, jobs, 0), WR_LIMIT);
        assert_int_equal(queue.next, 0);
        /* the piece before fails on delivery, and comes first */
        assert_int_equal(deliver_all(&queue, jobs, 1000), WR_IO);
        assert_int_equal(queue.next, 1000);
        assert_false(queue.wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_give_what_one_gives),
        cmocka_unit_test(every_piece_runs_once_and_no_worker_runs_two),
        cmocka_unit_test(callbacks_come_from_the_calling_thread_and_end_at_the_total),
        cmocka_unit_test(few_pieces_or_none_are_fine),
        cmocka_unit_test(the_lowest_failure_is_the_result),
        cmocka_unit_test(findings_survive_failing_allocations),
        cmocka_unit_test(a_full_disk_is_told_once_and_ends_the_work),
        cmocka_unit_test(want_of_memory_is_told_once_and_weighs_more_than_a_bad_piece),
        cmocka_unit_test(pieces_are_delivered_in_turn_on_any_number_of_threads),
        cmocka_unit_test(nothing_is_delivered_behind_a_piece_that_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
