/* <id>.mod as it grows: a place for its table, then one part after another, then the table. */
#ifndef WR_BUILDER_MODULE_EMIT_MOD_H
#define WR_BUILDER_MODULE_EMIT_MOD_H

#include "builder/module/assembly.h"
#include "core/files/file.h"

struct wr_mod {
    const struct wr_assembly *assembly;
    struct wr_staged *file;
    wr_resource *items; /* one a part */
    uint32_t next;      /* the part whose bytes are missing */
    uint64_t size;      /* so far */
};

/* Opens the archive in a staging folder, and writes all parts before those of rooms. Ends with
 * wr_mod_end, also where this fails. */
enum wr_result wr_mod_start(struct wr_context *context, const struct wr_emission *emission,
                            const struct wr_staging *staging, struct wr_mod *out);
/* Appends the bytes of the next part: one thread at a time, in the order of the list. WR_LIMIT
 * "archive-too-large" where no 4 GiB file could hold them. */
enum wr_result wr_mod_append(struct wr_context *context, struct wr_mod *mod, const void *data,
                             size_t size);
/* Writes the table over its place; `result` is what became of the rest: nothing is written
 * after a failure, and it is passed on. `whole`, where not NULL, becomes the archive, in the
 * arena of the assembly. */
enum wr_result wr_mod_end(struct wr_context *context, struct wr_mod *mod, unsigned flags,
                          enum wr_result result, struct wr_source *whole);

#endif
