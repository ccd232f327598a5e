/* warren build: from a map to a module. */
#include "builder/cli/building.h"

#include <stdlib.h>

struct build {
    struct session *session;
    struct building shared;
    struct wr_map *map;
    struct wr_kits *set;
    struct wr_build_summary sum;
    struct wr_bytes plan;
};

/* ---- What was made ---- */

static void say(const struct build *build, struct wr_bytes *out)
{
    const struct wr_build_summary *sum = &build->sum;
    const char *id = build->shared.options.id ? build->shared.options.id : build->map->id;
    wr_bytes_print(out, "Built %s: ", id);
    say_count(out, sum->rooms, "room");
    wr_bytes_text(out, ", ");
    say_count(out, sum->links, "link");
    wr_bytes_text(out, ", ");
    say_count(out, sum->faces, "face");
    wr_bytes_text(out, "; ");
    if (build->shared.options.into) {
        say_into(out, sum, &build->shared);
    } else {
        say_count(out, sum->files, "file");
        wr_bytes_text(out, ", ");
        say_size(out, sum->bytes);
        wr_bytes_print(out, ", in %s\n", build->shared.options.output);
    }
    say_seen(out, sum);
    say_stale(out, sum);
    if (sum->near_misses) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->near_misses, "doorway");
        wr_bytes_text(out, " nearly met another; --dry-run lists them\n");
    }
}

static void say_json(const struct build *build, struct wr_bytes *out)
{
    const struct wr_build_summary *sum = &build->sum;
    wr_bytes_text(out, "{\"module\":");
    wr_bytes_json(out, build->shared.options.id ? build->shared.options.id : build->map->id);
    if (build->shared.options.into)
        json_into(out, sum, &build->shared);
    else
        json_text(out, "folder", build->shared.options.output);
    json_count(out, "rooms", sum->rooms);
    json_count(out, "area_rooms", sum->area_rooms);
    json_count(out, "hooks", sum->hooks);
    json_count(out, "links", sum->links);
    json_count(out, "near_misses", sum->near_misses);
    json_count(out, "overlaps", sum->overlaps);
    json_count(out, "unreachable", sum->unreachable);
    json_count(out, "seen", sum->seen);
    json_count(out, "faces", sum->faces);
    json_count(out, "files", sum->files);
    if (sum->resources)
        json_count(out, "resources", sum->resources);
    if (sum->stale)
        json_count(out, "stale", sum->stale);
    json_count(out, "bytes", sum->bytes);
    wr_bytes_text(out, "}\n");
}

/* ---- Making it ---- */

static enum wr_result load_map(struct build *build)
{
    struct session *session = build->session;
    return wr_map_load(session->context, session->rest.items[0],
                       session->surfaces_given ? &session->surfaces : NULL, &build->map);
}

static enum wr_result gather_kits(struct build *build)
{
    return building_kits(build->session, &build->shared, build->map->game, &build->set);
}

static enum wr_result build_map(struct build *build)
{
    struct session *session = build->session;
    struct wr_build_options *options = &build->shared.options;
    if (options->dry_run) {
        options->plan = &build->plan;
        options->plan_json = session->json;
    }
    return wr_build(session->context, build->map, build->set, options, &build->sum);
}

static enum exit_code make(struct build *build)
{
    struct session *session = build->session;
    session->printer.notes |= build->shared.options.dry_run;
    enum wr_result result = load_map(build);
    if (result == WR_OK)
        result = gather_kits(build);
    if (result == WR_OK)
        result = build_map(build);
    if (result == WR_OK && !build->shared.options.dry_run && session->json)
        say_json(build, &build->plan);
    else if (result == WR_OK && !build->shared.options.dry_run && !session->quiet)
        say(build, &build->plan);
    enum exit_code code = session_end(session, result, &build->plan);
    wr_kits_free(build->set);
    wr_map_free(build->map);
    return code;
}

/* ---- The command ---- */

static enum exit_code check_and_make(struct build *build, const struct option_row *rows)
{
    struct session *session = build->session;
    enum exit_code code;
    if (!session_open(session, rows, &code))
        return code;
    if (session->rest.count != 1)
        return session_refuse(session, "argument-missing", "build wants one map", NULL);
    if (build->shared.options.output && build->shared.options.into)
        return session_refuse(session, "option-conflict",
                              "--output and --into exclude each other", NULL);
    if (!build->shared.options.output && !build->shared.options.into &&
        !build->shared.options.dry_run)
        return session_refuse(session, "option-missing",
                              "build wants to know where the module goes",
                              "give -o DIR, --into FILE, or --dry-run to write nothing");
    return make(build);
}

static enum exit_code run_build(struct session *session)
{
    struct build build = {.session = session};
    struct wr_build_options *options = &build.shared.options;
    const struct option_row own[] = {
        {"dry-run", 'n', NULL, OPTION_FLAG, &options->dry_run,
         "write nothing; print links, near misses and overlaps"},
        {"reach", 0, "METRES", OPTION_LENGTH, &options->reach,
         "how far apart hooks may be and still be linked (the map's, else 0.01)"},
        {"overlap", 0, "METRES", OPTION_LENGTH, &options->overlap,
         "how deep floors of two rooms may lie in each other (the map's, else 0.12)"},
        {0},
    };
    struct option_row rows[BUILDING_ROWS + sizeof own / sizeof *own];
    building_rows(&build.shared, "the module's folder; made where it does not exist", own,
                  rows);
    if (!building_start(&build.shared, session))
        return EXIT_SYSTEM;
    enum exit_code code = check_and_make(&build, rows);
    building_finish(&build.shared);
    return code;
}

const struct command command_build = {
    .name = "build",
    .usage = "MAP -o DIR [--kit KIT]... [options]",
    .summary = "place the rooms a map names, link their doorways, write the module",
    .help = "MAP is Warren's map JSON or a HolocronToolset .indoor file. Its rooms are placed, "
            "their\n"
            "doorways linked where they meet, their walkmeshes stitched and rebuilt, and the "
            "module\n"
            "is written: a LYT, a VIS, one WOK a room and a report. Nothing is written unless "
            "all of\n"
            "it is right, and nothing is replaced unasked.\n"
            "\n"
            "Kits are looked for in --kit, beside the map, in the folders of $WARREN_KITS, and "
            "among\n"
            "those that came with Warren.\n",
    .examples = "  warren build level.json -o out/level\n"
                "  warren build level.json -o out/level --mod --game k2\n"
                "  warren build level.indoor --kit ~/kits --dry-run\n",
    .run = run_build,
};
