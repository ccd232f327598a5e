/* How fast walkmeshes of NWN2 are read, baked, packed and judged: CPU time a triangle on one
 * core, over the real files, again and again until it is a million triangles and more. */
#include "tests/support/corpus.h"

#include "core/aswm/bake.h"
#include "core/aswm/baking.h"
#include "core/aswm/judge.h"
#include "core/base/bytes.h"
#include "core/format/trx.h"

#include <stdlib.h>
#include <time.h>

enum stage {
    UNPACK,
    READ,
    ORIENT,
    LINK,
    TABLES,
    ISLANDS,
    ROUTES,
    WRITE,
    PACK,
    JUDGE,
    SIGHT,
    STAGES
};

static const char *const stages[] = {"unpack", "read",  "orient", "link",  "tables", "islands",
                                     "routes", "write", "pack",   "judge", "sight"};

struct bench {
    double seconds[STAGES];
    uint64_t triangles, bytes;
};

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_nwn2: %s failed\n", what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void measure(void *user, const struct wr_source *source)
{
    struct bench *bench = user;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_trx trx;
    struct wr_source packet;
    struct wr_aswm mesh;
    struct wr_bytes raw = {0}, packed = {0};
    double at[STAGES + 1];
    wr_context_set_jobs(context, 1);
    must(wr_trx_read(context, arena, source, &trx) == WR_OK, "reading");
    at[UNPACK] = now();
    must(wr_trx_unpack(context, arena, source, &trx, &packet) == WR_OK, "inflating");
    at[READ] = now();
    must(wr_aswm_read(context, arena, &packet, &mesh) == WR_OK, "reading");
    at[ORIENT] = now();
    wr_aswm_orient(&mesh);
    at[LINK] = now();
    must(wr_aswm_link(context, arena, &mesh) == WR_OK, "linking");
    at[TABLES] = now();
    must(wr_aswm_tables(context, arena, &mesh, false, WR_NOWHERE) == WR_OK, "making tables");
    at[ISLANDS] = now();
    must(wr_aswm_islands(context, arena, &mesh) == WR_OK, "making islands");
    at[ROUTES] = now();
    must(wr_aswm_routes(context, arena, &mesh) == WR_OK, "making routes");
    at[WRITE] = now();
    wr_aswm_write(context, &mesh, &raw);
    at[PACK] = now();
    must(wr_trx_pack(context, raw.data, raw.size, WR_NOWHERE, &packed) == WR_OK, "packing");
    at[JUDGE] = now();
    must(wr_aswm_judge(context, &mesh, &packet) == WR_OK, "judging");
    at[SIGHT] = now();
    must(wr_aswm_tables(context, arena, &mesh, true, WR_NOWHERE) == WR_OK, "looking");
    at[STAGES] = now();
    for (int i = 0; i < STAGES; i++)
        bench->seconds[i] += at[i + 1] - at[i];
    bench->triangles += mesh.triangle_count;
    bench->bytes += raw.size;
    wr_bytes_finish(&raw);
    wr_bytes_finish(&packed);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

int main(void)
{
    enum { ENOUGH = 1000000 };
    struct wr_arena *arena = wr_arena_create();
    const char *folder = corpus_folder(arena, "nwn2");
    struct bench bench = {0};
    while (folder && bench.triangles < ENOUGH &&
           corpus_each(folder, ".trx", measure, &bench) > 0)
        continue;
    double baked = 0;
    for (int i = ORIENT; i <= ROUTES; i++)
        baked += bench.seconds[i];
    printf("%llu triangles, %.1f MB unpacked\n", (unsigned long long)bench.triangles,
           1e-6 * (double)bench.bytes);
    for (int i = 0; i < STAGES; i++)
        printf("  %-8s %8.1f ns a triangle\n", stages[i],
               1e9 * bench.seconds[i] / (double)bench.triangles);
    printf("  baked: %.2f million triangles/s, aim 1\n",
           1e-6 * (double)bench.triangles / baked);
    wr_arena_destroy(arena);
    return 0;
}
