/* Ending at a signal: what is half-made is taken back first. */
#include "core/posix/posix.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct wr_undo *newest;

void wr_undo_lock(void)
{
    pthread_mutex_lock(&lock);
}

void wr_undo_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void wr_undo_add(struct wr_undo *undo)
{
    undo->newer = NULL;
    undo->older = newest;
    if (newest)
        newest->newer = undo;
    newest = undo;
}

void wr_undo_forget(struct wr_undo *undo)
{
    if (undo->older)
        undo->older->newer = undo->newer;
    if (undo->newer)
        undo->newer->older = undo->older;
    else
        newest = undo->older;
}

/* Those that end a process, but for one the user had it ignore, as nohup does. */
static sigset_t ending_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < 3; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
            sigaddset(&set, signals[i]);
    }
    return set;
}

/* The lock is kept: nobody makes or moves anything any more. */
static void *wait_for_signal(void *unused)
{
    sigset_t set = ending_signals();
    int number;
    (void)unused;
    if (sigwait(&set, &number) != 0)
        return NULL;
    wr_undo_lock();
    for (struct wr_undo *undo = newest; undo; undo = undo->older)
        undo->run(undo);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(128 + number);
}

void wr_undo_on_signals(void)
{
    enum { STACK = 256 << 10 };
    sigset_t set = ending_signals();
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* for all threads to come, too */
    if (pthread_create(&thread, &attributes, wait_for_signal, NULL) != 0)
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_attr_destroy(&attributes);
}
