/* What units made, as members of a pack. Private to unit.c. */
#ifndef WR_BUILDER_MANIFEST_MEMBERS_H
#define WR_BUILDER_MANIFEST_MEMBERS_H

#include "builder/manifest/digest.h"

/* Appends the files in memory below the pack's path, by their names below it, in their order.
 */
void wr_members_write(struct wr_memory *memory, const char *pack, struct wr_bytes *out);
/* The digest of some bytes, and of some of a file's; none where they are not there. */
wr_digest wr_members_digest(const struct wr_bytes *members);
wr_digest wr_range_digest(const struct wr_context *context, const char *path, uint64_t from,
                          uint64_t size);
/* Appends some of a file's bytes. WR_IO "read-failed". */
enum wr_result wr_range_read(struct wr_context *context, const char *path, uint64_t from,
                             uint64_t size, struct wr_bytes *out);

#endif
