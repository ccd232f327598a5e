/* What could stand at a doorway, by a sketch that is kept as long as the map stays. */
#include "builder/studio/own.h"

#include "core/base/bytes.h"

#include <string.h>

static void forget(struct wr_studio *studio)
{
    wr_sketch_free(studio->sketch);
    wr_map_free(studio->sketch_map);
    wr_bytes_finish(&studio->sketched);
    studio->sketch = NULL;
    studio->sketch_map = NULL;
    studio->sketched = (struct wr_bytes){0};
}

static bool is_sketched(const struct wr_studio *studio, const char *text, size_t size)
{
    return studio->sketch && studio->sketched.size == size &&
           memcmp(studio->sketched.data, text, size) == 0;
}

static enum wr_result sketch(struct wr_studio *studio, const char *text, size_t size)
{
    const struct wr_build_options options = {0};
    if (is_sketched(studio, text, size))
        return WR_OK;
    forget(studio);
    enum wr_result result =
        wr_map_read(studio->context, "map.json", text, size, NULL, &studio->sketch_map);
    if (result == WR_OK)
        result = wr_sketch_create(studio->context, studio->sketch_map,
                                  wr_studio_kits(studio, studio->sketch_map->game), &options,
                                  &studio->sketch);
    wr_bytes_add(&studio->sketched, text, size);
    if (result == WR_OK && studio->sketched.failed)
        result = WR_NO_MEMORY;
    if (result != WR_OK)
        forget(studio);
    return result;
}

static void dump_offer(struct wr_dump *dump, const wr_offered *offer)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "room", offer->room->id);
    wr_dump_count(dump, "hook", offer->hook);
    wr_studio_dump_placement(dump, "placement", &offer->placement);
    wr_dump_text(dump, "slug", offer->slug);
    wr_dump_text(dump, "reason", offer->reason);
    wr_studio_dump_index(dump, "blocker", offer->blocker);
    wr_dump_count(dump, "links", offer->links);
    wr_dump_count(dump, "near_misses", offer->near_misses);
    wr_dump_object_end(dump);
}

static enum wr_result answer(struct wr_studio *studio, const wr_offered *offers, uint32_t count)
{
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_list(dump, "offers");
    for (uint32_t i = 0; i < count; i++)
        dump_offer(dump, &offers[i]);
    wr_dump_list_end(dump);
    return wr_studio_close(studio);
}

static bool is_doorway(const struct wr_sketch *sketch, uint32_t room, uint32_t hook)
{
    const wr_sketched *now = wr_sketch_now(sketch);
    for (uint32_t i = 0; i < now->hook_count; i++)
        if (now->hooks[i].room == room && now->hooks[i].hook == hook)
            return true;
    return false;
}

enum wr_result wr_studio_offers(struct wr_studio *studio, const char *text, size_t size,
                                uint32_t room, uint32_t hook, const char *kit, bool fitting)
{
    struct wr_offer_options options = {.fitting = fitting};
    const wr_offered *offers;
    uint32_t count;
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result = sketch(studio, text, size);
    if (result == WR_OK && !is_doorway(studio->sketch, room, hook))
        result = WR_NOT_FOUND;
    if (result == WR_OK)
        result = wr_kits_find(studio->context, wr_studio_kits(studio, studio->sketch_map->game),
                              kit, &options.kit);
    if (result == WR_OK)
        result = wr_sketch_offers(studio->context, studio->sketch, room, hook, &options,
                                  &offers, &count);
    return result == WR_OK ? answer(studio, offers, count) : result;
}
