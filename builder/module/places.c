/* <id>.git: the doors, and what kits and the map put into rooms.
 * Source: formats/module, 2.4. */
#include "builder/layout/things.h"
#include "builder/module/assembly.h"
#include "builder/module/rows.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "kits/kit.h"
#include "kits/marker_row.h"

#include <stdio.h>
#include <string.h>

enum {
    PROPERTIES_STRUCT = 100,
    DOOR_STRUCT = 8,
    MOST_OF_A_MARKER = 16,
};

static const wr_gff_row PROPERTIES[] = {
    {"AmbientSndDay", WR_GFF_INT, 0, 0},      {"AmbientSndNight", WR_GFF_INT, 0, 0},
    {"AmbientSndDayVol", WR_GFF_INT, 127, 0}, {"AmbientSndNitVol", WR_GFF_INT, 127, 0},
    {"EnvAudio", WR_GFF_INT, 0, 0},           {"MusicBattle", WR_GFF_INT, 0, 0},
    {"MusicDay", WR_GFF_INT, 0, 0},           {"MusicNight", WR_GFF_INT, 0, 0},
    {"MusicDelay", WR_GFF_INT, 20000, 0},
};
static const wr_gff_row LISTS[] = {
    {"Creature List", WR_GFF_LIST, 0, 0},  {"Door List", WR_GFF_LIST, 0, 0},
    {"Encounter List", WR_GFF_LIST, 0, 0}, {"List", WR_GFF_LIST, 0, 0},
    {"SoundList", WR_GFF_LIST, 0, 0},      {"StoreList", WR_GFF_LIST, 0, 0},
    {"TriggerList", WR_GFF_LIST, 0, 0},    {"WaypointList", WR_GFF_LIST, 0, 0},
    {"Placeable List", WR_GFF_LIST, 0, 0}, {"CameraList", WR_GFF_LIST, 0, 0},
};
static const wr_gff_row TWEAKS[] = {
    {"UseTweakColor", WR_GFF_BYTE, 0, WR_K2},
    {"TweakColor", WR_GFF_DWORD, 0, WR_K2},
};

struct places {
    struct wr_context *context;
    const struct wr_assembly *assembly;
    struct wr_gff *gff;
    uint32_t waypoint_count;
};

/* ---- Doors ------------------------------------------------------------------------------- */

static void add_door(struct places *places, wr_gff_list *doors, uint32_t index)
{
    const wr_module_door *door = &places->assembly->doors.items[index];
    struct wr_gff *gff = places->gff;
    wr_gff_struct *row = wr_gff_append(gff, doors, DOOR_STRUCT);
    char name[32];
    wr_module_door_name(places->assembly, index, name);
    wr_gff_set_resref(gff, row, "TemplateResRef", name);
    wr_gff_set_string(gff, row, "Tag", wr_module_door_tag(places->assembly, index, name));
    wr_way_out_link(gff, row, wr_module_door_way(places->assembly, index));
    wr_gff_set_float(gff, row, "X", door->position.x);
    wr_gff_set_float(gff, row, "Y", door->position.y);
    wr_gff_set_float(gff, row, "Z", door->position.z);
    wr_gff_set_float(gff, row, "Bearing", wr_module_door_bearing(door));
    WR_GFF_ROWS(gff, row, TWEAKS, places->assembly->layout->game);
}

static void add_doors(struct places *places)
{
    const struct wr_assembly *assembly = places->assembly;
    wr_gff_list *list = wr_gff_list_of(places->gff->root, "Door List");
    for (uint32_t i = 0; i < assembly->hung; i++)
        add_door(places, list, assembly->rows[i]);
}

static void add_triggers(struct places *places)
{
    wr_gff_list *list = wr_gff_list_of(places->gff->root, "TriggerList");
    for (uint32_t i = 0; i < places->assembly->doors.count; i++) {
        const wr_way_out *way = wr_module_door_way(places->assembly, i);
        char name[32];
        if (!way || way->by_door)
            continue;
        wr_module_door_name(places->assembly, i, name);
        wr_way_out_trigger(places->gff, list, way, name);
    }
}

/* ---- Markers ----------------------------------------------------------------------------- */

/* Several stand side by side, each on the floor nearest to its place. */
static void add_creatures(struct places *places, const wr_placed_thing *thing)
{
    const wr_marker *marker = thing->marker;
    uint32_t count = 1;
    const char *text = wr_marker_value(marker, "count");
    double x, y;
    wr_hit hit;
    if (!text || !wr_parse_u32(wr_view_of(text), &count) || count < 1)
        count = 1;
    count = count < MOST_OF_A_MARKER ? count : MOST_OF_A_MARKER;
    wr_turn_of(marker->facing, &x, &y);
    for (uint32_t i = 0; i < count; i++) {
        double aside = WR_SPAWN_SPACING * (i - 0.5 * (count - 1));
        wr_vec3 at = marker->position;
        at.x = (float)(at.x - y * aside);
        at.y = (float)(at.y + x * aside);
        if (text && thing->room &&
            wr_walkmesh_nearest(thing->room->room->mesh, at, WR_HEADROOM, &hit))
            at = hit.point;
        wr_marker_row_add(places->gff, marker, &thing->motion,
                          wr_motion_point(&thing->motion, at), "",
                          places->assembly->layout->game);
    }
}

static void add_thing(struct places *places, const wr_placed_thing *thing)
{
    const wr_marker *marker = thing->marker;
    enum wr_marker_kind becomes = wr_marker_becomes(marker);
    char tag[WR_LONGEST_TAG + 1];
    if (becomes == WR_SPAWN) {
        add_creatures(places, thing);
        return;
    }
    snprintf(tag, sizeof tag, "wp%u_%s", (unsigned)places->waypoint_count, marker->name);
    places->waypoint_count += becomes == WR_WAYPOINT;
    wr_marker_row_add(places->gff, marker, &thing->motion, wr_thing_spot(thing), tag,
                      places->assembly->layout->game);
}

/* A waypoint that Warren itself puts somewhere in the area. */
static void add_spot(struct places *places, const char *tag, const char *name, wr_vec3 at,
                     float facing)
{
    static const wr_motion still = {.cosine = 1};
    const wr_marker spot = {.name = name, .kind = WR_WAYPOINT, .facing = facing};
    wr_marker_row_add(places->gff, &spot, &still, at, tag, places->assembly->layout->game);
}

static const wr_marker *first_loot(const wr_room *room)
{
    for (uint32_t i = 0; i < room->marker_count; i++)
        if (room->markers[i].kind == WR_LOOT)
            return &room->markers[i];
    return NULL;
}

/* Where a key lies: with a room's loot, else in the middle of its floor. */
static void add_key(struct places *places, const wr_placed_room *room, const char *key)
{
    const wr_marker *loot = first_loot(room->room);
    wr_box box = room->room->box;
    wr_vec3 at = wr_narrow(wr_scale(wr_add(wr_widen(box.min), wr_widen(box.max)), 0.5));
    char tag[WR_LONGEST_TAG + 1];
    wr_hit hit;
    if (loot)
        at = loot->position;
    else if (wr_walkmesh_nearest(room->room->mesh, at, INFINITY, &hit))
        at = hit.point;
    wr_key_tag(key, tag);
    add_spot(places, tag, key, wr_motion_point(&room->motion, at),
             loot ? wr_motion_facing(&room->motion, loot->facing) : 0);
}

/* Where who comes from other modules arrives. */
static void add_arrivals(struct places *places)
{
    const struct wr_assembly *assembly = places->assembly;
    const wr_map_entry *entry = &assembly->layout->map->entry;
    for (uint32_t i = 0; i < assembly->ways_out.count; i++) {
        const wr_way_out *way = &assembly->ways_out.items[i];
        if (way->arrival[0])
            add_spot(places, way->arrival, way->arrival, way->spot, way->facing);
    }
    if (entry->tag)
        add_spot(places, entry->tag, entry->tag, assembly->entry.position,
                 assembly->entry.facing);
}

/* What kits put into rooms, with the keys that lie there, then what the map puts. */
static void add_markers(struct places *places)
{
    const struct wr_layout *layout = places->assembly->layout;
    wr_placed_thing thing;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        const wr_placed_room *room = &layout->rooms[r];
        for (uint32_t i = 0; i < room->room->marker_count; i++) {
            thing = wr_thing_of(room, &room->room->markers[i]);
            add_thing(places, &thing);
        }
        if (layout->map->rooms[r].key)
            add_key(places, room, layout->map->rooms[r].key);
    }
    for (uint32_t i = 0; i < layout->map->thing_count; i++) {
        thing = wr_thing_of_map(layout, i);
        add_thing(places, &thing);
    }
}

enum wr_result wr_module_write_git(struct wr_context *context,
                                   const struct wr_assembly *assembly, struct wr_bytes *out)
{
    struct wr_gff *gff = wr_gff_create(assembly->arena, "GIT ");
    if (!gff)
        return wr_no_memory(context);
    wr_gff_struct *root = gff->root;
    enum wr_game game = assembly->layout->game;
    wr_gff_set_whole(gff, root, "UseTemplates", WR_GFF_BYTE, 1);
    WR_GFF_ROWS(gff, wr_gff_set_struct(gff, root, "AreaProperties", PROPERTIES_STRUCT),
                PROPERTIES, game);
    WR_GFF_ROWS(gff, root, LISTS, game);
    struct places places = {
        .context = context,
        .assembly = assembly,
        .gff = gff,
    };
    add_doors(&places);
    add_triggers(&places);
    add_markers(&places);
    add_arrivals(&places);
    return wr_gff_write(context, gff, out);
}
