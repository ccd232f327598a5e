/* Everything a module packs beside what Warren makes, gathered from its kits. */
#include "builder/module/assets.h"
#include "builder/module/packing.h"

#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

/* ---- What kits always bring -------------------------------------------------------------- */

static bool is_name(const char *name)
{
    size_t size = strlen(name);
    return size && size <= WR_RESREF &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == size;
}

/* Adds a file of `always`; false where it makes the module wrong. */
static bool pack_always(struct wr_packing *packing, const struct wr_kit *kit,
                        const wr_kit_file *file)
{
    uint16_t type = wr_resource_type_of(file->suffix);
    struct wr_source source = {.name = file->path, .binary = true};
    if (!type) {
        wr_warn(packing->context, wr_at(&source, WR_WHOLE_FILE), "always-unknown", NULL,
                "the game has no resources '.%s': the file is left out", file->suffix);
        return true;
    }
    if (!is_name(file->name)) {
        wr_fail(packing->context, WR_LIMIT, wr_at(&source, WR_WHOLE_FILE), "always-name",
                "give it a name of 1 to 16 of the characters a-z 0-9 _",
                "kit '%s' always brings this file, and the game cannot hold its name",
                kit->name);
        return false;
    }
    wr_packing_add(packing, file->name, type, file->path, NULL, 0);
    return true;
}

static enum wr_result pack_all_always(struct wr_packing *packing)
{
    bool right = true;
    size_t from = packing->item_count;
    for (uint32_t k = 0; k < packing->models->kit_count; k++)
        for (uint32_t i = 0; i < packing->kits[k].always_count; i++)
            right &=
                pack_always(packing, packing->models->kits[k], &packing->kits[k].always[i]);
    enum wr_result result = right ? WR_OK : WR_LIMIT;
    uint8_t byte;
    size_t got;
    for (size_t i = from; i < packing->item_count && result == WR_OK; i++)
        result = wr_file_head(packing->context, packing->items[i].path, &byte, 1, &got,
                              &packing->items[i].size);
    return result;
}

/* ---- The list ---------------------------------------------------------------------------- */

/* An asset, and when it came. */
struct entry {
    wr_module_asset asset;
    size_t number;
};

static int order_entries(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    int order = strcmp(p->asset.name, q->asset.name);
    if (order)
        return order;
    if (p->asset.type != q->asset.type)
        return p->asset.type < q->asset.type ? -1 : 1;
    return p->number < q->number ? -1 : p->number > q->number;
}

static void warn_of_twin(struct wr_packing *packing, const wr_module_asset *first,
                         const wr_module_asset *second)
{
    struct wr_source source = {.name = second->path, .binary = true};
    wr_warn(packing->context, wr_at(&source, WR_WHOLE_FILE), "asset-twice",
            "rename one of them in its kit",
            "'%s.%s' is in the module already, from '%s': this one is left out", second->name,
            wr_resource_suffix(second->type), first->path ? first->path : "a model");
}

/* Sorts the assets into `out`; of two with one name and type the first that came is kept. */
static enum wr_result finish_items(struct wr_packing *packing, struct wr_module_assets *out)
{
    struct entry *entries = WR_TAKE(packing->scratch, struct entry, packing->item_count);
    out->items = WR_TAKE(packing->arena, wr_module_asset, packing->item_count);
    if (!entries || !out->items)
        return wr_no_memory(packing->context);
    for (size_t i = 0; i < packing->item_count; i++)
        entries[i] = (struct entry){packing->items[i], i};
    if (packing->item_count)
        qsort(entries, packing->item_count, sizeof *entries, order_entries);
    for (size_t i = 0; i < packing->item_count; i++) {
        const wr_module_asset *asset = &entries[i].asset;
        const wr_module_asset *last = out->count ? &out->items[out->count - 1] : NULL;
        if (last && last->type == asset->type && strcmp(last->name, asset->name) == 0)
            warn_of_twin(packing, last, asset);
        else
            out->items[out->count++] = *asset;
    }
    return WR_OK;
}

static enum wr_result finish(struct wr_packing *packing, struct wr_module_assets *out)
{
    *out = (struct wr_module_assets){.external = packing->external,
                                     .external_count = (uint32_t)packing->external_count,
                                     .extra_count = (uint32_t)packing->extra_count};
    out->extras = WR_TAKE(packing->arena, wr_module_extra, packing->extra_count);
    if (!out->extras || packing->failed)
        return wr_no_memory(packing->context);
    for (size_t i = 0; i < packing->extra_count; i++)
        out->extras[i] = packing->extras[i].room;
    return finish_items(packing, out);
}

static enum wr_result list_kits(struct wr_packing *packing)
{
    uint32_t count = packing->models->kit_count;
    enum wr_result result = WR_OK;
    packing->kits = WR_ZERO(packing->arena, struct wr_kit_assets, count);
    if (!packing->kits)
        return wr_no_memory(packing->context);
    for (uint32_t k = 0; k < count && result == WR_OK; k++)
        result = wr_kit_assets_list(packing->context, packing->arena, packing->models->kits[k],
                                    &packing->kits[k]);
    return result;
}

static enum wr_result pack(struct wr_packing *packing, struct wr_module_assets *out)
{
    enum wr_result result = list_kits(packing);
    if (result == WR_OK)
        result = wr_extras_find(packing);
    if (result == WR_OK)
        result = wr_images_pack(packing);
    if (result == WR_OK)
        result = wr_extras_pack(packing);
    if (result == WR_OK)
        result = pack_all_always(packing);
    return result == WR_OK ? finish(packing, out) : result;
}

enum wr_result wr_module_assets_make(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_layout *layout,
                                     struct wr_module_models *models,
                                     struct wr_module_assets *out)
{
    struct wr_packing packing = {.context = context,
                                 .arena = arena,
                                 .scratch = wr_arena_create(),
                                 .layout = layout,
                                 .models = models};
    if (!packing.scratch)
        return wr_no_memory(context);
    enum wr_result result = pack(&packing, out);
    wr_arena_destroy(packing.scratch);
    return result;
}
