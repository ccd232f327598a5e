/* Maps in and out, and what a build of them finds. */
#include "builder/studio/own.h"

static const char map_name[] = "map.json";

/* ---- In and out ---- */

static enum wr_result answer_text(struct wr_studio *studio, enum wr_result result)
{
    wr_bytes_char(&studio->answer, '\0');
    return result == WR_OK && studio->answer.failed ? WR_NO_MEMORY : result;
}

static enum wr_result read_map(struct wr_studio *studio, const char *text, size_t size,
                               struct wr_map **out)
{
    enum wr_result result = wr_studio_begin(studio);
    return result == WR_OK ? wr_map_read(studio->context, map_name, text, size, NULL, out)
                           : result;
}

enum wr_result wr_studio_read_map(struct wr_studio *studio, const char *text, size_t size)
{
    struct wr_map *map = NULL;
    enum wr_result result = read_map(studio, text, size, &map);
    if (result == WR_OK)
        result = wr_map_write(studio->context, map, &studio->answer);
    wr_map_free(map);
    return result == WR_OK ? answer_text(studio, result) : result;
}

enum wr_result wr_studio_write_indoor(struct wr_studio *studio, const char *text, size_t size)
{
    struct wr_map *map = NULL;
    enum wr_result result = read_map(studio, text, size, &map);
    if (result == WR_OK)
        result = wr_map_write_indoor(studio->context, map, &studio->answer);
    wr_map_free(map);
    return result == WR_OK ? answer_text(studio, result) : result;
}

/* ---- What is found ---- */

static void dump_rooms(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < area->room_count; i++) {
        const wr_built_room *room = &area->rooms[i];
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "name", room->name);
        wr_studio_dump_box(dump, &room->box);
        wr_dump_count(dump, "index", room->area_room);
        wr_dump_list(dump, "islands");
        for (uint32_t k = 0; k < room->room->island_count; k++)
            wr_dump_count(dump, NULL, room->islands[k]);
        wr_dump_list_end(dump);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_hooks(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_list(dump, "hooks");
    for (uint32_t i = 0; i < area->hook_count; i++) {
        const wr_placed_hook *hook = &area->hooks[i];
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "room", hook->room);
        wr_dump_count(dump, "hook", hook->hook);
        wr_dump_vec3(dump, "at", hook->position);
        wr_dump_list(dump, "out");
        wr_dump_number(dump, NULL, (float)hook->out_x);
        wr_dump_number(dump, NULL, (float)hook->out_y);
        wr_dump_list_end(dump);
        wr_studio_dump_index(dump, "link", hook->link);
        wr_studio_dump_index(dump, "exit", hook->exit);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_links(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_list(dump, "links");
    for (uint32_t i = 0; i < area->link_count; i++) {
        const wr_built_link *link = &area->links[i];
        wr_dump_object(dump, NULL);
        wr_studio_dump_pair(dump, "hooks", link->hooks);
        wr_dump_vec3(dump, "at", link->position);
        wr_dump_number(dump, "distance", (float)link->distance);
        wr_dump_number(dump, "moved", link->moved);
        wr_dump_text(dump, "door", link->door->name);
        wr_dump_bool(dump, "stated", link->stated);
        wr_dump_bool(dump, "inner", link->inner);
        wr_dump_bool(dump, "hidden", link->hidden);
        wr_dump_bool(dump, "optional", link->optional);
        wr_dump_text(dump, "lock", link->lock);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_near_misses(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_list(dump, "near_misses");
    for (uint32_t i = 0; i < area->near_miss_count; i++) {
        const wr_near_miss *miss = &area->near_misses[i];
        uint32_t moved = area->hooks[miss->hooks[miss->moved]].room;
        wr_dump_object(dump, NULL);
        wr_studio_dump_pair(dump, "hooks", miss->hooks);
        wr_dump_number(dump, "distance", (float)miss->distance);
        wr_dump_number(dump, "angle", (float)miss->angle);
        wr_dump_text(dump, "slug", miss->slug);
        wr_dump_text(dump, "reason", miss->reason);
        wr_studio_dump_index(dump, "room", miss->mendable ? moved : WR_NONE);
        if (miss->mendable)
            wr_studio_dump_placement(dump, "mend", &miss->mend);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_overlaps(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_list(dump, "overlaps");
    for (uint32_t i = 0; i < area->overlap_count; i++) {
        const wr_overlap *overlap = &area->overlaps[i];
        wr_dump_object(dump, NULL);
        wr_studio_dump_pair(dump, "rooms", overlap->rooms);
        wr_dump_number(dump, "depth", (float)overlap->depth);
        wr_dump_bool(dump, "refused", overlap->depth > area->allowed_overlap);
        wr_dump_vec3(dump, "at", overlap->point);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_islands(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_list(dump, "islands");
    for (uint32_t i = 0; i < area->island_count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_number(dump, "floor", (float)area->islands[i].floor);
        wr_dump_count(dump, "rooms", area->islands[i].rooms);
        wr_dump_bool(dump, "reached", area->islands[i].reached);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    wr_dump_count(dump, "unreachable", area->unreachable);
}

static void dump_entry(struct wr_dump *dump, const struct wr_area *area)
{
    wr_dump_object(dump, "entry");
    wr_studio_dump_index(dump, "room", area->entry.room);
    wr_dump_vec3(dump, "at", area->entry.position);
    wr_dump_number(dump, "facing", area->entry.facing);
    wr_dump_text(dump, "marker", area->entry.marker);
    wr_dump_object_end(dump);
}

static enum wr_result answer(struct wr_studio *studio, const struct wr_area *area)
{
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_text(dump, "id", area->id);
    wr_dump_text(dump, "verdict", wr_result_name(area->verdict));
    dump_rooms(dump, area);
    dump_hooks(dump, area);
    dump_links(dump, area);
    wr_dump_count(dump, "exits", area->exit_count);
    dump_near_misses(dump, area);
    dump_overlaps(dump, area);
    dump_islands(dump, area);
    dump_entry(dump, area);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_look(struct wr_studio *studio, const char *text, size_t size)
{
    const struct wr_build_options options = {0};
    wr_studio_forget_area(studio);
    enum wr_result result = read_map(studio, text, size, &studio->map);
    if (result == WR_OK)
        result =
            wr_area_make(studio->context, studio->map,
                         wr_studio_kits(studio, studio->map->game), &options, &studio->area);
    if (result != WR_OK)
        wr_studio_forget_area(studio);
    return result == WR_OK ? answer(studio, studio->area) : result;
}

/* ---- Rooms as they stand ---- */

static const wr_room *standing(const struct wr_studio *studio, uint32_t room)
{
    const struct wr_area *area = studio->area;
    return area && room < area->room_count ? area->rooms[room].room : NULL;
}

enum wr_result wr_studio_standing_room(struct wr_studio *studio, uint32_t index)
{
    const wr_room *room = standing(studio, index);
    enum wr_result result = wr_studio_begin(studio);
    if (result != WR_OK || !room)
        return room ? result : WR_NOT_FOUND;
    wr_studio_give_mesh(studio, room);
    wr_studio_dump_room(wr_studio_open(studio), room);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_standing_model(struct wr_studio *studio, uint32_t index)
{
    const wr_room *room = standing(studio, index);
    enum wr_result result = wr_studio_begin(studio);
    if (result != WR_OK || !room)
        return room ? result : WR_NOT_FOUND;
    return wr_studio_model(studio, room);
}

/* ---- Who sees whom ---- */

static void dump_seen(struct wr_dump *dump, const struct wr_area *area, uint32_t room)
{
    wr_dump_list(dump, NULL);
    for (uint32_t other = 0; other < area->area_room_count; other++)
        if (other != room && wr_area_sees(area, room, other))
            wr_dump_count(dump, NULL, other);
    wr_dump_list_end(dump);
}

enum wr_result wr_studio_sights(struct wr_studio *studio)
{
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result = studio->area ? wr_area_look(studio->context, studio->area) : WR_NOT_FOUND;
    if (result != WR_OK)
        return result;
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_list(dump, "seen");
    for (uint32_t room = 0; room < studio->area->area_room_count; room++)
        dump_seen(dump, studio->area, room);
    wr_dump_list_end(dump);
    return wr_studio_close(studio);
}
