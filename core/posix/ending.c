/* Ending at a signal: what is half-made is taken back first. */
#include "core/core.h"
#include "core/files/undo.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

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

static void *wait_for_signal(void *unused)
{
    sigset_t set = ending_signals();
    int number;
    (void)unused;
    if (sigwait(&set, &number) != 0)
        return NULL;
    wr_undo_lock();
    wr_undo_all();
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
