/* Putting a built module into an edited one, resource by resource. */
#include "builder/module/into.h"
#include "builder/module/into_steps.h"

#include "core/base/slices.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdio.h>
#include <string.h>

/* ---- Resources --------------------------------------------------------------------------- */

/* Put together from both, by rules of their own. */
static bool is_merged(const char *id, const wr_resource *item)
{
    uint32_t number;
    if (item->type == WR_RES_UTD)
        return wr_name_numbered(item->name, id, "_dor", &number);
    return (item->type == WR_RES_IFO && strcmp(item->name, "module") == 0) ||
           ((item->type == WR_RES_ARE || item->type == WR_RES_GIT) &&
            strcmp(item->name, id) == 0);
}

/* In the order of the module that was built, so that what is new comes in that order. */
static enum wr_result put_own(struct wr_putting *putting)
{
    const struct wr_archive *fresh = putting->fresh->container->archive;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < fresh->count; i++) {
        const wr_resource *item = &fresh->items[i];
        struct wr_source source;
        bool there = wr_archive_find(putting->edited, item->name, item->type) != NULL;
        if (is_merged(putting->id, item) || (there && !wr_into_makes(putting, item)))
            continue;
        const wr_entry *entry = wr_resources_find(putting->fresh, item->name, item->type);
        result = wr_entry_read(putting->context, putting->arena, entry, &source);
        if (result == WR_OK)
            result = wr_putting_put(putting, item->name, item->type, source.data, source.size);
        result = wr_context_whole(putting->context, result);
    }
    return result;
}

/* ---- The whole --------------------------------------------------------------------------- */

/* A map's module goes into the module that was made of it. */
static enum wr_result check_module(struct wr_putting *putting)
{
    struct wr_gff *ifo = NULL;
    enum wr_result result = wr_putting_read(putting, putting->old, "module", WR_RES_IFO, &ifo);
    wr_where where = wr_at(&putting->old->source, WR_WHOLE_FILE);
    if (result == WR_NOT_FOUND)
        return wr_fail(putting->context, WR_NOT_FOUND, where, "module-ifo-missing",
                       wr_into_partial(where.source->name), "the module has no 'module.ifo'");
    if (result != WR_OK)
        return result;
    const char *area = wr_gff_text_of(ifo->root, "Mod_Entry_Area", putting->arena);
    if (!area)
        return wr_no_memory(putting->context);
    if (wr_text_same(area, putting->id))
        return WR_OK;
    return wr_fail(putting->context, WR_INVALID, where, "into-other-module",
                   "--id gives the level the id of the module it goes into",
                   "the module's area is '%.40s', that of the level '%s'", area, putting->id);
}

static enum wr_result put_all(struct wr_putting *putting)
{
    uint32_t count = putting->edited->count;
    bool *gone;
    enum wr_result result = check_module(putting);
    if (result == WR_OK)
        result = wr_into_rooms(putting);
    if (result == WR_OK)
        result = wr_into_leftovers(putting, &gone);
    if (result == WR_OK)
        result = wr_into_doors(putting);
    if (result == WR_OK)
        result = wr_into_area(putting);
    if (result == WR_OK)
        result = wr_into_entry(putting);
    if (result == WR_OK)
        result = put_own(putting);
    if (result == WR_OK)
        wr_archive_sift(putting->edited, gone, count);
    return result;
}

static enum wr_result put_into(struct wr_putting *putting, struct wr_bytes *out)
{
    size_t start = out->size;
    enum wr_result result = putting->target
                                ? wr_into_gather(putting)
                                : wr_container_load(putting->context, putting->arena,
                                                    putting->old->container, &putting->edited);
    if (result == WR_OK)
        result = put_all(putting);
    result = wr_context_whole(putting->context, result);
    if (result == WR_OK)
        result = wr_archive_write(putting->context, putting->edited, out);
    if (result == WR_OK && out->failed)
        result = wr_no_memory(putting->context);
    if (result != WR_OK)
        return result;
    const struct wr_source *edited = putting->edited->source;
    putting->count->changed =
        out->size - start != edited->size ||
        !wr_slices_same(putting->context, out->data + start, edited->data, edited->size);
    return WR_OK;
}

/* The last that may be stopped is the writing of the file before it is moved. */
static enum wr_result replace(struct wr_context *context, const char *path,
                              const struct wr_bytes *bytes, unsigned flags)
{
    struct wr_writer *writer = wr_writer_create();
    if (!writer)
        return wr_no_memory(context);
    enum wr_result result =
        wr_writer_make(context, writer, path, bytes->data, bytes->size, flags);
    result = wr_context_commit(context, result);
    if (result == WR_OK)
        result = wr_writer_move(context, writer, path, flags);
    wr_writer_destroy(writer);
    return result;
}

enum wr_result wr_module_into(struct wr_context *context, const struct wr_source *edited,
                              const struct wr_source *fresh, const struct wr_into_level *level,
                              struct wr_bytes *out, struct wr_into_count *count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_resources old, made;
    struct wr_putting putting = {.context = context,
                                 .arena = arena,
                                 .old = &old,
                                 .fresh = &made,
                                 .id = level->id,
                                 .surfaces = level->surfaces,
                                 .level = level,
                                 .count = count};
    *count = (struct wr_into_count){.names = count->names};
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_resources_of_archive(context, arena, edited, &old);
    if (result == WR_OK)
        result = wr_resources_of_archive(context, arena, fresh, &made);
    if (result == WR_OK)
        result = put_into(&putting, out);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_module_into_file(struct wr_context *context, const char *edited,
                                   const struct wr_source *fresh,
                                   const struct wr_into_level *level, unsigned flags,
                                   struct wr_into_count *count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_resources old, made;
    struct wr_bytes out = {0};
    struct wr_putting putting = {.context = context,
                                 .arena = arena,
                                 .old = &old,
                                 .fresh = &made,
                                 .id = level->id,
                                 .surfaces = level->surfaces,
                                 .level = level,
                                 .count = count};
    *count = (struct wr_into_count){.names = count->names};
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_into_target(context, arena, edited, &putting.target);
    if (result == WR_OK)
        result = wr_resources_open_module(context, NULL, arena, edited, &old);
    if (result == WR_OK)
        result = wr_resources_of_archive(context, arena, fresh, &made);
    if (result == WR_OK)
        result = put_into(&putting, &out);
    if (result == WR_OK && count->changed)
        result = putting.target ? replace(context, putting.target, &out, flags)
                                : replace(context, edited, &out, flags | WR_OVERWRITE);
    result = wr_context_commit(context, result);
    wr_bytes_finish(&out);
    wr_arena_destroy(arena);
    return result;
}
