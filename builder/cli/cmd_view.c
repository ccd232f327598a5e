/* warren view: pictures. */
#include "builder/cli/session.h"

#include <limits.h>
#include <stdlib.h>

struct view {
    struct session *session;
    struct wr_draw_options options;
    const char *output;
    struct texts kits;
    uint64_t width;
    bool force, durable;
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

static void say(const struct view *view, const struct wr_bytes *picture, struct wr_bytes *out)
{
    if (view->session->json) {
        wr_bytes_text(out, "{\"picture\":");
        wr_bytes_json(out, view->output);
        json_count(out, "bytes", picture->size);
        wr_bytes_text(out, "}\n");
    } else if (!view->session->quiet) {
        wr_bytes_print(out, "Drew %s: %llu KiB\n", view->output,
                       (unsigned long long)(picture->size + 1023) / 1024);
    }
}

static enum wr_result draw(struct view *view, struct wr_bytes *picture)
{
    struct session *session = view->session;
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
    enum wr_result result = gather_kits(view);
    if (result == WR_OK)
        result = draw(view, &picture);
    if (picture.size > 0) {
        enum wr_result saved =
            wr_save(session->context, view->output, &picture, view->force, view->durable);
        if (saved == WR_OK)
            say(view, &picture, &text);
        else
            result = saved;
    }
    enum exit_code code = session_end(session, result, &text);
    wr_bytes_finish(&picture);
    wr_kits_free(view->set);
    return code;
}

/* ---- The command ---- */

static enum exit_code check_and_make(struct view *view, const struct option_row *rows)
{
    struct session *session = view->session;
    enum exit_code code;
    if (!session_open(session, rows, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing", "view wants something to draw",
                              NULL);
    if (!view->output)
        return session_refuse(session, "option-missing",
                              "view wants to know where the picture goes",
                              "give -o FILE.svg or -o FILE.png");
    if (!picture_format(view->output, &view->options.format))
        return session_refuse(session, "view-format", "a picture is a .svg or a .png",
                              "end the name behind -o in one of them");
    return make(view);
}

static enum exit_code run_view(struct session *session)
{
    struct view view = {.session = session};
    view.kits.items = calloc((size_t)session->argc + 1, sizeof *view.kits.items);
    if (!view.kits.items)
        return EXIT_SYSTEM;
    const struct option_row rows[] = {
        {"output", 'o', "FILE", OPTION_TEXT, &view.output, "the picture: .svg or .png"},
        {"kit", 'k', "KIT", OPTION_TEXTS, &view.kits,
         "a kit, or a folder of kits, to look in before others; may be given\n"
         "several times"},
        {"width", 'w', "PIXELS", OPTION_COUNT, &view.width,
         "how wide the picture is (what the plan needs)"},
        {"force", 'f', NULL, OPTION_FLAG, &view.force, "replace a file that is there"},
        {"durable", 0, NULL, OPTION_FLAG, &view.durable,
         "sync the file, so that a power cut does not lose it"},
        {0},
    };
    enum exit_code code = check_and_make(&view, rows);
    free(view.kits.items);
    return code;
}

const struct command command_view = {
    .name = "view",
    .usage = "PATH... -o FILE [options]",
    .summary = "draw the plan of a map or module, or the rooms of a kit",
    .help =
        "PATH is a map, a module (its folder, its LYT, or a MOD), a kit or a walkmesh. A level "
        "is\n"
        "drawn as a plan: floors by material, walls, doors, names, storeys beside each other,\n"
        "keys and locks, the entry, and the way to the exit. A kit is drawn room by room with\n"
        "its hooks. Several maps and modules become one sheet of thumbnails. A map that can "
        "be\n"
        "placed is drawn whatever else is wrong with it. 'warren generate --sheet' draws the\n"
        "levels of a template.\n",
    .examples = "  warren view level.json -o plan.svg\n"
                "  warren view out/level -o plan.png --width 1600\n"
                "  warren view kits/library/burrow -o burrow.svg\n"
                "  warren view a.json b.json c.json -o sheet.png\n",
    .run = run_view,
};
