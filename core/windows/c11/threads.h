/* The threads of C11 as far as they are used, which mingw-w64 lacks: this folder is among those
 * of headers where the program is made for Windows, and nowhere else. */
#ifndef WR_CORE_WINDOWS_C11_THREADS_H
#define WR_CORE_WINDOWS_C11_THREADS_H

#include <time.h>

enum { thrd_success, thrd_error };
enum { mtx_plain };

typedef int (*thrd_start_t)(void *);

/* Each is what the system calls SRWLOCK, CONDITION_VARIABLE, INIT_ONCE and HANDLE; the last has
 * the number of the thread beside it. */
typedef struct {
    void *system;
} mtx_t;

typedef struct {
    void *system;
} cnd_t;

typedef struct {
    void *system;
} once_flag;

typedef struct {
    void *system;
    unsigned long number;
} thrd_t;

#define ONCE_FLAG_INIT                                                                         \
    {                                                                                          \
        0                                                                                      \
    }

/* NOLINTBEGIN(readability-identifier-naming): the names are C's */
/* A thread has a stack of 8 MB, as on other systems. */
int thrd_create(thrd_t *thread, thrd_start_t run, void *user);
int thrd_join(thrd_t thread, int *result);
thrd_t thrd_current(void); /* not to be joined */
int thrd_equal(thrd_t a, thrd_t b);
int thrd_sleep(const struct timespec *duration, struct timespec *rest);
int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_unlock(mtx_t *mutex);
int cnd_init(cnd_t *condition);
void cnd_destroy(cnd_t *condition);
int cnd_wait(cnd_t *condition, mtx_t *mutex);
int cnd_broadcast(cnd_t *condition);
void call_once(once_flag *flag, void (*run)(void));
/* NOLINTEND(readability-identifier-naming) */

#endif
