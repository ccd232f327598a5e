/* Levels that grow: time and memory up to a hundred thousand rooms, with one link in ten
 * closing a loop, and with none. */
#include "builder/generate/generator.h"
#include "builder/generate/grow/make.h"

#include "core/base/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

struct bench {
    struct wr_context *context;
    struct wr_kits *kits;
    struct wr_arena *arena;
    struct wr_template template;
    struct wr_kit_pieces pieces;
    struct wr_grow_tables tables;
};

static void fail(const char *what)
{
    printf("bench_grow: %s\n", what);
    exit(1);
}

static void start(struct bench *b)
{
    const struct wr_kit *kit;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const char *source = wr_environment("WARREN_SOURCE");
    char path[1024];
    snprintf(path, sizeof path, "%s/kits/library", source ? source : ".");
    b->context = wr_context_create(NULL, NULL);
    b->kits = wr_kits_create(&surfaces);
    b->arena = wr_arena_create();
    b->template = (struct wr_template){
        .id = "bench",
        .way = WR_WAY_GROW,
        .mirror = true,
        .grow = {.branching = 0.5f,
                 .loop_share = 0.1f,
                 .loops = {WR_NONE, WR_NONE},
                 .critical_path = {WR_NONE, WR_NONE},
                 .dead_ends = NAN},
        .bounds = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}},
        .entry_node = WR_NONE,
        .exit_node = WR_NONE,
    };
    double before = seconds();
    if (wr_kits_add(b->kits, path) != WR_OK ||
        wr_kits_find(b->context, b->kits, "burrow", &kit) != WR_OK)
        fail("the kit 'burrow' was not found");
    printf("kit loaded %*s %8.1f ms\n", 15, "", 1e3 * (seconds() - before));
    before = seconds();
    if (wr_kit_pieces_make(b->context, &b->template, &kit, 1, NULL, b->arena, &b->pieces) !=
        WR_OK)
        fail("the kit has no pieces");
    printf("pieces %*s %8.1f ms\n", 19, "", 1e3 * (seconds() - before));
    before = seconds();
    if (wr_grow_tables_make(b->context, &b->template, &b->pieces, b->arena, &b->tables) !=
        WR_OK)
        fail("the kit has no tables");
    printf("joins, sums and rings  %*s %8.1f ms\n\n", 3, "", 1e3 * (seconds() - before));
}

static void grow(struct bench *b, uint32_t rooms, uint32_t seeds, double floor)
{
    double worst = 0, sum = 0;
    uint32_t made = 0, loops = 0;
    uint64_t steps = 0;
    b->template.grow.rooms = (wr_span){rooms, rooms};
    static const struct wr_kept nothing;
    for (uint32_t seed = 0; seed < seeds; seed++) {
        struct wr_draft draft;
        struct wr_arena *arena = wr_arena_create();
        struct wr_making making = {.context = b->context,
                                   .template = &b->template,
                                   .kit = &b->pieces,
                                   .arena = arena,
                                   .seed = seed,
                                   .growing = &b->tables,
                                   .kept = &nothing};
        double before = seconds();
        if (wr_make_grow(&making, &draft) == WR_OK) {
            made++;
            loops = draft.link_count + 1 - draft.room_count;
        }
        double took = seconds() - before;
        steps += draft.steps;
        sum += took;
        worst = took > worst ? took : worst;
        wr_arena_destroy(arena);
    }
    printf("%8u %6u of %-4u %8u %10.1f %10.1f %10.0f %9.2f %8.1fx %8.0f\n", rooms, made, seeds,
           loops, 1e3 * sum / seeds, 1e3 * worst, (double)steps / seeds,
           1e6 * sum / seeds / rooms, 1e3 * floor / (1e3 * sum / seeds), memory());
}

int main(void)
{
    static struct bench bench;
    setvbuf(stdout, NULL, _IOLBF, 0);
    start(&bench);
    printf("%8s %14s %8s %10s %10s %10s %9s %9s %8s\n", "rooms", "made", "loops", "mean ms",
           "worst ms", "steps", "us/room", "x floor", "MiB");
    grow(&bench, 100, 200, 0.005);
    grow(&bench, 1000, 50, 0.050);
    grow(&bench, 10000, 5, 1.0);
    grow(&bench, 100000, 1, 10.0);
    bench.template.grow.loop_share = NAN;
    grow(&bench, 100000, 1, 2.0);
    wr_grow_tables_finish(&bench.tables);
    return 0;
}
