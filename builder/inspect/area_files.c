/* Files of an area, made anew of its rooms' walkmeshes and compared with those that are there.
 */
#include "builder/inspect/area_files.h"
#include "builder/inspect/room_model.h"
#include "builder/inspect/seen.h"
#include "builder/module/minimap.h"
#include "builder/module/path_solids.h"
#include "builder/module/paths.h"

#include "core/base/path.h"
#include "core/format/gff.h"
#include "core/model/model.h"

#include <stdio.h>
#include <string.h>

struct making {
    struct wr_context *context;
    const struct wr_area_task *task;
    struct wr_arena *arena;
    const struct wr_walkmesh **meshes; /* one a room */
    struct wr_area_files *out;
};

/* ---- One file ---------------------------------------------------------------------------- */

static const char *file_of(struct wr_arena *arena, const char *name, uint16_t type)
{
    struct wr_bytes file = {0};
    wr_bytes_print(&file, "%s.%s", name, wr_resource_suffix(type));
    const char *kept =
        file.failed ? NULL : wr_arena_text(arena, (const char *)file.data, file.size);
    wr_bytes_finish(&file);
    return kept;
}

static const wr_entry *entry_of(const struct making *making, const char *name, uint16_t type)
{
    return wr_resources_find(making->task->resources, name, type);
}

/* The file as it is there; without bytes where it is not. */
static enum wr_result read_old(const struct making *making, const wr_entry *entry,
                               const char *file, struct wr_source *out)
{
    const struct wr_resources *resources = making->task->resources;
    if (entry)
        return wr_entry_read(making->context, making->arena, entry, out);
    *out = resources->source;
    if (!resources->container->archive)
        out->name = wr_path_join(making->arena, resources->folder, file);
    return out->name ? WR_OK : wr_no_memory(making->context);
}

/* Takes bytes over, and says what they change, unless that is NULL. */
static enum wr_result add(struct making *making, const char *name, uint16_t type,
                          struct wr_bytes *bytes, const char *what)
{
    const wr_entry *entry = entry_of(making, name, type);
    const char *file = entry ? entry->file : file_of(making->arena, name, type);
    struct wr_source old;
    if (!file || bytes->failed)
        return wr_no_memory(making->context);
    enum wr_result result = read_old(making, entry, file, &old);
    if (result != WR_OK)
        return result;
    bool same = entry && old.size == bytes->size &&
                (old.size == 0 || memcmp(old.data, bytes->data, old.size) == 0);
    if (making->task->dry_run && !same && what)
        wr_note(making->context, wr_at(&old, WR_WHOLE_FILE), "would-change", NULL,
                "would change: %s", what);
    struct wr_area_file *items =
        wr_arena_more(making->arena, making->out->items, making->out->count, sizeof *items);
    if (!items)
        return wr_no_memory(making->context);
    items[making->out->count++] = (struct wr_area_file){name, file, type, *bytes, same};
    making->out->items = items;
    *bytes = (struct wr_bytes){0};
    return WR_OK;
}

/* ---- What is seen ------------------------------------------------------------------------ */

static enum wr_result make_vis(struct making *making)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = wr_joint_vis(making->context, making->task->joint, &bytes);
    if (result == WR_OK)
        result =
            add(making, making->task->area, WR_RES_VIS, &bytes, "what rooms see of each other");
    wr_bytes_finish(&bytes);
    return result;
}

/* ---- Floors ------------------------------------------------------------------------------ */

/* The first room whose floor is not known here although it has one, or WR_NONE: its walkmesh
 * was not rebuilt, or others lead to it. */
static uint32_t find_unknown(const struct wr_joint *joint)
{
    for (uint32_t r = 0; r < joint->count; r++) {
        const struct wr_walkmesh *mesh = joint->rooms[r].mesh;
        if (joint->rooms[r].unknown)
            return r;
        for (uint32_t e = 0; mesh && e < mesh->edge_count; e++) {
            int64_t to = mesh->edges[e].transition;
            if (to >= 0 && to < joint->count && joint->rooms[to].elsewhere)
                return (uint32_t)to;
        }
    }
    return UINT32_MAX;
}

static bool know_floors(const struct making *making, const char *slug, const char *what)
{
    const struct wr_joint *joint = making->task->joint;
    uint32_t room = find_unknown(joint);
    if (room != UINT32_MAX)
        wr_warn(making->context, wr_at(&making->task->resources->source, WR_WHOLE_FILE), slug,
                "put the WOK of each room beside the layout",
                "the walkmesh of room %u of '%s', '%.40s', is not here: %s", (unsigned)room,
                making->task->area, joint->rooms[room].name, what);
    return room == UINT32_MAX;
}

/* ---- Path points ------------------------------------------------------------------------- */

static enum wr_result read_resource(struct wr_context *context, const void *user,
                                    struct wr_arena *arena, const char *name, uint16_t type,
                                    struct wr_source *out, bool *there)
{
    const struct making *making = user;
    const wr_entry *entry = entry_of(making, name, type);
    *there = entry != NULL;
    return entry ? wr_entry_read(context, arena, entry, out) : WR_OK;
}

/* What stands in the area, by its GIT; without one, nothing does. */
static enum wr_result find_solids(struct making *making, struct wr_path_solids *out)
{
    const struct wr_path_library library = {read_resource, making};
    struct wr_source source;
    struct wr_gff *git;
    const wr_entry *entry = entry_of(making, making->task->area, WR_RES_GIT);
    *out = (struct wr_path_solids){0};
    if (!entry)
        return WR_OK;
    enum wr_result result = wr_entry_read(making->context, making->arena, entry, &source);
    source.binary = true;
    if (result == WR_OK)
        result = wr_gff_read(making->context, making->arena, &source, &git);
    return result == WR_OK
               ? wr_path_solids_make(making->context, git, &library, making->arena, out)
               : result;
}

static enum wr_result make_paths(struct making *making)
{
    const struct wr_area_task *task = making->task;
    struct wr_bytes bytes = {0};
    struct wr_paths paths;
    char what[64];
    if (!know_floors(making, "left-paths", "path points stay as they are"))
        return WR_OK;
    struct wr_path_solids solids;
    enum wr_result result = find_solids(making, &solids);
    if (result == WR_OK)
        result = wr_paths_of_meshes(making->context, making->meshes, task->joint->count,
                                    &solids, making->arena, &paths);
    if (result != WR_OK)
        return result;
    snprintf(what, sizeof what, "path points: %u with %u connections", (unsigned)paths.count,
             (unsigned)paths.starts[paths.count]);
    result = wr_paths_write(making->context, &paths, making->arena, &bytes);
    if (result == WR_OK)
        result = add(making, task->area, WR_RES_PTH, &bytes, what);
    wr_bytes_finish(&bytes);
    return result;
}

/* ---- The minimap ------------------------------------------------------------------------- */

/* The game that a room's model is laid out for; 0 where none can be read. WR_NO_MEMORY, unsaid.
 */
static enum wr_result game_of_models(struct making *making, struct wr_context *quiet,
                                     struct wr_arena *scratch, enum wr_game *out)
{
    const struct wr_joint *joint = making->task->joint;
    enum wr_result result = WR_OK;
    for (uint32_t r = 0; result != WR_NO_MEMORY && !*out && r < joint->count; r++) {
        const wr_entry *entry = entry_of(making, joint->rooms[r].name, WR_RES_MDL);
        struct wr_source mdl;
        struct wr_model *model;
        wr_arena_reset(scratch);
        result = entry ? wr_entry_read(quiet, scratch, entry, &mdl) : WR_NOT_FOUND;
        mdl.binary = true;
        if (result == WR_OK)
            result = wr_model_read(quiet, scratch, &mdl, NULL, &model);
        if (result == WR_OK)
            *out = model->game;
    }
    return result == WR_NO_MEMORY ? result : WR_OK;
}

/* Models are asked first: some tools write areas for both games. */
static enum wr_result find_game(struct making *making, const struct wr_gff *are,
                                enum wr_game *out)
{
    struct wr_context *quiet = wr_context_within(making->context, NULL, NULL);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = quiet && scratch ? WR_OK : WR_NO_MEMORY;
    *out = making->task->game;
    if (result == WR_OK)
        result = game_of_models(making, quiet, scratch, out);
    if (!*out)
        *out = wr_gff_find(are->root, "DisableTransit") ? WR_K2 : WR_K1;
    wr_arena_destroy(scratch);
    wr_context_destroy(quiet);
    return result == WR_OK ? WR_OK : wr_no_memory(making->context);
}

/* Why there can be no minimap; NULL: there can. */
static const char *hindrance_of(const struct making *making, const char *name,
                                const char **hint)
{
    *hint = "its Map says which part of the area the picture shows";
    if (!entry_of(making, making->task->area, WR_RES_ARE))
        return "there is no ARE beside the layout";
    *hint = "take one out: of two pictures of a name, which the game takes is not known";
    if (entry_of(making, name, WR_RES_TPC))
        return "there is a TPC of its name";
    *hint = "the game knows 16 characters, of which 'lbl_map' are 7";
    return strlen(name) > WR_RESREF ? "its name would be too long" : NULL;
}

static enum wr_result read_area(struct making *making, struct wr_gff **out)
{
    struct wr_source source;
    const wr_entry *entry = entry_of(making, making->task->area, WR_RES_ARE);
    enum wr_result result = wr_entry_read(making->context, making->arena, entry, &source);
    source.binary = true;
    return result == WR_OK ? wr_gff_read(making->context, making->arena, &source, out) : result;
}

static enum wr_result put_area(struct making *making, struct wr_gff *are,
                               const struct wr_minimap_mapping *mapping)
{
    struct wr_bytes bytes = {0};
    wr_minimap_set(are, mapping);
    enum wr_result result = wr_gff_write(making->context, are, &bytes);
    if (result == WR_OK)
        result = add(making, making->task->area, WR_RES_ARE, &bytes,
                     "the Map, to what the minimap shows");
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result draw(struct making *making, const char *name)
{
    struct wr_minimap_mapping mapping;
    struct wr_bytes bytes = {0};
    struct wr_gff *are;
    enum wr_game game;
    enum wr_result result = read_area(making, &are);
    if (result == WR_OK)
        result = find_game(making, are, &game);
    if (result == WR_OK)
        result = wr_minimap_of_meshes(making->context, making->meshes,
                                      making->task->joint->count, game, &mapping, &bytes);
    if (result == WR_OK)
        result = add(making, name, WR_RES_TGA, &bytes, "the picture of the minimap");
    if (result == WR_OK)
        result = put_area(making, are, &mapping);
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result make_minimap(struct making *making)
{
    static const char mark[] = "lbl_map";
    size_t size = strlen(making->task->area);
    char *name = WR_TAKE(making->arena, char, sizeof mark + size);
    if (!name)
        return wr_no_memory(making->context);
    memcpy(name, mark, sizeof mark - 1);
    memcpy(name + sizeof mark - 1, making->task->area, size + 1);
    if (!know_floors(making, "left-minimap", "the minimap stays as it is"))
        return WR_OK;
    const char *hint, *hindrance = hindrance_of(making, name, &hint);
    if (!hindrance)
        return draw(making, name);
    wr_warn(making->context, wr_at(&making->task->resources->source, WR_WHOLE_FILE),
            "left-minimap", hint, "no minimap of '%s' is made: %s", making->task->area,
            hindrance);
    return WR_OK;
}

/* ---- Floors in models -------------------------------------------------------------------- */

static enum wr_result put_model(struct making *making, const char *name,
                                const struct wr_room_model *model)
{
    struct wr_bytes mdl = {0}, mdx = {0};
    char what[64];
    snprintf(what, sizeof what, "the floor in the model, of %u faces", (unsigned)model->faces);
    wr_model_write(model->model, &mdl, &mdx);
    enum wr_result result = add(making, name, WR_RES_MDL, &mdl, what);
    if (result == WR_OK)
        result = add(making, name, WR_RES_MDX, &mdx, NULL);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    return result;
}

/* What is wrong with a model says `warren check`. */
static enum wr_result make_model(struct making *making, struct wr_context *quiet,
                                 struct wr_arena *scratch, const struct wr_joint_room *room)
{
    struct wr_room_model model;
    enum wr_result result =
        wr_room_model_follow(quiet, scratch, making->task->resources, room, &model);
    if (result == WR_OK)
        return model.changed ? put_model(making, room->name, &model) : WR_OK;
    if (result == WR_NO_MEMORY)
        return wr_no_memory(making->context);
    if (result != WR_STOPPED)
        wr_warn(making->context, wr_at(&room->source, WR_WHOLE_FILE), "left-model",
                "`warren check` says what is wrong with it",
                "the model of '%.40s' cannot be read whole: it keeps the floor that it has",
                room->name);
    return result == WR_STOPPED ? result : WR_OK;
}

/* The camera goes by the floors of models. */
static enum wr_result make_models(struct making *making)
{
    const struct wr_joint *joint = making->task->joint;
    struct wr_context *quiet = wr_context_within(making->context, NULL, NULL);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = quiet && scratch ? WR_OK : wr_no_memory(making->context);
    for (uint32_t r = 0; result == WR_OK && r < joint->count; r++) {
        if (!joint->rooms[r].reshaped || !joint->rooms[r].mesh ||
            !entry_of(making, joint->rooms[r].name, WR_RES_MDL))
            continue;
        wr_arena_reset(scratch);
        result = make_model(making, quiet, scratch, &joint->rooms[r]);
    }
    wr_arena_destroy(scratch);
    if (quiet)
        wr_context_destroy(quiet);
    return result;
}

/* ---- All of them ------------------------------------------------------------------------- */

enum wr_result wr_area_files_make(struct wr_context *context, const struct wr_area_task *task,
                                  struct wr_area_files *out)
{
    const struct wr_joint *joint = task->joint;
    struct making making = {.context = context,
                            .task = task,
                            .arena = joint->arena,
                            .meshes =
                                WR_TAKE(joint->arena, const struct wr_walkmesh *, joint->count),
                            .out = out};
    *out = (struct wr_area_files){0};
    if (!making.meshes)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < joint->count; r++)
        making.meshes[r] = joint->rooms[r].mesh;
    enum wr_result result = make_models(&making);
    if (result == WR_OK && task->vis)
        result = make_vis(&making);
    if (result == WR_OK && task->paths)
        result = make_paths(&making);
    if (result == WR_OK && task->minimap)
        result = make_minimap(&making);
    return wr_context_whole(context, result);
}

void wr_area_files_finish(struct wr_area_files *files)
{
    for (uint32_t i = 0; i < files->count; i++)
        wr_bytes_finish(&files->items[i].bytes);
    files->count = 0;
}

void wr_area_files_count(const struct wr_area_files *files, struct wr_rebuild_summary *sum)
{
    bool minimap = false;
    for (uint32_t i = 0; i < files->count; i++) {
        const struct wr_area_file *file = &files->items[i];
        sum->vis += file->type == WR_RES_VIS && !file->same;
        sum->paths += file->type == WR_RES_PTH && !file->same;
        sum->models += file->type == WR_RES_MDL && !file->same;
        minimap |= (file->type == WR_RES_TGA || file->type == WR_RES_ARE) && !file->same;
    }
    sum->minimaps += minimap;
}
