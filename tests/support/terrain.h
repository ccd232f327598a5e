/* Floors as rooms have them, by seed: hills, holes, walls, furniture and a few transitions. */
#ifndef WR_TESTS_SUPPORT_TERRAIN_H
#define WR_TESTS_SUPPORT_TERRAIN_H

#include "tests/support/corpus.h"
#include "tests/support/meshes.h"

#include "core/format/bwm.h"

/* The seed of a run of property tests: $WARREN_SEED, or always the same. Printed, so that a
 * failure can be run again. */
static inline uint64_t terrain_seed(void)
{
    const char *text = wr_environment("WARREN_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 20240229;
    printf("[  SEED    ] %llu\n", (unsigned long long)seed);
    return seed;
}

/* A number in [low, high]. */
static inline float terrain_between(wr_random *random, double low, double high)
{
    return (float)(low + (high - low) * wr_random_unit(random));
}

/* A grid with bent cells: a third of the seeds flat, some faces blocking, some left out. No two
 * vertices are welded, no face is upright or looks downward. */
static inline struct wr_walkmesh *terrain_of(struct wr_arena *arena, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 77);
    uint32_t rows = 1 + wr_random_below(&random, 9), columns = 1 + wr_random_below(&random, 9);
    struct wr_walkmesh *mesh = mesh_grid(arena, columns, rows);
    bool flat = seed % 3 == 0, straight = seed % 2 == 0;
    float shift = terrain_between(&random, -100, 100);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_vec3 *p = &mesh->vertices[v];
        p->x += straight ? 0 : shift + terrain_between(&random, -0.3, 0.3);
        p->y += straight ? 0 : terrain_between(&random, -0.3, 0.3);
        p->z = flat ? 0.5f : terrain_between(&random, -1, 1);
    }
    uint32_t kept = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t fate = wr_random_below(&random, 10);
        mesh->faces[kept] = mesh->faces[f];
        mesh->materials[kept] = fate == 0 ? NONWALK : fate == 1 ? 3 : STONE;
        kept += fate != 2 || mesh->face_count < 8;
    }
    mesh->face_count = kept;
    mesh_shuffle(mesh, seed);
    mesh->position = wr_vec3_of(terrain_between(&random, -5, 5), 2, 0.25f);
    return mesh;
}

/* Walkable faces first, all tables, and a transition on every third open edge. */
static inline struct wr_walkmesh *
terrain_finish(struct wr_context *context, struct wr_arena *arena, struct wr_walkmesh *mesh)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_walkmesh_sort(context, arena, mesh, surfaces.walkable, NULL), WR_OK);
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL), WR_OK);
    for (uint32_t i = 0; i < mesh->edge_count; i += 3)
        mesh->edges[i].transition = (int32_t)(i % 40);
    return mesh;
}

/* Of its walkable faces, seen from above. */
static inline double terrain_walkable_area(const struct wr_walkmesh *mesh)
{
    double sum = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        sum += fabs(wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]],
                                       mesh->vertices[v[2]])
                        .z) /
               2;
    }
    return sum;
}

struct terrain_visit {
    struct wr_context *context;
    void (*each)(void *user, struct wr_context *context, struct wr_arena *arena,
                 struct wr_walkmesh *mesh, const char *name);
    void *user;
};

static inline void terrain_read(void *user, const struct wr_source *source)
{
    struct terrain_visit *visit = user;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh;
    assert_int_equal(wr_bwm_read(visit->context, arena, source, &mesh), WR_OK);
    visit->each(visit->user, visit->context, arena, mesh, source->name);
    wr_arena_destroy(arena);
}

/* Calls `each` for 60 random floors and for every conforming WOK of the corpus, if it is there.
 * What `each` takes from the arena is gone afterwards. */
static inline void terrain_each(void (*each)(void *user, struct wr_context *context,
                                             struct wr_arena *arena, struct wr_walkmesh *mesh,
                                             const char *name),
                                void *user)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    uint64_t seed = terrain_seed();
    struct wr_arena *arena = wr_arena_create();
    for (uint64_t i = 0; i < 60; i++) {
        struct wr_walkmesh *mesh = terrain_of(arena, seed + i);
        each(user, context, arena, terrain_finish(context, arena, mesh), "a random floor");
        wr_arena_reset(arena);
    }
    struct terrain_visit visit = {context, each, user};
    const char *const folders[] = {"wok", "holocron/blackvulkar", "holocron/sithbase"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *folder = corpus_folder(arena, folders[i]);
        if (folder)
            corpus_each(folder, ".wok", terrain_read, &visit);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

#endif
