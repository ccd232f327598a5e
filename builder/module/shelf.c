/* Finding and reading the parts of a module. */
#include "builder/module/shelf.h"

#include "core/base/system.h"
#include "core/base/text.h"

#include <stdlib.h>
#include <string.h>

static int order_names(const void *a, const void *b)
{
    return wr_text_order(*(const char *const *)a, *(const char *const *)b);
}

enum wr_result wr_shelf_of_folder(struct wr_context *context, struct wr_arena *arena,
                                  const char *folder, const char **names, size_t count,
                                  struct wr_shelf *out)
{
    if (count > 0)
        qsort(names, count, sizeof *names, order_names);
    *out = (struct wr_shelf){
        .folder = folder, .names = names, .taken = WR_ZERO(arena, bool, count), .count = count};
    return out->taken ? WR_OK : wr_no_memory(context);
}

/* ---- Archives ---------------------------------------------------------------------------- */

struct part {
    const char *name;
    const wr_resource *resource;
};

static int order_parts(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    return wr_text_order(x->name, y->name);
}

static const char *part_name(struct wr_arena *arena, const wr_resource *item,
                             const char *suffix)
{
    size_t size = strlen(item->name), tail = strlen(suffix);
    char *name = wr_arena_take(arena, size + tail + 2, 1);
    if (!name)
        return NULL;
    memcpy(name, item->name, size);
    name[size] = '.';
    memcpy(name + size + 1, suffix, tail + 1);
    return name;
}

static bool add_parts(struct wr_arena *arena, const struct wr_archive *archive,
                      struct part *parts, size_t *count)
{
    for (uint32_t i = 0; i < archive->count; i++) {
        const wr_resource *item = &archive->items[i];
        const char *suffix = wr_resource_suffix(item->type);
        if (!suffix)
            continue;
        parts[*count].resource = item;
        parts[*count].name = part_name(arena, item, suffix);
        if (!parts[(*count)++].name)
            return false;
    }
    return true;
}

enum wr_result wr_shelf_of_archive(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_archive *archive, struct wr_shelf *out)
{
    struct part *parts = WR_TAKE(arena, struct part, archive->count);
    *out = (struct wr_shelf){.archive = archive,
                             .names = WR_TAKE(arena, const char *, archive->count),
                             .resources = WR_TAKE(arena, const wr_resource *, archive->count),
                             .taken = WR_ZERO(arena, bool, archive->count)};
    if (!parts || !out->names || !out->resources || !out->taken ||
        !add_parts(arena, archive, parts, &out->count))
        return wr_no_memory(context);
    if (out->count > 0)
        qsort(parts, out->count, sizeof *parts, order_parts);
    for (size_t i = 0; i < out->count; i++) {
        out->names[i] = parts[i].name;
        out->resources[i] = parts[i].resource;
    }
    return WR_OK;
}

/* ---- Asking ------------------------------------------------------------------------------ */

size_t wr_shelf_find(const struct wr_shelf *shelf, const char *name)
{
    size_t low = 0, high = shelf->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = shelf->names[middle];
        if (wr_text_order(other, name) < 0 && !wr_text_same(other, name))
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < shelf->count && wr_text_same(shelf->names[i], name); i++)
        if (strcmp(shelf->names[i], name) == 0)
            return i;
    return low < shelf->count && wr_text_same(shelf->names[low], name) ? low : shelf->count;
}

size_t wr_shelf_take(struct wr_shelf *shelf, const char *name, const char *suffix)
{
    enum { USUAL = 512 };
    char usual[USUAL];
    size_t size = strlen(name), tail = strlen(suffix);
    if (size + tail >= USUAL)
        return shelf->count; /* longer than the game knows, and than any name here should be */
    memcpy(usual, name, size);
    memcpy(usual + size, suffix, tail + 1);
    size_t found = wr_shelf_find(shelf, usual);
    if (found < shelf->count)
        shelf->taken[found] = true;
    return found;
}

enum wr_result wr_shelf_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_shelf *shelf, size_t index, struct wr_source *out)
{
    if (shelf->archive)
        return wr_archive_source(context, arena, shelf->archive, shelf->resources[index], out);
    char *path = wr_path_join(arena, shelf->folder, shelf->names[index]);
    return path ? wr_file_read(context, arena, path, out) : wr_no_memory(context);
}
