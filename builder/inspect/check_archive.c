/* Archives, judged with all that is in them. */
#include "builder/inspect/check_archive.h"
#include "builder/inspect/judge.h"
#include "builder/inspect/kinds_game.h"

#include "core/base/path.h"

#include <string.h>

static enum wr_result worse(enum wr_result a, enum wr_result b)
{
    return a == WR_OK || b == WR_NO_MEMORY ? b : a;
}

/* What Warren does not read is passed over, and so is a text that only looks like one of its
 * texts. */
static enum wr_result check_entry(struct wr_context *context, const struct wr_kind_file *file,
                                  const struct wr_resources *resources, const wr_entry *entry,
                                  struct wr_arena *arena)
{
    struct wr_kind_file inner = {.arena = arena, .surfaces = file->surfaces};
    enum wr_result result = wr_entry_read(context, arena, entry, &inner.source);
    const struct wr_kind *kind =
        result == WR_OK ? wr_kind_of(inner.source.data, inner.source.size) : NULL;
    bool text = entry->type == WR_RES_LYT || entry->type == WR_RES_VIS;
    if (kind && entry->type == WR_RES_MDL && !kind->binary)
        return wr_kind_check_model(context, &inner); /* the game reads no text */
    if (!kind || (!kind->binary && !text))
        return result;
    inner.source.binary = kind->binary;
    struct wr_source mdx;
    const char *name = wr_entry_name(arena, entry);
    if (!name)
        return wr_no_memory(context);
    const wr_entry *rows =
        entry->type == WR_RES_MDL ? wr_resources_find(resources, name, WR_RES_MDX) : NULL;
    if (rows) {
        result = wr_entry_read(context, arena, rows, &mdx);
        mdx.binary = true;
        inner.companion = &mdx;
    }
    return result == WR_OK ? kind->check(context, &inner) : result;
}

static enum wr_result check_others(struct wr_context *context, const struct wr_kind_file *file,
                                   const struct wr_module_parts *parts)
{
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? WR_OK : wr_no_memory(context);
    for (size_t i = 0; arena && i < parts->resources->count; i++) {
        if (parts->taken[i])
            continue;
        wr_arena_reset(arena);
        result = worse(result, check_entry(context, file, parts->resources,
                                           &parts->resources->entries[i], arena));
    }
    wr_arena_destroy(arena);
    return result;
}

/* What is in it is to be taken out, too. */
static void judge_names(struct wr_context *context, const struct wr_resources *resources)
{
    for (size_t i = 0; i < resources->count; i++) {
        const char *name = resources->entries[i].file, *why = wr_name_fault(name);
        if (why)
            wr_warn(context, wr_at(&resources->source, WR_WHOLE_FILE), "file-name",
                    "rename it: no file of that name can be on Windows", "the name '%.64s' %s",
                    name, why);
    }
}

enum wr_result wr_check_archive(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_check_options options = {.surfaces = file->surfaces, .overlap = file->overlap};
    struct wr_resources resources;
    enum wr_result result = wr_kind_open(context, file, &resources);
    if (result != WR_OK)
        return result;
    struct wr_module_parts parts = {&resources, WR_ZERO(file->arena, bool, resources.count)};
    if (!parts.taken)
        return wr_no_memory(context);
    judge_names(context, &resources);
    if (strcmp(resources.container->archive->type, "MOD ") == 0)
        result = wr_module_judge(context, file->arena, &parts, &options);
    return result == WR_NO_MEMORY ? result : worse(result, check_others(context, file, &parts));
}
