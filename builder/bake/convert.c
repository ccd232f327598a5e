/* Files turned into others. */
#include "builder/bake/bake.h"
#include "builder/bake/floor.h"

#include "core/aswm/changes.h"
#include "core/base/bytes.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "core/wmp/write.h"

#include <stdio.h>
#include <string.h>

struct conversion {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_convert_options *options;
    wr_surfaces surfaces;
    struct wr_bake_floor floor;
    wr_where where; /* of what is read */
};

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && wr_text_same(name + size - tail, suffix);
}

/* The mesh of what was read: made of its triangles where it is an area. It is the caller's to
 * free where `made` says so. */
static enum wr_result mesh_of(struct conversion *conversion, struct wr_walkmesh **out,
                              bool *made)
{
    wr_triangles triangles;
    *made = conversion->floor.kind == WR_BAKE_AREA;
    *out = conversion->floor.mesh;
    if (!*made)
        return WR_OK;
    enum wr_result result = wr_aswm_triangles(conversion->context, conversion->arena,
                                              &conversion->floor.area.mesh, &triangles);
    return result == WR_OK ? wr_walkmesh_make(conversion->context, WR_WOK, &triangles,
                                              &conversion->surfaces, out)
                           : result;
}

static enum wr_result write_mesh(struct conversion *conversion, bool text, struct wr_bytes *out)
{
    struct wr_walkmesh *mesh = NULL;
    bool made = false;
    enum wr_result result = WR_OK;
    if (conversion->floor.kind == WR_BAKE_LEVEL)
        result = wr_bake_floor_stand(conversion->context, conversion->arena,
                                     &conversion->surfaces, &conversion->floor);
    if (result == WR_OK)
        result = mesh_of(conversion, &mesh, &made);
    if (result != WR_OK)
        return result;
    if (text)
        wr_obj_write(mesh, out);
    else
        result = wr_bwm_append(conversion->context, mesh, conversion->where, out);
    if (made)
        wr_walkmesh_free(mesh);
    return result;
}

static enum wr_result write_area(struct conversion *conversion, struct wr_bytes *out)
{
    if (conversion->floor.kind != WR_BAKE_AREA)
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                       "'warren bake' makes an area of a walkmesh", "this is no area of NWN2");
    return wr_aswm_area_write(conversion->context, &conversion->floor.area, conversion->where,
                              out);
}

static enum wr_result write_level(struct conversion *conversion, bool build,
                                  struct wr_bytes *out)
{
    struct wr_wmp *level;
    if (conversion->floor.kind != WR_BAKE_LEVEL)
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                       "walkmeshes have no blocks to make one of",
                       "this is no level of GameStudio");
    enum wr_result result =
        wr_wmp_read(conversion->context, conversion->arena, &conversion->floor.source, &level);
    if (result != WR_OK)
        return result;
    return build ? wr_wmp_write_build(conversion->context, level, out)
                 : wr_wmp_write_text(conversion->context, level, out);
}

/* ---- Changes -------------------------------------------------------------------------------
 */

/* Which floor the first `size` characters of a text name; WR_ASWM_FLOOR_COUNT for "none", below
 * 0 where they name none. */
static int floor_called(const char *text, size_t size)
{
    static const char none[] = "none";
    if (size == sizeof none - 1 && memcmp(text, none, size) == 0)
        return WR_ASWM_FLOOR_COUNT;
    for (int i = 0; i < WR_ASWM_FLOOR_COUNT; i++)
        if (strlen(wr_aswm_floor_names[i]) == size &&
            memcmp(wr_aswm_floor_names[i], text, size) == 0)
            return i;
    return -1;
}

static enum wr_result refuse_floor(const struct conversion *conversion, const char *text,
                                   size_t size)
{
    char hint[WR_SUGGESTION_SIZE + 128];
    char *word = wr_arena_text(conversion->arena, text, size);
    const char *near = word ? wr_nearest_word(word, wr_aswm_floor_names) : NULL;
    if (!word)
        return wr_no_memory(conversion->context);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    else
        snprintf(hint, sizeof hint,
                 "floors are dirt, grass, stone, wood, carpet, metal, swamp, mud, leaves, "
                 "water and puddles");
    return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "convert-floor", hint,
                   "'%s' is no kind of floor", word);
}

/* Reads one "from=to". */
static enum wr_result read_change(const struct conversion *conversion, const char *text,
                                  size_t size, struct wr_aswm_refloor *out)
{
    const char *sign = memchr(text, '=', size);
    size_t first = sign ? (size_t)(sign - text) : size;
    if (!sign)
        return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "convert-floor",
                       "write stone=wood, or stone=wood,mud=dirt",
                       "'%.*s' does not say which floor becomes which", (int)size, text);
    int from = floor_called(text, first), to = floor_called(sign + 1, size - first - 1);
    if (from < 0)
        return refuse_floor(conversion, text, first);
    if (to < 0 || to == WR_ASWM_FLOOR_COUNT)
        return refuse_floor(conversion, sign + 1, size - first - 1);
    uint16_t *place = from == WR_ASWM_FLOOR_COUNT ? &out->none : &out->to[from];
    if (*place)
        return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "convert-floor", NULL,
                       "floor '%.*s' is to become two others", (int)first, text);
    *place = (uint16_t)(WR_ASWM_DIRT << to);
    return WR_OK;
}

static enum wr_result change_floors(const struct conversion *conversion, struct wr_aswm *mesh)
{
    struct wr_aswm_refloor refloor = {0};
    enum wr_result result = WR_OK;
    const char *text = conversion->options->floors;
    for (size_t size; result == WR_OK; text += size + 1) {
        size = strcspn(text, ",");
        result = read_change(conversion, text, size, &refloor);
        if (text[size] == '\0')
            break;
    }
    if (result == WR_OK)
        wr_aswm_refloor(mesh, &refloor);
    return result;
}

static enum wr_result change(struct conversion *conversion)
{
    const struct wr_convert_options *options = conversion->options;
    struct wr_aswm *mesh = &conversion->floor.area.mesh;
    enum wr_result result = WR_OK;
    if (!options->clean && !options->strip && !options->floors)
        return WR_OK;
    if (conversion->floor.kind != WR_BAKE_AREA)
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                       "leave them out, or give a TRX or TRN",
                       "options that change an area are given, and this is none");
    if (options->strip)
        result = wr_aswm_strip(conversion->context, conversion->arena, mesh, conversion->where);
    if (result == WR_OK && options->floors)
        result = change_floors(conversion, mesh);
    if (options->clean)
        wr_aswm_clean(mesh);
    return result;
}

static enum wr_result write_as(struct conversion *conversion, const char *to,
                               struct wr_bytes *out)
{
    if (ends_in(to, ".trx") || ends_in(to, ".trn"))
        return write_area(conversion, out);
    if (ends_in(to, ".obj") || ends_in(to, ".wok"))
        return write_mesh(conversion, ends_in(to, ".obj"), out);
    if (ends_in(to, ".wmp") || ends_in(to, ".$$m"))
        return write_level(conversion, ends_in(to, ".$$m"), out);
    return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "convert-kind",
                   "known are .trx, .trn, .wok, .obj, .wmp and .$$m",
                   "what %s is to be does not show in its name", to);
}

static enum wr_result convert(struct conversion *conversion, const char *from, const char *to)
{
    struct wr_bytes bytes = {0};
    unsigned flags = (conversion->options->force ? WR_OVERWRITE : 0u) |
                     (conversion->options->durable ? WR_DURABLE : 0u);
    enum wr_result result = wr_bake_floor_read(conversion->context, conversion->arena, from,
                                               &conversion->surfaces, &conversion->floor);
    conversion->where = wr_at(&conversion->floor.source, WR_WHOLE_FILE);
    if (result == WR_OK)
        result = change(conversion);
    if (result == WR_OK)
        result = write_as(conversion, to, &bytes);
    if (result == WR_OK && bytes.failed)
        result = wr_no_memory(conversion->context);
    if (result == WR_OK)
        result = wr_file_write(conversion->context, to, bytes.data, bytes.size, flags);
    wr_bytes_finish(&bytes);
    return result;
}

enum wr_result wr_convert(struct wr_context *context, const char *from, const char *to,
                          const struct wr_convert_options *options)
{
    static const struct wr_convert_options none = {0};
    struct conversion conversion = {
        .context = context, .arena = wr_arena_create(), .options = options ? options : &none};
    wr_context_enter(context);
    const wr_surfaces *surfaces = conversion.options->surfaces;
    conversion.surfaces = surfaces ? *surfaces : wr_surfaces_default(WR_K1);
    enum wr_result result =
        conversion.arena ? convert(&conversion, from, to) : wr_no_memory(context);
    wr_arena_destroy(conversion.arena);
    return wr_context_leave(context, result);
}
