/* warren show: any file as text. */
#include "builder/cli/session.h"

#include <stddef.h>

static enum exit_code run_show(struct session *session)
{
    enum exit_code code;
    struct wr_show_options options = {0};
    if (!session_open(session, &options, &code))
        return code;
    if (session->rest.count != 1)
        return session_refuse(session, "argument-missing", "show wants one file", NULL);
    struct wr_bytes text = {0};
    options.surfaces = session->surfaces_given ? &session->surfaces : NULL;
    options.json = session->json;
    enum wr_result result = wr_show(session->context, session->rest.items[0], &options, &text);
    return session_end(session, result, &text);
}

static const struct option_row rows[] = {
    {"tile", 0, "X,Y", OPTION_TILE, offsetof(struct wr_show_options, tile),
     "of an area of NWN2: only this tile, with its triangles and its table"},
    {0},
};

const struct command command_show = {
    .name = "show",
    .usage = "PATH [options]",
    .summary = "print any file Warren can read as stable text",
    .help =
        "Prints any file Warren reads: walkmeshes (WOK, PWK, DWK, or OBJ text), models (MDL),\n"
        "layouts (LYT), visibility (VIS), tables (2DA), archives (MOD, ERF, RIM, KEY, BIF),\n"
        "GFF (ARE, GIT, UTD and all others), pictures (TGA), areas of NWN2 (TRX, TRN), kits\n"
        "(Warren's XML or HolocronToolset's JSON; a folder, too), maps (Warren's JSON or\n"
        ".indoor), templates and reports. What it is, its content tells, not its name. The\n"
        "text is the same on every machine, so it can be compared with diff.\n",
    .examples = "  warren show out/demo/demo_room0.wok\n"
                "  warren show out/demo/demo.mod\n"
                "  warren show area.trx --tile 2,3\n"
                "  warren show mykit/kit.xml --json\n",
    .options = {rows},
    .run = run_show,
};
