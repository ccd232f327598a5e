/* One run of one command: its common options, its context, its words with the user. */
#ifndef WR_BUILDER_CLI_SESSION_H
#define WR_BUILDER_CLI_SESSION_H

#include "builder/cli/options.h"
#include "builder/cli/printer.h"

/* What a program's exit code says. */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_WRONG_INPUT = 1,   /* or a check failed */
    EXIT_WRONG_COMMAND = 2, /* the command line */
    EXIT_SYSTEM = 3,        /* disk, memory */
    EXIT_NO_LAYOUT = 4,     /* the generator found none within its budget */
};

struct session;

struct command {
    const char *name, *usage; /* what follows the name */
    const char *summary;      /* one line */
    const char *help;         /* paragraphs above the options, ending in a newline */
    const char *examples;     /* lines below the options, each ending in a newline */
    enum exit_code (*run)(struct session *session);
};

struct session {
    const struct command *command;
    int argc; /* of the command: argv[0] is its name */
    char **argv;
    struct texts rest; /* what is no option */

    unsigned jobs;
    enum wr_game game; /* 0: not said */
    const char *surfacemat;
    bool json, quiet, no_progress, verbose, help, version;

    struct printer printer;
    struct wr_context *context; /* there once session_open was true */
    wr_surfaces surfaces;       /* by --surfacemat or --game, else K1's */
    bool surfaces_given;
};

/* Reads the command line by the command's own options and the common ones, and opens a context.
 * False: there is nothing to run, and `code` says why. */
bool session_open(struct session *session, const struct option_row *own, enum exit_code *code);
void session_close(struct session *session);

/* Says what is wrong with the command line; returns EXIT_WRONG_COMMAND. */
enum exit_code session_refuse(struct session *session, const char *slug, const char *message,
                              const char *hint);
/* Prints a result where the user wants results, and turns `result` into an exit code. */
enum exit_code session_end(struct session *session, enum wr_result result,
                           struct wr_bytes *text);

/* Appends "1 room", "2 rooms". */
void say_count(struct wr_bytes *out, uint64_t count, const char *noun);
/* Appends `,"key":` and a value to a JSON object. */
void json_count(struct wr_bytes *out, const char *key, uint64_t value);
void json_text(struct wr_bytes *out, const char *key, const char *value);

extern const struct command command_build, command_generate, command_rebuild, command_check,
    command_show, command_view;

/* What a picture's name asks for by its end; false where it is neither .svg nor .png. */
bool picture_format(const char *path, enum wr_picture_format *out);

#endif
