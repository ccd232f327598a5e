/* From a module to a scene: what kit extract would take out of it, where it stands. */
#include "builder/convert/looks.h"
#include "builder/convert/scene_marker.h"
#include "builder/convert/scenes.h"
#include "builder/extract/doors.h"
#include "builder/extract/hooks.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/layout.h"
#include "builder/extract/rooms.h"
#include "builder/extract/source.h"
#include "builder/extract/things.h"
#include "builder/extract/threshold.h"

#include "core/scene/growing.h"
#include <string.h>

struct laying {
    struct wr_taking taking;
    struct wr_scening scening;
    wr_where where;
    uint32_t *rooms; /* their nodes */
};

static wr_affine moved(wr_vec3 place)
{
    return wr_affine_facing(place, 0);
}

/* ---- Rooms ---------------------------------------------------------------------------------
 */

static enum wr_result lay_room(struct laying *laying, uint32_t index)
{
    const wr_taken_room *room = &laying->taking.rooms[index];
    const wr_affine own = moved(room->position);
    uint32_t node = wr_scening_stand(&laying->scening, WR_SCENE_NONE, room->name, NULL, &own);
    enum wr_result result = WR_OK;
    laying->rooms[index] = node;
    if (room->mdl)
        result = wr_scening_model_of(&laying->scening, node, room->mdl, room->mdx);
    return result == WR_OK ? wr_scening_walkmesh(&laying->scening, node, room->name, room->mesh,
                                                 room->position)
                           : result;
}

static enum wr_result lay_rooms(struct laying *laying)
{
    uint32_t count = laying->taking.room_count;
    enum wr_result result = WR_OK;
    laying->rooms = WR_TAKE(laying->taking.arena, uint32_t, count);
    if (!laying->rooms)
        return wr_no_memory(laying->taking.context);
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        wr_context_progress(laying->taking.context, "rooms put into the scene", i, count);
        result = wr_context_stopped(laying->taking.context) ? WR_STOPPED : lay_room(laying, i);
    }
    return result;
}

/* Models of the layout that have no walkmesh. */
static enum wr_result lay_backdrops(struct laying *laying)
{
    const struct wr_taking *taking = &laying->taking;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < taking->lyt.room_count; i++) {
        const wr_lyt_item *item = &taking->lyt.rooms[i];
        const wr_affine own = moved(item->position);
        char name[WR_RESREF + 1];
        if (wr_resources_find(&taking->resources, item->model, WR_RES_WOK) ||
            !wr_taken_name(item->model, name))
            continue; /* it is a room, or was left out with a warning, or is a slot for none */
        const wr_entry *mdl = wr_resources_find(&taking->resources, name, WR_RES_MDL);
        const wr_entry *mdx = wr_resources_find(&taking->resources, name, WR_RES_MDX);
        if (!mdl) {
            wr_look_missing(&laying->scening, name);
            continue;
        }
        uint32_t node =
            wr_scening_stand(&laying->scening, WR_SCENE_NONE, "backdrop", name, &own);
        result = wr_scening_model_of(&laying->scening, node, mdl, mdx);
    }
    return result;
}

/* ---- Doorways ------------------------------------------------------------------------------
 */

/* Where something of a room stands, and looks to a direction. */
static wr_affine looking(const wr_taken_room *room, wr_vec3 at, double x, double y)
{
    wr_affine own = moved(room ? wr_taken_own(room, at) : at);
    own.m[0][0] = own.m[1][1] = x;
    own.m[0][1] = 0 - y;
    own.m[1][0] = y;
    return own;
}

static void lay_hook(struct laying *laying, const wr_taken_hook *hook)
{
    const struct wr_taking *taking = &laying->taking;
    const wr_taken_room *room = &taking->rooms[hook->room];
    const wr_taken_type *type = &taking->types[hook->type];
    double x = 1, y = 0;
    wr_threshold_outward(room->mesh, hook->edges[hook->edge_count / 2], &x, &y);
    const wr_affine own = looking(room, hook->at, x, y);
    wr_scening_stand(&laying->scening, laying->rooms[hook->room], "hook", hook->name, &own);
    wr_scening_extra(&laying->scening, "door", type->name);
    wr_scening_extra_number(&laying->scening, "width", hook->width);
    if (type->height > 0)
        wr_scening_extra_number(&laying->scening, "height", type->height);
}

/* The room whose doorway a door stands in; WR_NONE where it stands in none. */
static uint32_t room_of_door(const struct wr_taking *taking, uint32_t door)
{
    for (uint32_t i = 0; i < taking->hook_count; i++)
        if (taking->hooks[i].door == door)
            return taking->hooks[i].room;
    return WR_NONE;
}

static const char *text_of(struct laying *laying, const wr_gff_struct *row, const char *label)
{
    const char *text = wr_gff_text_of(row, label, laying->taking.arena);
    laying->scening.growing.failed |= !text;
    return text ? text : "";
}

/* Of doors that only the layout has, nothing but their doorways is known. */
static void lay_door(struct laying *laying, uint32_t index)
{
    const struct wr_taking *taking = &laying->taking;
    const wr_taken_door *door = &taking->doors[index];
    const wr_gff_list *rows =
        taking->git ? wr_gff_list_of(taking->git->root, "Door List") : NULL;
    if (door->row == WR_NONE || !rows)
        return;
    uint32_t room = room_of_door(taking, index);
    const wr_gff_struct *row = rows->items[door->row];
    const wr_affine own =
        looking(room == WR_NONE ? NULL : &taking->rooms[room], door->at, door->x, door->y);
    const char *tag = text_of(laying, row, "Tag");
    wr_scening_stand(&laying->scening, room == WR_NONE ? WR_SCENE_NONE : laying->rooms[room],
                     "door", *tag ? tag : door->blueprint, &own);
    wr_scening_extra(&laying->scening, "blueprint", door->blueprint);
    wr_scening_extra(&laying->scening, "tag", tag);
    wr_scening_extra(&laying->scening, "module", text_of(laying, row, "LinkedToModule"));
    wr_scening_extra(&laying->scening, "to", text_of(laying, row, "LinkedTo"));
}

static void lay_doors(struct laying *laying)
{
    for (uint32_t i = 0; i < laying->taking.hook_count; i++)
        if (!laying->taking.hooks[i].hidden)
            lay_hook(laying, &laying->taking.hooks[i]);
    for (uint32_t i = 0; i < laying->taking.door_count; i++)
        lay_door(laying, i);
}

/* ---- Things --------------------------------------------------------------------------------
 */

static void lay_marker(struct laying *laying, const wr_taken_marker *marker)
{
    const char *tag = marker->row ? text_of(laying, marker->row, "Tag") : NULL;
    wr_marker named = marker->as;
    named.name = marker->name;
    wr_scening_marker(&laying->scening,
                      marker->room == WR_NONE ? WR_SCENE_NONE : laying->rooms[marker->room],
                      &named, tag);
}

/* Where the player arrives. */
static void lay_entry(struct laying *laying)
{
    const struct wr_gff *ifo = laying->taking.ifo;
    if (!ifo)
        return;
    const wr_vec3 at = {wr_gff_float(ifo->root, "Mod_Entry_X", 0),
                        wr_gff_float(ifo->root, "Mod_Entry_Y", 0),
                        wr_gff_float(ifo->root, "Mod_Entry_Z", 0)};
    double x = (double)wr_gff_float(ifo->root, "Mod_Entry_Dir_X", 1),
           y = (double)wr_gff_float(ifo->root, "Mod_Entry_Dir_Y", 0);
    double length = sqrt(x * x + y * y);
    bool fine = length > 0 && isfinite(length) && wr_vec3_finite(at);
    if (!wr_vec3_finite(at))
        return;
    const wr_affine own = looking(NULL, at, fine ? x / length : 1, fine ? y / length : 0);
    wr_scening_stand(&laying->scening, WR_SCENE_NONE, "entry", NULL, &own);
}

/* ---- The module ----------------------------------------------------------------------------
 */

/* What only a kit would lack is not told of: a scene has it. */
static void pass_on(void *user, const struct wr_diag *diag)
{
    struct wr_context *context = user;
    struct wr_source source = {.name = diag->file, .binary = true};
    wr_where where = wr_at(&source, diag->has_offset ? (size_t)diag->offset : WR_WHOLE_FILE);
    if (diag->severity == WR_WARNING && strcmp(diag->slug, "extract-row") == 0)
        wr_warn(context, diag->file ? where : WR_NOWHERE, diag->slug, diag->hint, "%s",
                diag->message);
    else if (diag->severity == WR_ERROR)
        wr_fail(context, WR_INVALID, diag->file ? where : WR_NOWHERE, diag->slug, diag->hint,
                "%s", diag->message);
}

static enum wr_result find_rest(struct wr_taking *taking)
{
    typedef enum wr_result step_fn(struct wr_taking *);
    static step_fn *const steps[] = {wr_taking_doors, wr_taking_hooks, wr_taking_types,
                                     wr_taking_things_there};
    struct wr_context *loud = taking->context;
    taking->context = wr_context_within(loud, pass_on, loud);
    enum wr_result result = taking->context ? WR_OK : wr_no_memory(loud);
    for (size_t i = 0; result == WR_OK && i < sizeof steps / sizeof *steps; i++)
        result = wr_context_stopped(taking->context) ? WR_STOPPED : steps[i](taking);
    wr_context_destroy(taking->context);
    taking->context = loud;
    return result;
}

static enum wr_result take(struct wr_taking *taking)
{
    enum wr_result result = wr_taking_open(taking);
    if (result == WR_OK)
        result = wr_taking_layout(taking);
    if (result == WR_OK)
        result = wr_taking_area(taking);
    if (result == WR_OK)
        result = wr_taking_rooms(taking);
    return result == WR_OK ? find_rest(taking) : result;
}

static enum wr_result lay(struct laying *laying)
{
    struct wr_taking *taking = &laying->taking;
    enum wr_result result = take(taking);
    if (result == WR_OK)
        result = wr_scening_start(taking->context, taking->arena, &taking->resources,
                                  laying->where, &laying->scening);
    if (result == WR_OK)
        result = lay_rooms(laying);
    if (result == WR_OK)
        result = lay_backdrops(laying);
    if (result != WR_OK)
        return result;
    lay_doors(laying);
    for (uint32_t i = 0; i < taking->marker_count; i++)
        lay_marker(laying, &taking->markers[i]);
    lay_entry(laying);
    return WR_OK;
}

enum wr_result wr_scene_of_module(struct wr_context *context, struct wr_conversion *conversion,
                                  const char *module, struct wr_bytes *out)
{
    const struct wr_extract_options options = {.source = module,
                                               .game_folder = conversion->options->game_folder,
                                               .surfaces = conversion->options->surfaces};
    struct laying laying = {
        .taking = {.context = context, .options = &options, .arena = conversion->arena},
        .where = conversion->where};
    enum wr_result result = lay(&laying);
    return result == WR_OK
               ? wr_scening_end(&laying.scening, conversion->form == WR_FORM_GLB, out)
               : result;
}
