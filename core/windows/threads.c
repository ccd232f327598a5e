/* The threads of C11 by those of Windows. */
#include <threads.h>

#include "core/base/arena.h"

#include <windows.h>

enum { STACK = 8 << 20 };

struct start {
    thrd_start_t run;
    void *user;
};

static DWORD WINAPI begin(void *given)
{
    struct start start = *(struct start *)given;
    wr_free(given);
    return (DWORD)start.run(start.user);
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *user)
{
    struct start *start = wr_alloc(sizeof *start);
    if (!start)
        return thrd_error;
    *start = (struct start){run, user};
    thread->system = CreateThread(NULL, STACK, begin, start, STACK_SIZE_PARAM_IS_A_RESERVATION,
                                  &thread->number);
    if (thread->system)
        return thrd_success;
    wr_free(start);
    return thrd_error;
}

int thrd_join(thrd_t thread, int *result)
{
    DWORD code = 0;
    bool fine = WaitForSingleObject(thread.system, INFINITE) == WAIT_OBJECT_0 &&
                GetExitCodeThread(thread.system, &code);
    CloseHandle(thread.system);
    if (result)
        *result = (int)code;
    return fine ? thrd_success : thrd_error;
}

thrd_t thrd_current(void)
{
    return (thrd_t){.number = GetCurrentThreadId()};
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a.number == b.number;
}

int thrd_sleep(const struct timespec *duration, struct timespec *rest)
{
    const long a_millisecond = 1000000;
    (void)rest; /* nothing wakes it early */
    Sleep((DWORD)duration->tv_sec * 1000 + (DWORD)(duration->tv_nsec / a_millisecond));
    return 0;
}

int mtx_init(mtx_t *mutex, int type)
{
    (void)type;
    InitializeSRWLock((SRWLOCK *)mutex);
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex)
{
    (void)mutex;
}

int mtx_lock(mtx_t *mutex)
{
    AcquireSRWLockExclusive((SRWLOCK *)mutex);
    return thrd_success;
}

int mtx_unlock(mtx_t *mutex)
{
    ReleaseSRWLockExclusive((SRWLOCK *)mutex);
    return thrd_success;
}

int cnd_init(cnd_t *condition)
{
    InitializeConditionVariable((CONDITION_VARIABLE *)condition);
    return thrd_success;
}

void cnd_destroy(cnd_t *condition)
{
    (void)condition;
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    BOOL woken = SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, (SRWLOCK *)mutex,
                                           INFINITE, 0);
    return woken ? thrd_success : thrd_error;
}

int cnd_broadcast(cnd_t *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)condition);
    return thrd_success;
}

void call_once(once_flag *flag, void (*run)(void))
{
    BOOL pending = FALSE;
    InitOnceBeginInitialize((INIT_ONCE *)flag, 0, &pending, NULL);
    if (!pending)
        return;
    run();
    InitOnceComplete((INIT_ONCE *)flag, 0, NULL);
}
