/* A trail: a table that hands everything on to another, and notes what is used of it. */
#include "core/files/file.h"
#include "core/files/notes.h"
#include "core/files/overlay.h"

#include "core/base/system.h"

#include <string.h>

struct wr_trail {
    struct wr_overlay over;
    struct wr_notes *notes;
    mtx_t lock; /* these two for waiting only */
    cnd_t never;
};

/* ---- What is used ------------------------------------------------------------------------ */

static int noted(struct wr_trail *trail, const char *path, enum wr_use use, uint64_t state,
                 int error)
{
    return wr_notes_add(trail->notes, path, use, state) ? error : WR_FILE_NO_MEMORY;
}

static int look(void *user, const char *path, struct wr_file_status *out)
{
    struct wr_trail *trail = user;
    int error = wr_below.look(user, path, out);
    return noted(trail, path, WR_LOOKED_AT, error ? 0 : wr_state_looked_at(out), error);
}

/* A stream gives what it has once: nobody can tell whether it would give the same. */
static int open_file(void *user, const char *path, void **file, struct wr_file_status *out)
{
    struct wr_trail *trail = user;
    int error = wr_below.open(user, path, file, out);
    if (error)
        return noted(trail, path, WR_LOOKED_AT, 0, error);
    if (out->kind == WR_PLAIN_FILE)
        error = noted(trail, path, WR_READ, wr_state_read(out), WR_FILE_FINE);
    if (error)
        wr_below.close(user, *file);
    return error;
}

/* A list that is being taken down, and handed on. */
struct listing {
    wr_list_fn *each;
    void *to;
    uint64_t state;
};

static bool add_name(void *user, const char *name, enum wr_file_kind kind)
{
    struct listing *listing = user;
    listing->state = wr_state_list_with(listing->state, name, kind);
    return listing->each(listing->to, name, kind);
}

static int list(void *user, const char *path, wr_list_fn *each, void *to)
{
    struct wr_trail *trail = user;
    struct listing listing = {each, to, wr_state_list()};
    int error = wr_below.list(user, path, add_name, &listing);
    return noted(trail, path, WR_LISTED, error ? 0 : listing.state, error);
}

/* ---- What is written --------------------------------------------------------------------- */

struct stage {
    void *below; /* its handle there */
    char folder[];
};

static int make_stage(void *user, const char *folder, void **out)
{
    struct wr_trail *trail = user;
    size_t size = strlen(folder) + 1;
    struct stage *stage = wr_alloc(sizeof *stage + size);
    if (!stage)
        return WR_FILE_NO_MEMORY;
    memcpy(stage->folder, folder, size);
    int error = wr_below.stage(user, folder, &stage->below);
    if (error) {
        wr_free(stage);
        return error;
    }
    wr_notes_wrote_in(trail->notes, folder);
    *out = stage;
    return WR_FILE_FINE;
}

static int create(void *user, void *stage, const char *name, void **file)
{
    return wr_below.create(user, stage ? ((struct stage *)stage)->below : NULL, name, file);
}

static int go_on(void *user, const char *path, uint64_t size, void **file)
{
    struct wr_trail *trail = user;
    if (!wr_notes_disown(trail->notes, path))
        return WR_FILE_NO_MEMORY;
    return wr_below.go_on(user, path, size, file);
}

static int commit(void *user, void *stage, const char *name, const char *path, unsigned flags)
{
    struct wr_trail *trail = user;
    if (!wr_notes_disown(trail->notes, path))
        return WR_FILE_NO_MEMORY;
    return wr_below.commit(user, ((struct stage *)stage)->below, name, path, flags);
}

static int sync_stage(void *user, void *stage)
{
    return wr_below.sync(user, ((struct stage *)stage)->below);
}

static void drop(void *user, void *handle)
{
    struct wr_trail *trail = user;
    struct stage *stage = handle;
    wr_below.drop(user, stage->below);
    wr_notes_wrote_in(trail->notes, stage->folder);
    wr_free(stage);
}

static int remove_file(void *user, const char *path)
{
    struct wr_trail *trail = user;
    if (!wr_notes_disown(trail->notes, path))
        return WR_FILE_NO_MEMORY;
    return wr_below.remove(user, path);
}

static int move_file(void *user, const char *from, const char *to, unsigned flags)
{
    struct wr_trail *trail = user;
    if (!wr_notes_disown(trail->notes, from) || !wr_notes_disown(trail->notes, to))
        return WR_FILE_NO_MEMORY;
    return wr_below.move(user, from, to, flags);
}

static const struct wr_files own = {
    .look = look,
    .open = open_file,
    .list = list,
    .stage = make_stage,
    .create = create,
    .go_on = go_on,
    .commit = commit,
    .sync = sync_stage,
    .drop = drop,
    .remove = remove_file,
    .move = move_file,
};

/* ---- Waiting ----------------------------------------------------------------------------- */

static void idle(struct wr_trail *trail, double seconds)
{
    mtx_lock(&trail->lock);
    /* NOLINTNEXTLINE(bugprone-spuriously-wake-up-functions) */
    wr_wait(&trail->never, &trail->lock, seconds);
    mtx_unlock(&trail->lock);
}

/* Whoever writes several files, or one in several steps, is let finish; a file that was emptied
 * is about to be filled. */
static void let_rest(struct wr_trail *trail)
{
    enum { MOST = 50 };
    static const double step = 0.02;
    bool empty;
    uint64_t before = wr_notes_now(trail->notes, &empty), now;
    for (int i = 0; i < MOST; i++, before = now) {
        idle(trail, step);
        now = wr_notes_now(trail->notes, &empty);
        if (now == before && !empty)
            return;
    }
}

static enum wr_result await_change(struct wr_context *context, struct wr_trail *trail)
{
    static const double least = 0.025,
                        share = 20; /* a twentieth of the time is spent looking */
    while (!wr_context_stopped(context)) {
        double began = wr_clock();
        if (wr_notes_changed(trail->notes)) {
            let_rest(trail);
            return WR_OK;
        }
        double took = wr_clock() - began;
        idle(trail, share * took > least ? share * took : least);
    }
    return WR_STOPPED;
}

enum wr_result wr_trail_wait(struct wr_context *context, struct wr_trail *trail)
{
    wr_context_enter(context);
    return wr_context_leave(context, await_change(context, trail));
}

const char *wr_trail_changed(struct wr_trail *trail)
{
    return wr_notes_changed(trail->notes);
}

/* ---- The trail --------------------------------------------------------------------------- */

static bool make_locks(struct wr_trail *trail)
{
    if (mtx_init(&trail->lock, mtx_plain) != thrd_success)
        return false;
    if (cnd_init(&trail->never) == thrd_success)
        return true;
    mtx_destroy(&trail->lock);
    return false;
}

struct wr_trail *wr_trail_create(const struct wr_files *below)
{
    struct wr_trail *trail = wr_alloc(sizeof *trail);
    if (!trail)
        return NULL;
    *trail = (struct wr_trail){.notes = NULL};
    wr_overlay_start(&trail->over, below ? below : wr_files_system(), &own);
    trail->notes = wr_notes_create(trail->over.below);
    if (trail->notes && make_locks(trail))
        return trail;
    wr_notes_destroy(trail->notes);
    wr_free(trail);
    return NULL;
}

void wr_trail_destroy(struct wr_trail *trail)
{
    if (!trail)
        return;
    cnd_destroy(&trail->never);
    mtx_destroy(&trail->lock);
    wr_notes_destroy(trail->notes);
    wr_free(trail);
}

const struct wr_files *wr_trail_files(struct wr_trail *trail)
{
    return &trail->over.table;
}

const char *wr_trail_path(struct wr_trail *trail, size_t index)
{
    return wr_notes_path(trail->notes, index);
}

void wr_trail_forget(struct wr_trail *trail)
{
    wr_notes_forget(trail->notes);
}
