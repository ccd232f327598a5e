/* Kits and rooms that were not read from a kit: those a map carries, or whose walkmesh it
 * replaces. */
#include "kits/kit.h"

static enum wr_result adopt(struct wr_context *context, struct wr_kit *kit)
{
    for (uint32_t i = 0; i < kit->room_count; i++) {
        kit->rooms[i].kit = kit;
        enum wr_result result = wr_thresholds_find(context, kit->arena, &kit->rooms[i]);
        if (result)
            return result;
    }
    return wr_kit_check(context, kit, NULL, NULL);
}

enum wr_result wr_kit_adopt(struct wr_context *context, struct wr_arena *arena, const char *id,
                            wr_door *doors, uint32_t door_count, wr_room *rooms,
                            uint32_t room_count, struct wr_kit **out)
{
    struct wr_kit *kit = WR_ZERO(arena, struct wr_kit, 1);
    enum wr_result result = WR_NO_MEMORY;
    if (kit) {
        *kit = (struct wr_kit){.arena = arena,
                               .id = id,
                               .name = id,
                               .doors = doors,
                               .door_count = door_count,
                               .rooms = rooms,
                               .room_count = room_count,
                               .holocron = true};
        result = adopt(context, kit);
    } else {
        wr_no_memory(context);
    }
    if (result) {
        wr_arena_destroy(arena);
        return result;
    }
    *out = kit;
    return WR_OK;
}

static void tell_lost_hooks(struct wr_context *context, const wr_room *before,
                            const wr_room *after)
{
    for (uint32_t i = 0; i < before->hook_count; i++)
        if (before->hooks[i].foot != WR_NONE && after->hooks[i].foot == WR_NONE)
            wr_warn(context, WR_NOWHERE, "hook-off-perimeter",
                    "keep the open edges at the doorway where the kit's walkmesh has them",
                    "hook '%s' of room '%s' is no longer on the perimeter of the walkmesh that "
                    "replaces the kit's",
                    before->hooks[i].name, before->name);
}

/* Edges listed for the kit's own walkmesh mean nothing on another. */
static wr_hook *forget_thresholds(struct wr_arena *arena, const wr_room *room)
{
    wr_hook *hooks = wr_arena_copy(arena, room->hooks, room->hook_count, sizeof *hooks);
    for (uint32_t i = 0; hooks && i < room->hook_count; i++) {
        hooks[i].threshold = NULL;
        hooks[i].threshold_count = 0;
    }
    return hooks;
}

enum wr_result wr_room_with_mesh(struct wr_context *context, struct wr_arena *arena,
                                 const wr_room *room, const struct wr_walkmesh *mesh,
                                 wr_room **out)
{
    wr_room *copy = wr_arena_copy(arena, room, 1, sizeof *copy);
    wr_hook *hooks = forget_thresholds(arena, room);
    if (!copy || !hooks)
        return wr_no_memory(context);
    copy->mesh = mesh;
    copy->written = NULL;
    copy->hooks = hooks;
    enum wr_result result = wr_thresholds_find(context, arena, copy);
    if (result)
        return result;
    tell_lost_hooks(context, room, copy);
    *out = copy;
    return WR_OK;
}
