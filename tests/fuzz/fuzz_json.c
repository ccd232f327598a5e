/* JSON: whatever is read, each value stands where it is said to stand. */
#include "tests/fuzz/fuzz.h"

#include "core/text/json.h"

#include <string.h>

static void check_value(struct wr_context *context, const struct wr_source *source,
                        wr_json *json)
{
    static const char *const starts[] = {"n", "tf", "-0123456789", "\"", "[", "{"};
    char path[WR_JSON_PATH_SIZE];
    uint32_t count = 0;
    MUST(json->where.offset < source->size);
    MUST(strchr(starts[json->kind], source->data[json->where.offset]));
    MUST(!json->key || source->data[json->key_where.offset] == '"');
    MUST(strlen(wr_json_path(json, path)) < WR_JSON_PATH_SIZE);
    for (wr_json *item = json->first; item; item = item->next) {
        MUST(item->parent == json && item->index == count++);
        MUST(item->where.offset > json->where.offset);
        check_value(context, source, item);
    }
    MUST(count == json->count);
}

/* As a reader would: whatever is wrong is reported, and nothing is read twice. */
static void ask(struct wr_context *context, wr_json *root)
{
    static const char *const known[] = {"a", "b", "c", NULL};
    const char *text;
    float number;
    int64_t integer;
    wr_vec3 at;
    bool ok = true;
    wr_json_get_text(context, root, "a", true, &text, &ok);
    wr_json_get_f32(context, root, "b", true, &number, &ok);
    wr_json_get_integer(context, root, "b", true, 0, 9, &integer, &ok);
    wr_json_get_vec3(context, root, "c", true, &at, &ok);
    wr_json_done(context, root, known, &ok);
    MUST(ok == (wr_context_count(context, WR_ERROR) == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.json", .data = data, .size = size};
    wr_json *root;
    MUST(context && arena);
    enum wr_result result = wr_json_read(context, arena, &source, &root);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        check_value(context, &source, root);
        ask(context, root);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
