/* Walkmeshes rebuilt, by themselves and inside archives. */
#include "builder/inspect/rebuild_file.h"

#include "core/base/parallel.h"

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
    bool text = called && called->rebuild && !called->binary;
    if (!kind) /* its reader says what is wrong */
        kind = text ? called : wr_kind_called(".wok");
    if (!kind->rebuild || kind->binary == text)
        return refuse(context, &file->source, kind);
    enum wr_result result = kind->rebuild(context, file, out, report);
    return result == WR_OK && out->failed ? wr_no_memory(context) : result;
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
struct desk {
    struct wr_arena *scratch, *kept;
    struct wr_bytes bytes;
};

struct packed {
    const struct wr_kind_file *file;
    struct wr_resources resources;
    struct piece *pieces;
    size_t count;
    struct desk *desks;
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
static enum wr_result keep(struct wr_context *context, struct desk *desk,
                           const struct wr_source *source, struct piece *piece)
{
    const struct wr_bytes *bytes = &desk->bytes;
    if (bytes->size == source->size && memcmp(bytes->data, source->data, bytes->size) == 0)
        return WR_OK;
    piece->size = bytes->size;
    piece->bytes = wr_arena_copy(desk->kept, bytes->data, bytes->size, 1);
    return piece->bytes ? WR_OK : wr_no_memory(context);
}

static enum wr_result rebuild_piece(void *user, struct wr_context *context, unsigned worker,
                                    size_t index)
{
    struct packed *packed = user;
    struct piece *piece = &packed->pieces[index];
    struct desk *desk = &packed->desks[worker];
    if (!desk->scratch)
        desk->scratch = wr_arena_create();
    if (!desk->kept)
        desk->kept = wr_arena_create();
    if (!desk->scratch || !desk->kept)
        return wr_no_memory(context);
    struct wr_kind_file file = {.arena = desk->scratch, .surfaces = packed->file->surfaces};
    wr_arena_reset(desk->scratch);
    desk->bytes.size = 0;
    enum wr_result result = wr_entry_read(context, desk->scratch, piece->entry, &file.source);
    file.source.binary = true;
    if (result == WR_OK)
        result = wr_rebuild_file_mesh(context, &file, &desk->bytes, &piece->report);
    if (result == WR_OK)
        result = keep(context, desk, &file.source, piece);
    piece->rebuilt = result == WR_OK;
    return result;
}

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
        summary->faces += piece->report.faces;
        summary->reordered += piece->report.reordered;
        summary->dropped += piece->report.dropped;
    }
    summary->archives += summary->rebuilt > 0;
}

static enum wr_result rebuild_pieces(struct wr_context *context, struct packed *packed,
                                     struct wr_bytes *out, struct wr_rebuild_summary *summary)
{
    unsigned workers = wr_context_jobs(context);
    packed->desks = WR_ZERO(packed->file->arena, struct desk, workers);
    if (!packed->desks)
        return wr_no_memory(context);
    enum wr_result result =
        wr_parallel(context, "walkmeshes rebuilt", packed->count, rebuild_piece, packed);
    enum wr_result written =
        result == WR_NO_MEMORY ? result : write_archive(context, packed, out);
    for (unsigned i = 0; i < workers; i++) {
        wr_arena_destroy(packed->desks[i].scratch);
        wr_arena_destroy(packed->desks[i].kept);
        wr_bytes_finish(&packed->desks[i].bytes);
    }
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
