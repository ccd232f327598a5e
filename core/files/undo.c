/* A list of what is half-made, the newest first. */
#include "core/files/undo.h"

#include <stddef.h>
#include <threads.h>

static once_flag lock_is_there = ONCE_FLAG_INIT;
static mtx_t lock;
static struct wr_undo *newest;

static void make_lock(void)
{
    mtx_init(&lock, mtx_plain);
}

void wr_undo_lock(void)
{
    call_once(&lock_is_there, make_lock);
    mtx_lock(&lock);
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
