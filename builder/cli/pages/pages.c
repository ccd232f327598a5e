/* What pages are made of: words, choices and operands of the tables that --help prints. */
#include "builder/cli/pages/pages.h"

#include <ctype.h>
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
