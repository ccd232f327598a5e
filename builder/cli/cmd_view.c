/* warren view: pictures. */
#include "builder/cli/watching.h"

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

enum { A_PAGE = 2, BY_NAME = 3 };
static_assert(WR_SVG == 0 && WR_PNG == 1, "as --format counts them");

struct view {
    struct session *session;
    struct wr_draw_options options;
    const char *output;
    struct texts kits;
    unsigned format; /* enum wr_picture_format, A_PAGE, or BY_NAME */
    uint64_t width;
    bool force, durable, watch;
    struct wr_kits *set;
};

/* ---- What is asked for ---- */

static enum wr_result gather_kits(struct view *view)
{
    struct session *session = view->session;
    view->set = wr_kits_create(&session->surfaces);
    enum wr_result result = view->set ? WR_OK : WR_NO_MEMORY;
    for (size_t i = 0; result == WR_OK && i < view->kits.count; i++)
        result = wr_kits_add(view->set, view->kits.items[i]);
    return result;
}

/* ---- Making it ---- */

static void say(const struct view *view, const struct wr_bytes *picture, enum wr_result result,
                bool saved, struct wr_bytes *out)
{
    if (view->session->json) {
        wr_bytes_text(out, "{\"picture\":");
        wr_bytes_json(out, view->output);
        json_text(out, "result", wr_result_name(result));
        if (saved)
            json_count(out, "bytes", picture->size);
        wr_bytes_text(out, "}\n");
    } else if (saved && !view->session->quiet) {
        wr_bytes_print(out, "Drew %s: %llu KiB\n", view->output,
                       (unsigned long long)(picture->size + 1023) / 1024);
    }
}

static enum wr_result draw(struct view *view, struct wr_bytes *picture)
{
    struct session *session = view->session;
    const struct wr_page_options page = {
        .source = session->rest.items[0],
        .viewer = true,
        .surfaces = session->surfaces_given ? &session->surfaces : NULL};
    if (view->format == A_PAGE)
        return wr_page_make(session->context, view->set, &page, picture);
    struct wr_draw_options *options = &view->options;
    options->width = view->width < UINT_MAX ? (unsigned)view->width : UINT_MAX;
    options->game = session->game;
    options->surfaces = session->surfaces_given ? &session->surfaces : NULL;
    if (session->rest.count == 1)
        return wr_draw(session->context, session->rest.items[0], view->set, options, picture);
    return wr_draw_sheet(session->context, session->rest.items, session->rest.count, view->set,
                         options, picture);
}

/* What is drawn is written also where something is wrong with it. */
static enum exit_code make(struct view *view)
{
    struct session *session = view->session;
    struct wr_bytes picture = {0}, text = {0};
    bool drawn = false;
    enum wr_result result = gather_kits(view);
    if (result == WR_OK)
        result = draw(view, &picture);
    if (picture.size > 0) {
        enum wr_result saved =
            wr_save(session->context, view->output, &picture, view->force, view->durable);
        drawn = saved == WR_OK;
        result = drawn ? result : saved;
    }
    say(view, &picture, result, drawn, &text);
    enum exit_code code = session_end(session, result, &text);
    wr_bytes_finish(&picture);
    wr_kits_free(view->set);
    return code;
}

static enum exit_code make_again(void *user, bool again)
{
    struct view *view = user;
    view->force |= again;
    return make(view);
}

/* ---- The command ---- */

/* --format says it, else the name's end; what is printed is SVG. */
static bool find_format(struct view *view)
{
    if (view->format == BY_NAME && is_page(view->output))
        view->format = A_PAGE;
    view->options.format = view->format == WR_PNG ? WR_PNG : WR_SVG;
    if (view->format <= A_PAGE)
        return true;
    return is_stdout(view->output) || picture_format(view->output, &view->options.format);
}

static enum exit_code check_and_make(struct view *view)
{
    struct session *session = view->session;
    enum exit_code code;
    if (!session_open(session, view, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "view wants something to draw",
                              NULL);
    if (!view->output)
        return session_refuse(session, "option-missing",
                              "view wants to know where the picture goes",
                              "give -o FILE.svg or -o FILE.png");
    if (view->options.way.wanted && session->rest.count > 1)
        return session_refuse(session, "option-conflict", "--route is for one area alone",
                              NULL);
    if (!find_format(view))
        return session_refuse(session, "view-format",
                              "a picture is a .svg or a .png, a page to walk in a .html",
                              "end the name behind -o in one of them, or give --format");
    if (view->format == A_PAGE &&
        (session->rest.count > 1 || view->width || view->options.way.wanted))
        return session_refuse(session, "option-conflict",
                              "a page shows one thing alone, with no --width and no --route",
                              NULL);
    if (!session_prints(session, view->output, view->options.format == WR_SVG))
        return EXIT_WRONG_COMMAND;
    return view->watch ? watch(session, view->output, make_again, view) : make(view);
}

static enum exit_code run_view(struct session *session)
{
    struct view view = {.session = session, .format = BY_NAME};
    view.kits.items = calloc((size_t)session->argc + 1, sizeof *view.kits.items);
    if (!view.kits.items)
        return session_no_memory(session);
    enum exit_code code = check_and_make(&view);
    free(view.kits.items);
    return code;
}

static const struct option_row rows[] = {
    {"output", 'o', "FILE", OPTION_SEEN, offsetof(struct view, output),
     "the picture: .svg or .png; or a page to see and walk in: .html"},
    {"kit", 'k', "KIT", OPTION_KITS, offsetof(struct view, kits),
     "a kit, or a folder of kits, to look in before others; may be given\n"
     "several times"},
    {"format", 0, "svg|png|html", OPTION_CHOICE, offsetof(struct view, format),
     "what the picture is, where its name does not say (svg)"},
    {"watch", 0, NULL, OPTION_FLAG, offsetof(struct view, watch),
     "draw again when a file it was drawn from changes, until Ctrl-C"},
    {"route", 0, "X,Y:X,Y", OPTION_WAY, offsetof(struct view, options.way),
     "of an area of NWN2: the way from one place to another, in metres"},
    {"width", 'w', "PIXELS", OPTION_COUNT, offsetof(struct view, width),
     "how wide the picture is (what the plan needs)"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct view, force),
     "replace a file that is there"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct view, durable),
     "sync the file, so that a power cut does not lose it"},
    {0},
};

const struct command command_view = {
    .name = "view",
    .usage = "PATH... -o FILE [options]",
    .summary = "draw the plan of a map, module or area, or the rooms of a kit",
    .help =
        "PATH is a map, a module (its folder, its LYT, or a MOD), a kit, a walkmesh, or an "
        "area\n"
        "of NWN2 (TRX, TRN), whose islands have colours. A level is\n"
        "drawn as a plan: floors by material, walls, doors, names, storeys beside each other,\n"
        "keys and locks, the entry, and the way to the exit. A kit is drawn room by room with\n"
        "its hooks. Several maps and modules become one sheet of thumbnails. A map that can "
        "be\n"
        "placed is drawn whatever else is wrong with it. 'warren generate --sheet' draws the\n"
        "levels of a template. Of one map, kit or module also comes a page, which needs "
        "nothing\n"
        "but a browser: plan, 3D, and walking.\n",
    .examples = "  warren view level.json -o plan.svg\n"
                "  warren view level.json -o plan.svg --watch\n"
                "  warren view level.json -o level.html\n"
                "  warren view out/level -o plan.png --width 1600\n"
                "  warren view kits/library/burrow -o burrow.svg\n"
                "  warren view area.trx -o area.svg --route 12.5,40:60,38.5\n"
                "  warren view a.json b.json c.json -o sheet.png\n"
                "  warren view level.json -o - --format png | display\n",
    .options = {rows},
    .run = run_view,
};
