/* The plan of a map, a module or a kit as a picture.
 *
 *     ./picture map.json plan.svg */
#include "builder/builder.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: picture PATH FILE\n"), 2;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_draw_options options = {.format = WR_SVG, .width = 800};
    struct wr_bytes picture = {0};

    enum wr_result result = wr_draw(context, argv[1], NULL, &options, &picture);
    if (result == WR_OK)
        result = wr_save(context, argv[2], &picture, true, false);
    printf("%s: %s\n", argv[2], wr_result_name(result));

    wr_bytes_finish(&picture);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
