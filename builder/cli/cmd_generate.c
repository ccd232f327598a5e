/* warren generate: from a template and a seed to a module, or to many. */
#include "builder/cli/building.h"
#include "builder/cli/keeping.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

/* As many levels as folders with numbers stay pleasant. */
enum { MOST_LEVELS = 1000000 };

struct generating {
    struct building shared;
    struct keeping keeping;
    struct session *session;
    struct wr_generate_options options;
    uint64_t count, best_of;
    struct wr_template *template;
    struct wr_kits *set;
    struct wr_generate_summary sum;
    struct wr_bytes text; /* what is printed in the end */
    struct wr_bytes kept; /* names of rooms that are, as items of a JSON list */
    uint32_t kept_count;
};

/* ---- What was made ---- */

static void say_files(const struct generating *g, struct wr_bytes *out)
{
    if (g->shared.options.dry_run) {
        wr_bytes_text(out, "; nothing was written\n");
        return;
    }
    wr_bytes_text(out, "; ");
    if (g->shared.options.into) {
        say_into(out, &g->sum.build, &g->shared);
        return;
    }
    say_count(out, g->sum.build.files, "file");
    wr_bytes_text(out, ", ");
    say_size(out, g->sum.build.bytes);
    wr_bytes_print(out, ", in %s\n", g->shared.options.output);
}

static void say_sheet(const struct generating *g, struct wr_bytes *out)
{
    if (g->sum.sheet_bytes == 0)
        return;
    wr_bytes_print(out, "  sheet %s: ", g->options.sheet);
    say_size(out, g->sum.sheet_bytes);
    wr_bytes_char(out, '\n');
}

/* A level around what is kept is still the map's. */
static const char *id_of(const struct generating *g)
{
    if (g->shared.options.id)
        return g->shared.options.id;
    return g->keeping.map ? g->keeping.map->id : g->template->id;
}

static void say_walk(const struct wr_metrics *metrics, struct wr_bytes *out)
{
    if (metrics->walkthrough <= metrics->critical_path)
        return;
    wr_bytes_print(out, ", walkthrough %u", (unsigned)metrics->walkthrough);
    if (metrics->locks_needed == 0)
        return;
    wr_bytes_text(out, " past ");
    say_count(out, metrics->locks_needed, "lock");
}

static void say_shape(const struct wr_metrics *metrics, struct wr_bytes *out)
{
    wr_bytes_print(out, "  cycle rank %u, ", (unsigned)metrics->cycle_rank);
    say_count(out, metrics->dead_ends, "dead end");
    if (metrics->critical_path) {
        wr_bytes_text(out, ", critical path ");
        say_count(out, metrics->critical_path, "room");
        say_walk(metrics, out);
    }
    wr_bytes_text(out, ", ");
    say_count(out, metrics->storeys, "storey");
    wr_bytes_text(out, ", ");
    say_count(out, metrics->kit_rooms, "kit room");
    wr_bytes_text(out, ", ");
    say_count(out, metrics->steps, "step");
    wr_bytes_char(out, '\n');
}

static void say_score(const struct generating *g, struct wr_bytes *out)
{
    const char *name = g->options.score + (*g->options.score == '-');
    double value = 0;
    wr_metric_value(&g->sum.metrics, name, &value);
    wr_bytes_print(out, "the best of %u by %s, which is ", (unsigned)g->sum.tried, name);
    if (wr_metric_is_count(name))
        wr_bytes_print(out, "%" PRIu64, (uint64_t)value);
    else
        wr_bytes_number(out, (float)value);
    if (g->sum.failed)
        wr_bytes_print(out, "; %u seeds gave none", (unsigned)g->sum.failed);
    wr_bytes_char(out, '\n');
}

static void say_one(const struct generating *g, struct wr_bytes *out)
{
    wr_bytes_print(out, "Generated %s of seed %" PRIu64 ": ", id_of(g), g->sum.seed);
    say_count(out, g->sum.metrics.rooms, "room");
    if (g->kept_count > 0)
        wr_bytes_print(out, " (%u kept)", (unsigned)g->kept_count);
    wr_bytes_text(out, ", ");
    say_count(out, g->sum.metrics.links, "link");
    if (g->sum.metrics.caps > 0) {
        wr_bytes_text(out, ", ");
        say_count(out, g->sum.metrics.caps, "cap");
    }
    say_files(g, out);
    say_shape(&g->sum.metrics, out);
    if (g->sum.build.area_rooms > 0)
        say_seen(out, &g->sum.build);
    if (g->options.best_of) {
        wr_bytes_text(out, "  ");
        say_score(g, out);
    }
    say_stale(out, &g->sum.build);
    say_sheet(g, out);
}

/* A shard of those that are weighed builds none. */
static void say_weighed(const struct generating *g, struct wr_bytes *out)
{
    wr_bytes_print(out, "Weighed %u of %u seeds of %s", (unsigned)g->sum.tried,
                   (unsigned)g->options.best_of, id_of(g));
    if (g->sum.failed)
        wr_bytes_print(out, "; %u seeds gave none", (unsigned)g->sum.failed);
    wr_bytes_char(out, '\n');
}

static void say_levels(const struct generating *g, struct wr_bytes *out)
{
    if (g->options.best_of && g->options.shard.count > 0) {
        say_weighed(g, out);
        return;
    }
    wr_bytes_print(out, "Generated %u of %u levels of %s", (unsigned)g->sum.made,
                   (unsigned)(g->options.best_of ? g->options.count : g->sum.tried), id_of(g));
    say_files(g, out);
    if (g->options.best_of && g->sum.made > 0) {
        wr_bytes_print(out, "  seed %" PRIu64 " is ", g->sum.seed);
        say_score(g, out);
    }
    say_stale(out, &g->sum.build);
    say_sheet(g, out);
}

static void note_kept(void *user, const char *name)
{
    struct generating *g = user;
    wr_bytes_text(&g->kept, g->kept_count++ ? "," : "");
    wr_bytes_json(&g->kept, name);
}

/* They are the same in all levels. */
static void json_kept(const struct generating *g, struct wr_bytes *out)
{
    out->failed |= g->kept.failed;
    if (g->kept_count == 0 || g->kept.failed)
        return;
    wr_bytes_print(out, ",\"kept\":[%.*s]", (int)g->kept.size, (const char *)g->kept.data);
}

static void json_metrics(const struct wr_metrics *metrics, struct wr_bytes *out)
{
    const char *name;
    for (unsigned i = 0; (name = wr_metric_name(i)); i++) {
        double value = 0;
        wr_metric_value(metrics, name, &value);
        wr_bytes_print(out, "%s\"%s\":", i ? "," : "", name);
        if (wr_metric_is_count(name))
            wr_bytes_print(out, "%" PRIu64, (uint64_t)value);
        else
            wr_bytes_number(out, (float)value);
    }
}

static void json_level(void *user, const struct wr_generate_level *level)
{
    struct generating *g = user;
    struct wr_bytes *out = &g->text;
    wr_bytes_text(out, "{\"module\":");
    wr_bytes_json(out, id_of(g));
    json_count(out, "seed", level->seed);
    wr_bytes_print(out, ",\"failed\":%s", level->failed ? "true" : "false");
    if (!level->failed && level->folder && !g->shared.options.dry_run)
        json_text(out, "folder", level->folder);
    if (!level->failed) {
        wr_bytes_text(out, ",\"metrics\":{");
        json_metrics(&level->metrics, out);
        wr_bytes_char(out, '}');
        json_count(out, "faces", level->build.faces);
        json_count(out, "files", level->build.files);
        json_count(out, "bytes", level->build.bytes);
    }
    wr_bytes_text(out, "}\n");
}

/* Where the levels are: in a folder or a pack, or in those of several shards. */
static void json_place(const struct generating *g, struct wr_bytes *out)
{
    const struct wr_manifest *manifest = g->session->manifest;
    const char *pack;
    if (!wr_manifest_packed(manifest, 1)) {
        json_text(out, "folder", g->shared.options.output);
        return;
    }
    wr_bytes_text(out, ",\"packs\":");
    for (size_t i = 0; (pack = wr_manifest_packed(manifest, i)) != NULL; i++) {
        wr_bytes_char(out, i ? ',' : '[');
        wr_bytes_json(out, pack);
    }
    wr_bytes_char(out, ']');
}

static void say_json(const struct generating *g, struct wr_bytes *out)
{
    const struct wr_generate_summary *sum = &g->sum;
    wr_bytes_text(out, "{\"module\":");
    wr_bytes_json(out, id_of(g));
    if (g->shared.options.into)
        json_into(out, &sum->build, &g->shared);
    else if (g->shared.options.output)
        json_place(g, out);
    if (sum->sheet_bytes > 0)
        json_text(out, "sheet", g->options.sheet);
    json_kept(g, out);
    json_count(out, "tried", sum->tried);
    json_count(out, "failed", sum->failed);
    json_count(out, "made", sum->made);
    if (sum->made > 0) {
        json_count(out, "seed", sum->seed);
        wr_bytes_text(out, ",\"metrics\":{");
        json_metrics(&sum->metrics, out);
        wr_bytes_char(out, '}');
    }
    json_count(out, "faces", sum->build.faces);
    json_count(out, "files", sum->build.files);
    json_count(out, "bytes", sum->build.bytes);
    wr_bytes_text(out, "}\n");
}

/* ---- Making it ---- */

static enum wr_result generate(struct generating *g)
{
    struct session *session = g->session;
    enum wr_result result =
        wr_template_load(session->context, session->rest.items[0], &g->template);
    if (result == WR_OK)
        result = building_kits(session, &g->shared, g->template->game, &g->set);
    if (result == WR_OK)
        result = keeping_load(session, &g->keeping, &g->options.generator);
    if (g->options.manifest && result == WR_OK &&
        !(wr_manifest_made_of(g->options.manifest, g->keeping.keep) &&
          wr_manifest_made_of(g->options.manifest, g->keeping.add_to)))
        result = WR_NO_MEMORY;
    g->options.build = &g->shared.options;
    g->options.each = session->json && g->options.count > 0 ? json_level : NULL;
    g->options.kept = note_kept;
    g->options.user = g;
    if (result == WR_OK)
        result = wr_generate(session->context, g->template, g->set, &g->options, &g->sum);
    return result;
}

static enum exit_code make(struct generating *g)
{
    struct session *session = g->session;
    enum wr_result result = generate(g);
    bool several = g->options.count > 0 && g->sum.tried > 0;
    if (session->json && (result == WR_OK || several))
        say_json(g, &g->text);
    else if (!session->quiet && several)
        say_levels(g, &g->text);
    else if (!session->quiet && result == WR_OK)
        say_one(g, &g->text);
    enum exit_code code = session_end(session, result, &g->text);
    wr_kits_free(g->set);
    wr_template_free(g->template);
    return code;
}

/* ---- The command ---- */

static enum exit_code refuse_score(struct generating *g)
{
    const char *known[64] = {0};
    char message[160], hint[WR_SUGGESTION_SIZE];
    const char *name = g->options.score + (*g->options.score == '-');
    for (unsigned i = 0; i < 63 && wr_metric_name(i); i++)
        known[i] = wr_metric_name(i);
    snprintf(message, sizeof message, "there is no metric '%.80s' to choose levels by", name);
    return session_refuse(g->session, "score-unknown", message,
                          wr_suggestion(hint, name, known));
}

/* A map is one file, and so is a sheet, which is printed as SVG; a module is several. */
static bool check_streams(struct generating *g)
{
    struct wr_build_options *build = &g->shared.options;
    bool prints = is_stdout(build->output), one = g->options.map_only && g->count == 0;
    if ((prints && (!one || g->options.sheet)) || is_stdout(build->into)) {
        session_refuse(g->session, "option-value",
                       "standard output takes one file: a sheet, or with --map-only the map "
                       "of one level",
                       NULL);
        return false;
    }
    if (prints) {
        g->options.map = build->output;
        build->output = NULL;
    }
    return session_prints(g->session, g->options.map ? g->options.map : g->options.sheet, true);
}

/* Of several machines each makes its own of the seeds; which are the best of all is told where
 * their manifests are gathered. */
static bool check_shard(struct generating *g)
{
    struct session *session = g->session;
    uint32_t shards = session->shard.count;
    uint64_t seeds = g->best_of ? g->best_of : g->count;
    const char *message = NULL;
    if (shards > 0 && (seeds < shards || (g->best_of && !session->manifest_file)))
        message = "--shard deals out the seeds of --count to no more shards than there are "
                  "levels, and those of --best-of with --manifest";
    if (session->manifest && g->count == 0)
        message = "--manifest is of many levels: give --count, too";
    if (message)
        session_refuse(session, "option-conflict", message, NULL);
    g->options.shard = session->shard;
    g->options.manifest = session->manifest;
    return !message;
}

static enum exit_code check_and_make(struct generating *g)
{
    struct session *session = g->session;
    double value;
    enum exit_code code;
    if (!session_open(session, g, &code))
        return code;
    if (session->rest.count != 1)
        return session_refuse(session, "argument-missing", "generate wants one template", NULL);
    if (!keeping_check(session, &g->keeping, &code))
        return code;
    if (g->shared.options.into &&
        (g->shared.options.output || g->count > 0 || g->options.map_only || g->options.sheet))
        return session_refuse(session, "option-conflict",
                              "--into takes one level and excludes --output, --count, "
                              "--map-only and --sheet",
                              NULL);
    if (session->pack && g->best_of && session->shard.count > 0)
        return session_refuse(session, "option-conflict",
                              "a shard of --best-of weighs levels and packs none: give --pack "
                              "to gather",
                              NULL);
    if (!building_packs(session, &g->shared, g->count > 0, &code))
        return code;
    if (g->shared.options.into)
        g->shared.options.output = "."; /* where it is made is not said here */
    if (!g->shared.options.output && !g->shared.options.dry_run)
        return session_refuse(session, "option-missing",
                              "generate wants to know where the level goes",
                              "give -o DIR, --into FILE, or --dry-run to write nothing");
    if (g->options.sheet && g->shared.options.dry_run)
        return session_refuse(session, "option-conflict",
                              "--sheet writes a picture, and --dry-run writes nothing", NULL);
    if (!check_streams(g))
        return EXIT_WRONG_COMMAND;
    if (g->options.sheet && !is_stdout(g->options.sheet) &&
        !picture_format(g->options.sheet, &g->options.sheet_format))
        return session_refuse(session, "view-format", "a picture is a .svg or a .png",
                              "end the name behind --sheet in one of them");
    if (g->count > MOST_LEVELS || g->best_of > MOST_LEVELS)
        return session_refuse(session, "option-value",
                              "--count and --best-of want a million at most", NULL);
    if (!g->best_of != !g->options.score)
        return session_refuse(session, "option-missing",
                              "--best-of and --score belong together",
                              "give both, such as --best-of 100 --score critical_path");
    if (g->options.score &&
        !wr_metric_value(&g->sum.metrics, g->options.score + (*g->options.score == '-'),
                         &value))
        return refuse_score(g);
    if (g->best_of && g->best_of < g->count)
        return session_refuse(session, "option-conflict",
                              "--best-of tries fewer seeds than --count wants levels", NULL);
    if (!check_shard(g))
        return EXIT_WRONG_COMMAND;
    g->options.count = (uint32_t)g->count;
    g->options.best_of = (uint32_t)g->best_of;
    return make(g);
}

static enum exit_code run_generate(struct session *session)
{
    struct generating g = {.session = session, .options = {.seed = 1}};
    bool ready = building_start(&g.shared, session) && keeping_start(&g.keeping, session);
    enum exit_code code = ready ? check_and_make(&g) : session_no_memory(session);
    wr_bytes_finish(&g.kept);
    keeping_finish(&g.keeping);
    building_finish(&g.shared);
    return code;
}

static_assert(offsetof(struct generating, shared) == 0, "both tables fill it");

static const struct option_row rows[] = {
    {"output", 'o', "DIR", OPTION_FOLDER, offsetof(struct generating, shared.options.output),
     "the level's folder, or that of the levels' folders"},
    {"seed", 's', "N", OPTION_SEED, offsetof(struct generating, options.seed),
     "which level; the same seed gives the same one everywhere (1)"},
    {"count", 'c', "N", OPTION_COUNT, offsetof(struct generating, count),
     "make N levels, of seeds from --seed on, each in DIR/<seed>/"},
    {"best-of", 0, "N", OPTION_COUNT, offsetof(struct generating, best_of),
     "try N seeds and keep the best, or the --count best"},
    {"score", 0, "NAME", OPTION_METRIC, offsetof(struct generating, options.score),
     "the metric that says which are best; -NAME where less is better"},
    {"keep", 0, "MAP", OPTION_MAP, offsetof(struct generating, keeping.keep),
     "make the level around rooms of a map, which stay as they are"},
    {"rooms", 0, "PATTERN", OPTION_TEXTS, offsetof(struct generating, keeping.rooms),
     "which: names with * and ?, several with commas between (all)"},
    {"add-to", 0, "MAP", OPTION_MAP, offsetof(struct generating, keeping.add_to),
     "keep all of a map, and add what the template asks for"},
    {"at", 0, "ROOM:DOORWAY", OPTION_TEXTS, offsetof(struct generating, keeping.doorways),
     "where new rooms may be put to kept ones (at any open doorway)"},
    {"close", 0, "ROOMS", OPTION_TEXTS, offsetof(struct generating, keeping.close),
     "close open doorways with such rooms: '#cap', '#dead-end'"},
    {"budget", 0, "STEPS", OPTION_COUNT, offsetof(struct generating, options.budget),
     "how long a level is sought (the template's, else by its size)"},
    {"timeout", 0, "SECONDS", OPTION_SECONDS, offsetof(struct generating, options.timeout),
     "give up then; unlike --budget, not the same on every machine"},
    {"sheet", 0, "FILE", OPTION_PICTURE, offsetof(struct generating, options.sheet),
     "draw all levels that were made on one sheet: .svg or .png"},
    {"map-only", 0, NULL, OPTION_FLAG, offsetof(struct generating, options.map_only),
     "write the map and no module"},
    {"dry-run", 'n', NULL, OPTION_FLAG, offsetof(struct generating, shared.options.dry_run),
     "write nothing; say what would be made"},
    {0},
};

const struct command command_generate = {
    .name = "generate",
    .usage = "TEMPLATE -o DIR [--seed N] [--count N] [options]",
    .summary = "make levels of a template, each from a seed, and build them",
    .help =
        "TEMPLATE is JSON that says what a level may be. For each seed a map is made that "
        "is so,\n"
        "and built as 'warren build' would; it is kept beside the module as "
        "<id>.map.json.\n"
        "\n"
        "With --keep or --add-to the rooms of a map that are kept stay as they are, and the "
        "level\n"
        "bears the map's id.\n"
        "\n"
        "Exit code 4 when there is no level, or fewer than were asked for: each seed that "
        "gave\n"
        "none is named with the reason, and the other levels are there.\n"
        "\n"
        "Metrics for --score: rooms, caps, links, components, cycle_rank, critical_path,\n"
        "walkthrough, walked_twice, locks_needed, dead_ends, closed_hooks, kit_rooms, "
        "storeys,\n"
        "variety, detour, density, worst_gap, steps.\n",
    .examples =
        "  warren generate level.json -o out/level --seed 7\n"
        "  warren generate level.json -o out/levels --count 100 --sheet out/levels.svg\n"
        "  warren generate level.json -o out --count 1000 --shard 3/16 --manifest 3.jsonl\n"
        "  warren generate level.json --count 2000 --pack out/levels.tar\n"
        "  warren generate level.json -o out/best --best-of 50 --score critical_path\n"
        "  warren generate level.json --keep old.map.json --rooms 'hall,crypt*' -o out/new\n"
        "  warren generate wing.json --add-to old.map.json --at hall:north -o out/new\n",
    .files = "json",
    .options = {rows, batch_rows, pack_rows, building_rows},
    .run = run_generate,
};
