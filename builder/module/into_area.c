/* The area and the entry of an edited module: Rooms and Map follow the layout, all else stays.
 */
#include "builder/module/into_steps.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* ---- Rooms ------------------------------------------------------------------------------- */

static bool is_room(const wr_gff_struct *row, const char *name)
{
    const wr_gff_field *field = wr_gff_find(row, "RoomName");
    return field && field->type == WR_GFF_STRING &&
           wr_view_same((wr_view){(const char *)field->bytes.data, field->bytes.size},
                        wr_view_of(name));
}

static bool has_room(const wr_gff_list *rooms, const char *name)
{
    for (uint32_t i = 0; i < rooms->count; i++)
        if (is_room(rooms->items[i], name))
            return true;
    return false;
}

static bool merge_rooms(struct wr_putting *putting, struct wr_gff *old,
                        const struct wr_gff *made)
{
    const wr_gff_list *fresh = wr_gff_list_of(made->root, "Rooms");
    wr_gff_list *rooms = wr_gff_set_list(old, old->root, "Rooms");
    if (!fresh || !rooms)
        return rooms != NULL;
    for (uint32_t i = rooms->count; i-- > 0;) {
        const char *name = wr_gff_text_of(rooms->items[i], "RoomName", putting->arena);
        if (!name)
            return false;
        if (wr_into_was_room(putting, name) && !has_room(fresh, name))
            wr_gff_remove(rooms, i);
    }
    for (uint32_t i = 0; i < fresh->count; i++) {
        const char *name = wr_gff_text_of(fresh->items[i], "RoomName", putting->arena);
        if (!name)
            return false;
        if (!has_room(rooms, name))
            wr_putting_copy(old, rooms, fresh->items[i]);
    }
    return true;
}

/* ---- The map ----------------------------------------------------------------------------- */

static void merge_map(struct wr_gff *old, const struct wr_gff *made)
{
    static const char *const floats[] = {"WorldPt1X", "WorldPt1Y", "WorldPt2X", "WorldPt2Y",
                                         "MapPt1X",   "MapPt1Y",   "MapPt2X",   "MapPt2Y"};
    static const char *const wholes[] = {"MapResX", "NorthAxis", "MapZoom"};
    const wr_gff_field *fresh = wr_gff_find(made->root, "Map");
    const wr_gff_field *there = wr_gff_find(old->root, "Map");
    if (!fresh || fresh->type != WR_GFF_STRUCT)
        return;
    bool kept = there && there->type == WR_GFF_STRUCT;
    wr_gff_struct *map =
        wr_gff_set_struct(old, old->root, "Map", kept ? there->child->id : fresh->child->id);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        if (wr_gff_find(fresh->child, wholes[i]))
            wr_gff_set_whole(old, map, wholes[i], WR_GFF_INT,
                             wr_gff_whole(fresh->child, wholes[i], 0));
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (wr_gff_find(fresh->child, floats[i]))
            wr_gff_set_float(old, map, floats[i], wr_gff_float(fresh->child, floats[i], 0));
}

enum wr_result wr_into_area(struct wr_putting *putting)
{
    struct wr_gff *old, *made;
    enum wr_result result =
        wr_putting_read(putting, putting->old, putting->id, WR_RES_ARE, &old);
    if (result == WR_NOT_FOUND)
        return wr_fail(putting->context, WR_NOT_FOUND,
                       wr_at(&putting->old->source, WR_WHOLE_FILE), "module-area-missing", NULL,
                       "the module has no '%s.are'", putting->id);
    if (result == WR_OK)
        result = wr_putting_read(putting, putting->fresh, putting->id, WR_RES_ARE, &made);
    if (result != WR_OK)
        return result;
    if (!merge_rooms(putting, old, made))
        return wr_no_memory(putting->context);
    merge_map(old, made);
    return wr_putting_put_gff(putting, putting->id, WR_RES_ARE, old);
}

/* ---- The entry --------------------------------------------------------------------------- */

static wr_vec3 entry_of(const struct wr_gff *ifo)
{
    return (wr_vec3){wr_gff_float(ifo->root, "Mod_Entry_X", 0),
                     wr_gff_float(ifo->root, "Mod_Entry_Y", 0),
                     wr_gff_float(ifo->root, "Mod_Entry_Z", 0)};
}

/* Whether the walkmeshes that were just made have floor at a spot. */
static enum wr_result find_floor(struct wr_putting *putting, wr_vec3 at, bool *found)
{
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? WR_OK : wr_no_memory(putting->context);
    for (size_t i = 0; result == WR_OK && !*found && i < putting->fresh->count; i++) {
        const wr_entry *entry = &putting->fresh->entries[i];
        struct wr_walkmesh *mesh;
        struct wr_source source;
        wr_hit hit;
        if (entry->type != WR_RES_WOK)
            continue;
        wr_arena_reset(arena);
        result = wr_entry_read(putting->context, arena, entry, &source);
        if (result == WR_OK)
            result =
                wr_bwm_read_room(putting->context, arena, &source, putting->surfaces, &mesh);
        if (result == WR_OK)
            *found = wr_walkmesh_face_at(mesh, at,
                                         wr_walkmesh_walkable(mesh, putting->surfaces), &hit) &&
                     hit.distance <= WR_DOOR_STEP;
    }
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_into_entry(struct wr_putting *putting)
{
    static const char *const values[] = {"Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z",
                                         "Mod_Entry_Dir_X", "Mod_Entry_Dir_Y"};
    struct wr_gff *old, *made;
    bool floor = false;
    enum wr_result result = wr_putting_read(putting, putting->old, "module", WR_RES_IFO, &old);
    if (result == WR_OK)
        result = wr_putting_read(putting, putting->fresh, "module", WR_RES_IFO, &made);
    if (result == WR_OK)
        result = find_floor(putting, entry_of(old), &floor);
    if (result != WR_OK || floor)
        return result;
    wr_note(putting->context, wr_at(&putting->old->source, WR_WHOLE_FILE), "into-entry-moved",
            NULL,
            "where the player arrived there is no floor any more; the entry is that of the "
            "level");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        wr_gff_set_float(old, old->root, values[i], wr_gff_float(made->root, values[i], 0));
    return wr_putting_put_gff(putting, "module", WR_RES_IFO, old);
}
