/* A trail: a table that hands everything on to another, and notes what is used of it. */
#include "core/files/file.h"
#include "core/files/notes.h"

#include "core/base/system.h"

#include <string.h>

struct wr_trail {
    struct wr_files table;
    const struct wr_files *below;
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
    int error = trail->below->look(trail->below->user, path, out);
    return noted(trail, path, WR_LOOKED_AT, error ? 0 : wr_state_looked_at(out), error);
}

/* A stream gives what it has once: nobody can tell whether it would give the same. */
static int open_file(void *user, const char *path, void **file, struct wr_file_status *out)
{
    struct wr_trail *trail = user;
    const struct wr_files *below = trail->below;
    int error = below->open(below->user, path, file, out);
    if (error)
        return noted(trail, path, WR_LOOKED_AT, 0, error);
    if (out->kind == WR_PLAIN_FILE)
        error = noted(trail, path, WR_READ, wr_state_read(out), WR_FILE_FINE);
    if (error)
        below->close(below->user, *file);
    return error;
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->read(below->user, file, offset, data, size, got);
}

static void close_file(void *user, void *file)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    below->close(below->user, file);
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
    int error = trail->below->list(trail->below->user, path, add_name, &listing);
    return noted(trail, path, WR_LISTED, error ? 0 : listing.state, error);
}

static int resolve(void *user, const char *path, struct wr_bytes *out)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->resolve(below->user, path, out);
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
    int error = trail->below->stage(trail->below->user, folder, &stage->below);
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
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->create(below->user, stage ? ((struct stage *)stage)->below : NULL, name,
                         file);
}

static int go_on(void *user, const char *path, uint64_t size, void **file)
{
    struct wr_trail *trail = user;
    if (!wr_notes_disown(trail->notes, path))
        return WR_FILE_NO_MEMORY;
    return trail->below->go_on(trail->below->user, path, size, file);
}

static int append(void *user, void *file, const void *data, size_t size)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->append(below->user, file, data, size);
}

static int rewrite(void *user, void *file, const void *data, size_t size)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->rewrite(below->user, file, data, size);
}

static int finish(void *user, void *file, unsigned flags)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->finish(below->user, file, flags);
}

static int commit(void *user, void *stage, const char *name, const char *path, unsigned flags)
{
    struct wr_trail *trail = user;
    const struct wr_files *below = trail->below;
    if (!wr_notes_disown(trail->notes, path))
        return WR_FILE_NO_MEMORY;
    return below->commit(below->user, ((struct stage *)stage)->below, name, path, flags);
}

static int sync_stage(void *user, void *stage)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->sync(below->user, ((struct stage *)stage)->below);
}

static void drop(void *user, void *handle)
{
    struct wr_trail *trail = user;
    struct stage *stage = handle;
    trail->below->drop(trail->below->user, stage->below);
    wr_notes_wrote_in(trail->notes, stage->folder);
    wr_free(stage);
}

static int remove_file(void *user, const char *path)
{
    struct wr_trail *trail = user;
    if (!wr_notes_disown(trail->notes, path))
        return WR_FILE_NO_MEMORY;
    return trail->below->remove(trail->below->user, path);
}

static const char *reason(void *user, int error)
{
    const struct wr_files *below = ((struct wr_trail *)user)->below;
    return below->reason(below->user, error);
}

static struct wr_files table_of(struct wr_trail *trail)
{
    const struct wr_files *below = trail->below;
    struct wr_files table = {
        .user = trail,
        .look = look,
        .open = open_file,
        .read = read_file,
        .close = close_file,
        .list = list,
        .resolve = below->resolve ? resolve : NULL,
        .remove = below->remove ? remove_file : NULL,
        .reason = below->reason ? reason : NULL,
    };
    if (!below->stage)
        return table;
    table.stage = make_stage;
    table.create = create;
    table.go_on = below->go_on ? go_on : NULL;
    table.append = append;
    table.rewrite = rewrite;
    table.finish = finish;
    table.commit = commit;
    table.sync = sync_stage;
    table.drop = drop;
    return table;
}

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
    *trail = (struct wr_trail){.below = below ? below : wr_files_system()};
    trail->notes = wr_notes_create(trail->below);
    trail->table = table_of(trail);
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
    return &trail->table;
}

const char *wr_trail_path(struct wr_trail *trail, size_t index)
{
    return wr_notes_path(trail->notes, index);
}

void wr_trail_forget(struct wr_trail *trail)
{
    wr_notes_forget(trail->notes);
}
