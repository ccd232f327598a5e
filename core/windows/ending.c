/* Ending where the user asks for it: what is half-made is taken back first. */
#include "core/windows/port.h"

static HANDLE half_made[512]; /* files that are open; two for each worker that there may be */
enum { MOST = sizeof half_made / sizeof *half_made };

/* ---- Files that are being made ---- */

static void put(HANDLE old, HANDLE fresh)
{
    for (int i = 0; i < MOST; i++)
        if (half_made[i] == old) {
            half_made[i] = fresh;
            return;
        }
}

void wr_undo_opened(HANDLE file)
{
    put(NULL, file);
}

void wr_undo_closing(HANDLE file)
{
    wr_undo_lock();
    put(file, NULL);
    wr_undo_unlock();
}

/* ---- The end ---- */

/* The system calls it in a thread of its own, for Ctrl-C, Ctrl-Break, a closed window and the
 * end of a session. */
static BOOL WINAPI end(DWORD event)
{
    (void)event;
    wr_undo_lock();
    for (int i = 0; i < MOST; i++)
        if (half_made[i])
            CloseHandle(half_made[i]);
    wr_undo_all();
    TerminateProcess(GetCurrentProcess(), (UINT)STATUS_CONTROL_C_EXIT);
    return TRUE;
}

void wr_undo_on_signals(void)
{
    SetConsoleCtrlHandler(end, TRUE);
}
