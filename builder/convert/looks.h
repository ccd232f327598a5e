/* What models look like in a scene: their textures as materials. */
#ifndef WR_BUILDER_CONVERT_LOOKS_H
#define WR_BUILDER_CONVERT_LOOKS_H

#include "builder/convert/scening.h"

/* The material of a texture of a model, "" for none: the picture, or a plain colour where there
 * is no picture. */
enum wr_result wr_look_of(struct wr_scening *scening, const char *texture, uint32_t *out);

/* Notes a file that is not at hand; the name is copied. */
void wr_look_missing(struct wr_scening *scening, const char *file);
/* Tells of all of them in one warning. */
enum wr_result wr_looks_tell(struct wr_scening *scening);

#endif
