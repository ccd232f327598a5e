/* Ending at a signal: what is half-made is taken back first. */
#include "core/core.h"
#include "core/files/undo.h"
#include "core/posix/posix.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static bool ends_at_pipe; /* set before there are threads */

/* Those that end a process, but for one the user had it ignore, as nohup does. */
static sigset_t ending_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
            sigaddset(&set, signals[i]);
    }
    return set;
}

static void end(int number)
{
    sigset_t set = ending_signals();
    wr_undo_lock();
    wr_undo_all();
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(128 + number);
}

static void *wait_for_signal(void *unused)
{
    sigset_t set = ending_signals();
    int number;
    (void)unused;
    if (sigwait(&set, &number) == 0)
        end(number);
    return NULL;
}

/* The system sends SIGPIPE to the thread that writes, and to no other that waits. */
void wr_posix_pipe_unread(void)
{
    if (ends_at_pipe)
        end(SIGPIPE);
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
    if (pthread_create(&thread, &attributes, wait_for_signal, NULL) == 0)
        ends_at_pipe = sigismember(&set, SIGPIPE) == 1;
    else
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_attr_destroy(&attributes);
}
