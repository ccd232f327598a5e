/* Writes Warren's map: one room and one link a line, so that versions compare well. */
#include "templates/map.h"

#include <math.h>
#include <string.h>

#include "core/text/dump.h"

const char *wr_map_common_kit(const struct wr_map *map)
{
    const char *common = NULL;
    for (uint32_t i = 0; i < map->room_count; i++) {
        const char *kit = map->rooms[i].kit;
        if (kit && common && kit != common && strcmp(kit, common) != 0)
            return NULL;
        common = kit ? kit : common;
    }
    return common;
}

void wr_map_dump_door_pairs(struct wr_dump *dump, const struct wr_map *map)
{
    if (map->door_pair_count == 0)
        return;
    wr_dump_list(dump, "door_pairs");
    for (uint32_t i = 0; i < map->door_pair_count; i++) {
        wr_dump_row(dump);
        wr_dump_list(dump, NULL);
        wr_dump_text(dump, NULL, map->door_pairs[i].doors[0]);
        wr_dump_text(dump, NULL, map->door_pairs[i].doors[1]);
        wr_dump_list_end(dump);
    }
    wr_dump_list_end(dump);
}

/* What is as it is without a word is not written. */
void wr_map_dump_exit(struct wr_dump *dump, const wr_map_exit *exit)
{
    wr_dump_text(dump, "module", exit->module);
    if (exit->tag)
        wr_dump_text(dump, "tag", exit->tag);
    if (exit->goal == WR_EXIT_TO_DOOR)
        wr_dump_text(dump, "to", "door");
    if (exit->arrival)
        wr_dump_text(dump, "arrival", exit->arrival);
    if (exit->title)
        wr_dump_text(dump, "title", exit->title);
    else if (exit->title_line >= 0)
        wr_dump_integer(dump, "title_line", exit->title_line);
    if (exit->way != WR_EXIT_BY_EITHER)
        wr_dump_text(dump, "by", exit->way == WR_EXIT_BY_DOOR ? "door" : "trigger");
    if (exit->lock)
        wr_dump_text(dump, "lock", exit->lock);
    if (exit->hidden)
        wr_dump_bool(dump, "hidden", true);
}

static void write_head(struct wr_map_writer *writer, const char *kit)
{
    const struct wr_map *map = writer->map;
    struct wr_dump *dump = &writer->dump;
    wr_dump_text(dump, "format", "warren-map");
    wr_dump_count(dump, "version", WR_MAP_VERSION);
    wr_dump_text(dump, "id", map->id);
    if (map->title)
        wr_dump_text(dump, "title", map->title);
    if (map->game)
        wr_dump_text(dump, "game", map->game == WR_K2 ? "k2" : "k1");
    if (kit)
        wr_dump_text(dump, "kit", kit);
    if (map->kit_count > 0) {
        wr_dump_list(dump, "kits");
        for (uint32_t i = 0; i < map->kit_count; i++)
            wr_dump_text(dump, NULL, map->kits[i]);
        wr_dump_list_end(dump);
    }
    if (!isnan(map->tolerance))
        wr_dump_number(dump, "tolerance", map->tolerance);
    if (!isnan(map->overlap))
        wr_dump_number(dump, "overlap", map->overlap);
    if (map->links_only)
        wr_dump_bool(dump, "links_only", true);
    wr_map_dump_door_pairs(dump, map);
    wr_dump_vec3(dump, "lighting",
                 (wr_vec3){map->lighting[0], map->lighting[1], map->lighting[2]});
    if (map->has_sun)
        wr_dump_vec3(dump, "sun", (wr_vec3){map->sun[0], map->sun[1], map->sun[2]});
    if (map->skybox && *map->skybox)
        wr_dump_text(dump, "skybox", map->skybox);
}

static void write_entry(struct wr_map_writer *writer)
{
    const wr_map_entry *entry = &writer->map->entry;
    struct wr_dump *dump = &writer->dump;
    if (entry->room == WR_NONE)
        return;
    wr_dump_row(dump);
    wr_dump_object(dump, "entry");
    wr_dump_text(dump, "room", writer->map->rooms[entry->room].name);
    if (entry->marker) {
        wr_dump_text(dump, "marker", entry->marker);
    } else {
        wr_dump_vec3(dump, "position", entry->position);
        wr_dump_number(dump, "facing", entry->facing);
    }
    if (entry->tag)
        wr_dump_text(dump, "tag", entry->tag);
    wr_dump_object_end(dump);
}

void wr_map_dump_lengths(struct wr_dump *dump, const wr_map_room *room)
{
    if (!room->lengths)
        return;
    wr_dump_list(dump, "stretch");
    for (uint32_t i = 0; i < room->length_count; i++)
        wr_dump_number(dump, NULL, room->lengths[i]);
    wr_dump_list_end(dump);
}

/* `kit` is that of rooms that name none, or NULL. */
static void write_room(struct wr_map_writer *writer, const wr_map_room *room, const char *kit)
{
    static const char *const mirrors[] = {"none", "x", "y", "xy"};
    struct wr_dump *dump = &writer->dump;
    const wr_placement *placement = &room->placement;
    unsigned mirror = (placement->mirror_x ? 1u : 0u) + (placement->mirror_y ? 2u : 0u);
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", room->name);
    if (room->kit && !(kit && strcmp(kit, room->kit) == 0))
        wr_dump_text(dump, "kit", room->kit);
    wr_dump_text(dump, room->kit ? "room" : "embedded", room->room);
    wr_dump_vec3(dump, "position", placement->position);
    wr_dump_number(dump, "turn", placement->turn);
    if (mirror)
        wr_dump_text(dump, "mirror", mirrors[mirror]);
    if (room->group)
        wr_dump_text(dump, "group", room->group);
    if (room->resref)
        wr_dump_text(dump, "resref", room->resref);
    if (room->key)
        wr_dump_text(dump, "key", room->key);
    wr_map_dump_lengths(dump, room);
    if (room->mesh)
        wr_map_write_mesh(writer, "walkmesh", room->mesh);
    wr_dump_object_end(dump);
}

static void write_end(struct wr_map_writer *writer, const wr_map_link *link, unsigned side)
{
    wr_dump_list(&writer->dump, side == 0 ? "from" : "to");
    wr_dump_text(&writer->dump, NULL, writer->map->rooms[link->rooms[side]].name);
    wr_dump_text(&writer->dump, NULL, link->hooks[side]);
    wr_dump_list_end(&writer->dump);
}

static void write_links(struct wr_map_writer *writer)
{
    struct wr_dump *dump = &writer->dump;
    if (writer->map->link_count == 0)
        return;
    wr_dump_list(dump, "links");
    for (uint32_t i = 0; i < writer->map->link_count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        write_end(writer, &writer->map->links[i], 0);
        write_end(writer, &writer->map->links[i], 1);
        if (writer->map->links[i].lock)
            wr_dump_text(dump, "lock", writer->map->links[i].lock);
        if (writer->map->links[i].optional)
            wr_dump_bool(dump, "optional", true);
        if (writer->map->links[i].hidden)
            wr_dump_bool(dump, "hidden", true);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void write_exit(struct wr_map_writer *writer, const wr_map_exit *exit)
{
    struct wr_dump *dump = &writer->dump;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_list(dump, "from");
    wr_dump_text(dump, NULL, writer->map->rooms[exit->room].name);
    wr_dump_text(dump, NULL, exit->hook);
    wr_dump_list_end(dump);
    wr_map_dump_exit(dump, exit);
    wr_dump_object_end(dump);
}

static void write_exits(struct wr_map_writer *writer)
{
    if (writer->map->exit_count == 0)
        return;
    wr_dump_list(&writer->dump, "exits");
    for (uint32_t i = 0; i < writer->map->exit_count; i++)
        write_exit(writer, &writer->map->exits[i]);
    wr_dump_list_end(&writer->dump);
}

static void write_visible(struct wr_map_writer *writer)
{
    const struct wr_map *map = writer->map;
    struct wr_dump *dump = &writer->dump;
    if (map->visible_count == 0)
        return;
    wr_dump_list(dump, "visible");
    for (uint32_t i = 0; i < map->visible_count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_list(dump, "rooms");
        for (int side = 0; side < 2; side++)
            wr_dump_text(dump, NULL, map->rooms[map->visible[i].rooms[side]].name);
        wr_dump_list_end(dump);
        wr_dump_bool(dump, "seen", map->visible[i].seen);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void write_hook(struct wr_map_writer *writer, const wr_hook *hook)
{
    struct wr_dump *dump = &writer->dump;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", hook->name);
    wr_dump_vec3(dump, "position", hook->position);
    if (!isnan(hook->facing))
        wr_dump_number(dump, "facing", hook->facing);
    wr_dump_integer(dump, "id", hook->id);
    wr_dump_object_end(dump);
}

static void write_embedded_room(struct wr_map_writer *writer, const wr_room *room,
                                const wr_map_model *model)
{
    struct wr_dump *dump = &writer->dump;
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "id", room->id);
    wr_dump_text(dump, "name", room->name);
    wr_map_write_mesh(writer, "walkmesh", room->mesh);
    if (model && model->mdl_size + model->mdx_size > 0) {
        wr_map_write_bytes(writer, "mdl", model->mdl, model->mdl_size);
        wr_map_write_bytes(writer, "mdx", model->mdx, model->mdx_size);
    }
    wr_dump_list(dump, "hooks");
    for (uint32_t i = 0; i < room->hook_count; i++)
        write_hook(writer, &room->hooks[i]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static void write_embedded(struct wr_map_writer *writer)
{
    const struct wr_kit *kit = writer->map->embedded;
    const wr_map_model *models = writer->map->models;
    if (!kit || kit->room_count == 0)
        return;
    wr_dump_list(&writer->dump, "embedded");
    for (uint32_t i = 0; i < kit->room_count; i++)
        write_embedded_room(writer, &kit->rooms[i], models ? &models[i] : NULL);
    wr_dump_list_end(&writer->dump);
}

static void write_map(struct wr_map_writer *writer)
{
    const struct wr_map *map = writer->map;
    const char *kit = map->kit ? map->kit : wr_map_common_kit(map);
    kit = kit && *kit ? kit : NULL;
    write_head(writer, kit);
    write_entry(writer);
    wr_dump_list(&writer->dump, "rooms");
    for (uint32_t i = 0; i < map->room_count; i++)
        write_room(writer, &map->rooms[i], kit);
    wr_dump_list_end(&writer->dump);
    write_links(writer);
    write_exits(writer);
    wr_map_dump_things(&writer->dump, map);
    write_visible(writer);
    wr_map_dump_replaces(&writer->dump, map);
    write_embedded(writer);
}

enum wr_result wr_map_write(struct wr_context *context, const struct wr_map *map,
                            struct wr_bytes *out)
{
    return wr_map_write_with(context, map, out, write_map);
}
