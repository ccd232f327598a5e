/* The head of an ERF: header, keys and places, before the resources that follow in order.
 * Source: formats/module, 1.1. */
#include "core/format/archive_order.h"

#include <stdlib.h>
#include <string.h>

uint64_t wr_erf_head_size(uint32_t count)
{
    return WR_ERF_HEADER + (uint64_t)(WR_ERF_KEY + WR_ERF_PLACE) * count;
}

/* ---- What is refused --------------------------------------------------------------------- */

static bool is_resource_name(const char *name)
{
    size_t size = 0;
    for (; name[size]; size++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_", name[size]))
            return false;
    return size > 0;
}

static enum wr_result check_name(struct wr_context *context, wr_where where,
                                 const wr_resource *item)
{
    if (!memchr(item->name, '\0', sizeof item->name))
        return wr_fail(
            context, WR_LIMIT, where, "archive-name", NULL,
            "a name starts with '%.*s' and is longer than the %d characters of resource names",
            WR_RESREF, item->name, WR_RESREF);
    if (!is_resource_name(item->name))
        return wr_fail(context, WR_INVALID, where, "archive-name", NULL,
                       "'%s' is no resource name: those hold a-z, 0-9 and '_'", item->name);
    return WR_OK;
}

static int compare(const void *a, const void *b)
{
    const wr_resource *const *x = a, *const *y = b;
    int order = strncmp((*x)->name, (*y)->name, sizeof(*x)->name);
    if (order != 0)
        return order;
    if ((*x)->type != (*y)->type)
        return (*x)->type < (*y)->type ? -1 : 1;
    return *x < *y ? -1 : *x > *y;
}

static enum wr_result name_twice(struct wr_context *context, wr_where where,
                                 const wr_resource *item)
{
    const char *suffix = wr_resource_suffix(item->type);
    return wr_fail(context, WR_INVALID, where, "archive-duplicate", NULL,
                   "two resources are called '%s.%s'", item->name, suffix ? suffix : "?");
}

enum wr_result wr_archive_check_twice(struct wr_context *context, wr_where where,
                                      const wr_resource *items, uint32_t count)
{
    struct wr_arena *arena = wr_arena_create();
    const wr_resource **sorted = arena ? WR_TAKE(arena, const wr_resource *, count) : NULL;
    enum wr_result result = sorted ? WR_OK : wr_no_memory(context);
    for (uint32_t i = 0; sorted && i < count; i++)
        sorted[i] = &items[i];
    if (sorted && count > 0)
        qsort(sorted, count, sizeof *sorted, compare);
    for (uint32_t i = 1; sorted && i < count; i++)
        if (sorted[i - 1]->type == sorted[i]->type &&
            strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
            result = name_twice(context, where, sorted[i]);
    wr_arena_destroy(arena);
    return result;
}

/* Places have 32 bits; the sizes are added anew, since an offset beyond them has lost some. */
static enum wr_result check_places(struct wr_context *context, wr_where where,
                                   const wr_resource *items, uint32_t count)
{
    uint64_t end = wr_erf_head_size(count);
    for (uint32_t i = 0; i < count; i++) {
        end += items[i].size;
        if (end > UINT32_MAX)
            return wr_fail(context, WR_LIMIT, where, "archive-too-large",
                           "make two modules of it",
                           "with '%s' the archive passes the 4 GiB it can hold", items[i].name);
    }
    return WR_OK;
}

static enum wr_result check_items(struct wr_context *context, wr_where where,
                                  const wr_resource *items, uint32_t count)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < count; i++) {
        enum wr_result named = check_name(context, where, &items[i]);
        result = result != WR_OK ? result : named;
    }
    if (result == WR_OK)
        result = wr_archive_check_twice(context, where, items, count);
    return result == WR_OK ? check_places(context, where, items, count) : result;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void add_zeros(struct wr_bytes *out, size_t size)
{
    uint8_t *to = wr_bytes_extend(out, size);
    if (to)
        memset(to, 0, size);
}

static void add_key(struct wr_bytes *out, const wr_resource *item, uint32_t id)
{
    char name[WR_RESREF] = {0};
    memcpy(name, item->name, strlen(item->name));
    wr_bytes_add(out, name, sizeof name);
    wr_bytes_u32(out, id);
    wr_bytes_u16(out, item->type);
    wr_bytes_u16(out, 0);
}

enum wr_result wr_erf_write_head(struct wr_context *context, wr_where where, const char *type,
                                 const wr_resource *items, uint32_t count, struct wr_bytes *out)
{
    enum wr_result result = check_items(context, where, items, count);
    if (result != WR_OK)
        return result;
    /* texts, their size, resources, where texts, keys and places start, year, day, description
     */
    const uint32_t words[] = {
        0, 0, count,     WR_ERF_HEADER, WR_ERF_HEADER, WR_ERF_HEADER + WR_ERF_KEY * count,
        0, 0, UINT32_MAX};
    wr_bytes_add(out, type, 4);
    wr_bytes_text(out, "V1.0");
    wr_bytes_words(out, words, sizeof words / sizeof *words);
    add_zeros(out, WR_ERF_HEADER - 8 - sizeof words);
    for (uint32_t i = 0; i < count; i++)
        add_key(out, &items[i], i);
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_u32(out, items[i].offset);
        wr_bytes_u32(out, items[i].size);
    }
    return out->failed ? wr_no_memory(context) : WR_OK;
}
