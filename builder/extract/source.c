/* Opening modules, and what only their game has. */
#include "builder/extract/source.h"

#include "core/base/path.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"

#include <stdlib.h>
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

/* Names that differ in capitals only lie side by side. */
static int order_names(const void *a, const void *b)
{
    const char *const *p = a, *const *q = b;
    return wr_text_same(*p, *q) ? strcmp(*p, *q) : wr_text_order(*p, *q);
}

/* Sorts them, and drops all but the first of those that are one name. */
static void sort_names(struct wr_taken_modules *modules)
{
    uint32_t count = 0;
    if (modules->count > 0)
        qsort(modules->names, modules->count, sizeof *modules->names, order_names);
    for (uint32_t i = 0; i < modules->count; i++)
        if (count == 0 || !wr_text_same(modules->names[count - 1], modules->names[i]))
            modules->names[count++] = modules->names[i];
    modules->count = count;
    modules->names[count] = NULL;
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
        if (name.size == 0)
            continue;
        out->names[out->count] = wr_arena_text(taking->arena, name.data, name.size);
        if (!out->names[out->count++])
            return wr_no_memory(taking->context);
    }
    if (!out->names)
        return wr_no_memory(taking->context);
    sort_names(out);
    return WR_OK;
}

bool wr_taking_wants(const struct wr_taking *taking, const char *module)
{
    const char *pattern = taking->options->module;
    return !pattern || wr_view_fits(wr_view_of(pattern), wr_view_of(module));
}

static bool is_pattern(const char *name)
{
    return !name || strpbrk(name, "*?");
}

bool wr_extract_is_many(struct wr_context *context, const struct wr_extract_options *options)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    bool game = false;
    if (arena && quiet && is_pattern(options->module))
        wr_resources_is_game(quiet, arena, options->source, &game);
    wr_context_destroy(quiet);
    wr_arena_destroy(arena);
    return game;
}

static bool is_listed(const struct wr_taken_modules *modules, const char *name)
{
    for (uint32_t i = 0; i < modules->count; i++)
        if (wr_text_same(modules->names[i], name))
            return true;
    return false;
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
    *out = NULL;
    if (is_listed(&modules, name))
        result = wr_resources_game_module(taking->context, taking->arena, game, name, out);
    if (*out || result != WR_OK)
        return result;
    return wr_fail(taking->context, WR_NOT_FOUND, WR_NOWHERE, "extract-module",
                   wr_suggestion(hint, name, modules.names), "the game has no module '%.64s'",
                   name);
}

/* ---- Opening ----------------------------------------------------------------------------- */

enum wr_result wr_taking_open_game(struct wr_taking *taking, const char *game)
{
    struct wr_installation *own = WR_TAKE(taking->arena, struct wr_installation, 1);
    struct wr_context *lenient = own ? wr_taking_lenient(taking) : NULL;
    enum wr_result result = WR_NO_MEMORY;
    if (lenient)
        result = wr_installation_open(lenient, taking->arena, game, own);
    wr_context_destroy(lenient);
    taking->installation = own;
    return result == WR_OK ? WR_OK : wr_no_memory(taking->context);
}

static enum wr_result open_module(struct wr_taking *taking, const char *module)
{
    struct wr_context *lenient = wr_taking_lenient(taking);
    if (!lenient)
        return WR_NO_MEMORY;
    enum wr_result result =
        taking->installation
            ? wr_resources_open_installed(taking->context, lenient, taking->arena,
                                          taking->installation, module, &taking->resources)
            : wr_resources_open_module(taking->context, lenient, taking->arena, module,
                                       &taking->resources);
    wr_context_destroy(lenient);
    return result;
}

/* Opens the game where there is one, and finds the module. */
static enum wr_result find_source(struct wr_taking *taking, const char **module)
{
    const struct wr_extract_options *options = taking->options;
    const char *game = options->game_folder;
    bool own, there = true;
    *module = options->source;
    if (taking->installation)
        return find_module(taking, options->source, module);
    enum wr_result result =
        wr_resources_is_game(taking->context, taking->arena, options->source, &own);
    if (result == WR_OK && own) {
        game = options->source;
        result = find_module(taking, game, module);
    } else if (result == WR_OK && game) {
        result = wr_resources_is_game(taking->context, taking->arena, game, &there);
    }
    if (result == WR_OK && !there)
        return wr_fail(taking->context, WR_NOT_FOUND, WR_NOWHERE, "extract-no-game",
                       "name the folder that the game's chitin.key lies in",
                       "'%s' is no game's folder", game);
    return result == WR_OK && game ? wr_taking_open_game(taking, game) : result;
}

enum wr_result wr_taking_open(struct wr_taking *taking)
{
    const char *module;
    enum wr_result result = find_source(taking, &module);
    return result == WR_OK ? open_module(taking, module) : result;
}
