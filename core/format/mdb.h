/* Models of NWN2, MDB: packets behind a table, of which one is a walkmesh. Source: descriptions
 * of two open programs, which agree; no file of the game was at hand. */
#ifndef WR_CORE_FORMAT_MDB_H
#define WR_CORE_FORMAT_MDB_H

#include "core/base/arena.h"
#include "core/base/diag.h"

bool wr_mdb_recognise(const uint8_t *data, size_t size);
/* Reads the walkmesh of a model, in metres from where the model stands; no faces where it has
 * none. `materials` stays NULL. WR_SYNTAX "mdb-short", WR_INVALID "mdb-vertex". */
enum wr_result wr_mdb_read_walk(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, wr_triangles *out);

#endif
