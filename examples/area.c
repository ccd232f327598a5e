/* All that is found out about a map, as data: which doorways are one, what hangs together, and
 * how many triangles a build would write.
 *
 *     ./area map.json */
#include "builder/builder.h"

#include <stdio.h>

static const char *room_at(const struct wr_area *area, uint32_t hook)
{
    return area->rooms[area->hooks[hook].room].name;
}

static void tell(const struct wr_area *area)
{
    for (uint32_t i = 0; i < area->link_count; i++) {
        const wr_built_link *link = &area->links[i];
        printf("%s - %s: a %s doorway, %.1f m wide\n", room_at(area, link->hooks[0]),
               room_at(area, link->hooks[1]), link->door->name, link->width);
    }
    for (uint32_t i = 0; i < area->near_miss_count; i++) {
        const wr_near_miss *miss = &area->near_misses[i];
        printf("%s and %s are %.2f m apart\n", room_at(area, miss->hooks[0]),
               room_at(area, miss->hooks[1]), miss->distance);
    }
    for (uint32_t i = 0; i < area->island_count; i++)
        printf("%.0f square metres of floor in %u rooms, %s\n", area->islands[i].floor,
               area->islands[i].rooms, area->islands[i].reached ? "reached" : "out of reach");
}

static enum wr_result count_faces(struct wr_context *context, struct wr_area *area)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < area->area_room_count; i++) {
        const wr_built_mesh *built;
        result = wr_area_walkmesh(context, area, i, &built);
        if (result == WR_OK)
            printf("%s.wok: %u faces, draws %u rooms\n", area->names[i],
                   built->mesh->face_count, area->seen[i].count);
    }
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: area MAP\n"), 2;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_kits *kits = wr_kits_create(NULL);
    struct wr_build_options options = {0};
    struct wr_map *map = NULL;
    struct wr_area *area = NULL;

    enum wr_result result = wr_map_load(context, argv[1], NULL, &map);
    if (result == WR_OK)
        result = wr_area_make(context, map, kits, &options, &area);
    if (result == WR_OK)
        tell(area);
    if (result == WR_OK)
        result = wr_area_look(context, area);
    if (result == WR_OK)
        result = count_faces(context, area);
    printf("%s\n", wr_result_name(result));

    wr_area_free(area);
    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
