/* Writing a module: walkmeshes in parallel, and models where an archive is wanted, then the
 * texts, all into a hidden folder that is emptied into the module's at the end. */
#include "builder/module/emit.h"
#include "builder/area/made.h"
#include "builder/layout/names.h"
#include "builder/layout/stitch.h"
#include "builder/module/emit_mod.h"
#include "builder/module/former.h"
#include "builder/module/into.h"

#include "core/base/bytes.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/bwm.h"

#include <stdio.h>
#include <string.h>

/* ---- Walkmeshes ---- */

/* What a worker keeps between rooms. */
struct workspace {
    struct wr_arena *arena, *scratch;
    struct wr_bytes bytes;
    wr_module_model model; /* of the room at hand, in its arena */
};

struct writing {
    const struct wr_layout *layout;
    struct wr_staging *staging;   /* NULL: a dry run */
    struct wr_assembly *assembly; /* of the archive; NULL: none is wanted */
    struct wr_mod mod;
    struct wr_source whole; /* it, where it goes into an edited one */
    unsigned flags;
    struct workspace *workspaces;
    uint32_t *faces, *splits, *sizes; /* one an area room */
    atomic_int broken;                /* a file could not be written: neither will the others */
};

static enum wr_result write_room(struct wr_context *context, struct writing *w,
                                 struct workspace *workspace, uint32_t index)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_area_room_mesh(context, w->layout, index, workspace->arena,
                                              workspace->scratch, &mesh, &w->splits[index]);
    if (result != WR_OK)
        return result;
    w->faces[index] = mesh->face_count;
    if (!w->staging)
        return WR_OK;
    workspace->bytes.size = 0;
    result =
        wr_bwm_append(context, mesh, w->layout->rooms[w->layout->area_rooms[index].first].where,
                      &workspace->bytes);
    if (result != WR_OK)
        return result;
    w->sizes[index] = (uint32_t)workspace->bytes.size;
    wr_room_file file = wr_room_file_of(w->layout, (uint32_t)index);
    result = wr_staging_write(context, w->staging, file.name, workspace->bytes.data,
                              workspace->bytes.size, w->flags);
    if (result == WR_OK && w->assembly)
        result = wr_assembly_room(context, w->assembly, index, mesh, workspace->arena,
                                  workspace->scratch, &workspace->model);
    return result;
}

/* The archive wants its rooms in order. */
static enum wr_result append_room(void *user, struct wr_context *context, unsigned worker,
                                  size_t index)
{
    struct writing *w = user;
    const struct workspace *workspace = &w->workspaces[worker];
    const wr_module_model *model = &workspace->model;
    (void)index;
    if (atomic_load(&w->broken))
        return WR_OK;
    enum wr_result result =
        wr_mod_append(context, &w->mod, workspace->bytes.data, workspace->bytes.size);
    if (result == WR_OK)
        result = wr_mod_append(context, &w->mod, model->mdl, model->mdl_size);
    if (result == WR_OK)
        result = wr_mod_append(context, &w->mod, model->mdx, model->mdx_size);
    return wr_parallel_break(context, &w->broken, result);
}

static enum wr_result write_wok(void *user, struct wr_context *context, unsigned worker,
                                size_t index)
{
    struct writing *w = user;
    struct workspace *workspace = &w->workspaces[worker];
    if (atomic_load(&w->broken))
        return WR_OK; /* the piece that failed says so */
    if (!workspace->arena)
        workspace->arena = wr_arena_create();
    if (!workspace->scratch)
        workspace->scratch = wr_arena_create();
    if (!workspace->arena || !workspace->scratch)
        return wr_no_memory(context);
    wr_arena_reset(workspace->arena);
    wr_arena_reset(workspace->scratch);
    return wr_parallel_break(context, &w->broken,
                             write_room(context, w, workspace, (uint32_t)index));
}

static enum wr_result write_woks(struct wr_context *context, struct writing *w)
{
    unsigned workers = wr_context_jobs(context);
    w->workspaces = wr_alloc(workers * sizeof *w->workspaces);
    if (!w->workspaces)
        return wr_no_memory(context);
    memset(w->workspaces, 0, workers * sizeof *w->workspaces);
    const char *what = w->staging ? "rooms written" : "rooms checked";
    uint32_t count = w->layout->area_room_count;
    enum wr_result result =
        w->staging && w->assembly
            ? wr_parallel_in_turn(context, what, count, write_wok, append_room, w)
            : wr_parallel(context, what, count, write_wok, w);
    for (unsigned i = 0; i < workers; i++) {
        wr_arena_destroy(w->workspaces[i].arena);
        wr_arena_destroy(w->workspaces[i].scratch);
        wr_bytes_finish(&w->workspaces[i].bytes);
    }
    wr_free(w->workspaces);
    return result;
}

/* ---- Texts ---- */

typedef enum wr_result emit_fn(struct wr_context *context, const struct wr_emission *emission,
                               struct wr_bytes *out);

static const struct output {
    const char *suffix;
    emit_fn *emit; /* NULL: the VIS, which is not made whole */
} OUTPUTS[] = {
    {".lyt", wr_emit_lyt},      {".vis", NULL},        {".report.json", wr_emit_report},
    {".map.json", wr_emit_map}, {".trx", wr_emit_trx},
};
enum { OUTPUT_COUNT = sizeof OUTPUTS / sizeof *OUTPUTS };

/* Not every module has a map or a TRX. */
static bool is_wanted(const struct wr_build_options *options, const struct output *output)
{
    return output->emit == wr_emit_map   ? options->with_map
           : output->emit == wr_emit_trx ? options->trx
                                         : true;
}

/* Those that are; returns how many. */
static uint32_t list_outputs(const struct wr_build_options *options,
                             const struct output *out[OUTPUT_COUNT])
{
    uint32_t count = 0;
    for (int i = 0; i < OUTPUT_COUNT; i++)
        if (is_wanted(options, &OUTPUTS[i]))
            out[count++] = &OUTPUTS[i];
    return count;
}

/* How many files there are beside the walkmeshes. */
static uint32_t other_count(const struct wr_build_options *options)
{
    const struct output *outputs[OUTPUT_COUNT];
    return list_outputs(options, outputs) + options->mod;
}

/* What the archive holds too was made for it already. */
static enum wr_result emit_or_copy(struct wr_context *context,
                                   const struct wr_emission *emission,
                                   const struct output *output, struct wr_bytes *out)
{
    if (output->emit != wr_emit_lyt || !emission->assembly)
        return output->emit(context, emission, out);
    wr_bytes_add(out, emission->assembly->lyt.data, emission->assembly->lyt.size);
    return WR_OK;
}

static enum wr_result write_text(struct wr_context *context, const struct wr_emission *emission,
                                 const struct output *output, const char *name,
                                 const struct writing *w)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = emit_or_copy(context, emission, output, &bytes);
    if (result == WR_OK && bytes.failed)
        result = wr_no_memory(context);
    if (result == WR_OK)
        result = wr_staging_write(context, w->staging, name, bytes.data, bytes.size, w->flags);
    emission->summary->bytes += bytes.size;
    wr_bytes_finish(&bytes);
    return result;
}

/* A file that grows, and how large it is. */
struct growing {
    struct wr_staged *file;
    uint64_t size;
};

static enum wr_result grow(void *user, struct wr_context *context, const void *data,
                           size_t size)
{
    struct growing *growing = user;
    growing->size += size;
    return wr_staged_append(context, growing->file, data, size);
}

static enum wr_result write_vis(struct wr_context *context, const struct wr_emission *emission,
                                const char *name, const struct writing *w)
{
    struct wr_arena *arena = wr_arena_create();
    struct growing growing = {0};
    const struct wr_outlet outlet = {grow, &growing};
    enum wr_result result =
        arena ? wr_staged_open(context, arena, w->staging, name, &growing.file)
              : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_emit_vis(context, emission, &outlet);
    enum wr_result closed =
        wr_staged_close(context, growing.file, result == WR_OK ? w->flags : 0);
    emission->summary->bytes += growing.size;
    wr_arena_destroy(arena);
    return result == WR_OK ? closed : result;
}

static enum wr_result write_output(struct wr_context *context,
                                   const struct wr_emission *emission,
                                   const struct output *output, const struct writing *w)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", w->layout->id, output->suffix);
    emission->summary->files++;
    return output->emit ? write_text(context, emission, output, name, w)
                        : write_vis(context, emission, name, w);
}

static enum wr_result write_texts(struct wr_context *context,
                                  const struct wr_emission *emission, const struct writing *w)
{
    const struct output *outputs[OUTPUT_COUNT];
    enum wr_result result = WR_OK;
    uint32_t count = list_outputs(emission->options, outputs);
    for (uint32_t i = 0; result == WR_OK && i < count; i++)
        result = write_output(context, emission, outputs[i], w);
    return result;
}

/* ---- Moving into place ---- */

/* The i-th file of the module: walkmeshes first, so that a module whose LYT is there is
 * complete; its archive at the end, which needs no other. */
static void file_name(const struct wr_layout *layout, const struct wr_build_options *options,
                      uint32_t i, char out[64])
{
    const struct output *outputs[OUTPUT_COUNT];
    uint32_t other = i - layout->area_room_count, texts = list_outputs(options, outputs);
    if (i < layout->area_room_count)
        snprintf(out, 64, "%s", wr_room_file_of(layout, i).name);
    else
        snprintf(out, 64, "%s%s", layout->id,
                 other < texts ? outputs[texts - 1 - other]->suffix : ".mod");
}

/* Before anything is made: what stands in the way. */
static enum wr_result check_target(struct wr_context *context, const wr_folder_names *there,
                                   const char *path, bool force)
{
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    if (wr_folder_exists(context, path))
        return wr_fail(context, WR_INVALID, where, "file-is-folder", NULL,
                       "this is a folder where a file of the module belongs");
    if (!wr_file_exists(context, path))
        return wr_folder_names_check(context, there, path, true);
    if (force)
        return WR_OK;
    return wr_fail(context, WR_INVALID, where, "file-exists",
                   "give --force to replace the module, or another folder",
                   "the file exists already");
}

static enum wr_result check_targets(struct wr_context *context, const struct wr_layout *layout,
                                    const struct wr_build_options *options)
{
    char path[4200], name[64];
    wr_folder_names there;
    if (!wr_folder_exists(context, options->output))
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena
                                ? wr_folder_names_load(context, arena, options->output, &there)
                                : wr_no_memory(context);
    uint32_t count = layout->area_room_count + other_count(options);
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        file_name(layout, options, i, name);
        int size = snprintf(path, sizeof path, "%s/%s", options->output, name);
        if (size > 0 && (size_t)size < sizeof path)
            result = check_target(context, &there, path, options->force);
    }
    wr_arena_destroy(arena);
    return result;
}

static enum wr_result move_files(struct wr_context *context, const struct writing *w,
                                 const struct wr_build_options *options)
{
    enum wr_result result = WR_OK;
    uint32_t count = w->layout->area_room_count + other_count(options);
    char name[64];
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        file_name(w->layout, options, i, name);
        result = wr_staging_move(context, w->staging, name, w->flags);
    }
    return result;
}

/* ---- What a larger module left ---- */

/* Walkmeshes of rooms that are no more would be judged, and loaded, as if they belonged to it.
 */
static enum wr_result remove_stale(struct wr_context *context, struct wr_arena *arena,
                                   const struct writing *w, const struct wr_former *former,
                                   struct wr_emission *emission)
{
    const char *folder = emission->options->output;
    char **names;
    size_t count = 0;
    enum wr_result result = wr_folder_list(context, arena, folder, &names, &count);
    for (size_t i = 0; result == WR_OK && i < count; i++) {
        char *path = wr_path_join(arena, folder, names[i]);
        if (!path)
            return wr_no_memory(context);
        if (!wr_room_file_stale(w->layout, names[i])) {
            wr_former_tell(context, former, w->layout, path);
            continue;
        }
        result = wr_file_remove(context, path);
        emission->summary->stale += result == WR_OK;
    }
    return result;
}

/* Puts the files into their places, and looks after what was there. */
static enum wr_result replace_files(struct wr_context *context, const struct writing *w,
                                    struct wr_emission *emission)
{
    const struct wr_build_options *options = emission->options;
    struct wr_arena *arena = wr_arena_create();
    struct wr_former former;
    enum wr_result result =
        arena ? wr_former_read(context, arena, options->output, w->layout->id, &former)
              : wr_no_memory(context);
    if (result == WR_OK)
        result = move_files(context, w, options);
    if (result == WR_OK)
        result = remove_stale(context, arena, w, &former, emission);
    wr_arena_destroy(arena);
    return result;
}

/* ---- The module ---- */

static void add_up(const struct writing *w, struct wr_build_summary *summary)
{
    for (uint32_t i = 0; i < w->layout->area_room_count; i++) {
        summary->faces += w->faces[i];
        summary->splits += w->splits[i];
        summary->bytes += w->sizes[i];
    }
    summary->files += w->staging ? w->layout->area_room_count : 0;
}

/* The rooms, and the archive with them where one is wanted. */
static enum wr_result write_rooms(struct wr_context *context, struct writing *w,
                                  const struct wr_emission *emission)
{
    struct wr_build_summary *summary = emission->summary;
    if (!w->staging || !w->assembly)
        return write_woks(context, w);
    enum wr_result result = wr_model_forms_keep(context, w->assembly->models);
    if (result != WR_OK)
        return result;
    result = wr_mod_start(context, emission, w->staging, &w->mod);
    if (result == WR_OK)
        result = write_woks(context, w);
    result = wr_mod_end(context, &w->mod, w->flags, result,
                        emission->options->into ? &w->whole : NULL);
    if (result != WR_OK)
        return result;
    summary->resources = w->assembly->parts.count;
    summary->mod_bytes = w->mod.size;
    summary->bytes += w->mod.size;
    summary->files++;
    return WR_OK;
}

/* What becomes of each door that the map replaces. */
static wr_into_door *list_doors(struct wr_arena *arena, const struct writing *w)
{
    const struct wr_layout *layout = w->layout;
    const struct wr_assembly *assembly = w->assembly;
    wr_into_door *out = WR_ZERO(arena, wr_into_door, layout->map->replaces.door_count);
    for (uint32_t i = 0; out && i < assembly->doors.count; i++) {
        const wr_module_door *door = &assembly->doors.items[i];
        if (door->record == WR_NONE)
            continue;
        uint32_t room = layout->map->replaces.doors[door->record].room;
        out[door->record] =
            (wr_into_door){.stays = true,
                           .in_place = wr_placed_as_written(&layout->rooms[room]),
                           .at = door->position,
                           .bearing = wr_module_door_bearing(door),
                           .row = WR_NONE};
    }
    for (uint32_t row = 0; out && row < assembly->hung; row++) {
        uint32_t record = assembly->doors.items[assembly->rows[row]].record;
        if (record != WR_NONE)
            out[record].row = row;
    }
    return out;
}

/* The archive that was just written goes into an edited one, and nothing else is kept. */
static enum wr_result put_into(struct wr_context *context, const struct writing *w,
                               const struct wr_build_options *options,
                               struct wr_build_summary *summary)
{
    struct wr_into_count count = {.names = options->removed};
    wr_surfaces usual = wr_surfaces_default(w->layout->game);
    struct wr_into_level level = {.id = w->layout->id,
                                  .surfaces = options->surfaces ? options->surfaces : &usual,
                                  .map = w->layout->map,
                                  .doors = list_doors(w->assembly->arena, w)};
    if (!level.doors)
        return wr_no_memory(context);
    enum wr_result result =
        wr_module_into_file(context, options->into, &w->whole, &level, w->flags, &count);
    summary->files = result == WR_OK && count.changed;
    summary->replaced = count.replaced;
    summary->added = count.added;
    summary->removed = count.removed;
    return result;
}

static enum wr_result emit_staged(struct wr_context *context, struct writing *w,
                                  struct wr_emission *emission)
{
    enum wr_result result = write_rooms(context, w, emission);
    if (result != WR_OK)
        return result;
    add_up(w, emission->summary);
    if (!w->staging)
        return WR_OK;
    emission->faces = w->faces;
    if (emission->options->into)
        return put_into(context, w, emission->options, emission->summary);
    result = write_texts(context, emission, w);
    result = wr_context_commit(context, result);
    if (result == WR_OK)
        result = emission->options->force ? replace_files(context, w, emission)
                                          : move_files(context, w, emission->options);
    if (result == WR_OK && emission->options->durable)
        result = wr_staging_sync(context, w->staging);
    return result;
}

/* With what is seen from where known, and the archive's parts with it. */
static enum wr_result emit_seen(struct wr_context *context, struct writing *w,
                                struct wr_emission *emission)
{
    const struct wr_build_options *options = emission->options;
    struct wr_assembly assembly = {0};
    struct wr_staging *staging = NULL;
    enum wr_result result = WR_OK;
    if (options->mod) {
        result = wr_assembly_make(context, emission, &assembly);
        w->assembly = &assembly;
        emission->assembly = &assembly;
    }
    if (result == WR_OK && !options->dry_run)
        result = wr_staging_make(context, options->output, &staging);
    w->staging = staging;
    if (result == WR_OK)
        result = emit_staged(context, w, emission);
    wr_staging_drop(staging);
    wr_assembly_finish(&assembly);
    return result;
}

enum wr_result wr_emit(struct wr_context *context, struct wr_area *area,
                       const struct wr_build_options *options, struct wr_build_summary *summary)
{
    const struct wr_layout *layout = area->layout;
    struct wr_arena *arena = wr_arena_create();
    uint32_t count = layout->area_room_count;
    struct writing w = {
        .layout = layout,
        .flags = (options->force ? WR_OVERWRITE : 0u) | (options->durable ? WR_DURABLE : 0u),
        .faces = arena ? WR_ZERO(arena, uint32_t, count) : NULL,
        .splits = arena ? WR_ZERO(arena, uint32_t, count) : NULL,
        .sizes = arena ? WR_ZERO(arena, uint32_t, count) : NULL,
    };
    enum wr_result result = WR_OK;
    if (!w.faces || !w.splits || !w.sizes)
        result = wr_no_memory(context);
    if (result == WR_OK && !options->dry_run && !options->into)
        result = check_targets(context, layout, options);
    if (result == WR_OK)
        result = wr_area_look(context, area);
    if (result == WR_OK) {
        struct wr_emission emission = {.area = area,
                                       .layout = layout,
                                       .options = options,
                                       .summary = summary,
                                       .visibility = &area->made->visibility};
        summary->seen = emission.visibility->pairs;
        result = emit_seen(context, &w, &emission);
    }
    wr_arena_destroy(arena);
    return result;
}
