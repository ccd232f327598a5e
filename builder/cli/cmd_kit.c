/* warren kit: kits out of modules. */
#include "builder/cli/session.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* What the command line says. */
struct kit_asked {
    struct wr_extract_options options;
    bool list;
    unsigned cut; /* enum wr_extract_cut */
    unsigned up;  /* enum wr_up */
};

/* ---- What was taken ---------------------------------------------------------------------- */

/* "6 rooms out of x.mod into kit: 5 links, ..." */
static void say_sum(const struct wr_extract_summary *sum, const char *source,
                    const char *folder, struct wr_bytes *out)
{
    say_count(out, sum->rooms, "room");
    wr_bytes_print(out, " out of %s into %s: ", source, folder);
    say_count(out, sum->links, "link");
    wr_bytes_text(out, ", ");
    say_count(out, sum->ends, "other doorway");
    wr_bytes_text(out, ", ");
    say_count(out, sum->doors, "type");
    wr_bytes_text(out, " of door; ");
    say_count(out, sum->files, "file");
    wr_bytes_text(out, ", ");
    say_count(out, sum->bytes, "byte");
    wr_bytes_char(out, '\n');
    if (sum->skipped) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->skipped, "room");
        wr_bytes_text(out, " left out\n");
    }
}

static void say(const struct wr_extract_summary *sum, const struct wr_extract_options *options,
                struct wr_bytes *out)
{
    wr_bytes_text(out, "Took ");
    say_sum(sum, options->source, options->output, out);
    if (options->map)
        wr_bytes_print(out, "  map: %s\n", options->map);
}

static void say_many(const struct wr_extract_many_summary *sum,
                     const struct wr_extract_options *options, struct wr_bytes *out)
{
    wr_bytes_text(out, "Took ");
    if (sum->failed)
        wr_bytes_print(out, "%" PRIu32 " of ", sum->taken);
    say_count(out, sum->modules, "module");
    wr_bytes_text(out, ", ");
    say_sum(&sum->all, options->source, options->output, out);
    if (options->map)
        wr_bytes_print(out, "  maps: %s\n", options->map);
}

static void json_sum(const struct wr_extract_summary *sum, struct wr_bytes *out)
{
    json_count(out, "skipped", sum->skipped);
    json_count(out, "links", sum->links);
    json_count(out, "ends", sum->ends);
    json_count(out, "doors", sum->doors);
    json_count(out, "files", sum->files);
    json_count(out, "bytes", sum->bytes);
    wr_bytes_text(out, "}\n");
}

static void json_one(const struct wr_extract_summary *sum, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"rooms\":%" PRIu32, sum->rooms);
    json_sum(sum, out);
}

static void json_extracted(const struct wr_extracted *extracted, struct wr_bytes *out)
{
    wr_bytes_text(out, "{\"module\":");
    wr_bytes_json(out, extracted->module);
    json_text(out, "result", wr_result_name(extracted->result));
    if (extracted->result != WR_OK) {
        wr_bytes_text(out, "}\n");
        return;
    }
    json_text(out, "folder", extracted->folder);
    if (extracted->map)
        json_text(out, "map", extracted->map);
    json_count(out, "rooms", extracted->sum.rooms);
    json_sum(&extracted->sum, out);
}

static void json_many(const struct wr_extract_many_summary *sum, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"modules\":%" PRIu32, sum->modules);
    json_count(out, "taken", sum->taken);
    json_count(out, "failed", sum->failed);
    json_count(out, "empty", sum->empty);
    json_count(out, "rooms", sum->all.rooms);
    json_sum(&sum->all, out);
}

/* ---- What there is ----------------------------------------------------------------------- */

static void say_item(void *user, const wr_extract_item *item)
{
    struct wr_bytes *out = user;
    wr_bytes_print(out, "%-16s  ", item->name);
    if (item->rooms) {
        wr_bytes_print(out, "%4" PRIu32 " room%s", item->rooms, item->rooms == 1 ? " " : "s");
    } else {
        wr_bytes_text(out, "at ");
        wr_bytes_number(out, item->position.x);
        wr_bytes_char(out, ' ');
        wr_bytes_number(out, item->position.y);
        wr_bytes_char(out, ' ');
        wr_bytes_number(out, item->position.z);
    }
    wr_bytes_print(out, ", %" PRIu64 " KiB\n", (item->bytes + 1023) / 1024);
}

static void say_item_json(void *user, const wr_extract_item *item)
{
    struct wr_bytes *out = user;
    wr_bytes_text(out, "{\"name\":");
    wr_bytes_json(out, item->name);
    json_count(out, "rooms", item->rooms);
    json_count(out, "bytes", item->bytes);
    wr_bytes_text(out, "}\n");
}

static enum exit_code list(struct session *session, struct wr_extract_options *options)
{
    struct wr_bytes text = {0};
    enum wr_result result = wr_extract_list(session->context, options,
                                            session->json ? say_item_json : say_item, &text);
    return session_end(session, result, &text);
}

static enum exit_code extract_one(struct session *session, struct wr_extract_options *options)
{
    struct wr_extract_summary sum;
    struct wr_bytes text = {0};
    enum wr_result result = wr_kit_extract(session->context, options, &sum);
    if (session->json)
        json_one(&sum, &text);
    else if (!session->quiet && result == WR_OK)
        say(&sum, options, &text);
    return session_end(session, result, &text);
}

/* Lines that are printed when they are there; what cannot be printed is said once. */
struct lines {
    struct session *session;
    struct wr_bytes text;
    enum wr_result printed;
};

static void note_extracted(void *user, const struct wr_extracted *extracted)
{
    struct lines *lines = user;
    if (lines->printed != WR_OK || !lines->session->json)
        return;
    json_extracted(extracted, &lines->text);
    lines->printed = printer_result(&lines->session->printer, &lines->text);
}

static enum exit_code extract_many(struct session *session, struct wr_extract_options *options)
{
    struct lines lines = {.session = session};
    const struct wr_extracted_options many = {options, note_extracted, &lines};
    struct wr_extract_many_summary sum;
    enum wr_result result = wr_kits_extract(session->context, &many, &sum);
    if (session->json && sum.modules > 0)
        json_many(&sum, &lines.text);
    else if (!session->quiet && sum.taken > 0)
        say_many(&sum, options, &lines.text);
    if (lines.printed != WR_OK) {
        wr_bytes_finish(&lines.text);
        result = lines.printed;
    }
    return session_end(session, result, &lines.text);
}

static enum exit_code extract(struct session *session, struct wr_extract_options *options)
{
    if (!wr_extract_is_many(session->context, options))
        return extract_one(session, options);
    if (options->id)
        return session_refuse(session, "option-conflict", "--id takes one module",
                              "kits of several are called as their modules are");
    return extract_many(session, options);
}

static enum exit_code run_kit(struct session *session)
{
    struct kit_asked asked = {0};
    struct wr_extract_options *options = &asked.options;
    enum exit_code code;
    if (!session_open(session, &asked, &code))
        return code;
    options->cut = (enum wr_extract_cut)asked.cut;
    options->up = (enum wr_up)asked.up;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "kit wants to know what to do",
                              "warren kit extract SOURCE -o KITDIR");
    if (strcmp(session->rest.items[0], "extract") != 0)
        return session_refuse(session, "command-unknown", "all that kit can do is 'extract'",
                              "warren kit extract SOURCE -o KITDIR");
    if (session->rest.count != 2)
        return session_refuse(
            session, "argument-missing", "kit extract wants one source",
            "a module, a folder with a layout, a game's folder, a level of GameStudio, or a "
            "scene");
    options->source = session->rest.items[1];
    options->game = session->game;
    options->surfaces = session->surfaces_given ? &session->surfaces : NULL;
    if (asked.list)
        return list(session, options);
    if (!options->output)
        return session_refuse(session, "option-missing",
                              "kit extract wants to know where the kit goes", "give -o KITDIR");
    return extract(session, options);
}

static const struct option_row rows[] = {
    {"output", 'o', "KITDIR", OPTION_FOLDER, offsetof(struct kit_asked, options.output),
     "the kit's folder, or that of the kits of several modules"},
    {"map", 0, "FILE", OPTION_TEXT, offsetof(struct kit_asked, options.map),
     "write the map that puts the module together again, too; of several\n"
     "modules the folder of their maps"},
    {"module", 0, "NAME", OPTION_TEXT, offsetof(struct kit_asked, options.module),
     "of a game: which of its modules, where not all; with * and ? several"},
    {"rooms", 0, "PATTERN", OPTION_TEXT, offsetof(struct kit_asked, options.rooms),
     "only rooms whose names fit; * and ? stand for any characters, and for one"},
    {"game-folder", 0, "DIR", OPTION_FOLDER, offsetof(struct kit_asked, options.game_folder),
     "a game, for what a module that lies elsewhere lacks"},
    {"list", 0, NULL, OPTION_FLAG, offsetof(struct kit_asked, list),
     "only list the modules of a game, or the rooms of any other source"},
    {"id", 0, "ID", OPTION_TEXT, offsetof(struct kit_asked, options.id),
     "of the kit (the area's name)"},
    {"cut", 0, "none|regions|groups", OPTION_CHOICE, offsetof(struct kit_asked, cut),
     "of a level of GameStudio: make each named region, or each group, a\n"
     "room of its own"},
    {"quants-per-metre", 0, "NUMBER", OPTION_SCALE,
     offsetof(struct kit_asked, options.quants_per_metre),
     "of a level of GameStudio: how many of its units are a metre (39.37)"},
    {"materials", 0, "FILE", OPTION_TEXT, offsetof(struct kit_asked, options.materials),
     "of a level of GameStudio or a scene: which of its textures and materials\n"
     "is what one walks on"},
    {"up", 0, "found|z|y", OPTION_CHOICE, offsetof(struct kit_asked, up),
     "of an OBJ: which axis is up, where its floors do not show it"},
    {"scale", 0, "NUMBER", OPTION_SCALE, offsetof(struct kit_asked, options.scale),
     "of a scene: how many metres its unit is (1)"},
    {"textures", 0, "DIR", OPTION_FOLDER, offsetof(struct kit_asked, options.textures),
     "of a level of GameStudio: pictures of its textures (PNG, TGA, TPC, PCX,\n"
     "BMP), found by name"},
    {"climb", 0, "METRES", OPTION_LENGTH, offsetof(struct kit_asked, options.climb),
     "of a level of GameStudio: steps no higher than this become ramps"},
    {"walls", 0, NULL, OPTION_FLAG, offsetof(struct kit_asked, options.walls),
     "of a level of GameStudio: what is too steep to walk on is in the\n"
     "walkmesh, too"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct kit_asked, options.force),
     "replace files that are there"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct kit_asked, options.durable),
     "sync every file, so that a power cut loses nothing"},
    {0},
};

const struct command command_kit = {
    .name = "kit",
    .usage = "extract SOURCE -o KITDIR [options]",
    .summary = "take a kit, and its map, out of a module, game or scene",
    .help =
        "Makes a kit of a module: a .mod, a .rim with the _s.rim and _dlg.erf beside it, a\n"
        "folder with a layout, or a module of an installed game. Each room of the layout "
        "becomes a room of the kit, with its\n"
        "walkmesh and model as they are, doorways where rooms lead into each other and where\n"
        "doors stand, types of door, images, and whatever else the module brings. The map "
        "puts\n"
        "it all together again. What is broken is named and left out.\n"
        "\n"
        "Of a game without --module, or with a pattern, each module becomes a kit of its own,\n"
        "KITDIR/MODULE. A broken module is reported and passed over.\n"
        "\n"
        "Of a level of 3D GameStudio (.wmp, .$$M) the floors become one room; positions, "
        "models\n"
        "and regions called hook_... or door_... its doorways, other positions waypoints, the\n"
        "blocks' own faces its model.\n"
        "\n"
        "Of a scene (.glb, .gltf, .obj, as Blender exports it) each object whose material is\n"
        "called Stone, Wood, Grass and so on becomes a room; names say what else is there:\n"
        "hook_... a doorway, spawn_..., waypoint_..., trigger_... and others a marker, entry\n"
        "where the player arrives. All else is what one sees.\n",
    .examples = "  warren kit extract mymodule.mod -o mykit --map mymap.json\n"
                "  warren kit extract ~/kotor --list\n"
                "  warren kit extract ~/kotor --module danm13 -o dantooine\n"
                "  warren kit extract ~/kotor --module 'dan*' -o kits --map maps\n"
                "  warren kit extract house.glb -o house --map house.json\n",
    .options = {rows},
    .run = run_kit,
};
