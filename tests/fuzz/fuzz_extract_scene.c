/* A kit taken out of a scene that anybody wrote: nothing outside the kit's folder is written,
 * and where there is a kit, it can be read. */
#include "tests/fuzz/fuzz.h"

#include "builder/builder.h"
#include "core/files/files.h"

#include <string.h>

/* What is there but the scene lies in the kit's folder, or is the map. */
static size_t count_files(struct wr_memory *memory)
{
    size_t count = 0;
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(memory, i)); i++) {
        bool ours = strncmp(path, "kit/", 4) == 0 || strcmp(path, "area.json") == 0;
        MUST(ours || strcmp(path, "scene") == 0);
        count += ours;
    }
    return count;
}

static void extract(struct wr_context *context, struct wr_memory *memory)
{
    const struct wr_extract_options options = {
        .source = "scene", .output = "kit", .map = "area.json"};
    struct wr_extract_summary sum;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit;
    struct wr_map *map;
    enum wr_result result = wr_kit_extract(context, &options, &sum);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(count_files(memory) == (result == WR_OK ? sum.files : 0));
    if (result != WR_OK)
        return;
    MUST(wr_kit_load(context, "kit/kit.xml", &surfaces, &kit) == WR_OK);
    MUST(kit->room_count == sum.rooms);
    wr_kit_free(kit);
    MUST(wr_map_load(context, "area.json", NULL, &map) == WR_OK);
    wr_map_free(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_memory *memory = wr_memory_create(NULL);
    MUST(context && memory && wr_memory_put(memory, "scene", data, size));
    wr_context_set_files(context, wr_memory_files(memory));
    extract(context, memory);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    return 0;
}
