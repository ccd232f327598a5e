/* How fast maps become modules: whole processes from JSON to written files (the program named
 * on the command line), and the stages of a build. Floors are those of the project's goals; the
 * peer's time is what another builder takes for as many rooms and faces. */
#include "tests/support/chains.h"
#include "tests/support/scenes.h"

#include "builder/layout/reach.h"
#include "builder/layout/seam.h"
#include "builder/sight/visibility.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/bwm.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double small_floor = 0.030, large_floor = 20, match_floor = 1, peer = 7.7;
static const double memory_floor = 2147483648.0;
enum { SMALL_ROOMS = 200, LARGE_ROOMS = 100000, LARGE_JOBS = 2, MILLION = 1000000 };

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_build: %s failed\n", what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Of this thread alone: what a stage costs however busy the machine is. */
static double busy(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Folders ----------------------------------------------------------------------------- */

static void drop_folder(const char *folder)
{
    char path[1200];
    DIR *opened = opendir(folder);
    for (struct dirent *entry; opened && (entry = readdir(opened));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (unlink(path) != 0)
            drop_folder(path);
    }
    if (opened)
        closedir(opened);
    rmdir(folder);
}

/* Memory where there is enough of it for the largest module, else the disk. */
static const char *make_place(char out[64])
{
    const double room = 6e9;
    struct statvfs status;
    bool roomy = statvfs("/dev/shm", &status) == 0 &&
                 (double)status.f_bavail * (double)status.f_frsize > room;
    strcpy(out, "/dev/shm/bench_build.XXXXXX");
    if (roomy && mkdtemp(out))
        return "tmpfs";
    strcpy(out, "/tmp/bench_build.XXXXXX");
    must(mkdtemp(out), "making a folder");
    return "disk";
}

static void write_file(struct wr_context *context, const char *folder, const char *name,
                       struct wr_bytes *bytes)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    must(!bytes->failed, "memory");
    must(wr_file_write(context, path, bytes->data, bytes->size, WR_OVERWRITE) == WR_OK,
         "writing a file");
    wr_bytes_finish(bytes);
}

/* ---- The kit ----------------------------------------------------------------------------- */

static const char *const hall_rows[] = {
    "...n....", "........", "......::", "w.....::", "......:e",
    "........", "........", "....s...", NULL};
static const char *const bend_rows[] = {"...n....", "........", "........",
                                        "........", ".......e", "........",
                                        ".....",    ".....",    NULL};
static const char *const way_rows[] = {"....n....", ".........", ".........", ".........",
                                       ".........", ".........", ".........", ".........",
                                       "....s....", NULL};
static const char *const cell_rows[] = {"w..n", "....", "....", "s..e", NULL};
static const char *const cross_rows[] = {".nn.", "w..e", "w..e", ".ss.", NULL};
enum { CELL_PITCH = 10, CROSS_PITCH = 6 };

/* Three rooms of about 135 faces, as many as a room of the peer's map has, and two small ones:
 * cells stand mirrored in turn, so that no two doors of a square lie behind each other, and
 * crosses so that all of a row do. */
static void add_rooms(struct scene *scene)
{
    scene_add_plan(scene, &(scene_plan){"hall", hall_rows, 2});
    scene_add_plan(scene, &(scene_plan){"bend", bend_rows, 2});
    scene_add_plan(scene, &(scene_plan){"way", way_rows, 2});
    scene_add_plan(scene, &(scene_plan){"cell", cell_rows, 2.5f});
    scene_add_plan(scene, &(scene_plan){"cross", cross_rows, 1.5f});
    scene_room(scene, "hall");
}

static void write_hook(struct wr_bytes *xml, const wr_hook *hook)
{
    wr_bytes_print(xml, "    <hook name=\"%s\" at=\"", hook->name);
    const float at[] = {hook->position.x, hook->position.y, hook->position.z};
    for (int k = 0; k < 3; k++) {
        wr_bytes_number(xml, at[k]);
        wr_bytes_char(xml, k < 2 ? ' ' : '"');
    }
    wr_bytes_print(xml, " facing=\"%d\" door=\"door\" id=\"%d\"/>\n", (int)hook->facing,
                   (int)hook->id);
}

static void write_kit(struct scene *scene, const char *folder)
{
    struct wr_bytes xml = {0};
    wr_bytes_text(&xml, "<kit id=\"bench\" name=\"Bench\" version=\"1\">\n"
                        "  <door name=\"door\" width=\"3\" height=\"3\"/>\n");
    for (uint32_t i = 0; i < scene->map.embedded->room_count; i++) {
        const wr_room *room = &scene->map.embedded->rooms[i];
        struct wr_bytes wok = {0};
        char name[64];
        snprintf(name, sizeof name, "%s.wok", room->id);
        wr_bwm_write(room->mesh, &wok);
        write_file(scene->context, folder, name, &wok);
        wr_bytes_print(&xml, "  <room id=\"%s\" name=\"%s\" walkmesh=\"%s\">\n", room->id,
                       room->name, name);
        for (uint32_t h = 0; h < room->hook_count; h++)
            write_hook(&xml, &room->hooks[h]);
        wr_bytes_text(&xml, "  </room>\n");
    }
    wr_bytes_text(&xml, "</kit>\n");
    write_file(scene->context, folder, "kit.xml", &xml);
}

/* ---- Maps -------------------------------------------------------------------------------- */

static struct wr_map map_of(wr_map_room *rooms, uint32_t count)
{
    return (struct wr_map){.id = "bench",
                           .title = "Bench",
                           .skybox = "",
                           .tolerance = NAN,
                           .overlap = NAN,
                           .lighting = {0.5f, 0.5f, 0.5f},
                           .entry = {.room = WR_NONE},
                           .rooms = rooms,
                           .room_count = count};
}

static void write_map(struct wr_context *context, const char *folder, const struct wr_map *map)
{
    struct wr_bytes json = {0};
    must(wr_map_write(context, map, &json) == WR_OK, "writing the map");
    write_file(context, folder, "map.json", &json);
}

/* A map of 200 rooms, grown; returns its faces. */
static uint32_t write_chain(struct scene *scene, const struct wr_kit *kit, struct wr_kits *kits,
                            const char *folder)
{
    struct chain chain;
    uint32_t faces = 0;
    chain_grow(&chain, kit, kit->id, 11, CHAIN_MIRRORED, SMALL_ROOMS * 3 / 2);
    struct wr_map map = map_of(chain.rooms, chain.count);
    chain_settle(&chain, &map, kits);
    must(chain.count >= SMALL_ROOMS, "growing the map");
    map.room_count = SMALL_ROOMS; /* the first rooms of a chain are one */
    for (uint32_t i = 0; i < map.room_count; i++)
        faces += wr_kit_room(kit, chain.rooms[i].room, NULL)->mesh->face_count;
    write_map(scene->context, folder, &map);
    chain_free(&chain);
    return faces;
}

/* A square of one room, each linked with its four neighbours. */
static wr_map_room *square_of(struct wr_arena *arena, const char *kit, const char *room,
                              float pitch, uint32_t count)
{
    wr_map_room *rooms = WR_ZERO(arena, wr_map_room, count);
    char *names = wr_arena_take(arena, count, 16);
    uint32_t side = 1;
    must(rooms && names, "memory");
    while (side * side < count)
        side++;
    for (uint32_t i = 0; i < count; i++) {
        char *name = names + 16 * (size_t)i;
        snprintf(name, 16, "r%u", (unsigned)i);
        rooms[i] = (wr_map_room){.name = name, .kit = kit, .room = room};
        bool turns = strcmp(room, "cell") == 0;
        uint32_t x = i % side, y = i / side;
        bool flip_x = turns && y % 2, flip_y = turns && x % 2;
        rooms[i].placement.mirror_x = flip_x;
        rooms[i].placement.mirror_y = flip_y;
        rooms[i].placement.position =
            wr_vec3_of(pitch * (float)(x + flip_x), pitch * (float)(y + flip_y), 0);
    }
    return rooms;
}

/* ---- Processes -----------------------------------------------------------------------------
 */

struct run {
    double seconds;
    double busy;   /* seconds of all processors together */
    double memory; /* bytes, at its peak */
};

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* A process between, so that the memory of one run is told apart from that of others. */
static void run_and_tell(const char *const *words, int pipe_end)
{
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    int status;
    bool fine = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    struct run run = {now() - start, 0, 0};
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) == 0) {
        run.busy = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
        run.memory = 1024.0 * (double)usage.ru_maxrss;
    }
    fine = fine && write(pipe_end, &run, sizeof run) == (ssize_t)sizeof run;
    _exit(fine ? 0 : 1);
}

static struct run run_process(const char *const *words)
{
    struct run run;
    int ends[2];
    must(pipe(ends) == 0, "a pipe");
    fflush(stdout);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0)
        run_and_tell(words, ends[1]);
    close(ends[1]);
    must(read(ends[0], &run, sizeof run) == (ssize_t)sizeof run, "the process");
    close(ends[0]);
    waitpid(child, NULL, 0);
    return run;
}

/* Builds folder/map.json into folder/out; the fastest of some rounds, the most memory. */
static struct run run_build(const char *program, const char *folder, const char *kits,
                            const char *jobs, int rounds)
{
    char map[1100], out[1100];
    struct run best = {1e9, 1e9, 0};
    snprintf(map, sizeof map, "%s/map.json", folder);
    snprintf(out, sizeof out, "%s/out", folder);
    const char *const words[] = {program, "build",  map,  "-o",      out, "--kit",
                                 kits,    "--jobs", jobs, "--quiet", NULL};
    for (int round = 0; round < rounds; round++) {
        drop_folder(out);
        struct run run = run_process(words);
        best.seconds = run.seconds < best.seconds ? run.seconds : best.seconds;
        best.busy = run.busy < best.busy ? run.busy : best.busy;
        best.memory = run.memory > best.memory ? run.memory : best.memory;
    }
    drop_folder(out);
    return best;
}

static void print_small(const char *kit, uint32_t faces, struct run run)
{
    printf("%-12s %7d %8u %9.1f %9.1f %9.1f %9.2f %9.0f\n", kit, SMALL_ROOMS, faces,
           1e3 * run.seconds, 1e3 * run.busy, run.memory / 1048576, run.seconds / small_floor,
           peer / run.seconds);
}

static void bench_kit(struct scene *scene, const char *program, const char *folder,
                      const char *path, const char *name)
{
    const struct wr_kit *kit = NULL;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    must(kits && wr_kits_add(kits, path) == WR_OK &&
             wr_kits_find(scene->context, kits, name, &kit) == WR_OK,
         "finding a kit");
    struct wr_kit large = *kit;
    if (strcmp(name, "bench") == 0)
        large.room_count = 3; /* not the cell */
    uint32_t faces = write_chain(scene, &large, kits, folder);
    print_small(name, faces, run_build(program, folder, path, "2", 20));
    wr_kits_free(kits);
}

static void bench_small(struct scene *scene, const char *program, const char *folder)
{
    static const char *const roots[] = {"WARREN_SOURCE", "WARREN_CORPUS"};
    static const char *const folders[] = {"kits/library", "holocron"};
    static const char *const names[] = {"burrow", "blackvulkar"};
    printf("200 rooms, JSON to files, whole process\n%-12s %7s %8s %9s %9s %9s %9s %9s\n",
           "kit", "rooms", "faces", "ms", "ms busy", "MiB", "of 30 ms", "x peer");
    bench_kit(scene, program, folder, folder, "bench");
    for (int i = 0; i < 2; i++) {
        const char *root = wr_environment(roots[i]);
        char *path = root ? wr_path_join(scene->arena, root, folders[i]) : NULL;
        if (path && access(path, F_OK) == 0)
            bench_kit(scene, program, folder, path, names[i]);
    }
    printf("\n");
}

static void bench_large(struct scene *scene, const char *program, const char *folder,
                        const char *where)
{
    static const struct {
        const char *room;
        float pitch;
        uint32_t count;
    } levels[] = {
        {"hall", 16, 10000}, {"cell", CELL_PITCH, LARGE_ROOMS}, {"hall", 16, LARGE_ROOMS}};
    char jobs[8];
    snprintf(jobs, sizeof jobs, "%d", LARGE_JOBS);
    printf("squares of rooms, JSON to files on %s, whole process, %s jobs\n", where, jobs);
    printf("%7s %9s %9s %9s %9s %9s %9s\n", "rooms", "faces", "s", "s busy", "MiB", "of 20 s",
           "of 2 GiB");
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct wr_arena *arena = wr_arena_create();
        struct wr_map map =
            map_of(square_of(arena, "bench", levels[i].room, levels[i].pitch, levels[i].count),
                   levels[i].count);
        write_map(scene->context, folder, &map);
        wr_arena_destroy(arena);
        uint32_t faces = scene_room(scene, levels[i].room)->mesh->face_count;
        struct run run = run_build(program, folder, folder, jobs, 1);
        printf("%7u %9u %9.2f %9.2f %9.0f %9.2f %9.2f\n", levels[i].count,
               faces * levels[i].count, run.seconds, run.busy, run.memory / 1048576,
               run.seconds / large_floor, run.memory / memory_floor);
    }
    printf("\n");
}

/* ---- Stages --------------------------------------------------------------------------------
 */

static void bench_stages(struct scene *scene, const char *room, float pitch, uint32_t count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_build_summary summary;
    uint32_t unreachable;
    wr_map_room *own = scene->map.rooms;
    scene->map.rooms = square_of(arena, NULL, room, pitch, count);
    scene->map.room_count = count;
    double at[8];
    at[0] = now();
    must(scene_place(scene) == WR_OK, "placing");
    at[1] = now();
    double linking = busy();
    must(wr_layout_link(scene->context, scene->layout) == WR_OK, "linking");
    linking = busy() - linking;
    at[2] = now();
    must(wr_layout_overlap(scene->context, scene->layout) == WR_OK, "overlap");
    at[3] = now();
    must(wr_seams_make(scene->context, scene->layout) == WR_OK, "seams");
    at[4] = now();
    must(wr_layout_enter(scene->context, scene->layout) == WR_OK, "the entry");
    must(wr_layout_reach(scene->context, scene->layout, &unreachable) == WR_OK, "reach");
    at[5] = now();
    scene->options.dry_run = true;
    must(scene_build(scene, NULL, &summary) == WR_OK, "a dry run");
    at[6] = now();
    uint32_t hooks = scene->layout->hook_count;
    printf("%9u %9u", count, hooks);
    for (int i = 0; i < 6; i++)
        printf(" %8.1f", 1e3 * (at[i + 1] - at[i]));
    printf(" %9.1f %9.2f\n", 1e3 * linking, linking * MILLION / hooks / match_floor);
    scene->map.rooms = own;
    scene->map.room_count = 0;
    wr_arena_destroy(arena);
}

/* ---- Sight ---------------------------------------------------------------------------------
 */

static void bench_sight(struct scene *scene, const char *room, float pitch, uint32_t count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_visibility visibility;
    wr_map_room *own = scene->map.rooms;
    scene->map.rooms = square_of(arena, NULL, room, pitch, count);
    scene->map.room_count = count;
    must(scene_seam(scene) == WR_OK, "seams");
    wr_context_set_jobs(scene->context, 1);
    double start = busy();
    must(wr_visibility_make(scene->context, scene->layout, WR_VIS_PORTAL, &visibility) == WR_OK,
         "looking");
    double spent = busy() - start;
    wr_context_set_jobs(scene->context, LARGE_JOBS);
    printf("%-8s %9u %12llu %9.1f %9.0f\n", room, count, (unsigned long long)visibility.pairs,
           1e3 * spent, 1e9 * spent / (double)visibility.pairs);
    wr_visibility_finish(&visibility);
    scene->map.rooms = own;
    scene->map.room_count = 0;
    wr_arena_destroy(arena);
}

int main(int count, char **words)
{
    struct scene scene;
    char folder[64];
    scene_start(&scene);
    add_rooms(&scene);
    const char *where = make_place(folder);
    write_kit(&scene, folder);
    if (count > 1) {
        bench_small(&scene, words[1], folder);
        bench_large(&scene, words[1], folder, where);
    }
    drop_folder(folder);
    printf("milliseconds of a build's stages in squares of small rooms; a million hooks are to "
           "match in 1 s\n");
    printf("%9s %9s %8s %8s %8s %8s %8s %8s %9s %9s\n", "rooms", "hooks", "place", "link",
           "overlap", "seams", "reach", "dry run", "link busy", "of 1 s");
    wr_context_set_jobs(scene.context, LARGE_JOBS);
    for (uint32_t rooms = 2500; rooms <= MILLION / 4; rooms *= 10)
        bench_stages(&scene, "cell", CELL_PITCH, rooms);
    printf("\nlooking around in squares of small rooms, one thread: doors that lie behind each "
           "other are the worst case\n%-8s %9s %12s %9s %9s\n",
           "room", "rooms", "pairs", "ms", "ns a pair");
    for (uint32_t rooms = 2500; rooms <= 10000; rooms *= 4)
        bench_sight(&scene, "cross", CROSS_PITCH, rooms);
    for (uint32_t rooms = 2500; rooms <= LARGE_ROOMS; rooms *= 6)
        bench_sight(&scene, "cell", CELL_PITCH, rooms);
    scene_end(&scene);
    return 0;
}
