/* A map as text: everything it says. */
#include "builder/inspect/kinds.h"
#include "templates/map.h"

#include <math.h>

static void dump_place(struct wr_dump *dump, const wr_placement *placement)
{
    wr_dump_vec3(dump, "position", placement->position);
    wr_dump_number(dump, "turn", placement->turn);
    wr_dump_bool(dump, "mirror_x", placement->mirror_x);
    wr_dump_bool(dump, "mirror_y", placement->mirror_y);
}

static void dump_room(struct wr_dump *dump, const wr_map_room *room)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", room->name);
    wr_dump_text(dump, "kit", room->kit);
    wr_dump_text(dump, "room", room->room);
    dump_place(dump, &room->placement);
    if (room->group)
        wr_dump_text(dump, "group", room->group);
    if (room->key)
        wr_dump_text(dump, "key", room->key);
    if (room->lengths)
        wr_dump_row(dump);
    wr_map_dump_lengths(dump, room);
    if (room->mesh)
        wr_dump_count(dump, "own_walkmesh_faces", room->mesh->face_count);
    wr_dump_object_end(dump);
}

static void dump_link(struct wr_dump *dump, const struct wr_map *map, const wr_map_link *link)
{
    wr_dump_row(dump);
    wr_dump_list(dump, NULL);
    for (int side = 0; side < 2; side++) {
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "room", map->rooms[link->rooms[side]].name);
        wr_dump_text(dump, "hook", link->hooks[side]);
        wr_dump_object_end(dump);
    }
    if (link->lock || link->hidden) {
        wr_dump_object(dump, NULL);
        if (link->lock)
            wr_dump_text(dump, "lock", link->lock);
        if (link->optional)
            wr_dump_bool(dump, "optional", true);
        wr_dump_bool(dump, "hidden", link->hidden);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_exits(struct wr_dump *dump, const struct wr_map *map)
{
    if (map->exit_count == 0)
        return;
    wr_dump_list(dump, "exits");
    for (uint32_t i = 0; i < map->exit_count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "room", map->rooms[map->exits[i].room].name);
        wr_dump_text(dump, "hook", map->exits[i].hook);
        wr_map_dump_exit(dump, &map->exits[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_visible(struct wr_dump *dump, const struct wr_map *map)
{
    if (map->visible_count == 0)
        return;
    wr_dump_list(dump, "visible");
    for (uint32_t i = 0; i < map->visible_count; i++) {
        const wr_map_sight *sight = &map->visible[i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_list(dump, "rooms");
        for (int side = 0; side < 2; side++)
            wr_dump_text(dump, NULL, map->rooms[sight->rooms[side]].name);
        wr_dump_list_end(dump);
        wr_dump_bool(dump, "seen", sight->seen);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_entry(struct wr_dump *dump, const struct wr_map *map)
{
    const wr_map_entry *entry = &map->entry;
    if (entry->room == WR_NONE)
        return;
    wr_dump_object(dump, "entry");
    wr_dump_text(dump, "room", map->rooms[entry->room].name);
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

static void dump_head(struct wr_dump *dump, const struct wr_map *map)
{
    wr_dump_text(dump, "id", map->id);
    wr_dump_text(dump, "title", map->title);
    if (map->game)
        wr_dump_text(dump, "game", map->game == WR_K2 ? "k2" : "k1");
    wr_dump_list(dump, "kits");
    for (uint32_t i = 0; i < map->kit_count; i++)
        wr_dump_text(dump, NULL, map->kits[i]);
    wr_dump_list_end(dump);
    dump_entry(dump, map);
    if (!isnan(map->tolerance))
        wr_dump_number(dump, "tolerance", map->tolerance);
    if (!isnan(map->overlap))
        wr_dump_number(dump, "overlap", map->overlap);
    wr_dump_vec3(dump, "lighting",
                 (wr_vec3){map->lighting[0], map->lighting[1], map->lighting[2]});
    if (map->has_sun)
        wr_dump_vec3(dump, "sun", (wr_vec3){map->sun[0], map->sun[1], map->sun[2]});
    wr_dump_text(dump, "skybox", map->skybox);
}

void wr_map_dump(const struct wr_map *map, struct wr_dump *dump)
{
    dump_head(dump, map);
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < map->room_count; i++)
        dump_room(dump, &map->rooms[i]);
    wr_dump_list_end(dump);
    wr_dump_bool(dump, "links_only", map->links_only);
    wr_map_dump_door_pairs(dump, map);
    wr_dump_list(dump, "links");
    for (uint32_t i = 0; i < map->link_count; i++)
        dump_link(dump, map, &map->links[i]);
    wr_dump_list_end(dump);
    dump_exits(dump, map);
    wr_map_dump_things(dump, map);
    dump_visible(dump, map);
    if (map->embedded) {
        wr_dump_object(dump, "embedded");
        wr_kit_dump(map->embedded, dump);
        wr_dump_object_end(dump);
    }
}
