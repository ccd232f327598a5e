/* How fast a map becomes a whole module: the program, from JSON to a .mod of 200 rooms, with
 * the models of a real kit where the corpus has one, else grey boxes. The goal is 0.4 s and
 * 64 MiB; the peer is another builder, without textures. */
#define _DEFAULT_SOURCE /* wait4 */
#include "tests/support/chains.h"
#include "tests/support/scenes.h"

#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const double seconds_goal = 0.4, memory_goal = 64, peer = 7.7;
enum { ROOMS = 200, ROUNDS = 10 };

struct run {
    double seconds, busy, memory, size; /* MiB */
};

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_module: %s failed\n", what);
        exit(1);
    }
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static struct run run_once(const char *const *words)
{
    struct rusage usage;
    int status;
    double start = wr_clock();
    fflush(stdout);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0) {
        execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    must(wait4(child, &status, 0, &usage) == child && status == 0, "the program");
    return (struct run){.seconds = wr_clock() - start,
                        .busy = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                        .memory = (double)usage.ru_maxrss / 1024};
}

/* A level grown from a seed, as a map on disk. */
static void write_map(struct wr_context *context, const struct wr_kit *kit,
                      struct wr_kits *kits, const char *path)
{
    struct chain chain;
    struct wr_bytes json = {0};
    chain_grow(&chain, kit, kit->id, 11, CHAIN_MIRRORED, ROOMS * 3 / 2);
    struct wr_map map = {.id = "bench",
                         .title = "Bench",
                         .skybox = "",
                         .tolerance = NAN,
                         .overlap = NAN,
                         .lighting = {0.5f, 0.5f, 0.5f},
                         .entry = {.room = WR_NONE},
                         .rooms = chain.rooms,
                         .room_count = chain.count};
    chain_settle(&chain, &map, kits);
    must(chain.count >= ROOMS, "growing the map");
    map.room_count = ROOMS;
    must(wr_map_write(context, &map, &json) == WR_OK && !json.failed, "the map");
    must(wr_save(context, path, &json, true, false) == WR_OK, "writing the map");
    wr_bytes_finish(&json);
    chain_free(&chain);
}

static double size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    must(file && fseek(file, 0, SEEK_END) == 0, "opening the module");
    double size = (double)ftell(file) / 1048576;
    fclose(file);
    return size;
}

static void bench_kit(const char *program, const char *folder, const char *path,
                      const char *name)
{
    char map[256], out[256], mod[300], clear[300];
    const struct wr_kit *kit = NULL;
    struct wr_context *context = wr_context_create(NULL, NULL);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    must(context && kits && wr_kits_add(kits, path) == WR_OK &&
             wr_kits_find(context, kits, name, &kit) == WR_OK,
         "finding a kit");
    snprintf(map, sizeof map, "%s/map.json", folder);
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(mod, sizeof mod, "%s/bench.mod", out);
    snprintf(clear, sizeof clear, "rm -rf %s", out);
    write_map(context, kit, kits, map);
    const char *const words[] = {program, "build", map,      "-o", out,       "--kit",
                                 path,    "--mod", "--jobs", "2",  "--quiet", NULL};
    struct run best = {.seconds = 1e9, .busy = 1e9};
    for (int i = 0; i < ROUNDS; i++) {
        must(system(clear) == 0, "making room"); /* to take away an old module costs a tenth */
        struct run run = run_once(words);
        best.seconds = run.seconds < best.seconds ? run.seconds : best.seconds;
        best.busy = run.busy < best.busy ? run.busy : best.busy;
        best.memory = run.memory > best.memory ? run.memory : best.memory;
    }
    printf("%-12s %6d %8.1f %9.0f %9.0f %9.1f %9.2f %9.2f %7.0f\n", name, ROOMS, size_of(mod),
           1e3 * best.seconds, 1e3 * best.busy, best.memory, best.seconds / seconds_goal,
           best.memory / memory_goal, peer / best.seconds);
    wr_kits_free(kits);
    wr_context_destroy(context);
}

int main(int count, char **words)
{
    static const char *const roots[] = {"WARREN_SOURCE", "WARREN_CORPUS"};
    static const char *const folders[] = {"kits/library", "holocron"};
    static const char *const names[] = {"burrow", "blackvulkar"};
    char folder[] = "/dev/shm/bench_module.XXXXXX", command[64];
    if (!mkdtemp(folder)) { /* memory where there is any, else the disk */
        strcpy(folder, "/tmp/bench_module.XXXXXX");
        must(mkdtemp(folder), "making a folder");
    }
    must(count > 1, "finding the program");
    struct wr_arena *arena = wr_arena_create();
    printf("a module of 200 rooms, JSON to .mod and files, whole process, 2 jobs\n"
           "%-12s %6s %8s %9s %9s %9s %9s %9s %7s\n",
           "kit", "rooms", "MiB", "ms", "ms busy", "peak MiB", "of 0.4 s", "of 64MiB",
           "x peer");
    for (int i = 0; i < 2; i++) {
        const char *root = wr_environment(roots[i]);
        char *path = root ? wr_path_join(arena, root, folders[i]) : NULL;
        if (path && access(path, F_OK) == 0)
            bench_kit(words[1], folder, path, names[i]);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    must(system(command) == 0, "cleaning up");
    wr_arena_destroy(arena);
    return 0;
}
