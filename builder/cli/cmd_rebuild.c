/* warren rebuild: every derived table of walkmeshes anew. */
#include "builder/cli/session.h"

#include <inttypes.h>
#include <stddef.h>

struct rebuilding {
    struct wr_rebuild_options options;
    bool in_place;
};

/* A line about what was done so often, where it was. */
static void say_line(struct wr_bytes *out, uint64_t count, const char *noun, const char *what)
{
    if (count == 0)
        return;
    wr_bytes_text(out, "  ");
    say_count(out, count, noun);
    wr_bytes_print(out, " %s\n", what);
}

static void say_details(const struct wr_rebuild_summary *sum, struct wr_bytes *out)
{
    if (sum->reordered)
        wr_bytes_print(out, "  %" PRIu64 " faces moved so that walkable ones come first\n",
                       sum->reordered);
    if (sum->dropped)
        wr_bytes_print(out, "  %" PRIu64 " transitions stood on edges that cannot have one\n",
                       sum->dropped);
    say_line(out, sum->mended, "fault", "mended");
    say_line(out, sum->linked, "transition", "set");
    say_line(out, sum->cleared, "transition", "cleared");
    say_line(out, sum->moved, "corner", "of doorways brought together");
    say_line(out, sum->models, "model", "given a new floor");
    say_line(out, sum->vis, "VIS", "made");
    say_line(out, sum->paths, "PTH", "made");
    say_line(out, sum->minimaps, "minimap", "made");
    say_line(out, sum->left, "fault", "left to the author");
}

static void say(const struct wr_rebuild_summary *sum, const struct wr_rebuild_options *options,
                struct wr_bytes *out)
{
    const char *output = options->output;
    wr_bytes_text(out, options->dry_run ? "Would rebuild " : "Rebuilt ");
    if (sum->failed)
        wr_bytes_print(out, "%" PRIu32 " of ", sum->rebuilt);
    wr_bytes_print(out, "%" PRIu32 " walkmesh%s", sum->files, sum->files == 1 ? "" : "es");
    if (sum->rebuilt) {
        wr_bytes_text(out, " with ");
        say_count(out, sum->faces, "face");
        if (!options->dry_run)
            wr_bytes_print(out, " %s %s", output ? "into" : "in", output ? output : "place");
    }
    if (sum->packed) {
        if (sum->packed < sum->rebuilt)
            wr_bytes_print(out, ", %" PRIu32 " of them in ", sum->packed);
        else
            wr_bytes_text(out, ", all in ");
        say_count(out, sum->archives, "archive");
    }
    const char *tense = options->dry_run      ? sum->unchanged == 1 ? "is" : "are"
                        : sum->unchanged == 1 ? "was"
                                              : "were";
    if (sum->unchanged)
        wr_bytes_print(out, "; %" PRIu32 " %s right already", sum->unchanged, tense);
    wr_bytes_char(out, '\n');
    say_details(sum, out);
}

static void json_sum(const struct wr_rebuild_summary *sum, struct wr_bytes *out)
{
    json_count(out, "rebuilt", sum->rebuilt);
    json_count(out, "unchanged", sum->unchanged);
    json_count(out, "failed", sum->failed);
    json_count(out, "archives", sum->archives);
    json_count(out, "packed", sum->packed);
    json_count(out, "faces", sum->faces);
    json_count(out, "reordered", sum->reordered);
    json_count(out, "dropped", sum->dropped);
    json_count(out, "mended", sum->mended);
    json_count(out, "left", sum->left);
    json_count(out, "linked", sum->linked);
    json_count(out, "cleared", sum->cleared);
    json_count(out, "moved", sum->moved);
    json_count(out, "vis", sum->vis);
    json_count(out, "paths", sum->paths);
    json_count(out, "minimaps", sum->minimaps);
    json_count(out, "models", sum->models);
    wr_bytes_text(out, "}\n");
}

static void say_file(void *user, const struct wr_rebuild_file *file)
{
    struct wr_bytes *out = user;
    wr_bytes_text(out, "{\"file\":");
    wr_bytes_json(out, file->from);
    json_text(out, "to", file->to);
    if (file->kept)
        wr_bytes_text(out, ",\"exists\":true");
    json_count(out, "walkmeshes", file->sum.files);
    json_sum(&file->sum, out);
}

static void say_json(const struct wr_rebuild_summary *sum, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"files\":%" PRIu32, sum->files);
    json_sum(sum, out);
}

static enum exit_code rebuild(struct session *session, struct wr_rebuild_options *options)
{
    struct wr_rebuild_summary sum = {0};
    struct wr_bytes text = {0};
    options->each = session->json ? say_file : NULL;
    options->user = &text;
    options->game = session->game;
    options->surfaces = session->surfaces_given ? &session->surfaces : NULL;
    session->printer.notes |= options->dry_run || options->repair || options->relink;
    enum wr_result result =
        wr_rebuild(session->context, session->rest.items, session->rest.count, options, &sum);
    if (session->json)
        say_json(&sum, &text);
    else if (!session->quiet && sum.files > 0)
        say(&sum, options, &text);
    return session_end(session, result, &text);
}

/* One file may go to standard output; what comes from standard input has no name of its own. */
static enum exit_code rebuild_to(struct session *session, struct wr_rebuild_options *options)
{
    if (is_stdout(options->output)) {
        options->file = WR_STDOUT;
        options->output = NULL;
    } else if (options->output && session_has_stdin(session)) {
        return session_refuse(session, "option-conflict",
                              "what comes from standard input has no name in a folder",
                              "give -o - and let the output go to a file: > FILE");
    }
    if (!session_prints(session, options->file, false))
        return EXIT_WRONG_COMMAND;
    return rebuild(session, options);
}

/* All shards must see the same list of files, and rooms of a layout are made together. */
static bool check_shard(struct session *session, struct rebuilding *asked)
{
    struct wr_rebuild_options *options = &asked->options;
    options->shard = session->shard;
    options->manifest = session->manifest;
    if (options->shard.count == 0 && !options->manifest)
        return true;
    if (asked->in_place || options->repair || options->relink || options->vis ||
        options->paths || options->minimap) {
        session_refuse(session, "option-conflict",
                       "--shard, --manifest and --pack are of single files, and exclude "
                       "--in-place, --repair, --relink, --vis, --paths and --minimap",
                       "rebuild each module by a call of its own");
        return false;
    }
    return true;
}

static enum exit_code run_rebuild(struct session *session)
{
    struct rebuilding asked = {0};
    enum exit_code code;
    if (!session_open(session, &asked, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "rebuild wants files or folders",
                              NULL);
    if (!session_packs(
            session, &asked.options.output, asked.options.force, asked.options.durable,
            asked.options.dry_run ? "--pack writes an archive, and --dry-run nothing" : NULL,
            &code))
        return code;
    if (asked.in_place && asked.options.output && !session->pack)
        return session_refuse(session, "option-conflict",
                              "--output and --in-place exclude each other", NULL);
    if (!asked.in_place && !asked.options.output && !asked.options.dry_run)
        return session_refuse(session, "option-missing",
                              "rebuild wants to know where its results go",
                              "give -o DIR, --in-place or --dry-run");
    if (asked.in_place && session_has_stdin(session))
        return session_refuse(session, "option-conflict",
                              "standard input cannot be rebuilt in place", "give -o - instead");
    if (!check_shard(session, &asked))
        return EXIT_WRONG_COMMAND;
    return rebuild_to(session, &asked.options);
}

static const struct option_row rows[] = {
    {"output", 'o', "DIR", OPTION_FOLDER, offsetof(struct rebuilding, options.output),
     "where the rebuilt walkmeshes go; the tree below a folder is kept"},
    {"in-place", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, in_place),
     "replace the files themselves"},
    {"repair", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, options.repair),
     "mend the geometry too: weld, cut, drop, turn over, close hair gaps"},
    {"relink", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, options.relink),
     "find all transitions anew, by the edges of a layout's rooms that coincide"},
    {"vis", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, options.vis),
     "make the VIS of layouts anew, by the doorways of walkmeshes"},
    {"paths", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, options.paths),
     "make the path points of areas anew, by their rooms' walkmeshes"},
    {"minimap", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, options.minimap),
     "draw the minimaps of areas anew, and set the Map of their AREs to them"},
    {"dry-run", 'n', NULL, OPTION_FLAG, offsetof(struct rebuilding, options.dry_run),
     "write nothing; say what would change, and why"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct rebuilding, options.force),
     "replace files that are in DIR"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct rebuilding, options.durable),
     "sync every file, so that a power cut loses nothing"},
    {0},
};

const struct command command_rebuild = {
    .name = "rebuild",
    .usage = "PATH... -o DIR | --in-place | --dry-run [options]",
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
        "a WOK.\n"
        "\n"
        "With --repair faults of the geometry are mended as well, each told with its face and\n"
        "place, and what only its author can mend is named. With --relink rooms that were\n"
        "added, taken out or reordered in a layout lead into each other again.\n",
    .examples = "  warren rebuild mymodule -o rebuilt\n"
                "  warren rebuild modules/mymodule.mod --in-place\n"
                "  warren rebuild override/*.wok --in-place\n"
                "  warren rebuild mods -o rebuilt --shard 3/16\n"
                "  warren rebuild mods --pack rebuilt.tar\n"
                "  warren rebuild modules/mymodule.mod --repair --dry-run\n"
                "  warren rebuild mymodule --relink --in-place\n"
                "  unzip -p mod.zip room.wok | warren rebuild - -o - > room.wok\n",
    .options = {rows, batch_rows, pack_rows},
    .run = run_rebuild,
};
