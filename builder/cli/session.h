/* One run of one command: its common options, its context, its words with the user. */
#ifndef WR_BUILDER_CLI_SESSION_H
#define WR_BUILDER_CLI_SESSION_H

#include "builder/cli/options.h"
#include "builder/cli/printer.h"
#include "builder/cli/recording.h"

/* What a program's exit code says. */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_WRONG_INPUT = 1,   /* or a check failed */
    EXIT_WRONG_COMMAND = 2, /* the command line */
    EXIT_SYSTEM = 3,        /* disk, memory */
    EXIT_NO_LAYOUT = 4,     /* the generator found none within its budget */
};

struct session;

enum { MOST_TABLES = 4, MOST_COMMANDS = 15 };

/* A command as data: its help page, manual page and completions are made of it. */
struct command {
    const char *name, *usage; /* what follows the name */
    const char *summary;      /* one line */
    const char *help;         /* paragraphs above the options, ending in a newline */
    const char *examples;     /* lines below the options, each ending in a newline */
    const char *files; /* how names end of what it reads, as "json indoor"; NULL: anyhow */
    const char *(*word)(size_t i); /* or the words it takes, NULL behind the last */
    /* Tables of its own options, which fill one struct, but for batch_rows and pack_rows; NULL
     * behind the last. */
    const struct option_row *options[MOST_TABLES + 1];
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
    unsigned color; /* auto, always, never */
    bool json, quiet, no_progress, verbose, help, version;

    /* Of commands with batch_rows: */
    wr_shard shard;
    const char *manifest_file; /* or NULL */
    bool resume;
    const char *pack; /* of those with pack_rows; or NULL. Where packs are gathered, what is
                         said of where they are */
    struct recording recording;
    struct wr_manifest *manifest; /* of manifest_file, or those that are gathered; or NULL */

    struct printer printer;
    struct wr_standard *standard;
    struct wr_packs *packs;       /* over those of `standard`, or a trail over them */
    const struct wr_files *files; /* of the context: those of `packs` */
    struct wr_context *context;   /* there once session_open was true */
    wr_surfaces surfaces;         /* by --surfacemat or --game, else K1's */
    bool surfaces_given;
};

/* The options every command has; they fill a session. */
extern const struct option_row common_rows[];
/* Those of commands whose work is dealt out and recorded; they fill a session, too. */
extern const struct option_row batch_rows[];
/* Of those whose units may go into a pack. */
extern const struct option_row pack_rows[];

/* Reads the command line into the session and `options`, which the command's own tables fill,
 * and opens a context. False: there is nothing to run, and `code` says why. */
bool session_open(struct session *session, void *options, enum exit_code *code);
void session_close(struct session *session);

/* Says what is wrong with the command line; returns EXIT_WRONG_COMMAND. */
enum exit_code session_refuse(struct session *session, const char *slug, const char *message,
                              const char *hint);
/* Says that memory is out, where there is no context yet that could; returns EXIT_SYSTEM. */
enum exit_code session_no_memory(struct session *session);
/* Prints a result where the user wants results, and turns `result` into an exit code. */
enum exit_code session_end(struct session *session, enum wr_result result,
                           struct wr_bytes *text);

/* Lets --pack, where it was given, take the place of *output. `conflict` is what of the
 * command's own forbids it, or NULL. False after a finding; `code` says which. */
bool session_packs(struct session *session, const char **output, bool force, bool durable,
                   const char *conflict, enum exit_code *code);

/* A new context with nothing said yet, for another round of the same, over a table of files;
 * packs are opened anew. After session_leave the table may go: nothing of it is used any more.
 */
enum wr_result session_renew(struct session *session, const struct wr_files *below);
void session_leave(struct session *session);

/* Whether a path is standard output, which - stands for. */
bool is_stdout(const char *path);
/* Whether one of those given is standard input. */
bool session_has_stdin(const struct session *session);
/* Whether a path leads to a folder. */
bool session_is_folder(const struct session *session, const char *path);
/* The result itself is printed where `path` is standard output: nothing is said about it there.
 * False where that is a terminal, and the result no text: refused. */
bool session_prints(struct session *session, const char *path, bool text);

/* Appends "1 room", "2 rooms". */
void say_count(struct wr_bytes *out, uint64_t count, const char *noun);
/* Appends `,"key":` and a value to a JSON object. */
void json_count(struct wr_bytes *out, const char *key, uint64_t value);
void json_text(struct wr_bytes *out, const char *key, const char *value);

extern const struct command command_bake, command_convert, command_build, command_generate,
    command_rebuild, command_check, command_show, command_view, command_kit, command_studio,
    command_explain, command_gather;
/* All of them, in the order help lists them; NULL behind the last. */
extern const struct command *const commands[MOST_COMMANDS + 1];

/* What the program as a whole says of itself. */
struct meaning {
    const char *name, *text;
};
extern const char program_summary[], program_findings[];
extern const struct meaning exit_codes[], environment[]; /* end in one without a name */

/* What a picture's name asks for by its end; false where it is neither .svg nor .png. */
bool picture_format(const char *path, enum wr_picture_format *out);

/* Whether a name ends as a page's does. */
bool is_page(const char *path);

#endif
