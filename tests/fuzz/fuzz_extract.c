/* A kit taken out of a module whose resources were changed by anybody: nothing outside the
 * kit's folder is written, and where there is a kit, it can be read. */
#include "tests/fuzz/fuzz_spoil.h"
#include "tests/support/git_rows.h"

#include "builder/builder.h"

/* What is there but the module lies in the kit's folder, or is the map. */
static size_t count_files(struct wr_memory *memory)
{
    size_t count = 0;
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(memory, i)); i++) {
        bool ours = strncmp(path, "kit/", 4) == 0 || strcmp(path, "area.json") == 0;
        MUST(ours || strcmp(path, "x.mod") == 0);
        count += ours;
    }
    return count;
}

static void extract(struct wr_context *context, struct wr_memory *memory)
{
    struct wr_extract_options options = {
        .source = "x.mod", .output = "kit", .map = "area.json"};
    struct wr_extract_summary sum;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit;
    struct wr_map *map;
    wr_context_set_jobs(context, 1);
    enum wr_result result = wr_kit_extract(context, &options, &sum);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(count_files(memory) == (result == WR_OK ? sum.files : 0));
    if (result != WR_OK)
        return;
    MUST(wr_kit_load(context, "kit/kit.xml", &surfaces, &kit) == WR_OK);
    MUST(kit->room_count <= sum.rooms); /* some are alike */
    wr_kit_free(kit);
    MUST(wr_map_load(context, "area.json", NULL, &map) == WR_OK);
    MUST(map->room_count == sum.rooms);
    wr_map_free(map);
}

static void print_finding(void *user, const struct wr_diag *diag)
{
    (void)user;
    if (getenv("FUZZ_VERBOSE"))
        fprintf(stderr, "%s: %s [%s]\n", diag->file ? diag->file : "", diag->message,
                diag->slug);
}

/* A thing of each kind, and what races have. */
static void add_things(struct small_module *module)
{
    static wr_lyt_item rooms[] = {{"s_a", {0, 0, 0}}, {"s_b", {6, 0, 0}}, {"s_far", {9, 9, 9}}};
    static wr_lyt_item track = {"mgt05_01", {1, 2, 3}}, obstacle = {"mgo04_01", {4, 5, 6}};
    const struct wr_lyt lyt = {.rooms = rooms,
                               .tracks = &track,
                               .obstacles = &obstacle,
                               .room_count = 3,
                               .track_count = 1,
                               .obstacle_count = 1};
    git_put_all(module->git, 3, 3, 0);
    wr_bytes_finish(&module->lyt);
    wr_lyt_write(&lyt, &module->lyt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wr_bytes sound;
    if (!sound.data)
        sound = spoil_module(add_things);
    struct wr_bytes module = spoil(&sound, data, size);
    struct wr_context *context = wr_context_create(print_finding, NULL);
    struct wr_memory *memory = wr_memory_create(NULL);
    MUST(context && memory && wr_memory_put(memory, "x.mod", module.data, module.size));
    wr_context_set_files(context, wr_memory_files(memory));
    extract(context, memory);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    wr_bytes_finish(&module);
    return 0;
}
