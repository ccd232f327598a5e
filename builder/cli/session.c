/* What all commands share: common options, the help page, exit codes. */
#include "builder/cli/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMON_ROWS = 10 };

static void common_rows(struct session *session, struct option_row out[COMMON_ROWS])
{
    const struct option_row rows[COMMON_ROWS] = {
        {"game", 0, "k1|k2", OPTION_GAME, &session->game,
         "whose rules say what is walkable (the map's, else k1)"},
        {"surfacemat", 0, "FILE", OPTION_TEXT, &session->surfacemat,
         "a surfacemat.2da that says it instead"},
        {"jobs", 'j', "N", OPTION_JOBS, &session->jobs,
         "how many threads work (one a processor); the result is the same"},
        {"json", 0, NULL, OPTION_FLAG, &session->json, "results and findings as JSON"},
        {"quiet", 'q', NULL, OPTION_FLAG, &session->quiet, "only errors are printed"},
        {"verbose", 'v', NULL, OPTION_FLAG, &session->verbose, "notes are printed too"},
        {"no-progress", 0, NULL, OPTION_FLAG, &session->no_progress,
         "no progress bar on a terminal"},
        {"help", 'h', NULL, OPTION_FLAG, &session->help, "print this page"},
        {"version", 0, NULL, OPTION_FLAG, &session->version, "print the version"},
        {0},
    };
    for (int i = 0; i < COMMON_ROWS; i++)
        out[i] = rows[i];
}

static void write_help(const struct session *session, const struct option_row *own,
                       const struct option_row *common, struct wr_bytes *out)
{
    const struct command *command = session->command;
    wr_bytes_print(out, "usage: warren %s %s\n\n", command->name, command->usage);
    wr_bytes_text(out, command->help);
    if (own->name) {
        wr_bytes_text(out, "\nOptions:\n");
        options_help(own, out);
    }
    wr_bytes_text(out, "\nCommon options:\n");
    options_help(common, out);
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

static enum exit_code answer(struct session *session, const struct option_row *own,
                             const struct option_row *common)
{
    struct wr_bytes text = {0};
    if (session->help)
        write_help(session, own, common, &text);
    else
        wr_bytes_print(&text, "warren %s\n", wr_version());
    return code_of(printer_result(&session->printer, &text));
}

static enum wr_result open_context(struct session *session)
{
    session->printer.json = session->json;
    session->printer.quiet = session->quiet;
    session->printer.notes = session->verbose;
    if (!session->no_progress && !session->quiet && !session->json)
        session->printer.progress.width = wr_terminal_width();
    session->context = wr_context_create(printer_report, &session->printer);
    if (!session->context)
        return WR_NO_MEMORY;
    wr_context_set_jobs(session->context, session->jobs);
    wr_context_set_progress(session->context, printer_progress, &session->printer);
    session->surfaces = wr_surfaces_default(session->game ? session->game : WR_K1);
    session->surfaces_given = session->game || session->surfacemat;
    if (!session->surfacemat)
        return WR_OK;
    return wr_surfaces_load(session->context, session->surfacemat, &session->surfaces);
}

/* Nobody reports that there is no memory for the one who reports. */
static enum wr_result say_no_memory(struct session *session)
{
    printer_report(&session->printer,
                   &(struct wr_diag){.severity = WR_ERROR,
                                     .slug = "no-memory",
                                     .message = "the system has no memory left"});
    return WR_NO_MEMORY;
}

bool session_open(struct session *session, const struct option_row *own, enum exit_code *code)
{
    struct option_row common[COMMON_ROWS];
    const struct option_row *const tables[] = {own, common};
    session->printer.colours = wr_terminal_colours();
    common_rows(session, common);
    session->rest.items = calloc((size_t)session->argc + 1, sizeof *session->rest.items);
    *code = EXIT_SYSTEM;
    if (!session->rest.items)
        return say_no_memory(session), false;
    *code = EXIT_WRONG_COMMAND;
    if (!options_read(session->argc, session->argv, tables, &session->rest, fault, session))
        return false;
    if (session->help || session->version) {
        *code = answer(session, own, common);
        return false;
    }
    enum wr_result opened = open_context(session);
    if (opened == WR_NO_MEMORY && !session->context)
        say_no_memory(session);
    *code = code_of(opened);
    return *code == EXIT_DONE;
}

void session_close(struct session *session)
{
    progress_clear(&session->printer.progress);
    wr_context_destroy(session->context);
    free(session->rest.items);
}

enum exit_code session_end(struct session *session, enum wr_result result,
                           struct wr_bytes *text)
{
    if (result == WR_NO_MEMORY && wr_context_count(session->context, WR_ERROR) == 0)
        say_no_memory(session);
    enum wr_result printed = printer_result(&session->printer, text);
    return code_of(result != WR_OK ? result : printed);
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

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && strcmp(name + size - tail, suffix) == 0;
}

bool picture_format(const char *path, enum wr_picture_format *out)
{
    *out = ends_in(path, ".png") ? WR_PNG : WR_SVG;
    return *out == WR_PNG || ends_in(path, ".svg");
}
