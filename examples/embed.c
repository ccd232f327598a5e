/* Warren as a library: builds a map into a folder and says what it made.
 *
 *     cc embed.c $(pkg-config --cflags --libs warren) -o embed
 *     ./embed level.json out/level */
#include "builder/builder.h"

#include <stdio.h>

static void report(void *user, const struct wr_diag *diag)
{
    (void)user;
    if (diag->severity != WR_NOTE)
        fprintf(stderr, "%s:%u: %s [%s]\n", diag->file ? diag->file : "-", diag->line,
                diag->message, diag->slug);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: embed MAP FOLDER\n"), 2;

    struct wr_context *context = wr_context_create(report, NULL);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_map *map = NULL;
    struct wr_build_summary made;
    struct wr_build_options options = {.output = argv[2]};

    enum wr_result result = context && kits ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK)
        result = wr_map_load(context, argv[1], &surfaces, &map);
    if (result == WR_OK)
        result = wr_build(context, map, kits, &options, &made);
    if (result == WR_OK)
        printf("%s: %u rooms, %u links, %u files\n", map->id, made.rooms, made.links,
               made.files);
    else
        printf("not built: %s\n", wr_result_name(result));

    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
