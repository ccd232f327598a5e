/* Reading what an earlier build of a module listed. */
#include "builder/module/former.h"

#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/lyt.h"

#include <stdlib.h>
#include <string.h>

static int order_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static enum wr_result read_layout(struct wr_context *quiet, struct wr_arena *arena,
                                  const char *path, struct wr_lyt *out)
{
    struct wr_source source;
    enum wr_result result = wr_file_read(quiet, arena, path, &source);
    return result == WR_OK ? wr_lyt_read(quiet, arena, &source, out) : result;
}

static const char *path_of(struct wr_arena *arena, const char *folder, const char *id)
{
    struct wr_bytes name = {0};
    wr_bytes_print(&name, "%s.lyt", id);
    wr_bytes_char(&name, '\0');
    const char *path =
        name.failed ? NULL : wr_path_join(arena, folder, (const char *)name.data);
    wr_bytes_finish(&name);
    return path;
}

enum wr_result wr_former_read(struct wr_context *context, struct wr_arena *arena,
                              const char *folder, const char *id, struct wr_former *out)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    const char *path = path_of(arena, folder, id);
    struct wr_lyt lyt = {0};
    *out = (struct wr_former){0};
    enum wr_result result = quiet && path ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK && wr_file_exists(context, path))
        result = read_layout(quiet, arena, path, &lyt);
    wr_context_destroy(quiet);
    if (result == WR_OK)
        out->rooms = WR_TAKE(arena, const char *, lyt.room_count);
    if (result == WR_NO_MEMORY || (result == WR_OK && !out->rooms))
        return wr_no_memory(context);
    for (uint32_t i = 0; out->rooms && i < lyt.room_count; i++)
        out->rooms[out->count++] = lyt.rooms[i].model;
    if (out->count > 1)
        qsort(out->rooms, out->count, sizeof *out->rooms, order_names);
    return result == WR_STOPPED ? result : WR_OK;
}

static bool has_room(const struct wr_layout *layout, const char *name)
{
    for (uint32_t i = 0; i < layout->area_room_count; i++)
        if (wr_text_same(layout->names[i], name))
            return true;
    return false;
}

void wr_former_tell(struct wr_context *context, const struct wr_former *former,
                    const struct wr_layout *layout, const char *path)
{
    const char *name = wr_path_name(path), *end = strrchr(name, '.');
    char stem[64] = {0};
    const char *key = stem;
    size_t size = end && wr_text_same(end, ".wok") ? (size_t)(end - name) : sizeof stem;
    if (size >= sizeof stem)
        return;
    memcpy(stem, name, size);
    if (!former->count ||
        !bsearch(&key, former->rooms, former->count, sizeof *former->rooms, order_names) ||
        has_room(layout, stem))
        return;
    struct wr_source source = {.name = path};
    wr_warn(context, wr_at(&source, WR_WHOLE_FILE), "room-left",
            "remove it, where you do not need it any more",
            "the layout that was here listed room '%s', and the one that was built does not",
            stem);
}
