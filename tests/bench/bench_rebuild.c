/* How fast walkmeshes are rebuilt: stage by stage, by size, and as a whole process (the program
 * named on the command line) from file to file. The floor and the aim are those of the
 * project's goals, in faces a second. */
#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/perimeter.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/tree.h"
#include "tests/support/meshes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double floor_rate = 1.5e6, aim_rate = 2.7e6, exponent_limit = 1.15;

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_rebuild: %s failed\n", what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The fastest of some rounds: what the machine can do when nobody disturbs it. */
static double least(double a, double b)
{
    return b < a ? b : a;
}

/* ---- Meshes ------------------------------------------------------------------------------ */

enum shape { GRID, SHUFFLED, FAN };

static const char *const shapes[] = {"grid", "grid, shuffled", "fan"};

static uint32_t side_of(uint32_t faces)
{
    uint32_t side = 1;
    while (2 * side * side < faces)
        side++;
    return side;
}

static struct wr_walkmesh *make(struct wr_arena *arena, enum shape shape, uint32_t faces)
{
    if (shape == FAN)
        return mesh_fan(arena, faces);
    uint32_t side = side_of(faces);
    struct wr_walkmesh *mesh = mesh_grid(arena, side, side);
    if (shape == SHUFFLED)
        mesh_shuffle(mesh, 1);
    return mesh;
}

static struct wr_bytes file_of(struct wr_context *context, enum shape shape, uint32_t faces)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = make(arena, shape, faces);
    struct wr_bytes bytes = {0};
    must(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL) == WR_OK, "derive");
    wr_bwm_write(mesh, &bytes);
    must(!bytes.failed, "write");
    wr_arena_destroy(arena);
    return bytes;
}

/* ---- Stages ---------------------------------------------------------------------------------
 */

enum stage { READ, PLANES, ADJACENCY, PERIMETER, TREE, WRITE, STAGES };

static const char *const stages[] = {"read",      "planes", "adjacency",
                                     "perimeter", "tree",   "write"};

static void run_stages(struct wr_context *context, const struct wr_source *source,
                       double best[STAGES])
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh;
    struct wr_bytes out = {0};
    double at[STAGES + 1];
    at[0] = now();
    must(wr_bwm_read(context, arena, source, &mesh) == WR_OK, "read");
    at[1] = now();
    must(wr_planes_derive(context, mesh) == WR_OK, "planes");
    at[2] = now();
    must(wr_adjacency_derive(context, arena, mesh, NULL) == WR_OK, "adjacency");
    at[3] = now();
    must(wr_perimeter_derive(context, arena, mesh, NULL, NULL) == WR_OK, "perimeter");
    at[4] = now();
    must(wr_tree_derive(context, arena, mesh) == WR_OK, "tree");
    at[5] = now();
    wr_bwm_write(mesh, &out);
    at[6] = now();
    for (int s = 0; s < STAGES; s++)
        best[s] = least(best[s], at[s + 1] - at[s]);
    wr_bytes_finish(&out);
    wr_arena_destroy(arena);
}

static double run_rebuild(struct wr_context *context, const struct wr_source *source)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes out = {0};
    struct wr_rebuilt report;
    double start = now();
    must(wr_bwm_rebuild(context, arena, source, &k1, &out, &report) == WR_OK, "rebuild");
    double time = now() - start;
    wr_bytes_finish(&out);
    wr_arena_destroy(arena);
    return time;
}

static void print_stages(struct wr_context *context, enum shape shape, uint32_t faces)
{
    enum { ROUNDS = 5 };
    struct wr_bytes file = file_of(context, shape, faces);
    const struct wr_source source = {"bench.wok", file.data, file.size, true};
    double best[STAGES], whole = 1e9;
    for (int s = 0; s < STAGES; s++)
        best[s] = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        run_stages(context, &source, best);
        whole = least(whole, run_rebuild(context, &source));
    }
    printf("%-15s %9u", shapes[shape], faces);
    for (int s = 0; s < STAGES; s++)
        printf(" %9.1f", 1e9 * best[s] / faces);
    printf(" %9.1f %8.2f\n", 1e9 * whole / faces, 1e-6 * faces / whole);
    wr_bytes_finish(&file);
}

/* ---- Repairs
 * ---------------------------------------------------------------------------------
 */

/* A floor without a fault, and one on which every hundredth face is torn off by a millimetre.
 */
static struct wr_bytes torn_file(struct wr_context *context, enum shape shape, uint32_t faces)
{
    enum { EACH = 100 };
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *sound = make(arena, shape, faces);
    uint32_t count = sound->face_count;
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, WR_WOK, sound->vertex_count + 3 * (count / EACH + 1), count);
    struct wr_bytes bytes = {0};
    must(mesh, "memory");
    memcpy(mesh->vertices, sound->vertices, sound->vertex_count * sizeof *sound->vertices);
    mesh->vertex_count = sound->vertex_count;
    mesh->face_count = mesh->walkable_count = count;
    for (uint32_t f = 0; f < count; f++) {
        mesh->faces[f] = sound->faces[f];
        mesh->materials[f] = sound->materials[f];
        for (int k = 0; k < 3 && f % EACH == 0; k++) {
            mesh->vertices[mesh->vertex_count] = sound->vertices[sound->faces[f].v[k]];
            mesh->vertices[mesh->vertex_count].z += 0.001f;
            mesh->faces[f].v[k] = mesh->vertex_count++;
        }
    }
    must(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL) == WR_OK, "derive");
    wr_bwm_write(mesh, &bytes);
    must(!bytes.failed, "write");
    wr_arena_destroy(arena);
    return bytes;
}

static double run_repair(struct wr_context *context, const struct wr_bytes *file,
                         struct wr_rebuilt *report)
{
    enum { ROUNDS = 3 };
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    const struct wr_source source = {"bench.wok", file->data, file->size, true};
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        struct wr_arena *arena = wr_arena_create();
        struct wr_bytes out = {0};
        double start = now();
        must(wr_bwm_repair(context, arena, &source, &k1, &out, report) == WR_OK, "repair");
        best = least(best, now() - start);
        wr_bytes_finish(&out);
        wr_arena_destroy(arena);
    }
    return best;
}

static void print_repairs(struct wr_context *context)
{
    printf("repair, from bytes to bytes\n%-15s %9s %9s %9s %9s\n", "", "faces", "sound, ms",
           "torn, ms", "welded");
    for (uint32_t faces = 16000; faces <= 1024000; faces *= 8)
        for (enum shape shape = GRID; shape <= SHUFFLED; shape++) {
            struct wr_rebuilt report;
            struct wr_bytes sound = file_of(context, shape, faces);
            struct wr_bytes torn = torn_file(context, shape, faces);
            double plain = run_repair(context, &sound, &report);
            double mending = run_repair(context, &torn, &report);
            printf("%-15s %9u %9.1f %9.1f %9u\n", shapes[shape], faces, 1e3 * plain,
                   1e3 * mending, (unsigned)report.mended.welded);
            wr_bytes_finish(&sound);
            wr_bytes_finish(&torn);
        }
    printf("\n");
}

/* ---- Small rooms
 * ------------------------------------------------------------------------------ */

static void print_small(struct wr_context *context)
{
    enum { SIDE = 8, FACES = 2 * SIDE * SIDE, ROOMS = 20000 };
    struct wr_arena *arena = wr_arena_create();
    double start = now();
    for (int i = 0; i < ROOMS; i++) {
        struct wr_walkmesh *mesh = mesh_grid(arena, SIDE, SIDE);
        must(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL) == WR_OK,
             "derive");
        wr_arena_reset(arena);
    }
    printf("a room of %d faces: %.1f us\n\n", FACES, 1e6 * (now() - start) / ROOMS);
    wr_arena_destroy(arena);
}

/* ---- Whole processes
 * ---------------------------------------------------------------------------- */

/* What the program does with one file, for where there is no program. */
static int rebuild_file(const char *from, const char *to)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source;
    struct wr_bytes out = {0};
    struct wr_rebuilt report;
    must(wr_file_read(context, arena, from, &source) == WR_OK, "reading the file");
    must(wr_bwm_rebuild(context, arena, &source, &k1, &out, &report) == WR_OK, "rebuild");
    must(wr_file_write(context, to, out.data, out.size, WR_OVERWRITE) == WR_OK,
         "writing the file");
    return 0;
}

/* `program` rebuilds `from` into `folder`; this very program, into a file there. */
static void become(const char *self, const char *program, const char *from, const char *folder,
                   const char *to)
{
    if (program)
        execl(program, program, "rebuild", from, "-o", folder, "--jobs", "1", "--quiet",
              (char *)NULL);
    else
        execl(self, self, from, to, (char *)NULL);
    _exit(127);
}

static double time_process(const char *self, const char *program, const char *from,
                           const char *folder)
{
    char to[1100];
    snprintf(to, sizeof to, "%s/from.wok", folder);
    unlink(to);
    double start = now();
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0)
        become(self, program, from, folder, to);
    int status;
    must(waitpid(child, &status, 0) == child && status == 0, "the process");
    double time = now() - start;
    unlink(to);
    return time;
}

/* An exponent needs no logarithm of a library: ln by its series around a ratio of squares. */
static double ln(double x)
{
    double halvings = 0;
    for (; x > 1.5; x /= 2)
        halvings++;
    double z = (x - 1) / (x + 1), power = z, sum = 0;
    for (int k = 1; k < 40; k += 2, power *= z * z)
        sum += power / k;
    return 2 * sum + halvings * 0.69314718055994531;
}

static double process_seconds(struct wr_context *context, const char *self, const char *program,
                              const char *folder, uint32_t faces)
{
    enum { ROUNDS = 7 };
    char from[1024], out[1024];
    snprintf(from, sizeof from, "%s/from.wok", folder);
    snprintf(out, sizeof out, "%s/out", folder);
    struct wr_bytes file = file_of(context, GRID, faces);
    must(mkdir(out, 0777) == 0, "making a folder");
    must(wr_file_write(context, from, file.data, file.size, WR_OVERWRITE) == WR_OK, "writing");
    wr_bytes_finish(&file);
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++)
        best = least(best, time_process(self, program, from, out));
    unlink(from);
    rmdir(out);
    return best;
}

static void print_processes(struct wr_context *context, const char *self, const char *program)
{
    static const uint32_t sizes[] = {16000, 64000, 250000, 1000000};
    char folder[] = "/tmp/bench_rebuild.XXXXXX";
    must(mkdtemp(folder), "making a folder");
    double first = 0, last = 0;
    printf("whole process%s, file to file\n%9s %9s %9s\n", program ? " (warren rebuild)" : "",
           "faces", "ms", "Mfaces/s");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        last = process_seconds(context, self, program, folder, sizes[i]);
        first = i == 0 ? last : first;
        printf("%9u %9.1f %9.2f\n", sizes[i], 1e3 * last, 1e-6 * sizes[i] / last);
    }
    rmdir(folder);
    double rate = 1e6 / last, exponent = ln(last / first) / ln(1e6 / 16000);
    printf("%.2f Mfaces/s: %.2f of the floor, %.2f of the aim\n", 1e-6 * rate,
           rate / floor_rate, rate / aim_rate);
    printf("growth exponent %.3f (limit %.2f)\n", exponent, exponent_limit);
}

int main(int count, char **words)
{
    if (count == 3)
        return rebuild_file(words[1], words[2]);
    struct wr_context *context = wr_context_create(NULL, NULL);
    must(context, "memory");
    printf("nanoseconds a face\n%-15s %9s", "", "faces");
    for (int s = 0; s < STAGES; s++)
        printf(" %9s", stages[s]);
    printf(" %9s %8s\n", "rebuild", "Mface/s");
    for (uint32_t faces = 16000; faces <= 1024000; faces *= 8)
        print_stages(context, GRID, faces);
    print_stages(context, SHUFFLED, 1000000);
    print_stages(context, FAN, 1000000);
    print_repairs(context);
    print_small(context);
    print_processes(context, words[0], count == 2 ? words[1] : NULL);
    wr_context_destroy(context);
    return 0;
}
