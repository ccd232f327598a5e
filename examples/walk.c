/* A walkmesh is read and asked: what lies under a point, and which way leads from it to
 * another.
 *
 *     ./walk room.wok 0 0 0  6 0 0 */
#include "builder/builder.h"

#include <stdio.h>
#include <stdlib.h>

static wr_vec3 point_of(char **words)
{
    return (wr_vec3){strtof(words[0], NULL), strtof(words[1], NULL), strtof(words[2], NULL)};
}

static void ask(struct wr_context *context, const struct wr_walkmesh *mesh, wr_vec3 from,
                wr_vec3 to)
{
    struct wr_route *way;
    wr_hit floor;
    if (wr_walkmesh_face_at(mesh, from, WR_ALL_SURFACES, &floor))
        printf("there is %s under it, %.2f m off\n",
               wr_surface_name(mesh->materials[floor.face]), floor.distance);
    if (wr_walkmesh_route(context, mesh, from, to, 1, &way) != WR_OK) {
        printf("no way leads there\n");
        return;
    }
    printf("the way is %.2f m long:\n", way->length);
    for (uint32_t i = 0; i < way->count; i++)
        printf("  %.2f %.2f %.2f\n", way->points[i].x, way->points[i].y, way->points[i].z);
    wr_route_free(way);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 20];
    struct wr_walkmesh *mesh = NULL;
    if (argc != 8)
        return fprintf(stderr, "usage: walk WALKMESH X Y Z X Y Z\n"), 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file)
        return fprintf(stderr, "cannot open %s\n", argv[1]), 1;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    struct wr_context *context = wr_context_create(NULL, NULL);
    enum wr_result result = wr_walkmesh_read(context, argv[1], bytes, size, &mesh);
    if (result == WR_OK)
        ask(context, mesh, point_of(argv + 2), point_of(argv + 5));
    else
        fprintf(stderr, "not read: %s\n", wr_result_name(result));

    wr_walkmesh_free(mesh);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
