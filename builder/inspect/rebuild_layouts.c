/* Rooms that are rebuilt together because a layout lists them. */
#include "builder/inspect/joint.h"
#include "builder/inspect/rebuilding.h"
#include "builder/inspect/seen.h"

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
                      const char *layout, const char *name, struct wr_rebuild_job *job,
                      struct wr_joint_room *out)
{
    *out = (struct wr_joint_room){.name = name};
    if (job && job->made.size > 0)
        out->source = (struct wr_source){
            .name = job->from, .data = job->made.data, .size = job->made.size, .binary = true};
    const char *model = path_of(batch->arena, layout, name, ".mdl");
    if (!model)
        return false;
    out->elsewhere = !out->source.data && strcmp(name, "****") != 0 &&
                     (job || !wr_file_exists(context, model));
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

/* The path of the VIS beside a layout. */
static char *vis_of(struct wr_arena *arena, const char *layout)
{
    char *path = wr_arena_text(arena, layout, strlen(layout));
    if (path)
        memcpy(path + strlen(path) - 4, ".vis", 4);
    return path;
}

static enum wr_result write_vis(struct wr_context *context, struct wr_rebuild_batch *batch,
                                const char *const paths[2], const struct wr_bytes *vis)
{
    const struct wr_rebuild_options *options = batch->options;
    struct wr_source old = {.name = vis_of(batch->arena, paths[0])};
    const char *to = vis_of(batch->arena, paths[1]);
    enum wr_result result = old.name && to ? WR_OK : wr_no_memory(context);
    if (result == WR_OK && wr_file_exists(context, old.name))
        result = wr_file_read(context, batch->arena, old.name, &old);
    if (result != WR_OK)
        return result;
    bool same = old.data && old.size == vis->size && memcmp(old.data, vis->data, old.size) == 0;
    unsigned flags = (options->force || !options->output ? WR_OVERWRITE : 0u) |
                     (options->durable ? WR_DURABLE : 0u);
    batch->joined.vis += !same;
    if (options->dry_run && !same)
        wr_note(context, wr_at(&old, WR_WHOLE_FILE), "would-change", NULL,
                "would change: what rooms see of each other");
    if (options->dry_run || (same && !options->output))
        return WR_OK;
    return wr_file_write(context, to, vis->data, vis->size, flags);
}

static enum wr_result make_vis(struct wr_context *context, struct wr_rebuild_batch *batch,
                               const struct wr_joint *joint, const char *const paths[2])
{
    struct wr_bytes vis = {0};
    enum wr_result result = wr_joint_vis(context, joint, &vis);
    if (result == WR_OK)
        result = write_vis(context, batch, paths, &vis);
    wr_bytes_finish(&vis);
    return result;
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
            !fill_room(context, batch, layout, lyt.rooms[r].model, jobs[r], &joint.rooms[r]))
            return wr_no_memory(context);
    result = wr_joint_mend(context, &joint);
    wr_rebuild_add_joint(&batch->joined, &joint);
    if (result == WR_OK)
        result = keep_changes(context, &joint, jobs);
    return result == WR_OK && batch->options->vis ? make_vis(context, batch, &joint, paths)
                                                  : result;
}

enum wr_result wr_rebuild_join(struct wr_context *context, struct wr_rebuild_batch *batch)
{
    struct wr_rebuild_job **sorted = sort_jobs(batch);
    enum wr_result result = sorted ? WR_OK : wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < batch->layout_count; i++)
        result = join_layout(context, batch, sorted, batch->layouts[i]);
    return result;
}
