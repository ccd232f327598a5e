/* warren convert: a file becomes another. */
#include "builder/cli/session.h"

#include <stddef.h>

struct converting {
    struct wr_convert_options options;
    const char *output;
};

static enum exit_code run_convert(struct session *session)
{
    struct converting asked = {0};
    struct wr_bytes text = {0};
    enum exit_code code;
    if (!session_open(session, &asked, &code))
        return code;
    if (session->rest.count != 1)
        return session_refuse(session, "argument-missing", "convert wants one file", NULL);
    if (!asked.output)
        return session_refuse(session, "option-missing",
                              "convert wants to know what the file becomes",
                              "give -o FILE.trx, FILE.trn, FILE.wok, FILE.obj or FILE.wmp");
    asked.options.surfaces = session->surfaces_given ? &session->surfaces : NULL;
    enum wr_result result =
        wr_convert(session->context, session->rest.items[0], asked.output, &asked.options);
    if (session->json) {
        wr_bytes_text(&text, "{\"file\":");
        wr_bytes_json(&text, session->rest.items[0]);
        json_text(&text, "to", asked.output);
        json_text(&text, "result", wr_result_name(result));
        wr_bytes_text(&text, "}\n");
    } else if (result == WR_OK && !session->quiet) {
        wr_bytes_print(&text, "Wrote %s\n", asked.output);
    }
    return session_end(session, result, &text);
}

static const struct option_row rows[] = {
    {"output", 'o', "FILE", OPTION_AREA, offsetof(struct converting, output),
     "what it becomes: .trx, .trn, .wok, .obj, .wmp or .$$m"},
    {"clean", 0, NULL, OPTION_FLAG, offsetof(struct converting, options.clean),
     "zero what nobody reads and toolsets fill with garbage, so\nthat files can be compared"},
    {"floors", 0, "FROM=TO", OPTION_TEXT, offsetof(struct converting, options.floors),
     "give an area other kinds of floor: stone=wood, or several\nas stone=wood,mud=dirt; "
     "none=stone where there is none"},
    {"strip-border", 0, NULL, OPTION_FLAG, offsetof(struct converting, options.strip),
     "take off the triangles in an area's border"},
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
        "Turns a file into one of the kind that the name after -o ends in: the walkmesh of\n"
        "an NWN2 area (TRX, TRN), of a module or of a level of GameStudio (WMP) into one of\n"
        "KotOR (.wok) or one as text (.obj); an area into an area, which is written byte for\n"
        "byte as it was unless an option asks for something else; and a level of any version\n"
        "into text that WED opens (.wmp) or into a build file (.$$m).\n",
    .examples = "  warren convert area.trx -o area.obj\n"
                "  warren convert area.trx -o tidy.trx --clean\n"
                "  warren convert old.wmp -o level.wmp\n",
    .files = "trx trn wok obj mod rim wmp",
    .options = {rows},
    .run = run_convert,
};
