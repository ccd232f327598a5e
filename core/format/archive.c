/* Archives: asking, changing and showing them. Source: formats/module, 1. */
#include "core/format/archive_order.h"

#include "core/base/text.h"
#include "core/text/dump.h"

#include <string.h>

static uint32_t index_of(const struct wr_archive *archive, const char *name, uint16_t type)
{
    for (uint32_t i = 0; i < archive->count; i++)
        if (archive->items[i].type == type && wr_text_same(archive->items[i].name, name))
            return i;
    return UINT32_MAX;
}

const wr_resource *wr_archive_find(const struct wr_archive *archive, const char *name,
                                   uint16_t type)
{
    uint32_t index = index_of(archive, name, type);
    return index == UINT32_MAX ? NULL : &archive->items[index];
}

const char *wr_archive_name(struct wr_arena *arena, const struct wr_archive *archive,
                            const wr_resource *resource)
{
    const char *suffix = wr_resource_suffix(resource->type);
    struct wr_bytes name = {0};
    wr_bytes_text(&name, archive->source->name);
    if (suffix)
        wr_bytes_print(&name, "/%s.%s", resource->name, suffix);
    else
        wr_bytes_print(&name, "/%s.%u", resource->name, resource->type);
    const char *copy =
        name.failed ? NULL : wr_arena_text(arena, (const char *)name.data, name.size);
    wr_bytes_finish(&name);
    return copy;
}

enum wr_result wr_archive_source(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_archive *archive, const wr_resource *resource,
                                 struct wr_source *out)
{
    const char *name = wr_archive_name(arena, archive, resource);
    if (!name)
        return wr_no_memory(context);
    const uint8_t *data = resource->data       ? resource->data
                          : resource->size > 0 ? archive->source->data + resource->offset
                                               : archive->source->data;
    *out = (struct wr_source){.name = name, .data = data, .size = resource->size};
    return WR_OK;
}

/* ---- Changing ---------------------------------------------------------------------------- */

bool wr_archive_append(struct wr_archive *archive, struct wr_arena *arena,
                       const wr_resource *items, uint32_t count)
{
    wr_resource *all = WR_TAKE(arena, wr_resource, (size_t)archive->count + count);
    if (!all)
        return false;
    memcpy(all, archive->items, archive->count * sizeof *all);
    for (uint32_t i = 0; i < count; i++) {
        wr_resource *item = &all[archive->count + i];
        *item = items[i];
        item->id = archive->count + i;
        item->place = 0;
        for (char *c = item->name; *c; c++)
            *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    }
    archive->items = all;
    archive->count += count;
    return true;
}

bool wr_archive_put(struct wr_archive *archive, struct wr_arena *arena, const char *name,
                    uint16_t type, const void *data, uint32_t size)
{
    uint32_t index = index_of(archive, name, type);
    if (index == UINT32_MAX) {
        wr_resource item = {.type = type};
        for (size_t i = 0; i < WR_RESREF && name[i]; i++)
            item.name[i] = name[i];
        index = archive->count;
        if (!wr_archive_append(archive, arena, &item, 1))
            return false;
    }
    archive->items[index].data = size > 0 ? data : (const uint8_t *)"";
    archive->items[index].size = size;
    return true;
}

void wr_archive_sift(struct wr_archive *archive, const bool *gone, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < archive->count; i++)
        if (i >= count || !gone[i])
            archive->items[kept++] = archive->items[i];
    archive->count = kept;
}

/* ---- Showing ----------------------------------------------------------------------------- */

static void dump_resource(struct wr_dump *dump, const wr_resource *item)
{
    const char *suffix = wr_resource_suffix(item->type);
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", item->name);
    if (suffix)
        wr_dump_text(dump, "type", suffix);
    else
        wr_dump_count(dump, "type", item->type);
    wr_dump_count(dump, "id", item->id);
    wr_dump_count(dump, "offset", item->offset);
    wr_dump_count(dump, "size", item->size);
    wr_dump_object_end(dump);
}

void wr_archive_dump(const struct wr_archive *archive, struct wr_dump *dump)
{
    wr_dump_text(dump, "type", archive->type);
    if (archive->kind == WR_ERF) {
        wr_dump_count(dump, "year", archive->year);
        wr_dump_count(dump, "day", archive->day);
        wr_dump_integer(dump, "description",
                        archive->description == UINT32_MAX ? -1
                                                           : (int64_t)archive->description);
        wr_dump_count(dump, "description_texts", archive->text_count);
    }
    wr_dump_list(dump, "resources");
    for (uint32_t i = 0; i < archive->count; i++)
        dump_resource(dump, &archive->items[i]);
    wr_dump_list_end(dump);
}
