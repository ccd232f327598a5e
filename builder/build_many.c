/* Building many maps, past bad ones. Maps are read and built by several threads; kits are
 * looked for by one map after another, in order, so that what is said of a kit is said once and
 * at the same map on any number of threads. */
#include "builder/build.h"
#include "builder/manifest/unit.h"

#include "core/base/parallel.h"
#include "core/base/shard.h"
#include "core/base/system.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A map and what came of it. */
struct piece {
    struct wr_built built;
    char id[40];
    bool fresh;          /* its folder was not there before */
    bool over;           /* it failed, and said why */
    struct wr_map *kept; /* of a stream, which cannot be read again; else NULL */
    struct wr_bytes plan;
};

struct many {
    struct wr_arena *arena;
    const struct wr_many_options *options;
    struct piece *pieces;
    size_t count, capacity;
    struct wr_kits *kits[2]; /* of the two games */
    wr_surfaces surfaces[2];
    struct wr_staging *around; /* of the folder of all modules; or NULL */
    unsigned jobs;             /* of each map */
    atomic_int broken;         /* the system failed: nothing more is begun */
    mtx_t lock;                /* of the next two */
    cnd_t moved;
    size_t turn; /* the map that looks for its kits next */
};

/* ---- Gathering --------------------------------------------------------------------------- */

static enum wr_result add_piece(struct wr_context *context, struct many *many, const char *path)
{
    if (!path ||
        !wr_grow(&many->pieces, &many->capacity, many->count + 1, sizeof *many->pieces))
        return wr_no_memory(context);
    many->pieces[many->count++] = (struct piece){.built = {.path = path, .result = WR_STOPPED}};
    return WR_OK;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && wr_text_same(name + size - tail, suffix);
}

/* What is in a folder is built where it is a map; other files of its name are passed over. */
static bool is_map(struct wr_context *context, const char *path, bool *starved)
{
    enum { HEAD = 1 << 14 };
    uint8_t head[HEAD];
    if (!ends_in(path, ".json") && !ends_in(path, ".indoor"))
        return false;
    return wr_map_recognise(head, wr_file_peek(context, path, head, HEAD, starved)) !=
           WR_NO_MAP;
}

static enum wr_result gather_file(void *user, struct wr_context *context, const char *from,
                                  const char *to)
{
    bool starved = false;
    (void)to;
    if (is_map(context, from, &starved))
        return add_piece(context, user, from);
    return starved ? wr_no_memory(context) : WR_OK;
}

static enum wr_result gather(struct wr_context *context, struct many *many,
                             const char *const *paths, size_t count)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; !wr_walk_ends(result) && i < count; i++) {
        enum wr_result one =
            wr_folder_exists(context, paths[i])
                ? wr_folder_walk(context, many->arena, paths[i], paths[i], gather_file, many)
                : add_piece(context, many, paths[i]);
        if (result == WR_OK || wr_walk_ends(one))
            result = one;
    }
    if (result != WR_OK || many->count > 0)
        return result;
    return wr_fail(context, WR_NOT_FOUND, WR_NOWHERE, "nothing-to-build",
                   "give maps, or folders that hold some", "no map was found in %s", paths[0]);
}

/* Leaves only the maps of one shard, in their order. */
static enum wr_result take_shard(struct wr_context *context, struct many *many)
{
    uint64_t *sizes = WR_TAKE(many->arena, uint64_t, many->count);
    for (size_t i = 0; sizes && many->options->shard.count > 0 && i < many->count; i++)
        sizes[i] = wr_path_size(context, many->pieces[i].built.path);
    return sizes && wr_shard_take(many->options->shard, sizes, many->pieces, &many->count,
                                  sizeof *many->pieces)
               ? WR_OK
               : wr_no_memory(context);
}

/* ---- Ids --------------------------------------------------------------------------------- */

static bool is_stream(struct wr_context *context, const char *path)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    return files->look(files->user, path, &status) == WR_FILE_FINE && status.kind == WR_STREAM;
}

/* Takes what a map is called. What is wrong with it is said when it is built. */
static enum wr_result name_piece(void *user, struct wr_context *context, unsigned worker,
                                 size_t index)
{
    struct many *many = user;
    struct piece *piece = &many->pieces[index];
    struct wr_map *map = NULL;
    (void)worker;
    bool stream = is_stream(context, piece->built.path);
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    if (!quiet)
        return wr_no_memory(context);
    enum wr_result result = wr_map_load(stream ? context : quiet, piece->built.path,
                                        many->options->build->surfaces, &map);
    wr_context_destroy(quiet);
    piece->over = stream && result != WR_OK;
    piece->built.result = piece->over ? result : WR_STOPPED;
    if (result == WR_OK)
        snprintf(piece->id, sizeof piece->id, "%s", map->id);
    piece->kept = stream ? map : NULL;
    if (!stream)
        wr_map_free(map);
    return result == WR_NO_MEMORY ? wr_no_memory(context) : WR_OK;
}

/* Where the module goes; false when memory is out. */
static bool settle_piece(struct many *many, struct piece *piece)
{
    const char *output = many->options->build->output,
               *home = wr_manifest_home(many->options->manifest, piece->built.path);
    if (!piece->id[0])
        return true;
    output = home ? home : output;
    piece->built.id = piece->id;
    piece->built.folder = output ? wr_path_join(many->arena, output, piece->id) : NULL;
    return !output || piece->built.folder;
}

static int order_pieces(const void *a, const void *b)
{
    const struct piece *p = *(const struct piece *const *)a,
                       *q = *(const struct piece *const *)b;
    int order = strcmp(p->id, q->id);
    return order ? order : p < q ? -1 : p > q;
}

/* Two maps must not end in one folder. */
static enum wr_result check_ids(struct wr_context *context, const struct many *many)
{
    const struct piece **sorted = WR_TAKE(many->arena, const struct piece *, many->count);
    enum wr_result result = WR_OK;
    if (!sorted)
        return wr_no_memory(context);
    for (size_t i = 0; i < many->count; i++)
        sorted[i] = &many->pieces[i];
    qsort(sorted, many->count, sizeof *sorted, order_pieces);
    for (size_t i = 1; i < many->count; i++)
        if (sorted[i]->id[0] && strcmp(sorted[i]->id, sorted[i - 1]->id) == 0)
            result = wr_fail(context, WR_INVALID, WR_NOWHERE, "same-target",
                             "give one of them another id, or build them one by one",
                             "%s and %s are both of the id '%s'", sorted[i - 1]->built.path,
                             sorted[i]->built.path, sorted[i]->id);
    return result;
}

static enum wr_result name_all(struct wr_context *context, struct many *many)
{
    enum wr_result result = wr_parallel(context, NULL, many->count, name_piece, many);
    for (size_t i = 0; result == WR_OK && i < many->count; i++)
        if (!settle_piece(many, &many->pieces[i]))
            result = wr_no_memory(context);
    return result == WR_OK ? check_ids(context, many) : result;
}

/* ---- Kits -------------------------------------------------------------------------------- */

static enum wr_result make_kits(struct wr_context *context, struct many *many, int game)
{
    const struct wr_many_options *options = many->options;
    many->surfaces[game] = options->build->surfaces ? *options->build->surfaces
                                                    : wr_surfaces_default(game ? WR_K2 : WR_K1);
    many->kits[game] = wr_kits_create(&many->surfaces[game]);
    enum wr_result result = many->kits[game] ? WR_OK : WR_NO_MEMORY;
    for (size_t i = 0; result == WR_OK && i < options->kit_count; i++)
        result = wr_kits_add(many->kits[game], options->kits[i]);
    return result == WR_OK ? WR_OK : wr_no_memory(context);
}

/* Which of the two a map is built with. */
static int game_of(const struct many *many, const struct wr_map *map)
{
    enum wr_game game = many->options->build->game ? many->options->build->game : map->game;
    return game == WR_K2;
}

/* Waits for all maps before; false where they will not come, since the call ends. */
static bool take_turn(struct wr_context *context, struct many *many, size_t index)
{
    static const double patience = 0.005;
    bool ends = false;
    mtx_lock(&many->lock);
    while (many->turn != index && !ends) {
        /* NOLINTNEXTLINE(bugprone-spuriously-wake-up-functions) */
        wr_wait(&many->moved, &many->lock, patience);
        mtx_unlock(&many->lock);
        ends = wr_context_stopped(context) || atomic_load(&many->broken);
        mtx_lock(&many->lock);
    }
    mtx_unlock(&many->lock);
    return !ends;
}

static void pass_turn(struct many *many)
{
    mtx_lock(&many->lock);
    many->turn++;
    cnd_broadcast(&many->moved);
    mtx_unlock(&many->lock);
}

/* Finds kits and rooms of a map, in turn. `map` may be NULL: then it cannot be read. */
static enum wr_result place(struct wr_context *context, struct many *many, size_t index,
                            const struct wr_map *map, const struct wr_build_options *options,
                            struct wr_layout **out)
{
    if (!take_turn(context, many, index))
        return WR_STOPPED;
    enum wr_result result = WR_OK;
    if (map) {
        struct wr_kits *kits = many->kits[game_of(many, map)];
        result = wr_layout_look(context, map, kits);
        if (result == WR_OK)
            result = wr_layout_place(context, map, kits, options, out);
    }
    pass_turn(many);
    return result;
}

/* ---- One map ----------------------------------------------------------------------------- */

/* What is on record of a map. */
#define SUM(kind, name)                                                                        \
    {                                                                                          \
#name, kind, offsetof(struct piece, built.sum.name)                                    \
    }
static const struct wr_unit_field fields[] = {
    SUM(WR_UNIT_COUNT, rooms),
    SUM(WR_UNIT_COUNT, area_rooms),
    SUM(WR_UNIT_COUNT, hooks),
    SUM(WR_UNIT_COUNT, links),
    SUM(WR_UNIT_COUNT, exits),
    SUM(WR_UNIT_COUNT, near_misses),
    SUM(WR_UNIT_COUNT, overlaps),
    SUM(WR_UNIT_COUNT, unreachable),
    SUM(WR_UNIT_COUNT, strays),
    SUM(WR_UNIT_COUNT, splits),
    SUM(WR_UNIT_LARGE, seen),
    SUM(WR_UNIT_LARGE, faces),
    SUM(WR_UNIT_NUMBER, worst_move),
    SUM(WR_UNIT_COUNT, files),
    SUM(WR_UNIT_COUNT, stale),
    SUM(WR_UNIT_LARGE, bytes),
    SUM(WR_UNIT_COUNT, resources),
    SUM(WR_UNIT_LARGE, mod_bytes),
    {0},
};

/* One map that is built now, of rooms that are placed. */
struct one {
    struct piece *piece;
    const struct wr_build_options *options;
    struct wr_layout *layout;
};

static enum wr_result build_one(void *user, struct wr_context *context)
{
    struct one *one = user;
    struct wr_layout *layout = one->layout;
    one->layout = NULL;
    return wr_build_placed(context, layout, one->options, &one->piece->built.sum);
}

/* A module is made of its map and of its kits. */
static const char **inputs_of(struct wr_arena *arena, const struct piece *piece,
                              const struct wr_layout *layout, size_t *count)
{
    const char **inputs = WR_TAKE(arena, const char *, (size_t)layout->room_count + 1);
    *count = 0;
    if (!inputs)
        return NULL;
    inputs[(*count)++] = piece->built.path;
    for (uint32_t i = 0; i < layout->room_count; i++) {
        const char *folder = layout->rooms[i].room->kit->folder;
        size_t at = 1;
        while (at < *count && strcmp(inputs[at], folder) != 0)
            at++;
        inputs[at] = folder;
        *count += at == *count;
    }
    return inputs;
}

static enum wr_result build_unit(struct wr_context *context, const struct many *many,
                                 struct one *one)
{
    struct wr_unit unit = {.name = one->piece->built.path,
                           .output = one->options->dry_run ? NULL : one->options->output,
                           .fields = fields,
                           .made = one->piece,
                           .turn = (size_t)(one->piece - many->pieces)};
    struct wr_arena *arena = many->options->manifest ? wr_arena_create() : NULL;
    if (arena)
        unit.inputs = inputs_of(arena, one->piece, one->layout, &unit.input_count);
    enum wr_result result = WR_NO_MEMORY;
    if (!many->options->manifest || unit.inputs)
        result = wr_unit_do(context, many->options->manifest, &unit, build_one, one);
    else
        wr_no_memory(context);
    wr_layout_free(one->layout);
    wr_arena_destroy(arena);
    return result;
}

static enum wr_result build_map(struct wr_context *context, struct many *many, size_t index,
                                const struct wr_map *map)
{
    struct piece *piece = &many->pieces[index];
    struct wr_build_options options = *many->options->build;
    struct one one = {piece, &options, NULL};
    options.output = piece->built.folder;
    options.id = options.into = NULL;
    options.removed = NULL;
    options.plan = options.plan ? &piece->plan : NULL;
    options.surfaces = map ? &many->surfaces[game_of(many, map)] : NULL;
    options.force |= wr_manifest_resumes(many->options->manifest);
    enum wr_result result = place(context, many, index, map, &options, &one.layout);
    if (result != WR_OK || !map) {
        enum wr_result skipped = result == WR_STOPPED
                                     ? WR_OK
                                     : wr_unit_skip(context, many->options->manifest, index);
        return result == WR_OK ? skipped : result;
    }
    piece->fresh = many->around && !wr_folder_exists(context, options.output);
    return build_unit(context, many, &one);
}

static enum wr_result build_piece(void *user, struct wr_context *context, unsigned worker,
                                  size_t index)
{
    struct many *many = user;
    struct piece *piece = &many->pieces[index];
    struct wr_map *map = piece->kept;
    enum wr_result result = WR_OK, built;
    (void)worker;
    if (atomic_load(&many->broken))
        return WR_OK; /* the piece that failed says so */
    wr_context_set_jobs(context, many->jobs);
    if (!map && !piece->over)
        result = wr_map_load(context, piece->built.path, many->options->build->surfaces, &map);
    built = build_map(context, many, index, map);
    piece->kept = NULL;
    wr_map_free(map);
    result = piece->over ? piece->built.result : result != WR_OK ? result : built;
    piece->built.result = result;
    return wr_parallel_break(context, &many->broken, result);
}

/* ---- All of them ------------------------------------------------------------------------- */

static void sum_up(const struct many *many, struct wr_many_summary *sum)
{
    *sum = (struct wr_many_summary){.maps = (uint32_t)many->count};
    for (size_t i = 0; i < many->count; i++) {
        bool built = many->pieces[i].built.result == WR_OK;
        sum->built += built;
        sum->failed += !built;
        if (built)
            wr_build_add_up(&sum->build, &many->pieces[i].built.sum);
    }
}

/* What was planned is not kept any longer. */
static void tell(void *user, size_t index)
{
    struct many *many = user;
    const struct wr_many_options *options = many->options;
    struct piece *piece = &many->pieces[index];
    struct wr_built built = piece->built;
    built.plan = options->build->plan ? &piece->plan : NULL;
    options->each(options->user, &built);
    wr_bytes_finish(&piece->plan);
}

/* Where there are fewer maps than threads, some of them work on the rooms of one. */
static unsigned jobs_of_each(struct wr_context *context, size_t count)
{
    unsigned jobs = wr_context_jobs(context);
    return count < jobs ? jobs / (unsigned)count : 1;
}

/* The folder around all modules is made first, so that it can go where none was built. */
static enum wr_result build_all(struct wr_context *context, struct many *many)
{
    const struct wr_build_options *build = many->options->build;
    bool writes =
        build->output && !build->dry_run && !wr_manifest_packs(many->options->manifest);
    enum wr_result result = writes
                                ? wr_staging_make(context, build->output, &many->around)
                                : wr_units_begin(context, many->options->manifest, many->count);
    if (result != WR_OK)
        return result;
    many->jobs = jobs_of_each(context, many->count);
    result = wr_parallel_long(context, "maps built", many->count, build_piece,
                              many->options->each ? tell : NULL, many);
    enum wr_result broken = (enum wr_result)atomic_load(&many->broken);
    if (broken == WR_OK && writes && build->durable)
        broken = wr_staging_sync(context, many->around);
    return broken != WR_OK ? broken : result; /* a full disk weighs more than a bad map */
}

static enum wr_result run(struct wr_context *context, struct many *many,
                          const char *const *paths, size_t count, struct wr_many_summary *sum)
{
    enum wr_result gathered = gather(context, many, paths, count);
    if (wr_walk_ends(gathered))
        return gathered;
    enum wr_result result = take_shard(context, many);
    if (result == WR_OK)
        result = wr_manifest_start(context, many->options->manifest, NULL, 0);
    if (result != WR_OK || many->count == 0)
        return result != WR_OK ? result : gathered;
    for (int game = 0; result == WR_OK && game < 2; game++)
        result = make_kits(context, many, game);
    if (result == WR_OK)
        result = wr_kits_check(context, many->kits[0]);
    if (result == WR_OK)
        result = name_all(context, many);
    if (result != WR_OK)
        return result;
    result = wr_context_whole(context, build_all(context, many));
    sum_up(many, sum);
    return result == WR_OK ? gathered : result;
}

static void finish(struct wr_context *context, struct many *many, enum wr_result result)
{
    for (size_t i = 0; i < many->count; i++) {
        struct piece *piece = &many->pieces[i];
        bool stays = many->options->manifest; /* a batch that is resumed begins with it */
        if (result == WR_STOPPED && !stays && piece->fresh && piece->built.result == WR_OK)
            wr_build_take_back(context, piece->built.folder);
        wr_map_free(piece->kept);
        wr_bytes_finish(&piece->plan);
    }
    wr_staging_drop(many->around);
    wr_kits_free(many->kits[0]);
    wr_kits_free(many->kits[1]);
    wr_free(many->pieces);
    wr_arena_destroy(many->arena);
}

static bool make_locks(struct many *many)
{
    if (mtx_init(&many->lock, mtx_plain) != thrd_success)
        return false;
    if (cnd_init(&many->moved) == thrd_success)
        return true;
    mtx_destroy(&many->lock);
    return false;
}

static enum wr_result build_many(struct wr_context *context, const char *const *paths,
                                 size_t count, const struct wr_many_options *options,
                                 struct wr_many_summary *summary)
{
    struct wr_many_summary own, *sum = summary ? summary : &own;
    struct many many = {.arena = wr_arena_create(), .options = options};
    *sum = (struct wr_many_summary){0};
    if (!many.arena || !make_locks(&many)) {
        wr_arena_destroy(many.arena);
        return wr_no_memory(context);
    }
    enum wr_result result = run(context, &many, paths, count, sum);
    finish(context, &many, result);
    cnd_destroy(&many.moved);
    mtx_destroy(&many.lock);
    return result;
}

enum wr_result wr_build_many(struct wr_context *context, const char *const *paths, size_t count,
                             const struct wr_many_options *options,
                             struct wr_many_summary *summary)
{
    wr_context_enter(context);
    return wr_context_leave(context, build_many(context, paths, count, options, summary));
}
