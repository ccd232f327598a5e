/* Paths and what they lead to, in memory. */
#ifndef WR_CORE_FILES_MEMORY_TREE_H
#define WR_CORE_FILES_MEMORY_TREE_H

#include "core/files/files.h"

#include <stdatomic.h>

/* Bytes that several may hold; a NUL stands behind them once they are finished. */
struct wr_blob {
    atomic_uint holders;
    struct wr_bytes bytes;
};

struct wr_blob *wr_blob_create(void);
struct wr_blob *wr_blob_hold(struct wr_blob *blob);
void wr_blob_release(struct wr_blob *blob); /* takes NULL */
bool wr_blob_finish(struct wr_blob *blob);

enum wr_memory_kind { WR_MEMORY_GONE, WR_MEMORY_FILE, WR_MEMORY_FOLDER };

/* Once made, an entry stays, gone or not. */
struct wr_memory_entry {
    char *path; /* parts with one '/' between them; "" is the root */
    enum wr_memory_kind kind;
    struct wr_blob *blob; /* of a file */
    uint64_t changed;     /* by which of the memory's changes; 0: none */
    uint32_t *children;   /* entries, of what is or was a folder */
    size_t child_count, child_capacity;
};

struct wr_memory_tree {
    struct wr_memory_entry *entries; /* the first is the root */
    size_t count, capacity;
    uint32_t *slots; /* a hash table: an entry, or WR_NO_ENTRY */
    size_t slot_count;
    const char **order; /* room for the paths of all entries, so that telling them wants none */
    size_t order_capacity;
};

#define WR_NO_ENTRY UINT32_MAX

/* False when memory is out. */
bool wr_memory_tree_start(struct wr_memory_tree *tree);
void wr_memory_tree_finish(struct wr_memory_tree *tree);

/* A path as entries have it; ".." above the root stays there. Returns its length, or SIZE_MAX
 * where it does not fit. */
size_t wr_path_normal(const char *path, char out[WR_LONGEST_PATH]);
/* How long the folder's part of such a path is. */
size_t wr_path_above(const char *normal, size_t size);

/* The entry of the first `size` characters of a normal path, or WR_NO_ENTRY. */
uint32_t wr_memory_tree_find(const struct wr_memory_tree *tree, const char *normal,
                             size_t size);
/* The same; where there is none it is made, gone, in the folder above it, which must have an
 * entry. WR_NO_ENTRY when memory is out. */
uint32_t wr_memory_tree_add(struct wr_memory_tree *tree, const char *normal, size_t size);

#endif
