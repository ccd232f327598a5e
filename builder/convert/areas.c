/* Areas of NWN2, with what options change in them. */
#include "builder/convert/areas.h"

#include "core/aswm/changes.h"
#include "core/base/suggestion.h"

#include <stdio.h>
#include <string.h>

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

static enum wr_result refuse_floor(const struct wr_conversion *conversion, const char *text,
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
static enum wr_result read_change(const struct wr_conversion *conversion, const char *text,
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

static enum wr_result change_floors(const struct wr_conversion *conversion,
                                    struct wr_aswm *mesh)
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

enum wr_result wr_convert_change_area(struct wr_conversion *conversion,
                                      struct wr_aswm_area *area)
{
    const struct wr_convert_options *options = conversion->options;
    enum wr_result result = WR_OK;
    if (options->strip)
        result = wr_aswm_strip(conversion->context, conversion->arena, &area->mesh,
                               conversion->where);
    if (result == WR_OK && options->floors)
        result = change_floors(conversion, &area->mesh);
    if (options->clean)
        wr_aswm_clean(&area->mesh);
    return result;
}

enum wr_result wr_convert_area(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_aswm_area area;
    enum wr_result result = wr_aswm_area_read(conversion->context, conversion->arena,
                                              &conversion->file.source, &area);
    if (result == WR_OK)
        result = wr_convert_change_area(conversion, &area);
    return result == WR_OK
               ? wr_aswm_area_write(conversion->context, &area, conversion->where, out)
               : result;
}
