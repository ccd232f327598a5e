/* Taking rooms: each one's walkmesh, and the model whose triangles are the same. */
#include "builder/extract/rooms.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"

#include <string.h>

/* ---- A room ------------------------------------------------------------------------------ */

static enum wr_result read_source(struct wr_context *context, struct wr_arena *arena,
                                  const wr_entry *entry, struct wr_source *out)
{
    enum wr_result result = wr_entry_read(context, arena, entry, out);
    out->binary = true;
    return result;
}

/* A kit takes no material that the game does not know. */
static enum wr_result check_materials(struct wr_context *context,
                                      const struct wr_taking *taking,
                                      const struct wr_source *source,
                                      const struct wr_walkmesh *mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (!wr_material_in(taking->surfaces.known, mesh->materials[f]))
            return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE),
                           "material-unknown", NULL,
                           "face %u has the material %u, which the game does not know",
                           (unsigned)f, (unsigned)mesh->materials[f]);
    return WR_OK;
}

static enum wr_result read_mesh(struct wr_context *context, struct wr_taking *taking,
                                wr_taken_room *room)
{
    struct wr_source *source = WR_TAKE(taking->arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(context);
    enum wr_result result = read_source(context, taking->arena, room->wok, source);
    if (result == WR_OK && wr_bwm_kind(source) != WR_WOK)
        return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "kit-mesh-kind", NULL,
                       "the walkmesh of a placeable or door cannot be a room's");
    if (result == WR_OK)
        result =
            wr_bwm_read_room(context, taking->arena, source, &taking->surfaces, &room->mesh);
    return result == WR_OK ? check_materials(context, taking, source, room->mesh) : result;
}

/* A model moved to where its room stands must have the triangles of the WOK. */
static enum wr_result compare(struct wr_context *context, struct wr_arena *scratch,
                              wr_taken_room *room, const struct wr_model *model)
{
    struct wr_walkmesh *mesh;
    struct wr_source source = {.name = model->file, .binary = true};
    wr_model_fit fit;
    if (!wr_model_has_walkmesh(model))
        return WR_OK;
    enum wr_result result = wr_model_walkmesh(context, scratch, model, &mesh);
    if (result == WR_OK)
        result = wr_model_align(context, scratch, room->mesh, mesh, &fit);
    if (result != WR_OK)
        return result;
    if (!fit.agrees)
        return wr_fail(
            context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "extract-model-differs",
            "export WOK and model from one room; until then the room is left out",
            "the WOK has %u triangles, %u of them not in the model; the worst is %s m off, "
            "near (%s, %s, %s)",
            (unsigned)fit.first_count, (unsigned)fit.unmatched, wr_fixed(fit.worst, 3).text,
            wr_fixed(fit.where.x, 2).text, wr_fixed(fit.where.y, 2).text,
            wr_fixed(fit.where.z, 2).text);
    wr_dvec3 off = wr_add(wr_widen(fit.offset), wr_widen(room->position));
    room->astray = wr_length(off) > WR_MODEL_FIT;
    if (room->astray)
        wr_warn(context, wr_at(&source, WR_WHOLE_FILE), "extract-model-moved",
                "a build moves the model onto its walkmesh",
                "the model stands %s m away from its walkmesh",
                wr_fixed(wr_length(off), 3).text);
    return WR_OK;
}

static enum wr_result read_model(struct wr_context *context, struct wr_arena *scratch,
                                 wr_taken_room *room)
{
    struct wr_source mdl, mdx;
    struct wr_model *model;
    enum wr_result result = read_source(context, scratch, room->mdl, &mdl);
    if (result == WR_OK && room->mdx)
        result = read_source(context, scratch, room->mdx, &mdx);
    if (result == WR_OK)
        result = wr_model_read(context, scratch, &mdl, room->mdx ? &mdx : NULL, &model);
    if (result != WR_OK)
        return result;
    return compare(context, scratch, room, model);
}

static enum wr_result read_room(struct wr_context *context, struct wr_taking *taking,
                                wr_taken_room *room)
{
    enum wr_result result = read_mesh(context, taking, room);
    struct wr_arena *scratch = wr_arena_create();
    if (!scratch)
        return wr_no_memory(context);
    if (result == WR_OK && room->mdl)
        result = read_model(context, scratch, room);
    wr_arena_destroy(scratch);
    return result;
}

/* ---- All of them ------------------------------------------------------------------------- */

static const wr_entry *find(const struct wr_taking *taking, const char *name, uint16_t type)
{
    return wr_resources_find(&taking->resources, name, type);
}

static void skip(struct wr_taking *taking, uint32_t slot)
{
    const wr_lyt_item *item = &taking->lyt.rooms[slot];
    taking->skipped++;
    wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
            "extract-room-skipped", "what is wrong with it was said before",
            "room %u of the layout, '%.32s', is left out", (unsigned)slot, item->model);
}

/* What has a walkmesh and a name that a file can have; all else is no room. */
static bool is_room(struct wr_taking *taking, uint32_t slot, wr_taken_room *room)
{
    const wr_lyt_item *item = &taking->lyt.rooms[slot];
    *room = (wr_taken_room){.slot = slot, .position = item->position};
    room->wok = find(taking, item->model, WR_RES_WOK);
    if (!room->wok)
        return false;
    room->mdl = find(taking, item->model, WR_RES_MDL);
    room->mdx = find(taking, item->model, WR_RES_MDX);
    if (wr_taken_name(item->model, room->name))
        return true;
    wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE), "extract-name",
            "names have 1 to 16 of the characters a-z 0-9 _ -",
            "'%.32s' can be no file of a kit", item->model);
    skip(taking, slot);
    return false;
}

static bool is_there(const struct wr_taking *taking, const char *name)
{
    for (uint32_t i = 0; i < taking->room_count; i++)
        if (strcmp(taking->rooms[i].name, name) == 0)
            return true;
    return false;
}

static bool is_listed_twice(struct wr_taking *taking, const wr_taken_room *room)
{
    if (!is_there(taking, room->name))
        return false;
    wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
            "extract-room-twice", NULL, "the layout lists room '%s' twice", room->name);
    skip(taking, room->slot);
    return true;
}

static bool is_wanted(const struct wr_taking *taking, uint32_t slot)
{
    const char *pattern = taking->options->rooms;
    return !pattern ||
           wr_view_fits(wr_view_of(pattern), wr_view_of(taking->lyt.rooms[slot].model));
}

static enum wr_result take_slot(struct wr_taking *taking, struct wr_context *lenient,
                                uint32_t slot)
{
    wr_taken_room *room = &taking->rooms[taking->room_count];
    taking->taken_of[slot] = WR_NONE;
    if (!is_wanted(taking, slot) || !is_room(taking, slot, room) ||
        is_listed_twice(taking, room))
        return WR_OK;
    enum wr_result result = read_room(lenient, taking, room);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(taking->context);
    if (result == WR_STOPPED)
        return result;
    if (result == WR_OK)
        taking->taken_of[slot] = taking->room_count++;
    else
        skip(taking, slot);
    return WR_OK;
}

/* ---- The game ---------------------------------------------------------------------------- */

/* The game a room's model is laid out for; 0 where it has none that can be read. */
static enum wr_result game_of(struct wr_context *quiet, struct wr_taking *taking, uint32_t slot,
                              enum wr_game *out)
{
    const wr_entry *entry = find(taking, taking->lyt.rooms[slot].model, WR_RES_MDL);
    struct wr_arena *scratch = wr_arena_create();
    struct wr_source mdl;
    struct wr_model *model;
    enum wr_result result = !scratch ? WR_NO_MEMORY : entry ? WR_OK : WR_NOT_FOUND;
    if (result == WR_OK)
        result = read_source(quiet, scratch, entry, &mdl);
    if (result == WR_OK)
        result = wr_model_read(quiet, scratch, &mdl, NULL, &model);
    *out = result == WR_OK ? model->game : 0;
    wr_arena_destroy(scratch);
    return result == WR_NO_MEMORY ? result : WR_OK;
}

/* What is in the area only of the second game; some tools write it for both, which is why
 * models are asked first. */
static enum wr_game game_of_area(const struct wr_taking *taking)
{
    return taking->are && wr_gff_find(taking->are->root, "DisableTransit") ? WR_K2 : WR_K1;
}

static enum wr_result tell_game(struct wr_taking *taking)
{
    struct wr_context *quiet = wr_context_within(taking->context, NULL, NULL);
    if (!quiet)
        return wr_no_memory(taking->context);
    enum wr_result result = WR_OK;
    for (uint32_t slot = 0; result == WR_OK && slot < taking->lyt.room_count && !taking->game;
         slot++)
        result = game_of(quiet, taking, slot, &taking->game);
    wr_context_destroy(quiet);
    if (result != WR_OK)
        return wr_no_memory(taking->context);
    taking->game = taking->game ? taking->game : game_of_area(taking);
    taking->surfaces = taking->options->surfaces ? *taking->options->surfaces
                                                 : wr_surfaces_default(taking->game);
    return WR_OK;
}

/* ---- In the order of the layout ---------------------------------------------------------- */

enum wr_result wr_taking_rooms(struct wr_taking *taking)
{
    uint32_t count = taking->lyt.room_count;
    if (tell_game(taking) != WR_OK)
        return WR_NO_MEMORY;
    taking->rooms = WR_TAKE(taking->arena, wr_taken_room, count);
    taking->taken_of = WR_TAKE(taking->arena, uint32_t, count);
    if (!taking->rooms || !taking->taken_of)
        return wr_no_memory(taking->context);
    struct wr_context *lenient = wr_taking_lenient(taking);
    enum wr_result result = lenient ? WR_OK : WR_NO_MEMORY;
    for (uint32_t slot = 0; result == WR_OK && slot < count; slot++) {
        wr_context_progress(taking->context, "rooms read", slot, count);
        result =
            wr_context_stopped(taking->context) ? WR_STOPPED : take_slot(taking, lenient, slot);
    }
    if (lenient)
        wr_context_destroy(lenient);
    if (result != WR_OK || taking->room_count > 0)
        return result;
    return wr_fail(taking->context, WR_NOT_FOUND,
                   wr_at(&taking->resources.source, WR_WHOLE_FILE), "extract-no-rooms",
                   taking->options->rooms ? "--list shows what rooms are called"
                                          : "a room is a model of the layout with a WOK",
                   "no room of the layout of '%s' can be taken", taking->area);
}

void wr_taken_loop(const struct wr_walkmesh *mesh, uint32_t place, uint32_t *begin,
                   uint32_t *end)
{
    *begin = 0;
    *end = mesh->edge_count;
    for (uint32_t i = 0; i < mesh->perimeter_count; i++) {
        *end = mesh->perimeters[i];
        if (place < *end)
            return;
        *begin = *end;
    }
}
