/* warren bake: walkmeshes of NWN2. */
#include "builder/cli/session.h"

#include <inttypes.h>
#include <stddef.h>

struct baking {
    struct wr_bake_options options;
    bool exterior;
};

static void say_move(const struct wr_bake_file *file, struct wr_bytes *out)
{
    wr_bytes_text(out, "  moved by ");
    wr_bytes_number(out, (float)file->moved[0]);
    wr_bytes_text(out, " m in x and ");
    wr_bytes_number(out, (float)file->moved[1]);
    wr_bytes_text(out, " m in y, so that all of it lies in tiles\n");
}

static void say_file(const struct wr_bake_file *file, struct wr_bytes *out)
{
    const struct wr_bake_summary *sum = &file->sum;
    if (file->result != WR_OK)
        return;
    wr_bytes_print(out, "Baked %s: ", file->to);
    say_count(out, sum->triangles, "triangle");
    wr_bytes_print(out, ", %" PRIu64 " of them walkable, in ", sum->walkable);
    say_count(out, sum->tiles, "tile");
    wr_bytes_text(out, "; ");
    say_count(out, sum->islands, "island");
    wr_bytes_char(out, '\n');
    if (file->moved[0] > 0 || file->moved[1] > 0)
        say_move(file, out);
    if (sum->cutters > 0) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->cutters, "cutter");
        wr_bytes_text(out, " cut out\n");
    }
    if (sum->placeables > 0) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->placeables, "placeable");
        wr_bytes_text(out, " cut out\n");
    }
    if (sum->ignored > 0) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->ignored, "placeable");
        wr_bytes_text(out, " without a walkmesh left out, which --verbose names\n");
    }
    if (sum->outside > 0) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->outside, "triangle");
        wr_bytes_text(out, " in the border left out\n");
    }
}

static void json_file(const struct wr_bake_file *file, struct wr_bytes *out)
{
    wr_bytes_text(out, "{\"file\":");
    wr_bytes_json(out, file->from);
    json_text(out, "to", file->to);
    json_text(out, "result", wr_result_name(file->result));
    json_count(out, "triangles", file->sum.triangles);
    json_count(out, "walkable", file->sum.walkable);
    json_count(out, "tiles", file->sum.tiles);
    json_count(out, "islands", file->sum.islands);
    json_count(out, "outside", file->sum.outside);
    json_count(out, "cutters", file->sum.cutters);
    json_count(out, "placeables", file->sum.placeables);
    json_count(out, "ignored", file->sum.ignored);
    wr_bytes_text(out, ",\"moved\":[");
    wr_bytes_number(out, (float)file->moved[0]);
    wr_bytes_char(out, ',');
    wr_bytes_number(out, (float)file->moved[1]);
    wr_bytes_text(out, "]}\n");
}

struct telling {
    const struct session *session;
    struct wr_bytes text;
};

static void tell(void *user, const struct wr_bake_file *file)
{
    struct telling *telling = user;
    if (telling->session->json)
        json_file(file, &telling->text);
    else if (!telling->session->quiet)
        say_file(file, &telling->text);
}

static enum exit_code run_bake(struct session *session)
{
    enum { USUAL_BORDER = 8 };
    struct baking asked = {0};
    struct telling telling = {session, {0}};
    enum exit_code code;
    if (!session_open(session, &asked, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing",
                              "bake wants areas, walkmeshes or modules", NULL);
    if (!session_packs(session, &asked.options.output, asked.options.force,
                       asked.options.durable, NULL, &code))
        return code;
    if (!asked.options.output)
        return session_refuse(session, "option-missing",
                              "bake wants to know where its result goes",
                              "give -o FILE.trx, FILE.trn or a folder");
    if (asked.options.placeables && !asked.options.git)
        return session_refuse(session, "option-missing",
                              "--placeables wants to know where they stand", "give --git FILE");
    if (asked.options.into && (asked.exterior || asked.options.tile_width > 0))
        return session_refuse(session, "option-conflict",
                              "--into takes another area's grid, and --exterior and --tile "
                              "lay one of their own",
                              NULL);
    if (asked.exterior) {
        asked.options.tile_width = asked.options.tile_width > 0 ? asked.options.tile_width : 10;
        asked.options.border = USUAL_BORDER;
    }
    asked.options.surfaces = session->surfaces_given ? &session->surfaces : NULL;
    asked.options.shard = session->shard;
    asked.options.manifest = session->manifest;
    if (session->manifest &&
        !(wr_manifest_made_of(session->manifest, asked.options.into) &&
          wr_manifest_made_of(session->manifest, asked.options.git) &&
          wr_manifest_made_of(session->manifest, asked.options.placeables)))
        return session_end(session, WR_NO_MEMORY, &telling.text);
    asked.options.each = tell;
    asked.options.user = &telling;
    enum wr_result result = wr_bake(session->context, session->rest.items, session->rest.count,
                                    &asked.options, NULL);
    return session_end(session, result, &telling.text);
}

static const struct option_row rows[] = {
    {"output", 'o', "FILE", OPTION_AREA, offsetof(struct baking, options.output),
     "the area that is made, .trx or .trn; a folder where there\nare several"},
    {"into", 0, "AREA", OPTION_AREA, offsetof(struct baking, options.into),
     "take another area's packets, and its grid, for all but\nthe walkmesh"},
    {"git", 0, "FILE", OPTION_PLACES, offsetof(struct baking, options.git),
     "cut out the walkmesh cutters of the area's .git; of a\nfolder, of the one that is called "
     "as each area"},
    {"placeables", 0, "DIR", OPTION_FOLDER, offsetof(struct baking, options.placeables),
     "cut out static placeables of the .git, too, by their\nwalkmeshes in a folder"},
    {"los", 0, NULL, OPTION_FLAG, offsetof(struct baking, options.sight),
     "mark which triangles see each other in whole"},
    {"exterior", 0, NULL, OPTION_FLAG, offsetof(struct baking, exterior),
     "tiles of 10 m, eight of them all round left empty"},
    {"tile", 0, "METRES", OPTION_LENGTH, offsetof(struct baking, options.tile_width),
     "how wide tiles are (default: 9, or as the area has them)"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct baking, options.force),
     "replace files that exist"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct baking, options.durable),
     "sync every file, so that a power cut loses nothing"},
    {0},
};

const struct command command_bake = {
    .name = "bake",
    .usage = "PATH... -o FILE | DIR [options]",
    .summary = "bake the walkmesh of NWN2 areas",
    .help =
        "Makes what the game follows on a walkmesh: links, tables of paths for each tile,\n"
        "islands and the shortest routes between them. An area (TRX, TRN) keeps its triangles\n"
        "and tiles. A walkmesh (WOK, or OBJ as text) and the rooms of a module are cut along\n"
        "the lines of tiles first; doors and walls are no part of it. Of a folder all areas\n"
        "are baked.\n",
    .examples = "  warren bake area.trn -o area.trx\n"
                "  warren bake floor.obj -o floor.trx --into old.trx\n"
                "  warren bake area.trn -o area.trx --git area.git\n"
                "  warren bake areas --pack areas.tar --shard 3/16 --manifest 3.jsonl\n"
                "  warren bake out/demo/brwdeep.mod -o deep.trx\n",
    .options = {rows, batch_rows, pack_rows},
    .run = run_bake,
};
