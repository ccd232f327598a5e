/* An area of NWN2 is read and asked for the way from one place to another.
 *
 *     ./way area.trx 12.5 40  60 38.5 */
#include "builder/builder.h"

#include <stdio.h>
#include <stdlib.h>

static void print_way(const struct wr_baked *area, const struct wr_baked_way *way)
{
    printf("the way is %.2f m long, over %u triangles:\n", way->length, (unsigned)way->count);
    for (uint32_t i = 0; i < way->count; i++) {
        wr_vec3 p[3];
        wr_baked_corners(area, way->triangles[i], p);
        printf("  %.2f %.2f %.2f\n", (p[0].x + p[1].x + p[2].x) / 3,
               (p[0].y + p[1].y + p[2].y) / 3, (p[0].z + p[1].z + p[2].z) / 3);
    }
}

static void ask(struct wr_context *context, const struct wr_baked *area, char **words)
{
    const double from[] = {strtod(words[0], NULL), strtod(words[1], NULL)};
    const double to[] = {strtod(words[2], NULL), strtod(words[3], NULL)};
    struct wr_baked_way *way;
    if (wr_baked_find_way(context, area, from, to, &way) == WR_OK)
        print_way(area, way);
    else
        printf("no way leads there\n");
    wr_baked_way_free(way);
}

int main(int argc, char **argv)
{
    struct wr_baked *area = NULL;
    if (argc != 6)
        return fprintf(stderr, "usage: way AREA X Y X Y\n"), 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file)
        return fprintf(stderr, "cannot open %s\n", argv[1]), 1;
    static unsigned char bytes[1 << 24];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    struct wr_context *context = wr_context_create(NULL, NULL);
    enum wr_result result = wr_baked_read(context, argv[1], bytes, size, &area);
    if (result == WR_OK)
        ask(context, area, argv + 2);
    else
        fprintf(stderr, "not read: %s\n", wr_result_name(result));

    wr_baked_free(area);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
