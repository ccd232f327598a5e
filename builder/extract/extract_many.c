/* Many modules of one game: a kit of each, made by several threads, past broken ones. What the
 * game has for all of them is opened once. */
#include "builder/extract/list.h"
#include "builder/extract/making.h"
#include "builder/extract/output.h"
#include "builder/extract/source.h"

#include "core/base/parallel.h"
#include "core/files/file.h"

#include <stdio.h>
#include <string.h>

/* A module and what came of it. */
struct piece {
    struct wr_extracted done;
    char id[WR_RESREF + 1];
    bool fresh, map_fresh; /* the kit's folder, and the map, were not there before */
    bool empty;            /* it has no rooms */
    bool area;             /* but an area */
};

struct many {
    struct wr_taking all; /* the game, and the arena of what all share */
    const struct wr_extracted_options *options;
    struct piece *pieces;
    size_t count;
    struct wr_staging *around[2]; /* of the kits' folder and of the maps'; or NULL */
    atomic_int broken;            /* the system failed: nothing more is begun */
};

/* ---- Which ------------------------------------------------------------------------------- */

/* A module with a name that a folder can have. */
static enum wr_result add_piece(struct many *many, const char *module)
{
    const struct wr_extract_options *options = many->all.options;
    struct piece *piece = &many->pieces[many->count];
    char file[WR_RESREF + 8];
    if (!wr_taken_name(module, piece->id)) {
        wr_warn(many->all.context, WR_NOWHERE, "extract-name",
                "names have 1 to 16 of the characters a-z 0-9 _ -",
                "no kit can be called like the module '%.64s'", module);
        return WR_OK;
    }
    snprintf(file, sizeof file, "%s.json", piece->id);
    piece->done = (struct wr_extracted){.module = module, .result = WR_STOPPED};
    piece->done.folder = wr_path_join(many->all.arena, options->output, piece->id);
    if (options->map)
        piece->done.map = wr_path_join(many->all.arena, options->map, file);
    if (!piece->done.folder || (options->map && !piece->done.map))
        return wr_no_memory(many->all.context);
    many->count++;
    return WR_OK;
}

static enum wr_result gather(struct many *many)
{
    const struct wr_extract_options *options = many->all.options;
    struct wr_taken_modules modules;
    enum wr_result result = wr_taking_modules(&many->all, options->source, &modules);
    if (result != WR_OK)
        return result;
    many->pieces = WR_ZERO(many->all.arena, struct piece, modules.count);
    if (!many->pieces)
        return wr_no_memory(many->all.context);
    for (uint32_t i = 0; result == WR_OK && i < modules.count; i++)
        if (wr_taking_wants(&many->all, modules.names[i]))
            result = add_piece(many, modules.names[i]);
    if (result != WR_OK || many->count > 0)
        return result;
    return wr_fail(many->all.context, WR_NOT_FOUND, WR_NOWHERE, "extract-module",
                   "--list shows all", "the game '%s' has no module that fits '%.64s'",
                   options->source, options->module ? options->module : "*");
}

/* ---- One module -------------------------------------------------------------------------- */

static bool has_area(const struct wr_resources *resources)
{
    bool found = false;
    for (size_t i = 0; i < resources->count; i++)
        found |= resources->entries[i].type == WR_RES_ARE;
    return found;
}

/* Menus and the like have no rooms: that is no fault of theirs. */
static void look(struct wr_context *context, const struct many *many,
                 const struct wr_extract_options *options, struct piece *piece)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    struct wr_taking taking = {.context = quiet,
                               .options = options,
                               .installation = many->all.installation,
                               .arena = wr_arena_create()};
    wr_extract_item item;
    enum wr_result result = WR_NO_MEMORY;
    if (quiet && taking.arena)
        result = wr_taking_look(&taking, &item);
    piece->empty = result == WR_NOT_FOUND || (result == WR_OK && item.rooms == 0);
    piece->area = piece->empty && has_area(&taking.resources);
    wr_arena_destroy(taking.arena);
    wr_context_destroy(quiet);
}

static void tell_empty(struct wr_context *context, const struct piece *piece)
{
    const char *module = piece->done.module;
    if (piece->area)
        wr_warn(context, WR_NOWHERE, "extract-empty",
                "its layout and walkmeshes lie in none of the game's files that could be read",
                "module '%s' has an area, but no rooms", module);
    else
        wr_note(context, WR_NOWHERE, "extract-empty", NULL, "module '%s' has no rooms", module);
}

static enum wr_result extract_module(struct wr_context *context, struct many *many,
                                     struct piece *piece)
{
    struct wr_extract_options options = *many->all.options;
    options.module = piece->done.module;
    options.output = piece->done.folder;
    options.map = piece->done.map;
    options.id = piece->id;
    look(context, many, &options, piece);
    if (piece->empty) {
        tell_empty(context, piece);
        return WR_OK;
    }
    piece->fresh = !wr_folder_exists(context, options.output);
    piece->map_fresh = options.map && !wr_file_exists(context, options.map);
    return wr_kit_make(context, &options, many->all.installation, &piece->done.sum);
}

static enum wr_result extract_piece(void *user, struct wr_context *context, unsigned worker,
                                    size_t index)
{
    struct many *many = user;
    struct piece *piece = &many->pieces[index];
    (void)worker;
    if (atomic_load(&many->broken))
        return WR_OK; /* the piece that failed says so */
    piece->done.result = extract_module(context, many, piece);
    return wr_parallel_break(context, &many->broken, piece->done.result);
}

/* ---- All of them ------------------------------------------------------------------------- */

static void add_up(struct wr_extract_summary *all, const struct wr_extract_summary *one)
{
    all->rooms += one->rooms;
    all->skipped += one->skipped;
    all->links += one->links;
    all->ends += one->ends;
    all->doors += one->doors;
    all->files += one->files;
    all->bytes += one->bytes;
}

static void sum_up(const struct many *many, struct wr_extract_many_summary *sum)
{
    for (size_t i = 0; i < many->count; i++) {
        const struct piece *piece = &many->pieces[i];
        bool taken = piece->done.result == WR_OK && !piece->empty;
        sum->modules += !piece->empty;
        sum->taken += taken;
        sum->failed += !taken && !piece->empty;
        sum->empty += piece->empty;
        if (taken)
            add_up(&sum->all, &piece->done.sum);
    }
}

static void tell(void *user, size_t index)
{
    struct many *many = user;
    const struct piece *piece = &many->pieces[index];
    if (many->options->each && !piece->empty)
        many->options->each(many->options->user, &piece->done);
}

/* The folders around all kits and maps are made first, so that they can go where nothing was
 * taken. */
static enum wr_result make_around(struct many *many)
{
    const struct wr_extract_options *options = many->all.options;
    enum wr_result result =
        wr_staging_make(many->all.context, options->output, &many->around[0]);
    if (result == WR_OK && options->map)
        result = wr_staging_make(many->all.context, options->map, &many->around[1]);
    return result;
}

static enum wr_result extract_all(struct many *many)
{
    struct wr_context *context = many->all.context;
    enum wr_result result = make_around(many);
    if (result != WR_OK)
        return result;
    result = wr_parallel_long(context, "modules taken", many->count, extract_piece, tell, many);
    enum wr_result broken = (enum wr_result)atomic_load(&many->broken);
    for (int i = 0; broken == WR_OK && many->all.options->durable && i < 2; i++)
        if (many->around[i])
            broken = wr_staging_sync(context, many->around[i]);
    return wr_context_whole(context, broken != WR_OK ? broken : result);
}

/* Where the call was stopped, what it made is taken away again. */
static void finish(struct many *many, enum wr_result result)
{
    for (size_t i = 0; result == WR_STOPPED && i < many->count; i++) {
        const struct piece *piece = &many->pieces[i];
        bool taken = piece->done.result == WR_OK && !piece->empty;
        if (taken && piece->fresh)
            wr_taken_take_back(many->all.context, piece->done.folder);
        if (taken && piece->map_fresh)
            wr_file_remove(many->all.context, piece->done.map);
    }
    wr_staging_drop(many->around[1]); /* it may lie in the other, or be it */
    wr_staging_drop(many->around[0]);
}

static enum wr_result run(struct many *many, struct wr_extract_many_summary *sum)
{
    enum wr_result result = gather(many);
    if (result == WR_OK)
        result = wr_taking_open_game(&many->all, many->all.options->source);
    if (result != WR_OK)
        return result;
    result = extract_all(many);
    sum_up(many, sum);
    if (result != WR_OK || sum->modules > 0)
        return result;
    return wr_fail(many->all.context, WR_NOT_FOUND, WR_NOWHERE, "extract-no-rooms",
                   "a room is a model of the layout with a WOK",
                   "none of the game's modules has a room");
}

enum wr_result wr_kits_extract(struct wr_context *context,
                               const struct wr_extracted_options *options,
                               struct wr_extract_many_summary *summary)
{
    struct wr_extract_many_summary own;
    struct many many = {.options = options,
                        .all = {.context = context, .options = options->extract}};
    summary = summary ? summary : &own;
    *summary = (struct wr_extract_many_summary){0};
    wr_context_enter(context);
    many.all.arena = wr_arena_create();
    enum wr_result result = many.all.arena ? run(&many, summary) : wr_no_memory(context);
    finish(&many, result);
    wr_arena_destroy(many.all.arena);
    return wr_context_leave(context, result);
}
