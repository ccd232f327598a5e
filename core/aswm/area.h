/* An area of NWN2, TRX or TRN: its packets, and the walkmesh in one of them. */
#ifndef WR_CORE_ASWM_AREA_H
#define WR_CORE_ASWM_AREA_H

#include "core/aswm/bake.h"
#include "core/aswm/carve.h"
#include "core/aswm/cut.h"
#include "core/format/trx.h"

struct wr_aswm_area {
    struct wr_trx trx;
    struct wr_source packet; /* of the walkmesh, unpacked: for findings about it */
    struct wr_aswm mesh;
};

/* Reads all of it; the source must outlive it. */
enum wr_result wr_aswm_area_read(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_source *source, struct wr_aswm_area *out);
/* Appends the file with the mesh packed anew, and every other packet as it is: the bytes that
 * were read, where the mesh is the same. */
enum wr_result wr_aswm_area_write(struct wr_context *context, const struct wr_aswm_area *area,
                                  wr_where where, struct wr_bytes *out);
/* An area of a mesh alone, of the size of its grid; that of an exterior, which has a border, is
 * counted in squares of four by four tiles. */
enum wr_result wr_aswm_area_make(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_aswm *mesh, struct wr_aswm_area *out);

/* Triangles that are to become an area. */
struct wr_aswm_making {
    const struct wr_aswm_soup *soup;
    const struct wr_aswm_grid *grid;
    const struct wr_aswm_cutters *cutters; /* where the soup lies; NULL: none */
    const struct wr_aswm_area *into; /* that gets another walkmesh, in its grid; or NULL */
    const char *const *rooms;        /* of each face, for findings; or NULL */
    bool sight;
};

/* Cuts triangles and bakes them, as an area of its own or as one that gets another walkmesh.
 * `shift` says what was moved. Fails as wr_aswm_cut, wr_aswm_carve and wr_aswm_bake do. */
enum wr_result wr_aswm_area_bake(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_aswm_making *making, wr_where where,
                                 struct wr_aswm_area *out, struct wr_aswm_shift *shift);

#endif
