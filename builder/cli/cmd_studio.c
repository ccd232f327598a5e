/* warren studio: the page, with something inside. */
#include "builder/cli/session.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct studio_asked {
    const char *output;
    struct texts kits;
    bool force, durable;
};

static void say(const struct session *session, const char *path, const struct wr_bytes *page,
                struct wr_bytes *out)
{
    if (session->json) {
        wr_bytes_text(out, "{\"page\":");
        wr_bytes_json(out, path);
        json_count(out, "bytes", page->size);
        wr_bytes_text(out, "}\n");
    } else if (!session->quiet) {
        wr_bytes_print(out, "Wrote %s: %llu KiB\n", path,
                       (unsigned long long)(page->size + 1023) / 1024);
    }
}

/* To where it was asked for, else to a folder of its own, and opened. */
static enum wr_result put(struct session *session, const struct studio_asked *asked,
                          const struct wr_bytes *page, struct wr_bytes *text)
{
    struct wr_bytes path = {0};
    enum wr_result result;
    if (asked->output) {
        wr_bytes_text(&path, asked->output);
        result = wr_save(session->context, asked->output, page, asked->force, asked->durable);
    } else {
        result = wr_page_open(session->context, "studio", page, &path);
    }
    wr_bytes_char(&path, '\0');
    if (result == WR_OK && path.failed)
        result = WR_NO_MEMORY;
    if (result == WR_OK && !is_stdout(asked->output))
        say(session, (const char *)path.data, page, text);
    wr_bytes_finish(&path);
    return result;
}

static enum exit_code make(struct session *session, const struct studio_asked *asked)
{
    const struct wr_page_options options = {
        .source = session->rest.count ? session->rest.items[0] : NULL,
        .surfaces = session->surfaces_given ? &session->surfaces : NULL};
    struct wr_bytes page = {0}, text = {0};
    struct wr_kits *kits = wr_kits_create(&session->surfaces);
    enum wr_result result = kits ? WR_OK : WR_NO_MEMORY;
    for (size_t i = 0; result == WR_OK && i < asked->kits.count; i++)
        result = wr_kits_add(kits, asked->kits.items[i]);
    if (result == WR_OK)
        result = wr_page_make(session->context, kits, &options, &page);
    if (result == WR_OK)
        result = put(session, asked, &page, &text);
    enum exit_code code = session_end(session, result, &text);
    wr_bytes_finish(&page);
    wr_kits_free(kits);
    return code;
}

static enum exit_code run(struct session *session, struct studio_asked *asked)
{
    enum exit_code code;
    if (!session_open(session, asked, &code))
        return code;
    if (session->rest.count > 1)
        return session_refuse(session, "argument-missing", "studio opens one thing at a time",
                              NULL);
    if (asked->output && !session_prints(session, asked->output, true))
        return EXIT_WRONG_COMMAND;
    return make(session, asked);
}

static enum exit_code run_studio(struct session *session)
{
    struct studio_asked asked = {0};
    asked.kits.items = calloc((size_t)session->argc + 1, sizeof *asked.kits.items);
    if (!asked.kits.items)
        return session_no_memory(session);
    enum exit_code code = run(session, &asked);
    free(asked.kits.items);
    return code;
}

static const struct option_row rows[] = {
    {"output", 'o', "FILE", OPTION_PAGE, offsetof(struct studio_asked, output),
     "the page, instead of one in a new temporary folder; it is not opened"},
    {"kit", 'k', "KIT", OPTION_KITS, offsetof(struct studio_asked, kits),
     "a kit, or a folder of kits, to look in before others; may be given\n"
     "several times"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct studio_asked, force),
     "replace a file that is there"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct studio_asked, durable),
     "sync the file, so that a power cut does not lose it"},
    {0},
};

const struct command command_studio = {
    .name = "studio",
    .usage = "[PATH] [options]",
    .summary = "open the studio, a page to build levels in by looking and dragging",
    .help =
        "The studio is one page, which works in a browser, offline, and sends nothing "
        "anywhere.\n"
        "PATH is a map, whose kits go into the page with it, a kit, or a module (its folder, "
        "its\n"
        "LYT, a MOD or a RIM), which comes apart into rooms as 'warren kit extract' takes "
        "it.\n"
        "What is made there is saved there: PATH stays as it is.\n",
    .examples = "  warren studio\n"
                "  warren studio level.json\n"
                "  warren studio out/level/level.mod\n"
                "  warren studio level.json -o level.html\n",
    .options = {rows},
    .run = run_studio,
};
