/* Completions for fish. */
#include "builder/cli/pages/pages.h"

static const char HEAD[] =
    "# Completes command lines of warren in fish. Made of the tables that --help prints.\n"
    "\n"
    "# Whether this command is meant; without one, whether none is yet\n"
    "function __warren_is\n"
    "    set -l words (commandline -opc)\n"
    "    test \"$words[2]\" = \"$argv[1]\"\n"
    "end\n"
    "\n"
    "# Whether this command is meant, and nothing stands behind it yet\n"
    "function __warren_ends_in\n"
    "    set -l words (commandline -opc)\n"
    "    test \"$words[-1]\" = $argv[1] -a (count $words) -eq 2\n"
    "end\n"
    "\n"
    "# Folders, and files whose names end in one of the suffixes\n"
    "function __warren_files\n"
    "    set -l ends (string join '|' / (string escape --style=regex -- $argv))\n"
    "    complete -C \"__fish_command_without_completions \"(commandline -ct) |\n"
    "        string match -r -- \"^.*(?:$ends)\\$\"\n"
    "end\n"
    "\n"
    "complete -c warren -f\n"
    "complete -c warren -n __warren_is -a help -d 'explain a command'\n"
    "complete -c warren -n __warren_is -s h -l help -d 'list the commands'\n"
    "complete -c warren -n __warren_is -l version -d 'print the version'\n";

static void write_files(struct wr_bytes *out, const char *files)
{
    wr_bytes_text(out, " -a '(__warren_files");
    pages_words(out, files, ' ', " .", "");
    wr_bytes_text(out, ")'");
}

static void write_option(struct wr_bytes *out, const char *command,
                         const struct option_row *row)
{
    const char *files = option_files(row->kind);
    wr_bytes_print(out, "complete -c warren -n '__warren_is %s'", command);
    if (row->letter)
        wr_bytes_print(out, " -s %c", row->letter);
    wr_bytes_print(out, " -l %s", row->name);
    if (row->argument)
        wr_bytes_text(out, " -x");
    if (option_has_choices(row->kind)) {
        wr_bytes_text(out, " -a '");
        pages_choices(out, row);
        wr_bytes_char(out, '\'');
    } else if (files) {
        write_files(out, files);
    }
    wr_bytes_text(out, " -d '");
    pages_quoted(out, row->help, "\\'");
    wr_bytes_text(out, "'\n");
}

static void write_options(struct wr_bytes *out, const char *command,
                          const struct option_row *rows)
{
    for (; rows->name; rows++)
        write_option(out, command, rows);
}

static void write_operands(struct wr_bytes *out, const struct command *command)
{
    wr_bytes_print(out, "complete -c warren -n '__warren_is %s'", command->name);
    if (command->word) {
        wr_bytes_text(out, " -a '");
        pages_operands(out, command);
        wr_bytes_char(out, '\'');
    } else if (command->files) {
        write_files(out, command->files);
    } else {
        wr_bytes_text(out, " -F");
    }
    wr_bytes_char(out, '\n');
}

static void write_action(struct wr_bytes *out, const struct command *command)
{
    int size;
    const char *action = pages_action(command, &size);
    if (action)
        wr_bytes_print(out, "complete -c warren -n '__warren_ends_in %s' -a %.*s\n",
                       command->name, size, action);
}

static void write_command(struct wr_bytes *out, const struct command *command)
{
    const char *name = command->name;
    wr_bytes_print(out, "\ncomplete -c warren -n __warren_is -a %s -d '", name);
    pages_quoted(out, command->summary, "\\'");
    wr_bytes_print(out, "'\ncomplete -c warren -n '__warren_is help' -a %s\n", name);
    write_action(out, command);
    write_operands(out, command);
    for (int i = 0; command->options[i]; i++)
        write_options(out, name, command->options[i]);
    write_options(out, name, common_rows);
}

void fish_completion(struct wr_bytes *out)
{
    wr_bytes_text(out, HEAD);
    for (int i = 0; commands[i]; i++)
        write_command(out, commands[i]);
}
