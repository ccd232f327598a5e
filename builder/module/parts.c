/* The list of a module's parts, and whether the game can hold it. */
#include "builder/module/parts.h"

#include "core/format/archive.h"
#include "kits/kits.h"

#include <stdlib.h>
#include <string.h>

static wr_part *add(struct wr_parts *parts, const char *name, uint16_t type,
                    enum wr_part_kind kind)
{
    char *copy = parts->failed ? NULL : wr_arena_text(parts->arena, name, strlen(name));
    wr_part *items =
        copy ? wr_arena_more(parts->arena, parts->items, parts->count, sizeof *items) : NULL;
    if (!items) {
        parts->failed = true;
        return NULL;
    }
    parts->items = items;
    items[parts->count] =
        (wr_part){.name = copy, .type = type, .kind = kind, .area_room = WR_NONE};
    return &items[parts->count++];
}

void wr_parts_add(struct wr_parts *parts, const char *name, uint16_t type, const uint8_t *data,
                  size_t size, const char *meaning)
{
    wr_part *part = add(parts, name, type, WR_PART_BYTES);
    if (!part)
        return;
    part->data = data;
    part->size = size;
    part->meaning = meaning;
}

void wr_parts_add_file(struct wr_parts *parts, const char *name, uint16_t type,
                       const char *path, const char *meaning)
{
    wr_part *part = add(parts, name, type, WR_PART_FILE);
    if (!part)
        return;
    part->path = path;
    part->meaning = meaning;
}

void wr_parts_add_vis(struct wr_parts *parts, const char *name)
{
    add(parts, name, WR_RES_VIS, WR_PART_VIS);
}

void wr_parts_add_room(struct wr_parts *parts, const char *name, uint16_t type,
                       uint32_t area_room)
{
    wr_part *part = add(parts, name, type, WR_PART_ROOM);
    if (part)
        part->area_room = area_room;
}

/* ---- Judging ----------------------------------------------------------------------------- */

static enum wr_result check_name(struct wr_context *context, const wr_part *part,
                                 wr_where where)
{
    size_t size = strlen(part->name);
    const char *what = part->meaning ? part->meaning : "a part of the module";
    if (size == 0 || strspn(part->name, "abcdefghijklmnopqrstuvwxyz0123456789_") != size)
        return wr_fail(context, WR_INVALID, where, "archive-name",
                       "names are made of a-z, 0-9 and _", "%s cannot be called '%.64s'", what,
                       part->name);
    if (size <= WR_RESREF)
        return WR_OK;
    return wr_fail(context, WR_LIMIT, where, "archive-name", "the game knows 16 characters",
                   "%s is called '%.64s', which has %zu characters", what, part->name, size);
}

static int order_parts(const void *a, const void *b)
{
    const wr_part *p = *(const wr_part *const *)a, *q = *(const wr_part *const *)b;
    int names = strcmp(p->name, q->name);
    if (names != 0)
        return names;
    if (p->type != q->type)
        return p->type < q->type ? -1 : 1;
    return p < q ? -1 : p > q; /* of one array: the order they were added in */
}

static enum wr_result check_twice(struct wr_context *context, const wr_part *a,
                                  const wr_part *b, wr_where where)
{
    const char *suffix = wr_resource_suffix(a->type);
    if (strcmp(a->name, b->name) != 0 || a->type != b->type)
        return WR_OK;
    return wr_fail(context, WR_INVALID, where, "archive-duplicate",
                   "rename one of them, or give the module another id",
                   "the module would have '%s.%s' twice: %s and %s", a->name,
                   suffix ? suffix : "?", a->meaning ? a->meaning : "its own",
                   b->meaning ? b->meaning : "its own");
}

enum wr_result wr_parts_check(struct wr_context *context, const struct wr_parts *parts,
                              wr_where where)
{
    const wr_part **sorted =
        parts->failed ? NULL : wr_alloc((parts->count + (size_t)1) * sizeof *sorted);
    enum wr_result result = WR_OK, one = WR_OK;
    if (!sorted)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < parts->count; i++) {
        one = check_name(context, &parts->items[i], where);
        result = result == WR_OK ? one : result;
        sorted[i] = &parts->items[i];
    }
    qsort(sorted, parts->count, sizeof *sorted, order_parts);
    for (uint32_t i = 1; i < parts->count; i++) {
        one = check_twice(context, sorted[i - 1], sorted[i], where);
        result = result == WR_OK ? one : result;
    }
    wr_free(sorted);
    return result;
}
