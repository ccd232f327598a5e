/* A list of what is half-made, the newest first. */
#include "core/files/undo.h"

#include <stddef.h>
#include <threads.h>

static once_flag lock_is_there = ONCE_FLAG_INIT;
static mtx_t lock; /* of all below */
static cnd_t moved;
static unsigned sharing, waiting; /* threads that share; that want it for themselves */
static struct wr_undo *newest;

static void make_lock(void)
{
    mtx_init(&lock, mtx_plain);
    cnd_init(&moved);
}

static void enter(void)
{
    call_once(&lock_is_there, make_lock);
    mtx_lock(&lock);
}

void wr_undo_share(void)
{
    enter();
    while (waiting > 0)
        cnd_wait(&moved, &lock);
    sharing++;
    mtx_unlock(&lock);
}

void wr_undo_unshare(void)
{
    mtx_lock(&lock);
    if (--sharing == 0 && waiting > 0)
        cnd_broadcast(&moved);
    mtx_unlock(&lock);
}

void wr_undo_lock(void)
{
    enter();
    waiting++;
    while (sharing > 0)
        cnd_wait(&moved, &lock);
    if (--waiting == 0)
        cnd_broadcast(&moved);
}

void wr_undo_unlock(void)
{
    mtx_unlock(&lock);
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

void wr_undo_all(void)
{
    for (struct wr_undo *undo = newest; undo; undo = undo->older)
        undo->run(undo);
}
