/* Archives of tar: the headers of POSIX.1-2001, ustar and what extends it. Source: POSIX, "pax
 * Interchange Format" and "ustar Interchange Format". */
#ifndef WR_CORE_FILES_TAR_H
#define WR_CORE_FILES_TAR_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/files/files.h"

enum { WR_TAR_BLOCK = 512 };

/* A file in an archive. */
typedef struct wr_tar_member {
    const char *name; /* relative, its parts separated by one '/' each */
    uint64_t header;  /* where it begins, with what extends it */
    uint64_t at, size;
} wr_tar_member;

struct wr_tar {
    wr_tar_member *members; /* sorted by name, '/' before all other characters */
    size_t count;
    uint64_t end; /* behind the last member: where the blocks of zeros begin */
};

/* Reads the headers of an archive that is open in a table and has `size` bytes; `path` is what
 * it is called. Folders are what names say, links and devices are passed over with a warning
 * ("tar-kind"). WR_SYNTAX "tar-mark", "tar-checksum", "tar-number", "tar-short", "tar-end",
 * "tar-extended", WR_INVALID "tar-name", "tar-twice". */
enum wr_result wr_tar_read(struct wr_context *context, struct wr_arena *arena, const char *path,
                           void *file, uint64_t size, struct wr_tar *out);

/* What may stand behind the beginning of a name, in the order of members. */
enum wr_tar_behind { WR_TAR_NOTHING, WR_TAR_SLASH, WR_TAR_OTHER };
/* The first member that does not stand before the `size` characters of a name with that behind
 * them; the count, where all do. */
size_t wr_tar_first(const struct wr_tar *tar, const char *name, size_t size,
                    enum wr_tar_behind behind);

/* Appends the header of a file, its name extended where it is long: no owner, time 0, the same
 * wherever it is written. */
void wr_tar_head(struct wr_bytes *out, const char *name, uint64_t size);
/* How many zeros follow the bytes of a member. */
size_t wr_tar_padding(uint64_t size);
/* What stands at the end. */
void wr_tar_end(struct wr_bytes *out);

#endif
