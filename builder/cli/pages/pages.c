/* pages man DATE [COMMAND] | bash | fish | zsh: one page on standard output. */
#include "builder/cli/pages/pages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void pages_words(struct wr_bytes *out, const char *list, char separator, const char *before,
                 const char *behind)
{
    wr_bytes_text(out, *list ? before : "");
    for (; *list; list++) {
        if (*list != separator) {
            wr_bytes_char(out, *list);
            continue;
        }
        wr_bytes_text(out, behind);
        wr_bytes_text(out, before);
    }
}

void pages_choices(struct wr_bytes *out, const struct option_row *row)
{
    if (row->kind == OPTION_METRIC)
        for (unsigned i = 0; wr_metric_name(i); i++)
            wr_bytes_print(out, i ? " %s" : "%s", wr_metric_name(i));
    else
        pages_words(out, row->argument, '|', "", " ");
}

const char *pages_action(const struct command *command, int *size)
{
    *size = (int)strcspn(command->usage, " ");
    return islower((unsigned char)command->usage[0]) ? command->usage : NULL;
}

void pages_operands(struct wr_bytes *out, const struct command *command)
{
    for (size_t i = 0; command->word(i); i++)
        wr_bytes_print(out, i ? " %s" : "%s", command->word(i));
}

void pages_quoted(struct wr_bytes *out, const char *text, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'')
            wr_bytes_text(out, quote);
        else
            wr_bytes_char(out, *text == '\n' ? ' ' : *text);
    }
}

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
