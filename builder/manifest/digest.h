/* What files and folders hold, as numbers that are compared. */
#ifndef WR_BUILDER_MANIFEST_DIGEST_H
#define WR_BUILDER_MANIFEST_DIGEST_H

#include "core/base/hash.h"
#include "core/files/file.h"

typedef struct wr_digest {
    uint64_t bytes;
    char hash[WR_HASH_SIZE]; /* SHA-256; "" where nothing is there, or it cannot be read */
} wr_digest;

/* Of a file, its bytes. Of a folder, the names, sizes and digests of all files below it, in
 * their order, but of hidden ones. WR_NO_MEMORY alone is a failure. */
enum wr_result wr_digest_path(struct wr_context *context, const char *path, wr_digest *out);
bool wr_digest_same(const wr_digest *a, const wr_digest *b);

#endif
