/* A module built without a file: map and kit are given as bytes, and so is what is made.
 *
 *     cc memory.c $(pkg-config --cflags --libs warren) -o memory */
#include "builder/builder.h"

#include <stdio.h>
#include <string.h>

static const char floor_text[] = "usemtl Stone\n"
                                 "v -5 -5 0\nv -1 -5 0\nv 1 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 5 0\n"
                                 "f 1 2 6\nf 2 3 5 6\nf 3 4 5\n";
static const char kit_text[] = "<kit id='cave' name='Cave' version='1'>\n"
                               "  <door name='arch' width='2' height='2.5'/>\n"
                               "  <room id='cell' name='Cell' walkmesh='cell.obj'>\n"
                               "    <hook name='south' at='0 -5 0' door='arch'/>\n"
                               "  </room>\n"
                               "</kit>\n";
static const char map_text[] =
    "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"two\", \"kit\": \"cave\",\n"
    " \"rooms\": [{\"name\": \"north\", \"room\": \"cell\", \"position\": [0, 0, 0]},\n"
    "           {\"name\": \"south\", \"room\": \"cell\", \"position\": [0, -10, 0],\n"
    "            \"turn\": 180}]}\n";

static void report(void *user, const struct wr_diag *diag)
{
    (void)user;
    if (diag->severity != WR_NOTE)
        printf("%s:%u: %s [%s]\n", diag->file ? diag->file : "-", diag->line, diag->message,
               diag->slug);
}

int main(void)
{
    struct wr_context *context = wr_context_create(report, NULL);
    struct wr_memory *memory = wr_memory_create(NULL);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_kit *kit = NULL;
    struct wr_map *map = NULL;
    struct wr_build_options options = {.output = "out", .mod = true};
    if (!context || !memory || !kits)
        return 1;

    wr_context_set_files(context, wr_memory_files(memory));
    wr_memory_put(memory, "cave/cell.obj", floor_text, strlen(floor_text));
    enum wr_result result =
        wr_kit_read(context, "cave/kit.xml", kit_text, strlen(kit_text), &surfaces, &kit);
    if (result == WR_OK)
        result = wr_kits_put(kits, kit);
    if (result == WR_OK)
        result = wr_map_read(context, "two.json", map_text, strlen(map_text), &surfaces, &map);
    if (result == WR_OK)
        result = wr_build(context, map, kits, &options, NULL);

    const char *path;
    size_t size;
    for (size_t i = 0; result == WR_OK && (path = wr_memory_path(memory, i)); i++)
        if (wr_memory_get(memory, path, &size))
            printf("%s: %zu bytes\n", path, size);

    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    return result == WR_OK ? 0 : 1;
}
