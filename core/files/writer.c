/* Single files, each written whole or not at all. */
#include "core/files/fault.h"
#include "core/files/hidden_name.h"
#include "core/files/stage.h"

#include "core/base/bytes.h"

#include <string.h>

struct wr_writer {
    const struct wr_files *files;
    char *folder; /* of the stage; NULL: there is none yet */
    void *stage;
    bool waits; /* a file in the stage is to be moved */
    struct wr_arena *arena;
    const char *listed; /* a folder, as paths begin with it */
    wr_folder_names there;
};

static void leave(struct wr_writer *writer)
{
    if (writer->folder)
        writer->files->drop(writer->files->user, writer->stage);
    wr_free(writer->folder);
    writer->folder = NULL;
}

/* The path of a target with a NUL behind it, that of the file itself where it is a link. */
static int resolve(const struct wr_files *files, const char *path, bool linked,
                   struct wr_bytes *out)
{
    int error = WR_FILE_FINE;
    if (linked && files->resolve)
        error = files->resolve(files->user, path, out);
    else
        wr_bytes_text(out, path);
    wr_bytes_add(out, "", 1);
    return error ? error : out->failed ? WR_FILE_NO_MEMORY : WR_FILE_FINE;
}

/* Cuts a path down to its folder. */
static void cut_name(char *path)
{
    size_t size = (size_t)(wr_path_name(path) - path);
    if (size == 0)
        path[size++] = '.';
    path[size] = '\0';
    path[wr_path_trimmed(path)] = '\0';
}

/* Goes to the folder a target lies in, which must be there. */
static int enter(struct wr_writer *writer, const struct wr_files *files, const char *path,
                 bool linked)
{
    struct wr_bytes folder = {0};
    struct wr_file_status status;
    int error = resolve(files, path, linked, &folder);
    if (!error)
        wr_bytes_add(&folder, "", 1); /* room for a "." */
    if (!error && folder.failed)
        error = WR_FILE_NO_MEMORY;
    if (!error)
        cut_name((char *)folder.data);
    bool stays = !error && writer->folder && writer->files == files &&
                 strcmp(writer->folder, (char *)folder.data) == 0;
    if (error || stays) {
        wr_bytes_finish(&folder);
        return error;
    }
    leave(writer);
    error = files->look(files->user, (char *)folder.data, &status);
    if (!error)
        error = wr_stage_make(files, (char *)folder.data, &writer->stage);
    if (error) {
        wr_bytes_finish(&folder);
        return error;
    }
    writer->files = files;
    writer->folder = (char *)folder.data;
    return WR_FILE_FINE;
}

static int stage_file(struct wr_context *context, struct wr_writer *writer,
                      const struct wr_files *files, const char *path, bool linked,
                      const void *data, size_t size, unsigned flags)
{
    int error = enter(writer, files, path, linked);
    if (!error)
        error = wr_stage_put(context, files, writer->stage, WR_HIDDEN_NEXT, data, size, flags);
    writer->waits = !error;
    return error;
}

/* What is no plain file is written to at once. */
static int make_over(struct wr_context *context, struct wr_writer *writer,
                     const struct wr_files *files, const char *path,
                     const struct wr_file_status *there, const void *data, size_t size,
                     unsigned flags)
{
    if (there->kind == WR_FOLDER)
        return WR_FILE_IS_FOLDER;
    if (there->kind != WR_PLAIN_FILE)
        return files->create ? wr_stage_put(context, files, NULL, path, data, size, 0)
                             : WR_FILE_READ_ONLY;
    if (!(flags & WR_OVERWRITE))
        return WR_FILE_EXISTS;
    return stage_file(context, writer, files, path, there->linked, data, size, flags);
}

/* Whether a file can be made at a path; a folder is listed once for all that follow each other
 * into it. */
static enum wr_result check_name(struct wr_context *context, struct wr_writer *writer,
                                 const char *path)
{
    size_t size = (size_t)(wr_path_name(path) - path);
    if (writer->listed && strlen(writer->listed) == size &&
        strncmp(writer->listed, path, size) == 0)
        return wr_folder_names_check(context, &writer->there, path, false);
    wr_arena_reset(writer->arena);
    writer->listed = wr_arena_text(writer->arena, path, size);
    const char *folder = wr_path_folder(writer->arena, path);
    if (!writer->listed || !folder)
        return wr_no_memory(context);
    enum wr_result result =
        wr_folder_names_load(context, writer->arena, folder, &writer->there);
    if (result == WR_OK)
        return wr_folder_names_check(context, &writer->there, path, false);
    writer->listed = NULL;
    return result;
}

struct wr_writer *wr_writer_create(void)
{
    struct wr_writer *writer = wr_alloc(sizeof *writer);
    if (!writer)
        return NULL;
    *writer = (struct wr_writer){.arena = wr_arena_create()};
    if (writer->arena)
        return writer;
    wr_free(writer);
    return NULL;
}

void wr_writer_destroy(struct wr_writer *writer)
{
    if (!writer)
        return;
    leave(writer);
    wr_arena_destroy(writer->arena);
    wr_free(writer);
}

enum wr_result wr_writer_make(struct wr_context *context, struct wr_writer *writer,
                              const char *path, const void *data, size_t size, unsigned flags)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status there = {0};
    enum wr_result result = WR_OK;
    writer->waits = false;
    int error = files->look(files->user, path, &there);
    if (error == WR_FILE_MISSING && (result = check_name(context, writer, path)) == WR_OK)
        error = stage_file(context, writer, files, path, false, data, size, flags);
    else if (!error)
        error = make_over(context, writer, files, path, &there, data, size, flags);
    if (result != WR_OK)
        return result;
    return error ? wr_fail_put(context, path, error) : WR_OK;
}

enum wr_result wr_writer_move(struct wr_context *context, struct wr_writer *writer,
                              const char *path, unsigned flags)
{
    const struct wr_files *files = writer->files;
    if (!writer->waits)
        return WR_OK;
    int error = files->commit(files->user, writer->stage, WR_HIDDEN_NEXT, path, flags);
    if (!error && (flags & WR_DURABLE))
        error = files->sync(files->user, writer->stage);
    return error ? wr_fail_put(context, path, error) : WR_OK;
}

enum wr_result wr_writer_write(struct wr_context *context, struct wr_writer *writer,
                               const char *path, const void *data, size_t size, unsigned flags)
{
    enum wr_result result = wr_writer_make(context, writer, path, data, size, flags);
    return result == WR_OK ? wr_writer_move(context, writer, path, flags) : result;
}

enum wr_result wr_file_write(struct wr_context *context, const char *path, const void *data,
                             size_t size, unsigned flags)
{
    struct wr_writer *writer = wr_writer_create();
    if (!writer)
        return wr_no_memory(context);
    enum wr_result result = wr_writer_write(context, writer, path, data, size, flags);
    wr_writer_destroy(writer);
    return result;
}

enum wr_result wr_file_remove(struct wr_context *context, const char *path)
{
    const struct wr_files *files = wr_files_of(context);
    int error = files->remove ? files->remove(files->user, path) : WR_FILE_READ_ONLY;
    return error && error != WR_FILE_MISSING
               ? wr_fail_file(context, path, "write-failed", "removed", error)
               : WR_OK;
}
