/* Models that no room is: padding between doors of different size, the skybox, backdrops.
 * Source: formats/holocron-pykotor, 2.2. */
#include "builder/layout/things.h"
#include "builder/module/packing.h"

#include "core/base/text.h"
#include "kits/marker_row.h"

#include <stdio.h>
#include <string.h>

/* The origin of the area, where a skybox stands. */
static const wr_vec3 middle = {0, 0, 0};

static uint32_t kit_number(const struct wr_packing *packing, uint32_t hook)
{
    const struct wr_layout *layout = packing->layout;
    uint32_t room = layout->hooks[hook].room;
    return packing->models->sources[packing->models->source_of[room]].kit;
}

static const wr_door *door_of(const struct wr_packing *packing, uint32_t hook)
{
    const struct wr_kit *kit = packing->models->kits[kit_number(packing, hook)];
    return &kit->doors[wr_hook_of(packing->layout, hook)->door];
}

/* The smallest padding of a door that is larger than `metres`; NULL where the kit has none. */
static const wr_kit_padding *choose(const struct wr_packing *packing, uint32_t hook, bool top,
                                    float metres)
{
    const struct wr_kit_assets *assets = &packing->kits[kit_number(packing, hook)];
    uint32_t door = wr_hook_of(packing->layout, hook)->door;
    for (uint32_t i = 0; i < assets->padding_count; i++) {
        const wr_kit_padding *padding = &assets->paddings[i];
        if (padding->door == door && padding->top == top &&
            padding->size > (double)metres * 100)
            return padding; /* they are sorted by size */
    }
    return NULL;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* A model of a file, read once however often it stands somewhere. */
static enum wr_result read_once(struct wr_packing *packing, const char *path,
                                const struct wr_model **out)
{
    wr_extra_file *files =
        wr_arena_more(packing->scratch, packing->files, packing->file_count, sizeof *files);
    if (!files)
        return wr_no_memory(packing->context);
    packing->files = files;
    for (size_t i = 0; i < packing->file_count; i++)
        if (strcmp(files[i].path, path) == 0) {
            *out = files[i].model;
            return WR_OK;
        }
    wr_extra_file *file = &files[packing->file_count];
    file->path = path;
    enum wr_result result = wr_model_load(packing->context, packing->arena, packing->scratch,
                                          NULL, path, &file->model);
    packing->file_count += result == WR_OK;
    *out = file->model;
    return result;
}

static enum wr_result add_extra(struct wr_packing *packing, const char *path,
                                wr_extra_model extra)
{
    wr_extra_model *extras =
        wr_arena_more(packing->scratch, packing->extras, packing->extra_count, sizeof *extras);
    if (!extras)
        return wr_no_memory(packing->context);
    packing->extras = extras;
    enum wr_result result = read_once(packing, path, &extra.model);
    if (result == WR_OK)
        extras[packing->extra_count++] = extra;
    return result;
}

/* ---- Padding ----------------------------------------------------------------------------- */

/* A filler stands where the door hangs, which is the wider one's place, and looks as it does.
 */
static enum wr_result add_padding(struct wr_packing *packing, const wr_link *link,
                                  uint32_t smaller, const wr_kit_padding *padding)
{
    const struct wr_layout *layout = packing->layout;
    bool second =
        door_of(packing, link->hooks[1])->width > door_of(packing, link->hooks[0])->width;
    const wr_placed_hook *hung = &layout->hooks[link->hooks[second]];
    wr_extra_model extra = {.kit = kit_number(packing, smaller),
                            .cosine = hung->out_y,
                            .sine = -hung->out_x,
                            .room = {.position = hung->position}};
    for (int side = 0; side < 2; side++)
        extra.room.rooms[side] = layout->rooms[layout->hooks[link->hooks[side]].room].area_room;
    wr_packing_name(packing, "_pad", (uint32_t)packing->extra_count, extra.room.name);
    return add_extra(packing, padding->path, extra);
}

static enum wr_result pad_link(struct wr_packing *packing, const wr_link *link, bool top)
{
    uint32_t a = link->hooks[0], b = link->hooks[1];
    const wr_door *door_a = door_of(packing, a), *door_b = door_of(packing, b);
    float size_a = top ? door_a->height : door_a->width;
    float size_b = top ? door_b->height : door_b->width;
    if (size_a == size_b)
        return WR_OK;
    uint32_t smaller = size_a < size_b ? a : b;
    const wr_kit_padding *padding =
        choose(packing, smaller, top, size_a < size_b ? size_b : size_a);
    return padding ? add_padding(packing, link, smaller, padding) : WR_OK;
}

/* ---- The skybox -------------------------------------------------------------------------- */

static enum wr_result sky_missing(struct wr_packing *packing, const char *name)
{
    char hint[WR_SUGGESTION_SIZE];
    uint32_t count = 0, at = 0;
    for (uint32_t k = 0; k < packing->models->kit_count; k++)
        count += packing->kits[k].skybox_count;
    const char **known = WR_TAKE(packing->scratch, const char *, count + (size_t)1);
    if (!known)
        return wr_no_memory(packing->context);
    for (uint32_t k = 0; k < packing->models->kit_count; k++)
        for (uint32_t i = 0; i < packing->kits[k].skybox_count; i++)
            known[at++] = packing->kits[k].skyboxes[i].name;
    known[at] = NULL;
    return wr_fail(packing->context, WR_NOT_FOUND, wr_packing_where(packing), "skybox-missing",
                   wr_suggestion(hint, name, known), "none of the map's kits has a skybox '%s'",
                   name);
}

/* A skybox of a kit by name; NULL where none has it. */
static const wr_kit_file *sky_of(const struct wr_packing *packing, const char *name,
                                 uint32_t *kit)
{
    for (uint32_t k = 0; k < packing->models->kit_count; k++)
        for (uint32_t i = 0; i < packing->kits[k].skybox_count; i++)
            if (wr_text_same(packing->kits[k].skyboxes[i].name, name)) {
                *kit = k;
                return &packing->kits[k].skyboxes[i];
            }
    return NULL;
}

static enum wr_result find_sky(struct wr_packing *packing)
{
    const char *name = packing->layout->map->skybox;
    uint32_t kit;
    if (!name || !name[0])
        return WR_OK;
    const wr_kit_file *sky = sky_of(packing, name, &kit);
    if (!sky)
        return sky_missing(packing, name);
    wr_extra_model extra = {.kit = kit, .cosine = 1, .room = {"", middle, {WR_NONE, WR_NONE}}};
    snprintf(extra.room.name, sizeof extra.room.name, "%.12s_sky", packing->layout->id);
    enum wr_result result = wr_packing_fits(packing, "_sky", "the skybox", 0);
    return result == WR_OK ? add_extra(packing, sky->path, extra) : result;
}

/* ---- Backdrops --------------------------------------------------------------------------- */

/* The first place of a model keeps its name, and so do others where it is turned alike; where
 * it is not, the model is another. */
static void name_backdrop(struct wr_packing *packing, const char *name, wr_extra_model *extra)
{
    bool taken = false;
    snprintf(extra->room.name, sizeof extra->room.name, "%s", name);
    for (size_t i = 0; i < packing->extra_count && !extra->shared; i++) {
        const wr_extra_model *other = &packing->extras[i];
        if (strcmp(other->room.name, name) != 0)
            continue;
        taken = true;
        extra->shared = other->kit == extra->kit && other->cosine == extra->cosine &&
                        other->sine == extra->sine && other->mirrored == extra->mirrored;
    }
    if (taken && !extra->shared)
        wr_packing_name(packing, "_sky", (uint32_t)packing->extra_count, extra->room.name);
}

/* It turns and is mirrored with its room, and is seen from everywhere. */
static enum wr_result add_backdrop(struct wr_packing *packing, const wr_placed_thing *thing)
{
    char name[WR_RESREF + 1];
    wr_extra_model extra = {.cosine = thing->motion.cosine,
                            .sine = thing->motion.sine,
                            .mirrored = thing->motion.mirrored,
                            .room = {"", wr_thing_spot(thing), {WR_NONE, WR_NONE}}};
    if (wr_marker_becomes(thing->marker) != WR_BACKDROP ||
        !wr_marker_blueprint(thing->marker, name))
        return WR_OK; /* without a model it is a waypoint */
    const wr_kit_file *sky = sky_of(packing, name, &extra.kit);
    if (!sky)
        return sky_missing(packing, name);
    name_backdrop(packing, name, &extra);
    return add_extra(packing, sky->path, extra);
}

static enum wr_result find_backdrops(struct wr_packing *packing)
{
    wr_placed_thing thing;
    enum wr_result result = WR_OK;
    size_t before = packing->extra_count;
    for (wr_thing_walk walk = {0};
         result == WR_OK && wr_thing_next(packing->layout, &walk, &thing);)
        if (thing.marker->kind == WR_BACKDROP)
            result = add_backdrop(packing, &thing);
    if (result == WR_OK && packing->extra_count > before)
        result = wr_packing_fits(packing, "_sky", "each backdrop that is turned otherwise",
                                 (uint32_t)packing->extra_count);
    return result;
}

enum wr_result wr_extras_find(struct wr_packing *packing)
{
    enum wr_result result = WR_OK;
    const struct wr_layout *layout = packing->layout;
    for (uint32_t i = 0; i < layout->link_count && result == WR_OK; i++) {
        result = pad_link(packing, &layout->links[i], false);
        if (result == WR_OK)
            result = pad_link(packing, &layout->links[i], true);
    }
    if (result == WR_OK && packing->extra_count)
        result = wr_packing_fits(packing, "_pad", "each padding model",
                                 (uint32_t)packing->extra_count);
    enum wr_result sky = find_sky(packing);
    if (sky == WR_OK)
        sky = find_backdrops(packing);
    return result == WR_OK ? sky : result;
}

/* ---- Making them ------------------------------------------------------------------------- */

static enum wr_result pack_extra(struct wr_packing *packing, const wr_extra_model *extra)
{
    struct wr_renaming renaming = {packing->models, extra->kit};
    struct wr_model *model = wr_model_copy(extra->model, packing->arena);
    if (!model)
        return wr_no_memory(packing->context);
    enum wr_result result = wr_model_remove_walkmesh(packing->context, model);
    if (result == WR_OK && extra->mirrored)
        result = wr_model_mirror(packing->context, model);
    if (result == WR_OK)
        result = wr_model_turn(packing->context, model, extra->cosine, extra->sine);
    if (result == WR_OK)
        result = wr_model_convert(packing->context, model, packing->models->game);
    if (result == WR_OK)
        result = wr_model_set_name(packing->context, model, extra->room.name);
    if (result != WR_OK)
        return result;
    wr_model_rename_textures(model, wr_image_rename, &renaming);
    wr_packing_add(packing, extra->room.name, WR_RES_MDL, NULL, model->mdl, model->mdl_size);
    wr_packing_add(packing, extra->room.name, WR_RES_MDX, NULL, model->mdx, model->mdx_size);
    return WR_OK;
}

enum wr_result wr_extras_pack(struct wr_packing *packing)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < packing->extra_count && result == WR_OK; i++)
        if (!packing->extras[i].shared)
            result = pack_extra(packing, &packing->extras[i]);
    return result;
}
