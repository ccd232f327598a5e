/* The program `warren`: which command is meant. */
#include "builder/cli/session.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &command_build, &command_generate, &command_check,
    &command_show,  &command_view,     &command_rebuild,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void write_help(struct wr_bytes *out)
{
    wr_bytes_text(out, "warren builds game areas for Knights of the Old Republic out of room "
                       "kits.\n\nusage: warren COMMAND ...\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        wr_bytes_print(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    wr_bytes_text(
        out,
        "\n'warren COMMAND --help' explains each, with its options and examples.\n\n"
        "Exit codes: 0 done, 1 the input is wrong or a check failed, 2 the command "
        "line is wrong,\n3 the system failed (disk, memory), 4 the generator found no level. "
        "Findings go to the\nerror stream and end in a [slug] that docs/diagnostics.md "
        "explains.\n");
}

static enum exit_code print(struct printer *printer, struct wr_bytes *text)
{
    return printer_result(printer, text) == WR_OK ? EXIT_DONE : EXIT_SYSTEM;
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static enum exit_code refuse(struct printer *printer, const char *name)
{
    const char *known[COMMAND_COUNT + 1] = {0};
    char message[128], hint[WR_SUGGESTION_SIZE];
    for (int i = 0; i < COMMAND_COUNT; i++)
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
    if (strcmp(word, "--version") == 0) {
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
