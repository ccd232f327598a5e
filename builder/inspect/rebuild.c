/* Rebuilding walkmeshes in batches: files, archives and whole folders, on all cores, past bad
 * ones. */
#include "builder/inspect/rebuild_archive.h"
#include "builder/inspect/rebuilding.h"
#include "builder/manifest/unit.h"

#include "core/base/bytes.h"
#include "core/base/parallel.h"
#include "core/base/shard.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE = 8 << 20 }; /* bytes; of smaller files it is quicker to hold all */

static bool is_in_place(const struct wr_rebuild_batch *batch)
{
    return !batch->options->output && !batch->options->file;
}

/* ---- Gathering ---- */

static enum wr_result add_job(struct wr_context *context, struct wr_rebuild_batch *batch,
                              const char *from, const char *to, bool named)
{
    const struct wr_kind *kind = from ? wr_kind_called(from) : NULL;
    if (!from || !to ||
        !wr_grow(&batch->jobs, &batch->capacity, batch->count + 1, sizeof *batch->jobs))
        return wr_no_memory(context);
    batch->jobs[batch->count++] = (struct wr_rebuild_job){.from = from,
                                                          .to = to,
                                                          .archive = kind && kind->container,
                                                          .named = named,
                                                          .met = {.files = 1, .failed = 1}};
    return WR_OK;
}

/* What is taken of a folder; a walkmesh as text is named by itself, since folders hold OBJ of
 * other kinds. */
static bool is_taken(const char *name)
{
    const struct wr_kind *kind = wr_kind_called(name);
    return kind && kind->binary && (kind->rebuild || kind->container);
}

static bool is_layout(const char *name)
{
    size_t size = strlen(name);
    return size > 4 && wr_text_same(name + size - 4, ".lyt");
}

/* Only those need their layout that are joined by it. */
static enum wr_result add_layout(struct wr_context *context, struct wr_rebuild_batch *batch,
                                 const char *from, const char *to)
{
    const struct wr_rebuild_options *options = batch->options;
    if (!wr_rebuild_joins(options))
        return WR_OK;
    const char *(*layouts)[2] = wr_arena_more(batch->arena, batch->layouts, batch->layout_count,
                                              sizeof *batch->layouts);
    if (!layouts)
        return wr_no_memory(context);
    batch->layouts = layouts;
    layouts[batch->layout_count][0] = from;
    layouts[batch->layout_count++][1] = to;
    return WR_OK;
}

static enum wr_result gather_file(void *user, struct wr_context *context, const char *from,
                                  const char *to)
{
    struct wr_rebuild_batch *batch = user;
    const char *name = wr_path_name(from);
    if (is_layout(name))
        return add_layout(context, batch, from, to);
    return is_taken(name) ? add_job(context, batch, from, to, false) : WR_OK;
}

static enum wr_result gather_text(struct wr_context *context, struct wr_rebuild_batch *batch,
                                  const char *path)
{
    const char *output = batch->options->output;
    if (is_in_place(batch))
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "text-in-place",
                       "give -o DIR instead of --in-place",
                       "%s is a walkmesh as text: it becomes a WOK, a file of its own", path);
    if (!output)
        return add_job(context, batch, path, batch->options->file, true);
    const char *name = wr_path_name(path);
    char *target = wr_path_join(batch->arena, output, name);
    if (target)
        memcpy(target + strlen(target) - 4, ".wok", 4);
    return add_job(context, batch, path, target, true);
}

static enum wr_result gather_path(struct wr_context *context, struct wr_rebuild_batch *batch,
                                  const char *path)
{
    const char *output = batch->options->output;
    if (wr_folder_exists(context, path))
        return batch->options->file
                   ? wr_fail_folder(context, path, "give one file, or a folder to write to")
                   : wr_folder_walk(context, batch->arena, path, output ? output : path,
                                    gather_file, batch);
    const struct wr_kind *kind = wr_kind_called(path);
    if (kind && kind->rebuild && !kind->binary)
        return gather_text(context, batch, path);
    if (!output)
        return add_job(context, batch, path, batch->options->file ? batch->options->file : path,
                       true);
    return add_job(context, batch, path, wr_path_join(batch->arena, output, wr_path_name(path)),
                   true);
}

/* Those of one name as they were given: not every system's qsort keeps their order. */
static int order_targets(const void *a, const void *b)
{
    const struct wr_rebuild_job *const *p = a, *const *q = b;
    int order = wr_text_order((*p)->to, (*q)->to);
    return order ? order : (*p > *q) - (*p < *q);
}

/* Files that are there already, and stay where they are, may be called as they like. */
static bool is_one(const struct wr_rebuild_batch *batch, const char *a, const char *b)
{
    return batch->options->output ? wr_text_same(a, b) : strcmp(a, b) == 0;
}

/* Names follow those of the input. */
static enum wr_result check_names(struct wr_context *context,
                                  const struct wr_rebuild_batch *batch)
{
    const wr_folder_names none = {0};
    enum wr_result result = WR_OK;
    for (size_t i = 0; batch->options->output && i < batch->count; i++) {
        enum wr_result one = wr_folder_names_check(context, &none, batch->jobs[i].to, true);
        result = one == WR_OK ? result : one;
    }
    return result;
}

/* Two inputs must not end in one file. */
static enum wr_result fail_same(struct wr_context *context, const struct wr_rebuild_job *a,
                                const struct wr_rebuild_job *b)
{
    if (strcmp(a->to, b->to) == 0)
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "same-target",
                       "rebuild them into different folders", "%s and %s would both become %s",
                       a->from, b->from, b->to);
    return wr_fail(context, WR_INVALID, WR_NOWHERE, "file-case",
                   "rebuild them into different folders",
                   "%s and %s would become %s and %s, which are one on Windows", a->from,
                   b->from, a->to, b->to);
}

static enum wr_result check_targets(struct wr_context *context,
                                    const struct wr_rebuild_batch *batch)
{
    const struct wr_rebuild_job **sorted =
        WR_TAKE(batch->arena, const struct wr_rebuild_job *, batch->count);
    enum wr_result result = check_names(context, batch);
    if (!sorted)
        return wr_no_memory(context);
    for (size_t i = 0; i < batch->count; i++)
        sorted[i] = &batch->jobs[i];
    if (batch->count)
        qsort(sorted, batch->count, sizeof *sorted, order_targets);
    for (size_t i = 1; i < batch->count; i++)
        if (is_one(batch, sorted[i]->to, sorted[i - 1]->to))
            result = fail_same(context, sorted[i - 1], sorted[i]);
    return result;
}

/* Leaves only the jobs of one shard, in their order. A file whose size cannot be told is still
 * somebody's, who says what is wrong. */
static enum wr_result take_shard(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    size_t all = batch->count;
    uint64_t *sizes = WR_TAKE(batch->arena, uint64_t, all);
    for (size_t i = 0; sizes && batch->options->shard.count > 0 && i < all; i++)
        sizes[i] = wr_path_size(context, batch->jobs[i].from);
    if (!sizes || !wr_shard_take(batch->options->shard, sizes, batch->jobs, &batch->count,
                                 sizeof *batch->jobs))
        return wr_no_memory(context);
    batch->spared = all - batch->count;
    return WR_OK;
}

/* Files that nobody allowed to replace are passed over, and told of together. */
static enum wr_result keep_what_is_there(struct wr_context *context,
                                         struct wr_rebuild_batch *batch)
{
    const char *first = NULL;
    size_t count = 0;
    const struct wr_manifest *manifest = batch->options->manifest;
    if (is_in_place(batch) || batch->options->force || wr_manifest_resumes(manifest) ||
        wr_manifest_joined(manifest) || wr_manifest_packs(manifest))
        return WR_OK;
    for (size_t i = 0; i < batch->count; i++) {
        struct wr_rebuild_job *job = &batch->jobs[i];
        job->taken = wr_file_in_way(context, job->to);
        count += job->taken;
        first = !first && job->taken ? job->to : first;
    }
    if (count == 0)
        return WR_OK;
    struct wr_source source = {.name = first};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    if (count == 1)
        return wr_fail(context, WR_INVALID, where, "file-exists", "give --force to replace it",
                       "the file exists already");
    return wr_fail(context, WR_INVALID, where, "file-exists", "give --force to replace them",
                   "the file exists already; it is the first of %zu that do", count);
}

/* ---- Rebuilding ---- */

static enum wr_result write_job(struct wr_context *context, struct wr_rebuild_batch *batch,
                                struct wr_rebuild_workspace *workspace,
                                struct wr_rebuild_job *job, const uint8_t *data, size_t size)
{
    bool in_place = is_in_place(batch);
    bool replaces =
        in_place || batch->options->force || wr_manifest_resumes(batch->options->manifest);
    unsigned flags =
        (replaces ? WR_OVERWRITE : 0u) | (batch->options->durable ? WR_DURABLE : 0u);
    bool fresh = !replaces || (!in_place && !wr_file_exists(context, job->to));
    enum wr_result result = /* in a pack each file has a table of its own */
        wr_manifest_packs(batch->options->manifest)
            ? wr_file_write(context, job->to, data, size, flags)
            : wr_writer_write(context, workspace->writer, job->to, data, size, flags);
    job->fresh = fresh && result == WR_OK;
    return wr_parallel_break(context, &batch->broken, result);
}

/* Whether what was made is what is there, but for other ways of saying zero; says why not where
 * somebody is told. */
static enum wr_result compare(struct wr_context *context,
                              const struct wr_rebuild_options *options,
                              struct wr_rebuild_workspace *workspace,
                              const struct wr_source *source, const struct wr_bytes *bytes,
                              bool *same)
{
    struct wr_source made = {.data = bytes->data, .size = bytes->size};
    struct wr_bytes *why = options->dry_run ? &workspace->why : NULL;
    enum wr_result result = WR_OK;
    workspace->why.size = 0;
    if (workspace->large)
        result = wr_bwm_same_file(context, source->name, &made, why, same);
    else
        *same = wr_bwm_same(source, &made, why);
    return workspace->why.failed ? wr_no_memory(context) : result;
}

/* What is there already is not written. */
static enum wr_result settle(struct wr_context *context, struct wr_rebuild_batch *batch,
                             struct wr_rebuild_workspace *workspace, struct wr_rebuild_job *job,
                             const struct wr_source *source, const struct wr_bytes *bytes)
{
    bool unchanged;
    enum wr_result result =
        compare(context, batch->options, workspace, source, bytes, &unchanged);
    if (result != WR_OK)
        return result;
    if (batch->options->dry_run && !unchanged)
        wr_note(context, wr_at(source, WR_WHOLE_FILE), "would-change", NULL,
                "would change: %.*s", (int)workspace->why.size,
                (const char *)workspace->why.data);
    else if (!batch->options->dry_run && (!is_in_place(batch) || !unchanged))
        result = write_job(context, batch, workspace, job, bytes->data, bytes->size);
    if (result != WR_OK)
        job->met = (struct wr_rebuild_summary){.files = 1};
    job->met.rebuilt = result == WR_OK;
    job->met.failed = result != WR_OK;
    job->met.unchanged = unchanged && result == WR_OK;
    return result;
}

static enum wr_result rebuild_mesh(struct wr_context *context, struct wr_rebuild_batch *batch,
                                   struct wr_rebuild_workspace *workspace,
                                   struct wr_rebuild_job *job, struct wr_kind_file *file)
{
    struct wr_rebuilt report;
    enum wr_result result =
        workspace->large ? wr_bwm_rebuild_file(context, file->arena, job->from, file->surfaces,
                                               &workspace->bytes, &report)
                         : wr_rebuild_file_mesh(context, file, &workspace->bytes, &report);
    if (result != WR_OK)
        return result;
    wr_rebuild_count(&job->met, &report);
    if (!job->held)
        return settle(context, batch, workspace, job, &file->source, &workspace->bytes);
    job->made = workspace->bytes; /* as its own memory */
    workspace->bytes = (struct wr_bytes){0};
    return WR_OK;
}

/* Writes a room that was held back while others were made. */
static enum wr_result release_job(void *user, struct wr_context *context, unsigned worker,
                                  size_t index)
{
    struct wr_rebuild_batch *batch = user;
    struct wr_rebuild_workspace *workspace = &batch->workspaces[worker];
    struct wr_rebuild_job *job = &batch->jobs[index];
    struct wr_source source;
    if (!job->held || job->made.size == 0 || atomic_load(&batch->broken))
        return WR_OK;
    wr_arena_reset(workspace->arena);
    workspace->large = false;
    enum wr_result result = wr_file_read(context, workspace->arena, job->from, &source);
    return result == WR_OK ? settle(context, batch, workspace, job, &source, &job->made)
                           : result;
}

/* Where nothing changed, nothing was made; an output folder gets the archive as it is. */
static enum wr_result write_archive(struct wr_context *context, struct wr_rebuild_batch *batch,
                                    struct wr_rebuild_workspace *workspace,
                                    struct wr_rebuild_job *job, struct wr_kind_file *file)
{
    enum wr_result result = WR_OK;
    if (batch->options->dry_run)
        return WR_OK;
    if (workspace->bytes.size > 0)
        return write_job(context, batch, workspace, job, workspace->bytes.data,
                         workspace->bytes.size);
    if (is_in_place(batch))
        return WR_OK;
    if (!file->source.data)
        result = wr_file_read(context, file->arena, job->from, &file->source);
    return result == WR_OK
               ? write_job(context, batch, workspace, job, file->source.data, file->source.size)
               : result;
}

/* What is wrong in an archive does not keep the rest of it from being written. */
static enum wr_result rebuild_archive(struct wr_context *context,
                                      struct wr_rebuild_batch *batch,
                                      struct wr_rebuild_workspace *workspace,
                                      struct wr_rebuild_job *job, struct wr_kind_file *file)
{
    struct wr_rebuild_summary met = {0};
    enum wr_result result = wr_rebuild_file_archive(context, file, &workspace->bytes, &met);
    if (result == WR_NO_MEMORY || result == WR_IO || (result != WR_OK && met.files == 0))
        return result;
    enum wr_result written =
        met.files > 0 ? write_archive(context, batch, workspace, job, file) : WR_OK;
    if (written == WR_OK)
        job->met = met;
    return written != WR_OK ? written : result;
}

/* Whether to read a file piece by piece. A repair looks at all of it; a stream, which says no
 * size, can be read once only. */
static enum wr_result find_large(struct wr_context *context,
                                 const struct wr_rebuild_batch *batch, const char *path,
                                 bool *large)
{
    uint8_t head[16];
    uint64_t size = batch->options->repair ? 0 : wr_path_size(context, path);
    size_t got;
    *large = false;
    if (size < LARGE || size > WR_LARGEST_FILE)
        return WR_OK;
    enum wr_result result = wr_file_head(context, path, head, sizeof head, &got, &size);
    *large = result == WR_OK && wr_bwm_recognise(head, got);
    return result;
}

static enum wr_result read_job(struct wr_context *context, const struct wr_rebuild_batch *batch,
                               struct wr_rebuild_workspace *workspace, const char *path,
                               struct wr_kind_file *file, const struct wr_kind **kind)
{
    enum wr_result result = find_large(context, batch, path, &workspace->large);
    if (result != WR_OK || !workspace->large)
        return result != WR_OK ? result : wr_kind_read(context, path, file, kind);
    file->source.name = path;
    *kind = wr_kind_called(".wok");
    return WR_OK;
}

static enum wr_result rebuild_file(struct wr_context *context, struct wr_rebuild_batch *batch,
                                   struct wr_rebuild_workspace *workspace,
                                   struct wr_rebuild_job *job)
{
    if (!workspace->arena)
        workspace->arena = wr_arena_create();
    if (!workspace->writer)
        workspace->writer = wr_writer_create();
    if (!workspace->arena || !workspace->writer)
        return wr_no_memory(context);
    wr_arena_reset(workspace->arena);
    workspace->bytes.size = 0;
    struct wr_kind_file file = {
        .arena = workspace->arena, .surfaces = &batch->surfaces, .rebuilding = batch->options};
    const struct wr_kind *kind;
    enum wr_result result = read_job(context, batch, workspace, job->from, &file, &kind);
    if (result != WR_OK)
        return result;
    file.source.binary = !kind || kind->binary;
    if (kind ? kind->container : job->archive && job->named)
        return rebuild_archive(context, batch, workspace, job, &file);
    if (!job->archive || job->named)
        return rebuild_mesh(context, batch, workspace, job, &file);
    job->met = (struct wr_rebuild_summary){0}; /* only called like an archive */
    return WR_OK;
}

/* What is on record of a file. */
#define MET(kind, name)                                                                        \
    {                                                                                          \
#name, kind, offsetof(struct wr_rebuild_job, met.name)                                 \
    }
static const struct wr_unit_field fields[] = {
    MET(WR_UNIT_COUNT, files),   MET(WR_UNIT_COUNT, rebuilt),
    MET(WR_UNIT_COUNT, failed),  MET(WR_UNIT_COUNT, unchanged),
    MET(WR_UNIT_COUNT, packed),  MET(WR_UNIT_COUNT, archives),
    MET(WR_UNIT_LARGE, faces),   MET(WR_UNIT_LARGE, reordered),
    MET(WR_UNIT_LARGE, dropped), {0},
};

/* One file that is done now. */
struct one {
    struct wr_rebuild_batch *batch;
    struct wr_rebuild_workspace *workspace;
    struct wr_rebuild_job *job;
};

static enum wr_result rebuild_one(void *user, struct wr_context *context)
{
    const struct one *one = user;
    return rebuild_file(context, one->batch, one->workspace, one->job);
}

static enum wr_result do_job(struct wr_context *context, struct wr_rebuild_batch *batch,
                             struct wr_rebuild_workspace *workspace, struct wr_rebuild_job *job)
{
    struct one one = {batch, workspace, job};
    const struct wr_unit unit = {.name = job->from,
                                 .inputs = &job->from,
                                 .input_count = 1,
                                 .output = batch->options->dry_run ? NULL : job->to,
                                 .fields = fields,
                                 .made = job,
                                 .turn = job->turn};
    enum wr_result result =
        wr_unit_do(context, batch->options->manifest, &unit, rebuild_one, &one);
    return atomic_load(&batch->broken) ? result /* of the file itself, and said */
                                       : wr_parallel_break(context, &batch->broken, result);
}

static enum wr_result rebuild_job(void *user, struct wr_context *context, unsigned worker,
                                  size_t index)
{
    struct wr_rebuild_batch *batch = user;
    struct wr_rebuild_job *job = &batch->jobs[index];
    if (job->archive || job->taken || atomic_load(&batch->broken))
        return WR_OK; /* the piece that failed says so */
    return do_job(context, batch, &batch->workspaces[worker], job);
}

/* Archives spread their walkmeshes over all jobs, so they are rebuilt one after another. */
static enum wr_result rebuild_archives(struct wr_context *context,
                                       struct wr_rebuild_batch *batch)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < batch->count; i++) {
        struct wr_rebuild_job *job = &batch->jobs[i];
        if (!job->archive || job->taken || atomic_load(&batch->broken))
            continue;
        enum wr_result one = do_job(context, batch, &batch->workspaces[0], job);
        result = result != WR_OK ? result : one;
    }
    return result;
}

/* In a pack files go in this order, whichever is done first. */
static void take_turns(struct wr_rebuild_batch *batch)
{
    size_t turn = 0;
    for (int archives = 0; archives < 2; archives++)
        for (size_t i = 0; i < batch->count; i++)
            if (batch->jobs[i].archive == archives)
                batch->jobs[i].turn = turn++;
}

/* Says of each file in which of several packs it is. */
static enum wr_result find_homes(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    size_t above = batch->options->output ? strlen(batch->options->output) : 0;
    for (size_t i = 0; i < batch->count; i++) {
        struct wr_rebuild_job *job = &batch->jobs[i];
        const char *home = wr_manifest_home(batch->options->manifest, job->from);
        if (home)
            job->to = wr_path_join(batch->arena, home, job->to + above + 1);
        if (!job->to)
            return wr_no_memory(context);
    }
    return WR_OK;
}

/* Makes the folders that are written to, and sweeps them. */
static enum wr_result make_folders(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    enum wr_result result = WR_OK;
    if (wr_manifest_packs(batch->options->manifest))
        return find_homes(context, batch);
    for (size_t i = 0; result == WR_OK && i < batch->count; i++)
        result = wr_stagings_add(context, batch->arena, &batch->folders, batch->jobs[i].to);
    return result;
}

/* In place little may be left to write, and no folder be made for it. */
static enum wr_result sweep_folders(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    const char *last = NULL;
    for (size_t i = 0; i < batch->count; i++) {
        const char *folder = wr_path_folder(batch->arena, batch->jobs[i].from);
        if (!folder)
            return wr_no_memory(context);
        if (!last || strcmp(folder, last) != 0)
            wr_folder_sweep(context, folder);
        last = folder;
    }
    return WR_OK;
}

static enum wr_result write_rooms(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    if (batch->layout_count == 0 || atomic_load(&batch->broken))
        return WR_OK;
    for (unsigned i = 0; i < wr_context_jobs(context); i++) {
        struct wr_rebuild_workspace *workspace = &batch->workspaces[i];
        workspace->arena = workspace->arena ? workspace->arena : wr_arena_create();
        workspace->writer = workspace->writer ? workspace->writer : wr_writer_create();
        if (!workspace->arena || !workspace->writer)
            return wr_no_memory(context);
    }
    enum wr_result joined = wr_rebuild_join(context, batch);
    if (joined == WR_NO_MEMORY || joined == WR_STOPPED)
        return joined;
    enum wr_result result =
        wr_parallel(context, "rooms written", batch->count, release_job, batch);
    return result != WR_OK ? result : joined;
}

static enum wr_result rebuild_all(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    unsigned workers = wr_context_jobs(context);
    batch->workspaces = WR_ZERO(batch->arena, struct wr_rebuild_workspace, workers);
    if (!batch->workspaces)
        return wr_no_memory(context);
    static const char what[] = "walkmeshes rebuilt";
    bool packs = wr_manifest_packs(batch->options->manifest);
    enum wr_result result =
        packs ? wr_parallel_long(context, what, batch->count, rebuild_job, NULL, batch)
              : wr_parallel(context, what, batch->count, rebuild_job, batch);
    if (result == WR_NO_MEMORY)
        atomic_store(&batch->broken, (int)result);
    enum wr_result archives = rebuild_archives(context, batch);
    enum wr_result rooms = write_rooms(context, batch);
    if (result == WR_OK)
        result = archives != WR_OK ? archives : rooms;
    for (unsigned i = 0; i < workers; i++) {
        wr_arena_destroy(batch->workspaces[i].arena);
        wr_bytes_finish(&batch->workspaces[i].bytes);
        wr_bytes_finish(&batch->workspaces[i].why);
        wr_writer_destroy(batch->workspaces[i].writer);
    }
    enum wr_result broken = (enum wr_result)atomic_load(&batch->broken);
    if (broken == WR_OK && batch->options->durable)
        broken = wr_stagings_sync(context, &batch->folders);
    return broken != WR_OK ? broken : result; /* a full disk weighs more than a bad file */
}

static void tell(const struct wr_rebuild_batch *batch)
{
    const struct wr_rebuild_options *options = batch->options;
    for (size_t i = 0; options->each && i < batch->count; i++) {
        const struct wr_rebuild_job *job = &batch->jobs[i];
        const struct wr_rebuild_file file = {job->from, job->to, job->taken, job->met};
        if (job->met.files > 0)
            options->each(options->user, &file);
    }
}

static struct wr_rebuild_summary sum_up(const struct wr_rebuild_batch *batch)
{
    struct wr_rebuild_summary sum = batch->joined;
    for (size_t i = 0; i < batch->count; i++)
        wr_rebuild_add(&sum, &batch->jobs[i].met);
    return sum;
}

static enum wr_result rebuild_paths(struct wr_context *context, struct wr_rebuild_batch *batch,
                                    const char *const *paths, size_t count)
{
    enum wr_result gathered = WR_OK;
    for (size_t i = 0; i < count; i++) {
        enum wr_result result = gather_path(context, batch, paths[i]);
        if (gathered == WR_OK || wr_walk_ends(result))
            gathered = result;
    }
    if (wr_walk_ends(gathered))
        return gathered;
    enum wr_result result = check_targets(context, batch);
    if (result == WR_OK)
        result = take_shard(context, batch);
    if (result == WR_OK && batch->options->output && !batch->options->dry_run)
        result = make_folders(context, batch);
    else if (result == WR_OK && is_in_place(batch) && !batch->options->dry_run)
        result = sweep_folders(context, batch);
    if (result != WR_OK)
        return result;
    enum wr_result kept = keep_what_is_there(context, batch);
    result = wr_manifest_start(context, batch->options->manifest, NULL, 0);
    take_turns(batch);
    if (result == WR_OK)
        result = wr_units_begin(context, batch->options->manifest, batch->count);
    if (result != WR_OK)
        return result;
    result = wr_rebuild_hold(context, batch);
    if (wr_walk_ends(result) || result == WR_IO)
        return result;
    enum wr_result all = rebuild_all(context, batch);
    result = wr_context_whole(context, all != WR_OK ? all : result);
    if (result != WR_STOPPED)
        tell(batch);
    if (result == WR_OK && gathered == WR_OK && batch->spared == 0 && sum_up(batch).files == 0)
        return wr_fail(context, WR_NOT_FOUND, WR_NOWHERE, "nothing-to-rebuild",
                       "give .wok, .pwk or .dwk files, or folders or archives that hold some",
                       "no walkmesh was found in %s", paths[0]);
    if (result == WR_OK)
        result = kept;
    return result == WR_OK ? gathered : result;
}

static enum wr_result rebuild(struct wr_context *context, const char *const *paths,
                              size_t count, const struct wr_rebuild_options *options,
                              struct wr_rebuild_summary *summary)
{
    struct wr_rebuild_batch batch = {.arena = wr_arena_create(), .options = options};
    if (!batch.arena)
        return wr_no_memory(context);
    batch.surfaces = options->surfaces ? *options->surfaces : wr_surfaces_default(WR_K1);
    enum wr_result result = rebuild_paths(context, &batch, paths, count);
    result = wr_context_whole(context, result);
    for (size_t i = 0; result == WR_STOPPED && !options->manifest && i < batch.count; i++)
        if (batch.jobs[i].fresh)
            wr_file_remove(context, batch.jobs[i].to);
    if (summary)
        *summary = sum_up(&batch);
    wr_stagings_drop(&batch.folders);
    for (size_t i = 0; i < batch.count; i++)
        wr_bytes_finish(&batch.jobs[i].made);
    wr_free(batch.jobs);
    wr_arena_destroy(batch.arena);
    return result;
}

enum wr_result wr_rebuild(struct wr_context *context, const char *const *paths, size_t count,
                          const struct wr_rebuild_options *options,
                          struct wr_rebuild_summary *summary)
{
    wr_context_enter(context);
    return wr_context_leave(context, rebuild(context, paths, count, options, summary));
}
