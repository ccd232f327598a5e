/* Any text as a template of the Burrow: what is read makes a level within a few steps, or says
 * why not; a level is a whole map. */
#include "tests/fuzz/fuzz.h"

#include "builder/builder.h"
#include "templates/template_reading.h"

enum { STEPS = 2000, SEEDS = 2 };

/* Read once, so that each input is about its template. */
static struct wr_kits *burrow(struct wr_context *context)
{
    static struct wr_kits *kits;
    const struct wr_kit *kit = NULL;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    if (kits)
        return kits;
    kits = wr_kits_create(&surfaces);
    MUST(kits && wr_kits_add(kits, BURROW) == WR_OK);
    MUST(wr_kits_find(context, kits, "burrow", &kit) == WR_OK);
    return kits;
}

static void check_map(const struct wr_map *map)
{
    MUST(map->room_count > 0);
    MUST(map->entry.room == WR_NONE || map->entry.room < map->room_count);
    for (uint32_t i = 0; i < map->room_count; i++)
        MUST(map->rooms[i].name && map->rooms[i].kit && map->rooms[i].room);
    for (uint32_t i = 0; i < map->link_count; i++)
        for (int side = 0; side < 2; side++) {
            MUST(map->links[i].rooms[side] < map->room_count);
            MUST(map->links[i].hooks[side]);
        }
}

static void make(const struct wr_generator *generator, uint64_t seed)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_map *map = NULL;
    MUST(context);
    wr_context_set_jobs(context, 1);
    enum wr_result result = wr_generator_make(context, generator, seed, STEPS, &map, NULL);
    MUST(result == WR_OK || wr_context_count(context, WR_ERROR) > 0);
    if (result == WR_OK) {
        check_map(map);
        wr_map_free(map);
    }
    wr_context_destroy(context);
}

/* No other kits are looked for. */
static void generate(struct wr_context *context, struct wr_template *template)
{
    static const char *const names[] = {"burrow"};
    struct wr_generator *generator = NULL;
    template->kits = names;
    template->kit_names = NULL;
    template->kit_count = 1;
    template->kit_place_count = 0;
    enum wr_result result =
        wr_generator_create(context, template, burrow(context), NULL, &generator);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    for (uint64_t seed = 0; result == WR_OK && seed < SEEDS; seed++)
        make(generator, seed);
    if (result == WR_OK)
        wr_generator_free(generator);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    const struct wr_source source = {.name = "fuzz", .data = data, .size = size};
    struct wr_template *template = NULL;
    MUST(context);
    if (wr_template_parse(context, wr_arena_create(), &source, &template) == WR_OK)
        generate(context, template);
    wr_template_free(template);
    wr_context_destroy(context);
    return 0;
}
