/* A walkmesh is made of triangles, turned, and written as the game reads it.
 *
 *     ./floor floor.wok */
#include "builder/builder.h"

#include <stdio.h>

enum { STONE = 4 };

/* An L: three squares of four metres, two triangles each. */
static const wr_vec3 corners[] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {0, 4, 0},
                                  {4, 4, 0}, {8, 4, 0}, {0, 8, 0}, {4, 8, 0}};
static const wr_face faces[] = {{{0, 1, 4}}, {{0, 4, 3}}, {{1, 2, 5}},
                                {{1, 5, 4}}, {{3, 4, 7}}, {{3, 7, 6}}};
static const uint32_t materials[] = {STONE, STONE, STONE, STONE, STONE, STONE};

int main(int argc, char **argv)
{
    const wr_triangles triangles = {corners, faces, materials, 8, 6};
    const wr_placement turned = {.position = {10, 0, 1}, .turn = 90};
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_walkmesh *made = NULL, *placed = NULL;
    struct wr_bytes bytes = {0};
    if (argc != 2)
        return fprintf(stderr, "usage: floor FILE\n"), 2;

    enum wr_result result = wr_walkmesh_make(context, WR_WOK, &triangles, NULL, &made);
    if (result == WR_OK)
        result = wr_walkmesh_place(context, made, &turned, NULL, &placed);
    if (result == WR_OK)
        result = wr_walkmesh_write(context, placed, &bytes);
    if (result == WR_OK)
        result = wr_save(context, argv[1], &bytes, true, false);
    if (result == WR_OK)
        printf("%u faces, %u open edges, %zu bytes\n", placed->face_count, placed->edge_count,
               bytes.size);

    wr_bytes_finish(&bytes);
    wr_walkmesh_free(placed);
    wr_walkmesh_free(made);
    wr_context_destroy(context);
    return result == WR_OK ? 0 : 1;
}
