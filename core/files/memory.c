/* Files in memory, as a table, over those of another table. */
#include "core/files/files.h"
#include "core/files/memory_tree.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct wr_memory {
    struct wr_files table;
    const struct wr_files *below;
    mtx_t lock; /* of all that follows */
    struct wr_memory_tree tree;
    uint64_t changes; /* how many there were */
    bool sorted;      /* the paths of files, for wr_memory_path */
    size_t sorted_count;
};

/* A file that is open: one of memory, or one of the table below. */
struct handle {
    struct wr_blob *blob; /* NULL: below */
    void *file;
};

/* A file of a stage. */
struct made {
    struct handle handle;
    struct made *next;
    char *name;
};

/* ---- Paths --------------------------------------------------------------------------------
 */

/* A path as the tree has it. */
struct normal {
    size_t size;
    char text[WR_LONGEST_PATH];
};

struct stage {
    struct made *made;
    size_t kept; /* this much of the folder's path was there before */
    struct normal folder;
};

static bool normalise(const char *path, struct normal *out)
{
    out->size = wr_path_normal(path, out->text);
    return out->size != SIZE_MAX;
}

static struct wr_memory_entry *entry_of(struct wr_memory *memory, const char *text, size_t size)
{
    uint32_t index = wr_memory_tree_find(&memory->tree, text, size);
    return index == WR_NO_ENTRY ? NULL : &memory->tree.entries[index];
}

static int look_below(const struct wr_memory *memory, const char *path,
                      struct wr_file_status *out)
{
    return memory->below ? memory->below->look(memory->below->user, path, out)
                         : WR_FILE_MISSING;
}

/* Whether a file in memory stands where the path has a folder. */
static bool is_in_file(struct wr_memory *memory, const struct normal *path)
{
    for (size_t size = path->size; size > 0;) {
        size = wr_path_above(path->text, size);
        const struct wr_memory_entry *entry = entry_of(memory, path->text, size);
        if (entry)
            return entry->kind == WR_MEMORY_FILE;
    }
    return false;
}

static int look_at(struct wr_memory *memory, const char *name, const struct normal *path,
                   struct wr_file_status *out)
{
    const struct wr_memory_entry *entry = entry_of(memory, path->text, path->size);
    if (!entry)
        return is_in_file(memory, path) ? WR_FILE_IN_FILE : look_below(memory, name, out);
    if (entry->kind == WR_MEMORY_GONE)
        return WR_FILE_MISSING;
    *out = (struct wr_file_status){
        .kind = entry->kind == WR_MEMORY_FILE ? WR_PLAIN_FILE : WR_FOLDER,
        .size = entry->blob ? entry->blob->bytes.size : 0,
        .which = {UINT64_MAX, (uint64_t)(entry - memory->tree.entries)},
        .changed = entry->changed};
    return WR_FILE_FINE;
}

static int look(void *user, const char *name, struct wr_file_status *out)
{
    struct wr_memory *memory = user;
    struct normal path;
    if (!normalise(name, &path))
        return WR_FILE_LONG_PATH;
    mtx_lock(&memory->lock);
    int error = look_at(memory, name, &path, out);
    mtx_unlock(&memory->lock);
    return error;
}

/* As the table below has the nearest folder above that is there, and the rest behind it. */
static int resolve_within(const struct wr_files *below, const char *name,
                          const struct normal *path, struct wr_bytes *out)
{
    const char *start = *name == '/' ? "/" : wr_path_rooted(name) ? "" : "./";
    int error = WR_FILE_MISSING;
    for (size_t size = path->size; size > 0 && error && error != WR_FILE_NO_MEMORY;) {
        char folder[WR_LONGEST_PATH + 2];
        size = wr_path_above(path->text, size);
        snprintf(folder, sizeof folder, "%s%.*s", start, (int)size, path->text);
        error = below->resolve(below->user, folder, out);
        if (error)
            continue;
        if (out->size > 0 && out->data[out->size - 1] != '/')
            wr_bytes_char(out, '/');
        size_t rest = size > 0 ? size + 1 : 0;
        wr_bytes_add(out, path->text + rest, path->size - rest);
    }
    return error;
}

/* The path below, or in a folder that is below; else the tree's own. */
static int resolve(void *user, const char *name, struct wr_bytes *out)
{
    struct wr_memory *memory = user;
    const struct wr_files *below = memory->below;
    struct wr_file_status status;
    struct normal path;
    int error = look(user, name, &status);
    if (error)
        return error;
    if (!normalise(name, &path))
        return WR_FILE_LONG_PATH;
    error = below && below->resolve ? below->resolve(below->user, name, out) : WR_FILE_MISSING;
    if (below && below->resolve && error && error != WR_FILE_NO_MEMORY)
        error = resolve_within(below, name, &path, out);
    if (error && error != WR_FILE_NO_MEMORY) {
        wr_bytes_char(out, '/');
        wr_bytes_add(out, path.text, path.size);
        error = WR_FILE_FINE;
    }
    return out->failed ? WR_FILE_NO_MEMORY : error;
}

/* ---- Reading ------------------------------------------------------------------------------
 */

static int open_handle(struct wr_memory *memory, const char *name, const struct normal *path,
                       struct handle *handle, struct wr_file_status *status)
{
    const struct wr_memory_entry *entry = entry_of(memory, path->text, path->size);
    if (entry || !memory->below || is_in_file(memory, path)) {
        int error = look_at(memory, name, path, status);
        handle->blob = !error && entry && entry->blob ? wr_blob_hold(entry->blob) : NULL;
        return error;
    }
    return memory->below->open(memory->below->user, name, &handle->file, status);
}

static int open_file(void *user, const char *name, void **file, struct wr_file_status *status)
{
    struct wr_memory *memory = user;
    struct normal path;
    struct handle *handle = wr_alloc(sizeof *handle);
    if (!handle)
        return WR_FILE_NO_MEMORY;
    *handle = (struct handle){0};
    mtx_lock(&memory->lock);
    int error = normalise(name, &path) ? open_handle(memory, name, &path, handle, status)
                                       : WR_FILE_LONG_PATH;
    mtx_unlock(&memory->lock);
    if (error)
        wr_free(handle);
    else
        *file = handle;
    return error;
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    const struct wr_memory *memory = user;
    const struct handle *handle = file;
    *got = 0;
    if (!handle->blob)
        return handle->file ? memory->below->read(memory->below->user, handle->file, offset,
                                                  data, size, got)
                            : WR_FILE_IS_FOLDER;
    const struct wr_bytes *bytes = &handle->blob->bytes;
    if (offset >= bytes->size)
        return WR_FILE_FINE;
    *got = size < bytes->size - offset ? size : (size_t)(bytes->size - offset);
    memcpy(data, bytes->data + offset, *got);
    return WR_FILE_FINE;
}

static void close_file(void *user, void *file)
{
    const struct wr_memory *memory = user;
    struct handle *handle = file;
    if (handle->file)
        memory->below->close(memory->below->user, handle->file);
    wr_blob_release(handle->blob);
    wr_free(handle);
}

/* ---- Listing ------------------------------------------------------------------------------
 */

struct listing {
    struct wr_memory *memory;
    const struct normal *folder;
    wr_list_fn *each;
    void *to;
};

/* What memory holds, or holds as gone, hides what is below. */
static bool list_hidden(void *user, const char *name, enum wr_file_kind kind)
{
    const struct listing *listing = user;
    struct wr_bytes path = {0};
    wr_bytes_add(&path, listing->folder->text, listing->folder->size);
    if (path.size > 0)
        wr_bytes_char(&path, '/');
    wr_bytes_text(&path, name);
    bool fine = !path.failed;
    bool hidden = fine && entry_of(listing->memory, (char *)path.data, path.size);
    wr_bytes_finish(&path);
    return hidden || (fine && listing->each(listing->to, name, kind));
}

static int list_entries(const struct listing *listing, const struct wr_memory_entry *folder)
{
    const struct wr_memory_entry *entries = listing->memory->tree.entries;
    for (size_t i = 0; i < folder->child_count; i++) {
        const struct wr_memory_entry *entry = &entries[folder->children[i]];
        const char *slash = strrchr(entry->path, '/');
        enum wr_file_kind kind = entry->kind == WR_MEMORY_FILE ? WR_PLAIN_FILE : WR_FOLDER;
        if (entry->kind != WR_MEMORY_GONE &&
            !listing->each(listing->to, slash ? slash + 1 : entry->path, kind))
            return WR_FILE_NO_MEMORY;
    }
    return WR_FILE_FINE;
}

static int list_both(const struct listing *listing, const char *name)
{
    struct wr_memory *memory = listing->memory;
    const struct wr_files *below = memory->below;
    struct wr_file_status status;
    int error = look_at(memory, name, listing->folder, &status);
    if (error)
        return error;
    if (status.kind != WR_FOLDER)
        return WR_FILE_IN_FILE;
    const struct wr_memory_entry *folder =
        entry_of(memory, listing->folder->text, listing->folder->size);
    if (folder)
        error = list_entries(listing, folder);
    if (error || look_below(memory, name, &status) || status.kind != WR_FOLDER)
        return error;
    return below->list(below->user, name, list_hidden, (void *)listing);
}

static int list(void *user, const char *name, wr_list_fn *each, void *to)
{
    struct wr_memory *memory = user;
    struct normal path;
    if (!normalise(name, &path))
        return WR_FILE_LONG_PATH;
    struct listing listing = {memory, &path, each, to};
    mtx_lock(&memory->lock);
    int error = list_both(&listing, name);
    mtx_unlock(&memory->lock);
    return error;
}

/* ---- Changing the tree --------------------------------------------------------------------
 */

static void turn_into(struct wr_memory *memory, struct wr_memory_entry *entry,
                      enum wr_memory_kind kind, struct wr_blob *blob)
{
    wr_blob_release(entry->blob);
    entry->kind = kind;
    entry->blob = blob;
    entry->changed = ++memory->changes;
    memory->sorted = false;
}

/* Makes a folder and those above it. `kept` becomes the length of what was there before, in
 * memory or below. */
static int make_folder(struct wr_memory *memory, const char *path, size_t whole, size_t *kept)
{
    struct wr_file_status status;
    *kept = whole;
    for (size_t size = 0; size <= whole; size++) {
        if (size < whole && path[size] != '/')
            continue;
        uint32_t index = wr_memory_tree_add(&memory->tree, path, size);
        if (index == WR_NO_ENTRY)
            return WR_FILE_NO_MEMORY;
        struct wr_memory_entry *entry = &memory->tree.entries[index];
        if (entry->kind == WR_MEMORY_FILE)
            return WR_FILE_IN_FILE;
        if (entry->kind == WR_MEMORY_FOLDER)
            continue;
        bool below = look_below(memory, entry->path, &status) == WR_FILE_FINE;
        if (below && status.kind != WR_FOLDER)
            return WR_FILE_IN_FILE;
        if (!below && *kept == whole)
            *kept = wr_path_above(path, size);
        turn_into(memory, entry, WR_MEMORY_FOLDER, NULL);
    }
    return WR_FILE_FINE;
}

/* Puts a blob, which it takes over where it succeeds, at a path whose folder is there. */
static int put(struct wr_memory *memory, const char *name, struct wr_blob *blob, bool overwrite)
{
    struct normal path;
    struct wr_file_status status;
    size_t kept;
    if (!normalise(name, &path))
        return WR_FILE_LONG_PATH;
    int error = look_at(memory, name, &path, &status);
    if (!error)
        error = status.kind == WR_FOLDER ? WR_FILE_IS_FOLDER
                : overwrite              ? WR_FILE_FINE
                                         : WR_FILE_EXISTS;
    else if (error == WR_FILE_MISSING)
        error = WR_FILE_FINE;
    if (!error)
        error = make_folder(memory, path.text, wr_path_above(path.text, path.size), &kept);
    uint32_t index =
        error ? WR_NO_ENTRY : wr_memory_tree_add(&memory->tree, path.text, path.size);
    if (index != WR_NO_ENTRY)
        turn_into(memory, &memory->tree.entries[index], WR_MEMORY_FILE, blob);
    else if (!error)
        error = WR_FILE_NO_MEMORY;
    return error;
}

static bool is_empty(const struct wr_memory_tree *tree, const struct wr_memory_entry *folder)
{
    for (size_t i = 0; i < folder->child_count; i++)
        if (tree->entries[folder->children[i]].kind != WR_MEMORY_GONE)
            return false;
    return true;
}

static int remove_folder(struct wr_memory *memory, const char *name, const struct normal *path)
{
    struct wr_memory_entry *entry = entry_of(memory, path->text, path->size);
    struct wr_file_status status;
    if (!entry || path->size == 0 || !is_empty(&memory->tree, entry) ||
        look_below(memory, name, &status) == WR_FILE_FINE)
        return WR_FILE_IS_FOLDER;
    turn_into(memory, entry, WR_MEMORY_GONE, NULL);
    return WR_FILE_FINE;
}

static int remove_path(struct wr_memory *memory, const char *name, const struct normal *path)
{
    struct wr_file_status status;
    size_t kept;
    int error = look_at(memory, name, path, &status);
    if (!error && status.kind == WR_FOLDER)
        return remove_folder(memory, name, path);
    if (!error)
        error = make_folder(memory, path->text, wr_path_above(path->text, path->size), &kept);
    if (error)
        return error;
    uint32_t index = wr_memory_tree_add(&memory->tree, path->text, path->size);
    if (index == WR_NO_ENTRY)
        return WR_FILE_NO_MEMORY;
    turn_into(memory, &memory->tree.entries[index], WR_MEMORY_GONE, NULL);
    return WR_FILE_FINE;
}

static int remove_file(void *user, const char *name)
{
    struct wr_memory *memory = user;
    struct normal path;
    if (!normalise(name, &path))
        return WR_FILE_LONG_PATH;
    mtx_lock(&memory->lock);
    int error = remove_path(memory, name, &path);
    mtx_unlock(&memory->lock);
    return error;
}

/* ---- Stages -------------------------------------------------------------------------------
 */

static int make_stage(void *user, const char *folder, void **out)
{
    struct wr_memory *memory = user;
    struct stage *stage = wr_alloc(sizeof *stage);
    if (!stage)
        return WR_FILE_NO_MEMORY;
    stage->made = NULL;
    int error = normalise(folder, &stage->folder) ? WR_FILE_FINE : WR_FILE_LONG_PATH;
    mtx_lock(&memory->lock);
    if (!error)
        error = make_folder(memory, stage->folder.text, stage->folder.size, &stage->kept);
    mtx_unlock(&memory->lock);
    if (error)
        wr_free(stage);
    else
        *out = stage;
    return error;
}

static void free_made(struct made *made)
{
    wr_blob_release(made->handle.blob);
    wr_free(made->name);
    wr_free(made);
}

/* Folders that were made for it and stayed empty. */
static void leave_folders(struct wr_memory *memory, const struct stage *stage)
{
    for (size_t size = stage->folder.size; size > stage->kept;
         size = wr_path_above(stage->folder.text, size)) {
        struct wr_memory_entry *entry = entry_of(memory, stage->folder.text, size);
        if (!entry || entry->kind != WR_MEMORY_FOLDER || !is_empty(&memory->tree, entry))
            return;
        turn_into(memory, entry, WR_MEMORY_GONE, NULL);
    }
}

static void drop(void *user, void *handle)
{
    struct wr_memory *memory = user;
    struct stage *stage = handle;
    mtx_lock(&memory->lock);
    leave_folders(memory, stage);
    mtx_unlock(&memory->lock);
    for (struct made *made = stage->made, *next; made; made = next) {
        next = made->next;
        free_made(made);
    }
    wr_free(stage);
}

static struct made *find_made(const struct stage *stage, const char *name)
{
    struct made *made = stage->made;
    while (made && strcmp(made->name, name) != 0)
        made = made->next;
    return made;
}

/* A name that is made again is a new file. */
static int create(void *user, void *handle, const char *name, void **file)
{
    struct wr_memory *memory = user;
    struct stage *stage = handle;
    if (!stage)
        return WR_FILE_READ_ONLY; /* there are no devices here */
    struct made *made = wr_alloc(sizeof *made);
    struct wr_blob *blob = wr_blob_create();
    char *copy = wr_alloc(strlen(name) + 1);
    if (!made || !blob || !copy) {
        wr_free(made);
        wr_blob_release(blob);
        wr_free(copy);
        return WR_FILE_NO_MEMORY;
    }
    strcpy(copy, name);
    *made = (struct made){.handle = {.blob = blob}, .name = copy};
    mtx_lock(&memory->lock);
    made->next = stage->made;
    stage->made = made;
    mtx_unlock(&memory->lock);
    *file = made;
    return WR_FILE_FINE;
}

static int append(void *user, void *file, const void *data, size_t size)
{
    struct wr_bytes *bytes = &((struct made *)file)->handle.blob->bytes;
    (void)user;
    wr_bytes_add(bytes, data, size);
    return bytes->failed ? WR_FILE_NO_MEMORY : WR_FILE_FINE;
}

static int rewrite(void *user, void *file, const void *data, size_t size)
{
    (void)user;
    if (size > 0)
        memcpy(((struct made *)file)->handle.blob->bytes.data, data, size);
    return WR_FILE_FINE;
}

static int finish(void *user, void *file, unsigned flags)
{
    (void)user, (void)flags;
    return wr_blob_finish(((struct made *)file)->handle.blob) ? WR_FILE_FINE
                                                              : WR_FILE_NO_MEMORY;
}

static int commit(void *user, void *handle, const char *name, const char *path, unsigned flags)
{
    struct wr_memory *memory = user;
    mtx_lock(&memory->lock);
    struct made *made = find_made(handle, name);
    int error = made && made->handle.blob
                    ? put(memory, path, made->handle.blob, (flags & WR_OVERWRITE) != 0)
                    : WR_FILE_MISSING;
    if (!error)
        made->handle.blob = NULL;
    mtx_unlock(&memory->lock);
    return error;
}

static int sync_stage(void *user, void *stage)
{
    (void)user, (void)stage;
    return WR_FILE_FINE;
}

/* ---- For programs -------------------------------------------------------------------------
 */

static const char *reason_of(void *user, int error)
{
    const struct wr_files *below = ((struct wr_memory *)user)->below;
    return below && below->reason ? below->reason(below->user, error) : NULL;
}

struct wr_memory *wr_memory_create(const struct wr_files *below)
{
    struct wr_memory *memory = wr_alloc(sizeof *memory);
    if (!memory)
        return NULL;
    *memory = (struct wr_memory){.below = below};
    memory->table = (struct wr_files){
        .user = memory,
        .look = look,
        .open = open_file,
        .read = read_file,
        .close = close_file,
        .list = list,
        .resolve = resolve,
        .stage = make_stage,
        .create = create,
        .append = append,
        .rewrite = rewrite,
        .finish = finish,
        .commit = commit,
        .sync = sync_stage,
        .drop = drop,
        .remove = remove_file,
        .reason = reason_of,
    };
    if (!wr_memory_tree_start(&memory->tree)) {
        wr_free(memory);
        return NULL;
    }
    if (mtx_init(&memory->lock, mtx_plain) != thrd_success) {
        wr_memory_tree_finish(&memory->tree);
        wr_free(memory);
        return NULL;
    }
    return memory;
}

void wr_memory_destroy(struct wr_memory *memory)
{
    if (!memory)
        return;
    mtx_destroy(&memory->lock);
    wr_memory_tree_finish(&memory->tree);
    wr_free(memory);
}

const struct wr_files *wr_memory_files(struct wr_memory *memory)
{
    return &memory->table;
}

bool wr_memory_put(struct wr_memory *memory, const char *path, const void *data, size_t size)
{
    struct wr_blob *blob = wr_blob_create();
    if (!blob)
        return false;
    wr_bytes_add(&blob->bytes, data, size);
    mtx_lock(&memory->lock);
    bool fine = wr_blob_finish(blob) && put(memory, path, blob, true) == WR_FILE_FINE;
    mtx_unlock(&memory->lock);
    if (!fine)
        wr_blob_release(blob);
    return fine;
}

const void *wr_memory_get(struct wr_memory *memory, const char *name, size_t *size)
{
    struct normal path;
    if (!normalise(name, &path))
        return NULL;
    mtx_lock(&memory->lock);
    const struct wr_memory_entry *entry = entry_of(memory, path.text, path.size);
    const struct wr_bytes *bytes =
        entry && entry->kind == WR_MEMORY_FILE ? &entry->blob->bytes : NULL;
    mtx_unlock(&memory->lock);
    if (bytes && size)
        *size = bytes->size;
    return bytes ? bytes->data : NULL;
}

static int order_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_files(struct wr_memory *memory)
{
    const struct wr_memory_tree *tree = &memory->tree;
    memory->sorted = true;
    memory->sorted_count = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->entries[i].kind == WR_MEMORY_FILE)
            tree->order[memory->sorted_count++] = tree->entries[i].path;
    qsort(tree->order, memory->sorted_count, sizeof *tree->order, order_paths);
}

const char *wr_memory_path(struct wr_memory *memory, size_t index)
{
    mtx_lock(&memory->lock);
    if (!memory->sorted)
        sort_files(memory);
    const char *path = index < memory->sorted_count ? memory->tree.order[index] : NULL;
    mtx_unlock(&memory->lock);
    return path;
}
