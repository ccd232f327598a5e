/* What faces of a scene are drawn with. */
#ifndef WR_BUILDER_EXTRACT_SCENE_SKINS_H
#define WR_BUILDER_EXTRACT_SCENE_SKINS_H

#include "builder/extract/pictures.h"
#include "builder/extract/scene/scene.h"

/* What a material is drawn with. */
typedef struct wr_scene_skin {
    wr_taken_picture
        picture; /* none: as grey boxes are, by the surface and where a face looks */
    bool own;    /* it is the material's picture, laid as the scene says */
} wr_scene_skin;

/* One a material, and one for none. A material that some face in `used` (one a material) shows
 * has its picture in the kit, else its colour; surfaces and white ones without a picture are
 * grey boxes'. A picture that cannot be read is a warning. */
enum wr_result wr_scenery_skins(struct wr_taking *taking, const struct wr_scenery *scenery,
                                const bool *used, const wr_scene_skin **out);

#endif
