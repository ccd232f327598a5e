/* Putting a built module into one that somebody has edited since: what Warren makes is made
 * anew, and everything else stays as it is. */
#ifndef WR_BUILDER_MODULE_INTO_H
#define WR_BUILDER_MODULE_INTO_H

#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "core/core.h"

struct wr_into_count {
    uint32_t replaced, added, removed; /* resources */
    bool changed;                      /* the edited module is not what it was */
    struct wr_bytes *names; /* given by the caller: where not NULL, names of what is removed are
                               appended, each with a NUL behind it */
};

/* Appends the module `edited` with the parts of `fresh`, a module of the same id that was just
 * built, put into it:
 *
 * - LYT, VIS, PTH, minimap, walkmeshes, models and images of Warren's own types, names and
 *   numbers are taken from `fresh`. Those it has no more are removed where `edited` shows that
 *   Warren made them: its LYT lists the model, its GIT the door, the numbers of images follow
 *   each other. Others of such a name are warned of ("into-kept") and stay.
 * - Doors of the GIT whose blueprint is `<id>_dor<n>` are matched by where they stand. One that
 *   stands where it stood keeps its row and its blueprint, with what was changed in them; one
 *   that is gone is removed, a new one is added. All other rows and values stay.
 * - The ARE gets the Rooms and the Map. The IFO stays, but for an entry that is no longer on
 *   the floor.
 * - What only `fresh` has is added.
 *
 * Where nothing differs the bytes are those of `edited`. "into-other-module" where the edited
 * module has another area. */
enum wr_result wr_module_into(struct wr_context *context, const struct wr_source *edited,
                              const struct wr_source *fresh, const char *id,
                              const wr_surfaces *surfaces, struct wr_bytes *out,
                              struct wr_into_count *count);

/* The same with a file: `edited` is replaced where something differs. `flags` are those of
 * wr_file_write. */
enum wr_result wr_module_into_file(struct wr_context *context, const char *edited,
                                   const struct wr_source *fresh, const char *id,
                                   const wr_surfaces *surfaces, unsigned flags,
                                   struct wr_into_count *count);

#endif
