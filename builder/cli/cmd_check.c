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

static enum exit_code run_check(struct session *session)
{
    struct wr_check_options options = {0};
    enum exit_code code;
    if (!session_open(session, &options, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "check wants files or folders",
                              NULL);
    if (session->surfaces_given)
        options.surfaces = &session->surfaces;
    struct wr_check_summary sum = {0};
    enum wr_result result = WR_OK;
    struct wr_bytes text = {0};
    options.each = session->json ? say_file : NULL;
    options.user = &text;
    for (size_t i = 0; i < session->rest.count; i++) {
        enum wr_result one = wr_check(session->context, session->rest.items[i], &options, &sum);
        result = result == WR_OK || one == WR_NO_MEMORY ? one : result;
    }
    if (session->json)
        say_json(&sum, &text);
    else if (!session->quiet && sum.files > 0)
        say(&sum, &text);
    return session_end(session, result, &text);
}

static const struct option_row rows[] = {
    {"overlap", 0, "METRES", OPTION_LENGTH, offsetof(struct wr_check_options, overlap),
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
                "  warren check mykit/kit.xml m12aa_01a.wok --verbose\n",
    .options = {rows},
    .run = run_check,
};
