/* Archives whose walkmeshes are rebuilt, and what follows from those; all else stays. */
#include "builder/inspect/rebuild_archive.h"
#include "builder/inspect/area_files.h"

#include "core/base/parallel.h"
#include "core/files/files.h"

#include <string.h>

/* ---- Walkmeshes -------------------------------------------------------------------------- */

/* A walkmesh of an archive. */
struct piece {
    const wr_entry *entry;
    struct wr_rebuilt report;
    bool rebuilt;
    const uint8_t *bytes; /* what it becomes; NULL: what it is */
    size_t size;
};

/* What a worker has: memory for one walkmesh after another, and for those that change. */
struct workspace {
    struct wr_arena *scratch, *kept;
    struct wr_bytes bytes;
};

struct packed {
    const struct wr_kind_file *file;
    struct wr_resources resources;
    struct piece *pieces;
    size_t count;
    struct workspace *workspaces;
    struct wr_rebuild_summary joined;
    struct wr_area_files *areas; /* one a layout */
    size_t area_count;
};

static bool is_walkmesh(const wr_entry *entry)
{
    const struct wr_kind *kind = wr_kind_called(entry->file);
    return kind && kind->rebuild && kind->binary;
}

static enum wr_result list_pieces(struct wr_context *context, struct packed *packed)
{
    const struct wr_resources *resources = &packed->resources;
    packed->pieces = WR_ZERO(packed->file->arena, struct piece, resources->count);
    if (!packed->pieces)
        return wr_no_memory(context);
    for (size_t i = 0; i < resources->count; i++)
        if (is_walkmesh(&resources->entries[i]))
            packed->pieces[packed->count++].entry = &resources->entries[i];
    return WR_OK;
}

/* Keeps what a walkmesh becomes, if it is not what it was. */
static enum wr_result keep(struct wr_context *context, struct workspace *workspace,
                           const struct wr_source *source, struct piece *piece)
{
    const struct wr_bytes *bytes = &workspace->bytes;
    struct wr_source made = {.data = bytes->data, .size = bytes->size};
    piece->bytes = NULL;
    if (wr_bwm_same(source, &made, NULL))
        return WR_OK;
    piece->size = bytes->size;
    piece->bytes = wr_arena_copy(workspace->kept, bytes->data, bytes->size, 1);
    return piece->bytes ? WR_OK : wr_no_memory(context);
}

static enum wr_result rebuild_piece(void *user, struct wr_context *context, unsigned worker,
                                    size_t index)
{
    struct packed *packed = user;
    struct piece *piece = &packed->pieces[index];
    struct workspace *workspace = &packed->workspaces[worker];
    if (!workspace->scratch)
        workspace->scratch = wr_arena_create();
    if (!workspace->kept)
        workspace->kept = wr_arena_create();
    if (!workspace->scratch || !workspace->kept)
        return wr_no_memory(context);
    struct wr_kind_file file = {.arena = workspace->scratch,
                                .surfaces = packed->file->surfaces,
                                .rebuilding = packed->file->rebuilding};
    wr_arena_reset(workspace->scratch);
    workspace->bytes.size = 0;
    enum wr_result result =
        wr_entry_read(context, workspace->scratch, piece->entry, &file.source);
    file.source.binary = true;
    if (result == WR_OK)
        result = wr_rebuild_file_mesh(context, &file, &workspace->bytes, &piece->report);
    if (result == WR_OK)
        result = keep(context, workspace, &file.source, piece);
    piece->rebuilt = result == WR_OK;
    return result;
}

/* ---- Rooms of a layout ------------------------------------------------------------------- */

static struct piece *find_piece(struct packed *packed, const wr_entry *entry)
{
    for (size_t low = 0, high = packed->count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (packed->pieces[middle].entry == entry)
            return &packed->pieces[middle];
        if (packed->pieces[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* What a room's walkmesh is by now. */
static enum wr_result fill_room(struct wr_context *context, struct packed *packed,
                                const wr_lyt_item *item, struct wr_joint_room *room,
                                struct piece **piece)
{
    const char *name = item->model;
    const struct wr_resources *resources = &packed->resources;
    const wr_entry *entry = wr_resources_find(resources, name, WR_RES_WOK);
    *room = (struct wr_joint_room){.name = name, .position = item->position};
    *piece = entry ? find_piece(packed, entry) : NULL;
    room->unknown = *piece && !(*piece)->rebuilt;
    room->elsewhere = room->unknown || (!*piece && strcmp(name, "****") != 0 &&
                                        !wr_resources_find(resources, name, WR_RES_MDL));
    if (!*piece || !(*piece)->rebuilt)
        return WR_OK;
    room->reshaped = wr_repaired_count(&(*piece)->report.mended) > 0;
    enum wr_result result = wr_entry_read(context, packed->file->arena, entry, &room->source);
    room->source.binary = true;
    if (result == WR_OK && (*piece)->bytes) {
        room->source.data = (*piece)->bytes;
        room->source.size = (*piece)->size;
    }
    return result;
}

static enum wr_result keep_changes(struct wr_context *context, struct packed *packed,
                                   const struct wr_joint *joint, struct piece **pieces)
{
    struct workspace *workspace = &packed->workspaces[0];
    enum wr_result result = WR_OK;
    for (uint32_t r = 0; result == WR_OK && r < joint->count; r++) {
        const struct wr_joint_room *room = &joint->rooms[r];
        struct wr_source before;
        if (!room->changed)
            continue;
        workspace->bytes.size = 0;
        result = wr_bwm_fits(context, room->mesh, wr_at(&room->source, WR_WHOLE_FILE));
        if (result == WR_OK)
            result = wr_entry_read(context, packed->file->arena, pieces[r]->entry, &before);
        if (result != WR_OK)
            return result;
        wr_bwm_write(room->mesh, &workspace->bytes);
        result = workspace->bytes.failed ? wr_no_memory(context)
                                         : keep(context, workspace, &before, pieces[r]);
    }
    return result;
}

static enum wr_result make_files(struct wr_context *context, struct packed *packed,
                                 const struct wr_joint *joint, const wr_entry *layout)
{
    const struct wr_rebuild_options *options = packed->file->rebuilding;
    struct wr_area_task task = {.joint = joint,
                                .resources = &packed->resources,
                                .area = wr_entry_name(packed->file->arena, layout),
                                .game = options->game,
                                .vis = options->vis,
                                .paths = options->paths,
                                .minimap = options->minimap,
                                .dry_run = options->dry_run};
    struct wr_area_files *areas =
        wr_arena_more(packed->file->arena, packed->areas, packed->area_count, sizeof *areas);
    if (!task.area || !areas)
        return wr_no_memory(context);
    packed->areas = areas;
    struct wr_area_files *files = &areas[packed->area_count++];
    enum wr_result result = wr_area_files_make(context, &task, files);
    wr_area_files_count(files, &packed->joined);
    return result;
}

static enum wr_result join_layout(struct wr_context *context, struct packed *packed,
                                  const wr_entry *entry)
{
    struct wr_arena *arena = packed->file->arena;
    struct wr_source source;
    struct wr_lyt lyt;
    enum wr_result result = wr_entry_read(context, arena, entry, &source);
    if (result == WR_OK)
        result = wr_lyt_read(context, arena, &source, &lyt);
    if (result != WR_OK)
        return result;
    struct wr_joint joint = {.arena = arena,
                             .rooms = WR_TAKE(arena, struct wr_joint_room, lyt.room_count),
                             .count = lyt.room_count,
                             .repair = packed->file->rebuilding->repair,
                             .relink = packed->file->rebuilding->relink};
    struct piece **pieces = WR_ZERO(arena, struct piece *, lyt.room_count);
    if (!joint.rooms || !pieces)
        return wr_no_memory(context);
    for (uint32_t r = 0; result == WR_OK && r < lyt.room_count; r++)
        result = fill_room(context, packed, &lyt.rooms[r], &joint.rooms[r], &pieces[r]);
    if (result == WR_OK)
        result = wr_joint_mend(context, &joint);
    wr_rebuild_add_joint(&packed->joined, &joint);
    if (result == WR_OK)
        result = keep_changes(context, packed, &joint, pieces);
    return result == WR_OK ? make_files(context, packed, &joint, entry) : result;
}

static enum wr_result join_layouts(struct wr_context *context, struct packed *packed)
{
    const struct wr_resources *resources = &packed->resources;
    enum wr_result result = WR_OK;
    if (!wr_rebuild_joins(packed->file->rebuilding))
        return WR_OK;
    struct workspace *workspace = &packed->workspaces[0];
    if (!workspace->kept)
        workspace->kept = wr_arena_create();
    if (!workspace->kept)
        return wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < resources->count; i++)
        if (resources->entries[i].type == WR_RES_LYT)
            result = join_layout(context, packed, &resources->entries[i]);
    return result;
}

/* What would become of each walkmesh, where nothing is written. */
static enum wr_result tell_pieces(struct wr_context *context, struct packed *packed)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < packed->count; i++) {
        const struct piece *piece = &packed->pieces[i];
        struct wr_bytes why = {0};
        struct wr_source before, after = {.data = piece->bytes, .size = piece->size};
        if (!piece->bytes)
            continue;
        result = wr_entry_read(context, packed->file->arena, piece->entry, &before);
        if (result == WR_OK && !wr_bwm_same(&before, &after, &why) && !why.failed)
            wr_note(context, wr_at(&before, WR_WHOLE_FILE), "would-change", NULL,
                    "would change: %.*s", (int)why.size, (const char *)why.data);
        result = why.failed ? wr_no_memory(context) : result;
        wr_bytes_finish(&why);
    }
    return result;
}

/* ---- The archive ------------------------------------------------------------------------- */

/* An archive with some of its resources anew; it is there when the first is put into it. */
struct edited {
    const struct packed *packed;
    struct wr_archive *archive;
};

static bool put(struct edited *edited, const char *name, uint16_t type, const uint8_t *data,
                size_t size)
{
    struct wr_arena *arena = edited->packed->file->arena;
    if (!edited->archive)
        edited->archive = wr_container_copy(arena, edited->packed->resources.container);
    return edited->archive &&
           wr_archive_put(edited->archive, arena, name, type, data, (uint32_t)size);
}

/* The archive as it was, but for what changed. */
static enum wr_result write_archive(struct wr_context *context, const struct packed *packed,
                                    struct wr_bytes *out)
{
    struct edited edited = {.packed = packed};
    bool fine = true;
    for (size_t i = 0; fine && i < packed->count; i++) {
        const struct piece *piece = &packed->pieces[i];
        const wr_resource *item = piece->entry->resource;
        if (piece->bytes)
            fine = put(&edited, item->name, item->type, piece->bytes, piece->size);
    }
    for (size_t a = 0; a < packed->area_count; a++)
        for (uint32_t i = 0; fine && i < packed->areas[a].count; i++) {
            const struct wr_area_file *file = &packed->areas[a].items[i];
            if (!file->same)
                fine = put(&edited, file->name, file->type, file->bytes.data, file->bytes.size);
        }
    if (!fine)
        return wr_no_memory(context);
    enum wr_result result =
        edited.archive ? wr_archive_write(context, edited.archive, out) : WR_OK;
    return result == WR_OK && out->failed ? wr_no_memory(context) : result;
}

static void sum_up(const struct packed *packed, struct wr_rebuild_summary *summary)
{
    for (size_t i = 0; i < packed->count; i++) {
        const struct piece *piece = &packed->pieces[i];
        summary->files++;
        summary->failed += !piece->rebuilt;
        if (!piece->rebuilt)
            continue;
        summary->rebuilt++;
        summary->packed++;
        summary->unchanged += !piece->bytes;
        wr_rebuild_count(summary, &piece->report);
    }
    wr_rebuild_add(summary, &packed->joined);
    summary->archives += summary->rebuilt > 0;
}

static enum wr_result rebuild_pieces(struct wr_context *context, struct packed *packed,
                                     struct wr_bytes *out, struct wr_rebuild_summary *summary)
{
    unsigned workers = wr_context_jobs(context);
    packed->workspaces = WR_ZERO(packed->file->arena, struct workspace, workers);
    if (!packed->workspaces)
        return wr_no_memory(context);
    enum wr_result result =
        wr_parallel(context, "walkmeshes rebuilt", packed->count, rebuild_piece, packed);
    enum wr_result joined = result == WR_NO_MEMORY ? result : join_layouts(context, packed);
    if (joined == WR_OK && packed->file->rebuilding->dry_run)
        joined = tell_pieces(context, packed);
    enum wr_result written =
        joined == WR_NO_MEMORY ? joined : write_archive(context, packed, out);
    result = result != WR_OK ? result : joined;
    for (unsigned i = 0; i < workers; i++) {
        wr_arena_destroy(packed->workspaces[i].scratch);
        wr_arena_destroy(packed->workspaces[i].kept);
        wr_bytes_finish(&packed->workspaces[i].bytes);
    }
    for (size_t i = 0; i < packed->area_count; i++)
        wr_area_files_finish(&packed->areas[i]);
    if (written != WR_OK)
        return written;
    sum_up(packed, summary);
    return result;
}

enum wr_result wr_rebuild_file_archive(struct wr_context *context,
                                       const struct wr_kind_file *file, struct wr_bytes *out,
                                       struct wr_rebuild_summary *summary)
{
    struct packed packed = {.file = file};
    enum wr_result result = wr_kind_open(context, file, &packed.resources);
    if (result == WR_OK)
        result = list_pieces(context, &packed);
    return result == WR_OK ? rebuild_pieces(context, &packed, out, summary) : result;
}
