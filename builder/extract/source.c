/* Opening modules, and what only their game has. */
#include "builder/extract/source.h"

#include "core/base/path.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"

#include <string.h>

/* ---- The modules of a game --------------------------------------------------------------- */

static bool ends_with(wr_view name, const char *tail)
{
    size_t size = strlen(tail);
    wr_view end = {name.data + name.size - size, size};
    return name.size > size && wr_view_same(end, wr_view_of(tail));
}

/* The name of the module a file begins; empty where it begins none. */
static wr_view module_of(const char *file)
{
    wr_view name = wr_view_of(file), none = {file, 0};
    if (ends_with(name, "_s.rim") || (!ends_with(name, ".rim") && !ends_with(name, ".mod")))
        return none;
    return (wr_view){name.data, name.size - 4};
}

static bool is_listed(const struct wr_taken_modules *modules, wr_view name)
{
    for (uint32_t i = 0; i < modules->count; i++)
        if (wr_view_same(wr_view_of(modules->names[i]), name))
            return true;
    return false;
}

enum wr_result wr_taking_modules(struct wr_taking *taking, const char *game,
                                 struct wr_taken_modules *out)
{
    char **files;
    size_t count;
    enum wr_result result =
        wr_resources_game_modules(taking->context, taking->arena, game, &files, &count);
    *out = (struct wr_taken_modules){0};
    if (result != WR_OK)
        return result;
    out->names = WR_ZERO(taking->arena, const char *, count + 1);
    for (size_t i = 0; out->names && i < count; i++) {
        wr_view name = module_of(files[i]);
        if (name.size == 0 || is_listed(out, name))
            continue;
        out->names[out->count] = wr_arena_text(taking->arena, name.data, name.size);
        if (!out->names[out->count++])
            return wr_no_memory(taking->context);
    }
    return out->names ? WR_OK : wr_no_memory(taking->context);
}

static enum wr_result find_module(struct wr_taking *taking, const char *game, const char **out)
{
    const char *name = taking->options->module;
    struct wr_taken_modules modules;
    char hint[WR_SUGGESTION_SIZE];
    enum wr_result result = wr_taking_modules(taking, game, &modules);
    if (result != WR_OK)
        return result;
    if (!name)
        return wr_fail(taking->context, WR_NOT_FOUND, WR_NOWHERE, "extract-module",
                       "name one with --module; --list shows all",
                       "'%s' is a game with %u modules, and none is named", game,
                       (unsigned)modules.count);
    *out = is_listed(&modules, wr_view_of(name))
               ? wr_resources_game_module(taking->context, taking->arena, game, name)
               : NULL;
    if (*out)
        return WR_OK;
    return wr_fail(taking->context, WR_NOT_FOUND, WR_NOWHERE, "extract-module",
                   wr_suggestion(hint, name, modules.names), "the game has no module '%.64s'",
                   name);
}

/* ---- Opening ----------------------------------------------------------------------------- */

static enum wr_result open_with_game(struct wr_taking *taking, const char *game,
                                     const char *module)
{
    struct wr_context *lenient = wr_taking_lenient(taking);
    if (!lenient)
        return WR_NO_MEMORY;
    enum wr_result result = wr_resources_open_game(taking->context, lenient, taking->arena,
                                                   game, module, &taking->resources);
    wr_context_destroy(lenient);
    return result;
}

enum wr_result wr_taking_open(struct wr_taking *taking)
{
    const struct wr_extract_options *options = taking->options;
    const char *game = options->game_folder, *module = options->source;
    enum wr_result result = WR_OK;
    if (wr_resources_is_game(taking->context, taking->arena, options->source)) {
        game = options->source;
        result = find_module(taking, game, &module);
    } else if (game && !wr_resources_is_game(taking->context, taking->arena, game)) {
        result = wr_fail(taking->context, WR_NOT_FOUND, WR_NOWHERE, "extract-no-game",
                         "name the folder that the game's chitin.key lies in",
                         "'%s' is no game's folder", game);
    }
    if (result != WR_OK)
        return result;
    return game ? open_with_game(taking, game, module)
                : wr_resources_open_module(taking->context, taking->arena, module,
                                           &taking->resources);
}
