/* Standard input and output as files of a table, over those of another. */
#include "core/files/file.h"
#include "core/files/overlay.h"

#include "core/base/bytes.h"

#include <string.h>
#include <threads.h>

/* Errors of its own, which no system has. */
enum { UNREADABLE = -1000001, UNWRITABLE = -1000002 };

struct wr_standard {
    struct wr_overlay over;
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
        return wr_below.look(user, path, out);
    *out = (struct wr_file_status){.kind = WR_STREAM};
    return WR_FILE_FINE;
}

static int open_file(void *user, const char *path, void **file, struct wr_file_status *out)
{
    struct wr_standard *standard = user;
    if (!is_input(path))
        return wr_below.open(user, path, file, out);
    *file = &standard->in;
    return look_at_input(standard, out);
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    struct wr_standard *standard = user;
    const struct wr_bytes *input = &standard->input;
    if (file != &standard->in)
        return wr_below.read(user, file, offset, data, size, got);
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
        wr_below.close(user, file);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static int create(void *user, void *handle, const char *name, void **file)
{
    struct wr_standard *standard = user;
    if (handle || !is_output(name))
        return wr_below.create(user, handle, name, file);
    *file = &standard->out;
    return WR_FILE_FINE;
}

static int append(void *user, void *file, const void *data, size_t size)
{
    struct wr_standard *standard = user;
    if (file != &standard->out)
        return wr_below.append(user, file, data, size);
    return wr_write_out(data, size) ? WR_FILE_FINE : UNWRITABLE;
}

/* What was printed cannot be written over. */
static int rewrite(void *user, void *file, const void *data, size_t size)
{
    struct wr_standard *standard = user;
    if (file == &standard->out)
        return UNWRITABLE;
    return wr_below.rewrite(user, file, data, size);
}

static int finish(void *user, void *file, unsigned flags)
{
    struct wr_standard *standard = user;
    if (file == &standard->out)
        return WR_FILE_FINE;
    return wr_below.finish(user, file, flags);
}

static const char *reason(void *user, int error)
{
    if (error == UNREADABLE)
        return "it is closed, or gives no file";
    if (error == UNWRITABLE)
        return "it is closed, or nobody takes it, or its place is full";
    return wr_below.reason(user, error);
}

/* ---- The table --------------------------------------------------------------------------- */

static const struct wr_files own = {
    .look = look,
    .open = open_file,
    .read = read_file,
    .close = close_file,
    .create = create,
    .append = append,
    .rewrite = rewrite,
    .finish = finish,
    .reason = reason,
};

struct wr_standard *wr_standard_create(const struct wr_files *below)
{
    struct wr_standard *standard = wr_alloc(sizeof *standard);
    if (!standard)
        return NULL;
    *standard = (struct wr_standard){.read = false};
    wr_overlay_start(&standard->over, below ? below : wr_files_system(), &own);
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
    return &standard->over.table;
}
