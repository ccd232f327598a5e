/* warren check: is it right? */
#include "builder/cli/session.h"

#include <inttypes.h>
#include <stddef.h>

static void say(const struct wr_check_summary *sum, struct wr_bytes *out)
{
    wr_bytes_text(out, "Checked ");
    say_count(out, sum->files, "file");
    if (sum->modules) {
        wr_bytes_text(out, " and ");
        say_count(out, sum->modules, "module");
    }
    if (sum->wrong == 0)
        wr_bytes_text(out, ": all is well\n");
    else
        wr_bytes_print(out, ": %" PRIu32 " %s wrong\n", sum->wrong,
                       sum->wrong == 1 ? "is" : "are");
}

static void say_file(void *user, const struct wr_check_file *file)
{
    struct wr_bytes *out = user;
    wr_bytes_text(out, "{\"file\":");
    wr_bytes_json(out, file->path);
    wr_bytes_print(out, ",\"module\":%s,\"files\":%" PRIu32 ",\"wrong\":%s}\n",
                   file->module ? "true" : "false", file->files,
                   file->wrong ? "true" : "false");
}

static void say_json(const struct wr_check_summary *sum, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"files\":%" PRIu32, sum->files);
    json_count(out, "modules", sum->modules);
    json_count(out, "wrong", sum->wrong);
    wr_bytes_text(out, "}\n");
}

/* ---- Against what was -------------------------------------------------------------------- */

static void say_likeness(void *user, const struct wr_compare_file *file)
{
    static const char *const words[] = {"same", "close", "different", "alone"};
    struct wr_bytes *out = user;
    wr_bytes_text(out, "{\"resource\":");
    wr_bytes_json(out, file->name);
    json_text(out, "is", words[file->likeness]);
    json_count(out, "differences", file->differences);
    wr_bytes_text(out, ",\"moved\":");
    wr_bytes_number(out, (float)file->moved);
    wr_bytes_text(out, "}\n");
}

static void say_compared(const struct wr_compare_summary *sum, struct wr_bytes *out)
{
    wr_bytes_text(out, "Compared ");
    say_count(out, sum->resources, "resource");
    if (sum->differences == 0)
        wr_bytes_print(out,
                       ": nothing differs in meaning; %" PRIu32 " are the same to the byte",
                       sum->same);
    else
        wr_bytes_print(out,
                       ": %" PRIu64 " difference%s; %" PRIu32 " differ, %" PRIu32
                       " are in one module only",
                       sum->differences, sum->differences == 1 ? "" : "s", sum->different,
                       sum->alone);
    if (sum->moved > 0) {
        wr_bytes_text(out, "; what counts as in place is up to ");
        wr_bytes_number(out, (float)sum->moved);
        wr_bytes_text(out, " m off");
    }
    wr_bytes_char(out, '\n');
}

static void say_compared_json(const struct wr_compare_summary *sum, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"resources\":%" PRIu32, sum->resources);
    json_count(out, "same", sum->same);
    json_count(out, "close", sum->close);
    json_count(out, "different", sum->different);
    json_count(out, "alone", sum->alone);
    json_count(out, "differences", sum->differences);
    wr_bytes_text(out, ",\"moved\":");
    wr_bytes_number(out, (float)sum->moved);
    wr_bytes_text(out, "}\n");
}

static enum exit_code run_against(struct session *session, const char *against)
{
    struct wr_bytes text = {0};
    struct wr_compare_summary sum = {0};
    const struct wr_compare_options options = {session->json ? say_likeness : NULL, &text};
    if (session->rest.count > 1)
        return session_refuse(session, "argument-missing",
                              "check --against wants one module to judge", NULL);
    enum wr_result result =
        wr_compare(session->context, session->rest.items[0], against, &options, &sum);
    if (session->json)
        say_compared_json(&sum, &text);
    else if (!session->quiet && sum.resources > 0)
        say_compared(&sum, &text);
    return session_end(session, result, &text);
}

/* ---- The command ------------------------------------------------------------------------- */

struct checking {
    struct wr_check_options options;
    const char *against; /* NULL: files are judged alone */
};

static enum exit_code run_check(struct session *session)
{
    struct checking checking = {0};
    struct wr_check_options options;
    enum exit_code code;
    if (!session_open(session, &checking, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "check wants files or folders",
                              NULL);
    checking.options.shard = session->shard;
    checking.options.manifest = session->manifest;
    if (checking.against && session->manifest)
        return session_refuse(session, "option-conflict",
                              "--manifest is of many files, and --against judges one module",
                              NULL);
    if (checking.against && session->shard.count > 0)
        return session_refuse(session, "option-conflict",
                              "--shard deals files out, and --against judges one module", NULL);
    if (checking.against)
        return run_against(session, checking.against);
    options = checking.options;
    if (session->surfaces_given)
        options.surfaces = &session->surfaces;
    struct wr_check_summary sum = {0};
    struct wr_bytes text = {0};
    options.each = session->json ? say_file : NULL;
    options.user = &text;
    enum wr_result result = wr_check_many(session->context, session->rest.items,
                                          session->rest.count, &options, &sum);
    if (session->json)
        say_json(&sum, &text);
    else if (!session->quiet && sum.files > 0)
        say(&sum, &text);
    return session_end(session, result, &text);
}

static const struct option_row rows[] = {
    {"against", 0, "MODULE", OPTION_MODULE, offsetof(struct checking, against),
     "list what differs from this module instead, in meaning; 0 when\nnothing does"},
    {"overlap", 0, "METRES", OPTION_LENGTH, offsetof(struct checking, options.overlap),
     "how deep floors of two rooms may lie in each other (0.12)"},
    {0},
};

const struct command command_check = {
    .name = "check",
    .usage = "PATH... [options]",
    .summary = "judge files, folders, kits and built modules",
    .help =
        "Judges everything Warren can read. In a folder each LYT stands for a module, which "
        "is\n"
        "judged as a whole, as a MOD is: every walkmesh's tables, every transition and its "
        "twin\n"
        "in the next room, floors that lie in each other, names, visibility; in a MOD also\n"
        "doors, models, paths and the entry. Kits are judged with their walkmeshes, other "
        "files\n"
        "alone; those of unknown kinds are passed over. Exit code 1 when something is wrong;\n"
        "warnings alone are no failure.\n",
    .examples = "  warren check out/demo\n"
                "  warren check out/demo/demo.mod\n"
                "  warren check mykit/kit.xml m12aa_01a.wok --verbose\n"
                "  warren check again/end_m01.mod --against end_m01.mod\n",
    .options = {rows, batch_rows},
    .run = run_check,
};
