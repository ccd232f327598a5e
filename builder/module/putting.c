/* Reading what is put together, and putting it under its name. */
#include "builder/module/putting.h"

#include <string.h>

static const uint8_t *bytes_of(const struct wr_archive *archive, const wr_resource *item)
{
    return item->data       ? item->data
           : item->size > 0 ? archive->source->data + item->offset
                            : (const uint8_t *)"";
}

enum wr_result wr_putting_read(const struct wr_putting *putting,
                               const struct wr_resources *resources, const char *name,
                               uint16_t type, struct wr_gff **out)
{
    const wr_entry *entry = wr_resources_find(resources, name, type);
    struct wr_source source;
    if (!entry)
        return WR_NOT_FOUND;
    enum wr_result result = wr_entry_read(putting->context, putting->arena, entry, &source);
    return result == WR_OK ? wr_gff_read(putting->context, putting->arena, &source, out)
                           : result;
}

wr_where wr_putting_where(const struct wr_putting *putting, const wr_entry *entry)
{
    if (!entry || !entry->resource)
        return wr_at(&putting->old->source, WR_WHOLE_FILE);
    return wr_at(entry->container->archive->source, entry->resource->offset);
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

void wr_putting_set(struct wr_gff *gff, wr_gff_struct *row, const wr_gff_field *from)
{
    if (!from || from->type == WR_GFF_STRUCT || from->type == WR_GFF_LIST)
        return;
    wr_gff_field *there = wr_gff_find(row, from->label);
    if (there && there->type != from->type)
        return;
    if (!there)
        wr_gff_set_whole(gff, row, from->label, from->type, 0);
    there = wr_gff_find(row, from->label);
    if (!there)
        return;
    wr_gff_field value = *from;
    value.at = there->at;
    value.place = there->place;
    *there = value;
}

void wr_putting_copy(struct wr_gff *to, wr_gff_list *list, const wr_gff_struct *row)
{
    wr_gff_struct *made = wr_gff_append(to, list, row->id);
    for (uint32_t i = 0; made && i < row->count; i++)
        wr_putting_set(to, made, &row->fields[i]);
}
