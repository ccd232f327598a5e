/* Manual pages in mdoc. */
#include "builder/cli/pages/pages.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 72, LONGEST_WORD = 128 };

/* ---- Text ---- */

/* Dashes of options stay dashes, and quotes quotes, so that they can be copied. */
static void write_letters(struct wr_bytes *out, const char *word, size_t size)
{
    bool option = false;
    for (size_t i = 0; i < size; i++) {
        char c = word[i];
        option |= c == '-' && (i == 0 || !isalnum((unsigned char)word[i - 1]));
        if (c == '\'')
            wr_bytes_text(out, "\\(aq");
        else if (c == '\\')
            wr_bytes_text(out, "\\e");
        else if (c == '-' && option)
            wr_bytes_text(out, "\\-");
        else
            wr_bytes_char(out, c);
    }
}

/* Text that flows: sentences and long lines begin a new line, empty lines a paragraph. */
static void write_text(struct wr_bytes *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t size = strcspn(text, " \n");
        if (column == 0 && (*text == '.' || *text == '\''))
            wr_bytes_text(out, "\\&");
        write_letters(out, text, size);
        column += size + 1;
        text += size;
        bool ends = size > 0 && strchr(".?!", text[-1]);
        size_t lines = 0;
        for (; *text == ' ' || *text == '\n'; text++)
            lines += *text == '\n';
        if (lines > 1 && *text)
            wr_bytes_text(out, "\n.Pp");
        bool breaks =
            lines > 1 || ends || !*text || column + strcspn(text, " \n") > LONGEST_LINE;
        wr_bytes_char(out, breaks ? '\n' : ' ');
        column = breaks ? 0 : column;
    }
}

static void write_lines(struct wr_bytes *out, const char *lines)
{
    wr_bytes_text(out, ".Bd -literal -offset indent\n");
    for (const char *line = lines; *line;) {
        size_t size = strcspn(line, "\n"), blanks = strspn(line, " ");
        write_letters(out, line + blanks, size - blanks);
        wr_bytes_char(out, '\n');
        line += size + (line[size] == '\n');
    }
    wr_bytes_text(out, ".Ed\n");
}

/* ---- Synopsis and options ---- */

/* One word of a usage, without its brackets. */
static void write_argument(struct wr_bytes *out, const char *word)
{
    if (word[0] == '-')
        wr_bytes_print(out, ".Fl %s\n", word + 1);
    else if (strcmp(word, "|") == 0)
        wr_bytes_text(out, "|\n");
    else if (islower((unsigned char)word[0]) && strcmp(word, "options") != 0)
        wr_bytes_print(out, ".Cm %s\n", word);
    else
        wr_bytes_print(out, ".Ar %s\n", word);
}

/* A usage as --help prints it: "MAP -o DIR [--kit KIT]... [options]". */
static void write_synopsis(struct wr_bytes *out, const char *usage)
{
    while (*usage) {
        char word[LONGEST_WORD];
        bool opens = *usage == '[';
        usage += opens;
        size_t size = strcspn(usage, " ]");
        snprintf(word, sizeof word, "%.*s", (int)size, usage);
        usage += size;
        if (opens)
            wr_bytes_text(out, ".Oo\n");
        write_argument(out, word);
        if (*usage == ']') {
            size = strcspn(++usage, " ");
            wr_bytes_print(out, size ? ".Oc Ns %.*s\n" : ".Oc\n", (int)size, usage);
            usage += size;
        }
        usage += strspn(usage, " ");
    }
}

static void write_option(struct wr_bytes *out, const struct option_row *row)
{
    wr_bytes_text(out, ".It ");
    if (row->letter)
        wr_bytes_print(out, "Fl %c , ", row->letter);
    wr_bytes_print(out, "Fl -%s", row->name);
    if (row->argument && islower((unsigned char)row->argument[0]))
        pages_words(out, row->argument, '|', " Cm ", " |");
    else if (row->argument)
        wr_bytes_print(out, " Ar %s", row->argument);
    wr_bytes_char(out, '\n');
    write_text(out, row->help);
}

static void write_options(struct wr_bytes *out, const char *title,
                          const struct option_row *const *tables)
{
    if (!*tables)
        return;
    wr_bytes_print(out, "%s\n.Bl -tag -width Ds\n", title);
    for (; *tables; tables++)
        for (const struct option_row *row = *tables; row->name; row++)
            write_option(out, row);
    wr_bytes_text(out, ".El\n");
}

/* ---- Sections ---- */

static void write_head(struct wr_bytes *out, const char *name, const char *date,
                       const char *summary)
{
    wr_bytes_print(out, ".\\\" Made of the tables that --help prints.\n.Dd %s\n.Dt ", date);
    for (const char *p = name; *p; p++)
        wr_bytes_char(out, (char)toupper((unsigned char)*p));
    wr_bytes_print(out, " 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd ", name);
    write_text(out, summary);
}

static void write_meanings(struct wr_bytes *out, const char *title, const char *macro,
                           const struct meaning *rows)
{
    wr_bytes_print(out, ".Sh %s\n.Bl -tag -width Ds\n", title);
    for (; rows->name; rows++) {
        wr_bytes_print(out, ".It %s%s\n", macro, rows->name);
        write_text(out, rows->text);
    }
    wr_bytes_text(out, ".El\n");
}

static void write_command(struct wr_bytes *out, const struct command *command, const char *date)
{
    const struct option_row *const common[] = {common_rows, NULL};
    char name[LONGEST_WORD];
    snprintf(name, sizeof name, "warren-%s", command->name);
    write_head(out, name, date, command->summary);
    wr_bytes_print(out, ".Sh SYNOPSIS\n.Nm warren %s\n", command->name);
    write_synopsis(out, command->usage);
    wr_bytes_text(out, ".Sh DESCRIPTION\n");
    write_text(out, command->help);
    wr_bytes_text(out, ".Sh OPTIONS\n");
    write_options(out, ".Ss Of this command", command->options);
    write_options(out, ".Ss Of all commands", common);
    write_meanings(out, "ENVIRONMENT", "Ev ", environment);
    write_meanings(out, "EXIT STATUS", "", exit_codes);
    wr_bytes_text(out, ".Sh EXAMPLES\n");
    write_lines(out, command->examples);
    wr_bytes_text(out, ".Sh SEE ALSO\n.Xr warren 1\n");
}

static void write_program(struct wr_bytes *out, const char *date)
{
    write_head(out, "warren", date, program_summary);
    wr_bytes_text(out, ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Nm\n.Cm help\n"
                       ".Op Ar command\n.Nm\n.Fl -version\n.Sh DESCRIPTION\nThe commands are:\n"
                       ".Bl -tag -width Ds\n");
    for (int i = 0; commands[i]; i++) {
        wr_bytes_print(out, ".It Xr warren-%s 1\n", commands[i]->name);
        write_text(out, commands[i]->summary);
    }
    wr_bytes_text(out, ".El\n.Pp\n");
    write_text(out, program_findings);
    write_meanings(out, "ENVIRONMENT", "Ev ", environment);
    write_meanings(out, "EXIT STATUS", "", exit_codes);
}

void manual_page(const struct command *command, const char *date, struct wr_bytes *out)
{
    if (command)
        write_command(out, command, date);
    else
        write_program(out, date);
}
