/* How soon long work stops: the longest time between two asks of the progress callback, and
 * from its WR_STOP until the call returns, over large inputs. Time of the calling thread, since
 * a loaded machine makes any other too long; while that thread waits for others, it asks, too.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "tests/support/chains.h"

#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROOMS = 200, STOPS = 6 };

struct bench {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_kits *kits;
    const char *folder, *path, *kit;
    struct wr_map *map;
    bool merged;
    uint32_t count;
    uint64_t asks, stop_at;
    double last, stopped, gap;
    char what[64];
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_stop: %s failed\n", what);
        exit(1);
    }
}

static enum wr_answer answer(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct bench *b = user;
    double now = seconds();
    (void)done, (void)total;
    if (now - b->last > b->gap) {
        b->gap = now - b->last;
        snprintf(b->what, sizeof b->what, "%s", what);
    }
    b->last = now;
    if (++b->asks != b->stop_at)
        return WR_GO_ON;
    b->stopped = now;
    return WR_STOP;
}

typedef enum wr_result work_fn(struct bench *b);

static void measure(struct bench *b, const char *name, work_fn *run)
{
    double worst = 0;
    b->asks = b->stop_at = 0;
    b->gap = 0;
    b->what[0] = '\0';
    b->last = seconds();
    double start = b->last, wall = wr_clock();
    enum wr_result result = run(b);
    double end = seconds();
    if (end - b->last > b->gap) {
        b->gap = end - b->last;
        snprintf(b->what, sizeof b->what, "the end");
    }
    uint64_t asks = b->asks;
    double gap = b->gap;
    for (uint64_t i = 1; i <= STOPS && asks > 0; i++) {
        b->asks = 0;
        b->stop_at = 1 + (asks - 1) * i / (STOPS + 1);
        b->stopped = 0;
        enum wr_result stopped = run(b);
        double took = seconds() - b->stopped;
        if (stopped == WR_STOPPED)
            worst = took > worst ? took : worst;
        else if (b->stopped > 0)
            printf("  not stopped at ask %llu: %s\n", (unsigned long long)b->stop_at,
                   wr_result_name(stopped));
    }
    printf("%-34s %-9s %8.2f %8.2f %6llu %8.1f %8.1f  %s\n", name, wr_result_name(result),
           wr_clock() - wall, end - start, (unsigned long long)asks, 1e3 * gap, 1e3 * worst,
           b->what);
    fflush(stdout);
}

static void put(const char *path, const struct wr_bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    must(file && fwrite(bytes->data, 1, bytes->size, file) == bytes->size && !fclose(file),
         "writing an input");
}

static const char *place(struct bench *b, const char *name)
{
    return wr_path_join(b->arena, b->folder, name);
}

/* ---- Maps ---- */

static void grow_map(struct bench *b, const char *name)
{
    struct chain chain;
    struct wr_bytes json = {0};
    const struct wr_kit *kit = NULL;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    must(wr_kits_find(quiet, b->kits, name, &kit) == WR_OK, "finding a kit");
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
    chain_settle(&chain, &map, b->kits);
    map.room_count = chain.count < ROOMS ? chain.count : ROOMS;
    must(wr_map_write(quiet, &map, &json) == WR_OK && !json.failed, "the map");
    put(b->path, &json);
    wr_bytes_finish(&json);
    chain_free(&chain);
    must(wr_map_load(quiet, b->path, &surfaces, &b->map) == WR_OK, "loading the map");
    wr_context_destroy(quiet);
}

static enum wr_result run_build(struct bench *b)
{
    struct wr_build_options options = {
        .output = place(b, "module"), .mod = true, .force = true, .merge_all = b->merged};
    return wr_build(b->context, b->map, b->kits, &options, NULL);
}

static enum wr_result run_plan(struct bench *b)
{
    struct wr_bytes plan = {0};
    struct wr_build_options options = {.dry_run = true, .plan = &plan, .plan_json = true};
    enum wr_result result = wr_build(b->context, b->map, b->kits, &options, NULL);
    wr_bytes_finish(&plan);
    return result;
}

static void copy_file(struct bench *b, const char *from, const char *to)
{
    struct wr_source source;
    wr_arena_mark here = wr_arena_here(b->arena);
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    bool fine = wr_file_read(quiet, b->arena, from, &source) == WR_OK &&
                wr_file_write(quiet, to, source.data, source.size, WR_OVERWRITE) == WR_OK;
    must(fine, "copying a module");
    wr_context_destroy(quiet);
    wr_arena_rewind(b->arena, here);
}

/* Always into a module that it changes. */
static enum wr_result run_into(struct bench *b)
{
    struct wr_build_options options = {.into = place(b, "module/bench.mod"),
                                       .merge_all = b->merged};
    copy_file(b, place(b, "old.mod"), options.into);
    b->last = seconds();
    return wr_build(b->context, b->map, b->kits, &options, NULL);
}

static enum wr_result run_area(struct bench *b)
{
    struct wr_area *area = NULL;
    struct wr_build_options options = {0};
    const wr_built_mesh *mesh;
    enum wr_result result = wr_area_make(b->context, b->map, b->kits, &options, &area);
    if (result == WR_OK)
        result = wr_area_look(b->context, area);
    if (result == WR_OK)
        result = wr_area_merged(b->context, area, &mesh);
    wr_area_free(area);
    return result;
}

static enum wr_result run_check(struct bench *b)
{
    return wr_check(b->context, b->path, NULL, NULL);
}

static enum wr_result run_show(struct bench *b)
{
    struct wr_bytes out = {0};
    enum wr_result result =
        wr_show(b->context, b->path, &(struct wr_show_options){.json = true}, &out);
    wr_bytes_finish(&out);
    return result;
}

static enum wr_result run_draw(struct bench *b)
{
    struct wr_draw_options options = {.format = WR_PNG, .width = b->count};
    struct wr_bytes out = {0};
    enum wr_result result = wr_draw(b->context, b->path, b->kits, &options, &out);
    wr_bytes_finish(&out);
    return result;
}

static enum wr_result run_rebuild(struct bench *b)
{
    struct wr_rebuild_options options = {.output = place(b, "rebuilt"), .force = true};
    return wr_rebuild(b->context, &b->path, 1, &options, NULL);
}

static enum wr_result run_kit(struct bench *b)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    enum wr_result result = wr_kit_load(b->context, b->path, &surfaces, &kit);
    wr_kit_free(kit);
    return result;
}

/* ---- Templates ---- */

static void write_grow(struct bench *b, unsigned rooms)
{
    struct wr_bytes text = {0};
    b->path = place(b, "template.json");
    wr_bytes_print(&text,
                   "{\"format\": \"warren-template\", \"version\": 1, \"id\": \"wide\", "
                   "\"title\": \"Wide\", \"kit\": \"burrow\", \"exclude\": [\"#stairs\", "
                   "\"#lift\"], \"grow\": {\"rooms\": %u}}",
                   rooms);
    put(b->path, &text);
    wr_bytes_finish(&text);
}

/* A tree of nodes. */
static void write_graph(struct bench *b, unsigned nodes)
{
    struct wr_bytes text = {0};
    b->path = place(b, "template.json");
    wr_bytes_text(&text,
                  "{\"format\": \"warren-template\", \"version\": 1, \"id\": \"wide\", "
                  "\"title\": \"Wide\", \"kit\": \"burrow\", \"exclude\": [\"#stairs\", "
                  "\"#lift\"], \"corridor\": {\"length\": [0, 2], \"rooms\": [\"#corridor\", "
                  "\"#corner\"]}, \"nodes\": [");
    for (unsigned i = 0; i < nodes; i++)
        wr_bytes_print(&text, "%s{\"name\": \"n%u\"}", i ? ", " : "", i);
    wr_bytes_text(&text, "], \"links\": [");
    for (unsigned i = 1; i < nodes; i++)
        wr_bytes_print(&text, "%s{\"from\": \"n%u\", \"to\": \"n%u\"}", i > 1 ? ", " : "",
                       (i - 1) * 2 / 3, i);
    wr_bytes_text(&text, "], \"entry\": {\"node\": \"n0\"}}");
    put(b->path, &text);
    wr_bytes_finish(&text);
}

static enum wr_result run_generate(struct bench *b)
{
    struct wr_template *template = NULL;
    struct wr_build_options build = {.output = place(b, "levels"), .force = true};
    struct wr_generate_options options = {
        .build = &build, .seed = 1, .count = b->count, .map_only = b->count == 0};
    enum wr_result result = wr_template_load(b->context, b->path, &template);
    if (result == WR_OK)
        result = wr_generate(b->context, template, b->kits, &options, NULL);
    wr_template_free(template);
    return result;
}

/* ---- Meshes ---- */

static void write_obj(struct bench *b, unsigned size)
{
    struct wr_bytes text = {0};
    b->path = place(b, "grid.obj");
    wr_bytes_text(&text, "usemtl Stone\n");
    for (unsigned y = 0; y <= size; y++)
        for (unsigned x = 0; x <= size; x++)
            wr_bytes_print(&text, "v %u %u %u\n", x, y, (x * 7 + y * 3) % 2);
    for (unsigned y = 0; y < size; y++)
        for (unsigned x = 0; x < size; x++) {
            unsigned v = y * (size + 1) + x + 1;
            wr_bytes_print(&text, "f %u %u %u\nf %u %u %u\n", v, v + 1, v + size + 2, v,
                           v + size + 2, v + size + 1);
        }
    put(b->path, &text);
    wr_bytes_finish(&text);
}

static enum wr_result run_mesh(struct bench *b)
{
    enum { SIZE = 500 };
    uint32_t count = (SIZE + 1) * (SIZE + 1), faces = 2 * SIZE * SIZE;
    wr_vec3 *vertices = calloc(count, sizeof *vertices);
    wr_face *face = calloc(faces, sizeof *face);
    uint32_t *materials = calloc(faces, sizeof *materials);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t column = i % (SIZE + 1), row = i / (SIZE + 1);
        vertices[i] = (wr_vec3){(float)column, (float)row, 0};
    }
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t v = i / 2 / SIZE * (SIZE + 1) + i / 2 % SIZE;
        face[i] = i % 2 ? (wr_face){{v, v + SIZE + 2, v + SIZE + 1}}
                        : (wr_face){{v, v + 1, v + SIZE + 2}};
        materials[i] = 4;
    }
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    wr_triangles triangles = {vertices, face, materials, count, faces};
    struct wr_walkmesh *mesh = NULL, *placed = NULL, *read = NULL;
    struct wr_route *route = NULL;
    struct wr_bytes bytes = {0};
    b->last = seconds();
    enum wr_result result = wr_walkmesh_make(b->context, WR_WOK, &triangles, &surfaces, &mesh);
    if (result == WR_OK)
        result = wr_walkmesh_place(b->context, mesh, &(wr_placement){.turn = 30}, &surfaces,
                                   &placed);
    if (result == WR_OK)
        result = wr_walkmesh_route(b->context, mesh, (wr_vec3){0.1f, 0.1f, 0},
                                   (wr_vec3){SIZE - 1.0f, SIZE - 1.5f, 0}, 1, &route);
    if (result == WR_OK)
        result = wr_walkmesh_write(b->context, mesh, &bytes);
    if (result == WR_OK)
        result = wr_walkmesh_read(b->context, "bytes", bytes.data, bytes.size, &read);
    wr_walkmesh_free(mesh);
    wr_walkmesh_free(placed);
    wr_walkmesh_free(read);
    wr_route_free(route);
    wr_bytes_finish(&bytes);
    free(vertices);
    free(face);
    free(materials);
    return result;
}

/* ---- All ---- */

static void measure_modules(struct bench *b, const char *kit)
{
    char name[80];
    b->path = place(b, "map.json");
    grow_map(b, kit);
    for (int merged = 0; merged < 2; merged++) {
        b->merged = merged;
        snprintf(name, sizeof name, "build %s%s", kit, merged ? ", merged" : "");
        measure(b, name, run_build);
        copy_file(b, place(b, "module/bench.mod"), place(b, "old.mod"));
        b->merged = !merged;
        measure(b, merged ? "into what was merged" : "into, merged", run_into);
        b->merged = merged;
    }
    measure(b, "plan", run_plan);
    measure(b, "area, looked, merged", run_area);
    measure(b, "draw its map", run_draw);
    b->merged = false;
    run_build(b);
    b->path = place(b, "module");
    measure(b, "check", run_check);
    measure(b, "rebuild", run_rebuild);
    b->path = place(b, "module/bench.mod");
    measure(b, "check its archive", run_check);
    measure(b, "show its archive", run_show);
    measure(b, "draw its archive", run_draw);
    b->merged = true;
    run_build(b);
    b->path = place(b, "module/bench_room0.wok");
    measure(b, "check one walkmesh", run_check);
    measure(b, "show one walkmesh", run_show);
    measure(b, "draw one walkmesh", run_draw);
    b->merged = false;
    wr_map_free(b->map);
}

static void measure_levels(struct bench *b)
{
    const char *source = wr_environment("WARREN_SOURCE");
    b->path = wr_path_join(b->arena, source, "templates/library/cells.json");
    b->count = 20;
    measure(b, "20 levels of cells", run_generate);
    b->path = wr_path_join(b->arena, source, "templates/library/rings.json");
    measure(b, "20 levels of rings", run_generate);
    b->count = 0;
    write_grow(b, 3000);
    measure(b, "3000 rooms grown", run_generate);
    write_graph(b, 300);
    measure(b, "300 nodes", run_generate);
    write_graph(b, 3000);
    measure(b, "3000 nodes", run_generate);
}

int main(int count, char **words)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const char *corpus = wr_environment("WARREN_CORPUS");
    char folder[] = "/dev/shm/bench_stop.XXXXXX", command[64];
    struct bench b = {.context = wr_context_create(NULL, NULL),
                      .arena = wr_arena_create(),
                      .kits = wr_kits_create(&surfaces),
                      .folder = mkdtemp(folder)};
    must(b.context && b.arena && b.kits && b.folder, "starting");
    wr_context_set_jobs(b.context, count > 1 ? (unsigned)atoi(words[1]) : 1);
    wr_context_set_progress(b.context, answer, &b);
    printf("%-34s %-9s %8s %8s %6s %8s %8s\n", "work", "result", "s", "s busy", "asks",
           "gap ms", "stop ms");
    const char *which = count > 2 ? words[2] : "mlwk";
    if (strchr(which, 'm'))
        measure_modules(&b, "burrow");
    if (strchr(which, 'l'))
        measure_levels(&b);
    if (strchr(which, 'w')) {
        write_obj(&b, 300);
        measure(&b, "rebuild an OBJ of 180,000 faces", run_rebuild);
        measure(&b, "check it", run_check);
        measure(&b, "walkmesh of 500,000 faces", run_mesh);
    }
    const char *kits = corpus ? wr_path_join(b.arena, corpus, "holocron") : NULL;
    if (kits && strchr(which, 'k')) {
        b.path = kits;
        measure(&b, "check kits", run_check);
        must(wr_kits_add(b.kits, kits) == WR_OK, "adding kits");
        b.path = wr_path_join(b.arena, kits, "blackvulkar.json");
        measure(&b, "load a kit", run_kit);
        measure_modules(&b, "blackvulkar");
        b.path = corpus;
        measure(&b, "check the corpus", run_check);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    must(system(command) == 0, "cleaning up");
    wr_kits_free(b.kits);
    wr_context_destroy(b.context);
    wr_arena_destroy(b.arena);
    return 0;
}
