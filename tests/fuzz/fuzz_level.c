/* A kit and a map or a template of it, changed together and taken through everything Warren
 * does with them: built with its archive, judged, put into that archive, repaired, and taken
 * apart into a kit and a map again. Each step ends well or says why not, what was built is
 * sound, and the second time gives the same bytes.
 *
 * The input is the kit (XML, or JSON of HolocronToolset), a line of four `=`, and the map or
 * template. */
#include "tests/fuzz/fuzz.h"

#include "builder/builder.h"
#include "core/base/bytes.h"

#include <string.h>

static const char floor_text[] = "usemtl Stone\nv -6 -6 0\nv -1 -6 0\nv 1 -6 0\nv 6 -6 0\n"
                                 "v 6 6 0\nv 1 6 0\nv -1 6 0\nv -6 6 0\nf 1 2 7 8\n"
                                 "f 2 3 6 7\nf 3 4 5 6\n";
static const char between[] = "\n====\n";
enum { STEPS = 1000 };

struct level {
    struct wr_memory *memory;
    struct wr_context *context; /* of one step */
    const struct wr_map *map;
    struct wr_kits *kits;
    bool odd; /* said of what a check finds fault with, too */
};

/* ---- Steps ------------------------------------------------------------------------------- */

static void hear(void *user, const struct wr_diag *diag)
{
    struct level *level = user;
    level->odd |= strcmp(diag->slug, "material-unknown") == 0;
    if (getenv("FUZZ_VERBOSE"))
        fprintf(stderr, "%s:%u: %s [%s]\n", diag->file ? diag->file : "", diag->line,
                diag->message, diag->slug);
}

static void begin(struct level *level)
{
    level->context = wr_context_create(hear, level);
    MUST(level->context);
    wr_context_set_files(level->context, wr_memory_files(level->memory));
    wr_context_set_jobs(level->context, 1);
}

static bool end(struct level *level, enum wr_result result)
{
    MUST((result == WR_OK) == (wr_context_count(level->context, WR_ERROR) == 0));
    MUST(result != WR_NO_MEMORY && result != WR_IO);
    wr_context_destroy(level->context);
    level->context = NULL;
    return result == WR_OK;
}

static bool build(struct level *level, const char *output, const char *into,
                  struct wr_build_summary *sum)
{
    const struct wr_build_options options = {
        .output = into ? NULL : output, .into = into, .mod = !into, .trx = !into};
    *sum = (struct wr_build_summary){0};
    begin(level);
    return end(level, wr_build(level->context, level->map, level->kits, &options, sum));
}

static void check(struct level *level, const char *path)
{
    struct wr_check_summary sum = {0};
    begin(level);
    bool fine = end(level, wr_check(level->context, path, NULL, &sum));
    MUST((fine && sum.wrong == 0) || level->odd);
}

/* ---- What is in memory ------------------------------------------------------------------- */

/* The archive in a folder, or nothing; `path` has its name. */
static struct wr_bytes archive(const struct level *level, const char *folder, char path[64])
{
    struct wr_bytes out = {0};
    size_t size;
    snprintf(path, 64, "%s/%s.mod", folder, level->map->id);
    const void *data = wr_memory_get(level->memory, path, &size);
    MUST(data);
    wr_bytes_add(&out, data, size);
    MUST(!out.failed);
    return out;
}

static bool same(const struct wr_bytes *a, const struct wr_bytes *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static bool has_below(const struct level *level, const char *folder)
{
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(level->memory, i)); i++)
        if (strncmp(path, folder, strlen(folder)) == 0)
            return true;
    return false;
}

/* ---- All of it --------------------------------------------------------------------------- */

/* Whatever is put into what it made adds nothing, and the second time changes nothing. */
static void put_into(struct level *level, const struct wr_bytes *made)
{
    struct wr_build_summary sum;
    struct wr_bytes data[2] = {{0}, {0}};
    size_t size;
    MUST(wr_memory_put(level->memory, "edited.mod", made->data, made->size));
    for (int i = 0; i < 2; i++) {
        MUST(build(level, NULL, "edited.mod", &sum));
        MUST(sum.added == 0 && sum.removed == 0);
        const void *now = wr_memory_get(level->memory, "edited.mod", &size);
        wr_bytes_add(&data[i], now, size);
        MUST(!data[i].failed);
    }
    MUST(same(&data[0], &data[1]));
    wr_bytes_finish(&data[0]);
    wr_bytes_finish(&data[1]);
    check(level, "edited.mod");
}

/* A repair of what is sound leaves it sound. */
static void repair(struct level *level, const char *path)
{
    const struct wr_rebuild_options options = {
        .repair = true, .relink = true, .vis = true, .paths = true};
    begin(level);
    bool fine = end(level, wr_rebuild(level->context, &path, 1, &options, NULL));
    MUST(fine || level->odd);
    check(level, path);
}

/* What is taken out can be read. */
static void take_apart(struct level *level, const char *path)
{
    const struct wr_extract_options options = {
        .source = path, .output = "taken", .map = "taken.json"};
    struct wr_extract_summary sum;
    struct wr_kit *kit = NULL;
    struct wr_map *map = NULL;
    begin(level);
    bool taken = end(level, wr_kit_extract(level->context, &options, &sum));
    MUST(taken == has_below(level, "taken"));
    if (!taken)
        return;
    begin(level);
    enum wr_result result = wr_kit_load(level->context, "taken/kit.xml", NULL, &kit);
    if (result == WR_OK)
        result = wr_map_load(level->context, "taken.json", NULL, &map);
    MUST(end(level, result));
    MUST(kit->room_count <= sum.rooms && map->room_count == sum.rooms);
    wr_kit_free(kit);
    wr_map_free(map);
}

static void run(struct level *level)
{
    struct wr_build_summary sum;
    char path[64];
    if (!build(level, "out", NULL, &sum)) {
        MUST(!has_below(level, "out"));
        return;
    }
    check(level, "out");
    struct wr_bytes made = archive(level, "out", path);
    put_into(level, &made);
    take_apart(level, path);
    repair(level, path);
    wr_bytes_finish(&made);
}

/* ---- The input --------------------------------------------------------------------------- */

static struct wr_map *generate(struct level *level)
{
    struct wr_template *template = NULL;
    struct wr_generator *generator = NULL;
    struct wr_map *map = NULL;
    begin(level);
    enum wr_result result = wr_template_load(level->context, "level.json", &template);
    if (result == WR_OK)
        result = wr_generator_create(level->context, template, level->kits, NULL, &generator);
    if (result == WR_OK)
        result = wr_generator_make(level->context, generator, 1, STEPS, &map, NULL);
    end(level, result);
    if (generator)
        wr_generator_free(generator);
    wr_template_free(template);
    return map;
}

static struct wr_map *load(struct level *level)
{
    struct wr_map *map = NULL;
    begin(level);
    end(level, wr_map_load(level->context, "level.json", NULL, &map));
    return map;
}

static void put_file(struct level *level, const char *path, const void *data, size_t size)
{
    MUST(wr_memory_put(level->memory, path, data, size));
}

static const uint8_t *find_between(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + sizeof between - 1 <= size; i++)
        if (memcmp(data + i, between, sizeof between - 1) == 0)
            return data + i;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = find_between(data, size);
    if (!cut)
        return 0;
    struct level level = {.memory = wr_memory_create(NULL), .kits = wr_kits_create(NULL)};
    const uint8_t *rest = cut + sizeof between - 1;
    size_t rest_size = size - (size_t)(rest - data);
    const char *kit = data[0] == '{' ? "kit.json" : "kit/kit.xml";
    MUST(level.memory && level.kits && wr_kits_add(level.kits, kit) == WR_OK);
    put_file(&level, kit, data, (size_t)(cut - data));
    put_file(&level, "kit/a.obj", floor_text, sizeof floor_text - 1);
    put_file(&level, "kit/a.wok", floor_text, sizeof floor_text - 1);
    put_file(&level, "level.json", rest, rest_size);
    struct wr_map *map =
        wr_template_recognise(rest, rest_size) ? generate(&level) : load(&level);
    level.map = map;
    if (map)
        run(&level);
    wr_map_free(map);
    wr_kits_free(level.kits);
    wr_memory_destroy(level.memory);
    return 0;
}
