/* Digests of files, and of folders by those of their files. */
#include "builder/manifest/digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool wr_digest_same(const wr_digest *a, const wr_digest *b)
{
    return a->bytes == b->bytes && strcmp(a->hash, b->hash) == 0;
}

static bool read_all(const struct wr_files *files, void *file, wr_hash *hash)
{
    enum { PIECE = 1 << 16 };
    uint8_t piece[PIECE];
    size_t got = PIECE;
    while (got == PIECE) {
        if (files->read(files->user, file, hash->size, piece, PIECE, &got))
            return false;
        wr_hash_add(hash, piece, got);
    }
    return true;
}

static void digest_file(const struct wr_files *files, const char *path, wr_digest *out)
{
    struct wr_file_status status;
    void *file;
    wr_hash hash;
    *out = (wr_digest){0};
    if (files->open(files->user, path, &file, &status) != WR_FILE_FINE)
        return;
    wr_hash_begin(&hash);
    if (status.kind == WR_PLAIN_FILE && read_all(files, file, &hash)) {
        out->bytes = hash.size;
        wr_hash_end(&hash, out->hash);
    }
    files->close(files->user, file);
}

/* A folder whose files are taken one after another. */
struct sum {
    const struct wr_files *files;
    size_t above; /* how much of their paths is the folder's */
    uint64_t bytes;
    wr_hash hash;
};

static enum wr_result add_file(void *user, struct wr_context *context, const char *from,
                               const char *to)
{
    struct sum *sum = user;
    char line[2 * WR_HASH_SIZE];
    wr_digest digest;
    (void)context, (void)to;
    digest_file(sum->files, from, &digest);
    int size = snprintf(line, sizeof line, "%" PRIu64 " %s\n", digest.bytes, digest.hash);
    wr_hash_add(&sum->hash, from + sum->above, strlen(from + sum->above) + 1);
    wr_hash_add(&sum->hash, line, (size_t)size);
    sum->bytes += digest.bytes;
    return WR_OK;
}

static enum wr_result digest_folder(struct wr_context *context, const char *path,
                                    wr_digest *out)
{
    struct sum sum = {.files = wr_files_of(context), .above = strlen(path)};
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = WR_NO_MEMORY;
    wr_hash_begin(&sum.hash);
    if (quiet && arena)
        result = wr_folder_walk(quiet, arena, path, path, add_file, &sum);
    wr_context_destroy(quiet);
    wr_arena_destroy(arena);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(context);
    out->bytes = sum.bytes;
    wr_hash_end(&sum.hash, out->hash);
    return WR_OK;
}

enum wr_result wr_digest_path(struct wr_context *context, const char *path, wr_digest *out)
{
    *out = (wr_digest){0};
    if (wr_folder_exists(context, path))
        return digest_folder(context, path, out);
    digest_file(wr_files_of(context), path, out);
    return WR_OK;
}
