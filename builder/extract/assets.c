/* Gathering files: of rooms, of what their models name, and all the rest. */
#include "builder/extract/assets.h"

#include "core/base/text.h"

#include <stdio.h>
#include <string.h>

struct gathering {
    struct wr_taking *taking;
    bool *taken; /* one an entry of the source: it has its place, or is made anew */
    bool failed; /* memory is out */
};

static const wr_entry *find(const struct gathering *gathering, const char *name, uint16_t type)
{
    return wr_resources_find(&gathering->taking->resources, name, type);
}

/* What the module itself has of a name, too: those of one name lie side by side, the one that
 * counts first. */
static void take(struct gathering *gathering, const wr_entry *entry)
{
    const struct wr_resources *all = &gathering->taking->resources;
    struct wr_resources own = *all;
    own.before = own.behind = NULL;
    entry = entry ? wr_resources_find_file(&own, entry->file) : NULL;
    size_t i = entry ? (size_t)(entry - all->entries) : all->count;
    while (i > 0 && i < all->count && wr_text_same(all->entries[i - 1].file, entry->file))
        i--;
    for (; i < all->count && wr_text_same(all->entries[i].file, entry->file); i++)
        gathering->taken[i] = true;
}

/* Adds a resource to a folder of the kit; nothing where there is none. */
static bool add(struct gathering *gathering, const char *folder, const char *name,
                uint16_t type, const wr_entry *entry)
{
    if (!entry)
        return false;
    const char *file = wr_taking_file_name(gathering->taking, name, type);
    take(gathering, entry);
    gathering->failed |=
        !file ||
        !wr_taking_add(gathering->taking,
                       &(wr_taken_file){.folder = folder, .name = file, .entry = entry});
    return true;
}

/* ---- Images ------------------------------------------------------------------------------ */

/* A TGA, else a TPC, and its TXI. Images of emitters and lights keep their names, and so lie
 * with what is always packed. */
static void add_image(void *user, const wr_model_texture *texture)
{
    struct gathering *gathering = user;
    static const char *const folders[] = {
        [WR_TEXTURE_MESH] = "textures",
        [WR_TEXTURE_LIGHTMAP] = "lightmaps",
        [WR_TEXTURE_EMITTER] = "always",
        [WR_TEXTURE_FLARE] = "always",
    };
    char name[WR_RESREF + 1];
    const char *folder = folders[texture->use];
    if (!wr_taken_name(texture->name, name))
        return;
    bool image = add(gathering, folder, name, WR_RES_TGA, find(gathering, name, WR_RES_TGA)) ||
                 add(gathering, folder, name, WR_RES_TPC, find(gathering, name, WR_RES_TPC));
    if (image)
        add(gathering, folder, name, WR_RES_TXI, find(gathering, name, WR_RES_TXI));
}

static enum wr_result read_model(struct wr_context *context, struct wr_arena *scratch,
                                 const wr_entry *entry, struct wr_model **out)
{
    struct wr_source mdl;
    enum wr_result result = wr_entry_read(context, scratch, entry, &mdl);
    mdl.binary = true;
    return result == WR_OK ? wr_model_read(context, scratch, &mdl, NULL, out) : result;
}

/* Names alone are wanted, and the MDL has them. */
static enum wr_result add_images(struct gathering *gathering, const wr_entry *mdl)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_context *lenient = scratch ? wr_taking_lenient(gathering->taking) : NULL;
    struct wr_model *model;
    enum wr_result result = lenient ? read_model(lenient, scratch, mdl, &model) : WR_NO_MEMORY;
    if (result == WR_OK)
        wr_model_each_texture(model, add_image, gathering);
    if (lenient)
        wr_context_destroy(lenient);
    wr_arena_destroy(scratch);
    return result == WR_NO_MEMORY ? wr_no_memory(gathering->taking->context) : WR_OK;
}

/* ---- Rooms and what stands behind them --------------------------------------------------- */

static enum wr_result add_rooms(struct gathering *gathering)
{
    struct wr_taking *taking = gathering->taking;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < taking->room_count; i++) {
        const wr_taken_room *room = &taking->rooms[i];
        add(gathering, "", room->name, WR_RES_WOK, room->wok);
        if (add(gathering, "", room->name, WR_RES_MDL, room->mdl))
            result = add_images(gathering, room->mdl);
        add(gathering, "", room->name, WR_RES_MDX, room->mdx);
    }
    return result;
}

static bool add_place(struct wr_taking *taking, const wr_lyt_item *item, const char *name)
{
    wr_lyt_item *items =
        wr_arena_more(taking->arena, taking->backdrops, taking->backdrop_count, sizeof *items);
    const char *model = wr_arena_text(taking->arena, name, strlen(name));
    if (!items || !model)
        return false;
    taking->backdrops = items;
    items[taking->backdrop_count++] = (wr_lyt_item){model, item->position};
    return true;
}

/* What a build calls the map's skybox. */
static bool is_sky(const struct wr_taking *taking, const wr_lyt_item *item, const char *name)
{
    char sky[WR_RESREF + 8];
    snprintf(sky, sizeof sky, "%s_sky", taking->area);
    return !taking->skybox && strcmp(sky, name) == 0 &&
           wr_vec3_same(item->position, wr_vec3_of(0, 0, 0));
}

/* Whether a build can put a model behind its rooms. */
static enum wr_result check_backdrop(struct gathering *gathering, const wr_entry *mdl,
                                     const wr_entry *mdx, bool *whole)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_context *lenient = scratch ? wr_taking_lenient(gathering->taking) : NULL;
    struct wr_source sources[2] = {{.binary = true}, {.binary = true}};
    struct wr_model *model;
    enum wr_result result = lenient ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK)
        result = wr_entry_read(lenient, scratch, mdl, &sources[0]);
    if (result == WR_OK && mdx)
        result = wr_entry_read(lenient, scratch, mdx, &sources[1]);
    if (result == WR_OK)
        result = wr_model_read(lenient, scratch, &sources[0], &sources[1], &model);
    *whole = result == WR_OK;
    if (lenient)
        wr_context_destroy(lenient);
    wr_arena_destroy(scratch);
    return result == WR_NO_MEMORY ? wr_no_memory(gathering->taking->context) : WR_OK;
}

/* A model of the layout without a walkmesh. Slots that are blanked have no name either. */
static enum wr_result add_backdrop(struct gathering *gathering, const wr_lyt_item *item)
{
    struct wr_taking *taking = gathering->taking;
    char name[WR_RESREF + 1];
    const wr_entry *mdl = find(gathering, item->model, WR_RES_MDL);
    if (!wr_taken_name(item->model, name)) {
        if (strcmp(item->model, "****") != 0)
            wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                    "extract-name", "names have 1 to 16 of the characters a-z 0-9 _ -",
                    "'%.40s' of the layout can be no file's name: it is left out", item->model);
        return WR_OK;
    }
    if (!mdl) {
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-backdrop", "--game-folder says where the game's own models are",
                "'%s' of the layout has neither a walkmesh nor a model here: it is left out",
                name);
        return WR_OK;
    }
    const wr_entry *mdx = find(gathering, item->model, WR_RES_MDX);
    bool whole;
    enum wr_result result = check_backdrop(gathering, mdl, mdx, &whole);
    if (result != WR_OK || !whole)
        return result; /* what is wrong with it was told of */
    add(gathering, "skyboxes", name, WR_RES_MDL, mdl);
    add(gathering, "skyboxes", name, WR_RES_MDX, mdx);
    if (is_sky(taking, item, name)) {
        taking->skybox = wr_arena_text(taking->arena, name, strlen(name));
        gathering->failed |= !taking->skybox;
    } else {
        gathering->failed |= !add_place(taking, item, name);
    }
    return add_images(gathering, mdl);
}

static enum wr_result add_backdrops(struct gathering *gathering)
{
    struct wr_taking *taking = gathering->taking;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < taking->lyt.room_count; i++)
        if (!find(gathering, taking->lyt.rooms[i].model, WR_RES_WOK))
            result = add_backdrop(gathering, &taking->lyt.rooms[i]);
    return result;
}

/* ---- The rest ---------------------------------------------------------------------------- */

/* What Warren makes anew for every module: the area itself, and the door of each doorway. */
static void take_own(struct gathering *gathering)
{
    struct wr_taking *taking = gathering->taking;
    static const uint16_t area[] = {WR_RES_ARE, WR_RES_GIT, WR_RES_LYT, WR_RES_VIS, WR_RES_PTH};
    char name[WR_RESREF + 16];
    for (size_t i = 0; i < sizeof area / sizeof *area; i++)
        take(gathering, find(gathering, taking->area, area[i]));
    take(gathering, find(gathering, "module", WR_RES_IFO));
    snprintf(name, sizeof name, "lbl_map%s", taking->area);
    take(gathering, find(gathering, name, WR_RES_TGA));
    snprintf(name, sizeof name, "load_%s", taking->area);
    take(gathering, find(gathering, name, WR_RES_TGA));
    for (uint32_t i = 0; i < taking->door_count; i++)
        if (taking->doors[i].blueprint)
            take(gathering, find(gathering, taking->doors[i].blueprint, WR_RES_UTD));
    for (uint32_t i = 0; i < taking->exit_count; i++) {
        const char *blueprint =
            wr_gff_text_of(taking->exits[i].row, "TemplateResRef", taking->arena);
        gathering->failed |= !blueprint;
        if (blueprint)
            take(gathering, find(gathering, blueprint, WR_RES_UTT));
    }
    for (uint32_t i = 0; i < taking->lyt.room_count; i++) {
        take(gathering, find(gathering, taking->lyt.rooms[i].model, WR_RES_WOK));
        take(gathering, find(gathering, taking->lyt.rooms[i].model, WR_RES_MDL));
        take(gathering, find(gathering, taking->lyt.rooms[i].model, WR_RES_MDX));
    }
}

static void add_other(struct gathering *gathering, const wr_entry *entry)
{
    struct wr_taking *taking = gathering->taking;
    char name[WR_RESREF + 1];
    const char *stem = wr_entry_name(taking->arena, entry);
    gathering->failed |= !stem;
    if (!stem)
        return;
    if (wr_taken_name(stem, name))
        add(gathering, "always", name, entry->type, entry);
    else
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-name", "names have 1 to 16 of the characters a-z 0-9 _ -",
                "'%.64s' can be no file of a kit", entry->file);
}

/* What is the game's own stays there. Archives lie in folders, beside what makes a module. */
static bool is_part(const wr_entry *entry)
{
    if (entry->container->shared)
        return false;
    static const char *const archives[] = {"mod", "rim", "erf", "hak", "sav", "bif", "key"};
    const char *suffix = entry->type ? wr_resource_suffix(entry->type) : NULL;
    for (size_t i = 0; suffix && i < sizeof archives / sizeof *archives; i++)
        if (strcmp(suffix, archives[i]) == 0)
            return false;
    return suffix != NULL;
}

static void add_others(struct gathering *gathering)
{
    const struct wr_resources *all = &gathering->taking->resources;
    for (size_t i = 0; i < all->count && !gathering->failed; i++)
        if (!gathering->taken[i] && is_part(&all->entries[i]))
            add_other(gathering, &all->entries[i]);
}

enum wr_result wr_taking_assets(struct wr_taking *taking)
{
    struct gathering gathering = {.taking = taking};
    gathering.taken = WR_ZERO(taking->arena, bool, taking->resources.count);
    if (!gathering.taken)
        return wr_no_memory(taking->context);
    enum wr_result result = add_rooms(&gathering);
    if (result == WR_OK)
        result = add_backdrops(&gathering);
    take_own(&gathering);
    if (result == WR_OK)
        add_others(&gathering);
    return gathering.failed ? wr_no_memory(taking->context) : result;
}
