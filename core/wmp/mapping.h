/* Where pictures lie on faces. */
#ifndef WR_CORE_WMP_MAPPING_H
#define WR_CORE_WMP_MAPPING_H

#include "core/wmp/wmp.h"

/* u and v, in texels, of a place in the world: vector . (x, y, z, 1), with offset, rotation and
 * scale of the face in them. `normal` is the face's in the world, outward or inward. Source:
 * formats/wmp, 5.1; which way a rotation turns is not known of any file. */
void wr_wmp_texture_vectors(const struct wr_wmp *level, const wr_wmp_face *face,
                            wr_dvec3 normal, double out[2][4]);
/* The same before offset, rotation and scale: those of the face, or the editor's own. */
void wr_wmp_stored_vectors(const wr_wmp_face *face, wr_dvec3 normal, double out[2][4]);

#endif
