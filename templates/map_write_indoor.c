/* Writes a map as HolocronToolset's .indoor, and says what that cannot hold. Source:
 * formats/holocron-pykotor, section 1.2. */
#include "templates/map.h"

#include <math.h>
#include <string.h>

#include "core/base/math.h"
#include "core/text/dump.h"

/* ---- What is lost --------------------------------------------------------------------------
 */

static void lose(struct wr_context *context, const char *what, const char *then)
{
    wr_warn(context, WR_NOWHERE, "indoor-cannot-hold", "keep the map in Warren's JSON too",
            "an .indoor file cannot hold %s: %s", what, then);
}

static bool is_default_name(const struct wr_map *map, uint32_t index)
{
    const char *name = map->rooms[index].name;
    uint32_t number = 0;
    return strncmp(name, "room", 4) == 0 && (name[4] != '0' || name[5] == '\0') &&
           wr_parse_u32(wr_view_of(name + 4), &number) && number == index;
}

static bool has_names(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++)
        if (!is_default_name(map, i))
            return true;
    return false;
}

static bool has_groups(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++)
        if (map->rooms[i].group)
            return true;
    return false;
}

static bool has_resrefs(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++)
        if (map->rooms[i].resref)
            return true;
    return false;
}

static bool has_keys(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++)
        if (map->rooms[i].key)
            return true;
    return false;
}

static bool has_lengths(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++)
        if (map->rooms[i].lengths)
            return true;
    return false;
}

static bool has_locks(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->link_count; i++)
        if (map->links[i].lock || map->links[i].hidden)
            return true;
    return false;
}

static void tell_losses(struct wr_context *context, const struct wr_map *map)
{
    if (map->entry.room != WR_NONE)
        lose(context, "the entry", "the player will arrive at 0, 0, 0");
    if (map->link_count > 0)
        lose(context, "the links", "doorways are matched by where they stand");
    if (has_keys(map))
        lose(context, "keys", "none lies anywhere");
    if (has_lengths(map))
        lose(context, "stretch", "rooms are as long as their kit has them, and meet no more");
    if (has_locks(map))
        lose(context, "locked and hidden doors", "every door is an open one");
    if (map->thing_count > 0)
        lose(context, "things", "nothing stands in rooms but what their kits put there");
    if (map->exit_count > 0)
        lose(context, "exits", "their doorways lead nowhere");
    if (map->visible_count > 0)
        lose(context, "visible", "HolocronToolset draws every room from every other");
    if (map->door_pair_count > 0)
        lose(context, "door_pairs", "HolocronToolset compares no doors");
    if (map->links_only)
        lose(context, "links_only", "every two doorways that meet become a link");
    if (!isnan(map->tolerance))
        lose(context, "the tolerance", "HolocronToolset joins doorways within 0.001 m");
    if (map->has_sun)
        lose(context, "the sun", "it is as the lighting");
    if (!isnan(map->overlap))
        lose(context, "the overlap", "HolocronToolset compares no floors");
    if (has_groups(map))
        lose(context, "groups", "each room stays by itself");
    if (has_names(map))
        lose(context, "names of rooms", "they are numbered");
    if (has_resrefs(map))
        lose(context, "resrefs of rooms", "HolocronToolset makes names of the id and a number");
    if (map->replaces.room_count + map->replaces.door_count > 0)
        lose(context, "what it replaces", "HolocronToolset makes every module anew");
    if (map->kit_count > 0)
        lose(context, "paths to kits", "HolocronToolset looks in its own folder");
}

/* ---- Pieces --------------------------------------------------------------------------------
 */

static void write_room(struct wr_map_writer *writer, const wr_map_room *room)
{
    struct wr_dump *dump = &writer->dump;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_vec3(dump, "position", room->placement.position);
    wr_dump_number(dump, "rotation", room->placement.turn);
    wr_dump_bool(dump, "flip_x", room->placement.mirror_x);
    wr_dump_bool(dump, "flip_y", room->placement.mirror_y);
    wr_dump_text(dump, "kit", room->kit ? room->kit : WR_EMBEDDED_KIT);
    wr_dump_text(dump, "component", room->room);
    if (room->mesh)
        wr_map_write_mesh(writer, "walkmesh_override", room->mesh);
    wr_dump_object_end(dump);
}

/* Rotation 0 faces +Y there; a hook that does not say looks out of its room. */
static float rotation_of(const wr_hook *hook)
{
    double facing = hook->facing;
    if (isnan(hook->facing))
        facing = hook->foot == WR_NONE ? 90.0 : wr_bearing_of(hook->out_x, hook->out_y);
    return (float)(facing - 90.0);
}

static void write_hook(struct wr_map_writer *writer, const wr_hook *hook)
{
    struct wr_dump *dump = &writer->dump;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_vec3(dump, "position", hook->position);
    wr_dump_number(dump, "rotation", rotation_of(hook));
    wr_dump_integer(dump, "edge", hook->id);
    wr_dump_object_end(dump);
}

static void write_embedded_room(struct wr_map_writer *writer, const wr_room *room,
                                const wr_map_model *model)
{
    struct wr_dump *dump = &writer->dump;
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "id", room->id);
    wr_dump_text(dump, "name", room->name);
    wr_map_write_mesh(writer, "bwm", room->mesh);
    wr_map_write_bytes(writer, "mdl", model ? model->mdl : NULL, model ? model->mdl_size : 0);
    wr_map_write_bytes(writer, "mdx", model ? model->mdx : NULL, model ? model->mdx_size : 0);
    wr_dump_list(dump, "hooks");
    for (uint32_t i = 0; i < room->hook_count; i++)
        write_hook(writer, &room->hooks[i]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static void write_embedded(struct wr_map_writer *writer)
{
    const struct wr_map *map = writer->map;
    if (!map->embedded || map->embedded->room_count == 0)
        return;
    wr_dump_list(&writer->dump, "embedded_components");
    for (uint32_t i = 0; i < map->embedded->room_count; i++)
        write_embedded_room(writer, &map->embedded->rooms[i],
                            map->models ? &map->models[i] : NULL);
    wr_dump_list_end(&writer->dump);
}

/* ---- The whole ------------------------------------------------------------------------------
 */

static void write_head(struct wr_map_writer *writer)
{
    const struct wr_map *map = writer->map;
    struct wr_dump *dump = &writer->dump;
    wr_dump_text(dump, "module_id", map->id);
    wr_dump_row(dump);
    wr_dump_object(dump, "name");
    wr_dump_integer(dump, "stringref", -1);
    if (map->title)
        wr_dump_text(dump, "0", map->title);
    wr_dump_object_end(dump);
    wr_dump_vec3(dump, "lighting",
                 (wr_vec3){map->lighting[0], map->lighting[1], map->lighting[2]});
    wr_dump_text(dump, "skybox", map->skybox ? map->skybox : "");
    wr_dump_text(dump, "warp", map->id);
    if (map->game)
        wr_dump_bool(dump, "target_game_type", map->game == WR_K2);
}

static void write_map(struct wr_map_writer *writer)
{
    const struct wr_map *map = writer->map;
    write_head(writer);
    wr_dump_list(&writer->dump, "rooms");
    for (uint32_t i = 0; i < map->room_count; i++)
        write_room(writer, &map->rooms[i]);
    wr_dump_list_end(&writer->dump);
    write_embedded(writer);
}

enum wr_result wr_map_write_indoor(struct wr_context *context, const struct wr_map *map,
                                   struct wr_bytes *out)
{
    enum wr_result result = wr_map_write_with(context, map, out, write_map);
    if (result == WR_OK)
        tell_losses(context, map);
    return result;
}
