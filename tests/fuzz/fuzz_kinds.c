/* Files of every kind, told by content: what passes the check can be shown, as text and as
 * JSON. */
#include "tests/fuzz/fuzz.h"

#include "builder/builder.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/text/json.h"

#include <unistd.h>

/* Of this process alone: several may run at once. */
static const char *file_name(void)
{
    static char name[256];
    const char *folder = wr_environment("TMPDIR");
    if (!name[0])
        snprintf(name, sizeof name, "%.200s/warren-fuzz-kinds-%ld", folder ? folder : "/tmp",
                 (long)getpid());
    return name;
}

static void check_json(struct wr_context *context, struct wr_arena *arena,
                       const struct wr_bytes *bytes)
{
    struct wr_source source = {.name = "shown", .data = bytes->data, .size = bytes->size};
    wr_json *json;
    MUST(wr_json_read(context, arena, &source, &json) == WR_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes text = {0}, json = {0};
    MUST(context && arena);
    wr_context_set_jobs(context, 1);
    const char *path = file_name();
    MUST(wr_file_write(context, path, data, size, WR_OVERWRITE) == WR_OK);
    enum wr_result checked = wr_check(context, path, NULL, NULL);
    MUST((checked == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    enum wr_result shown = wr_show(context, path, NULL, &text);
    MUST(checked != WR_OK || shown == WR_OK);
    MUST(shown == WR_OK || text.size == 0);
    MUST(wr_show(context, path, &(struct wr_show_options){.json = true}, &json) == shown);
    if (shown == WR_OK)
        check_json(context, arena, &json);
    remove(path);
    wr_bytes_finish(&text);
    wr_bytes_finish(&json);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
