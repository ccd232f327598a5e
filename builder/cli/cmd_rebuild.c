/* warren rebuild: every derived table of walkmeshes anew. */
#include "builder/cli/session.h"

#include <inttypes.h>

static void say(const struct wr_rebuild_summary *sum, const char *output, struct wr_bytes *out)
{
    wr_bytes_text(out, "Rebuilt ");
    if (sum->failed)
        wr_bytes_print(out, "%" PRIu32 " of ", sum->rebuilt);
    wr_bytes_print(out, "%" PRIu32 " walkmesh%s", sum->files, sum->files == 1 ? "" : "es");
    if (sum->rebuilt) {
        wr_bytes_text(out, " with ");
        say_count(out, sum->faces, "face");
        wr_bytes_print(out, " %s %s", output ? "into" : "in", output ? output : "place");
    }
    if (sum->packed) {
        if (sum->packed < sum->rebuilt)
            wr_bytes_print(out, ", %" PRIu32 " of them in ", sum->packed);
        else
            wr_bytes_text(out, ", all in ");
        say_count(out, sum->archives, "archive");
    }
    if (sum->unchanged)
        wr_bytes_print(out, "; %" PRIu32 " %s right already", sum->unchanged,
                       sum->unchanged == 1 ? "was" : "were");
    wr_bytes_char(out, '\n');
    if (sum->reordered)
        wr_bytes_print(out, "  %" PRIu64 " faces moved so that walkable ones come first\n",
                       sum->reordered);
    if (sum->dropped)
        wr_bytes_print(out, "  %" PRIu64 " transitions stood on edges that cannot have one\n",
                       sum->dropped);
}

static void say_json(const struct wr_rebuild_summary *sum, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"files\":%" PRIu32, sum->files);
    json_count(out, "rebuilt", sum->rebuilt);
    json_count(out, "unchanged", sum->unchanged);
    json_count(out, "failed", sum->failed);
    json_count(out, "archives", sum->archives);
    json_count(out, "packed", sum->packed);
    json_count(out, "faces", sum->faces);
    json_count(out, "reordered", sum->reordered);
    json_count(out, "dropped", sum->dropped);
    wr_bytes_text(out, "}\n");
}

static enum exit_code rebuild(struct session *session, struct wr_rebuild_options *options)
{
    struct wr_rebuild_summary sum = {0};
    struct wr_bytes text = {0};
    options->surfaces = session->surfaces_given ? &session->surfaces : NULL;
    enum wr_result result =
        wr_rebuild(session->context, session->rest.items, session->rest.count, options, &sum);
    if (session->json)
        say_json(&sum, &text);
    else if (!session->quiet && sum.files > 0)
        say(&sum, options->output, &text);
    return session_end(session, result, &text);
}

static enum exit_code run_rebuild(struct session *session)
{
    struct wr_rebuild_options options = {0};
    bool in_place = false;
    const struct option_row rows[] = {
        {"output", 'o', "DIR", OPTION_TEXT, &options.output,
         "where the rebuilt walkmeshes go; the tree below a folder is kept"},
        {"in-place", 0, NULL, OPTION_FLAG, &in_place, "replace the files themselves"},
        {"force", 'f', NULL, OPTION_FLAG, &options.force, "replace files that are in DIR"},
        {"durable", 0, NULL, OPTION_FLAG, &options.durable,
         "sync every file, so that a power cut loses nothing"},
        {0},
    };
    enum exit_code code;
    if (!session_open(session, rows, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "rebuild wants files or folders",
                              NULL);
    if (in_place && options.output)
        return session_refuse(session, "option-conflict",
                              "--output and --in-place exclude each other", NULL);
    if (!in_place && !options.output)
        return session_refuse(session, "option-missing",
                              "rebuild wants to know where its results go",
                              "give -o DIR, or --in-place");
    return rebuild(session, &options);
}

const struct command command_rebuild = {
    .name = "rebuild",
    .usage = "PATH... -o DIR | --in-place [options]",
    .summary = "make every derived table of walkmeshes anew",
    .help =
        "Reads walkmeshes (files, all .wok, .pwk and .dwk files below folders, and those "
        "inside\n"
        ".mod, .rim, .erf and .hak archives) and writes them with face order, normals, "
        "planes,\n"
        "AABB tree, adjacency, edges and perimeters made anew. Vertices, faces, materials and\n"
        "transitions stay as they are, and so does everything else in an archive. A bad\n"
        "walkmesh is reported and passed over. A walkmesh as text (.obj) that is named "
        "becomes\n"
        "a WOK.\n",
    .examples = "  warren rebuild mymodule -o rebuilt\n"
                "  warren rebuild modules/mymodule.mod --in-place\n"
                "  warren rebuild override/*.wok --in-place\n",
    .run = run_rebuild,
};
