/* A room's model with the floor of its walkmesh. */
#include "builder/inspect/room_model.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/transform.h"

static enum wr_result read_model(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_resources *resources, const char *name,
                                 struct wr_model **out)
{
    static const uint16_t types[] = {WR_RES_MDL, WR_RES_MDX};
    struct wr_source sources[2];
    for (int i = 0; i < 2; i++) {
        const wr_entry *entry = wr_resources_find(resources, name, types[i]);
        enum wr_result result =
            entry ? wr_entry_read(context, arena, entry, &sources[i]) : WR_NOT_FOUND;
        if (result != WR_OK)
            return result;
        sources[i].binary = true;
    }
    return wr_model_read(context, arena, &sources[0], &sources[1], out);
}

static enum wr_result compare(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_walkmesh *floor, struct wr_room_model *out)
{
    struct wr_walkmesh *there;
    wr_model_fit fit;
    enum wr_result result = wr_model_walkmesh(context, arena, out->model, &there);
    if (result == WR_OK)
        result = wr_model_align(context, arena, floor, there, &fit);
    out->changed =
        result == WR_OK && (!fit.agrees || wr_length(wr_widen(fit.offset)) > WR_MODEL_FIT);
    return result;
}

/* Names and numbers are laid out anew only where there are other nodes. */
static enum wr_result set_floor(struct wr_context *context, struct wr_model *model,
                                const struct wr_walkmesh *floor)
{
    uint32_t nodes = model->node_count;
    char name[WR_MODEL_NAME + 1];
    enum wr_result result = wr_model_set_walkmesh(context, model, floor);
    if (result != WR_OK || model->node_count == nodes)
        return result;
    wr_model_name(model, name);
    return wr_model_set_name(context, model, name);
}

enum wr_result wr_room_model_follow(struct wr_context *context, struct wr_arena *arena,
                                    const struct wr_resources *resources,
                                    const struct wr_joint_room *room, struct wr_room_model *out)
{
    const struct wr_walkmesh *floor = wr_walkmesh_seen_from(arena, room->mesh, room->position);
    *out = (struct wr_room_model){.faces = room->mesh->face_count};
    if (!floor)
        return wr_no_memory(context);
    enum wr_result result = read_model(context, arena, resources, room->name, &out->model);
    if (result != WR_OK || !wr_model_has_walkmesh(out->model))
        return result;
    result = compare(context, arena, floor, out);
    return result == WR_OK && out->changed ? set_floor(context, out->model, floor) : result;
}
