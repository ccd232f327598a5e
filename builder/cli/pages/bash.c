/* Completions for bash. */
#include "builder/cli/pages/pages.h"

static const char HEAD[] =
    "# Completes command lines of warren in bash. Made of the tables that --help prints.\n"
    "\n"
    "_warren_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\")\n"
    "}\n"
    "\n"
    "# Folders, and files whose names end in one of the suffixes\n"
    "_warren_files() {\n"
    "    local suffix\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(\n"
    "        compgen -d -- \"$word\"\n"
    "        for suffix in \"$@\"; do compgen -f -X \"!*.$suffix\" -- \"$word\"; done\n"
    "    )\n"
    "}\n"
    "\n"
    "_warren_any_file() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
    "}\n"
    "\n"
    "_warren() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    # bash takes --name=value for three words\n"
    "    [[ $before == \"=\" ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    [[ $word == \"=\" ]] && word=\n"
    "    COMPREPLY=()\n"
    "    if ((COMP_CWORD == 1)); then\n"
    "        _warren_words '";

static const char TAIL[] = "    esac\n"
                           "}\n"
                           "complete -F _warren warren\n";

static void write_commands(struct wr_bytes *out)
{
    for (int i = 0; commands[i]; i++)
        wr_bytes_print(out, i ? " %s" : "%s", commands[i]->name);
}

/* The case of an option with a value: what can stand behind it. */
static void write_value(struct wr_bytes *out, const char *command, const struct option_row *row)
{
    const char *files = option_files(row->kind);
    wr_bytes_text(out, "    ");
    if (row->letter)
        wr_bytes_print(out, "%s:-%c | ", command, row->letter);
    wr_bytes_print(out, "%s:--%s) ", command, row->name);
    if (option_has_choices(row->kind)) {
        wr_bytes_text(out, "_warren_words '");
        pages_choices(out, row);
        wr_bytes_text(out, "' ");
    } else if (files) {
        wr_bytes_text(out, "_warren_files");
        pages_words(out, files, ' ', " ", "");
        wr_bytes_char(out, ' ');
    }
    wr_bytes_text(out, ";;\n");
}

static void write_values(struct wr_bytes *out, const char *command,
                         const struct option_row *rows)
{
    for (; rows->name; rows++)
        if (rows->argument)
            write_value(out, command, rows);
}

static void write_names(struct wr_bytes *out, const struct option_row *rows)
{
    for (; rows->name; rows++)
        wr_bytes_print(out, "--%s ", rows->name);
}

static void write_operands(struct wr_bytes *out, const struct command *command)
{
    if (command->word) {
        wr_bytes_text(out, "_warren_words '");
        pages_operands(out, command);
        wr_bytes_text(out, "'\n");
    } else if (command->files) {
        wr_bytes_print(out, "_warren_files %s\n", command->files);
    } else {
        wr_bytes_text(out, "_warren_any_file\n");
    }
}

static void write_action(struct wr_bytes *out, const struct command *command)
{
    int size;
    const char *action = pages_action(command, &size);
    if (action)
        wr_bytes_print(out,
                       "        elif [[ $before == %s ]]; then\n"
                       "            _warren_words '%.*s'\n",
                       command->name, size, action);
}

static void write_command(struct wr_bytes *out, const struct command *command)
{
    for (int i = 0; command->options[i]; i++)
        write_values(out, command->name, command->options[i]);
    write_values(out, command->name, common_rows);
    wr_bytes_print(out,
                   "    %s:*)\n        if [[ $word == -* ]]; then\n"
                   "            _warren_words '",
                   command->name);
    for (int i = 0; command->options[i]; i++)
        write_names(out, command->options[i]);
    write_names(out, common_rows);
    wr_bytes_text(out, "'\n");
    write_action(out, command);
    wr_bytes_text(out, "        else\n            ");
    write_operands(out, command);
    wr_bytes_text(out, "        fi\n        ;;\n");
}

void bash_completion(struct wr_bytes *out)
{
    wr_bytes_text(out, HEAD);
    write_commands(out);
    wr_bytes_text(out, " help --help --version'\n        return\n    fi\n"
                       "    case ${COMP_WORDS[1]}:$before in\n    help:*) _warren_words '");
    write_commands(out);
    wr_bytes_text(out, "' ;;\n");
    for (int i = 0; commands[i]; i++)
        write_command(out, commands[i]);
    wr_bytes_text(out, TAIL);
}
