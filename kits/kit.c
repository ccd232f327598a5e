/* The model of a kit: looking things up in it, and making kits of rooms that come from
 * elsewhere. */
#include "kits/kit.h"

#include "core/base/text.h"

#include <string.h>

void wr_kit_free(struct wr_kit *kit)
{
    if (kit)
        wr_arena_destroy(kit->arena);
}

/* ---- Rooms and hooks ----------------------------------------------------------------------
 */

static bool same_with_case(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

const wr_room *wr_kit_room(const struct wr_kit *kit, const char *name, bool *ambiguous)
{
    bool twice = false;
    const wr_room *found = NULL;
    for (int pass = 0; pass < 4 && !found; pass++) {
        bool (*same)(const char *, const char *) = pass < 2 ? same_with_case : wr_text_same;
        for (uint32_t i = 0; i < kit->room_count; i++) {
            const wr_room *room = &kit->rooms[i];
            if (!same(pass % 2 ? room->id : room->name, name))
                continue;
            twice |= found != NULL;
            found = room;
        }
    }
    if (ambiguous)
        *ambiguous = twice;
    return twice ? NULL : found;
}

uint32_t wr_room_hook(const wr_room *room, const char *name)
{
    for (uint32_t i = 0; i < room->hook_count; i++)
        if (strcmp(room->hooks[i].name, name) == 0)
            return i;
    return WR_NONE;
}

const char *wr_marker_value(const wr_marker *marker, const char *key)
{
    for (uint32_t i = 0; i < marker->pair_count; i++)
        if (strcmp(marker->pairs[i].key, key) == 0)
            return marker->pairs[i].value;
    return NULL;
}

const char *wr_marker_kind_name(enum wr_marker_kind kind)
{
    static const char *const names[] = {"spawn", "waypoint", "placeable", "loot"};
    return names[kind];
}

/* ---- Doors ----------------------------------------------------------------------------------
 */

static bool same_kit(const struct wr_kit *a, const struct wr_kit *b)
{
    return a == b || strcmp(a->id, b->id) == 0;
}

/* Whether `reference`, written in `kit`, means the door `name` of `other`. */
static bool means(const char *reference, const struct wr_kit *kit, const struct wr_kit *other,
                  const char *name)
{
    const char *colon = strchr(reference, ':');
    if (!colon)
        return same_kit(kit, other) && strcmp(reference, name) == 0;
    size_t size = (size_t)(colon - reference);
    return strlen(other->id) == size && memcmp(other->id, reference, size) == 0 &&
           strcmp(colon + 1, name) == 0;
}

static bool names(const struct wr_kit *kit, const wr_door *door, const struct wr_kit *other,
                  const wr_door *other_door)
{
    for (uint32_t i = 0; i < door->meets_count; i++)
        if (means(door->meets[i], kit, other, other_door->name))
            return true;
    return false;
}

bool wr_doors_meet(const struct wr_kit *kit_a, uint32_t door_a, const struct wr_kit *kit_b,
                   uint32_t door_b)
{
    const wr_door *a = &kit_a->doors[door_a], *b = &kit_b->doors[door_b];
    if (same_kit(kit_a, kit_b) && strcmp(a->name, b->name) == 0)
        return true;
    return (a->meets_any && b->meets_any) || names(kit_a, a, kit_b, b) ||
           names(kit_b, b, kit_a, a);
}

/* ---- Rooms that are no kit's ---------------------------------------------------------------
 */

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
    copy->hooks = hooks;
    enum wr_result result = wr_thresholds_find(context, arena, copy);
    if (result)
        return result;
    tell_lost_hooks(context, room, copy);
    *out = copy;
    return WR_OK;
}
