/* <id>.git: the doors, and what kits put into their rooms: creatures, placeables, waypoints.
 * Source: formats/module, 2.4. */
#include "builder/module/assembly.h"
#include "builder/module/rows.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "kits/kit.h"

#include <stdio.h>
#include <string.h>

enum {
    PROPERTIES_STRUCT = 100,
    CREATURE_STRUCT = 4,
    WAYPOINT_STRUCT = 5,
    DOOR_STRUCT = 8,
    PLACEABLE_STRUCT = 9,
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
static const wr_gff_row UNLINKED[] = {
    {"LinkedToModule", WR_GFF_RESREF, 0, 0},
    {"LinkedTo", WR_GFF_STRING, 0, 0},
    {"LinkedToFlags", WR_GFF_BYTE, 0, 0},
    {"TransitionDestin", WR_GFF_LOCSTRING, 0, 0},
};
static const wr_gff_row TWEAKS[] = {
    {"UseTweakColor", WR_GFF_BYTE, 0, WR_K2},
    {"TweakColor", WR_GFF_DWORD, 0, WR_K2},
};

struct places {
    struct wr_context *context;
    const struct wr_assembly *assembly;
    struct wr_gff *gff;
    wr_gff_list *creatures, *placeables, *waypoints;
    uint32_t waypoint_count;
};

/* Radians, counter-clockwise from +Y: what is not turned looks that way. */
static float bearing_of(double facing)
{
    const double radians = 3.14159265358979323846 / 180;
    double turn = facing - 90;
    return (float)((turn > 180 ? turn - 360 : turn) * radians);
}

/* ---- Doors ------------------------------------------------------------------------------- */

static void add_door(struct places *places, wr_gff_list *doors, uint32_t index)
{
    const wr_module_door *door = &places->assembly->doors.items[index];
    struct wr_gff *gff = places->gff;
    wr_gff_struct *row = wr_gff_append(gff, doors, DOOR_STRUCT);
    char name[32];
    wr_module_door_name(places->assembly, index, name);
    wr_gff_set_resref(gff, row, "TemplateResRef", name);
    wr_gff_set_string(gff, row, "Tag", name);
    WR_GFF_ROWS(gff, row, UNLINKED, 0);
    wr_gff_set_float(gff, row, "X", door->position.x);
    wr_gff_set_float(gff, row, "Y", door->position.y);
    wr_gff_set_float(gff, row, "Z", door->position.z);
    wr_gff_set_float(gff, row, "Bearing", bearing_of(door->facing));
    WR_GFF_ROWS(gff, row, TWEAKS, places->assembly->layout->game);
}

static void add_doors(struct places *places)
{
    const struct wr_module_doors *doors = &places->assembly->doors;
    wr_gff_list *list = wr_gff_list_of(places->gff->root, "Door List");
    for (uint32_t i = 0; i < doors->count; i++)
        if (wr_module_door_hangs(places->assembly, i))
            add_door(places, list, i);
}

/* ---- Markers ----------------------------------------------------------------------------- */

/* A resource's name, as files have it; false where a kit's author wrote something else. */
static bool resource_of(const wr_marker *marker, char out[WR_RESREF + 1])
{
    const char *text = wr_marker_value(marker, "blueprint");
    if (!text || !wr_kit_blueprint_valid(text))
        return false;
    for (size_t i = 0; i <= strlen(text); i++)
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    return true;
}

static void set_position(struct wr_gff *gff, wr_gff_struct *row, wr_vec3 at)
{
    wr_gff_set_float(gff, row, "XPosition", at.x);
    wr_gff_set_float(gff, row, "YPosition", at.y);
    wr_gff_set_float(gff, row, "ZPosition", at.z);
}

static void set_direction(struct wr_gff *gff, wr_gff_struct *row, float facing)
{
    double x, y;
    wr_turn_of(facing, &x, &y);
    wr_gff_set_float(gff, row, "XOrientation", (float)x);
    wr_gff_set_float(gff, row, "YOrientation", (float)y);
}

/* A named spot, with a note on the player's map where there is a text. Without a blueprint of
 * its own it is made of the one that most waypoints of the games' areas are made of. */
static void add_waypoint(struct places *places, const char *blueprint, const char *tag,
                         const char *name, const char *note, wr_vec3 at, float facing)
{
    const char *usual = note ? "sw_mapnote001" : "sw_waypoint001";
    struct wr_gff *gff = places->gff;
    wr_gff_struct *row = wr_gff_append(gff, places->waypoints, WAYPOINT_STRUCT);
    wr_gff_set_whole(gff, row, "Appearance", WR_GFF_BYTE, 1);
    wr_gff_set_string(gff, row, "LinkedTo", "");
    wr_gff_set_resref(gff, row, "TemplateResRef", blueprint ? blueprint : usual);
    wr_gff_set_string(gff, row, "Tag", tag);
    wr_gff_set_local(gff, row, "LocalizedName", -1, name);
    wr_gff_set_local(gff, row, "Description", -1, NULL);
    wr_gff_set_whole(gff, row, "HasMapNote", WR_GFF_BYTE, note != NULL);
    wr_gff_set_local(gff, row, "MapNote", -1, note);
    wr_gff_set_whole(gff, row, "MapNoteEnabled", WR_GFF_BYTE, note != NULL);
    set_position(gff, row, at);
    set_direction(gff, row, facing);
}

static void add_creature(struct places *places, const char *blueprint, wr_vec3 at, float facing)
{
    wr_gff_struct *row = wr_gff_append(places->gff, places->creatures, CREATURE_STRUCT);
    set_position(places->gff, row, at);
    set_direction(places->gff, row, facing);
    wr_gff_set_resref(places->gff, row, "TemplateResRef", blueprint);
}

static void add_placeable(struct places *places, const char *blueprint, wr_vec3 at,
                          float facing)
{
    struct wr_gff *gff = places->gff;
    wr_gff_struct *row = wr_gff_append(gff, places->placeables, PLACEABLE_STRUCT);
    wr_gff_set_resref(gff, row, "TemplateResRef", blueprint);
    wr_gff_set_float(gff, row, "X", at.x);
    wr_gff_set_float(gff, row, "Y", at.y);
    wr_gff_set_float(gff, row, "Z", at.z);
    wr_gff_set_float(gff, row, "Bearing", bearing_of(facing));
    WR_GFF_ROWS(gff, row, TWEAKS, places->assembly->layout->game);
}

/* Several stand side by side, each on the floor nearest to its place. */
static void add_creatures(struct places *places, const wr_placed_room *room,
                          const wr_marker *marker, const char *blueprint)
{
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
        if (wr_walkmesh_nearest(room->room->mesh, at, WR_HEADROOM, &hit))
            at = hit.point;
        add_creature(places, blueprint, wr_motion_point(&room->motion, at),
                     wr_motion_facing(&room->motion, marker->facing));
    }
}

static void add_marker(struct places *places, const wr_placed_room *room,
                       const wr_marker *marker)
{
    wr_vec3 at = wr_motion_point(&room->motion, marker->position);
    float facing = wr_motion_facing(&room->motion, marker->facing);
    char blueprint[WR_RESREF + 1], tag[WR_LONGEST_TAG + 1];
    bool thing = resource_of(marker, blueprint);
    if (thing && marker->kind == WR_SPAWN) {
        add_creatures(places, room, marker, blueprint);
    } else if (thing && marker->kind != WR_WAYPOINT) {
        add_placeable(places, blueprint, at, facing);
    } else {
        const char *given = wr_marker_value(marker, "tag");
        if (given)
            snprintf(tag, sizeof tag, "%s", given);
        else
            snprintf(tag, sizeof tag, "wp%u_%s", (unsigned)places->waypoint_count,
                     marker->name);
        add_waypoint(places, thing ? blueprint : NULL, tag, marker->name,
                     wr_marker_value(marker, "note"), at, facing);
        places->waypoint_count++;
    }
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
    add_waypoint(places, NULL, tag, key, NULL, wr_motion_point(&room->motion, at),
                 loot ? wr_motion_facing(&room->motion, loot->facing) : 0);
}

static void add_markers(struct places *places)
{
    const struct wr_layout *layout = places->assembly->layout;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        const wr_placed_room *room = &layout->rooms[r];
        for (uint32_t i = 0; i < room->room->marker_count; i++)
            add_marker(places, room, &room->room->markers[i]);
        if (layout->map->rooms[r].key)
            add_key(places, room, layout->map->rooms[r].key);
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
        .creatures = wr_gff_list_of(root, "Creature List"),
        .placeables = wr_gff_list_of(root, "Placeable List"),
        .waypoints = wr_gff_list_of(root, "WaypointList"),
    };
    add_doors(&places);
    add_markers(&places);
    return wr_gff_write(context, gff, out);
}
