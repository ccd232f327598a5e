/* Runs a fuzz target over files and over the files of folders, as an ordinary test. */
#include "tests/fuzz/fuzz.h"

#include "core/files/file.h"

#include <string.h>

static size_t runs;

/* In memory of its own, so that a sanitizer sees the first byte too many. */
static void run(struct wr_context *context, const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source;
    MUST(arena && wr_file_read(context, arena, path, &source) == WR_OK);
    uint8_t *data = malloc(source.size ? source.size : 1);
    MUST(data);
    memcpy(data, source.data, source.size);
    LLVMFuzzerTestOneInput(data, source.size);
    free(data);
    wr_arena_destroy(arena);
    runs++;
}

static void run_folder(struct wr_context *context, const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    char **names;
    size_t count;
    MUST(arena && wr_folder_list(context, arena, path, &names, &count) == WR_OK);
    for (size_t i = 0; i < count; i++)
        run(context, wr_path_join(arena, path, names[i]));
    wr_arena_destroy(arena);
}

int main(int count, char **paths)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    MUST(context);
    for (int i = 1; i < count; i++) {
        if (wr_folder_exists(context, paths[i]))
            run_folder(context, paths[i]);
        else
            run(context, paths[i]);
    }
    wr_context_destroy(context);
    printf("%zu inputs\n", runs);
    return runs > 0 ? 0 : 1;
}
