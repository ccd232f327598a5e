/* What models look like in a scene: their textures as pictures that everybody reads. */
#include "builder/convert/looks.h"

#include "core/base/text.h"
#include "core/format/png.h"
#include "core/format/texture.h"
#include "core/walkmesh/surfaces.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAMED = 5 }; /* of the missing files in the message */

/* A texture that is being read. */
struct look {
    struct wr_scening *scening;
    struct wr_context *lenient; /* what is broken is passed over, with a warning */
    struct wr_arena *scratch;
    const char *name;
    struct wr_texture texture;
};

/* ---- Reading -------------------------------------------------------------------------------
 */

static enum wr_result read_entry(struct look *look, uint16_t type, struct wr_source *out)
{
    const wr_entry *entry = wr_resources_find(look->scening->resources, look->name, type);
    enum wr_result result =
        entry ? wr_entry_read(look->lenient, look->scratch, entry, out) : WR_NOT_FOUND;
    out->binary = true;
    return result;
}

static enum wr_result read_texture(struct look *look)
{
    struct wr_source *source = WR_ZERO(look->scratch, struct wr_source, 1);
    struct wr_source txi = {0};
    if (!source)
        return wr_no_memory(look->lenient);
    enum wr_result result = read_entry(look, WR_RES_TGA, source);
    bool tpc = result == WR_NOT_FOUND;
    if (tpc)
        result = read_entry(look, WR_RES_TPC, source);
    if (result != WR_OK)
        return result;
    bool said = !tpc && read_entry(look, WR_RES_TXI, &txi) == WR_OK;
    return wr_texture_read(look->lenient, look->scratch, source, tpc, said ? &txi : NULL,
                           &look->texture);
}

/* ---- What is missing -----------------------------------------------------------------------
 */

void wr_look_missing(struct wr_scening *scening, const char *file)
{
    const char **items =
        wr_arena_more(scening->arena, scening->missing, scening->missing_count, sizeof *items);
    const char *copy = wr_arena_text(scening->arena, file, strlen(file));
    scening->growing.failed |= !items || !copy;
    if (!items || !copy)
        return;
    scening->missing = items;
    items[scening->missing_count++] = copy;
}

enum wr_result wr_looks_tell(struct wr_scening *scening)
{
    struct wr_bytes names = {0};
    uint32_t count = scening->missing_count;
    if (count == 0)
        return WR_OK;
    for (uint32_t i = 0; i < count && i < MOST_NAMED; i++)
        wr_bytes_print(&names, "%s%.40s", i ? ", " : "", scening->missing[i]);
    if (count > MOST_NAMED)
        wr_bytes_print(&names, " and %u more", (unsigned)(count - MOST_NAMED));
    wr_bytes_char(&names, '\0');
    bool failed = names.failed;
    if (!failed)
        wr_warn(scening->context, scening->where, "scene-missing",
                "--game-folder says where the game's own files are",
                "%u file%s not at hand, and plain colours stand for textures: %s",
                (unsigned)count, count == 1 ? " is" : "s are", (const char *)names.data);
    wr_bytes_finish(&names);
    return failed ? wr_no_memory(scening->context) : WR_OK;
}

/* ---- Materials -----------------------------------------------------------------------------
 */

/* A name that is a surface's would make a floor of what is there to be looked at. */
static uint32_t add_material(struct look *look, uint32_t image, bool clear)
{
    char called[WR_MODEL_NAME + 8];
    uint32_t surface;
    bool taken = wr_surface_named(wr_view_of(look->name), &surface);
    const char *name = *look->name ? look->name : "plain";
    snprintf(called, sizeof called, "%s%s", taken ? "tex_" : "", name);
    wr_scene_material material = {
        .name = called, .image = image, .colour = {1, 1, 1, 1}, .clear = clear};
    if (image == WR_SCENE_NONE)
        wr_scene_colour(name, material.colour);
    return wr_scene_add_material(&look->scening->growing, &material);
}

static enum wr_result add_picture(struct look *look, uint32_t *material)
{
    struct wr_scening *scening = look->scening;
    struct wr_bytes png = {0};
    enum wr_result result = wr_png_write(scening->context, &look->texture.picture, &png);
    const uint8_t *data =
        result == WR_OK ? wr_arena_copy(scening->arena, png.data, png.size, 1) : NULL;
    if (result == WR_OK && !data)
        result = wr_no_memory(scening->context);
    if (result == WR_OK) {
        wr_scene_image image = {.name = look->name, .data = data, .size = png.size};
        *material = add_material(look, wr_scene_add_image(&scening->growing, &image),
                                 look->texture.clear);
    }
    wr_bytes_finish(&png);
    return result;
}

static enum wr_result make_material(struct look *look, uint32_t *material)
{
    enum wr_result result = *look->name ? read_texture(look) : WR_NOT_FOUND;
    if (result == WR_NO_MEMORY || result == WR_STOPPED)
        return result == WR_STOPPED ? result : wr_no_memory(look->scening->context);
    if (result == WR_OK)
        return add_picture(look, material);
    if (*look->name && result == WR_NOT_FOUND)
        wr_look_missing(look->scening, look->name);
    *material = add_material(look, WR_SCENE_NONE, false);
    return WR_OK;
}

/* ---- Each once -----------------------------------------------------------------------------
 */

/* Where a name is, or belongs, among those that were asked for. */
static uint32_t place_of(const struct wr_scening *scening, const char *name, bool *there)
{
    uint32_t low = 0, high = scening->texture_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(scening->textures[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *there = low < scening->texture_count && strcmp(scening->textures[low].name, name) == 0;
    return low;
}

static enum wr_result keep(struct wr_scening *scening, uint32_t place, const char *name,
                           uint32_t material)
{
    uint32_t count = scening->texture_count;
    wr_scened_texture *items =
        wr_arena_more(scening->arena, scening->textures, count, sizeof *items);
    const char *copy = wr_arena_text(scening->arena, name, strlen(name));
    if (!items || !copy || scening->growing.failed)
        return wr_no_memory(scening->context);
    memmove(items + place + 1, items + place, (count - place) * sizeof *items);
    items[place] = (wr_scened_texture){copy, material};
    scening->textures = items;
    scening->texture_count++;
    return WR_OK;
}

enum wr_result wr_look_of(struct wr_scening *scening, const char *texture, uint32_t *out)
{
    bool there;
    uint32_t place = place_of(scening, texture, &there);
    if (there) {
        *out = scening->textures[place].material;
        return WR_OK;
    }
    struct look look = {.scening = scening, .scratch = wr_arena_create(), .name = texture};
    look.lenient = look.scratch ? wr_context_lenient(scening->context) : NULL;
    enum wr_result result =
        look.lenient ? make_material(&look, out) : wr_no_memory(scening->context);
    if (result == WR_OK)
        result = keep(scening, place, texture, *out);
    wr_context_destroy(look.lenient);
    wr_arena_destroy(look.scratch);
    return result;
}
