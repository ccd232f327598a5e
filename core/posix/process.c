/* The process: its surroundings, what it writes to. */
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/posix/posix.h"

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
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size <= 0 || (size_t)size >= sizeof path - 1)
        return NULL;
    path[size] = '\0';
    return wr_path_folder(arena, path);
}

unsigned wr_terminal_width(void)
{
    const unsigned usual = 80;
    if (!isatty(STDERR_FILENO))
        return 0;
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return usual;
    return size.ws_col;
}

bool wr_terminal_colours(void)
{
    const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && !(refused && *refused) && kind && strcmp(kind, "dumb") != 0;
}

bool wr_write_out(const void *data, size_t size)
{
    return wr_posix_write(STDOUT_FILENO, data, size);
}

bool wr_write_err(const void *data, size_t size)
{
    return wr_posix_write(STDERR_FILENO, data, size);
}
