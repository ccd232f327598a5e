/* Making something again whenever what it was made of changes. */
#include "builder/cli/watching.h"

#include <stdio.h>
#include <string.h>

/* What changed last, or that nothing did yet. */
struct cause {
    char path[WR_LONGEST_PATH];
};

/* In quiet, one line tells what came of each round; findings are told as ever. */
static void say_round(struct session *session, const struct cause *cause, enum exit_code code)
{
    struct wr_bytes text = {0};
    if (!session->quiet || session->json)
        return;
    wr_bytes_print(&text, "%s: %s\n", cause->path, code == EXIT_DONE ? "done" : "failed");
    printer_result(&session->printer, &text);
}

static void say_waiting(const struct session *session, struct wr_trail *trail)
{
    size_t count = 0;
    struct wr_bytes text = {0};
    while (wr_trail_path(trail, count))
        count++;
    wr_bytes_text(&text, "Watching what it was made of (");
    say_count(&text, count, "path");
    wr_bytes_text(&text, "); Ctrl-C ends\n");
    if (!session->quiet && !session->json && !text.failed)
        wr_write_err(text.data, text.size);
    wr_bytes_finish(&text);
}

static void say_change(const struct session *session, const struct cause *cause)
{
    struct wr_bytes text = {0}, shown = {0};
    wr_bytes_print(&text, "%s changed\n", cause->path);
    if (!text.failed)
        wr_bytes_visible(&shown, text.data, text.size);
    if (!session->quiet && !session->json && !shown.failed)
        wr_write_err(shown.data, shown.size);
    wr_bytes_finish(&text);
    wr_bytes_finish(&shown);
}

/* A round has a context of its own: it says all it finds, whatever was said before. The trail
 * is below the packs, so that it sees their archives change. */
static enum exit_code make_round(struct session *session, struct wr_trail *trail,
                                 watched_fn *make, void *user, bool again)
{
    struct wr_bytes nothing = {0};
    enum wr_result opened = session_renew(session, wr_trail_files(trail));
    if (!session->context)
        return session_no_memory(session);
    return opened == WR_OK ? make(user, again) : session_end(session, opened, &nothing);
}

static enum exit_code go_round(struct session *session, struct wr_trail *trail,
                               watched_fn *make, void *user)
{
    struct cause cause = {"begin"};
    bool made = false, told = false;
    for (;;) {
        wr_trail_forget(trail);
        enum exit_code code = make_round(session, trail, make, user, made);
        made |= code == EXIT_DONE;
        say_round(session, &cause, code);
        if (!told)
            say_waiting(session, trail);
        told = true;
        if (!session->context || wr_trail_wait(session->context, trail) != WR_OK)
            return code;
        const char *path = wr_trail_changed(trail);
        snprintf(cause.path, sizeof cause.path, "%s", path ? path : "something");
        say_change(session, &cause);
    }
}

enum exit_code watch(struct session *session, const char *output, watched_fn *make, void *user)
{
    if (session_has_stdin(session) || is_stdout(output))
        return session_refuse(session, "option-conflict",
                              "--watch waits for files, and - is none", NULL);
    struct wr_trail *trail = wr_trail_create(wr_standard_files(session->standard));
    if (!trail)
        return session_end(session, WR_NO_MEMORY, &(struct wr_bytes){0});
    enum exit_code code = go_round(session, trail, make, user);
    session_leave(session);
    wr_trail_destroy(trail);
    return code;
}
