/* Levels of a template: the shortest way to the exit of five seeds, and the map of the longest.
 *
 *     ./roll template.json level.json */
#include "builder/builder.h"

#include <stdio.h>

static void report(void *user, const struct wr_diag *diag)
{
    (void)user;
    fprintf(stderr, "%s [%s]\n", diag->message, diag->slug);
}

/* The map of a seed, or NULL where the template has no such level. */
static struct wr_map *roll(struct wr_context *context, struct wr_generator *generator,
                           uint64_t seed, uint32_t *rooms)
{
    struct wr_generated made;
    struct wr_map *map;
    if (wr_generator_make(context, generator, seed, 0, &map, &made) != WR_OK)
        return NULL;
    *rooms = made.metrics.critical_path;
    printf("seed %llu: %u rooms, %u on the way to the exit\n", (unsigned long long)seed,
           made.metrics.rooms, *rooms);
    return map;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: roll TEMPLATE MAP\n"), 2;
    struct wr_context *context = wr_context_create(report, NULL);
    struct wr_kits *kits = wr_kits_create(NULL);
    struct wr_template *level = NULL;
    struct wr_generator *generator = NULL;
    struct wr_map *best = NULL;
    struct wr_bytes text = {0};
    uint32_t rooms, longest = 0;

    enum wr_result result = wr_template_load(context, argv[1], &level);
    if (result == WR_OK)
        result = wr_generator_create(context, level, kits, NULL, &generator);
    for (uint64_t seed = 1; result == WR_OK && seed <= 5; seed++) {
        struct wr_map *map = roll(context, generator, seed, &rooms);
        bool better = map && rooms > longest;
        wr_map_free(better ? best : map);
        best = better ? map : best;
        longest = better ? rooms : longest;
    }
    if (best && wr_map_write(context, best, &text) == WR_OK)
        result = wr_save(context, argv[2], &text, true, false);

    wr_bytes_finish(&text);
    wr_map_free(best);
    wr_generator_free(generator);
    wr_template_free(level);
    wr_kits_free(kits);
    wr_context_destroy(context);
    return best && result == WR_OK ? 0 : 1;
}
