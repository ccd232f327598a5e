/* What all commands share: common options, the help page, exit codes. */
#include "builder/cli/session.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct option_row common_rows[] = {
    {"game", 0, "k1|k2", OPTION_GAME, offsetof(struct session, game),
     "whose rules say what is walkable (the map's, else k1)"},
    {"surfacemat", 0, "FILE", OPTION_TABLE, offsetof(struct session, surfacemat),
     "a surfacemat.2da that says it instead"},
    {"jobs", 'j', "N", OPTION_JOBS, offsetof(struct session, jobs),
     "how many threads work (one a processor); the result is the same"},
    {"json", 0, NULL, OPTION_FLAG, offsetof(struct session, json),
     "results and findings as JSON lines"},
    {"quiet", 'q', NULL, OPTION_FLAG, offsetof(struct session, quiet),
     "only errors are printed"},
    {"verbose", 'v', NULL, OPTION_FLAG, offsetof(struct session, verbose),
     "notes are printed too"},
    {"no-progress", 0, NULL, OPTION_FLAG, offsetof(struct session, no_progress),
     "no progress bar on a terminal"},
    {"color", 0, "auto|always|never", OPTION_CHOICE, offsetof(struct session, color),
     "findings in colours: on a terminal unless $NO_COLOR is set (auto),\n"
     "always, or never"},
    {"help", 'h', NULL, OPTION_FLAG, offsetof(struct session, help), "print this page"},
    {"version", 'V', NULL, OPTION_FLAG, offsetof(struct session, version), "print the version"},
    {0},
};

const struct option_row batch_rows[] = {
    {"shard", 0, "I/N", OPTION_SHARD, offsetof(struct session, shard),
     "do only the I-th of N parts of the work, for several machines"},
    {"manifest", 0, "FILE", OPTION_TEXT, offsetof(struct session, manifest_file),
     "record each level or file when it is done, as JSON lines, for\n"
     "--resume and 'warren gather'"},
    {"resume", 0, NULL, OPTION_FLAG, offsetof(struct session, resume),
     "go on from the manifest: do what is not in it, or has changed since"},
    {0},
};

const struct option_row pack_rows[] = {
    {"pack", 0, "FILE.tar", OPTION_TEXT, offsetof(struct session, pack),
     "put all that is made into one archive instead of folders"},
    {0},
};

static void write_help(const struct command *command, struct wr_bytes *out)
{
    wr_bytes_print(out, "usage: warren %s %s\n\n", command->name, command->usage);
    wr_bytes_text(out, command->help);
    if (command->options[0])
        wr_bytes_text(out, "\nOptions:\n");
    for (int i = 0; command->options[i]; i++)
        options_help(command->options[i], out);
    wr_bytes_text(out, "\nCommon options:\n");
    options_help(common_rows, out);
    wr_bytes_print(out, "\nExamples:\n%s", command->examples);
}

static enum exit_code code_of(enum wr_result result)
{
    switch (result) {
    case WR_OK:
        return EXIT_DONE;
    case WR_IO:
    case WR_NO_MEMORY:
        return EXIT_SYSTEM;
    case WR_NO_FIT:
        return EXIT_NO_LAYOUT;
    default:
        return EXIT_WRONG_INPUT;
    }
}

enum exit_code session_refuse(struct session *session, const char *slug, const char *message,
                              const char *hint)
{
    char usual[80];
    snprintf(usual, sizeof usual, "'warren %s --help' explains the command",
             session->command->name);
    printer_report(&session->printer, &(struct wr_diag){.severity = WR_ERROR,
                                                        .slug = slug,
                                                        .message = message,
                                                        .hint = hint ? hint : usual});
    return EXIT_WRONG_COMMAND;
}

static void fault(void *user, const char *slug, const char *message, const char *hint)
{
    session_refuse(user, slug, message, hint);
}

static enum exit_code answer(struct session *session)
{
    struct wr_bytes text = {0};
    if (session->help)
        write_help(session->command, &text);
    else
        wr_bytes_print(&text, "warren %s\n", wr_version());
    return code_of(printer_result(&session->printer, &text));
}

static enum wr_result open_context(struct session *session)
{
    enum { AUTO, ALWAYS };
    session->printer.json = session->json;
    session->printer.colours =
        session->color == AUTO ? wr_terminal_colours() : session->color == ALWAYS;
    session->printer.quiet = session->quiet;
    session->printer.notes = session->verbose;
    if (!session->no_progress && !session->quiet && !session->json)
        session->printer.progress.width = wr_terminal_width();
    session->context = wr_context_create(printer_report, &session->printer);
    if (!session->context)
        return WR_NO_MEMORY;
    wr_context_set_files(session->context, session->files);
    wr_context_set_jobs(session->context, session->jobs);
    wr_context_set_progress(session->context, printer_progress, &session->printer);
    session->surfaces = wr_surfaces_default(session->game ? session->game : WR_K1);
    session->surfaces_given = session->game || session->surfacemat;
    if (!session->surfacemat)
        return WR_OK;
    return wr_surfaces_load(session->context, session->surfacemat, &session->surfaces);
}

enum exit_code session_no_memory(struct session *session)
{
    printer_report(&session->printer,
                   &(struct wr_diag){.severity = WR_ERROR,
                                     .slug = "no-memory",
                                     .message = "the system has no memory left"});
    return EXIT_SYSTEM;
}

/* Files that are read: - is standard input, and ./- a file. */
static void name_streams(struct session *session)
{
    for (size_t i = 0; !session->command->word && i < session->rest.count; i++)
        if (strcmp(session->rest.items[i], "-") == 0)
            session->rest.items[i] = WR_STDIN;
}

static bool open_files(struct session *session)
{
    session->standard = wr_standard_create(NULL);
    if (session->standard)
        session->packs = wr_packs_create(wr_standard_files(session->standard));
    if (session->packs)
        session->files = wr_packs_files(session->packs);
    return session->packs;
}

/* Archives of tar that files are read from are folders to the command. */
static enum wr_result open_packs(struct session *session)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && !session->command->word && i < session->rest.count;
         i++)
        result = wr_packs_open(session->context, session->packs, session->rest.items[i]);
    return result;
}

/* Fills `options` by the command's own tables, and the session by the common one. */
static bool read_options(struct session *session, void *options)
{
    struct option_table tables[MOST_TABLES + 2] = {{common_rows, session, NULL}};
    for (int i = 0; session->command->options[i]; i++) {
        const struct option_row *rows = session->command->options[i];
        tables[i + 1] = rows == batch_rows || rows == pack_rows
                            ? (struct option_table){rows, session, NULL}
                            : (struct option_table){rows, options, &session->recording.said};
    }
    return options_read(session->argc, session->argv, tables, &session->rest, fault, session);
}

bool session_open(struct session *session, void *options, enum exit_code *code)
{
    session->printer.colours = wr_terminal_colours();
    session->rest.items = calloc((size_t)session->argc + 1, sizeof *session->rest.items);
    *code = EXIT_SYSTEM;
    if (!session->rest.items)
        return session_no_memory(session), false;
    *code = EXIT_WRONG_COMMAND;
    if (!read_options(session, options))
        return false;
    name_streams(session);
    if (session->help || session->version) {
        *code = answer(session);
        return false;
    }
    enum wr_result opened = open_files(session) ? open_context(session) : WR_NO_MEMORY;
    if (opened == WR_NO_MEMORY && !session->context)
        session_no_memory(session);
    if (opened == WR_OK)
        opened = open_packs(session);
    *code = code_of(opened);
    if (*code != EXIT_DONE)
        return false;
    if (recording_open(session, &opened))
        return true;
    if (opened == WR_NO_MEMORY)
        session_no_memory(session);
    bool asked_wrongly = opened == WR_INVALID && !session->recording.arguments;
    *code = asked_wrongly ? EXIT_WRONG_COMMAND : code_of(opened);
    return false;
}

void session_leave(struct session *session)
{
    wr_context_destroy(session->context);
    wr_packs_destroy(session->packs);
    session->context = NULL;
    session->packs = NULL;
    session->files = wr_standard_files(session->standard);
}

enum wr_result session_renew(struct session *session, const struct wr_files *below)
{
    session_leave(session);
    session->printer.starved = false;
    session->packs = wr_packs_create(below);
    if (!session->packs)
        return WR_NO_MEMORY;
    session->files = wr_packs_files(session->packs);
    enum wr_result result = open_context(session);
    return result == WR_OK ? open_packs(session) : result;
}

void session_close(struct session *session)
{
    progress_clear(&session->printer.progress);
    wr_manifest_end(session->context, session->manifest);
    recording_finish(&session->recording);
    wr_context_destroy(session->context);
    wr_packs_destroy(session->packs);
    wr_standard_destroy(session->standard);
    free(session->rest.items);
}

enum exit_code session_end(struct session *session, enum wr_result result,
                           struct wr_bytes *text)
{
    if (result == WR_NO_MEMORY && wr_context_count(session->context, WR_ERROR) == 0)
        session_no_memory(session);
    enum wr_result ended = wr_manifest_end(session->context, session->manifest);
    session->manifest = NULL;
    if (ended != WR_OK && result != WR_IO && result != WR_NO_MEMORY)
        result = ended;
    enum wr_result printed = printer_result(&session->printer, text);
    return code_of(printed != WR_OK ? printed : result);
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && strcmp(name + size - tail, suffix) == 0;
}

/* NULL: nothing is. What is read from a pack would not be seen where another one of its name is
 * made. */
static const char *find_conflict(const struct session *session, const char *output)
{
    if (output)
        return "--pack takes the place of --output";
    if (is_stdout(session->pack) || !ends_in(session->pack, ".tar"))
        return "--pack wants a file whose name ends in .tar";
    if (session_is_folder(session, session->pack))
        return "--pack wants another file than what is read, and no folder";
    return NULL;
}

bool session_packs(struct session *session, const char **output, bool force, bool durable,
                   const char *conflict, enum exit_code *code)
{
    unsigned flags = (force ? WR_OVERWRITE : 0u) | (durable ? WR_DURABLE : 0u);
    if (!session->pack)
        return true;
    bool gathers = wr_manifest_joined(session->manifest);
    conflict = gathers ? NULL : conflict ? conflict : find_conflict(session, *output);
    *output = session->pack;
    *code = conflict ? session_refuse(session, "option-conflict", conflict, NULL) : EXIT_SYSTEM;
    return !conflict && (gathers || wr_manifest_pack(session->context, session->manifest,
                                                     session->pack, flags) == WR_OK);
}

bool session_is_folder(const struct session *session, const char *path)
{
    const struct wr_files *files = session->files;
    struct wr_file_status status;
    return files->look(files->user, path, &status) == WR_FILE_FINE && status.kind == WR_FOLDER;
}

bool is_stdout(const char *path)
{
    return path && strcmp(path, WR_STDOUT) == 0;
}

bool session_has_stdin(const struct session *session)
{
    bool has = false;
    for (size_t i = 0; i < session->rest.count; i++)
        has |= strcmp(session->rest.items[i], WR_STDIN) == 0;
    return has;
}

bool session_prints(struct session *session, const char *path, bool text)
{
    if (!is_stdout(path))
        return true;
    session->printer.silent = true;
    if (text || !wr_terminal_out())
        return true;
    session_refuse(session, "terminal-binary", "what is made is no text for a terminal",
                   "name a file, or let a program or a file take the output: -o - > FILE");
    return false;
}

/* ---- Words ---- */

void say_count(struct wr_bytes *out, uint64_t count, const char *noun)
{
    wr_bytes_print(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

void json_count(struct wr_bytes *out, const char *key, uint64_t value)
{
    wr_bytes_print(out, ",\"%s\":%" PRIu64, key, value);
}

void json_text(struct wr_bytes *out, const char *key, const char *value)
{
    wr_bytes_print(out, ",\"%s\":", key);
    wr_bytes_json(out, value);
}

bool picture_format(const char *path, enum wr_picture_format *out)
{
    *out = ends_in(path, ".png") ? WR_PNG : WR_SVG;
    return *out == WR_PNG || ends_in(path, ".svg");
}

bool is_page(const char *path)
{
    return ends_in(path, ".html");
}
