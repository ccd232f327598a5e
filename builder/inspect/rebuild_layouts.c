/* Rooms that are rebuilt together because a layout lists them. */
#include "builder/inspect/area_files.h"
#include "builder/inspect/rebuilding.h"

#include "core/base/text.h"
#include "core/format/lyt.h"

#include <stdlib.h>
#include <string.h>

static int order_jobs(const void *a, const void *b)
{
    const struct wr_rebuild_job *const *p = a, *const *q = b;
    return wr_text_order((*p)->from, (*q)->from);
}

/* Jobs in the order of their paths, capitals aside. */
static struct wr_rebuild_job **sort_jobs(struct wr_rebuild_batch *batch)
{
    struct wr_rebuild_job **sorted =
        WR_TAKE(batch->arena, struct wr_rebuild_job *, batch->count);
    for (size_t i = 0; sorted && i < batch->count; i++)
        sorted[i] = &batch->jobs[i];
    if (sorted && batch->count)
        qsort(sorted, batch->count, sizeof *sorted, order_jobs);
    return sorted;
}

/* The path of a room's file beside its layout; NULL when memory is out. */
static char *path_of(struct wr_arena *arena, const char *layout, const char *room,
                     const char *ending)
{
    const char *folder = wr_path_folder(arena, layout);
    size_t size = strlen(room), more = strlen(ending);
    char *name = WR_TAKE(arena, char, size + more + 1);
    if (!folder || !name)
        return NULL;
    memcpy(name, room, size);
    memcpy(name + size, ending, more + 1);
    return wr_path_join(arena, folder, name);
}

/* The job of a room, or NULL; false when memory is out. */
static bool find_job(struct wr_rebuild_batch *batch, struct wr_rebuild_job **sorted,
                     const char *layout, const char *room, struct wr_rebuild_job **out)
{
    struct wr_rebuild_job key = {.from = path_of(batch->arena, layout, room, ".wok")};
    const struct wr_rebuild_job *wanted = &key;
    if (!key.from)
        return false;
    struct wr_rebuild_job **found =
        batch->count ? bsearch(&wanted, sorted, batch->count, sizeof *sorted, order_jobs)
                     : NULL;
    *out = found ? *found : NULL;
    return true;
}

static enum wr_result read_layout(struct wr_context *context, struct wr_rebuild_batch *batch,
                                  const char *path, struct wr_lyt *out)
{
    struct wr_source source;
    enum wr_result result = wr_file_read(context, batch->arena, path, &source);
    return result == WR_OK ? wr_lyt_read(context, batch->arena, &source, out) : result;
}

enum wr_result wr_rebuild_hold(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    struct wr_rebuild_job **sorted = sort_jobs(batch);
    enum wr_result result = sorted ? WR_OK : wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < batch->layout_count; i++) {
        struct wr_lyt lyt = {0};
        result = read_layout(context, batch, batch->layouts[i][0], &lyt);
        for (uint32_t r = 0; result == WR_OK && r < lyt.room_count; r++) {
            struct wr_rebuild_job *job;
            if (!find_job(batch, sorted, batch->layouts[i][0], lyt.rooms[r].model, &job))
                return wr_no_memory(context);
            if (job)
                job->held = !job->taken;
        }
    }
    return result;
}

/* ---- Joining ----------------------------------------------------------------------------- */

/* A room that is not in the folder may be in the game's, unless its model is here. */
static bool fill_room(struct wr_context *context, struct wr_rebuild_batch *batch,
                      const char *layout, const wr_lyt_item *item, struct wr_rebuild_job *job,
                      struct wr_joint_room *out)
{
    const char *name = item->model;
    *out = (struct wr_joint_room){.name = name, .position = item->position};
    out->reshaped = job && job->met.mended > 0;
    if (job && job->made.size > 0)
        out->source = (struct wr_source){
            .name = job->from, .data = job->made.data, .size = job->made.size, .binary = true};
    const char *model = path_of(batch->arena, layout, name, ".mdl");
    if (!model)
        return false;
    out->unknown = job && !out->source.data;
    out->elsewhere =
        out->unknown || (!job && strcmp(name, "****") != 0 && !wr_file_exists(context, model));
    return true;
}

static enum wr_result keep_changes(struct wr_context *context, struct wr_joint *joint,
                                   struct wr_rebuild_job **jobs)
{
    for (uint32_t r = 0; r < joint->count; r++) {
        struct wr_joint_room *room = &joint->rooms[r];
        if (!room->changed)
            continue;
        enum wr_result result =
            wr_bwm_fits(context, room->mesh, wr_at(&room->source, WR_WHOLE_FILE));
        if (result != WR_OK)
            return result;
        jobs[r]->made.size = 0;
        wr_bwm_write(room->mesh, &jobs[r]->made);
        if (jobs[r]->made.failed)
            return wr_no_memory(context);
    }
    return WR_OK;
}

/* In place, what is right already stays; into another folder it is written like the rooms. */
static enum wr_result write_files(struct wr_context *context,
                                  const struct wr_rebuild_batch *batch, const char *layout,
                                  const struct wr_area_files *files)
{
    const struct wr_rebuild_options *options = batch->options;
    const char *folder = wr_path_folder(batch->arena, layout);
    unsigned flags = (options->force || !options->output ? WR_OVERWRITE : 0u) |
                     (options->durable ? WR_DURABLE : 0u);
    enum wr_result result = folder ? WR_OK : wr_no_memory(context);
    for (uint32_t i = 0; result == WR_OK && i < files->count; i++) {
        const struct wr_area_file *file = &files->items[i];
        const char *path = wr_path_join(batch->arena, folder, file->file);
        if (file->same && !options->output)
            continue;
        result = path ? wr_file_write(context, path, file->bytes.data, file->bytes.size, flags)
                      : wr_no_memory(context);
    }
    return result;
}

/* What lies in the folder of a layout. */
static enum wr_result open_folder(struct wr_context *context, struct wr_rebuild_batch *batch,
                                  const char *layout, struct wr_resources *out)
{
    const char *folder = wr_path_folder(batch->arena, layout);
    return folder ? wr_resources_open(context, batch->arena, folder, out)
                  : wr_no_memory(context);
}

static enum wr_result make_files(struct wr_context *context, struct wr_rebuild_batch *batch,
                                 const struct wr_joint *joint, const char *const paths[2])
{
    const struct wr_rebuild_options *options = batch->options;
    const char *name = wr_path_name(paths[0]);
    struct wr_resources resources;
    struct wr_area_files files = {0};
    struct wr_area_task task = {.joint = joint,
                                .resources = &resources,
                                .area = wr_arena_text(batch->arena, name, strlen(name) - 4),
                                .game = options->game,
                                .vis = options->vis,
                                .paths = options->paths,
                                .minimap = options->minimap,
                                .dry_run = options->dry_run};
    enum wr_result result =
        task.area ? open_folder(context, batch, paths[0], &resources) : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_area_files_make(context, &task, &files);
    wr_area_files_count(&files, &batch->joined);
    enum wr_result written = result == WR_NO_MEMORY || result == WR_STOPPED || options->dry_run
                                 ? WR_OK
                                 : write_files(context, batch, paths[1], &files);
    wr_area_files_finish(&files);
    return result != WR_OK ? result : written;
}

static enum wr_result join_layout(struct wr_context *context, struct wr_rebuild_batch *batch,
                                  struct wr_rebuild_job **sorted, const char *const paths[2])
{
    const char *layout = paths[0];
    struct wr_lyt lyt = {0};
    enum wr_result result = read_layout(context, batch, layout, &lyt);
    if (result != WR_OK)
        return result;
    struct wr_joint joint = {.arena = batch->arena,
                             .rooms =
                                 WR_TAKE(batch->arena, struct wr_joint_room, lyt.room_count),
                             .count = lyt.room_count,
                             .repair = batch->options->repair,
                             .relink = batch->options->relink};
    struct wr_rebuild_job **jobs =
        WR_ZERO(batch->arena, struct wr_rebuild_job *, lyt.room_count);
    if (!joint.rooms || !jobs)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < lyt.room_count; r++)
        if (!find_job(batch, sorted, layout, lyt.rooms[r].model, &jobs[r]) ||
            !fill_room(context, batch, layout, &lyt.rooms[r], jobs[r], &joint.rooms[r]))
            return wr_no_memory(context);
    result = wr_joint_mend(context, &joint);
    wr_rebuild_add_joint(&batch->joined, &joint);
    if (result == WR_OK)
        result = keep_changes(context, &joint, jobs);
    return result == WR_OK ? make_files(context, batch, &joint, paths) : result;
}

enum wr_result wr_rebuild_join(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    struct wr_rebuild_job **sorted = sort_jobs(batch);
    enum wr_result result = sorted ? WR_OK : wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < batch->layout_count; i++)
        result = join_layout(context, batch, sorted, batch->layouts[i]);
    return result;
}
