/* Putting a built module into an edited one, resource by resource. */
#include "builder/module/into.h"
#include "builder/module/putting.h"

#include "core/base/system.h"
#include "core/base/text.h"

#include <stdio.h>
#include <string.h>

/* ---- Resources --------------------------------------------------------------------------- */

/* Put together from both, by rules of their own. */
static bool is_merged(const char *id, const wr_resource *item)
{
    uint32_t number;
    if (item->type == WR_RES_UTD)
        return wr_putting_numbered(item->name, id, "_dor", &number);
    return (item->type == WR_RES_IFO && strcmp(item->name, "module") == 0) ||
           ((item->type == WR_RES_ARE || item->type == WR_RES_GIT) &&
            strcmp(item->name, id) == 0);
}

static const uint8_t *bytes_of(const struct wr_archive *archive, const wr_resource *item)
{
    return item->data       ? item->data
           : item->size > 0 ? archive->source->data + item->offset
                            : (const uint8_t *)"";
}

enum wr_result wr_putting_read(const struct wr_putting *putting,
                               const struct wr_archive *archive, const char *name,
                               uint16_t type, struct wr_gff **out)
{
    const wr_resource *item = wr_archive_find(archive, name, type);
    struct wr_source source;
    if (!item)
        return WR_NOT_FOUND;
    enum wr_result result =
        wr_archive_source(putting->context, putting->arena, archive, item, &source);
    return result == WR_OK ? wr_gff_read(putting->context, putting->arena, &source, out)
                           : result;
}

enum wr_result wr_putting_put(struct wr_putting *putting, const char *name, uint16_t type,
                              const uint8_t *data, size_t size)
{
    const wr_resource *old = wr_archive_find(putting->edited, name, type);
    if (old && old->size == size && memcmp(bytes_of(putting->edited, old), data, size) == 0)
        return WR_OK;
    *(old ? &putting->count->replaced : &putting->count->added) += 1;
    if (size > UINT32_MAX ||
        !wr_archive_put(putting->edited, putting->arena, name, type, data, (uint32_t)size))
        return wr_no_memory(putting->context);
    return WR_OK;
}

enum wr_result wr_putting_put_gff(struct wr_putting *putting, const char *name, uint16_t type,
                                  const struct wr_gff *gff)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = wr_gff_write(putting->context, gff, &bytes);
    const char *copy = result == WR_OK
                           ? wr_arena_text(putting->arena, (const char *)bytes.data, bytes.size)
                           : NULL;
    if (result == WR_OK)
        result = copy ? wr_putting_put(putting, name, type, (const uint8_t *)copy, bytes.size)
                      : wr_no_memory(putting->context);
    wr_bytes_finish(&bytes);
    return result;
}

void wr_putting_copy(struct wr_gff *to, wr_gff_list *list, const wr_gff_struct *row)
{
    wr_gff_struct *made = wr_gff_append(to, list, row->id);
    for (uint32_t i = 0; made && i < row->count; i++) {
        wr_gff_field value = row->fields[i];
        if (value.type == WR_GFF_STRUCT || value.type == WR_GFF_LIST)
            continue;
        wr_gff_set_whole(to, made, value.label, value.type, 0);
        wr_gff_field *copy = wr_gff_find(made, value.label);
        value.at = 0;
        value.place = 0;
        if (copy)
            *copy = value;
    }
}

static enum wr_result put_own(struct wr_putting *putting)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < putting->fresh->count; i++) {
        const wr_resource *item = &putting->fresh->items[i];
        bool there = wr_archive_find(putting->edited, item->name, item->type) != NULL;
        if (is_merged(putting->id, item) || (there && !wr_putting_makes(putting, item)))
            continue;
        result = wr_putting_put(putting, item->name, item->type, bytes_of(putting->fresh, item),
                                item->size);
    }
    return result;
}

/* ---- The whole --------------------------------------------------------------------------- */

/* A map's module goes into the module that was made of it. */
static enum wr_result check_module(struct wr_putting *putting)
{
    struct wr_gff *ifo = NULL;
    enum wr_result result =
        wr_putting_read(putting, putting->edited, "module", WR_RES_IFO, &ifo);
    wr_where where = wr_at(putting->edited->source, WR_WHOLE_FILE);
    if (result == WR_NOT_FOUND)
        return wr_fail(putting->context, WR_NOT_FOUND, where, "module-ifo-missing", NULL,
                       "the module has no 'module.ifo'");
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
        result = wr_putting_leftovers(putting, &gone);
    if (result == WR_OK)
        result = wr_putting_doors(putting);
    if (result == WR_OK)
        result = wr_putting_area(putting);
    if (result == WR_OK)
        result = wr_putting_entry(putting);
    if (result == WR_OK)
        result = put_own(putting);
    if (result == WR_OK)
        wr_archive_sift(putting->edited, gone, count);
    return result;
}

static enum wr_result put_into(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *edited, const struct wr_source *fresh,
                               struct wr_putting *putting, struct wr_bytes *out)
{
    struct wr_archive *made;
    enum wr_result result = wr_archive_read(context, arena, edited, &putting->edited);
    if (result == WR_OK)
        result = wr_archive_read(context, arena, fresh, &made);
    if (result != WR_OK)
        return result;
    putting->fresh = made;
    result = put_all(putting);
    size_t start = out->size;
    if (result == WR_OK)
        result = wr_archive_write(context, putting->edited, out);
    if (result == WR_OK && out->failed)
        result = wr_no_memory(context);
    putting->count->changed =
        result == WR_OK && (out->size - start != edited->size ||
                            memcmp(out->data + start, edited->data, edited->size) != 0);
    return result;
}

enum wr_result wr_module_into(struct wr_context *context, const struct wr_source *edited,
                              const struct wr_source *fresh, const char *id,
                              const wr_surfaces *surfaces, struct wr_bytes *out,
                              struct wr_into_count *count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_putting putting = {
        .context = context, .arena = arena, .id = id, .surfaces = surfaces, .count = count};
    *count = (struct wr_into_count){.names = count->names};
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = put_into(context, arena, edited, fresh, &putting, out);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_module_into_file(struct wr_context *context, const char *edited,
                                   const char *fresh, const char *id,
                                   const wr_surfaces *surfaces, unsigned flags,
                                   struct wr_into_count *count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source sources[2];
    struct wr_bytes out = {0};
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_file_read(context, arena, edited, &sources[0]);
    if (result == WR_OK)
        result = wr_file_read(context, arena, fresh, &sources[1]);
    if (result == WR_OK)
        result = wr_module_into(context, &sources[0], &sources[1], id, surfaces, &out, count);
    if (result == WR_OK && count->changed)
        result = wr_file_write(context, edited, out.data, out.size, flags | WR_OVERWRITE);
    wr_bytes_finish(&out);
    wr_arena_destroy(arena);
    return result;
}
