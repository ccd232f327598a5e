/* The streams of the process, and the console that may be behind them. */
#include "core/base/bytes.h"
#include "core/base/system.h"
#include "core/windows/port.h"

static bool is_console(HANDLE stream)
{
    DWORD mode;
    return GetConsoleMode(stream, &mode) != 0;
}

/* Colours, and what clears a line, are switched on; consoles before Windows 10 know neither. */
static bool obeys(HANDLE stream)
{
    const DWORD wanted = ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING;
    DWORD mode;
    if (!GetConsoleMode(stream, &mode))
        return false;
    return (mode & wanted) == wanted || SetConsoleMode(stream, mode | wanted);
}

bool wr_terminal_out(void)
{
    return is_console(GetStdHandle(STD_OUTPUT_HANDLE));
}

unsigned wr_terminal_width(void)
{
    const unsigned usual = 80;
    HANDLE stream = GetStdHandle(STD_ERROR_HANDLE);
    CONSOLE_SCREEN_BUFFER_INFO found;
    if (!obeys(stream))
        return 0;
    if (!GetConsoleScreenBufferInfo(stream, &found))
        return usual;
    int width = found.srWindow.Right - found.srWindow.Left + 1;
    return width > 0 ? (unsigned)width : usual;
}

bool wr_terminal_colours(void)
{
    const char *refused = wr_environment("NO_COLOR");
    return !(refused && *refused) && obeys(GetStdHandle(STD_ERROR_HANDLE));
}

/* Where a piece of UTF-8 that is no longer than `size` ends. */
static size_t whole(const char *text, size_t size)
{
    size_t end = size;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80)
        end--;
    return end > 0 ? end : size;
}

/* A console has a code page of its own; wide text it takes as it is. */
static bool write_console(HANDLE console, const char *text, size_t size)
{
    enum { STEP = 4096 };
    WCHAR wide[STEP];
    while (size > 0) {
        size_t step = size > STEP ? whole(text, STEP) : size;
        int count = MultiByteToWideChar(CP_UTF8, 0, text, (int)step, wide, STEP);
        DWORD put;
        if (count <= 0 || !WriteConsoleW(console, wide, (DWORD)count, &put, NULL))
            return false;
        text += step;
        size -= step;
    }
    return true;
}

static bool write_stream(DWORD which, const void *data, size_t size)
{
    HANDLE stream = GetStdHandle(which);
    return is_console(stream) ? write_console(stream, data, size)
                              : wr_port_write(stream, data, size) == WR_FILE_FINE;
}

bool wr_write_out(const void *data, size_t size)
{
    return write_stream(STD_OUTPUT_HANDLE, data, size);
}

bool wr_write_err(const void *data, size_t size)
{
    return write_stream(STD_ERROR_HANDLE, data, size);
}

/* A pipe whose writer has ended is at its end. */
bool wr_read_in(struct wr_bytes *out)
{
    enum { STEP = 1 << 16 };
    HANDLE stream = GetStdHandle(STD_INPUT_HANDLE);
    for (;;) {
        uint8_t *to = wr_bytes_extend(out, STEP);
        DWORD got = 0;
        if (!to)
            return false;
        bool fine =
            ReadFile(stream, to, STEP, &got, NULL) || GetLastError() == ERROR_BROKEN_PIPE;
        out->size -= STEP - (size_t)got;
        if (!fine || got == 0)
            return fine;
    }
}
