/* A scene or a model from above. */
#ifndef WR_BUILDER_VIEW_SCENE_PLAN_H
#define WR_BUILDER_VIEW_SCENE_PLAN_H

#include "builder/picture/picture.h"
#include "core/model/model.h"
#include "core/scene/scene.h"

/* What is drawn. */
struct wr_scene_plan {
    const char *title;
    const struct wr_scene *scene;
    wr_where where; /* for findings about all of it */
};

/* A scene of what is drawn of a model, its materials called as the textures. It lives in the
 * arena; NULL when memory is out. */
const struct wr_scene *wr_scene_seen(struct wr_arena *arena, const struct wr_model *model,
                                     const char *name);

/* Draws faces that look upward, in a colour for each material, darker the lower they lie;
 * walkmeshes only where there is nothing else. `width` is the page's in pixels; 0: what the
 * scene needs. WR_INVALID "view-nothing-seen". */
enum wr_result wr_scene_plan_draw(struct wr_context *context, const struct wr_scene_plan *plan,
                                  double width, struct wr_picture *picture);

#endif
