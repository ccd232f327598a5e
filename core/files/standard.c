/* Standard input and output as files of a table, over those of another. */
#include "core/files/file.h"

#include "core/base/bytes.h"

#include <string.h>
#include <threads.h>

/* Errors of its own, which no system has. */
enum { UNREADABLE = -1000001, UNWRITABLE = -1000002 };

struct wr_standard {
    struct wr_files table;
    const struct wr_files *below;
    mtx_t lock; /* of the next two */
    bool read;
    struct wr_bytes input;
    char in, out; /* their addresses are handles */
};

static bool is_input(const char *path)
{
    return strcmp(path, WR_STDIN) == 0;
}

static bool is_output(const char *path)
{
    return strcmp(path, WR_STDOUT) == 0;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* All of it, once: a pipe cannot be asked again, and some files are looked at before they are
 * read. */
static int read_input(struct wr_standard *standard)
{
    mtx_lock(&standard->lock);
    bool fine = standard->read || wr_read_in(&standard->input);
    standard->read = fine;
    mtx_unlock(&standard->lock);
    return fine ? WR_FILE_FINE : standard->input.failed ? WR_FILE_NO_MEMORY : UNREADABLE;
}

static int look_at_input(struct wr_standard *standard, struct wr_file_status *out)
{
    int error = read_input(standard);
    *out = (struct wr_file_status){.kind = WR_PLAIN_FILE, .size = standard->input.size};
    return error;
}

static int look(void *user, const char *path, struct wr_file_status *out)
{
    struct wr_standard *standard = user;
    if (is_input(path))
        return look_at_input(standard, out);
    if (!is_output(path))
        return standard->below->look(standard->below->user, path, out);
    *out = (struct wr_file_status){.kind = WR_STREAM};
    return WR_FILE_FINE;
}

static int open_file(void *user, const char *path, void **file, struct wr_file_status *out)
{
    struct wr_standard *standard = user;
    if (!is_input(path))
        return standard->below->open(standard->below->user, path, file, out);
    *file = &standard->in;
    return look_at_input(standard, out);
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    struct wr_standard *standard = user;
    const struct wr_bytes *input = &standard->input;
    if (file != &standard->in)
        return standard->below->read(standard->below->user, file, offset, data, size, got);
    size_t left = offset < input->size ? input->size - (size_t)offset : 0;
    *got = size < left ? size : left;
    if (*got > 0)
        memcpy(data, input->data + offset, *got);
    return WR_FILE_FINE;
}

static void close_file(void *user, void *file)
{
    struct wr_standard *standard = user;
    if (file != &standard->in)
        standard->below->close(standard->below->user, file);
}

static int list(void *user, const char *path, wr_list_fn *each, void *to)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->list(below->user, path, each, to);
}

static int resolve(void *user, const char *path, struct wr_bytes *out)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->resolve(below->user, path, out);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static int stage(void *user, const char *folder, void **out)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->stage(below->user, folder, out);
}

static int create(void *user, void *handle, const char *name, void **file)
{
    struct wr_standard *standard = user;
    if (handle || !is_output(name))
        return standard->below->create(standard->below->user, handle, name, file);
    *file = &standard->out;
    return WR_FILE_FINE;
}

static int go_on(void *user, const char *path, uint64_t size, void **file)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->go_on(below->user, path, size, file);
}

static int append(void *user, void *file, const void *data, size_t size)
{
    struct wr_standard *standard = user;
    if (file != &standard->out)
        return standard->below->append(standard->below->user, file, data, size);
    return wr_write_out(data, size) ? WR_FILE_FINE : UNWRITABLE;
}

/* What was printed cannot be written over. */
static int rewrite(void *user, void *file, const void *data, size_t size)
{
    struct wr_standard *standard = user;
    if (file == &standard->out)
        return UNWRITABLE;
    return standard->below->rewrite(standard->below->user, file, data, size);
}

static int finish(void *user, void *file, unsigned flags)
{
    struct wr_standard *standard = user;
    if (file == &standard->out)
        return WR_FILE_FINE;
    return standard->below->finish(standard->below->user, file, flags);
}

static int commit(void *user, void *handle, const char *name, const char *path, unsigned flags)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->commit(below->user, handle, name, path, flags);
}

static int sync_stage(void *user, void *handle)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->sync(below->user, handle);
}

static void drop(void *user, void *handle)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    below->drop(below->user, handle);
}

static int remove_file(void *user, const char *path)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->remove(below->user, path);
}

static int move_file(void *user, const char *from, const char *to, unsigned flags)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    return below->move(below->user, from, to, flags);
}

static const char *reason(void *user, int error)
{
    const struct wr_files *below = ((struct wr_standard *)user)->below;
    if (error == UNREADABLE)
        return "it is closed, or gives no file";
    if (error == UNWRITABLE)
        return "it is closed, or nobody takes it, or its place is full";
    return below->reason ? below->reason(below->user, error) : NULL;
}

/* ---- The table --------------------------------------------------------------------------- */

static struct wr_files table_of(struct wr_standard *standard)
{
    const struct wr_files *below = standard->below;
    struct wr_files table = {
        .user = standard,
        .look = look,
        .open = open_file,
        .read = read_file,
        .close = close_file,
        .list = list,
        .resolve = below->resolve ? resolve : NULL,
        .remove = below->remove ? remove_file : NULL,
        .reason = reason,
    };
    if (!below->stage)
        return table;
    table.stage = stage;
    table.create = create;
    table.go_on = below->go_on ? go_on : NULL;
    table.move = below->move ? move_file : NULL;
    table.append = append;
    table.rewrite = rewrite;
    table.finish = finish;
    table.commit = commit;
    table.sync = sync_stage;
    table.drop = drop;
    return table;
}

struct wr_standard *wr_standard_create(const struct wr_files *below)
{
    struct wr_standard *standard = wr_alloc(sizeof *standard);
    if (!standard)
        return NULL;
    *standard = (struct wr_standard){.below = below ? below : wr_files_system()};
    standard->table = table_of(standard);
    if (mtx_init(&standard->lock, mtx_plain) == thrd_success)
        return standard;
    wr_free(standard);
    return NULL;
}

void wr_standard_destroy(struct wr_standard *standard)
{
    if (!standard)
        return;
    mtx_destroy(&standard->lock);
    wr_bytes_finish(&standard->input);
    wr_free(standard);
}

const struct wr_files *wr_standard_files(struct wr_standard *standard)
{
    return &standard->table;
}
