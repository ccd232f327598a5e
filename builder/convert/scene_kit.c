/* From a kit to a scene: its rooms in rows, so that none touches another. */
#include "builder/convert/scene_marker.h"
#include "builder/convert/scenes.h"
#include "builder/convert/scening.h"

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "kits/kits.h"

#include <string.h>

/* Between two rooms, metres. */
#define GAP 4.0

struct showing {
    struct wr_conversion *conversion;
    struct wr_context *context;
    const struct wr_kit *kit;
    struct wr_resources textures;
    struct wr_scening scening;
};

/* ---- Files ---------------------------------------------------------------------------------
 */

/* An entry of a file, wherever it lies; `out` and its container live in the arena. */
static bool entry_of(struct showing *showing, const char *path, const wr_entry **out)
{
    struct wr_arena *arena = showing->conversion->arena;
    wr_container *container = WR_ZERO(arena, wr_container, 1);
    wr_entry *entry = WR_ZERO(arena, wr_entry, 1);
    if (!container || !entry)
        return false;
    container->path = wr_path_folder(arena, path);
    entry->file = wr_path_name(path);
    entry->container = container;
    *out = entry;
    return container->path != NULL;
}

/* The MDX beside an MDL, in the same capitals; NULL where there is none. */
static bool rows_of(struct showing *showing, const char *mdl, const wr_entry **out)
{
    char *path = wr_arena_text(showing->conversion->arena, mdl, strlen(mdl));
    size_t size = strlen(mdl);
    *out = NULL;
    if (!path || size == 0)
        return false;
    path[size - 1] = (char)(path[size - 1] + ('x' - 'l'));
    return !wr_file_exists(showing->context, path) || entry_of(showing, path, out);
}

/* ---- Rooms ---------------------------------------------------------------------------------
 */

static void stand_hook(struct showing *showing, uint32_t node, const wr_hook *hook)
{
    const wr_door *door = &showing->kit->doors[hook->door];
    wr_affine own = wr_affine_facing(hook->position, 0);
    own.m[0][0] = own.m[1][1] = hook->out_x;
    own.m[0][1] = 0 - hook->out_y;
    own.m[1][0] = hook->out_y;
    if (hook->foot == WR_NONE) /* it stands on no wall */
        own =
            wr_affine_facing(hook->position, isfinite(hook->facing) ? (double)hook->facing : 0);
    wr_scening_stand(&showing->scening, node, "hook", hook->name, &own);
    wr_scening_extra(&showing->scening, "door", door->name);
    wr_scening_extra_number(&showing->scening, "width", door->width);
    wr_scening_extra_number(&showing->scening, "height", door->height);
}

static enum wr_result show_model(struct showing *showing, uint32_t node, const wr_room *room)
{
    const wr_entry *mdl, *mdx;
    if (!room->model)
        return WR_OK;
    if (!entry_of(showing, room->model, &mdl) || !rows_of(showing, room->model, &mdx))
        return wr_no_memory(showing->context);
    return wr_scening_model_of(&showing->scening, node, mdl, mdx);
}

static enum wr_result show_room(struct showing *showing, const wr_room *room, wr_vec3 at)
{
    const wr_affine own = wr_affine_facing(at, 0);
    uint32_t node = wr_scening_stand(&showing->scening, WR_SCENE_NONE, room->id, NULL, &own);
    enum wr_result result = show_model(showing, node, room);
    if (result == WR_OK)
        result = wr_scening_walkmesh(&showing->scening, node, room->id, room->mesh,
                                     wr_vec3_of(0, 0, 0));
    for (uint32_t i = 0; result == WR_OK && i < room->hook_count; i++)
        stand_hook(showing, node, &room->hooks[i]);
    for (uint32_t i = 0; result == WR_OK && i < room->marker_count; i++)
        wr_scening_marker(&showing->scening, node, &room->markers[i], NULL);
    return result;
}

/* As wide as a square of all rooms, or the widest of them. */
static double row_width(const struct wr_kit *kit)
{
    double area = 0, widest = 0;
    for (uint32_t i = 0; i < kit->room_count; i++) {
        const wr_box *box = &kit->rooms[i].box;
        double width = (double)box->max.x - (double)box->min.x + GAP;
        area += width * ((double)box->max.y - (double)box->min.y + GAP);
        widest = width > widest ? width : widest;
    }
    double square = sqrt(area);
    return square > widest ? square : widest;
}

/* From left to right, then in the next row below, on whole metres. */
static enum wr_result show_rooms(struct showing *showing)
{
    const struct wr_kit *kit = showing->kit;
    double width = row_width(kit), x = 0, y = 0, deepest = 0;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < kit->room_count; i++) {
        const wr_box *box = &kit->rooms[i].box;
        double wide = (double)box->max.x - (double)box->min.x + GAP,
               deep = (double)box->max.y - (double)box->min.y + GAP;
        if (x > 0 && x + wide > width) {
            y -= deepest;
            x = deepest = 0;
        }
        wr_vec3 at = {(float)floor(x - (double)box->min.x),
                      (float)floor(y - (double)box->max.y), 0};
        result = wr_context_stopped(showing->context) ? WR_STOPPED
                                                      : show_room(showing, &kit->rooms[i], at);
        x += wide;
        deepest = deep > deepest ? deep : deepest;
    }
    return result;
}

/* ---- The kit -------------------------------------------------------------------------------
 */

static enum wr_result show(struct showing *showing, struct wr_bytes *out)
{
    struct wr_conversion *conversion = showing->conversion;
    const char *folder = wr_path_join(conversion->arena, showing->kit->folder, "textures");
    if (!folder)
        return wr_no_memory(showing->context);
    if (!wr_folder_exists(showing->context, folder))
        folder = showing->kit->folder;
    enum wr_result result =
        wr_scening_open(conversion->context, conversion->arena, folder,
                        conversion->options->game_folder, &showing->textures);
    if (result == WR_OK)
        result = wr_scening_start(showing->context, conversion->arena, &showing->textures,
                                  conversion->where, &showing->scening);
    if (result == WR_OK)
        result = show_rooms(showing);
    return result == WR_OK
               ? wr_scening_end(&showing->scening, conversion->form == WR_FORM_GLB, out)
               : result;
}

enum wr_result wr_scene_of_kit(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_kit *kit;
    struct showing showing = {.conversion = conversion, .context = conversion->context};
    enum wr_result result =
        wr_kit_load(conversion->context, conversion->from, &conversion->surfaces, &kit);
    if (result != WR_OK)
        return result;
    showing.kit = kit;
    result = show(&showing, out);
    wr_kit_free(kit);
    return result;
}
