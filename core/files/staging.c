/* Files made together, unseen, before they are moved to where they belong. */
#include "core/files/fault.h"
#include "core/files/stage.h"

#include "core/base/slices.h"

#include <stdio.h>
#include <string.h>

struct wr_staging {
    const struct wr_files *files;
    void *stage;
    struct wr_arena *arena; /* NULL: nobody asked yet what is there */
    wr_folder_names there;
    char folder[]; /* where the files belong */
};

int wr_stage_make(const struct wr_files *files, const char *folder, void **stage)
{
    return files->stage ? files->stage(files->user, folder, stage) : WR_FILE_READ_ONLY;
}

/* What a stopped call fails with: said to nobody. */
enum { STOPPED = WR_FILE_READ_ONLY };

int wr_stage_append(struct wr_context *context, const struct wr_files *files, void *file,
                    const void *data, size_t size)
{
    int error = 0;
    for (size_t at = 0; error == 0 && at < size; at += wr_slice(size - at))
        error = wr_context_stopped(context)
                    ? STOPPED
                    : files->append(files->user, file, (const uint8_t *)data + at,
                                    wr_slice(size - at));
    return error;
}

int wr_stage_put(struct wr_context *context, const struct wr_files *files, void *stage,
                 const char *name, const void *data, size_t size, unsigned flags)
{
    void *file;
    int error = files->create(files->user, stage, name, &file);
    if (error)
        return error;
    error = wr_stage_append(context, files, file, data, size);
    int ended = files->finish(files->user, file, error ? 0 : flags);
    return error ? error : ended;
}

/* Where a file is meant to be: what findings name. Asks for no memory: a failure half-way
 * through many moves would leave some. */
struct target {
    char path[WR_LONGEST_PATH];
};

static bool aim(const struct wr_staging *staging, const char *name, struct target *out)
{
    const char *folder = staging->folder;
    bool bare = strcmp(folder, ".") == 0;
    bool slash = !bare && *folder && !wr_path_separates(folder[strlen(folder) - 1]);
    int size = snprintf(out->path, sizeof out->path, "%s%s%s", bare ? "" : folder,
                        slash ? "/" : "", name);
    return size >= 0 && (size_t)size < sizeof out->path;
}

static enum wr_result fail(struct wr_context *context, const struct wr_staging *staging,
                           const char *name, int error)
{
    struct target target;
    return wr_fail_write(context, aim(staging, name, &target) ? target.path : name, error);
}

enum wr_result wr_staging_make(struct wr_context *context, const char *folder,
                               struct wr_staging **out)
{
    size_t size = strlen(folder) + 1;
    enum wr_result named = wr_path_check_new(context, folder, false);
    if (named != WR_OK)
        return named;
    struct wr_staging *staging = wr_alloc(sizeof *staging + size);
    if (!staging)
        return wr_no_memory(context);
    *staging = (struct wr_staging){.files = wr_files_of(context)};
    memcpy(staging->folder, folder, size);
    int error = wr_stage_make(staging->files, folder, &staging->stage);
    if (error) {
        wr_free(staging);
        return wr_fail_file(context, folder, "write-failed",
                            wr_folder_exists(context, folder) ? "written" : "made", error);
    }
    *out = staging;
    return WR_OK;
}

/* Lists the folder once, however many files go into it. */
static enum wr_result list_once(struct wr_context *context, struct wr_staging *staging)
{
    if (staging->arena)
        return WR_OK;
    staging->arena = wr_arena_create();
    if (!staging->arena)
        return wr_no_memory(context);
    enum wr_result result =
        wr_folder_names_load(context, staging->arena, staging->folder, &staging->there);
    if (result == WR_OK)
        return WR_OK;
    wr_arena_destroy(staging->arena);
    staging->arena = NULL;
    return result;
}

enum wr_result wr_staging_check(struct wr_context *context, struct wr_staging *staging,
                                const char *name)
{
    struct target target;
    if (!aim(staging, name, &target))
        return wr_fail_write(context, name, WR_FILE_LONG_PATH);
    enum wr_result result = list_once(context, staging);
    return result != WR_OK || wr_file_exists(context, target.path)
               ? result
               : wr_folder_names_check(context, &staging->there, target.path, true);
}

enum wr_result wr_staging_write(struct wr_context *context, const struct wr_staging *staging,
                                const char *name, const void *data, size_t size, unsigned flags)
{
    int error = wr_stage_put(context, staging->files, staging->stage, name, data, size, flags);
    return error ? fail(context, staging, name, error) : WR_OK;
}

enum wr_result wr_staging_move(struct wr_context *context, const struct wr_staging *staging,
                               const char *name, unsigned flags)
{
    const struct wr_files *files = staging->files;
    struct target target;
    if (!aim(staging, name, &target))
        return wr_fail_write(context, name, WR_FILE_LONG_PATH);
    int error = files->commit(files->user, staging->stage, name, target.path, flags);
    return error ? wr_fail_put(context, target.path, error) : WR_OK;
}

enum wr_result wr_staging_sync(struct wr_context *context, const struct wr_staging *staging)
{
    int error = staging->files->sync(staging->files->user, staging->stage);
    return error ? wr_fail_write(context, staging->folder, error) : WR_OK;
}

void wr_staging_drop(struct wr_staging *staging)
{
    if (staging) {
        staging->files->drop(staging->files->user, staging->stage);
        wr_arena_destroy(staging->arena);
    }
    wr_free(staging);
}

void wr_folder_sweep(const struct wr_context *context, const char *folder)
{
    const struct wr_files *files = wr_files_of(context);
    void *stage;
    if (wr_stage_make(files, folder, &stage) == 0)
        files->drop(files->user, stage);
}

/* ---- Many folders ------------------------------------------------------------------------ */

enum wr_result wr_stagings_add(struct wr_context *context, struct wr_arena *arena,
                               struct wr_stagings *stagings, const char *file)
{
    const char *folder = wr_path_folder(arena, file);
    if (folder && stagings->last && strcmp(folder, stagings->last) == 0)
        return WR_OK;
    struct wr_staging **more =
        wr_arena_more(arena, stagings->items, stagings->count, sizeof *more);
    if (!folder || !more)
        return wr_no_memory(context);
    stagings->items = more;
    stagings->last = folder;
    enum wr_result result = wr_staging_make(context, folder, &more[stagings->count]);
    stagings->count += result == WR_OK;
    return result;
}

enum wr_result wr_stagings_sync(struct wr_context *context, const struct wr_stagings *stagings)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < stagings->count; i++)
        result = wr_staging_sync(context, stagings->items[i]);
    return result;
}

void wr_stagings_drop(struct wr_stagings *stagings)
{
    while (stagings->count > 0)
        wr_staging_drop(stagings->items[--stagings->count]);
}

/* ---- A file that grows ------------------------------------------------------------------- */

struct wr_staged {
    const struct wr_staging *staging;
    const char *name;
    void *file;
    uint64_t size;
};

enum wr_result wr_staged_open(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_staging *staging, const char *name,
                              struct wr_staged **out)
{
    const struct wr_files *files = staging->files;
    struct wr_staged *staged = WR_ZERO(arena, struct wr_staged, 1);
    char *copy = wr_arena_text(arena, name, strlen(name));
    if (!staged || !copy)
        return wr_no_memory(context);
    staged->staging = staging;
    staged->name = copy;
    int error = files->create(files->user, staging->stage, name, &staged->file);
    if (error)
        return fail(context, staging, name, error);
    *out = staged;
    return WR_OK;
}

static enum wr_result end(struct wr_context *context, const struct wr_staged *staged, int error)
{
    return error ? fail(context, staged->staging, staged->name, error) : WR_OK;
}

enum wr_result wr_staged_append(struct wr_context *context, struct wr_staged *staged,
                                const void *data, size_t size)
{
    const struct wr_files *files = staged->staging->files;
    staged->size += size;
    return end(context, staged, wr_stage_append(context, files, staged->file, data, size));
}

enum wr_result wr_staged_begin_with(struct wr_context *context, struct wr_staged *staged,
                                    const void *data, size_t size)
{
    const struct wr_files *files = staged->staging->files;
    return end(context, staged, files->rewrite(files->user, staged->file, data, size));
}

enum wr_result wr_staged_read(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_staged *staged, struct wr_source *out)
{
    const struct wr_files *files = staged->staging->files;
    size_t size = (size_t)staged->size, got = 0, done = 0;
    uint8_t *data = size < SIZE_MAX ? WR_TAKE(arena, uint8_t, size + 1) : NULL;
    if (!data)
        return wr_no_memory(context);
    int error = 0;
    for (bool more = true; error == 0 && more && done < size; done += got) {
        size_t step = wr_slice(size - done);
        got = 0;
        error = wr_context_stopped(context)
                    ? STOPPED
                    : files->read(files->user, staged->file, done, data + done, step, &got);
        more = got == step;
    }
    data[done] = 0;
    *out = (struct wr_source){staged->name, data, done, .binary = true};
    return end(context, staged, error);
}

enum wr_result wr_staged_close(struct wr_context *context, struct wr_staged *staged,
                               unsigned flags)
{
    if (!staged)
        return WR_OK;
    const struct wr_files *files = staged->staging->files;
    return end(context, staged, files->finish(files->user, staged->file, flags));
}
