/* warren build: from a map to a module. */
#include "builder/cli/built.h"
#include "builder/cli/watching.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct build {
    struct building shared;
    struct session *session;
    bool watch;
    struct wr_bytes text; /* what is printed next */
    unsigned plans;
    enum wr_result printed; /* of many maps: whether all was so far */
};

/* ---- One map ----------------------------------------------------------------------------- */

static enum wr_result build_with(struct build *build, const struct wr_map *map,
                                 struct wr_build_summary *sum)
{
    struct session *session = build->session;
    struct wr_kits *kits = NULL;
    enum wr_result result = building_kits(session, &build->shared, map->game, &kits);
    if (result == WR_OK)
        result = wr_build(session->context, map, kits, &build->shared.options, sum);
    wr_kits_free(kits);
    return result;
}

static void say_one(struct build *build, const struct wr_built *built)
{
    const struct session *session = build->session;
    if (build->shared.options.dry_run && built->result == WR_OK)
        return; /* the plan says it */
    if (session->json)
        json_built(&build->text, built, &build->shared);
    else if (built->result == WR_OK && !session->quiet)
        say_built(&build->text, built, &build->shared);
}

static enum exit_code make_one(struct build *build)
{
    struct session *session = build->session;
    const struct wr_build_options *options = &build->shared.options;
    struct wr_built built = {.path = session->rest.items[0], .folder = options->output};
    struct wr_map *map = NULL;
    built.result = wr_map_load(session->context, built.path,
                               session->surfaces_given ? &session->surfaces : NULL, &map);
    if (built.result == WR_OK) {
        built.id = options->id ? options->id : map->id;
        built.result = build_with(build, map, &built.sum);
    }
    say_one(build, &built);
    wr_map_free(map);
    return session_end(session, built.result, &build->text);
}

/* ---- Many -------------------------------------------------------------------------------- */

/* Each is printed when it is done; what cannot be printed is said once. */
static void note_built(void *user, const struct wr_built *built)
{
    struct build *build = user;
    if (build->printed != WR_OK)
        return;
    if (built->plan && built->plan->size > 0) {
        const char *between = build->plans++ > 0 && !build->session->json ? "\n" : "";
        wr_bytes_print(&build->text, "%s%.*s", between, (int)built->plan->size,
                       (const char *)built->plan->data);
    }
    if (build->session->json && !(built->plan && built->result == WR_OK))
        json_built(&build->text, built, &build->shared);
    build->printed = printer_result(&build->session->printer, &build->text);
}

static enum exit_code make_many(struct build *build)
{
    struct session *session = build->session;
    struct wr_many_summary sum;
    build->plans = 0;
    build->printed = WR_OK;
    building_settle(session, &build->shared);
    const struct wr_many_options options = {.build = &build->shared.options,
                                            .kits = build->shared.kits.items,
                                            .kit_count = build->shared.kits.count,
                                            .shard = session->shard,
                                            .manifest = session->manifest,
                                            .each = note_built,
                                            .user = build};
    enum wr_result result = wr_build_many(session->context, session->rest.items,
                                          session->rest.count, &options, &sum);
    bool planned = build->shared.options.dry_run;
    if (session->json && sum.maps > 0)
        json_many(&build->text, &sum);
    else if (!session->quiet && sum.maps > 0 && !planned)
        say_many(&build->text, &sum, &build->shared);
    if (build->printed != WR_OK) {
        wr_bytes_finish(&build->text);
        result = build->printed;
    }
    return session_end(session, result, &build->text);
}

/* ---- The command ------------------------------------------------------------------------- */

/* A single map goes where -o says; of several, each goes into a folder there. */
static bool is_many(const struct session *session)
{
    return session->rest.count > 1 || session_is_folder(session, session->rest.items[0]);
}

static enum exit_code make(struct build *build)
{
    struct session *session = build->session;
    struct wr_build_options *options = &build->shared.options;
    session->printer.notes |= options->dry_run;
    if (options->dry_run) {
        options->plan = &build->text;
        options->plan_json = session->json;
    }
    if (!is_many(session) && session->shard.count == 0 && !session->manifest)
        return make_one(build);
    if (options->id || options->into)
        return session_refuse(session, "option-conflict",
                              "--id and --into take one map, and no folder of maps", NULL);
    return make_many(build);
}

static enum exit_code make_again(void *user, bool again)
{
    struct build *build = user;
    build->shared.options.force |= again;
    build->shared.removed.size = 0;
    return make(build);
}

/* A module is several files, and one that is edited is read as well. */
static bool has_place(struct build *build)
{
    const struct wr_build_options *options = &build->shared.options;
    if (!is_stdout(options->output) && !is_stdout(options->into))
        return true;
    session_refuse(build->session, "option-value",
                   options->into ? "--into wants a file that can be replaced, not a stream"
                                 : "--output wants a folder: a module is several files",
                   NULL);
    return false;
}

static enum exit_code check_and_make(struct build *build)
{
    struct session *session = build->session;
    enum exit_code code;
    if (!session_open(session, build, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing",
                              "build wants a map, or several, or folders of maps", NULL);
    if (session->shard.count > 0 && (build->watch || session_has_stdin(session)))
        return session_refuse(
            session, "option-conflict",
            "--shard deals files out, and excludes --watch and standard input", NULL);
    if (!building_packs(session, &build->shared, true, &code))
        return code;
    if (session->manifest && (build->watch || build->shared.options.dry_run))
        return session_refuse(
            session, "option-conflict",
            "--manifest is of what is built, and excludes --watch and --dry-run", NULL);
    if (build->shared.options.trx && build->shared.options.into)
        return session_refuse(session, "option-conflict", "--trx and --into exclude each other",
                              NULL);
    if (build->shared.options.output && build->shared.options.into)
        return session_refuse(session, "option-conflict",
                              "--output and --into exclude each other", NULL);
    if (!build->shared.options.output && !build->shared.options.into &&
        !build->shared.options.dry_run)
        return session_refuse(session, "option-missing",
                              "build wants to know where the module goes",
                              "give -o DIR, --into FILE, or --dry-run to write nothing");
    if (!has_place(build))
        return EXIT_WRONG_COMMAND;
    return build->watch ? watch(session, NULL, make_again, build) : make(build);
}

static enum exit_code run_build(struct session *session)
{
    struct build build = {.session = session};
    if (!building_start(&build.shared, session))
        return session_no_memory(session);
    enum exit_code code = check_and_make(&build);
    building_finish(&build.shared);
    return code;
}

static_assert(offsetof(struct build, shared) == 0, "both tables fill it");

static const struct option_row rows[] = {
    {"output", 'o', "DIR", OPTION_FOLDER, offsetof(struct build, shared.options.output),
     "the module's folder, or that of the modules' folders; made where it\n"
     "does not exist"},
    {"dry-run", 'n', NULL, OPTION_FLAG, offsetof(struct build, shared.options.dry_run),
     "write nothing; print links, near misses and overlaps"},
    {"watch", 0, NULL, OPTION_FLAG, offsetof(struct build, watch),
     "build again when a file it was built from changes, until Ctrl-C"},
    {"reach", 0, "METRES", OPTION_LENGTH, offsetof(struct build, shared.options.reach),
     "how far apart hooks may be and still be linked (the map's, else 0.01)"},
    {"overlap", 0, "METRES", OPTION_LENGTH, offsetof(struct build, shared.options.overlap),
     "how deep floors of two rooms may lie in each other (the map's, else 0.12)"},
    {0},
};

const struct command command_build = {
    .name = "build",
    .usage = "MAP... -o DIR [--kit KIT]... [options]",
    .summary = "place the rooms a map names, link their doorways, write the module",
    .help = "MAP is Warren's map JSON or a HolocronToolset .indoor file. Its rooms are placed, "
            "their\n"
            "doorways linked where they meet, their walkmeshes stitched and rebuilt, and the "
            "module\n"
            "is written: a LYT, a VIS, one WOK a room and a report. Nothing is written unless "
            "all of\n"
            "it is right, and nothing is replaced unasked.\n"
            "\n"
            "Of several maps, or of all below a folder, each goes into DIR/ID/. A bad one is "
            "reported\n"
            "and passed over.\n"
            "\n"
            "Kits are looked for in --kit, beside the map, in the folders of $WARREN_KITS, and "
            "among\n"
            "those that came with Warren.\n",
    .examples = "  warren build level.json -o out/level\n"
                "  warren build level.json -o out/level --watch\n"
                "  warren build level.json -o out/level --mod --game k2\n"
                "  warren build level.indoor --kit ~/kits --dry-run\n"
                "  warren build maps/ extra.json -o out\n"
                "  warren build maps/ -o out --shard 3/16\n"
                "  warren build maps/ --pack out/levels.tar\n"
                "  warren generate level.json --map-only -o - | warren build - -o out/level\n",
    .files = "json indoor",
    .options = {rows, batch_rows, pack_rows, building_rows},
    .run = run_build,
};
