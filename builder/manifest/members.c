/* Members of packs, and runs of their bytes. */
#include "builder/manifest/members.h"

#include "core/base/bytes.h"
#include "core/files/memory_tree.h"
#include "core/files/tar.h"

#include <string.h>

static void add_member(struct wr_memory *memory, const char *path, const char *name,
                       struct wr_bytes *out)
{
    size_t size, padding;
    const void *data = wr_memory_get(memory, path, &size);
    if (!data) {
        out->failed = true;
        return;
    }
    wr_tar_head(out, name, size);
    wr_bytes_add(out, data, size);
    padding = wr_tar_padding(size);
    uint8_t *zeros = wr_bytes_extend(out, padding);
    if (zeros && padding > 0)
        memset(zeros, 0, padding);
}

void wr_members_write(struct wr_memory *memory, const char *pack, struct wr_bytes *out)
{
    char folder[WR_LONGEST_PATH];
    const char *path;
    size_t above = wr_path_normal(pack, folder);
    for (size_t i = 0; (path = wr_memory_path(memory, i)) != NULL; i++)
        if (strncmp(path, folder, above) == 0 && path[above] == '/')
            add_member(memory, path, path + above + 1, out);
}

wr_digest wr_members_digest(const struct wr_bytes *members)
{
    wr_digest digest = {.bytes = members->size};
    wr_hash hash;
    wr_hash_begin(&hash);
    wr_hash_add(&hash, members->data, members->size);
    wr_hash_end(&hash, digest.hash);
    return digest;
}

/* Hands a run of a file's bytes to a hash, or to bytes. */
static bool take_range(const struct wr_files *files, void *file, uint64_t from, uint64_t size,
                       wr_hash *hash, struct wr_bytes *bytes)
{
    enum { PIECE = 1 << 16 };
    uint8_t piece[PIECE];
    size_t got;
    for (uint64_t left = size; left > 0; left -= got) {
        size_t step = left < PIECE ? (size_t)left : PIECE;
        if (files->read(files->user, file, from + (size - left), piece, step, &got) ||
            got != step)
            return false;
        if (hash)
            wr_hash_add(hash, piece, got);
        else
            wr_bytes_add(bytes, piece, got);
    }
    return true;
}

static bool open_and_take(const struct wr_context *context, const char *path, uint64_t from,
                          uint64_t size, wr_hash *hash, struct wr_bytes *bytes)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    void *file;
    if (files->open(files->user, path, &file, &status) != WR_FILE_FINE)
        return false;
    bool fine =
        status.kind == WR_PLAIN_FILE && take_range(files, file, from, size, hash, bytes);
    files->close(files->user, file);
    return fine;
}

wr_digest wr_range_digest(const struct wr_context *context, const char *path, uint64_t from,
                          uint64_t size)
{
    wr_digest digest = {.bytes = size};
    wr_hash hash;
    wr_hash_begin(&hash);
    if (!open_and_take(context, path, from, size, &hash, NULL))
        return (wr_digest){0};
    wr_hash_end(&hash, digest.hash);
    return digest;
}

enum wr_result wr_range_read(struct wr_context *context, const char *path, uint64_t from,
                             uint64_t size, struct wr_bytes *out)
{
    struct wr_source source = {.name = path};
    if (open_and_take(context, path, from, size, NULL, out))
        return out->failed ? wr_no_memory(context) : WR_OK;
    return wr_fail(context, WR_IO, wr_at(&source, WR_WHOLE_FILE), "read-failed", NULL,
                   "cannot be read: it changed meanwhile");
}
