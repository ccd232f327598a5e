/* The program `warren`: which command is meant. */
#include "builder/cli/session.h"

#include <stdio.h>
#include <string.h>

static void write_meanings(struct wr_bytes *out, const char *title, const struct meaning *rows)
{
    wr_bytes_print(out, "\n%s:\n", title);
    for (; rows->name; rows++)
        wr_bytes_print(out, "  %-13s %s\n", rows->name, rows->text);
}

static void write_help(struct wr_bytes *out)
{
    wr_bytes_print(out, "warren %s.\n\nusage: warren COMMAND ...\n\n", program_summary);
    for (int i = 0; commands[i]; i++)
        wr_bytes_print(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    wr_bytes_text(out, "\n'warren COMMAND --help' explains each, with its options and "
                       "examples.\n");
    wr_bytes_text(out, program_findings);
    write_meanings(out, "Exit codes", exit_codes);
    write_meanings(out, "Environment", environment);
}

static enum exit_code print(struct printer *printer, struct wr_bytes *text)
{
    return printer_result(printer, text) == WR_OK ? EXIT_DONE : EXIT_SYSTEM;
}

static const struct command *find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static enum exit_code refuse(struct printer *printer, const char *name)
{
    const char *known[MOST_COMMANDS + 1] = {0};
    char message[128], hint[WR_SUGGESTION_SIZE];
    for (int i = 0; commands[i]; i++)
        known[i] = commands[i]->name;
    snprintf(message, sizeof message, "there is no command '%.80s'", name);
    printer_report(printer, &(struct wr_diag){.severity = WR_ERROR,
                                              .slug = "command-unknown",
                                              .message = message,
                                              .hint = wr_suggestion(hint, name, known)});
    return EXIT_WRONG_COMMAND;
}

static enum exit_code run(const struct command *command, int argc, char **argv)
{
    struct session session = {.command = command, .argc = argc, .argv = argv};
    wr_undo_on_signals();
    wr_memory_keep();
    enum exit_code code = command->run(&session);
    session_close(&session);
    return code;
}

int main(int argc, char **argv)
{
    struct printer printer = {.colours = wr_terminal_colours()};
    struct wr_bytes text = {0};
    const char *word = argc > 1 ? argv[1] : NULL;
    if (!word) {
        write_help(&text);
        wr_write_err(text.data, text.size);
        wr_bytes_finish(&text);
        return EXIT_WRONG_COMMAND;
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        wr_bytes_print(&text, "warren %s\n", wr_version());
        return (int)print(&printer, &text);
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const struct command *topic = argc > 2 ? find(argv[2]) : NULL;
        char *help[] = {argv[2], (char[]){"--help"}, NULL};
        if (topic)
            return (int)run(topic, 2, help);
        write_help(&text);
        return (int)print(&printer, &text);
    }
    const struct command *command = find(word);
    return (int)(command ? run(command, argc - 1, argv + 1) : refuse(&printer, word));
}
