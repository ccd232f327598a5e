/* An installed game as resources: override, a module, texture packs, and what its KEY says lies
 * in which BIF. Of all of these only tables are read. Source: formats/module, 1. */
#include "core/format/key.h"
#include "core/format/resources_opening.h"

#include "core/base/text.h"
#include "core/files/file.h"

#include <string.h>

enum {
    BIF_HEAD = 20,
    BIF_ENTRY = 16,
    LARGEST_TABLE = 64 << 20, /* bytes of a BIF before the end of its table */
};

/* ---- Finding ----------------------------------------------------------------------------- */

/* What a folder has of a name, in whatever capitals; NULL where there is none, or memory is
 * out. `folders` asks for a folder. */
static const char *find_in(struct wr_resource_opening *opening, const char *folder,
                           wr_view name, bool folders)
{
    char **names;
    size_t count;
    struct wr_context *quiet = wr_context_within(opening->context, NULL, NULL);
    const char *found = NULL;
    enum wr_result result =
        quiet ? wr_folder_list(quiet, opening->arena, folder, &names, &count) : WR_NO_MEMORY;
    wr_context_destroy(quiet);
    opening->starved |= result == WR_NO_MEMORY;
    for (size_t i = 0; result == WR_OK && i < count && !found && !opening->starved; i++) {
        wr_view other = wr_view_of(names[i]);
        bool is_folder = other.size > 0 && other.data[other.size - 1] == '/';
        other.size -= is_folder;
        if (is_folder != folders || !wr_view_same(other, name))
            continue;
        const char *own = wr_arena_text(opening->arena, other.data, other.size);
        found = own ? wr_path_join(opening->arena, folder, own) : NULL;
        opening->starved |= !found;
    }
    return found;
}

/* A path below the game's folder as its KEY spells it. */
static const char *find_path(struct wr_resource_opening *opening, const char *folder,
                             const char *path)
{
    while (folder && *path) {
        const char *slash = strchr(path, '/');
        wr_view part = {path, slash ? (size_t)(slash - path) : strlen(path)};
        folder = find_in(opening, folder, part, slash != NULL);
        path += part.size + (slash != NULL);
    }
    return folder;
}

static const char *find_file(struct wr_resource_opening *opening, const char *folder,
                             const char *name)
{
    return find_in(opening, folder, wr_view_of(name), false);
}

enum wr_result wr_resources_is_game(struct wr_context *context, struct wr_arena *arena,
                                    const char *folder, bool *out)
{
    struct wr_resource_opening opening = {.context = context, .arena = arena};
    *out = wr_folder_exists(context, folder) && find_file(&opening, folder, "chitin.key");
    return opening.starved ? wr_no_memory(context) : WR_OK;
}

enum wr_result wr_resources_game_module(struct wr_context *context, struct wr_arena *arena,
                                        const char *folder, const char *name, const char **out)
{
    struct wr_resource_opening opening = {.context = context, .arena = arena};
    static const char *const tails[] = {"", ".mod", ".rim"};
    const char *modules = find_in(&opening, folder, wr_view_of("modules"), true);
    *out = NULL;
    for (size_t i = 0; modules && !*out && i < sizeof tails / sizeof *tails; i++) {
        char *file = wr_arena_take(arena, strlen(name) + 8, 1);
        if (!file)
            return wr_no_memory(context);
        memcpy(file, name, strlen(name) + 1);
        memcpy(file + strlen(name), tails[i], strlen(tails[i]) + 1);
        *out = find_file(&opening, modules, file);
    }
    return opening.starved ? wr_no_memory(context) : WR_OK;
}

enum wr_result wr_resources_game_modules(struct wr_context *context, struct wr_arena *arena,
                                         const char *folder, char ***names, size_t *count)
{
    struct wr_resource_opening opening = {.context = context, .arena = arena};
    const char *modules = find_in(&opening, folder, wr_view_of("modules"), true);
    *count = 0;
    if (opening.starved)
        return wr_no_memory(context);
    return modules ? wr_folder_list(context, arena, modules, names, count) : WR_OK;
}

/* ---- BIFs -------------------------------------------------------------------------------- */

/* The beginning of a BIF, as far as its table, as a source of the BIF's size. */
static enum wr_result read_table(struct wr_resource_opening *opening, const char *path,
                                 struct wr_source *out, size_t *loaded)
{
    uint8_t head[BIF_HEAD] = {0};
    size_t got;
    uint64_t total;
    enum wr_result result =
        wr_file_range(opening->context, path, 0, head, sizeof head, &got, &total);
    if (result != WR_OK)
        return result;
    struct wr_reader counts = {head, sizeof head, 8, false};
    struct wr_reader places = {head, sizeof head, 16, false};
    uint64_t end = (uint64_t)wr_reader_u32(&counts) * BIF_ENTRY + wr_reader_u32(&places);
    end = !wr_bif_recognise(head, got) ? got : end > BIF_HEAD ? end : BIF_HEAD;
    end = end < total ? end : total;
    if (end > LARGEST_TABLE)
        return wr_fail(opening->context, WR_LIMIT, WR_NOWHERE, "bif-table", NULL,
                       "the table of '%s' ends at byte %llu, farther in than any game has it",
                       path, (unsigned long long)end);
    uint8_t *data = WR_TAKE(opening->arena, uint8_t, (size_t)end + 1);
    if (!data)
        return wr_no_memory(opening->context);
    result = wr_file_range(opening->context, path, 0, data, (size_t)end, &got, &total);
    *loaded = got;
    *out = (struct wr_source){path, data, got < end ? got : (size_t)total, true};
    return result;
}

/* A BIF as an archive that has no names yet. */
static enum wr_result open_bif(struct wr_resource_opening *opening, const char *path,
                               struct wr_archive **out, wr_container **container)
{
    struct wr_source source;
    struct wr_bif *bif = NULL;
    size_t loaded = 0;
    enum wr_result result = read_table(opening, path, &source, &loaded);
    if (result == WR_OK)
        result = wr_bif_read(opening->context, opening->arena, &source, &bif);
    if (!bif)
        return result;
    struct wr_archive *archive = WR_ZERO(opening->arena, struct wr_archive, 1);
    *container = wr_opening_container(opening, path);
    if (!archive || !*container)
        return wr_no_memory(opening->context);
    archive->items = bif->items;
    archive->count = bif->count;
    archive->source = bif->source;
    (*container)->archive = archive;
    (*container)->loaded = loaded;
    *out = archive;
    return result;
}

/* ---- The KEY ----------------------------------------------------------------------------- */

/* A BIF of the KEY; without an archive where it could not be opened. */
struct shelf {
    struct wr_archive *archive;
    wr_container *container;
};

static enum wr_result open_shelf(struct wr_resource_opening *opening, const char *folder,
                                 const wr_key_file *file, struct shelf *out)
{
    const char *path =
        wr_path_inside(file->path) ? find_path(opening, folder, file->path) : NULL;
    if (opening->starved)
        return wr_no_memory(opening->context);
    if (!path)
        return wr_fail(opening->context, WR_NOT_FOUND, WR_NOWHERE, "key-bif-missing",
                       "put the game's data folder beside its chitin.key",
                       "the KEY names '%s', which is not in '%s'", file->path, folder);
    return open_bif(opening, path, &out->archive, &out->container);
}

/* Entries of the KEY that lie in what was opened; how many point elsewhere is returned. */
static size_t add_entries(struct wr_resource_opening *opening, const struct wr_key *key,
                          const struct shelf *shelves)
{
    size_t lost = 0;
    for (uint32_t i = 0; i < key->entry_count; i++) {
        const wr_key_entry *entry = &key->entries[i];
        const struct shelf *shelf =
            entry->file == WR_KEY_NO_FILE ? NULL : &shelves[entry->file];
        if (!shelf || !shelf->archive)
            continue;
        if (entry->resource >= shelf->archive->count) {
            lost++;
            continue;
        }
        wr_resource *item = &shelf->archive->items[entry->resource];
        memcpy(item->name, entry->name, sizeof item->name);
        bool named = wr_resource_suffix(item->type) && *item->name;
        const char *name = named ? wr_archive_name(opening->arena, shelf->archive, item) : NULL;
        opening->starved |= named && !name;
        if (name)
            opening->entries[opening->count++] =
                (wr_entry){.file = name + strlen(shelf->archive->source->name) + 1,
                           .type = item->type,
                           .container = shelf->container,
                           .resource = item};
    }
    return lost;
}

static enum wr_result open_key(struct wr_resource_opening *opening, const char *folder,
                               const char *path)
{
    struct wr_source *source = WR_TAKE(opening->arena, struct wr_source, 1);
    struct wr_key *key = NULL;
    enum wr_result result = source
                                ? wr_file_read(opening->context, opening->arena, path, source)
                                : wr_no_memory(opening->context);
    if (result == WR_OK)
        result = wr_key_read(opening->context, opening->arena, source, &key);
    if (!key)
        return result;
    struct shelf *shelves = WR_ZERO(opening->arena, struct shelf, key->file_count);
    if (!shelves || wr_opening_reserve(opening, key->entry_count) != WR_OK)
        return WR_NO_MEMORY;
    for (uint32_t i = 0; i < key->file_count; i++)
        if (key->files[i].path &&
            open_shelf(opening, folder, &key->files[i], &shelves[i]) == WR_NO_MEMORY)
            return WR_NO_MEMORY;
    size_t lost = add_entries(opening, key, shelves);
    if (lost == 0)
        return WR_OK;
    return wr_fail(opening->context, WR_SYNTAX, wr_at(source, WR_WHOLE_FILE), "key-resource",
                   NULL, "%zu resources are said to lie behind the last of their BIF", lost);
}

/* ---- The game ---------------------------------------------------------------------------- */

static enum wr_result open_override(struct wr_resource_opening *opening, const char *folder)
{
    const char *override = find_in(opening, folder, wr_view_of("override"), true);
    char **names;
    size_t count;
    if (!override)
        return WR_OK;
    enum wr_result result =
        wr_folder_list(opening->context, opening->arena, override, &names, &count);
    return result == WR_OK ? wr_opening_files(opening, override, names, count) : result;
}

/* The pack with the largest images first. */
static enum wr_result open_packs(struct wr_resource_opening *opening, const char *folder)
{
    static const char *const packs[] = {"swpc_tex_tpa.erf", "swpc_tex_gui.erf"};
    const char *textures = find_in(opening, folder, wr_view_of("texturepacks"), true);
    for (size_t i = 0; textures && i < sizeof packs / sizeof *packs; i++) {
        const char *path = find_file(opening, textures, packs[i]);
        if (path && wr_opening_archive(opening, path, false) == WR_NO_MEMORY)
            return WR_NO_MEMORY;
    }
    return WR_OK;
}

/* What is opened belongs to the game, and is called by its folder. */
static struct wr_resource_opening opening_of(struct wr_context *context, struct wr_arena *arena,
                                             const char *folder)
{
    struct wr_resource_opening opening = {
        .context = context, .arena = arena, .caseless = true, .shared = true};
    wr_opening_container(&opening, folder);
    return opening;
}

/* What is missing or broken was passed over. */
static enum wr_result finish(struct wr_resource_opening *opening, enum wr_result result,
                             struct wr_resources *out)
{
    return result == WR_NO_MEMORY || opening->starved ? wr_no_memory(opening->context)
                                                      : wr_opening_finish(opening, out);
}

static enum wr_result open_before(struct wr_context *context, struct wr_arena *arena,
                                  const char *folder, struct wr_resources *out)
{
    struct wr_resource_opening opening = opening_of(context, arena, folder);
    enum wr_result result = opening.first ? open_override(&opening, folder) : WR_NO_MEMORY;
    return finish(&opening, result, out);
}

static enum wr_result open_behind(struct wr_context *context, struct wr_arena *arena,
                                  const char *folder, struct wr_resources *out)
{
    struct wr_resource_opening opening = opening_of(context, arena, folder);
    enum wr_result result = opening.first ? open_packs(&opening, folder) : WR_NO_MEMORY;
    const char *key = find_file(&opening, folder, "chitin.key");
    if (result != WR_NO_MEMORY && key)
        result = open_key(&opening, folder, key);
    return finish(&opening, result, out);
}

enum wr_result wr_installation_open(struct wr_context *context, struct wr_arena *arena,
                                    const char *folder, struct wr_installation *out)
{
    *out = (struct wr_installation){.folder = wr_arena_text(arena, folder, strlen(folder))};
    if (!out->folder)
        return wr_no_memory(context);
    enum wr_result result = open_before(context, arena, out->folder, &out->override);
    return result == WR_OK ? open_behind(context, arena, out->folder, &out->shared) : result;
}

enum wr_result wr_resources_open_installed(struct wr_context *context,
                                           struct wr_context *lenient, struct wr_arena *arena,
                                           const struct wr_installation *game,
                                           const char *module, struct wr_resources *out)
{
    struct wr_resource_opening opening = {
        .context = context, .lenient = lenient, .arena = arena, .caseless = true};
    enum wr_result result = wr_opening_path(&opening, module, true);
    if (result == WR_OK)
        result = wr_opening_finish(&opening, out);
    if (result != WR_OK)
        return result;
    out->before = &game->override;
    out->behind = &game->shared;
    return WR_OK;
}
