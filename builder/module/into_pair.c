/* A module of several archives, the RIMs of a game: one MOD beside them is made of it, and they
 * stay as they are. */
#include "builder/module/into.h"
#include "builder/module/into_steps.h"

#include "core/base/text.h"
#include "core/files/file.h"

#include <string.h>

/* ---- Names ------------------------------------------------------------------------------- */

enum { SUFFIX = 4 };

static bool is_rim(const char *path)
{
    size_t size = strlen(wr_path_name(path));
    return size > SUFFIX && wr_text_same(path + strlen(path) - SUFFIX, ".rim");
}

void wr_build_into_file(const char *into, struct wr_bytes *out)
{
    wr_bytes_add(out, into, strlen(into) - (is_rim(into) ? SUFFIX : 0));
    wr_bytes_text(out, is_rim(into) ? ".mod" : "");
}

enum wr_result wr_into_target(struct wr_context *context, struct wr_arena *arena,
                              const char *edited, const char **out)
{
    struct wr_bytes name = {0};
    *out = NULL;
    if (!is_rim(edited))
        return WR_OK;
    wr_build_into_file(edited, &name);
    if (!name.failed)
        *out = wr_arena_text(arena, (const char *)name.data, name.size);
    wr_bytes_finish(&name);
    return *out ? WR_OK : wr_no_memory(context);
}

enum wr_result wr_into_look(struct wr_context *context, struct wr_arena *arena,
                            const char *edited, bool force)
{
    const char *target;
    enum wr_result result = wr_into_target(context, arena, edited, &target);
    if (result != WR_OK || !target)
        return result;
    struct wr_source source = {.name = target};
    if (!wr_file_exists(context, target))
        return wr_path_check_new(context, target, true);
    if (force)
        return WR_OK;
    return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                   "put the level into this file, or give --force to make it anew of the RIMs",
                   "the file exists already");
}

const char *wr_into_partial(const char *edited)
{
    const char *name = wr_path_name(edited);
    size_t size = strlen(name);
    bool rim = size > 6 && wr_text_same(name + size - 6, "_s.rim");
    bool dialogues = size > 8 && wr_text_same(name + size - 8, "_dlg.erf");
    return rim || dialogues ? "it is part of a module: give the .rim beside it" : NULL;
}

/* ---- Resources --------------------------------------------------------------------------- */

static enum wr_result start_mod(struct wr_putting *putting)
{
    struct wr_bytes head = {0};
    wr_where where = wr_at(&putting->old->source, WR_WHOLE_FILE);
    enum wr_result result = wr_erf_write_head(putting->context, where, "MOD ", NULL, 0, &head);
    const char *copy = result == WR_OK
                           ? wr_arena_text(putting->arena, (const char *)head.data, head.size)
                           : NULL;
    struct wr_source source = {
        .name = putting->target, .data = (const uint8_t *)copy, .size = head.size};
    if (result == WR_OK)
        result =
            copy ? wr_archive_read(putting->context, putting->arena, &source, &putting->edited)
                 : wr_no_memory(putting->context);
    wr_bytes_finish(&head);
    return result;
}

/* Of one name, the entry that counts comes first. */
static bool counts(const struct wr_resources *module, size_t index)
{
    const wr_entry *entry = &module->entries[index];
    return index == 0 || !wr_text_same(entry[-1].file, entry->file);
}

static enum wr_result take(struct wr_putting *putting, const wr_entry *entry)
{
    wr_resource *item = &putting->edited->items[putting->edited->count++];
    struct wr_source source;
    enum wr_result result = wr_entry_read(putting->context, putting->arena, entry, &source);
    if (result != WR_OK)
        return result;
    *item =
        (wr_resource){.type = entry->type, .data = source.data, .size = (uint32_t)source.size};
    memcpy(item->name, entry->resource->name, sizeof item->name);
    return WR_OK;
}

enum wr_result wr_into_gather(struct wr_putting *putting)
{
    const struct wr_resources *old = putting->old;
    enum wr_result result = start_mod(putting);
    if (result != WR_OK)
        return result;
    putting->edited->items = WR_TAKE(putting->arena, wr_resource, old->count);
    if (!putting->edited->items)
        return wr_no_memory(putting->context);
    for (size_t i = 0; result == WR_OK && i < old->count; i++)
        if (counts(old, i))
            result = wr_context_whole(putting->context, take(putting, &old->entries[i]));
    return result;
}
