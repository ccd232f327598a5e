/* Files, read whole or piece by piece. */
#include "core/files/fault.h"

#include "core/base/bytes.h"
#include "core/base/slices.h"

#include <string.h>

enum { STREAM_STEP = 1 << 16 };

static bool is_there(const struct wr_context *context, const char *path, bool folder)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    return files->look(files->user, path, &status) == WR_FILE_FINE &&
           (status.kind == WR_FOLDER) == folder;
}

bool wr_file_exists(const struct wr_context *context, const char *path)
{
    return is_there(context, path, false);
}

bool wr_file_in_way(const struct wr_context *context, const char *path)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    return files->look(files->user, path, &status) == WR_FILE_FINE &&
           status.kind == WR_PLAIN_FILE;
}

bool wr_folder_exists(const struct wr_context *context, const char *path)
{
    return is_there(context, path, true);
}

/* ---- Opening --------------------------------------------------------------------------- */

static enum wr_result fail_device(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-is-device",
                   "copy what it gives into a file",
                   "this is a pipe or a device where a file is wanted");
}

/* A file or stream that is open. */
struct input {
    const struct wr_files *files;
    const char *path;
    void *file;
    uint64_t size; /* of no meaning in a stream */
    bool stream;
};

static void close_input(struct input *input)
{
    if (input->files)
        input->files->close(input->files->user, input->file);
    input->files = NULL;
}

static enum wr_result open_input(struct wr_context *context, const char *path,
                                 struct input *out)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    *out = (struct input){.files = files, .path = path};
    if (wr_context_stopped(context))
        return WR_STOPPED;
    int error = files->open(files->user, path, &out->file, &status);
    if (error) {
        out->files = NULL;
        return wr_fail_read(context, path, error);
    }
    out->size = status.size;
    out->stream = status.kind == WR_STREAM;
    if (status.kind == WR_PLAIN_FILE || status.kind == WR_STREAM)
        return WR_OK;
    close_input(out);
    return status.kind == WR_FOLDER ? wr_fail_folder(context, path, NULL)
                                    : fail_device(context, path);
}

static enum wr_result read_slice(struct wr_context *context, const struct input *input,
                                 uint64_t offset, void *data, size_t size, size_t *got)
{
    if (wr_context_stopped(context))
        return WR_STOPPED;
    int error = input->files->read(input->files->user, input->file, offset, data, size, got);
    return error ? wr_fail_read(context, input->path, error) : WR_OK;
}

/* At most `size` bytes, fewer at the end only. */
static enum wr_result read_some(struct wr_context *context, const struct input *input,
                                uint64_t offset, void *data, size_t size, size_t *got)
{
    enum wr_result result = WR_OK;
    size_t step = 0, more = 0;
    *got = 0;
    for (; result == WR_OK && more == step && *got < size; *got += more) {
        step = wr_slice(size - *got);
        more = 0;
        result = read_slice(context, input, offset + *got, (uint8_t *)data + *got, step, &more);
    }
    return result;
}

/* ---- Reading whole ------------------------------------------------------------------------
 */

static enum wr_result fail_size(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_LIMIT, wr_at(&source, WR_WHOLE_FILE), "file-too-large", NULL,
                   "the file is larger than 4 GiB, which no format here can hold");
}

static enum wr_result fail_shrunk(struct wr_context *context, const char *path)
{
    struct wr_source source = {.name = path};
    return wr_fail(context, WR_IO, wr_at(&source, WR_WHOLE_FILE), "read-failed",
                   "run it again once nobody writes to the file",
                   "cannot be read: the file became shorter meanwhile");
}

static enum wr_result read_sized(struct wr_context *context, struct wr_arena *arena,
                                 const struct input *input, struct wr_source *out)
{
    size_t size = (size_t)input->size, got = 0;
    uint8_t *data = size < SIZE_MAX ? WR_TAKE(arena, uint8_t, size + 1) : NULL;
    if (!data)
        return wr_no_memory(context);
    enum wr_result result = read_some(context, input, 0, data, size, &got);
    if (result == WR_OK && got < size)
        result = fail_shrunk(context, input->path);
    data[got] = 0;
    out->data = data;
    out->size = got;
    return result;
}

/* Pipes and the files of /proc do not know their size. */
static enum wr_result read_stream(struct wr_context *context, struct wr_arena *arena,
                                  const struct input *input, struct wr_source *out)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = WR_OK;
    size_t got = STREAM_STEP;
    while (result == WR_OK && got == STREAM_STEP) {
        size_t offset = bytes.size;
        uint8_t *to = wr_bytes_extend(&bytes, STREAM_STEP);
        got = 0;
        result = to ? read_some(context, input, offset, to, STREAM_STEP, &got)
                    : wr_no_memory(context);
        bytes.size = offset + got;
        if (result == WR_OK && bytes.size > WR_LARGEST_FILE)
            result = fail_size(context, input->path);
    }
    if (result == WR_OK) {
        out->size = bytes.size;
        out->data = (uint8_t *)wr_arena_text(arena, (char *)bytes.data, bytes.size);
        result = out->data ? WR_OK : wr_no_memory(context);
    }
    wr_bytes_finish(&bytes);
    return result;
}

enum wr_result wr_file_read(struct wr_context *context, struct wr_arena *arena,
                            const char *path, struct wr_source *out)
{
    struct input input;
    enum wr_result result = open_input(context, path, &input);
    if (result != WR_OK)
        return result;
    struct wr_source source = {.name = wr_arena_text(arena, path, strlen(path))};
    if (!source.name)
        result = wr_no_memory(context);
    else if (input.stream || input.size == 0)
        result = read_stream(context, arena, &input, &source);
    else if (input.size > WR_LARGEST_FILE)
        result = fail_size(context, path);
    else
        result = read_sized(context, arena, &input, &source);
    close_input(&input);
    if (result == WR_OK)
        *out = source;
    return result;
}

enum wr_result wr_file_load(struct wr_context *context, const char *path,
                            struct wr_arena **arena, struct wr_source **out)
{
    *arena = wr_arena_create();
    *out = *arena ? WR_ZERO(*arena, struct wr_source, 1) : NULL;
    enum wr_result result =
        *out ? wr_file_read(context, *arena, path, *out) : wr_no_memory(context);
    if (result != WR_OK)
        wr_arena_destroy(*arena);
    return result;
}

enum wr_result wr_file_of_bytes(struct wr_context *context, const char *name, const void *data,
                                size_t size, struct wr_arena **arena, struct wr_source **out)
{
    *arena = wr_arena_create();
    *out = *arena ? WR_ZERO(*arena, struct wr_source, 1) : NULL;
    if (*out)
        **out = (struct wr_source){
            .name = wr_arena_text(*arena, name, strlen(name)),
            .data = (const uint8_t *)wr_arena_text(*arena, data, size),
            .size = size,
        };
    if (*out && (*out)->name && (*out)->data)
        return WR_OK;
    wr_arena_destroy(*arena);
    return wr_no_memory(context);
}

enum wr_result wr_file_range(struct wr_context *context, const char *path, uint64_t at,
                             void *out, size_t size, size_t *got, uint64_t *total)
{
    struct input input;
    *got = 0;
    enum wr_result result = open_input(context, path, &input);
    if (result != WR_OK)
        return result;
    *total = input.size;
    result = read_some(context, &input, at, out, size, got);
    close_input(&input);
    return result;
}

enum wr_result wr_file_head(struct wr_context *context, const char *path, void *out,
                            size_t size, size_t *got, uint64_t *total)
{
    return wr_file_range(context, path, 0, out, size, got, total);
}

size_t wr_file_peek(const struct wr_context *context, const char *path, void *out, size_t size,
                    bool *starved)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    void *file;
    size_t got = 0;
    int error = files->open(files->user, path, &file, &status);
    *starved |= error == WR_FILE_NO_MEMORY;
    if (error)
        return 0;
    bool read = status.kind == WR_PLAIN_FILE || status.kind == WR_STREAM;
    if (!read || files->read(files->user, file, 0, out, size, &got))
        got = 0;
    files->close(files->user, file);
    return got;
}
