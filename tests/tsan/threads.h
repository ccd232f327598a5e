/* The threads of C11 as far as they are used, by pthreads, whose calls a thread sanitizer
 * knows:
 * `./dev tsan` puts this folder before the system's headers. */
#ifndef WR_TESTS_TSAN_THREADS_H
#define WR_TESTS_TSAN_THREADS_H

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_once_t once_flag;

enum { thrd_success, thrd_error };
enum { mtx_plain };

#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT

struct thrd_start {
    int (*run)(void *);
    void *user;
};

static inline void *thrd_begin(void *start)
{
    struct thrd_start it = *(struct thrd_start *)start;
    free(start);
    it.run(it.user);
    return NULL;
}

static inline int thrd_create(thrd_t *thread, int (*run)(void *), void *user)
{
    struct thrd_start *start = malloc(sizeof *start);
    if (!start)
        return thrd_error;
    *start = (struct thrd_start){run, user};
    if (pthread_create(thread, NULL, thrd_begin, start) == 0)
        return thrd_success;
    free(start);
    return thrd_error;
}

static inline int thrd_join(thrd_t thread, int *result)
{
    (void)result;
    return pthread_join(thread, NULL) == 0 ? thrd_success : thrd_error;
}

static inline thrd_t thrd_current(void)
{
    return pthread_self();
}

static inline int thrd_equal(thrd_t a, thrd_t b)
{
    return pthread_equal(a, b);
}

static inline int mtx_init(mtx_t *mutex, int type)
{
    (void)type;
    return pthread_mutex_init(mutex, NULL) == 0 ? thrd_success : thrd_error;
}

static inline void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy(mutex);
}

static inline int mtx_lock(mtx_t *mutex)
{
    return pthread_mutex_lock(mutex) == 0 ? thrd_success : thrd_error;
}

static inline int mtx_unlock(mtx_t *mutex)
{
    return pthread_mutex_unlock(mutex) == 0 ? thrd_success : thrd_error;
}

static inline int cnd_init(cnd_t *condition)
{
    return pthread_cond_init(condition, NULL) == 0 ? thrd_success : thrd_error;
}

static inline void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy(condition);
}

static inline int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return pthread_cond_wait(condition, mutex) == 0 ? thrd_success : thrd_error;
}

static inline int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
{
    return pthread_cond_timedwait(condition, mutex, until) == 0 ? thrd_success : thrd_error;
}

static inline int cnd_broadcast(cnd_t *condition)
{
    return pthread_cond_broadcast(condition) == 0 ? thrd_success : thrd_error;
}

static inline void call_once(once_flag *flag, void (*fn)(void))
{
    pthread_once(flag, fn);
}

#endif
