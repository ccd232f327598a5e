/* What an editor asks: which rooms fit the first open doorway of a map, and what it would look
 * like with the best of them there.
 *
 *     ./sketch map.json */
#include "builder/builder.h"

#include <stdio.h>

/* An open doorway, or NULL. */
static const wr_placed_hook *open_doorway(const wr_sketched *now)
{
    for (uint32_t h = 0; h < now->hook_count; h++)
        if (now->hooks[h].link == WR_NONE)
            return &now->hooks[h];
    return NULL;
}

static enum wr_result edit(struct wr_context *context, struct wr_sketch *sketch,
                           const struct wr_kit *kit)
{
    const struct wr_offer_options options = {.kit = kit, .fitting = true, .each_room = true};
    const wr_placed_hook *doorway = open_doorway(wr_sketch_now(sketch));
    const wr_offered *offers;
    uint32_t count;
    if (!doorway)
        return WR_NOT_FOUND;
    enum wr_result result = wr_sketch_offers(context, sketch, doorway->room, doorway->hook,
                                             &options, &offers, &count);
    if (result != WR_OK || count == 0)
        return result;
    for (uint32_t i = 0; i < count; i++)
        printf("%s by its doorway '%s' would link %u\n", offers[i].room->name,
               offers[i].room->hooks[offers[i].hook].name, offers[i].links);
    wr_offered best = offers[0]; /* the list ends with the next call */
    result = wr_sketch_add(context, sketch, WR_NONE, best.room, best.placement);
    if (result == WR_OK)
        printf("now %u rooms and %u links\n", wr_sketch_now(sketch)->room_count,
               wr_sketch_now(sketch)->link_count);
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: sketch MAP\n"), 2;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_kits *kits = wr_kits_create(NULL);
    struct wr_build_options options = {0};
    struct wr_map *map = NULL;
    struct wr_sketch *sketch = NULL;
    const struct wr_kit *kit;

    enum wr_result result = wr_map_load(context, argv[1], NULL, &map);
    if (result == WR_OK)
        result = wr_sketch_create(context, map, kits, &options, &sketch);
    if (result == WR_OK)
        result = wr_kits_find(context, kits, map->rooms[0].kit, &kit);
    if (result == WR_OK)
        result = edit(context, sketch, kit);
    printf("%s\n", wr_result_name(result));

    wr_sketch_free(sketch);
    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
