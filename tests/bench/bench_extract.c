/* How fast a whole game becomes kits: a made installation of 100 modules, 2,000 rooms and BIFs
 * of 2 GB, each module a kit and a map of its own, by the program. The rooms are generated
 * levels with grey boxes, whose images are the room's own (so that all of them are read and
 * written); what is no room's are holes in a file. The goal is 10 s and 256 MiB with two jobs.
 * The last column says how much faster it were to copy the same bytes from file to file. */
#define _DEFAULT_SOURCE /* wait4 */
#include "tests/support/packed.h"

#include "builder/builder.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/resources.h"
#include "core/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const double seconds_goal = 10, memory_goal = 256;
enum {
    MODULES = 100,
    ROOMS = 20, /* of a module */
    ROUNDS = 3,
    IMAGE = 64 << 10, /* bytes of one */
    MOST = 1 << 14,   /* resources of a BIF */
    BIFS = 4,
    PARTS = 256, /* resources of a module */
};
static const uint64_t all_bifs = UINT64_C(2) << 30;

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_extract: %s failed\n", what);
        exit(1);
    }
}

/* ---- BIFs -------------------------------------------------------------------------------- */

/* One that is written: its table stands before the bytes, with room for MOST. */
struct bif {
    FILE *file;
    struct wr_bytes table, keys; /* keys: rows of the KEY */
    uint32_t count, number;
    uint64_t at;
};

enum { LAYOUTS, MODELS, IMAGES, SOUNDS };
static const char *const bif_names[BIFS] = {"data\\layouts.bif", "data\\models.bif",
                                            "data\\images.bif", "data\\sounds.bif"};

static char *path_of(const char *folder, const char *name)
{
    static char path[4][512];
    static int next;
    char *out = path[next++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    for (char *c = out; *c; c++)
        *c = (char)(*c == '\\' ? '/' : *c);
    return out;
}

static void bif_open(struct bif *bif, const char *game, uint32_t number)
{
    *bif = (struct bif){.number = number, .at = 20 + 16 * (uint64_t)MOST};
    bif->file = fopen(path_of(game, bif_names[number]), "wb");
    must(bif->file && fseek(bif->file, (long)bif->at, SEEK_SET) == 0, "making a BIF");
}

/* A resource without bytes is a hole. */
static void bif_add(struct bif *bif, const char *name, uint16_t type, const void *data,
                    size_t size)
{
    const uint32_t row[] = {bif->count, (uint32_t)bif->at, (uint32_t)size, type};
    must(bif->count < MOST, "counting resources");
    wr_bytes_words(&bif->table, row, 4);
    packed_name(&bif->keys, name);
    wr_bytes_u16(&bif->keys, type);
    wr_bytes_u32(&bif->keys, bif->number << 20 | bif->count++);
    if (data)
        must(fwrite(data, 1, size, bif->file) == size, "writing a BIF");
    else
        must(fseek(bif->file, (long)size, SEEK_CUR) == 0, "making a hole");
    bif->at += size;
}

static void bif_close(struct bif *bif)
{
    struct wr_bytes head = {0};
    wr_bytes_text(&head, "BIFFV1  ");
    wr_bytes_words(&head, (const uint32_t[]){bif->count, 0, 20}, 3);
    must(ftruncate(fileno(bif->file), (off_t)bif->at) == 0 &&
             fseek(bif->file, 0, SEEK_SET) == 0 &&
             fwrite(head.data, 1, head.size, bif->file) == head.size &&
             fwrite(bif->table.data, 1, bif->table.size, bif->file) == bif->table.size &&
             fclose(bif->file) == 0,
         "ending a BIF");
    wr_bytes_finish(&head);
    wr_bytes_finish(&bif->table);
}

static void write_bytes(const char *path, struct wr_bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    must(file && !bytes->failed && fwrite(bytes->data, 1, bytes->size, file) == bytes->size &&
             fclose(file) == 0,
         path);
    wr_bytes_finish(bytes);
}

static void write_key(const char *game, struct bif *bifs)
{
    enum { HEAD = 64, FILE_ROW = 12 };
    struct wr_bytes out = {0};
    uint32_t count = 0, name = HEAD + FILE_ROW * BIFS, names = 0;
    for (int i = 0; i < BIFS; i++) {
        count += bifs[i].count;
        names += (uint32_t)strlen(bif_names[i]) + 1;
    }
    wr_bytes_text(&out, "KEY V1  ");
    wr_bytes_words(&out, (const uint32_t[]){BIFS, count, HEAD, name + names, 103, 200}, 6);
    packed_zeros(&out, 32);
    for (int i = 0; i < BIFS; i++) {
        uint16_t size = (uint16_t)(strlen(bif_names[i]) + 1);
        wr_bytes_words(&out, (const uint32_t[]){(uint32_t)bifs[i].at, name}, 2);
        wr_bytes_u16(&out, size);
        wr_bytes_u16(&out, 1);
        name += size;
    }
    for (int i = 0; i < BIFS; i++)
        wr_bytes_add(&out, bif_names[i], strlen(bif_names[i]) + 1);
    for (int i = 0; i < BIFS; i++) {
        wr_bytes_add(&out, bifs[i].keys.data, bifs[i].keys.size);
        wr_bytes_finish(&bifs[i].keys);
    }
    write_bytes(path_of(game, "chitin.key"), &out);
}

/* ---- A module ---------------------------------------------------------------------------- */

struct installation {
    const char *game;
    struct wr_context *context;
    struct bif bifs[BIFS];
    uint8_t *image;
    const struct wr_resources *from; /* the module at hand */
    struct wr_arena *arena;          /* of it */
    const char *room;                /* at hand */
    unsigned images;                 /* of it */
};

static const char *name_image(void *user, const wr_model_texture *texture)
{
    struct installation *all = user;
    char name[WR_RESREF + 1];
    (void)texture;
    snprintf(name, sizeof name, "%.11s_i%u", all->room, all->images++);
    const char *own = wr_arena_text(all->arena, name, strlen(name));
    memcpy(all->image + 128, own, strlen(own));
    bif_add(&all->bifs[IMAGES], own, WR_RES_TPC, all->image, IMAGE);
    return own;
}

static struct wr_source read_part(struct installation *all, const char *name, uint16_t type)
{
    struct wr_source source;
    const wr_entry *entry = wr_resources_find(all->from, name, type);
    must(entry && wr_entry_read(all->context, all->arena, entry, &source) == WR_OK, name);
    source.binary = true;
    return source;
}

/* A model whose images are its own. */
static void add_model(struct installation *all, const char *room)
{
    struct wr_source mdl = read_part(all, room, WR_RES_MDL),
                     mdx = read_part(all, room, WR_RES_MDX);
    struct wr_model *model;
    struct wr_bytes a = {0}, b = {0};
    must(wr_model_read(all->context, all->arena, &mdl, &mdx, &model) == WR_OK, room);
    all->room = room;
    all->images = 0;
    wr_model_rename_textures(model, name_image, all);
    wr_model_write(model, &a, &b);
    bif_add(&all->bifs[MODELS], room, WR_RES_MDL, a.data, a.size);
    bif_add(&all->bifs[MODELS], room, WR_RES_MDX, b.data, b.size);
    wr_bytes_finish(&a);
    wr_bytes_finish(&b);
}

/* As the games do it: ARE, GIT and IFO in the RIM, blueprints in the _s.rim, the rest in BIFs.
 */
struct packing {
    struct packed_part parts[2][PARTS];
    uint32_t counts[2];
};

static void sort_part(struct installation *all, struct packing *packing, const wr_entry *entry)
{
    char *name = (char *)(uintptr_t)wr_entry_name(all->arena, entry);
    uint16_t type = entry->type;
    bool first = type == WR_RES_ARE || type == WR_RES_GIT || type == WR_RES_IFO;
    if (type == WR_RES_MDL) {
        add_model(all, name);
        return;
    }
    if (type == WR_RES_MDX)
        return; /* with the MDL */
    struct wr_source source = read_part(all, name, type);
    if (type == WR_RES_WOK)
        bif_add(&all->bifs[MODELS], name, type, source.data, source.size);
    else if (type == WR_RES_LYT || type == WR_RES_VIS || type == WR_RES_TGA)
        bif_add(&all->bifs[LAYOUTS], name, type, source.data, source.size);
    else
        packing->parts[!first][packing->counts[!first]++] =
            (struct packed_part){name, type, source.data, source.size};
}

/* Of two modules one is a RIM pair, the other a .mod. */
static void add_module(struct installation *all, const char *made, const char *id,
                       unsigned number)
{
    struct packing *packing = calloc(1, sizeof *packing);
    struct wr_resources resources;
    struct wr_bytes bytes;
    char name[64];
    all->arena = wr_arena_create();
    snprintf(name, sizeof name, "%s.mod", id);
    must(packing && wr_resources_open(all->context, all->arena, path_of(made, name),
                                      &resources) == WR_OK,
         id);
    all->from = &resources;
    for (size_t i = 0; i < resources.count; i++)
        sort_part(all, packing, &resources.entries[i]);
    for (unsigned i = 0; i < 2; i++) {
        bool mod = number % 2 == 1;
        bytes = mod ? packed_erf("MOD ", packing->parts[i], packing->counts[i])
                    : packed_rim(packing->parts[i], packing->counts[i]);
        snprintf(name, sizeof name, "modules/%s%s", id, mod ? ".mod" : i ? "_s.rim" : ".rim");
        if (mod && i == 0) { /* all of it in one */
            memcpy(packing->parts[1] + packing->counts[1], packing->parts[0],
                   packing->counts[0] * sizeof *packing->parts[0]);
            packing->counts[1] += packing->counts[0];
            wr_bytes_finish(&bytes);
            continue;
        }
        write_bytes(path_of(all->game, name), &bytes);
    }
    wr_arena_destroy(all->arena);
    free(packing);
}

/* ---- The game ---------------------------------------------------------------------------- */

static void generate(struct wr_context *context, const char *made, struct wr_kits *kits)
{
    static const char text[] = "{\"format\": \"warren-template\", \"version\": 1, \"id\": "
                               "\"bench\", \"kit\": \"burrow\", \"grow\": {\"rooms\": 20}}";
    const struct wr_build_options build = {
        .output = made, .game = WR_K1, .with_map = true, .overlap = 1};
    const struct wr_generate_options options = {
        .build = &build, .seed = 1, .count = MODULES, .map_only = true};
    struct wr_template *template;
    must(wr_template_read(context, "bench.json", text, sizeof text - 1, &template) == WR_OK,
         "the template");
    must(wr_generate(context, template, kits, &options, NULL) == WR_OK, "generating");
    wr_template_free(template);
}

static void build(struct wr_context *context, const char *made, struct wr_kits *kits,
                  unsigned number, char id[8])
{
    char path[32];
    struct wr_map *map;
    const struct wr_build_options options = {
        .output = made, .game = WR_K1, .mod = true, .force = true, .overlap = 1};
    snprintf(id, 8, "m%03u", number);
    snprintf(path, sizeof path, "%u/bench.map.json", number + 1);
    must(wr_map_load(context, path_of(made, path), NULL, &map) == WR_OK, path);
    must(map->room_count == ROOMS, "counting rooms");
    map->id = id;
    must(wr_build(context, map, kits, &options, NULL) == WR_OK, "building");
    wr_map_free(map);
}

static void make_game(const char *game, const char *made)
{
    struct installation all = {
        .game = game, .context = wr_context_create(NULL, NULL), .image = calloc(1, IMAGE)};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    const char *library = path_of(wr_environment("WARREN_SOURCE"), "kits/library");
    must(all.context && all.image && kits && wr_kits_add(kits, library) == WR_OK, "starting");
    for (uint32_t i = 0; i < BIFS; i++)
        bif_open(&all.bifs[i], game, i);
    generate(all.context, made, kits);
    for (unsigned i = 0; i < MODULES; i++) {
        char id[8];
        build(all.context, made, kits, i, id);
        add_module(&all, made, id, i);
    }
    uint64_t used = all.bifs[LAYOUTS].at + all.bifs[MODELS].at + all.bifs[IMAGES].at;
    for (unsigned i = 0; all.bifs[SOUNDS].at + used < all_bifs; i++) {
        char name[WR_RESREF + 1];
        snprintf(name, sizeof name, "sound%u", i);
        bif_add(&all.bifs[SOUNDS], name, 4, NULL, 8 << 20);
    }
    for (uint32_t i = 0; i < BIFS; i++)
        bif_close(&all.bifs[i]);
    write_key(game, all.bifs);
    wr_kits_free(kits);
    wr_context_destroy(all.context);
    free(all.image);
}

/* ---- Runs -------------------------------------------------------------------------------- */

struct run {
    double seconds, busy, memory; /* MiB */
};

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
        execvp(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    must(wait4(child, &status, 0, &usage) == child && status == 0, words[0]);
    return (struct run){.seconds = wr_clock() - start,
                        .busy = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                        .memory = (double)usage.ru_maxrss / 1024};
}

static void clear(const char *folder)
{
    const char *const words[] = {"rm", "-rf", folder, NULL};
    run_once(words);
}

static double output_of(const char *line, const char *folder)
{
    char command[600];
    double value = 0;
    snprintf(command, sizeof command, line, folder);
    FILE *pipe = popen(command, "r");
    must(pipe && fscanf(pipe, "%lf", &value) == 1, line);
    pclose(pipe);
    return value;
}

static void bench(const char *program, const char *folder, const char *game)
{
    char kits[300], copies[300];
    struct run best = {.seconds = 1e9, .busy = 1e9}, copy = {.seconds = 1e9};
    snprintf(kits, sizeof kits, "%s/kits", folder);
    snprintf(copies, sizeof copies, "%s/copies", folder);
    const char *const words[] = {program, "kit", "extract", game, "-o",      kits,
                                 "--map", kits,  "--jobs",  "2",  "--quiet", NULL};
    const char *const copying[] = {"cp", "-r", kits, copies, NULL};
    for (int i = 0; i < ROUNDS; i++) {
        clear(kits);
        clear(copies);
        struct run run = run_once(words), other = run_once(copying);
        best.seconds = run.seconds < best.seconds ? run.seconds : best.seconds;
        best.busy = run.busy < best.busy ? run.busy : best.busy;
        best.memory = run.memory > best.memory ? run.memory : best.memory;
        copy.seconds = other.seconds < copy.seconds ? other.seconds : copy.seconds;
    }
    double rooms = output_of("find %s -name '*.wok' | wc -l", kits);
    double files = output_of("find %s -type f | wc -l", kits);
    must(rooms == MODULES * ROOMS, "counting what was taken");
    printf("%7d %6.0f %7.0f %7.0f %7.0f %8.2f %8.2f %9.1f %8.2f %9.2f %7.2f\n", MODULES, rooms,
           files, output_of("du -sm --apparent-size %s", game),
           output_of("du -sm --apparent-size %s", kits), best.seconds, best.busy, best.memory,
           best.seconds / seconds_goal, best.memory / memory_goal, best.seconds / copy.seconds);
}

int main(int count, char **words)
{
    char folder[] = "/dev/shm/bench_extract.XXXXXX", game[256], made[256];
    if (!mkdtemp(folder)) { /* memory where there is any, else the disk */
        strcpy(folder, "/tmp/bench_extract.XXXXXX");
        must(mkdtemp(folder) != NULL, "making a folder");
    }
    must(count > 1, "finding the program");
    snprintf(game, sizeof game, "%s/game", folder);
    snprintf(made, sizeof made, "%s/made", folder);
    must(mkdir(game, 0777) == 0 && mkdir(path_of(game, "data"), 0777) == 0 &&
             mkdir(path_of(game, "modules"), 0777) == 0 && mkdir(made, 0777) == 0,
         "making folders");
    make_game(game, made);
    clear(made);
    printf("a game as kits and maps, one a module, whole process, 2 jobs\n"
           "%7s %6s %7s %7s %7s %8s %8s %9s %8s %9s %7s\n",
           "modules", "rooms", "files", "MiB in", "MiB out", "s", "s busy", "peak MiB",
           "of 10 s", "of 256MiB", "x copy");
    bench(words[1], folder, game);
    clear(folder);
    return 0;
}
