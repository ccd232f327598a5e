/* warren show: any file as text. */
#include "builder/cli/session.h"

static enum exit_code run_show(struct session *session)
{
    enum exit_code code;
    if (!session_open(session, NULL, &code))
        return code;
    if (session->rest.count != 1)
        return session_refuse(session, "argument-missing", "show wants one file", NULL);
    struct wr_bytes text = {0};
    enum wr_result result =
        wr_show(session->context, session->rest.items[0],
                session->surfaces_given ? &session->surfaces : NULL, session->json, &text);
    return session_end(session, result, &text);
}

const struct command command_show = {
    .name = "show",
    .usage = "PATH [options]",
    .summary = "print any file Warren can read as stable text",
    .help =
        "Prints any file Warren reads: walkmeshes (WOK, PWK, DWK, or OBJ text), models (MDL),\n"
        "layouts (LYT), visibility (VIS), tables (2DA), archives (MOD, ERF, RIM, KEY, BIF), "
        "GFF\n"
        "(ARE, GIT, UTD and all others), pictures (TGA), kits (Warren's XML or\n"
        "HolocronToolset's JSON; a folder, too), maps (Warren's JSON or .indoor), templates "
        "and\n"
        "reports. What it is, its content tells, not its name. The text is the same on every\n"
        "machine, so it can be compared with diff.\n",
    .examples = "  warren show out/demo/demo_room0.wok\n"
                "  warren show out/demo/demo.mod\n"
                "  warren show mykit/kit.xml --json\n",
    .run = run_show,
};
