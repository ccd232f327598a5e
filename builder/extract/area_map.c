/* From what was taken to a map in memory, which is written as any other. */
#include "builder/extract/area_map.h"
#include "builder/extract/exits.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/same_room.h"
#include "builder/extract/sights.h"
#include "builder/extract/threshold.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/text/codepage.h"
#include "templates/maps.h"

#include <string.h>

/* ---- Texts ------------------------------------------------------------------------------- */

/* The area's name in the language with the lowest number, as UTF-8; NULL where it has none.
 * False when memory is out. */
static bool find_title(struct wr_taking *taking, const char **out)
{
    const wr_gff_field *name = taking->are ? wr_gff_find(taking->are->root, "Name") : NULL;
    const wr_gff_text *best = NULL;
    struct wr_bytes text = {0};
    for (uint32_t i = 0; name && name->type == WR_GFF_LOCSTRING && i < name->local.count; i++)
        if (!best || name->local.texts[i].language < best->language)
            best = &name->local.texts[i];
    for (uint32_t i = 0; best && i < best->size && best->data[i]; i++)
        wr_codepage_add_utf8(&text, wr_codepage_point(best->data[i]));
    *out = text.size > 0 && !text.failed
               ? wr_arena_text(taking->arena, (const char *)text.data, text.size)
               : NULL;
    bool fine = !text.failed && (text.size == 0 || *out);
    wr_bytes_finish(&text);
    return fine;
}

/* ---- Light ------------------------------------------------------------------------------- */

static void split_colour(uint32_t colour, float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (float)(colour >> (8 * i) & 0xff) / 255;
}

static void light_design(const struct wr_taken_design *design, struct wr_map *map)
{
    map->has_sun = design->has_sun;
    for (int i = 0; i < 3; i++) {
        map->lighting[i] = design->ambient[i];
        map->sun[i] = design->sun[i];
    }
}

static void light(const struct wr_taking *taking, struct wr_map *map)
{
    uint32_t grey = 0x7f7f7f, sun;
    if (taking->design) {
        light_design(taking->design, map);
        return;
    }
    if (taking->are)
        grey = (uint32_t)wr_gff_whole(taking->are->root, "DynAmbientColor", grey);
    sun =
        taking->are ? (uint32_t)wr_gff_whole(taking->are->root, "SunDiffuseColor", grey) : grey;
    split_colour(grey, map->lighting);
    split_colour(sun, map->sun);
    map->has_sun = sun != grey;
}

/* ---- Where the player arrives ------------------------------------------------------------ */

/* The room whose floor is nearest below or above a point. */
static uint32_t room_at(const struct wr_taking *taking, wr_vec3 point)
{
    uint32_t best = WR_NONE;
    double least = INFINITY;
    for (uint32_t r = 0; r < taking->room_count; r++) {
        wr_hit hit;
        if (!wr_walkmesh_face_at(taking->rooms[r].mesh, point, taking->surfaces.walkable, &hit))
            continue;
        double distance = wr_distance(hit.point, point);
        if (distance < least) {
            least = distance;
            best = r;
        }
    }
    return best;
}

static void arrive(const struct wr_taking *taking, struct wr_map *map)
{
    map->entry.room = WR_NONE;
    if (taking->design && taking->design->has_entry)
        map->entry = (wr_map_entry){.room = taking->design->entry_room,
                                    .position = taking->design->entry,
                                    .facing = taking->design->facing};
    if (!taking->ifo)
        return;
    const wr_gff_struct *root = taking->ifo->root;
    wr_vec3 at = {wr_gff_float(root, "Mod_Entry_X", 0), wr_gff_float(root, "Mod_Entry_Y", 0),
                  wr_gff_float(root, "Mod_Entry_Z", 0)};
    float x = wr_gff_float(root, "Mod_Entry_Dir_X", 0),
          y = wr_gff_float(root, "Mod_Entry_Dir_Y", 1);
    if (!wr_vec3_finite(at))
        return;
    map->entry.room = room_at(taking, at);
    if (map->entry.room == WR_NONE)
        return;
    map->entry.position = wr_taken_own(&taking->rooms[map->entry.room], at);
    if (isfinite(x) && isfinite(y) && (x != 0 || y != 0))
        map->entry.facing =
            wr_taken_facing(&taking->rooms[map->entry.room], (float)wr_bearing_of(x, y));
}

/* ---- Rooms and links --------------------------------------------------------------------- */

/* What no module of Warren's can hold gets another name. */
static const char *resref_of(const wr_taken_room *room)
{
    return strspn(room->name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(room->name)
               ? room->name
               : NULL;
}

static bool place_rooms(const struct wr_taking *taking, const char *kit, struct wr_map *map)
{
    map->rooms = WR_ZERO(taking->arena, wr_map_room, taking->room_count);
    map->room_count = map->rooms ? taking->room_count : 0;
    for (uint32_t i = 0; i < map->room_count; i++)
        map->rooms[i] = (wr_map_room){
            .name = taking->rooms[i].name,
            .kit = kit,
            .room = taking->rooms[taking->rooms[i].like].name,
            .resref = resref_of(&taking->rooms[i]),
            .placement = wr_taken_placement(&taking->rooms[i]),
        };
    return map->rooms != NULL;
}

static bool link_rooms(const struct wr_taking *taking, struct wr_map *map)
{
    map->links = WR_ZERO(taking->arena, wr_map_link, taking->hook_count);
    map->links_only = true;
    for (uint32_t i = 0; map->links && i < taking->hook_count; i++) {
        const wr_taken_hook *hook = &taking->hooks[i];
        if (hook->twin == WR_NONE || hook->twin < i || hook->hidden)
            continue;
        map->links[map->link_count++] = (wr_map_link){
            .rooms = {hook->room, taking->hooks[hook->twin].room},
            .hooks = {hook->name, taking->hooks[hook->twin].name},
        };
    }
    return map->links != NULL;
}

/* What stands in no room. */
static bool place_things(const struct wr_taking *taking, struct wr_map *map)
{
    map->things = WR_ZERO(taking->arena, wr_map_thing, taking->marker_count);
    for (uint32_t i = 0; map->things && i < taking->marker_count; i++)
        if (taking->markers[i].room == WR_NONE)
            map->things[map->thing_count++] =
                (wr_map_thing){.room = WR_NONE, .marker = taking->markers[i].as};
    return map->things != NULL;
}

/* ---- What it replaces in the module ------------------------------------------------------ */

/* How far a door looks out of a doorway: 1 straight, -1 into the room. */
static double looks_out(const struct wr_taking *taking, const wr_taken_hook *hook,
                        const wr_taken_door *door)
{
    const struct wr_walkmesh *mesh = taking->rooms[hook->room].mesh;
    double x = 0, y = 0;
    wr_threshold_outward(mesh, hook->edges[0], &x, &y);
    return door->x * x + door->y * y;
}

/* Each door of the GIT that hangs in a doorway of the kit, at the side it looks out of. */
static const wr_taken_hook **find_doorways(const struct wr_taking *taking)
{
    const wr_taken_hook **out =
        WR_ZERO(taking->arena, const wr_taken_hook *, taking->door_count);
    for (uint32_t i = 0; out && i < taking->hook_count; i++) {
        const wr_taken_hook *hook = &taking->hooks[i];
        if (hook->door == WR_NONE || hook->hidden)
            continue;
        const wr_taken_door *door = &taking->doors[hook->door];
        const wr_taken_hook *other = out[hook->door];
        if (door->row != WR_NONE &&
            (!other || looks_out(taking, hook, door) > looks_out(taking, other, door)))
            out[hook->door] = hook;
    }
    return out;
}

static const char *tag_of(const struct wr_taking *taking, uint32_t row)
{
    const wr_gff_list *rows = wr_gff_list_of(taking->git->root, "Door List");
    const wr_gff_field *tag = wr_gff_find(rows->items[row], "Tag");
    struct wr_bytes text = {0};
    if (tag && tag->type == WR_GFF_STRING)
        for (uint32_t i = 0; i < tag->bytes.size && tag->bytes.data[i]; i++)
            wr_codepage_add_utf8(&text, wr_codepage_point(tag->bytes.data[i]));
    const char *out =
        text.failed ? NULL : wr_arena_text(taking->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return out;
}

static bool list_doors(const struct wr_taking *taking, struct wr_map *map)
{
    const wr_taken_hook **doorways = find_doorways(taking);
    wr_map_door *doors = WR_ZERO(taking->arena, wr_map_door, taking->door_count);
    if (!doorways || !doors)
        return false;
    map->replaces.doors = doors;
    for (uint32_t i = 0; i < taking->door_count; i++) {
        const wr_taken_hook *hook = doorways[i];
        if (!hook)
            continue;
        wr_map_door *door = &doors[map->replaces.door_count++];
        *door = (wr_map_door){.row = taking->doors[i].row,
                              .tag = tag_of(taking, taking->doors[i].row),
                              .position = taking->doors[i].at,
                              .room = hook->room,
                              .room_name = taking->rooms[hook->room].name,
                              .hook = hook->name};
        if (!door->tag)
            return false;
    }
    return true;
}

static bool list_replaced(const struct wr_taking *taking, struct wr_map *map)
{
    const char **rooms = WR_TAKE(taking->arena, const char *, taking->room_count);
    map->replaces.rooms = rooms;
    for (uint32_t i = 0; rooms && i < taking->room_count; i++)
        if (resref_of(&taking->rooms[i]))
            rooms[map->replaces.room_count++] = taking->rooms[i].name;
    return rooms && list_doors(taking, map);
}

enum wr_result wr_taken_map_write(struct wr_taking *taking, const char *id, const char *kits,
                                  struct wr_bytes *out)
{
    struct wr_map map = {
        .arena = taking->arena,
        .path = taking->options->map,
        .id = taking->area,
        .game = taking->game,
        .kits = &kits,
        .kit_count = 1,
        .tolerance = NAN,
        .overlap = NAN,
        .skybox = taking->skybox ? taking->skybox : "",
    };
    light(taking, &map);
    arrive(taking, &map);
    if (!find_title(taking, &map.title) || !place_rooms(taking, id, &map) ||
        !link_rooms(taking, &map) || (!taking->design && !list_replaced(taking, &map)) ||
        !wr_taken_exits_write(taking, &map) || !place_things(taking, &map))
        return wr_no_memory(taking->context);
    enum wr_result result = wr_taken_sights(taking, &map);
    return result == WR_OK ? wr_map_write(taking->context, &map, out) : result;
}
