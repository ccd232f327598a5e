/* Walkmeshes made by code: grids, fans and heaps of random triangles. */
#ifndef WR_TESTS_SUPPORT_MESHES_H
#define WR_TESTS_SUPPORT_MESHES_H

#include "core/base/random.h"
#include "core/walkmesh/walkmesh.h"

enum { STONE = 4, NONWALK = 7 };

/* A floor of columns * rows square cells of a metre, two faces each, all of stone. */
static inline struct wr_walkmesh *mesh_grid(struct wr_arena *arena, uint32_t columns,
                                            uint32_t rows)
{
    uint32_t across = columns + 1;
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, WR_WOK, across * (rows + 1), 2 * columns * rows);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v] = wr_vec3_of((float)(v % across), (float)(v / across), 0);
    for (uint32_t cell = 0; cell < columns * rows; cell++) {
        uint32_t at = cell / columns * across + cell % columns;
        mesh->faces[2 * cell] = (wr_face){{at, at + 1, at + across + 1}};
        mesh->faces[2 * cell + 1] = (wr_face){{at, at + across + 1, at + across}};
    }
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->materials[f] = STONE;
    mesh->walkable_count = mesh->face_count;
    return mesh;
}

/* Puts the faces of a mesh in another order. */
static inline void mesh_shuffle(struct wr_walkmesh *mesh, uint64_t seed)
{
    struct wr_random random = wr_random_of(seed, 1);
    for (uint32_t f = mesh->face_count; f > 1; f--) {
        uint32_t other = wr_random_below(&random, f);
        wr_face face = mesh->faces[f - 1];
        uint32_t material = mesh->materials[f - 1];
        mesh->faces[f - 1] = mesh->faces[other];
        mesh->materials[f - 1] = mesh->materials[other];
        mesh->faces[other] = face;
        mesh->materials[other] = material;
    }
}

/* Faces over random vertices of a small set: overused edges, repeated corners, twins. */
static inline struct wr_walkmesh *mesh_heap(struct wr_arena *arena, uint32_t vertices,
                                            uint32_t faces, uint64_t seed)
{
    struct wr_random random = wr_random_of(seed, 2);
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, vertices, faces);
    for (uint32_t v = 0; v < vertices; v++)
        mesh->vertices[v] = wr_vec3_of((float)wr_random_below(&random, 9) - 4,
                                       (float)wr_random_below(&random, 9) - 4,
                                       (float)wr_random_below(&random, 9) / 4);
    for (uint32_t f = 0; f < faces; f++) {
        for (int k = 0; k < 3; k++)
            mesh->faces[f].v[k] = wr_random_below(&random, vertices);
        mesh->materials[f] = wr_random_below(&random, 3) ? STONE : NONWALK;
    }
    mesh->walkable_count = 0;
    return mesh;
}

/* One vertex in the middle and `count` faces round it. */
static inline struct wr_walkmesh *mesh_fan(struct wr_arena *arena, uint32_t count)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, count + 1, count);
    mesh->vertices[0] = wr_vec3_of(0, 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        /* Round a square: no sine is needed. */
        float along = 8 * (float)i / (float)count, part = along - 2 * (float)(int)(along / 2);
        int side = (int)(along / 2) % 4;
        float x = side == 0 ? 1 : side == 2 ? -1 : side == 1 ? 1 - part : part - 1;
        float y = side == 1 ? 1 : side == 3 ? -1 : side == 0 ? part - 1 : 1 - part;
        mesh->vertices[i + 1] = wr_vec3_of(x, y, 0);
        mesh->faces[i] = (wr_face){{0, i + 1, i + 1 == count ? 1 : i + 2}};
        mesh->materials[i] = STONE;
    }
    mesh->walkable_count = count;
    return mesh;
}

#endif
