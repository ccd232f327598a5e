/* Resources of folders and archives, behind one door. Source: formats/module, 1. */
#include "core/format/resources_opening.h"

#include "core/base/text.h"
#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

/* ---- Listing ----------------------------------------------------------------------------- */

static uint16_t type_of_file(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot ? wr_resource_type_of(dot + 1) : 0;
}

enum wr_result wr_opening_reserve(struct wr_resource_opening *opening, size_t more)
{
    wr_entry *entries = WR_TAKE(opening->arena, wr_entry, opening->count + more);
    if (!entries)
        return wr_no_memory(opening->context);
    if (opening->count > 0)
        memcpy(entries, opening->entries, opening->count * sizeof *entries);
    opening->entries = entries;
    return WR_OK;
}

wr_container *wr_opening_container(struct wr_resource_opening *opening, const char *path)
{
    wr_container *container = WR_ZERO(opening->arena, wr_container, 1);
    if (container) {
        container->path = wr_arena_text(opening->arena, path, strlen(path));
        container->shared = opening->shared;
    }
    if (!opening->first)
        opening->first = container;
    return container && container->path ? container : NULL;
}

enum wr_result wr_opening_files(struct wr_resource_opening *opening, const char *folder,
                                char *const *names, size_t count)
{
    const wr_container *container = wr_opening_container(opening, folder);
    enum wr_result result =
        container ? wr_opening_reserve(opening, count) : wr_no_memory(opening->context);
    for (size_t i = 0; result == WR_OK && i < count; i++) {
        size_t size = strlen(names[i]);
        if (size > 0 && names[i][size - 1] != '/')
            opening->entries[opening->count++] = (wr_entry){
                .file = names[i], .type = type_of_file(names[i]), .container = container};
    }
    return result;
}

static enum wr_result list_archive(struct wr_resource_opening *opening,
                                   const wr_container *container)
{
    const struct wr_archive *archive = container->archive;
    enum wr_result result = wr_opening_reserve(opening, archive->count);
    for (uint32_t i = 0; result == WR_OK && i < archive->count; i++) {
        const wr_resource *item = &archive->items[i];
        const char *name = wr_archive_name(opening->arena, archive, item);
        if (!name)
            return wr_no_memory(opening->context);
        opening->entries[opening->count++] =
            (wr_entry){.file = name + strlen(archive->source->name) + 1,
                       .type = item->type,
                       .container = container,
                       .resource = item};
    }
    return result;
}

/* Of one name, what was opened first, which lies first in memory. */
static int order_entries(const void *a, const void *b)
{
    const wr_entry *const *x = a, *const *y = b;
    int order = wr_text_order((*x)->file, (*y)->file);
    return order ? order : *x < *y ? -1 : *x > *y;
}

static int order_caseless(const void *a, const void *b)
{
    const wr_entry *const *x = a, *const *y = b;
    return wr_text_same((*x)->file, (*y)->file) ? (*x < *y ? -1 : *x > *y)
                                                : wr_text_order((*x)->file, (*y)->file);
}

static enum wr_result sort(struct wr_resource_opening *opening)
{
    size_t count = opening->count;
    const wr_entry **order = WR_TAKE(opening->arena, const wr_entry *, count);
    wr_entry *sorted = WR_TAKE(opening->arena, wr_entry, count);
    if (!order || !sorted)
        return wr_no_memory(opening->context);
    for (size_t i = 0; i < count; i++)
        order[i] = &opening->entries[i];
    if (count > 0)
        qsort(order, count, sizeof *order, opening->caseless ? order_caseless : order_entries);
    for (size_t i = 0; i < count; i++)
        sorted[i] = *order[i];
    opening->entries = sorted;
    return WR_OK;
}

/* ---- Archives ---------------------------------------------------------------------------- */

/* As much of an archive's beginning as its table takes, as a source of the archive's size. */
static enum wr_result read_table(struct wr_resource_opening *opening, wr_container *container,
                                 struct wr_source *out)
{
    const char *path = container->path;
    uint8_t head[WR_ARCHIVE_HEAD];
    size_t got;
    uint64_t total;
    enum wr_result result =
        wr_file_range(opening->context, path, 0, head, sizeof head, &got, &total);
    if (result != WR_OK)
        return result;
    uint64_t end = wr_archive_table_end(head, got);
    end = end < total ? end : total;
    uint8_t *data = end < SIZE_MAX ? WR_TAKE(opening->arena, uint8_t, (size_t)end) : NULL;
    if (!data)
        return wr_no_memory(opening->context);
    result = wr_file_range(opening->context, path, 0, data, (size_t)end, &got, &total);
    container->loaded = got;
    *out = (struct wr_source){
        .name = path, .data = data, .size = got < end ? got : (size_t)total, .binary = true};
    return result;
}

static enum wr_result open_archive(struct wr_resource_opening *opening, const char *path)
{
    wr_container *container = wr_opening_container(opening, path);
    struct wr_source source;
    struct wr_archive *archive;
    if (!container)
        return wr_no_memory(opening->context);
    enum wr_result result = read_table(opening, container, &source);
    if (result == WR_OK)
        result = wr_archive_read(opening->context, opening->arena, &source, &archive);
    if (result != WR_OK)
        return result;
    container->archive = archive;
    return list_archive(opening, container);
}

/* ---- What makes one module --------------------------------------------------------------- */

/* Opens what lies beside an archive; where somebody is told of what is broken there, that is no
 * failure. */
static enum wr_result open_other(struct wr_resource_opening *opening, const char *path)
{
    struct wr_context *context = opening->context;
    opening->context = opening->lenient ? opening->lenient : context;
    enum wr_result result = open_archive(opening, path);
    opening->context = context;
    if (!opening->lenient || result == WR_STOPPED)
        return result;
    return result == WR_NO_MEMORY ? wr_no_memory(context) : WR_OK;
}

/* Opens the file beside an archive `<stem>.rim` that is called `<stem><tail>`, in whatever
 * capitals. */
static enum wr_result open_beside(struct wr_resource_opening *opening, const char *folder,
                                  char *const *names, size_t count, wr_view stem,
                                  const char *tail)
{
    for (size_t i = 0; i < count; i++) {
        wr_view name = wr_view_of(names[i]);
        wr_view head = {name.data, stem.size};
        if (name.size != stem.size + strlen(tail) || !wr_view_same(head, stem) ||
            !wr_text_same(names[i] + stem.size, tail))
            continue;
        const char *path = wr_path_join(opening->arena, folder, names[i]);
        return path ? open_other(opening, path) : wr_no_memory(opening->context);
    }
    return WR_OK;
}

static bool ends_with(wr_view name, const char *tail)
{
    size_t size = strlen(tail);
    return name.size > size && wr_text_same(name.data + name.size - size, tail);
}

static enum wr_result open_others(struct wr_resource_opening *opening, const char *path,
                                  const char *folder)
{
    static const char *const tails[] = {"_s.rim", "_dlg.erf"};
    wr_view stem = wr_view_of(wr_path_name(path));
    enum wr_result result = WR_OK;
    char **names;
    size_t count;
    if (!ends_with(stem, ".rim") || ends_with(stem, tails[0]))
        return WR_OK;
    stem.size -= strlen(".rim");
    result = wr_folder_list(opening->context, opening->arena, folder, &names, &count);
    for (size_t i = 0; result == WR_OK && i < sizeof tails / sizeof *tails; i++)
        result = open_beside(opening, folder, names, count, stem, tails[i]);
    return result;
}

/* ---- Opening ----------------------------------------------------------------------------- */

enum wr_result wr_opening_archive(struct wr_resource_opening *opening, const char *path,
                                  bool module)
{
    enum wr_result result = open_archive(opening, path);
    const char *folder = wr_path_folder(opening->arena, path);
    if (result == WR_OK && !folder)
        return wr_no_memory(opening->context);
    return result == WR_OK && module ? open_others(opening, path, folder) : result;
}

enum wr_result wr_opening_finish(struct wr_resource_opening *opening, struct wr_resources *out)
{
    enum wr_result result = sort(opening);
    const wr_container *first = opening->first;
    if (result != WR_OK)
        return result;
    *out = (struct wr_resources){
        .source = {.name = first->path, .binary = true},
        .container = first,
        .folder = first->archive ? wr_path_folder(opening->arena, first->path) : first->path,
        .entries = opening->entries,
        .count = opening->count,
        .caseless = opening->caseless};
    return out->folder ? WR_OK : wr_no_memory(opening->context);
}

enum wr_result wr_resources_of_folder(struct wr_context *context, struct wr_arena *arena,
                                      const char *folder, char *const *names, size_t count,
                                      struct wr_resources *out)
{
    struct wr_resource_opening opening = {.context = context, .arena = arena};
    enum wr_result result = wr_opening_files(&opening, folder, names, count);
    return result == WR_OK ? wr_opening_finish(&opening, out) : result;
}

enum wr_result wr_resources_of_archive(struct wr_context *context, struct wr_arena *arena,
                                       const struct wr_source *source, struct wr_resources *out)
{
    struct wr_resource_opening opening = {.context = context, .arena = arena};
    wr_container *container = wr_opening_container(&opening, source->name);
    struct wr_archive *archive;
    if (!container)
        return wr_no_memory(context);
    enum wr_result result = wr_archive_read(context, arena, source, &archive);
    if (result != WR_OK)
        return result;
    container->archive = archive;
    container->loaded = source->size;
    result = list_archive(&opening, container);
    return result == WR_OK ? wr_opening_finish(&opening, out) : result;
}

enum wr_result wr_opening_path(struct wr_resource_opening *opening, const char *path,
                               bool module)
{
    char **names;
    size_t count;
    if (!wr_folder_exists(opening->context, path))
        return wr_opening_archive(opening, path, module);
    enum wr_result result =
        wr_folder_list(opening->context, opening->arena, path, &names, &count);
    return result == WR_OK ? wr_opening_files(opening, path, names, count) : result;
}

enum wr_result wr_resources_open(struct wr_context *context, struct wr_arena *arena,
                                 const char *path, struct wr_resources *out)
{
    struct wr_resource_opening opening = {.context = context, .arena = arena};
    enum wr_result result = wr_opening_path(&opening, path, false);
    return result == WR_OK ? wr_opening_finish(&opening, out) : result;
}

enum wr_result wr_resources_open_module(struct wr_context *context, struct wr_context *lenient,
                                        struct wr_arena *arena, const char *path,
                                        struct wr_resources *out)
{
    struct wr_resource_opening opening = {
        .context = context, .lenient = lenient, .arena = arena};
    enum wr_result result = wr_opening_path(&opening, path, true);
    return result == WR_OK ? wr_opening_finish(&opening, out) : result;
}

/* ---- Finding ----------------------------------------------------------------------------- */

static const wr_entry *find_here(const struct wr_resources *resources, const char *file)
{
    const wr_entry *entries = resources->entries;
    size_t low = 0, high = resources->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = entries[middle].file;
        if (wr_text_order(other, file) < 0 && !wr_text_same(other, file))
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low;
         !resources->caseless && i < resources->count && wr_text_same(entries[i].file, file);
         i++)
        if (strcmp(entries[i].file, file) == 0)
            return &entries[i];
    return low < resources->count && wr_text_same(entries[low].file, file) ? &entries[low]
                                                                           : NULL;
}

const wr_entry *wr_resources_find_file(const struct wr_resources *resources, const char *file)
{
    const wr_entry *entry = resources->before ? find_here(resources->before, file) : NULL;
    entry = entry ? entry : find_here(resources, file);
    return entry || !resources->behind ? entry : find_here(resources->behind, file);
}

const wr_entry *wr_resources_find(const struct wr_resources *resources, const char *name,
                                  uint16_t type)
{
    enum { LONGEST = 512 }; /* longer than the game knows, and than any name here should be */
    char file[LONGEST];
    const char *suffix = wr_resource_suffix(type);
    size_t size = strlen(name), tail = suffix ? strlen(suffix) : 0;
    if (!suffix || size + tail + 2 > LONGEST)
        return NULL;
    memcpy(file, name, size);
    file[size] = '.';
    memcpy(file + size + 1, suffix, tail + 1);
    return wr_resources_find_file(resources, file);
}

/* ---- Reading ----------------------------------------------------------------------------- */

static enum wr_result read_part(struct wr_context *context, struct wr_arena *arena,
                                const wr_entry *entry, struct wr_source *out)
{
    const wr_resource *item = entry->resource;
    uint8_t *data = WR_TAKE(arena, uint8_t, item->size);
    const char *name = wr_archive_name(arena, entry->container->archive, item);
    size_t got = 0;
    uint64_t total;
    if (!data || !name)
        return wr_no_memory(context);
    enum wr_result result = WR_OK;
    if (item->size > 0)
        result = wr_file_range(context, entry->container->path, item->offset, data, item->size,
                               &got, &total);
    if (result != WR_OK)
        return result;
    *out = (struct wr_source){.name = name, .data = data, .size = got};
    if (got == item->size)
        return WR_OK;
    return wr_fail(context, WR_IO, wr_at(out, WR_WHOLE_FILE), "read-failed", NULL,
                   "cannot be read: the archive became shorter meanwhile");
}

enum wr_result wr_entry_read(struct wr_context *context, struct wr_arena *arena,
                             const wr_entry *entry, struct wr_source *out)
{
    const wr_container *container = entry->container;
    if (container->archive && container->loaded < container->archive->source->size)
        return read_part(context, arena, entry, out);
    if (container->archive)
        return wr_archive_source(context, arena, container->archive, entry->resource, out);
    char *path = wr_path_join(arena, container->path, entry->file);
    return path ? wr_file_read(context, arena, path, out) : wr_no_memory(context);
}

/* ---- Changing ---------------------------------------------------------------------------- */

static enum wr_result read_whole(struct wr_context *context, struct wr_arena *arena,
                                 const wr_container *container, struct wr_source *out)
{
    const struct wr_source *known = container->archive->source;
    if (container->loaded == known->size) {
        *out = *known;
        return WR_OK;
    }
    enum wr_result result = wr_file_read(context, arena, container->path, out);
    if (result != WR_OK)
        return result;
    out->binary = true;
    if (out->size == known->size && memcmp(out->data, known->data, container->loaded) == 0)
        return WR_OK;
    return wr_fail(context, WR_IO, wr_at(out, WR_WHOLE_FILE), "read-failed", NULL,
                   "cannot be read: the archive changed meanwhile");
}

struct wr_archive *wr_container_copy(struct wr_arena *arena, const wr_container *container)
{
    const struct wr_archive *known = container->archive;
    struct wr_archive *archive = wr_arena_copy(arena, known, 1, sizeof *known);
    if (!archive)
        return NULL;
    archive->items = wr_arena_copy(arena, known->items, known->count, sizeof *known->items);
    archive->apart = container->loaded < known->source->size;
    return archive->items ? archive : NULL;
}

enum wr_result wr_container_load(struct wr_context *context, struct wr_arena *arena,
                                 const wr_container *container, struct wr_archive **out)
{
    struct wr_archive *archive = wr_container_copy(arena, container);
    struct wr_source *source = WR_TAKE(arena, struct wr_source, 1);
    if (!archive || !source)
        return wr_no_memory(context);
    enum wr_result result = read_whole(context, arena, container, source);
    archive->source = source;
    archive->apart = false;
    *out = archive;
    return result;
}

/* ---- Names ------------------------------------------------------------------------------- */

const char *wr_entry_name(struct wr_arena *arena, const wr_entry *entry)
{
    const char *dot = strrchr(entry->file, '.');
    return wr_arena_text(arena, entry->file,
                         dot ? (size_t)(dot - entry->file) : strlen(entry->file));
}
