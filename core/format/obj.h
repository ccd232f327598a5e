/* Walkmeshes as text, so that a kit can live in git: a small part of Wavefront OBJ.
 *
 * `v x y z` is a vertex in metres, Z up; `usemtl Stone` (a surfacemat label, any case, or a
 * number, or `Stone.001` as editors make it) sets the material of the faces that follow; `f a b
 * c ...` is a polygon of 1-based or negative indices, counter-clockwise from above, cut into
 * triangles that keep corners on straight sides; its sides must not cross. `#` starts a
 * comment; a weight or colour behind a vertex and what follows a slash in a face are passed
 * over. `vn`, `vt`, `o`, `g`, `s`, `mtllib` and `l` are passed over; anything else is an error
 * with its line. */
#ifndef WR_CORE_FORMAT_OBJ_H
#define WR_CORE_FORMAT_OBJ_H

#include "core/walkmesh/walkmesh.h"

/* Reads, welds, drops faces without area, sorts and derives: a WOK without transitions, ready
 * for use. */
enum wr_result wr_obj_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, const wr_surfaces *surfaces,
                           struct wr_walkmesh **out);
/* The same of a text of which not Z, or not surely, is up: where that is to be found, walkable
 * faces that look along Y say so. */
enum wr_result wr_obj_read_up(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, const wr_surfaces *surfaces,
                              enum wr_up up, struct wr_walkmesh **out);
/* Appends a mesh as text; reading it back gives the same vertices, faces and materials where
 * they were welded, sorted and have area. */
void wr_obj_write(const struct wr_walkmesh *mesh, struct wr_bytes *out);

#endif
