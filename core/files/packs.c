/* Packs: a table of files in which archives of tar are folders. */
#include "core/files/fault.h"
#include "core/files/memory_tree.h"
#include "core/files/overlay.h"
#include "core/files/tar.h"

#include "core/base/bytes.h"

#include <stdio.h>
#include <string.h>
#include <threads.h>

struct pack {
    const char *path; /* as it is given */
    void *file;       /* of the table below; NULL: there is none yet */
    struct wr_file_status status;
    struct wr_tar tar;
};

/* A member that is open. */
struct handle {
    struct handle *next;
    const struct pack *pack;
    const wr_tar_member *member;
};

struct wr_packs {
    struct wr_overlay over;
    struct wr_arena *arena;
    struct pack *items; /* sorted by path */
    size_t count;
    mtx_t lock; /* of the handles */
    struct handle *handles;
};

/* ---- Paths ------------------------------------------------------------------------------- */

/* Where a path leads. */
struct place {
    const struct pack *pack; /* NULL: below */
    char text[WR_LONGEST_PATH];
    size_t size; /* in a pack, of the text: "" is the pack itself */
};

/* The length of the next part of a path that ends in ".tar", with all before it; 0: none. */
static size_t next_end(const char *path, size_t from)
{
    const char *found = path + from;
    while ((found = strstr(found, ".tar")) != NULL) {
        found += 4;
        if (*found == '/' || *found == '\0')
            return (size_t)(found - path);
    }
    return 0;
}

static const struct pack *find_pack(const struct wr_packs *packs, const char *path, size_t size)
{
    size_t low = 0, high = packs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *found = packs->items[middle].path;
        int order = strncmp(found, path, size);
        if (order == 0 && found[size] == '\0')
            return &packs->items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* What follows the ".." by which a path leaves a pack again, as those to kits do; NULL: it does
 * not. */
static const char *find_exit(const char *rest)
{
    for (size_t depth = 0, size; *rest; rest += size + (rest[size] == '/')) {
        size = strcspn(rest, "/");
        bool up = size == 2 && rest[0] == '.' && rest[1] == '.';
        if (up && depth == 0)
            return rest + size + (rest[size] == '/');
        bool down = !up && size > 0 && !(size == 1 && *rest == '.');
        depth = up ? depth - 1 : depth + down;
    }
    return NULL;
}

/* A path that leaves a pack starts beside it. */
static int lead_out(const struct pack *pack, const char *rest, struct place *out)
{
    size_t above = (size_t)(wr_path_name(pack->path) - pack->path);
    out->pack = NULL;
    int size = snprintf(out->text, sizeof out->text, "%.*s%s%s", (int)above, pack->path,
                        above == 0 && !*rest ? "." : "", rest);
    return size < (int)sizeof out->text ? WR_FILE_FINE : WR_FILE_LONG_PATH;
}

static int find_place(const struct wr_packs *packs, const char *path, struct place *out)
{
    const struct pack *pack = NULL;
    size_t size = 0;
    while (packs->count > 0 && !pack && (size = next_end(path, size)) > 0)
        pack = find_pack(packs, path, size);
    out->pack = pack;
    out->text[0] = '\0';
    if (!pack)
        return WR_FILE_FINE;
    const char *exit = find_exit(path + size);
    if (exit)
        return lead_out(pack, exit, out);
    out->size = wr_path_normal(path + size, out->text);
    return out->size == SIZE_MAX ? WR_FILE_LONG_PATH : WR_FILE_FINE;
}

/* What a path that leads to no pack is called below. */
static const char *path_below(const struct place *place, const char *path)
{
    return place->text[0] ? place->text : path;
}

/* ---- Members ----------------------------------------------------------------------------- */

static bool is_within(const struct wr_tar *tar, size_t index, const char *folder, size_t size)
{
    return index < tar->count && strncmp(tar->members[index].name, folder, size) == 0 &&
           tar->members[index].name[size] == '/';
}

/* Members of a folder follow each other: the first of them, or SIZE_MAX. */
static size_t find_folder(const struct pack *pack, const char *name, size_t size)
{
    const struct wr_tar *tar = &pack->tar;
    size_t first = size ? wr_tar_first(tar, name, size, WR_TAR_SLASH) : 0;
    return size == 0 || is_within(tar, first, name, size) ? first : SIZE_MAX;
}

static const wr_tar_member *find_file(const struct pack *pack, const struct place *place)
{
    const struct wr_tar *tar = &pack->tar;
    size_t first = wr_tar_first(tar, place->text, place->size, WR_TAR_NOTHING);
    bool found = first < tar->count && strcmp(tar->members[first].name, place->text) == 0;
    return found ? &tar->members[first] : NULL;
}

/* No two of a pack have the same identity: a file, or the first member of a folder and how long
 * its name is. */
static int describe(const struct place *place, struct wr_file_status *out)
{
    const struct pack *pack = place->pack;
    const wr_tar_member *member = find_file(pack, place);
    size_t first = member ? (size_t)(member - pack->tar.members)
                          : find_folder(pack, place->text, place->size);
    if (first == SIZE_MAX)
        return WR_FILE_MISSING;
    *out = (struct wr_file_status){
        .kind = member ? WR_PLAIN_FILE : WR_FOLDER,
        .size = member ? member->size : 0,
        .which = {(uintptr_t)pack->path, (uint64_t)first * WR_LONGEST_PATH +
                                             (member ? WR_LONGEST_PATH - 1 : place->size)},
        .changed = pack->status.changed};
    return WR_FILE_FINE;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static int look(void *user, const char *path, struct wr_file_status *out)
{
    struct place place;
    int error = find_place(user, path, &place);
    if (error)
        return error;
    return place.pack ? describe(&place, out)
                      : wr_below.look(user, path_below(&place, path), out);
}

static int open_member(struct wr_packs *packs, const struct place *place, void **file)
{
    struct handle *handle = wr_alloc(sizeof *handle);
    if (!handle)
        return WR_FILE_NO_MEMORY;
    *handle = (struct handle){NULL, place->pack, find_file(place->pack, place)};
    mtx_lock(&packs->lock);
    handle->next = packs->handles;
    packs->handles = handle;
    mtx_unlock(&packs->lock);
    *file = handle;
    return WR_FILE_FINE;
}

static int open_file(void *user, const char *path, void **file, struct wr_file_status *out)
{
    struct wr_packs *packs = user;
    struct place place;
    int error = find_place(packs, path, &place);
    if (!error && !place.pack)
        return wr_below.open(user, path_below(&place, path), file, out);
    if (!error)
        error = describe(&place, out);
    return error ? error : open_member(packs, &place, file);
}

/* Those of the table below are no handles of ours. */
static struct handle **find_handle(struct wr_packs *packs, const void *file)
{
    struct handle **handle = &packs->handles;
    while (*handle && *handle != file)
        handle = &(*handle)->next;
    return handle;
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    struct wr_packs *packs = user;
    mtx_lock(&packs->lock);
    const struct handle *handle = *find_handle(packs, file);
    mtx_unlock(&packs->lock);
    if (!handle)
        return wr_below.read(user, file, offset, data, size, got);
    const wr_tar_member *member = handle->member;
    uint64_t left = member && offset < member->size ? member->size - offset : 0;
    *got = 0;
    if (left == 0)
        return WR_FILE_FINE;
    return wr_below.read(user, handle->pack->file, member->at + offset, data,
                         size < left ? size : (size_t)left, got);
}

static void close_file(void *user, void *file)
{
    struct wr_packs *packs = user;
    mtx_lock(&packs->lock);
    struct handle **found = find_handle(packs, file), *handle = *found;
    if (handle)
        *found = handle->next;
    mtx_unlock(&packs->lock);
    wr_free(handle);
    if (!handle)
        wr_below.close(user, file);
}

/* Each name once: those of a folder within are stepped over. */
static int list_members(const struct place *place, wr_list_fn *each, void *to)
{
    const struct wr_tar *tar = &place->pack->tar;
    size_t above = place->size ? place->size + 1 : 0;
    size_t at = find_folder(place->pack, place->text, place->size);
    if (at == SIZE_MAX)
        return find_file(place->pack, place) ? WR_FILE_IN_FILE : WR_FILE_MISSING;
    while (above == 0 ? at < tar->count : is_within(tar, at, place->text, place->size)) {
        const char *path = tar->members[at].name;
        char name[WR_LONGEST_PATH];
        size_t size = strcspn(path + above, "/");
        bool folder = path[above + size] == '/';
        memcpy(name, path + above, size);
        name[size] = '\0';
        if (!each(to, name, folder ? WR_FOLDER : WR_PLAIN_FILE))
            return WR_FILE_NO_MEMORY;
        at = folder ? wr_tar_first(tar, path, above + size, WR_TAR_OTHER) : at + 1;
    }
    return WR_FILE_FINE;
}

static int list(void *user, const char *path, wr_list_fn *each, void *to)
{
    struct place place;
    int error = find_place(user, path, &place);
    if (error)
        return error;
    return place.pack ? list_members(&place, each, to)
                      : wr_below.list(user, path_below(&place, path), each, to);
}

/* A pack that is not there yet is one in the folder where it will be. */
static int resolve_member(void *user, const struct place *place, struct wr_bytes *out)
{
    const struct pack *pack = place->pack;
    const char *name = wr_path_name(pack->path);
    char folder[WR_LONGEST_PATH];
    int size = snprintf(folder, sizeof folder, "%.*s.", (int)(name - pack->path), pack->path);
    if (size >= (int)sizeof folder)
        return WR_FILE_LONG_PATH;
    int error = wr_below.resolve(user, pack->file ? pack->path : folder, out);
    if (error)
        return error;
    if (!pack->file)
        wr_bytes_print(out, "/%s", name);
    wr_bytes_text(out, place->size ? "/" : "");
    wr_bytes_add(out, place->text, place->size);
    return out->failed ? WR_FILE_NO_MEMORY : WR_FILE_FINE;
}

static int resolve(void *user, const char *path, struct wr_bytes *out)
{
    struct place place;
    int error = find_place(user, path, &place);
    if (error)
        return error;
    if (place.pack)
        return resolve_member(user, &place, out);
    return wr_below.resolve(user, path_below(&place, path), out);
}

/* ---- Writing, below only ----------------------------------------------------------------- */

/* The path below by which something is written; none leads into a pack. */
static int find_below(const struct wr_packs *packs, struct place *place, const char **path)
{
    int error = find_place(packs, *path, place);
    if (error || place->pack)
        return error ? error : WR_FILE_READ_ONLY;
    *path = path_below(place, *path);
    return WR_FILE_FINE;
}

static int stage(void *user, const char *folder, void **out)
{
    struct place place;
    int error = find_below(user, &place, &folder);
    return error ? error : wr_below.stage(user, folder, out);
}

static int go_on(void *user, const char *path, uint64_t size, void **file)
{
    struct place place;
    int error = find_below(user, &place, &path);
    return error ? error : wr_below.go_on(user, path, size, file);
}

static int commit(void *user, void *handle, const char *name, const char *path, unsigned flags)
{
    struct place place;
    int error = find_below(user, &place, &path);
    return error ? error : wr_below.commit(user, handle, name, path, flags);
}

static int remove_file(void *user, const char *path)
{
    struct place place;
    int error = find_below(user, &place, &path);
    return error ? error : wr_below.remove(user, path);
}

static int move_file(void *user, const char *from, const char *to, unsigned flags)
{
    struct place places[2];
    int error = find_below(user, &places[0], &from);
    if (!error)
        error = find_below(user, &places[1], &to);
    return error ? error : wr_below.move(user, from, to, flags);
}

/* ---- The table --------------------------------------------------------------------------- */

static const struct wr_files own = {
    .look = look,
    .open = open_file,
    .read = read_file,
    .close = close_file,
    .list = list,
    .resolve = resolve,
    .stage = stage,
    .go_on = go_on,
    .commit = commit,
    .remove = remove_file,
    .move = move_file,
};

struct wr_packs *wr_packs_create(const struct wr_files *below)
{
    struct wr_packs *packs = wr_alloc(sizeof *packs);
    struct wr_arena *arena = wr_arena_create();
    if (packs && arena && mtx_init(&packs->lock, mtx_plain) == thrd_success) {
        mtx_t lock = packs->lock;
        *packs = (struct wr_packs){.arena = arena, .lock = lock};
        wr_overlay_start(&packs->over, below, &own);
        return packs;
    }
    wr_arena_destroy(arena);
    wr_free(packs);
    return NULL;
}

void wr_packs_destroy(struct wr_packs *packs)
{
    if (!packs)
        return;
    for (size_t i = 0; i < packs->count; i++)
        if (packs->items[i].file)
            wr_below.close(packs, packs->items[i].file);
    mtx_destroy(&packs->lock);
    wr_arena_destroy(packs->arena);
    wr_free(packs);
}

const struct wr_files *wr_packs_files(struct wr_packs *packs)
{
    return &packs->over.table;
}

/* ---- Opening ----------------------------------------------------------------------------- */

/* Puts a pack where its path belongs among those that are there. */
static bool keep(struct wr_packs *packs, const struct pack *pack)
{
    size_t at = packs->count;
    packs->items = wr_arena_more(packs->arena, packs->items, packs->count, sizeof *pack);
    if (!packs->items)
        return packs->count = 0, false;
    for (; at > 0 && strcmp(packs->items[at - 1].path, pack->path) > 0; at--)
        packs->items[at] = packs->items[at - 1];
    packs->items[at] = *pack;
    packs->count++;
    return true;
}

static enum wr_result open_pack(struct wr_context *context, struct wr_packs *packs,
                                const char *path)
{
    struct pack pack = {.path = path};
    int error = wr_below.open(packs, path, &pack.file, &pack.status);
    if (error)
        return wr_fail_read(context, path, error);
    enum wr_result result =
        wr_tar_read(context, packs->arena, path, pack.file, pack.status.size, &pack.tar);
    if (result == WR_OK && keep(packs, &pack))
        return WR_OK;
    wr_below.close(packs, pack.file);
    return result == WR_OK ? wr_no_memory(context) : result;
}

enum wr_result wr_packs_open(struct wr_context *context, struct wr_packs *packs,
                             const char *path)
{
    for (size_t size = next_end(path, 0); size > 0; size = next_end(path, size)) {
        struct wr_file_status status;
        const char *part = wr_arena_text(packs->arena, path, size);
        if (!part)
            return wr_no_memory(context);
        if (find_pack(packs, path, size))
            return WR_OK;
        if (wr_below.look(packs, part, &status) == WR_FILE_FINE && status.kind == WR_PLAIN_FILE)
            return open_pack(context, packs, part);
    }
    return WR_OK;
}

bool wr_packs_begin(struct wr_packs *packs, const char *path)
{
    const struct pack pack = {.path = wr_arena_text(packs->arena, path, strlen(path))};
    return pack.path && keep(packs, &pack);
}
