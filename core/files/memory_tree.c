/* A hash table from paths to entries, and lists of what is in folders. */
#include "core/files/memory_tree.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"

#include <string.h>

enum { FIRST_SLOTS = 64 };

/* ---- Bytes that several hold ---- */

struct wr_blob *wr_blob_create(void)
{
    struct wr_blob *blob = wr_alloc(sizeof *blob);
    if (!blob)
        return NULL;
    atomic_init(&blob->holders, 1);
    blob->bytes = (struct wr_bytes){0};
    return blob;
}

struct wr_blob *wr_blob_hold(struct wr_blob *blob)
{
    atomic_fetch_add(&blob->holders, 1);
    return blob;
}

void wr_blob_release(struct wr_blob *blob)
{
    if (!blob || atomic_fetch_sub(&blob->holders, 1) != 1)
        return;
    wr_bytes_finish(&blob->bytes);
    wr_free(blob);
}

bool wr_blob_finish(struct wr_blob *blob)
{
    wr_bytes_add(&blob->bytes, "", 1);
    if (blob->bytes.failed)
        return false;
    blob->bytes.size--;
    return true;
}

/* ---- Paths ---- */

size_t wr_path_above(const char *normal, size_t size)
{
    while (size > 0 && normal[size - 1] != '/')
        size--;
    return size > 0 ? size - 1 : 0;
}

size_t wr_path_normal(const char *path, char out[WR_LONGEST_PATH])
{
    size_t used = 0;
    while (*path) {
        size_t size = strcspn(path, "/");
        bool same = size == 0 || (size == 1 && path[0] == '.');
        if (size == 2 && path[0] == '.' && path[1] == '.') {
            used = wr_path_above(out, used);
        } else if (!same) {
            if (size > WR_LONGEST_PATH - 2 - used)
                return SIZE_MAX;
            if (used > 0)
                out[used++] = '/';
            memcpy(out + used, path, size);
            used += size;
        }
        path += size;
        path += *path == '/';
    }
    out[used] = '\0';
    return used;
}

/* ---- Entries ---- */

static size_t slot_of(const struct wr_memory_tree *tree, const char *path, size_t size)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)path[i]) * 1099511628211u;
    size_t slot = (size_t)(hash ^ hash >> 32) & (tree->slot_count - 1);
    for (;; slot = (slot + 1) & (tree->slot_count - 1)) {
        if (tree->slots[slot] == WR_NO_ENTRY)
            return slot;
        const char *other = tree->entries[tree->slots[slot]].path;
        if (strncmp(other, path, size) == 0 && other[size] == '\0')
            return slot;
    }
}

uint32_t wr_memory_tree_find(const struct wr_memory_tree *tree, const char *normal, size_t size)
{
    return tree->slots[slot_of(tree, normal, size)];
}

static bool grow_slots(struct wr_memory_tree *tree)
{
    size_t count = tree->slot_count ? 2 * tree->slot_count : FIRST_SLOTS;
    uint32_t *slots = wr_alloc(count * sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0xff, count * sizeof *slots);
    wr_free(tree->slots);
    tree->slots = slots;
    tree->slot_count = count;
    for (uint32_t i = 0; i < tree->count; i++) {
        const char *path = tree->entries[i].path;
        slots[slot_of(tree, path, strlen(path))] = i;
    }
    return true;
}

/* Makes an entry of a path that has none, in no folder yet. */
static uint32_t append_entry(struct wr_memory_tree *tree, const char *path, size_t size)
{
    if (2 * (tree->count + 1) > tree->slot_count && !grow_slots(tree))
        return WR_NO_ENTRY;
    if (tree->count >= WR_NO_ENTRY ||
        !wr_grow(&tree->entries, &tree->capacity, tree->count + 1, sizeof *tree->entries) ||
        !wr_grow(&tree->order, &tree->order_capacity, tree->count + 1, sizeof *tree->order))
        return WR_NO_ENTRY;
    char *copy = wr_alloc(size + 1);
    if (!copy)
        return WR_NO_ENTRY;
    memcpy(copy, path, size);
    copy[size] = '\0';
    uint32_t index = (uint32_t)tree->count;
    tree->slots[slot_of(tree, path, size)] = index;
    tree->entries[tree->count++] = (struct wr_memory_entry){.path = copy};
    return index;
}

uint32_t wr_memory_tree_add(struct wr_memory_tree *tree, const char *normal, size_t size)
{
    uint32_t index = wr_memory_tree_find(tree, normal, size);
    if (index != WR_NO_ENTRY)
        return index;
    struct wr_memory_entry *folder =
        &tree->entries[wr_memory_tree_find(tree, normal, wr_path_above(normal, size))];
    if (!wr_grow(&folder->children, &folder->child_capacity, folder->child_count + 1,
                 sizeof *folder->children))
        return WR_NO_ENTRY;
    index = append_entry(tree, normal, size);
    if (index == WR_NO_ENTRY)
        return WR_NO_ENTRY;
    folder = &tree->entries[wr_memory_tree_find(tree, normal, wr_path_above(normal, size))];
    folder->children[folder->child_count++] = index;
    return index;
}

bool wr_memory_tree_start(struct wr_memory_tree *tree)
{
    *tree = (struct wr_memory_tree){0};
    if (append_entry(tree, "", 0) == WR_NO_ENTRY) {
        wr_memory_tree_finish(tree);
        return false;
    }
    tree->entries[0].kind = WR_MEMORY_FOLDER;
    return true;
}

void wr_memory_tree_finish(struct wr_memory_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        wr_free(tree->entries[i].path);
        wr_free(tree->entries[i].children);
        wr_blob_release(tree->entries[i].blob);
    }
    wr_free(tree->entries);
    wr_free(tree->slots);
    wr_free(tree->order);
}
