/* How fast a walkmesh answers, through its tree and face by face, as answers a second. */
#include "tests/support/meshes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum query { RAY_DOWN, RAY_ALONG, FACE_AT, NEAREST, QUERIES };

static const char *const names[QUERIES] = {"ray straight down", "ray along the floor",
                                           "face at a point", "nearest point"};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static float between(wr_random *random, double low, double high)
{
    return (float)(low + (high - low) * wr_random_unit(random));
}

static struct wr_walkmesh *hills(struct wr_context *context, struct wr_arena *arena,
                                 uint32_t side)
{
    struct wr_walkmesh *mesh = mesh_grid(arena, side, side);
    wr_random random = wr_random_of(1, 1);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v].z = between(&random, 0, 0.5);
    mesh_shuffle(mesh, 1);
    if (wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL) != WR_OK) {
        fprintf(stderr, "bench_query: derive failed\n");
        exit(1);
    }
    return mesh;
}

static bool ask(const struct wr_walkmesh *mesh, enum query query, double side,
                wr_random *random, wr_hit *hit)
{
    wr_vec3 at = {between(random, 0, side), between(random, 0, side), between(random, 0, 2)};
    switch (query) {
    case RAY_DOWN:
        return wr_walkmesh_ray(mesh, at, wr_vec3_of(0, 0, -1), 10, WR_ALL_SURFACES, hit);
    case RAY_ALONG:
        return wr_walkmesh_ray(
            mesh, at, wr_vec3_of(between(random, -1, 1), between(random, -1, 1), -0.02f),
            (float)side, WR_ALL_SURFACES, hit);
    case FACE_AT:
        return wr_walkmesh_face_at(mesh, at, WR_ALL_SURFACES, hit);
    default:
        return wr_walkmesh_nearest(mesh, at, 10, hit);
    }
}

/* Answers a second, over at least a fifth of one. */
static double rate_of(const struct wr_walkmesh *mesh, enum query query, double side,
                      double *hits)
{
    wr_random random = wr_random_of(2, query);
    unsigned asked = 0, met = 0;
    double start = now(), spent = 0;
    while (spent < 0.2) {
        for (int i = 0; i < 16; i++, asked++) {
            wr_hit hit;
            met += ask(mesh, query, side, &random, &hit);
        }
        spent = now() - start;
    }
    *hits = 100.0 * met / asked;
    return asked / spent;
}

static void measure(struct wr_context *context, uint32_t side)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = hills(context, arena, side), bare = *mesh;
    bare.node_count = 0;
    for (int query = 0; query < QUERIES; query++) {
        double hits, plain_hits;
        double tree = rate_of(mesh, (enum query)query, side, &hits);
        double plain = rate_of(&bare, (enum query)query, side, &plain_hits);
        printf("%9u  %-20s %5.1f %% %12.0f %12.0f %9.1f\n", mesh->face_count, names[query],
               hits, tree, plain, tree / plain);
    }
    wr_arena_destroy(arena);
}

int main(void)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    printf("    faces  query                   hit       tree/s      plain/s     ratio\n");
    const uint32_t sides[] = {8, 71, 708};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        measure(context, sides[i]);
    wr_context_destroy(context);
    return 0;
}
