/* The model of a kit: looking things up in it. */
#include "kits/kit.h"

#include "core/base/text.h"
#include "core/files/file.h"

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

const char *const wr_marker_kind_names[] = {
    "spawn", "waypoint", "placeable", "loot",     "trigger",  "encounter", "sound",
    "store", "camera",   "track",     "obstacle", "backdrop", NULL,
};

const char *wr_marker_kind_name(enum wr_marker_kind kind)
{
    return wr_marker_kind_names[kind];
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

/* ---- Files ------------------------------------------------------------------------------- */

enum wr_result wr_kit_keeps(struct wr_context *context, const struct wr_kit *kit,
                            const char *path)
{
    struct wr_source source = {.name = path};
    enum wr_result stays = wr_path_stays(context, kit->folder, path);
    if (stays != WR_INVALID)
        return stays == WR_OK ? WR_OK : wr_no_memory(context);
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "path-outside",
                   "put the file itself there",
                   "a link leads out of the folder of the kit, '%s'", kit->folder);
}
