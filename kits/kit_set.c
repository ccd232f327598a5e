/* The kits of one run: where they are looked for, and those that were loaded. */
#include "kits/kit_set.h"
#include "core/base/bytes.h"
#include "core/base/suggestion.h"
#include "core/base/system.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <string.h>

/* A place to look in, with the kits found there once somebody asked. */
struct place {
    const char *path;
    struct wr_kit_heading *headings;
    size_t count;
    bool scanned;
    const struct wr_kit *kit; /* of one that was given; else NULL */
};

struct loaded {
    const char *file;
    struct wr_kit *kit;    /* NULL: it could not be loaded */
    enum wr_result result; /* and why */
};

struct places {
    struct place *items;
    size_t count, capacity;
};

struct wr_kits {
    wr_surfaces surfaces;
    struct wr_arena *arena;
    const char *map_folder;
    struct places given, added, named, map, standing; /* in the order they are looked at */
    bool standing_known;
    struct loaded *loaded;
    size_t loaded_count, loaded_capacity;
};

/* ---- The set -------------------------------------------------------------------------------
 */

struct wr_kits *wr_kits_create(const wr_surfaces *surfaces)
{
    struct wr_kits *kits = wr_alloc(sizeof *kits);
    struct wr_arena *arena = wr_arena_create();
    if (!kits || !arena) {
        wr_free(kits);
        wr_arena_destroy(arena);
        return NULL;
    }
    *kits = (struct wr_kits){.surfaces = surfaces ? *surfaces : wr_surfaces_default(WR_K1),
                             .arena = arena};
    return kits;
}

void wr_kits_free(struct wr_kits *kits)
{
    if (!kits)
        return;
    for (size_t i = 0; i < kits->loaded_count; i++)
        wr_kit_free(kits->loaded[i].kit);
    wr_free(kits->loaded);
    wr_free(kits->given.items);
    wr_free(kits->added.items);
    wr_free(kits->named.items);
    wr_free(kits->map.items);
    wr_free(kits->standing.items);
    wr_arena_destroy(kits->arena);
    wr_free(kits);
}

static bool add_place(struct wr_kits *kits, struct places *places, const char *path,
                      size_t size)
{
    const char *copy = wr_arena_text(kits->arena, path, size);
    if (!copy ||
        !wr_grow(&places->items, &places->capacity, places->count + 1, sizeof *places->items))
        return false;
    places->items[places->count++] = (struct place){.path = copy};
    return true;
}

enum wr_result wr_kits_add(struct wr_kits *kits, const char *path)
{
    return add_place(kits, &kits->added, path, strlen(path)) ? WR_OK : WR_NO_MEMORY;
}

/* Remembers what came of loading a file; false when memory is out. */
static bool keep(struct wr_kits *kits, const char *file, struct wr_kit *kit,
                 enum wr_result result)
{
    const char *copy = wr_arena_text(kits->arena, file, strlen(file));
    if (!copy || !wr_grow(&kits->loaded, &kits->loaded_capacity, kits->loaded_count + 1,
                          sizeof *kits->loaded))
        return false;
    kits->loaded[kits->loaded_count++] = (struct loaded){copy, kit, result};
    return true;
}

enum wr_result wr_kits_put(struct wr_kits *kits, struct wr_kit *kit)
{
    struct wr_kit_heading *heading = WR_TAKE(kits->arena, struct wr_kit_heading, 1);
    if (!heading || !keep(kits, kit->path, kit, WR_OK)) {
        wr_kit_free(kit);
        return WR_NO_MEMORY;
    }
    if (!add_place(kits, &kits->given, kit->path, strlen(kit->path)))
        return WR_NO_MEMORY;
    *heading = (struct wr_kit_heading){kit->path, kit->id, kit->name, kit->id};
    struct place *place = &kits->given.items[kits->given.count - 1];
    place->headings = heading;
    place->count = 1;
    place->scanned = true;
    place->kit = kit;
    return WR_OK;
}

enum wr_result wr_kits_check(struct wr_context *context, const struct wr_kits *kits)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < kits->added.count; i++) {
        struct wr_source source = {.name = kits->added.items[i].path};
        if (!wr_file_exists(context, source.name) && !wr_folder_exists(context, source.name))
            result =
                wr_fail(context, WR_NOT_FOUND, wr_at(&source, WR_WHOLE_FILE), "file-not-found",
                        "name a kit, or a folder of kits", "there is no such file or folder");
    }
    return result;
}

enum wr_result wr_kits_set_map_folder(struct wr_kits *kits, const char *folder)
{
    kits->named.count = 0;
    if (folder && kits->map_folder && strcmp(folder, kits->map_folder) == 0)
        return WR_OK; /* what was found there is kept */
    kits->map.count = 0;
    kits->map_folder = NULL;
    if (!folder)
        return WR_OK;
    if (!add_place(kits, &kits->map, folder, strlen(folder)))
        return WR_NO_MEMORY;
    kits->map_folder = kits->map.items[0].path;
    return WR_OK;
}

/* A path of a map, which may come from any system, and is relative to its folder; NULL when
 * memory is out. */
static const char *from_map(struct wr_kits *kits, const char *text)
{
    char *path = wr_arena_text(kits->arena, text, strlen(text));
    if (path)
        wr_path_slashes(path);
    return !path || wr_path_rooted(path) || !kits->map_folder
               ? path
               : wr_path_join(kits->arena, kits->map_folder, path);
}

enum wr_result wr_kits_add_of_map(struct wr_kits *kits, const char *path)
{
    const char *place = from_map(kits, path);
    return place && add_place(kits, &kits->named, place, strlen(place)) ? WR_OK : WR_NO_MEMORY;
}

/* ---- Places
 * ---------------------------------------------------------------------------------- */

static bool add_standing(struct wr_kits *kits, const char *path)
{
    return add_place(kits, &kits->standing, path, strlen(path));
}

static bool add_listed(struct wr_kits *kits, const char *list)
{
    const char *mark = wr_path_drives() ? ";" : ":";
    while (list && *list) {
        size_t size = strcspn(list, mark);
        if (size > 0 && !add_place(kits, &kits->standing, list, size))
            return false;
        list += size + (list[size] == *mark);
    }
    return true;
}

/* What came with the program in one folder, or in one that was moved as a whole. */
static bool add_of_program(const struct wr_context *context, struct wr_kits *kits)
{
    const char *program = wr_program_folder(kits->arena);
    const char *moved[] = {"kits", "kits/library", WARREN_NEAR_KITS};
    size_t count = wr_folder_exists(context, WARREN_DATA_KITS) ? 2 : 3;
    for (size_t i = 0; program && *program && i < count; i++) {
        const char *path = wr_path_join(kits->arena, program, moved[i]);
        if (!path || (wr_folder_exists(context, path) && !add_standing(kits, path)))
            return false;
    }
    return program != NULL;
}

/* The places a machine has: $WARREN_KITS, beside the program, the installed folder where
 * programs have one, the source folder where it is. */
static bool know_standing(const struct wr_context *context, struct wr_kits *kits)
{
    if (kits->standing_known)
        return true;
    kits->standing.count = 0;
    const char *data = WARREN_DATA_KITS;     /* empty for Windows */
    const char *source = WARREN_SOURCE_KITS; /* empty in packages */
    if (!add_listed(kits, wr_environment("WARREN_KITS")) || !add_of_program(context, kits) ||
        (*data && !add_standing(kits, data)) ||
        (*source && wr_folder_exists(context, source) && !add_standing(kits, source)))
        return false;
    kits->standing_known = true;
    return true;
}

/* The i-th place to look in, or NULL behind the last. */
static struct place *place_at(struct wr_kits *kits, size_t i)
{
    struct places *all[] = {&kits->given, &kits->added, &kits->named, &kits->map,
                            &kits->standing};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (i < all[k]->count)
            return &all[k]->items[i];
        i -= all[k]->count;
    }
    return NULL;
}

static enum wr_result scan(struct wr_context *context, struct wr_kits *kits,
                           struct place *place)
{
    if (place->scanned)
        return WR_OK;
    enum wr_result result =
        wr_kit_headings(context, kits->arena, place->path, &place->headings, &place->count);
    result =
        wr_context_whole(context, result); /* faults of kits nobody asked for are dropped */
    place->scanned = result == WR_OK;
    return result;
}

/* ---- Matching
 * -------------------------------------------------------------------------------- */

enum { NO_MATCH = 5 };

/* How well a kit answers to a name: the lower, the better. */
static int rank(const struct wr_kit_heading *heading, const char *name)
{
    if (!heading->id)
        return wr_text_same(heading->stem, name) ? 4 : NO_MATCH;
    if (strcmp(heading->name, name) == 0)
        return 0;
    if (strcmp(heading->id, name) == 0)
        return 1;
    if (wr_text_same(heading->name, name))
        return 2;
    return wr_text_same(heading->id, name) ? 3 : NO_MATCH;
}

/* The best of a place, NULL where none answers; `second` is another that is as good. */
static const struct wr_kit_heading *best_of(const struct place *place, const char *name,
                                            const struct wr_kit_heading **second)
{
    const struct wr_kit_heading *best = NULL;
    int least = NO_MATCH;
    *second = NULL;
    for (size_t i = 0; i < place->count; i++) {
        int r = rank(&place->headings[i], name);
        if (r < least) {
            best = &place->headings[i];
            least = r;
            *second = NULL;
        } else if (r == least && r < NO_MATCH && !*second) {
            *second = &place->headings[i];
        }
    }
    return best;
}

/* ---- Finding
 * --------------------------------------------------------------------------------- */

static const struct loaded *find_loaded(const struct wr_kits *kits, const char *file)
{
    for (size_t i = 0; i < kits->loaded_count; i++)
        if (strcmp(kits->loaded[i].file, file) == 0)
            return &kits->loaded[i];
    return NULL;
}

static enum wr_result load(struct wr_context *context, struct wr_kits *kits, const char *file,
                           const struct wr_kit **out)
{
    const struct loaded *loaded = find_loaded(kits, file);
    if (loaded) {
        *out = loaded->kit;
        return loaded->result;
    }
    struct wr_kit *kit = NULL;
    enum wr_result result = wr_kit_load(context, file, &kits->surfaces, &kit);
    if (result != WR_STOPPED && !keep(kits, file, kit, result)) {
        wr_kit_free(kit);
        return wr_no_memory(context);
    }
    if (!result)
        *out = kit;
    return result;
}

/* The names of all kits there are, for a hint. */
static const char *hint_of(struct wr_kits *kits, struct wr_arena *scratch, const char *name,
                           char out[WR_SUGGESTION_SIZE])
{
    static const char nothing[] = "name a place to look in with --kit or WARREN_KITS";
    size_t count = 0, at = 0;
    struct place *place;
    for (size_t i = 0; (place = place_at(kits, i)); i++)
        count += place->count;
    const char **known = WR_TAKE(scratch, const char *, count + 1);
    if (!known || count == 0)
        return nothing;
    for (size_t i = 0; (place = place_at(kits, i)); i++)
        for (size_t k = 0; k < place->count; k++) {
            const struct wr_kit_heading *heading = &place->headings[k];
            known[at++] = heading->id ? heading->name : heading->stem;
        }
    known[at] = NULL;
    return wr_suggestion(out, name, known);
}

static enum wr_result refuse(struct wr_context *context, struct wr_kits *kits, wr_where where,
                             const char *name)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_bytes tried = {0};
    char hint[WR_SUGGESTION_SIZE];
    struct place *place;
    for (size_t i = 0; (place = place_at(kits, i)); i++) {
        bool there =
            wr_folder_exists(context, place->path) || wr_file_exists(context, place->path);
        wr_bytes_print(&tried, "%s%s%s", i ? ", " : "", place->path,
                       there ? "" : " (not there)");
    }
    wr_bytes_char(&tried, '\0');
    enum wr_result result = WR_NO_MEMORY;
    if (scratch && !tried.failed)
        result = wr_fail(context, WR_NOT_FOUND, where, "kit-not-found",
                         hint_of(kits, scratch, name, hint),
                         "there is no kit '%s'; looked in %s", name, (const char *)tried.data);
    else
        wr_no_memory(context);
    wr_arena_destroy(scratch);
    wr_bytes_finish(&tried);
    return result;
}

static bool ends_in(const char *text, const char *suffix)
{
    size_t size = strlen(text), tail = strlen(suffix);
    return size > tail && wr_text_same(text + size - tail, suffix);
}

bool wr_kit_is_path(const char *name)
{
    return ends_in(name, ".xml") || ends_in(name, ".json");
}

/* A name that is a path is relative to the map. */
static enum wr_result find_file(struct wr_context *context, struct wr_kits *kits,
                                const char *name, wr_where where, const struct wr_kit **out)
{
    const char *file = from_map(kits, name);
    if (!file)
        return wr_no_memory(context);
    if (!find_loaded(kits, file) && !wr_file_exists(context, file))
        return wr_fail(context, WR_NOT_FOUND, where, "kit-not-found",
                       "a path is relative to the folder of the map", "there is no kit '%s'",
                       file);
    return load(context, kits, file, out);
}

static enum wr_result find_name(struct wr_context *context, struct wr_kits *kits,
                                const char *name, wr_where where, const struct wr_kit **out)
{
    struct place *place;
    for (size_t i = 0; (place = place_at(kits, i)); i++) {
        const struct wr_kit_heading *second, *best;
        enum wr_result result = scan(context, kits, place);
        if (result)
            return result;
        best = best_of(place, name, &second);
        if (second)
            return wr_fail(context, WR_INVALID, where, "kit-ambiguous",
                           "name the kit by its path", "'%s' may be either kit: '%s' or '%s'",
                           name, best->file, second->file);
        if (best && !place->kit)
            return load(context, kits, best->file, out);
        if (best) {
            *out = place->kit;
            return WR_OK;
        }
    }
    return refuse(context, kits, where, name);
}

enum wr_result wr_kits_find_at(struct wr_context *context, struct wr_kits *kits,
                               const char *name, wr_where where, const struct wr_kit **out)
{
    if (!know_standing(context, kits))
        return wr_no_memory(context);
    if (wr_kit_is_path(name))
        return find_file(context, kits, name, where, out);
    return find_name(context, kits, name, where, out);
}

enum wr_result wr_kits_find(struct wr_context *context, struct wr_kits *kits, const char *name,
                            const struct wr_kit **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, wr_kits_find_at(context, kits, name, WR_NOWHERE, out));
}
