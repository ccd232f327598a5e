/* Overlays: all that a table of files hands on to another. */
#include "core/files/overlay.h"

static const struct wr_files *below_of(const void *user)
{
    return ((const struct wr_overlay *)user)->below;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static int look(void *user, const char *path, struct wr_file_status *out)
{
    const struct wr_files *below = below_of(user);
    return below->look(below->user, path, out);
}

static int open_file(void *user, const char *path, void **file, struct wr_file_status *out)
{
    const struct wr_files *below = below_of(user);
    return below->open(below->user, path, file, out);
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    const struct wr_files *below = below_of(user);
    return below->read(below->user, file, offset, data, size, got);
}

static void close_file(void *user, void *file)
{
    const struct wr_files *below = below_of(user);
    below->close(below->user, file);
}

static int list(void *user, const char *path, wr_list_fn *each, void *to)
{
    const struct wr_files *below = below_of(user);
    return below->list(below->user, path, each, to);
}

static int resolve(void *user, const char *path, struct wr_bytes *out)
{
    const struct wr_files *below = below_of(user);
    return below->resolve(below->user, path, out);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static int stage(void *user, const char *folder, void **out)
{
    const struct wr_files *below = below_of(user);
    return below->stage(below->user, folder, out);
}

static int create(void *user, void *handle, const char *name, void **file)
{
    const struct wr_files *below = below_of(user);
    return below->create(below->user, handle, name, file);
}

static int go_on(void *user, const char *path, uint64_t size, void **file)
{
    const struct wr_files *below = below_of(user);
    return below->go_on(below->user, path, size, file);
}

static int append(void *user, void *file, const void *data, size_t size)
{
    const struct wr_files *below = below_of(user);
    return below->append(below->user, file, data, size);
}

static int rewrite(void *user, void *file, const void *data, size_t size)
{
    const struct wr_files *below = below_of(user);
    return below->rewrite(below->user, file, data, size);
}

static int finish(void *user, void *file, unsigned flags)
{
    const struct wr_files *below = below_of(user);
    return below->finish(below->user, file, flags);
}

static int commit(void *user, void *handle, const char *name, const char *path, unsigned flags)
{
    const struct wr_files *below = below_of(user);
    return below->commit(below->user, handle, name, path, flags);
}

static int sync_stage(void *user, void *handle)
{
    const struct wr_files *below = below_of(user);
    return below->sync(below->user, handle);
}

static void drop(void *user, void *handle)
{
    const struct wr_files *below = below_of(user);
    below->drop(below->user, handle);
}

static int remove_file(void *user, const char *path)
{
    const struct wr_files *below = below_of(user);
    return below->remove(below->user, path);
}

static int move_file(void *user, const char *from, const char *to, unsigned flags)
{
    const struct wr_files *below = below_of(user);
    return below->move(below->user, from, to, flags);
}

static const char *reason(void *user, int error)
{
    const struct wr_files *below = below_of(user);
    return below->reason ? below->reason(below->user, error) : NULL;
}

/* ---- The table --------------------------------------------------------------------------- */

const struct wr_files wr_below = {
    .look = look,
    .open = open_file,
    .read = read_file,
    .close = close_file,
    .list = list,
    .resolve = resolve,
    .stage = stage,
    .create = create,
    .go_on = go_on,
    .append = append,
    .rewrite = rewrite,
    .finish = finish,
    .commit = commit,
    .sync = sync_stage,
    .drop = drop,
    .remove = remove_file,
    .move = move_file,
    .reason = reason,
};

#define CHOOSE(name) ((own->name) ? (own->name) : wr_below.name)
#define CHOOSE_IF_BELOW(name) ((below->name) ? CHOOSE(name) : NULL)

void wr_overlay_start(struct wr_overlay *overlay, const struct wr_files *below,
                      const struct wr_files *own)
{
    overlay->below = below;
    overlay->table = (struct wr_files){
        .user = overlay,
        .look = CHOOSE(look),
        .open = CHOOSE(open),
        .read = CHOOSE(read),
        .close = CHOOSE(close),
        .list = CHOOSE(list),
        .resolve = CHOOSE_IF_BELOW(resolve),
        .stage = CHOOSE_IF_BELOW(stage),
        .create = CHOOSE_IF_BELOW(create),
        .go_on = CHOOSE_IF_BELOW(go_on),
        .append = CHOOSE_IF_BELOW(append),
        .rewrite = CHOOSE_IF_BELOW(rewrite),
        .finish = CHOOSE_IF_BELOW(finish),
        .commit = CHOOSE_IF_BELOW(commit),
        .sync = CHOOSE_IF_BELOW(sync),
        .drop = CHOOSE_IF_BELOW(drop),
        .remove = CHOOSE_IF_BELOW(remove),
        .move = CHOOSE_IF_BELOW(move),
        .reason = CHOOSE(reason),
    };
}
