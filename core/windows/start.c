/* Where a program begins: its arguments become UTF-8, its streams take bytes as they are. */
#include "core/windows/port.h"

#include "core/base/bytes.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>

int main(int argc, char **argv);
/* NOLINTNEXTLINE(readability-identifier-naming): the name is the system's */
int wmain(int argc, WCHAR **wide);

/* The shell leaves `*.wok` to the program; mingw's start does what other shells do. */
extern int _dowildcard;
int _dowildcard = -1;

/* A '\' is a '/' in all that Warren is told: no file, room or slug has one in its name. */
static char *argument(const WCHAR *wide)
{
    struct wr_bytes text = {0};
    if (!wr_port_narrow(&text, wide))
        return NULL;
    wr_bytes_add(&text, "", 1);
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == '\\')
            text.data[i] = '/';
    return text.failed ? NULL : (char *)text.data;
}

int wmain(int argc, WCHAR **wide)
{
    char **argv = wr_alloc(((size_t)argc + 1) * sizeof *argv);
    for (int i = 0; i < 3; i++)
        _setmode(i, _O_BINARY);
    for (int i = 0; argv && i < argc; i++) {
        argv[i] = argument(wide[i]);
        if (!argv[i])
            return 3;
    }
    if (!argv)
        return 3;
    argv[argc] = NULL;
    return main(argc, argv);
}
