/* How fast solids become floors: CPU time a level on one core, for levels of different shapes
 * and sizes. */
#include "tests/support/solids.h"

#include "core/base/diag.h"

#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct prism shape_fn(uint32_t number, double size, wr_random *random);

/* Houses on one large ground. */
static struct prism town(uint32_t number, double size, wr_random *random)
{
    if (number == 0)
        return prism_box(0, 0, -1, size, size, 0);
    double x = size * wr_random_unit(random), y = size * wr_random_unit(random);
    double turn = 360 * wr_random_unit(random);
    return prism_turned(prism_box(x, y, 0, x + 1, y + 1, 3), x, y, turn);
}

/* Tiles side by side, with walls, ramps and lintels on them. */
static struct prism halls(uint32_t number, double size, wr_random *random)
{
    uint32_t side = (uint32_t)(size / 2), tile = number / 2;
    double x = 2.0 * (tile % side),
           y = 2.0 * ((double)tile / side - (tile % side) / (double)side);
    if (number % 2 == 0)
        return prism_box(x, y, -0.25, x + 2, y + 2, 0);
    switch (wr_random_below(random, 3)) {
    case 0:
        return prism_box(x, y, 0, x + 0.25, y + 2, 3);
    case 1:
        return prism_ramp(x, y, 0, x + 2, y + 1, 1);
    default:
        return prism_box(x, y, 2.25, x + 2, y + 0.25, 3);
    }
}

/* Anything anywhere, in and above each other. */
static struct prism heap(uint32_t number, double size, wr_random *random)
{
    (void)number;
    return made_prism(random, size);
}

static void measure(const char *name, shape_fn *shape, uint32_t count)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct prism *prisms = WR_TAKE(arena, struct prism, count);
    struct made_solids made;
    wr_random random = wr_random_of(count, 16);
    wr_triangles floors;
    for (uint32_t i = 0; i < count; i++)
        prisms[i] = shape(i, 2 * sqrt(count), &random);
    made_solids_finish(&made, arena, prisms, count);
    double start = now();
    if (wr_brush_floors(context, arena, &made.level, &floors, NULL) != WR_OK) {
        fprintf(stderr, "bench_brush: %s failed\n", name);
        exit(1);
    }
    double seconds = now() - start;
    printf("  %-6s %6u solids %8.1f ms %8.1f us a solid %8u faces\n", name, (unsigned)count,
           1e3 * seconds, 1e6 * seconds / count, (unsigned)floors.face_count);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

int main(void)
{
    static const uint32_t counts[] = {1250, 2500, 5000, 10000, 20000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        measure("town", town, counts[i]);
        measure("halls", halls, counts[i]);
        measure("heap", heap, counts[i]);
    }
    printf("  aim: 5000 solids in 1000 ms\n");
    return 0;
}
