/* Writing a module's archive piece by piece. Source: formats/module, 1.1. */
#include "builder/module/emit_mod.h"

#include "core/base/bytes.h"

#include <stdio.h>
#include <string.h>

static wr_where where_of(const struct wr_mod *mod)
{
    return wr_at(mod->assembly->layout->map->source, WR_WHOLE_FILE);
}

/* More bytes of the part at hand. */
static enum wr_result append_piece(void *user, struct wr_context *context, const void *data,
                                   size_t size)
{
    struct wr_mod *mod = user;
    wr_resource *item = &mod->items[mod->next];
    if (size > WR_LARGEST_FILE - mod->size)
        return wr_fail(context, WR_LIMIT, where_of(mod), "archive-too-large",
                       "make two modules of the level, or leave textures out",
                       "the module would be larger than 4 GiB, which no archive can hold; "
                       "'%s.%s' does not fit",
                       item->name, wr_resource_suffix(item->type));
    item->size += (uint32_t)size;
    mod->size += size;
    return wr_staged_append(context, mod->file, data, size);
}

static void begin_part(struct wr_mod *mod)
{
    mod->items[mod->next].offset = (uint32_t)mod->size;
}

enum wr_result wr_mod_append(struct wr_context *context, struct wr_mod *mod, const void *data,
                             size_t size)
{
    begin_part(mod);
    enum wr_result result = append_piece(mod, context, data, size);
    mod->next++;
    return result;
}

static enum wr_result append_vis(struct wr_context *context, struct wr_mod *mod,
                                 const struct wr_emission *emission)
{
    const struct wr_outlet outlet = {append_piece, mod};
    begin_part(mod);
    enum wr_result result = wr_emit_vis(context, emission, &outlet);
    mod->next++;
    return result;
}

/* What is read of a file is forgotten at once. */
static enum wr_result append_file(struct wr_context *context, struct wr_mod *mod,
                                  const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {0};
    enum wr_result result =
        arena ? wr_file_read(context, arena, path, &source) : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_mod_append(context, mod, source.data, source.size);
    wr_arena_destroy(arena);
    return result;
}

static enum wr_result append_parts(struct wr_context *context, struct wr_mod *mod,
                                   const struct wr_emission *emission)
{
    const struct wr_parts *parts = &mod->assembly->parts;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < parts->count; i++) {
        const wr_part *part = &parts->items[i];
        if (part->kind == WR_PART_BYTES)
            result = wr_mod_append(context, mod, part->data, part->size);
        else if (part->kind == WR_PART_FILE)
            result = append_file(context, mod, part->path);
        else if (part->kind == WR_PART_VIS)
            result = append_vis(context, mod, emission);
    }
    return result;
}

/* Zeros where the table will be. */
static enum wr_result reserve_head(struct wr_context *context, struct wr_mod *mod)
{
    static const uint8_t zeros[4096];
    enum wr_result result = WR_OK;
    mod->size = wr_erf_head_size(mod->assembly->parts.count);
    for (uint64_t rest = mod->size; result == WR_OK && rest > 0;) {
        size_t step = rest < sizeof zeros ? (size_t)rest : sizeof zeros;
        result = wr_staged_append(context, mod->file, zeros, step);
        rest -= step;
    }
    return result;
}

enum wr_result wr_mod_start(struct wr_context *context, const struct wr_emission *emission,
                            const struct wr_staging *staging, struct wr_mod *out)
{
    const struct wr_assembly *assembly = emission->assembly;
    const struct wr_parts *parts = &assembly->parts;
    char name[64];
    *out = (struct wr_mod){.assembly = assembly,
                           .items = WR_ZERO(assembly->arena, wr_resource, parts->count)};
    if (!out->items)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < parts->count; i++) {
        strncpy(out->items[i].name, parts->items[i].name, WR_RESREF);
        out->items[i].type = parts->items[i].type;
        out->items[i].id = i;
    }
    snprintf(name, sizeof name, "%.32s.mod", assembly->layout->id);
    enum wr_result result = wr_staged_open(context, assembly->arena, staging, name, &out->file);
    if (result == WR_OK)
        result = reserve_head(context, out);
    return result == WR_OK ? append_parts(context, out, emission) : result;
}

enum wr_result wr_mod_end(struct wr_context *context, struct wr_mod *mod, unsigned flags,
                          enum wr_result result, struct wr_source *whole)
{
    struct wr_bytes head = {0};
    if (result == WR_OK)
        result = wr_erf_write_head(context, where_of(mod), "MOD ", mod->items,
                                   mod->assembly->parts.count, &head);
    if (result == WR_OK && head.failed)
        result = wr_no_memory(context);
    if (result == WR_OK)
        result = wr_staged_begin_with(context, mod->file, head.data, head.size);
    wr_bytes_finish(&head);
    if (result == WR_OK && whole)
        result = wr_staged_read(context, mod->assembly->arena, mod->file, whole);
    if (result != WR_OK) {
        wr_staged_close(context, mod->file, 0);
        return result;
    }
    return wr_staged_close(context, mod->file, flags);
}
