/* Face normals and plane distances. */
#ifndef WR_CORE_WALKMESH_PLANES_H
#define WR_CORE_WALKMESH_PLANES_H

#include "core/walkmesh/walkmesh.h"

/* Fills normals and distances, taken from mesh->arena. Faces without area get a zero normal. */
enum wr_result wr_planes_derive(struct wr_context *context, struct wr_walkmesh *mesh);

#endif
