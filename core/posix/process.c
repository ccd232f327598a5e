/* The process: its surroundings, what it writes to. */
#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/posix/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *wr_environment(const char *name)
{
    return getenv(name);
}

char *wr_program_folder(struct wr_arena *arena)
{
    char path[4096];
#if defined(__EMSCRIPTEN__) /* what runs is node, or a page */
    ssize_t size = 0;
#else
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
#endif
    if (size <= 0 || (size_t)size >= sizeof path - 1)
        return wr_arena_text(arena, "", 0);
    path[size] = '\0';
    return wr_path_folder(arena, path);
}

/* Under node, emscripten calls every stream a terminal. */
static bool is_terminal(int file)
{
#if defined(__EMSCRIPTEN__)
    (void)file;
    return false;
#else
    return isatty(file);
#endif
}

bool wr_terminal_out(void)
{
    return is_terminal(STDOUT_FILENO);
}

unsigned wr_terminal_width(void)
{
    const unsigned usual = 80;
    if (!is_terminal(STDERR_FILENO))
        return 0;
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return usual;
    return size.ws_col;
}

bool wr_terminal_colours(void)
{
    const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
    return is_terminal(STDERR_FILENO) && !(refused && *refused) && kind &&
           strcmp(kind, "dumb") != 0;
}

bool wr_read_in(struct wr_bytes *out)
{
    enum { STEP = 1 << 16 };
    for (;;) {
        uint8_t *to = wr_bytes_extend(out, STEP);
        if (!to)
            return false;
        ssize_t got = read(STDIN_FILENO, to, STEP);
        out->size -= STEP - (size_t)(got > 0 ? got : 0);
        if (got == 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
    }
}

static bool write_to(int stream, const void *data, size_t size)
{
    bool written = wr_posix_write(stream, data, size);
    if (!written && errno == EPIPE)
        wr_posix_pipe_unread();
    return written;
}

bool wr_write_out(const void *data, size_t size)
{
    return write_to(STDOUT_FILENO, data, size);
}

bool wr_write_err(const void *data, size_t size)
{
    return write_to(STDERR_FILENO, data, size);
}
