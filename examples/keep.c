/* A level around a room of another: the first room of a map stays, all else is made anew.
 *
 *     ./keep template.json map.json level.json */
#include "builder/builder.h"

#include <stdio.h>

static void report(void *user, const struct wr_diag *diag)
{
    (void)user;
    fprintf(stderr, "%s [%s]\n", diag->message, diag->slug);
}

/* The map of a seed around what is kept, or NULL where there is none. */
static struct wr_map *around(struct wr_context *context, struct wr_generator *generator,
                             uint64_t seed)
{
    struct wr_generated made;
    struct wr_map *map;
    if (wr_generator_make(context, generator, seed, 0, &map, &made) != WR_OK)
        return NULL;
    printf("seed %llu: %u rooms around '%s'\n", (unsigned long long)seed, made.metrics.rooms,
           map->rooms[0].name);
    return map;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: keep TEMPLATE MAP LEVEL\n"), 2;
    struct wr_context *context = wr_context_create(report, NULL);
    struct wr_kits *kits = wr_kits_create(NULL);
    struct wr_template *level = NULL;
    struct wr_map *map = NULL, *made = NULL;
    struct wr_generator *generator = NULL;
    struct wr_bytes text = {0};

    enum wr_result result = wr_template_load(context, argv[1], &level);
    if (result == WR_OK)
        result = wr_map_load(context, argv[2], NULL, &map);
    if (result == WR_OK) {
        struct wr_generator_options options = {
            .keep = map, .rooms = (const char *const[]){map->rooms[0].name}, .room_count = 1};
        result = wr_generator_create(context, level, kits, &options, &generator);
    }
    if (result == WR_OK)
        made = around(context, generator, 1);
    if (made && wr_map_write(context, made, &text) == WR_OK)
        result = wr_save(context, argv[3], &text, true, false);

    wr_bytes_finish(&text);
    wr_map_free(made); /* it points into the map, which ends behind it */
    wr_generator_free(generator);
    wr_map_free(map);
    wr_template_free(level);
    wr_kits_free(kits);
    wr_context_destroy(context);
    return made && result == WR_OK ? 0 : 1;
}
