/* The model of a room of a module, where its floor follows a walkmesh that changed. */
#ifndef WR_BUILDER_INSPECT_ROOM_MODEL_H
#define WR_BUILDER_INSPECT_ROOM_MODEL_H

#include "builder/inspect/joint.h"
#include "core/format/resources.h"
#include "core/model/model.h"

struct wr_room_model {
    struct wr_model *model;
    bool changed;   /* its floor was another, to WR_MODEL_FIT */
    uint32_t faces; /* of the floor */
};

/* Reads the MDL and MDX of a room and gives the walkmesh in it, where it has one, the faces of
 * the room's; all in `arena`. Fails as wr_model_read does, and as wr_model_walkmesh, and with
 * WR_NOT_FOUND where a file is missing. */
enum wr_result wr_room_model_follow(struct wr_context *context, struct wr_arena *arena,
                                    const struct wr_resources *resources,
                                    const struct wr_joint_room *room,
                                    struct wr_room_model *out);

#endif
