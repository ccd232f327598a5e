/* Writing what a map puts into its rooms. */
#include "kits/kit.h"
#include "kits/marker_row.h"
#include "templates/map.h"

static void dump_thing(struct wr_dump *dump, const struct wr_map *map,
                       const wr_map_thing *thing)
{
    static const char *const keys[] = {"blueprint", "tag", "note", "count"};
    const wr_marker *marker = &thing->marker;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    if (thing->room != WR_NONE)
        wr_dump_text(dump, "room", map->rooms[thing->room].name);
    wr_dump_text(dump, "kind", wr_marker_kind_name(marker->kind));
    wr_dump_text(dump, "name", marker->name);
    wr_dump_vec3(dump, "position", marker->position);
    if (!marker->camera || !marker->camera->turned)
        wr_dump_number(dump, "facing", marker->facing);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (wr_marker_value(marker, keys[i]))
            wr_dump_text(dump, keys[i], wr_marker_value(marker, keys[i]));
    wr_marker_dump_parts(dump, marker);
    wr_dump_object_end(dump);
}

void wr_map_dump_things(struct wr_dump *dump, const struct wr_map *map)
{
    if (map->thing_count == 0)
        return;
    wr_dump_list(dump, "things");
    for (uint32_t i = 0; i < map->thing_count; i++)
        dump_thing(dump, map, &map->things[i]);
    wr_dump_list_end(dump);
}
