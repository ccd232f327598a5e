/* Walkmeshes rebuilt, by themselves and inside archives. */
#include "builder/inspect/rebuild_file.h"
#include "builder/inspect/seen.h"

#include "core/base/parallel.h"
#include "core/files/files.h"

#include <string.h>

/* ---- Walkmeshes -------------------------------------------------------------------------- */

static enum wr_result refuse(struct wr_context *context, const struct wr_source *source,
                             const struct wr_kind *kind)
{
    const char *cure = "give walkmeshes (.wok, .pwk, .dwk), archives (.mod, .rim, .erf), or "
                       "folders that hold some";
    return wr_fail(context, WR_SYNTAX, wr_at(source, WR_WHOLE_FILE), "bwm-magic",
                   kind->rebuild_cure ? kind->rebuild_cure : cure,
                   "this is %s %s, not a walkmesh", strchr("ai", *kind->name) ? "an" : "a",
                   kind->name);
}

enum wr_result wr_rebuild_file_mesh(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_bytes *out, struct wr_rebuilt *report)
{
    const struct wr_kind *called = wr_kind_called(file->source.name);
    const struct wr_kind *kind = wr_kind_of(file->source.data, file->source.size);
    if (strcmp(file->source.name, WR_STDIN) == 0)
        called = kind; /* it has no name that would tell */
    bool text = called && called->rebuild && !called->binary;
    if (!kind) /* its reader says what is wrong */
        kind = text ? called : wr_kind_called(".wok");
    if (!kind->rebuild || kind->binary == text)
        return refuse(context, &file->source, kind);
    enum wr_result result = kind->rebuild(context, file, out, report);
    return result == WR_OK && out->failed ? wr_no_memory(context) : result;
}

/* ---- Sums ---------------------------------------------------------------------------------
 */

void wr_rebuild_count(struct wr_rebuild_summary *sum, const struct wr_rebuilt *report)
{
    const wr_repaired *mended = &report->mended;
    sum->faces += report->faces;
    sum->reordered += report->reordered;
    sum->dropped += report->dropped;
    sum->mended += (uint64_t)mended->welded + mended->unused + mended->flat + mended->doubled +
                   mended->turned + mended->cut + mended->closed;
    sum->left += mended->left;
}

void wr_rebuild_add_joint(struct wr_rebuild_summary *sum, const struct wr_joint *joint)
{
    sum->linked += joint->linked;
    sum->cleared += joint->cleared;
    sum->moved += joint->moved;
    sum->left += joint->left;
}

void wr_rebuild_add(struct wr_rebuild_summary *sum, const struct wr_rebuild_summary *met)
{
    sum->files += met->files;
    sum->rebuilt += met->rebuilt;
    sum->failed += met->failed;
    sum->unchanged += met->unchanged;
    sum->packed += met->packed;
    sum->archives += met->archives;
    sum->faces += met->faces;
    sum->reordered += met->reordered;
    sum->dropped += met->dropped;
    sum->mended += met->mended;
    sum->left += met->left;
    sum->linked += met->linked;
    sum->cleared += met->cleared;
    sum->moved += met->moved;
    sum->vis += met->vis;
}

/* ---- Archives ---------------------------------------------------------------------------- */

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
    struct wr_bytes bytes, why;
};

struct packed {
    const struct wr_kind_file *file;
    struct wr_resources resources;
    struct piece *pieces;
    size_t count;
    struct workspace *workspaces;
    struct wr_rebuild_summary joined;
    struct vis {
        const char *name;
        struct wr_bytes bytes;
    } * vis; /* that are not what they were */
    size_t vis_count;
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
    workspace->why.size = 0;
    piece->bytes = NULL;
    bool same = wr_bwm_same(source, &made, &workspace->why);
    if (same || workspace->why.failed)
        return same ? WR_OK : wr_no_memory(context);
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
                                .repair = packed->file->repair};
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
                                const char *name, struct wr_joint_room *room,
                                struct piece **piece)
{
    const struct wr_resources *resources = &packed->resources;
    const wr_entry *entry = wr_resources_find(resources, name, WR_RES_WOK);
    *room = (struct wr_joint_room){.name = name};
    *piece = entry ? find_piece(packed, entry) : NULL;
    room->elsewhere =
        strcmp(name, "****") != 0 &&
        (*piece ? !(*piece)->rebuilt : !wr_resources_find(resources, name, WR_RES_MDL));
    if (!*piece || !(*piece)->rebuilt)
        return WR_OK;
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

/* Keeps a VIS that is not what the archive has. */
static enum wr_result keep_vis(struct wr_context *context, struct packed *packed,
                               const char *name, struct wr_bytes *bytes)
{
    struct wr_arena *arena = packed->file->arena;
    const wr_entry *entry = wr_resources_find(&packed->resources, name, WR_RES_VIS);
    struct wr_source old = packed->resources.source;
    enum wr_result result = entry ? wr_entry_read(context, arena, entry, &old) : WR_OK;
    if (result != WR_OK ||
        (entry && old.size == bytes->size && memcmp(old.data, bytes->data, old.size) == 0))
        return result;
    struct vis *more = wr_arena_more(arena, packed->vis, packed->vis_count, sizeof *more);
    if (!more)
        return wr_no_memory(context);
    if (packed->file->dry_run)
        wr_note(context, wr_at(&old, WR_WHOLE_FILE), "would-change", NULL,
                "would change: what rooms see of each other");
    packed->vis = more;
    more[packed->vis_count++] = (struct vis){name, *bytes};
    *bytes = (struct wr_bytes){0};
    packed->joined.vis++;
    return WR_OK;
}

static enum wr_result make_vis(struct wr_context *context, struct packed *packed,
                               const struct wr_joint *joint, const wr_entry *layout)
{
    struct wr_bytes bytes = {0};
    const char *name = wr_entry_name(packed->file->arena, layout);
    enum wr_result result = name ? wr_joint_vis(context, joint, &bytes) : wr_no_memory(context);
    if (result == WR_OK)
        result = keep_vis(context, packed, name, &bytes);
    wr_bytes_finish(&bytes);
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
                             .repair = packed->file->repair,
                             .relink = packed->file->relink};
    struct piece **pieces = WR_ZERO(arena, struct piece *, lyt.room_count);
    if (!joint.rooms || !pieces)
        return wr_no_memory(context);
    for (uint32_t r = 0; result == WR_OK && r < lyt.room_count; r++)
        result = fill_room(context, packed, lyt.rooms[r].model, &joint.rooms[r], &pieces[r]);
    if (result == WR_OK)
        result = wr_joint_mend(context, &joint);
    wr_rebuild_add_joint(&packed->joined, &joint);
    if (result == WR_OK)
        result = keep_changes(context, packed, &joint, pieces);
    return result == WR_OK && packed->file->vis ? make_vis(context, packed, &joint, entry)
                                                : result;
}

static enum wr_result join_layouts(struct wr_context *context, struct packed *packed)
{
    const struct wr_resources *resources = &packed->resources;
    enum wr_result result = WR_OK;
    if (!packed->file->repair && !packed->file->relink && !packed->file->vis)
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

/* The archive as it was, but for the walkmeshes that changed. */
static enum wr_result write_archive(struct wr_context *context, const struct packed *packed,
                                    struct wr_bytes *out)
{
    struct wr_archive *archive = NULL;
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < packed->count; i++) {
        const struct piece *piece = &packed->pieces[i];
        const wr_resource *item = piece->entry->resource;
        if (!piece->bytes)
            continue;
        if (!archive)
            result = wr_container_load(context, packed->file->arena,
                                       packed->resources.container, &archive);
        if (result == WR_OK && !wr_archive_put(archive, packed->file->arena, item->name,
                                               item->type, piece->bytes, (uint32_t)piece->size))
            result = wr_no_memory(context);
    }
    for (size_t i = 0; result == WR_OK && i < packed->vis_count; i++) {
        const struct vis *vis = &packed->vis[i];
        if (!archive)
            result = wr_container_load(context, packed->file->arena,
                                       packed->resources.container, &archive);
        if (result == WR_OK &&
            !wr_archive_put(archive, packed->file->arena, vis->name, WR_RES_VIS,
                            vis->bytes.data, (uint32_t)vis->bytes.size))
            result = wr_no_memory(context);
    }
    if (result == WR_OK && archive)
        result = wr_archive_write(context, archive, out);
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
    if (joined == WR_OK && packed->file->dry_run)
        joined = tell_pieces(context, packed);
    enum wr_result written =
        joined == WR_NO_MEMORY ? joined : write_archive(context, packed, out);
    result = result != WR_OK ? result : joined;
    for (unsigned i = 0; i < workers; i++) {
        wr_arena_destroy(packed->workspaces[i].scratch);
        wr_arena_destroy(packed->workspaces[i].kept);
        wr_bytes_finish(&packed->workspaces[i].bytes);
        wr_bytes_finish(&packed->workspaces[i].why);
    }
    for (size_t i = 0; i < packed->vis_count; i++)
        wr_bytes_finish(&packed->vis[i].bytes);
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
