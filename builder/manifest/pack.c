/* Packs, unit by unit in their order. */
#include "builder/manifest/pack.h"

#include "core/base/system.h"
#include "core/files/fault.h"
#include "core/files/tar.h"

#include <string.h>

enum { MOST_HELD = 256, MOST_BYTES = 64 << 20 };

/* A unit that waits for its turn. */
struct wr_given {
    struct wr_given *next;
    size_t turn;
    struct wr_bytes members, line;
};

/* ---- Making ------------------------------------------------------------------------------ */

static bool make_locks(struct wr_pack *pack)
{
    if (mtx_init(&pack->lock, mtx_plain) != thrd_success)
        return false;
    if (cnd_init(&pack->moved) == thrd_success)
        return true;
    mtx_destroy(&pack->lock);
    return false;
}

bool wr_pack_create(struct wr_manifest *manifest, const char *path, unsigned flags)
{
    struct wr_pack *pack = WR_ZERO(manifest->arena, struct wr_pack, 1);
    struct wr_bytes part = {0};
    wr_bytes_print(&part, "%s.part", path);
    if (!pack || part.failed)
        return wr_bytes_finish(&part), false;
    pack->path = wr_arena_text(manifest->arena, path, strlen(path));
    pack->part = wr_arena_text(manifest->arena, (const char *)part.data, part.size);
    pack->flags = flags;
    wr_bytes_finish(&part);
    if (!pack->path || !pack->part || !make_locks(pack))
        return false;
    manifest->pack = pack;
    return true;
}

static void free_given(struct wr_given *given)
{
    wr_bytes_finish(&given->members);
    wr_bytes_finish(&given->line);
    wr_free(given);
}

static void drop_held(struct wr_pack *pack)
{
    for (struct wr_given *given = pack->held, *next; given; given = next) {
        next = given->next;
        free_given(given);
    }
    pack->held = NULL;
    pack->held_count = pack->held_bytes = 0;
}

void wr_pack_destroy(struct wr_pack *pack)
{
    if (!pack)
        return;
    drop_held(pack);
    wr_packs_destroy(pack->place);
    cnd_destroy(&pack->moved);
    mtx_destroy(&pack->lock);
}

/* ---- The file ---------------------------------------------------------------------------- */

/* Where a process ends that keeps no manifest, nobody goes on. */
static void remove_part(struct wr_undo *undo)
{
    struct wr_pack *pack = (struct wr_pack *)undo;
    pack->files->remove(pack->files->user, pack->part);
}

static void promise_undo(struct wr_context *context, const struct wr_manifest *manifest)
{
    struct wr_pack *pack = manifest->pack;
    if (manifest->file)
        return;
    pack->files = wr_files_of(context);
    pack->undo.run = remove_part;
    wr_undo_lock();
    wr_undo_add(&pack->undo);
    wr_undo_unlock();
}

static void forget_undo(struct wr_pack *pack)
{
    wr_undo_lock();
    if (pack->undo.run)
        wr_undo_forget(&pack->undo);
    pack->undo.run = NULL;
    wr_undo_unlock();
}

/* What is behind the members that are kept goes, and so do its lines. */
static enum wr_result open_part(struct wr_context *context, struct wr_manifest *manifest)
{
    struct wr_pack *pack = manifest->pack;
    const struct wr_files *files = wr_files_of(context);
    struct wr_source source = {.name = pack->path};
    if (pack->file)
        return WR_OK;
    if (!files->go_on || !files->move)
        return wr_fail(context, WR_IO, wr_at(&source, WR_WHOLE_FILE), "write-failed",
                       "do without a pack",
                       "cannot be written: no file grows piece by piece here");
    int error = files->go_on(files->user, pack->part, pack->size, &pack->file);
    if (error)
        return wr_fail_write(context, pack->part, error);
    promise_undo(context, manifest);
    return wr_manifest_cut(context, manifest, pack->kept);
}

static enum wr_result append(struct wr_context *context, const struct wr_pack *pack,
                             const struct wr_bytes *bytes)
{
    const struct wr_files *files = wr_files_of(context);
    if (bytes->failed)
        return wr_no_memory(context);
    int error = files->append(files->user, pack->file, bytes->data, bytes->size);
    return error ? wr_fail_write(context, pack->part, error) : WR_OK;
}

/* Moves a whole pack back: it is gone on with. */
static enum wr_result reopen(struct wr_context *context, const struct wr_pack *pack)
{
    const struct wr_files *files = wr_files_of(context);
    if (!files->move || wr_file_exists(context, pack->part) ||
        !wr_file_exists(context, pack->path))
        return WR_OK;
    int error = files->move(files->user, pack->path, pack->part, 0);
    return error ? wr_fail_write(context, pack->part, error) : WR_OK;
}

enum wr_result wr_pack_begin(struct wr_context *context, struct wr_manifest *manifest,
                             size_t count)
{
    struct wr_pack *pack = manifest->pack;
    struct wr_source source = {.name = pack->path};
    bool resumes = !manifest->joined && manifest->options.resume;
    if (!resumes && !(pack->flags & WR_OVERWRITE) && wr_file_in_way(context, pack->path))
        return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                       "give --force to replace it, or another name",
                       "the file exists already");
    pack->count = count;
    pack->place = wr_packs_create(wr_files_of(context));
    if (!pack->place || !wr_packs_begin(pack->place, pack->path))
        return wr_no_memory(context);
    if (!resumes)
        return open_part(context, manifest);
    pack->flags |= WR_OVERWRITE;
    return reopen(context, pack);
}

/* ---- Turns ------------------------------------------------------------------------------- */

static bool has_turn(const struct wr_pack *pack, size_t turn)
{
    return pack->turn == turn;
}

static bool has_room(const struct wr_pack *pack, size_t turn)
{
    return pack->turn == turn ||
           (pack->held_count < MOST_HELD && pack->held_bytes < MOST_BYTES);
}

/* With the lock, which is let go meanwhile. False where it will not come. */
static bool wait_until(struct wr_context *context, struct wr_pack *pack, size_t turn,
                       bool (*has)(const struct wr_pack *, size_t))
{
    static const double patience = 0.005;
    bool stopped = false;
    while (!pack->ended && !stopped && !has(pack, turn)) {
        /* NOLINTNEXTLINE(bugprone-spuriously-wake-up-functions) */
        wr_wait(&pack->moved, &pack->lock, patience);
        mtx_unlock(&pack->lock);
        stopped = wr_context_stopped(context);
        mtx_lock(&pack->lock);
    }
    return !pack->ended && !stopped;
}

bool wr_pack_room(struct wr_context *context, struct wr_pack *pack, size_t turn)
{
    mtx_lock(&pack->lock);
    bool room = wait_until(context, pack, turn, has_room);
    mtx_unlock(&pack->lock);
    return room;
}

static struct wr_given *take_held(struct wr_pack *pack)
{
    struct wr_given **at = &pack->held;
    while (*at && (*at)->turn != pack->turn)
        at = &(*at)->next;
    struct wr_given *given = *at;
    if (given) {
        *at = given->next;
        pack->held_count--;
        pack->held_bytes -= given->members.size;
    }
    return given;
}

static enum wr_result write_given(struct wr_context *context, struct wr_manifest *manifest,
                                  const struct wr_given *given)
{
    struct wr_pack *pack = manifest->pack;
    if (given->members.size == 0 && given->line.size == 0)
        return WR_OK;
    enum wr_result result = open_part(context, manifest);
    if (result == WR_OK)
        result = append(context, pack, &given->members);
    if (result == WR_OK && given->line.size > 0)
        result = wr_manifest_write(context, manifest, &given->line);
    pack->size += given->members.size;
    return result;
}

/* Writes all whose turn it is. */
static enum wr_result flush(struct wr_context *context, struct wr_manifest *manifest)
{
    struct wr_pack *pack = manifest->pack;
    enum wr_result result = WR_OK;
    struct wr_given *given;
    while (result == WR_OK && !pack->ended && (given = take_held(pack)) != NULL) {
        result = write_given(context, manifest, given);
        free_given(given);
        pack->turn++;
    }
    pack->ended |= result != WR_OK;
    cnd_broadcast(&pack->moved);
    return result;
}

enum wr_result wr_pack_give(struct wr_context *context, struct wr_manifest *manifest,
                            size_t turn, struct wr_bytes *members, struct wr_bytes *line)
{
    struct wr_pack *pack = manifest->pack;
    struct wr_given *given = wr_alloc(sizeof *given);
    if (!given || members->failed || line->failed) {
        wr_free(given);
        wr_pack_miss(pack);
        return wr_no_memory(context);
    }
    *given = (struct wr_given){.turn = turn, .members = *members, .line = *line};
    *members = *line = (struct wr_bytes){0};
    mtx_lock(&pack->lock);
    given->next = pack->held;
    pack->held = given;
    pack->held_count++;
    pack->held_bytes += given->members.size;
    enum wr_result result = flush(context, manifest);
    if (pack->ended)
        drop_held(pack);
    mtx_unlock(&pack->lock);
    return result;
}

enum wr_result wr_pack_keep(struct wr_context *context, struct wr_manifest *manifest,
                            size_t turn, const struct wr_manifest_line *line, bool *kept)
{
    struct wr_pack *pack = manifest->pack;
    enum wr_result result = WR_STOPPED;
    mtx_lock(&pack->lock);
    if (wait_until(context, pack, turn, has_turn)) {
        *kept = !pack->file && line->number == pack->kept + 2;
        if (*kept) {
            pack->size += line->bytes;
            pack->kept++;
            pack->turn++;
        }
        result = flush(context, manifest);
    }
    mtx_unlock(&pack->lock);
    return result;
}

void wr_pack_miss(struct wr_pack *pack)
{
    mtx_lock(&pack->lock);
    pack->ended = true;
    cnd_broadcast(&pack->moved);
    mtx_unlock(&pack->lock);
}

/* ---- Ending ------------------------------------------------------------------------------ */

static enum wr_result make_whole(struct wr_context *context, struct wr_manifest *manifest)
{
    struct wr_pack *pack = manifest->pack;
    const struct wr_files *files = wr_files_of(context);
    struct wr_bytes end = {0};
    enum wr_result result = open_part(context, manifest);
    wr_tar_end(&end);
    if (result == WR_OK)
        result = append(context, pack, &end);
    wr_bytes_finish(&end);
    if (result != WR_OK)
        return result;
    int error = files->finish(files->user, pack->file, pack->flags);
    pack->file = NULL;
    if (!error)
        error = files->move(files->user, pack->part, pack->path, pack->flags);
    return error ? wr_fail_write(context, pack->path, error) : WR_OK;
}

enum wr_result wr_pack_finish(struct wr_context *context, struct wr_manifest *manifest)
{
    struct wr_pack *pack = manifest->pack;
    const struct wr_files *files = wr_files_of(context);
    bool whole = pack->place && !pack->ended && pack->turn == pack->count;
    enum wr_result result = whole ? make_whole(context, manifest) : WR_OK;
    bool opened = pack->file;
    if (opened)
        files->finish(files->user, pack->file, 0);
    pack->file = NULL;
    if (opened && !manifest->file)
        wr_file_remove(context, pack->part);
    forget_undo(pack);
    return result;
}
