/* warren convert: a file becomes another. */
#include "builder/cli/session.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct converting {
    struct wr_convert_options options;
    const char *output;
    struct texts kits;
    unsigned up; /* enum wr_up */
};

static enum wr_result gather_kits(const struct session *session, struct converting *asked)
{
    struct wr_kits *kits = asked->options.kits = wr_kits_create(&session->surfaces);
    enum wr_result result = kits ? WR_OK : WR_NO_MEMORY;
    for (size_t i = 0; result == WR_OK && i < asked->kits.count; i++)
        result = wr_kits_add(kits, asked->kits.items[i]);
    return result == WR_OK ? wr_kits_check(session->context, kits) : result;
}

/* Several files are listed a line each. */
static void add_files(struct wr_bytes *text, const struct wr_bytes *written, bool json)
{
    if (written->size == 0)
        return;
    const char *at = (const char *)written->data, *end = at + written->size, *line;
    for (bool first = true; at < end; at = line + 1, first = false) {
        line = memchr(at, '\n', (size_t)(end - at));
        struct wr_bytes path = {0};
        wr_bytes_print(&path, "%.*s", (int)(line - at), at);
        wr_bytes_char(&path, '\0');
        if (!json)
            wr_bytes_print(text, "Wrote %s\n", (const char *)path.data);
        else
            wr_bytes_text(text, first ? ",\"files\":[" : ",");
        if (json)
            wr_bytes_json(text, (const char *)path.data);
        text->failed |= path.failed;
        wr_bytes_finish(&path);
    }
    if (json)
        wr_bytes_char(text, ']');
}

/* What is said of a conversion that ended. */
static void tell(const struct session *session, const struct converting *asked,
                 enum wr_result result, struct wr_bytes *text)
{
    const struct wr_bytes *written = asked->options.written;
    if (session->json) {
        wr_bytes_text(text, "{\"file\":");
        wr_bytes_json(text, session->rest.items[0]);
        json_text(text, "to", asked->output);
        json_text(text, "result", wr_result_name(result));
        add_files(text, written, true);
        wr_bytes_text(text, "}\n");
    } else if (result == WR_OK && !session->quiet) {
        add_files(text, written, false);
        if (written->size == 0)
            wr_bytes_print(text, "Wrote %s\n", asked->output);
    }
    text->failed |= written->failed;
}

static enum exit_code convert(struct session *session, struct converting *asked)
{
    struct wr_bytes text = {0}, written = {0};
    enum exit_code code;
    if (!session_open(session, asked, &code))
        return code;
    if (session->rest.count != 1)
        return session_refuse(session, "argument-missing", "convert wants one file", NULL);
    if (!asked->output)
        return session_refuse(
            session, "option-missing", "convert wants to know what the file becomes",
            "give -o FILE, whose ending says it: 'warren convert --help' lists them");
    asked->options.surfaces = session->surfaces_given ? &session->surfaces : NULL;
    asked->options.written = &written;
    asked->options.up = (enum wr_up)asked->up;
    enum wr_result result = gather_kits(session, asked);
    if (result == WR_OK)
        result = wr_convert(session->context, session->rest.items[0], asked->output,
                            &asked->options);
    wr_kits_free(asked->options.kits);
    tell(session, asked, result, &text);
    wr_bytes_finish(&written);
    return session_end(session, result, &text);
}

static enum exit_code run_convert(struct session *session)
{
    struct converting asked = {0};
    asked.kits.items = calloc((size_t)session->argc + 1, sizeof *asked.kits.items);
    if (!asked.kits.items)
        return session_no_memory(session);
    enum exit_code code = convert(session, &asked);
    free(asked.kits.items);
    return code;
}

static const struct option_row rows[] = {
    {"output", 'o', "PATH", OPTION_FORM, offsetof(struct converting, output),
     "what it becomes, by its ending; a folder has none"},
    {"text", 't', NULL, OPTION_FLAG, offsetof(struct converting, options.text),
     "the form that people read, where an ending has two: .2da,\n.wok, .pwk, .dwk"},
    {"links", 0, "WAY", OPTION_TEXT, offsetof(struct converting, options.links),
     "read and write links to rooms as colours of glTF:\nkotormax or kotorblender"},
    {"clean", 0, NULL, OPTION_FLAG, offsetof(struct converting, options.clean),
     "zero what nobody reads and toolsets fill with garbage, so\nthat files can be compared"},
    {"floors", 0, "FROM=TO", OPTION_TEXT, offsetof(struct converting, options.floors),
     "give an area other kinds of floor: stone=wood, or several\nas stone=wood,mud=dirt; "
     "none=stone where there is none"},
    {"up", 0, "found|z|y", OPTION_CHOICE, offsetof(struct converting, up),
     "of an OBJ: which axis is up, where its floors do not show it"},
    {"strip-border", 0, NULL, OPTION_FLAG, offsetof(struct converting, options.strip),
     "take off the triangles in an area's border"},
    {"kit", 'k', "KIT", OPTION_KITS, offsetof(struct converting, kits),
     "a kit, or a folder of kits, to look in before others for the\nnames that a map's kits "
     "and rooms show; may be given several times"},
    {"game-folder", 0, "DIR", OPTION_FOLDER, offsetof(struct converting, options.game_folder),
     "of a scene: take textures that are not at hand from this\ngame's folder"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct converting, options.force),
     "replace the file if it exists"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct converting, options.durable),
     "sync the file, so that a power cut loses nothing"},
    {0},
};

const struct command command_convert = {
    .name = "convert",
    .usage = "FILE -o FILE [options]",
    .summary = "turn a file into another that Warren writes",
    .help =
        "Turns a file into what the ending of the name after -o says:\n"
        "  WOK, PWK, DWK, ASCII, OBJ, glTF,  its walkmesh: .wok, .pwk, .dwk, .obj, .glb, "
        ".gltf,\n"
        "  TRX, WMP, module                  .wok.ascii, .pwk.ascii, .dwk.ascii, .mdl.ascii\n"
        "  module, map, kit, model (MDL)     .glb, .gltf  a scene with models and textures\n"
        "  NWN2 area (TRX, TRN)              .trx, .trn   the same, or as options change it\n"
        "  level of GameStudio               .wmp, .$$m   text that WED opens, or a build "
        "file\n"
        "  GFF (ARE, GIT, UTC, ...)          .json        and such JSON any other ending\n"
        "  2DA, binary or text               .2da         binary, or with --text text\n"
        "  MOD, RIM, ERF, HAK                a folder     and a folder .mod, .rim, .erf, .hak\n"
        "  map                               .indoor      and .indoor .json\n"
        "  kit of HolocronToolset            a folder     Warren's kit; and a kit of Warren's\n"
        "                                    .json, with a folder of its id beside it\n",
    .examples = "  warren convert area.trx -o area.obj\n"
                "  warren convert level.json -o level.indoor\n"
                "  warren convert kits/blackvulkar.json -o vulkar\n"
                "  warren convert danm13.mod -o danm13\n"
                "  warren convert danm13 -o danm13.mod --force\n",
    .files = "trx trn wok pwk dwk ascii obj glb gltf mod rim erf hak wmp mdl 2da json indoor "
             "xml are git ifo utc utd utp",
    .options = {rows},
    .run = run_convert,
};
