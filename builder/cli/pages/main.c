/* pages man DATE [COMMAND] | bash | fish | zsh: one page on standard output. */
#include "builder/cli/pages/pages.h"

#include <stdlib.h>
#include <string.h>

static bool write_manual(const char *date, const char *name, struct wr_bytes *out)
{
    const struct command *command = NULL;
    for (int i = 0; name && commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            command = commands[i];
    if (name && !command)
        return false;
    manual_page(command, date, out);
    return true;
}

static bool write_page(int argc, char **argv, struct wr_bytes *out)
{
    const char *kind = argc > 1 ? argv[1] : "";
    if (strcmp(kind, "man") == 0)
        return argc > 2 && write_manual(argv[2], argc > 3 ? argv[3] : NULL, out);
    if (strcmp(kind, "bash") == 0)
        bash_completion(out);
    else if (strcmp(kind, "fish") == 0)
        fish_completion(out);
    else if (strcmp(kind, "zsh") == 0)
        zsh_completion(out);
    return out->size > 0;
}

int main(int argc, char **argv)
{
    struct wr_bytes out = {0};
    bool done = write_page(argc, argv, &out) && !out.failed && wr_write_out(out.data, out.size);
    wr_bytes_finish(&out);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
