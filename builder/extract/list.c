/* What can be taken out of a game, a module, a level or a scene: a line each, and nothing is
 * written. */
#include "builder/extract/list.h"
#include "builder/extract/layout.h"
#include "builder/extract/level/level.h"
#include "builder/extract/scene/scene.h"
#include "builder/extract/source.h"

#include "core/base/text.h"
#include "core/files/file.h"

#include <string.h>

struct listing {
    struct wr_taking *taking;
    wr_extract_item_fn *each;
    void *user;
};

/* ---- Sizes ------------------------------------------------------------------------------- */

static uint64_t size_of(const struct wr_taking *taking, const wr_entry *entry)
{
    struct wr_file_status status = {.size = 0};
    const struct wr_files *files = wr_files_of(taking->context);
    if (!entry)
        return 0;
    if (entry->resource)
        return entry->resource->size;
    char *path = wr_path_join(taking->arena, entry->container->path, entry->file);
    return path && files->look(files->user, path, &status) == WR_FILE_FINE ? status.size : 0;
}

/* Of a room's files; 0 for what is none. */
static uint64_t size_of_room(const struct wr_taking *taking, const char *name)
{
    static const uint16_t types[] = {WR_RES_WOK, WR_RES_MDL, WR_RES_MDX};
    uint64_t bytes = 0;
    if (!wr_resources_find(&taking->resources, name, WR_RES_WOK))
        return 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        bytes += size_of(taking, wr_resources_find(&taking->resources, name, types[i]));
    return bytes;
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static enum wr_result open_module(struct wr_taking *taking)
{
    enum wr_result result = wr_taking_open(taking);
    return result == WR_OK ? wr_taking_layout(taking) : result;
}

static enum wr_result list_rooms(struct listing *listing)
{
    struct wr_taking *taking = listing->taking;
    enum wr_result result = open_module(taking);
    for (uint32_t i = 0; result == WR_OK && i < taking->lyt.room_count; i++) {
        const wr_lyt_item *room = &taking->lyt.rooms[i];
        wr_extract_item item = {.name = room->model,
                                .bytes = size_of_room(taking, room->model),
                                .position = room->position};
        if (item.bytes > 0)
            listing->each(listing->user, &item);
    }
    return result;
}

/* ---- Rooms of what was drawn by hand ----------------------------------------------------- */

typedef enum wr_result take_fn(struct wr_taking *taking);

/* What takes such a source; NULL of a module, and where memory is out. */
static take_fn *taker_of(const struct wr_taking *taking, bool *starved)
{
    const char *source = taking->options->source;
    if (wr_taking_is_level(taking->context, source, starved))
        return wr_taking_level;
    return wr_taking_is_scene(taking->context, source, starved) ? wr_taking_scene : NULL;
}

/* Bytes of each room's files, which come in the order of the rooms, kind after kind. */
static void add_sizes(const struct wr_taking *taking, uint64_t *bytes)
{
    uint32_t room = 0;
    for (uint32_t i = 0; i < taking->file_count; i++) {
        const wr_taken_file *file = &taking->files[i];
        wr_view stem = {file->name, strcspn(file->name, ".")};
        for (uint32_t tried = 0; *file->folder == '\0' && tried < taking->room_count; tried++) {
            if (wr_view_same(stem, wr_view_of(taking->rooms[room].name))) {
                bytes[room] += file->size;
                break;
            }
            room = room + 1 < taking->room_count ? room + 1 : 0;
        }
    }
}

static enum wr_result list_made(struct listing *listing, take_fn *take)
{
    struct wr_taking *taking = listing->taking;
    enum wr_result result = take(taking);
    if (result != WR_OK)
        return result;
    uint64_t *bytes = WR_ZERO(taking->arena, uint64_t, taking->room_count);
    if (!bytes)
        return wr_no_memory(taking->context);
    add_sizes(taking, bytes);
    for (uint32_t i = 0; i < taking->room_count; i++) {
        const wr_taken_room *room = &taking->rooms[i];
        wr_extract_item item = {
            .name = room->name, .bytes = bytes[i], .position = room->position};
        listing->each(listing->user, &item);
    }
    return result;
}

static enum wr_result list_source(struct listing *listing)
{
    bool starved = false;
    take_fn *take = taker_of(listing->taking, &starved);
    if (starved)
        return wr_no_memory(listing->taking->context);
    return take ? list_made(listing, take) : list_rooms(listing);
}

/* ---- Modules ----------------------------------------------------------------------------- */

enum wr_result wr_taking_look(struct wr_taking *taking, wr_extract_item *out)
{
    enum wr_result result = open_module(taking);
    *out = (wr_extract_item){.name = taking->options->module};
    for (uint32_t i = 0; result == WR_OK && i < taking->lyt.room_count; i++) {
        uint64_t bytes = size_of_room(taking, taking->lyt.rooms[i].model);
        out->rooms += bytes > 0;
        out->bytes += bytes;
    }
    return result;
}

static enum wr_result list_module(struct listing *listing, const char *name)
{
    struct wr_taking *all = listing->taking;
    struct wr_extract_options options = *all->options;
    struct wr_context *lenient = wr_taking_lenient(all);
    struct wr_taking taking = {.context = lenient,
                               .options = &options,
                               .installation = all->installation,
                               .arena = wr_arena_create()};
    wr_extract_item item;
    enum wr_result result = WR_NO_MEMORY;
    options.module = name;
    if (lenient && taking.arena)
        result = wr_taking_look(&taking, &item);
    if (result == WR_OK && item.rooms > 0)
        listing->each(listing->user, &item);
    wr_context_destroy(lenient);
    wr_arena_destroy(taking.arena);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(all->context);
    return result == WR_STOPPED ? result : WR_OK;
}

static enum wr_result list_modules(struct listing *listing)
{
    struct wr_taking *taking = listing->taking;
    struct wr_taken_modules modules;
    enum wr_result result = wr_taking_modules(taking, taking->options->source, &modules);
    if (result == WR_OK)
        result = wr_taking_open_game(taking, taking->options->source);
    for (uint32_t i = 0; result == WR_OK && i < modules.count; i++) {
        wr_context_progress(taking->context, "modules read", i, modules.count);
        if (wr_context_stopped(taking->context))
            result = WR_STOPPED;
        else if (wr_taking_wants(taking, modules.names[i]))
            result = list_module(listing, modules.names[i]);
    }
    return result;
}

enum wr_result wr_extract_list(struct wr_context *context,
                               const struct wr_extract_options *options,
                               wr_extract_item_fn *each, void *user)
{
    struct wr_taking taking = {.context = context, .options = options, .game = options->game};
    struct listing listing = {&taking, each, user};
    enum wr_result result = WR_OK;
    wr_context_enter(context);
    taking.arena = wr_arena_create();
    if (!taking.arena)
        result = wr_no_memory(context);
    else if (wr_extract_is_many(context, options))
        result = list_modules(&listing);
    else
        result = list_source(&listing);
    wr_arena_destroy(taking.arena);
    return wr_context_leave(context, result);
}
