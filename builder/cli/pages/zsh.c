/* Completions for zsh. */
#include "builder/cli/pages/pages.h"

#include <string.h>

static const char HEAD[] =
    "#compdef warren\n"
    "# Completes command lines of warren in zsh. Made of the tables that --help prints.\n"
    "\n"
    "_warren() {\n"
    "    local curcontext=$curcontext context state state_descr line\n"
    "    local -A opt_args\n"
    "    local -a names=(\n";

static const char MIDDLE[] =
    "    )\n"
    "    _arguments -C \\\n"
    "        '(- : *)'{-h,--help}'[list the commands]' \\\n"
    "        '(- : *)--version[print the version]' \\\n"
    "        '1:command:->command' '*:: :->arguments' && return\n"
    "    case $state:$words[1] in\n"
    "    command:* | arguments:help) _describe -t commands command names ;;\n";

static const char TAIL[] = "    esac\n"
                           "}\n"
                           "\n"
                           "_warren \"$@\"\n";

/* A text in brackets, in single quotes. */
static void write_bracketed(struct wr_bytes *out, const char *text)
{
    struct wr_bytes quoted = {0};
    pages_quoted(&quoted, text, "'\\''");
    wr_bytes_char(out, '[');
    for (size_t i = 0; i < quoted.size; i++) {
        if (strchr("[]", quoted.data[i]))
            wr_bytes_char(out, '\\');
        wr_bytes_char(out, (char)quoted.data[i]);
    }
    wr_bytes_char(out, ']');
    out->failed |= quoted.failed;
    wr_bytes_finish(&quoted);
}

/* ":message:action" of files whose names end so. */
static void write_files(struct wr_bytes *out, const char *message, const char *files)
{
    wr_bytes_print(out, ":%s:_files", message);
    if (!files)
        return;
    if (!*files) {
        wr_bytes_text(out, " -/");
        return;
    }
    /* One suffix in brackets would say something else. */
    bool several = strchr(files, ' ');
    wr_bytes_text(out, several ? " -g \"*.(" : " -g \"*.");
    pages_words(out, files, ' ', "", "|");
    wr_bytes_text(out, several ? ")\"" : "\"");
}

static void write_value(struct wr_bytes *out, const struct option_row *row)
{
    const char *files = option_files(row->kind);
    if (option_has_choices(row->kind)) {
        wr_bytes_text(out, ":choice:(");
        pages_choices(out, row);
        wr_bytes_char(out, ')');
    } else if (files) {
        write_files(out, row->argument, files);
    } else if (row->argument) {
        wr_bytes_print(out, ":%s: ", row->argument);
    }
}

static void write_option(struct wr_bytes *out, const struct option_row *row)
{
    const char *often = row->kind == OPTION_KITS || row->kind == OPTION_TEXTS ? "*" : "",
               *value = row->argument ? "=" : "";
    wr_bytes_text(out, "            '");
    if (row->letter && !*often)
        wr_bytes_print(out, "(-%c --%s)", row->letter, row->name);
    if (row->letter)
        wr_bytes_print(out, "%s'{-%c%s,--%s%s}'", often, row->letter, row->argument ? "+" : "",
                       row->name, value);
    else
        wr_bytes_print(out, "%s--%s%s", often, row->name, value);
    write_bracketed(out, row->help);
    write_value(out, row);
    wr_bytes_text(out, "' \\\n");
}

static void write_options(struct wr_bytes *out, const struct option_row *rows)
{
    for (; rows->name; rows++)
        write_option(out, rows);
}

static void write_action(struct wr_bytes *out, const struct command *command)
{
    int size;
    const char *action = pages_action(command, &size);
    if (action)
        wr_bytes_print(out, "            '1:action:(%.*s)' \\\n", size, action);
}

static void write_command(struct wr_bytes *out, const struct command *command)
{
    wr_bytes_print(out, "    arguments:%s)\n        _arguments -s -S \\\n", command->name);
    for (int i = 0; command->options[i]; i++)
        write_options(out, command->options[i]);
    write_options(out, common_rows);
    write_action(out, command);
    wr_bytes_text(out, "            '*");
    if (command->word) {
        wr_bytes_text(out, ":word:(");
        pages_operands(out, command);
        wr_bytes_char(out, ')');
    } else {
        write_files(out, "file", command->files);
    }
    wr_bytes_text(out, "'\n        ;;\n");
}

void zsh_completion(struct wr_bytes *out)
{
    wr_bytes_text(out, HEAD);
    for (int i = 0; commands[i]; i++) {
        wr_bytes_print(out, "        '%s:", commands[i]->name);
        pages_quoted(out, commands[i]->summary, "'\\''");
        wr_bytes_text(out, "'\n");
    }
    wr_bytes_text(out, "        'help:explain a command'\n");
    wr_bytes_text(out, MIDDLE);
    for (int i = 0; commands[i]; i++)
        write_command(out, commands[i]);
    wr_bytes_text(out, TAIL);
}
