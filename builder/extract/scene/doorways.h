/* Doorways of a scene: where things are called so, and where rooms meet. */
#ifndef WR_BUILDER_EXTRACT_SCENE_DOORWAYS_H
#define WR_BUILDER_EXTRACT_SCENE_DOORWAYS_H

#include "builder/extract/scene/scene.h"

/* A doorway that a name means, with its edges. */
struct wr_scenery_doorway {
    uint32_t node;
    struct wr_named_row *row;
};
struct wr_scenery_doorways {
    struct wr_scenery_doorway *items;
    uint32_t count;
};

/* Finds the edges of all doorways with a name, and where rooms meet. Where two rooms meet and a
 * doorway between them has a name, only those with names are open. The files of rooms are made
 * after that. */
enum wr_result wr_scenery_borders(struct wr_taking *taking, const struct wr_scenery *scenery,
                                  struct wr_scenery_doorways *out);
/* Makes hooks of all of them: those between rooms, then those that lead nowhere. */
enum wr_result wr_scenery_hooks(struct wr_taking *taking, const struct wr_scenery *scenery,
                                const struct wr_scenery_doorways *doorways);

#endif
