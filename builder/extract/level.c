/* A level: blocks become the floor of a room, and what has a name becomes what the name says.
 */
#include "builder/extract/level.h"
#include "builder/extract/level_hooks.h"
#include "builder/extract/level_materials.h"
#include "builder/extract/level_model.h"

#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/wmp/solids.h"

#include <inttypes.h>
#include <string.h>

enum { HEAD = 4096, AMBIENT = 5, LONGEST_ID = 8 };

bool wr_taking_is_level(struct wr_context *context, const char *source)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    uint8_t head[HEAD];
    size_t size;
    uint64_t whole;
    bool level = quiet && !wr_folder_exists(quiet, source) &&
                 wr_file_head(quiet, source, head, sizeof head, &size, &whole) == WR_OK &&
                 (wr_wmp_is(head, size, NULL) || wr_wmp_is_acknex3(head, size));
    wr_context_destroy(quiet);
    return level;
}

/* ---- The floor --------------------------------------------------------------------------- */

/* The file's name without its endings, as short as a module of some rooms needs it. */
static void name_area(struct wr_taking *taking)
{
    const char *name = wr_path_name(taking->options->source);
    size_t size = 0;
    for (; *name && *name != '.' && size < LONGEST_ID; name++) {
        char c = *name >= 'A' && *name <= 'Z' ? (char)(*name + ('a' - 'A')) : *name;
        bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        taking->area[size++] = fine ? c : '_';
    }
    if (size == 0)
        memcpy(taking->area, "level", sizeof "level");
}

static enum wr_result make_floor(struct wr_taking *taking, const struct wr_level *level,
                                 struct wr_brush_level *brush, struct wr_bytes *out)
{
    struct wr_walkmesh *mesh;
    wr_triangles floors;
    enum wr_result result =
        wr_wmp_solids(taking->context, taking->arena, level->wmp, &level->places, brush, NULL);
    if (result == WR_OK)
        result = wr_brush_floors(taking->context, taking->arena, brush, &floors, NULL);
    if (result == WR_OK && floors.face_count == 0)
        result = wr_fail(taking->context, WR_NOT_FOUND, wr_at(level->source, WR_WHOLE_FILE),
                         "extract-no-rooms",
                         "floors are faces of blocks that look up, with room to stand above",
                         "the level has no floor on which anybody can stand");
    if (result == WR_OK)
        result = wr_walkmesh_make(taking->context, WR_WOK, &floors, NULL, &mesh);
    if (result != WR_OK)
        return result;
    result = wr_bwm_append(taking->context, mesh, wr_at(level->source, WR_WHOLE_FILE), out);
    wr_walkmesh_free(mesh);
    return result == WR_OK && out->failed ? wr_no_memory(taking->context) : result;
}

/* The walkmesh as the kit's file has it. */
static enum wr_result add_room(struct wr_taking *taking, const struct wr_bytes *wok)
{
    wr_taken_room *room = WR_ZERO(taking->arena, wr_taken_room, 1);
    uint8_t *data = wr_arena_copy(taking->arena, wok->data, wok->size, 1);
    const char *name = wr_taking_file_name(taking, taking->area, WR_RES_WOK);
    wr_taken_file file = {.folder = "", .name = name, .data = data, .size = wok->size};
    if (!room || !data || !name || !wr_taking_add(taking, &file))
        return wr_no_memory(taking->context);
    memcpy(room->name, taking->area, sizeof room->name);
    struct wr_source source = {.name = name, .data = data, .size = wok->size, .binary = true};
    taking->rooms = room;
    taking->room_count = 1;
    return wr_bwm_read(taking->context, taking->arena, &source, &room->mesh);
}

static enum wr_result take_floor(struct wr_taking *taking, const struct wr_level *level,
                                 struct wr_brush_level *brush)
{
    struct wr_bytes wok = {0};
    enum wr_result result = make_floor(taking, level, brush, &wok);
    if (result == WR_OK)
        result = add_room(taking, &wok);
    wr_bytes_finish(&wok);
    return result;
}

/* ---- Light ------------------------------------------------------------------------------- */

/* A level that is lit by nothing but lamps says black, which would be characters of soot. */
static void take_light(const struct wr_wmp *wmp, struct wr_taken_level *out)
{
    out->ambient[0] = out->ambient[1] = out->ambient[2] = 0.5f;
    for (uint32_t e = 0; e < wmp->entity_count; e++) {
        const double *colour = wmp->entities[e].as.settings.colours[AMBIENT];
        if (wmp->entities[e].kind != WR_WMP_LEVEL ||
            (colour[0] <= 0 && colour[1] <= 0 && colour[2] <= 0))
            continue;
        for (int i = 0; i < 3; i++) {
            double part = colour[i] / 100;
            out->ambient[i] = (float)(part < 0 ? 0 : part > 1 ? 1 : part);
        }
    }
}

/* ---- All of it --------------------------------------------------------------------------- */

static enum wr_result read_level(struct wr_taking *taking, struct wr_level *level)
{
    struct wr_source *source = WR_ZERO(taking->arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(taking->context);
    level->source = source;
    enum wr_result result =
        wr_file_read(taking->context, taking->arena, taking->options->source, source);
    if (result == WR_OK) {
        source->binary = source->size >= 4 && memcmp(source->data, "WMPB", 4) == 0;
        result = wr_wmp_read(taking->context, taking->arena, source, &level->wmp);
    }
    return result == WR_OK
               ? wr_wmp_resolve(taking->context, taking->arena, level->wmp, &level->places)
               : result;
}

enum wr_result wr_taking_level(struct wr_taking *taking)
{
    float quants = taking->options->quants_per_metre;
    struct wr_level level = {.metres =
                                 1 / (quants > 0 ? (double)quants : WR_WMP_QUANTS_PER_METRE)};
    struct wr_brush_level brush = {.metres = level.metres, .walls = taking->options->walls};
    struct wr_taken_level *area = WR_ZERO(taking->arena, struct wr_taken_level, 1);
    if (!area)
        return wr_no_memory(taking->context);
    taking->game = taking->game ? taking->game : WR_K1;
    taking->surfaces = taking->options->surfaces ? *taking->options->surfaces
                                                 : wr_surfaces_default(taking->game);
    taking->level = area;
    name_area(taking);
    enum wr_result result = read_level(taking, &level);
    if (result == WR_OK)
        result = wr_level_materials(taking, &brush);
    if (result == WR_OK)
        result = take_floor(taking, &level, &brush);
    if (result == WR_OK)
        result = wr_level_models(taking, &level, &brush);
    if (result == WR_OK)
        result = wr_level_hooks(taking, &level);
    if (result == WR_OK)
        result = wr_level_waypoints(taking, &level);
    if (result == WR_OK)
        take_light(level.wmp, area);
    return result;
}
