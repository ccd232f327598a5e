/* BWM V1.0: walkmeshes of rooms (WOK), placeables (PWK) and doors (DWK). Source:
 * formats/bwm, 2. */
#ifndef WR_CORE_FORMAT_BWM_H
#define WR_CORE_FORMAT_BWM_H

#include "core/walkmesh/walkmesh.h"

struct wr_dump; /* core/text/dump.h */

bool wr_bwm_recognise(const uint8_t *data, size_t size);

/* Reads every table as the file has it, right or wrong, into a mesh in `arena`;
 * wr_walkmesh_judge says what is wrong, wr_bwm_rebuild makes it right. Refuses what cannot be
 * held: truncated or overlapping tables, vertex indices out of range, coordinates that are not
 * finite ("bwm-..."). */
enum wr_result wr_bwm_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_walkmesh **out);

/* Reads a room to work with: vertices, faces, materials and transitions are the file's, every
 * other table is made anew, since what a damaged file says of edges, neighbours and tree may
 * lead anywhere. Only what shows or judges a file asks wr_bwm_read instead. A placeable's or
 * door's walkmesh is taken for a room's. */
enum wr_result wr_bwm_read_room(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, const wr_surfaces *surfaces,
                                struct wr_walkmesh **out);
/* By the header's type; a file's name tells doors from placeables. */
enum wr_walkmesh_kind wr_bwm_kind(const struct wr_source *source);

/* Whether a mesh can be written: its file must not pass 4 GiB ("bwm-too-large"). */
enum wr_result wr_bwm_fits(struct wr_context *context, const struct wr_walkmesh *mesh,
                           wr_where where);
/* Appends a mesh that fits, with all its tables. Empty tables point at the next free byte in a
 * WOK and are 0 in a PWK or DWK. */
void wr_bwm_write(const struct wr_walkmesh *mesh, struct wr_bytes *out);
/* Both, for meshes of any size: a call that is stopped appends a part. */
enum wr_result wr_bwm_append(struct wr_context *context, const struct wr_walkmesh *mesh,
                             wr_where where, struct wr_bytes *out);

/* What a rebuild met. */
struct wr_rebuilt {
    uint32_t faces;
    uint32_t reordered; /* faces that moved because walkable ones did not come first */
    uint32_t dropped;   /* transitions on edges that cannot carry one */
    wr_repaired mended; /* by a repair */
};

/* From the bytes of one walkmesh to the bytes of the same one with every derived table made
 * anew: vertices, faces, materials and transitions are kept. `arena` is used for everything and
 * may be reset afterwards. */
enum wr_result wr_bwm_rebuild(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, const wr_surfaces *surfaces,
                              struct wr_bytes *out, struct wr_rebuilt *report);

/* The same after its geometry was mended: see wr_walkmesh_repair. */
enum wr_result wr_bwm_repair(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, const wr_surfaces *surfaces,
                             struct wr_bytes *out, struct wr_rebuilt *report);

/* Whether two files of a walkmesh are the same but for the signs of zeros; else appends which
 * tables differ, and in how many rows: "normals (2 of 12), edges (14 for 12)". Where `why` is
 * NULL, the first difference is enough. */
bool wr_bwm_same(const struct wr_source *a, const struct wr_source *b, struct wr_bytes *why);

/* ---- Files too large to be held beside what is made of them ---- */

/* As wr_bwm_rebuild, of a plain file: only what is kept of it is read, to where it stays. */
enum wr_result wr_bwm_rebuild_file(struct wr_context *context, struct wr_arena *arena,
                                   const char *path, const wr_surfaces *surfaces,
                                   struct wr_bytes *out, struct wr_rebuilt *report);
/* Whether a file is the same as what was made of it, as wr_bwm_same says. */
enum wr_result wr_bwm_same_file(struct wr_context *context, const char *path,
                                const struct wr_source *made, struct wr_bytes *why, bool *same);

/* Everything a mesh holds, right or wrong: counts, extent, materials, and every table. */
void wr_bwm_dump(const struct wr_walkmesh *mesh, struct wr_dump *dump);

#endif
